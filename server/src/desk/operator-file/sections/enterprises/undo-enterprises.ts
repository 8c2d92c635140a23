// What takes a version of the configuration back for enterprises: the present terms of the routes and the limits that it
// describes. Statuses of customers and their contacts are not part of it: a rollback ends no hold. Nothing is deleted: a
// route that the version creates is disabled again.
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Instant } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/pool.ts'
import { publicId, uuidOf } from '../../../../platform/ids.ts'
import { selectInstruments } from '../../../../parties/instruments/queries.ts'
import {
  selectEnterprisesByNames,
  selectOrganizations,
  type OrganizationRow,
} from '../../../../parties/organizations/queries.ts'
import { selectRoutes } from '../../../../engine/routes/queries.ts'
import { selectVolumeLimits } from '../../../../engine/volume-limits/queries.ts'
import { oldest, type Exporting } from '../../section.ts'
import type { EnterpriseEntry, OrganizationEntry } from './check-enterprises.ts'
import { writeRoute } from './routes.ts'
import { writeVolumes, writeVolumesByCurrency } from './volumes.ts'

/** The part of an undo that a merge reads. The rest of it stays as it is. */
const undoneSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    organizations: Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        instruments: Type.Array(Type.Object({ id: Type.String() })),
        routes: Type.Array(Type.Object({ name: Type.String() })),
      }),
    ),
  }),
)
type Undone = Static<typeof undoneSchema>

export async function undoneEnterprises(
  { db, at }: Exporting,
  entries: readonly EnterpriseEntry[],
) {
  const undone = []
  for (const entry of entries) undone.push(await undoneEnterprise(db, entry, at))
  return undone
}

async function undoneEnterprise(db: Db, { name, organizations }: EnterpriseEntry, at: Instant) {
  const [known] = await selectEnterprisesByNames(db, [name])
  const rows =
    known === undefined || organizations.length === 0
      ? []
      : await selectOrganizations(db, known.id, null, null, null)
  const undone = []
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
) {
  const routes = new Map(
    row === undefined
      ? []
      : (await selectRoutes(db, row.id, null, null)).map((route) => [route.name, route]),
  )
  const undone = entry.routes.map(({ name }) => {
    const route = routes.get(name)
    return route === undefined ? { name, disabled: true } : writeRoute(route)
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
          volume_limits: writeVolumesByCurrency(
            limits.filter(({ subject_id }) => subject_id === row.id),
          ),
        }),
    instruments: instruments.map(({ id }) => ({
      id: publicId('epi', id),
      volume_limits: writeVolumes(limits.filter(({ subject_id }) => subject_id === id)),
    })),
    routes: undone,
  }
}

export function mergedEnterprises(undos: readonly unknown[]): Undone {
  const enterprises = undos.flatMap((undo) => {
    if (!Value.Check(undoneSchema, undo)) throw new Error('an undo has other enterprises')
    return undo
  })
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

/** Null if there is no route. */
export function routesOnly(undos: readonly unknown[]) {
  const enterprises = mergedEnterprises(undos)
  const organizations = enterprises.flatMap((one) => one.organizations)
  if (!organizations.some(({ routes }) => routes.length > 0)) return null
  return enterprises.map(({ name, organizations: own }) => ({
    name,
    organizations: own.map((one) => ({ id: one.id, name: one.name, routes: one.routes })),
  }))
}
