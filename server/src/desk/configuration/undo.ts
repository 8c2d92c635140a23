// Describes what takes a version of the configuration back: an operator file with the present terms of everything that the
// version describes. Statuses of customers and their contacts are not part of it: a rollback ends no hold. Nothing is
// deleted: a route that the version creates is disabled again.
import type { Secrets } from '../../platform/config.ts'
import { parse, stringify } from 'yaml'
import { selectRoutes } from '../../engine/routes/queries.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { selectInstruments } from '../../parties/instruments/queries.ts'
import {
  describeApprovals,
  describeCounterparties,
  describeCalendars,
  describeProviders,
  describeRails,
  describeRoute,
  describeScreening,
  describeSigners,
  describeSmallAmounts,
  describeVolumes,
  describeVolumesByCurrency,
} from '../operator-file/export-file.ts'
import type {
  ApprovalContent,
  CalendarContent,
  CounterpartyContent,
  ProviderContent,
  RailContent,
  RetentionContent,
  RouteContent,
  ScreenerContent,
  SignerContent,
  SmallAmountContent,
  VolumesContent,
} from '../operator-file/file-schema.ts'
import type { EnterpriseEntry, OrganizationEntry } from '../operator-file/judge-file.ts'
import type { OperatorFile } from '../operator-file/operator-file.ts'
import {
  selectEnterprisesByNames,
  selectOrganizations,
  type OrganizationRow,
} from '../../parties/organizations/queries.ts'
import { selectRetentionPolicy } from '../../rules/retention/policy.ts'
import { selectVolumeLimits } from '../../engine/volume-limits/queries.ts'

type UndoneOrganization = { id?: string; name?: string } & {
  volume_limits?: Record<string, VolumesContent>
  instruments: { id: string; volume_limits: VolumesContent }[]
  routes: RouteContent[]
}
type Undo = {
  liquidity_providers: ProviderContent[]
  bank_calendars?: CalendarContent[]
  rails: RailContent[]
  signers: SignerContent[]
  screening?: ScreenerContent[]
  small_amounts?: SmallAmountContent[]
  approvals?: ApprovalContent[]
  counterparties?: CounterpartyContent[]
  retention?: RetentionContent
  enterprises: { name: string; organizations: UndoneOrganization[] }[]
}

/** The text of the file. Call it before the version is applied, in its transaction. */
export async function undoOf(
  db: Db,
  secrets: Secrets,
  file: OperatorFile,
  at: Instant,
): Promise<string> {
  const names = new Set([...file.providers, ...file.rails].map(({ name }) => name))
  const calendars = new Set(file.calendars.map(({ name }) => name))
  const keys = new Set(file.signers.map(({ key }) => key))
  const undo: Undo = {
    liquidity_providers: (await describeProviders(db)).filter(({ name }) => names.has(name)),
    bank_calendars: (await describeCalendars(db)).filter(({ name }) => calendars.has(name)),
    rails: (await describeRails(db)).filter(({ name }) => names.has(name)),
    signers: (await describeSigners(db)).filter(({ key }) => keys.has(key)),
    ...(file.screening === undefined ? {} : { screening: await describeScreening(db) }),
    ...(file.smallAmounts === undefined ? {} : { small_amounts: await describeSmallAmounts(db) }),
    ...(file.approvals === undefined ? {} : { approvals: await describeApprovals(db) }),
    ...(file.counterparties === undefined
      ? {}
      : { counterparties: await describeCounterparties(db, secrets) }),
    ...(file.retention === undefined ? {} : { retention: await selectRetentionPolicy(db) }),
    enterprises: [],
  }
  for (const enterprise of file.enterprises)
    undo.enterprises.push(await undoneEnterprise(db, enterprise, at))
  return stringify(undo, { lineWidth: 0, aliasDuplicateObjects: false })
}

async function undoneEnterprise(db: Db, { name, organizations }: EnterpriseEntry, at: Instant) {
  const [known] = await selectEnterprisesByNames(db, [name])
  const rows =
    known === undefined || organizations.length === 0
      ? []
      : await selectOrganizations(db, known.id, null, null, null)
  const undone: UndoneOrganization[] = []
  for (const entry of organizations) {
    const row = rows.find((one) =>
      entry.id === undefined
        ? one.request_hash === null && one.name === entry.name
        : one.id === uuidOf('org', entry.id),
    )
    undone.push(await undoneOrganization(db, entry, row, at))
  }
  return { name, organizations: undone }
}

async function undoneOrganization(
  db: Db,
  entry: OrganizationEntry,
  row: OrganizationRow | undefined,
  at: Instant,
): Promise<UndoneOrganization> {
  const routes = new Map(
    row === undefined
      ? []
      : (await selectRoutes(db, row.id, null, null)).map((route) => [route.name, route]),
  )
  const undone = entry.routes.map(({ name }) => {
    const route = routes.get(name)
    return route === undefined ? { name, disabled: true } : describeRoute(route)
  })
  if (row === undefined)
    return {
      ...(entry.id === undefined ? { name: entry.name } : {}),
      instruments: [],
      routes: undone,
    }
  const limits = await selectVolumeLimits(db, row.id, at)
  const limited = entry.instruments.filter(({ volumes }) => volumes !== undefined)
  const instruments =
    limited.length === 0
      ? []
      : (await selectInstruments(db, row.id, null, null)).filter((one) =>
          limited.some((wanted) =>
            wanted.id === undefined
              ? one.request_hash === null && one.alias === wanted.alias
              : one.id === uuidOf('epi', wanted.id),
          ),
        )
  return {
    id: publicId('org', row.id),
    ...(entry.volumes === undefined
      ? {}
      : {
          volume_limits: describeVolumesByCurrency(
            limits.filter(({ subject_id }) => subject_id === row.id),
          ),
        }),
    instruments: instruments.map(({ id }) => ({
      id: publicId('epi', id),
      volume_limits: describeVolumes(limits.filter(({ subject_id }) => subject_id === id)),
    })),
    routes: undone,
  }
}

/**
 * One file for several, newest first: of each object, the oldest description counts. `routesOnly`: everything else stays as
 * it is, and null if there is no route.
 */
export function mergedUndo(
  undos: readonly string[],
  { routesOnly }: { routesOnly: boolean },
): string | null {
  const all = undos.map((text): Undo => parse(text))
  const screening = all.findLast((undo) => undo.screening !== undefined)?.screening
  const smallAmounts = all.findLast((undo) => undo.small_amounts !== undefined)?.small_amounts
  const approvals = all.findLast((undo) => undo.approvals !== undefined)?.approvals
  const counterparties = all.findLast((undo) => undo.counterparties !== undefined)?.counterparties
  const retention = all.findLast((undo) => undo.retention !== undefined)?.retention
  const enterprises = mergedEnterprises(all.flatMap((undo) => undo.enterprises))
  const hasRoutes = enterprises.some(({ organizations }) =>
    organizations.some(({ routes }) => routes.length > 0),
  )
  if (routesOnly && !hasRoutes) return null
  const file = routesOnly
    ? { enterprises: enterprises.map(routesOf) }
    : {
        liquidity_providers: oldest(
          all.flatMap((undo) => undo.liquidity_providers),
          (one) => one.name,
        ),
        // Versions that older releases wrote have no calendars.
        bank_calendars: oldest(
          all.flatMap((undo) => undo.bank_calendars ?? []),
          (one) => one.name,
        ),
        rails: oldest(
          all.flatMap((undo) => undo.rails),
          (one) => one.name,
        ),
        signers: oldest(
          all.flatMap((undo) => undo.signers),
          (one) => one.key,
        ),
        ...(screening === undefined ? {} : { screening }),
        ...(smallAmounts === undefined ? {} : { small_amounts: smallAmounts }),
        ...(approvals === undefined ? {} : { approvals }),
        ...(counterparties === undefined ? {} : { counterparties }),
        ...(retention === undefined ? {} : { retention }),
        enterprises,
      }
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false })
}

const routesOf = ({ name, organizations }: Undo['enterprises'][number]) => ({
  name,
  organizations: organizations.map((one) => ({ id: one.id, name: one.name, routes: one.routes })),
})

function mergedEnterprises(enterprises: Undo['enterprises']): Undo['enterprises'] {
  return [...Map.groupBy(enterprises, ({ name }) => name)].map(([name, same]) => {
    const byName = Map.groupBy(
      same.flatMap(({ organizations }) => organizations),
      (one) => one.id ?? one.name,
    )
    return {
      name,
      organizations: [...byName.values()].map((ofOne) => ({
        ...ofOne.reduce((newer, older) => ({ ...newer, ...older })),
        instruments: oldest(
          ofOne.flatMap(({ instruments }) => instruments),
          ({ id }) => id,
        ),
        routes: oldest(
          ofOne.flatMap(({ routes }) => routes),
          (route) => route.name,
        ),
      })),
    }
  })
}

/** The last description of each object. */
const oldest = <T>(descriptions: readonly T[], nameOf: (one: T) => string): T[] => [
  ...new Map(descriptions.map((one) => [nameOf(one), one])).values(),
]
