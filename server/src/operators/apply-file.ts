// Makes the database as an operator file says: creates what is missing, changes what differs, leaves alone
// what the file does not mention. All of it in one transaction, or nothing.
import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '../clock.ts'
import type { Environment, Secrets } from '../config.ts'
import { selectRoutes } from '../configured-routes/queries.ts'
import { inTransaction, rows, type Db, type Pool } from '../db/pool.ts'
import { newUuid, publicId, uuidOf, type Uuid } from '../ids.ts'
import { firstStatuses } from '../http/status.ts'
import {
  insertInstrument,
  selectInstruments,
  updateInstrumentStatus,
  type InstrumentRow,
} from '../instruments/queries.ts'
import { sealDetails } from '../instruments/seal.ts'
import { instrumentOf } from '../instruments/view.ts'
import { providerKinds } from '../liquidity/registry.ts'
import {
  insertEnterprises,
  insertOrganization,
  selectEnterprisesByNames,
  selectOrganizations,
  updateOrganizationContact,
  updateOrganizationStatus,
  type OrganizationRow,
} from '../organizations/queries.ts'
import {
  selectTradingPairs,
  upsertProvider,
  upsertTradingPair,
  type TradingPairRow,
} from '../providers/queries.ts'
import { applyRoute } from './apply-route.ts'
import { changed, contactChanges, pairChanges } from './differences.ts'
import type { Path, Problem } from './file-schema.ts'
import type {
  EnterpriseEntry,
  InstrumentEntry,
  OrganizationEntry,
  ProviderEntry,
} from './judge-file.ts'
import { nearestFirst } from './nearest.ts'
import type { OperatorFile } from './operator-file.ts'

/** `details` say what differs, as differences.ts words it; never a value of an instrument. */
export type Change = { verb: 'create' | 'change'; what: string; details: readonly string[] }

export type Applying = {
  db: Db
  secrets: Secrets
  environment: Environment
  at: Instant
  /** By provider, as they are after those of the file were applied. */
  pairs: ReadonlyMap<string, readonly TradingPairRow[]>
  changes: Change[]
  problems: Problem[]
}

// Names and rows of one statement.
const PAGE = 1000

class DryRun extends Error {}

/** Throws OperatorFileError, with nothing changed, when the file does not fit what is there. */
export async function applyFile(
  pool: Pool,
  world: { secrets: Secrets; environment: Environment; at: Instant },
  file: OperatorFile,
  options: { dryRun: boolean } = { dryRun: false },
): Promise<{ changes: readonly Change[] }> {
  const changes: Change[] = []
  try {
    await inTransaction(pool, async (db) => {
      await rows(db, 'lock_apply', `select pg_advisory_xact_lock(hashtext('corridor apply'))`)
      const problems: Problem[] = []
      const before = { db, ...world, pairs: await pairsByProvider(db), changes, problems }
      for (const provider of file.providers) await applyProvider(before, provider)
      const applying = { ...before, pairs: await pairsByProvider(db) }
      for (let from = 0; from < file.enterprises.length; from += PAGE) {
        await applyEnterprises(applying, file.enterprises.slice(from, from + PAGE))
      }
      if (problems.length > 0) file.refuse(problems)
      // A dry run does everything and then takes it back: what it says is what would happen.
      if (options.dryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return { changes }
}

const pairsByProvider = async (db: Db): Promise<Map<string, TradingPairRow[]>> =>
  Map.groupBy(await selectTradingPairs(db), (pair) => pair.provider_name)

async function applyProvider(applying: Applying, entry: ProviderEntry): Promise<void> {
  const { db, changes, problems, environment } = applying
  if (environment === 'live' && providerKinds.get(entry.kind)?.sandboxOnly === true) {
    problems.push({
      path: [...entry.path, 'kind'],
      reason: `kind ${entry.kind} is for a sandbox, and this is a live deployment`,
    })
    return
  }
  const known = applying.pairs.get(entry.name) ?? []
  const details = entry.pairs.flatMap((pair) =>
    pairChanges(
      known.find(
        (one) =>
          one.payin_currency === pair.payin_currency &&
          one.payout_currency === pair.payout_currency,
      ),
      pair,
    ),
  )
  const [first] = known
  if (first !== undefined && first.kind !== entry.kind) {
    details.unshift(changed('kind', first.kind, entry.kind))
  }
  if (first !== undefined && details.length === 0) return
  await upsertProvider(db, entry.name, entry.kind)
  for (const pair of entry.pairs) await upsertTradingPair(db, pair)
  const verb = first === undefined ? 'create' : 'change'
  changes.push({ verb, what: `liquidity provider ${entry.name}`, details })
}

async function applyEnterprises(
  applying: Applying,
  entries: readonly EnterpriseEntry[],
): Promise<void> {
  const { db, at, changes } = applying
  const known = await selectEnterprisesByNames(
    db,
    entries.map(({ name }) => name),
  )
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  const missing = entries
    .filter(({ name }) => !ids.has(name))
    .map(({ name }) => ({ id: newUuid(at), name }))
  await insertEnterprises(db, missing, at)
  const made = new Map(missing.map(({ id, name }) => [name, id]))
  for (const { name, organizations } of entries) {
    const newId = made.get(name)
    if (newId !== undefined) {
      changes.push({ verb: 'create', what: `enterprise ${name}`, details: [] })
    }
    const id = ids.get(name) ?? newId
    if (id === undefined) throw new Error(`the enterprise ${name} was not inserted`)
    if (organizations.length === 0) continue
    const rows = newId === undefined ? await selectOrganizations(db, id, null, null, null) : []
    const there = knownOrganizations(rows)
    for (const organization of organizations) {
      await applyOrganization(applying, id, there, organization)
    }
  }
}

type KnownOrganizations = {
  byId: ReadonlyMap<Uuid, OrganizationRow>
  /** Those a file made. The names of others are their customers' choice. */
  byName: ReadonlyMap<string, OrganizationRow>
}

const knownOrganizations = (known: readonly OrganizationRow[]): KnownOrganizations => ({
  byId: new Map(known.map((row) => [row.id, row])),
  byName: firstByName(
    known.filter((row) => row.request_hash === null),
    (row) => row.name,
  ),
})

const firstByName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row> =>
  new Map(rows.toReversed().map((row) => [nameOf(row), row]))

async function applyOrganization(
  applying: Applying,
  enterpriseId: Uuid,
  known: KnownOrganizations,
  entry: OrganizationEntry,
): Promise<void> {
  const { db, at, changes } = applying
  let row: OrganizationRow | undefined
  let isNew = false
  if (entry.id !== undefined) {
    const id = uuidOf('org', entry.id)
    row = id === undefined ? undefined : known.byId.get(id)
    if (row === undefined) return unknownId(applying, entry.path, entry.id)
  } else {
    row = known.byName.get(entry.name)
    if (row === undefined) {
      if (entry.contact === undefined) {
        const names = nearestFirst(entry.name, known.byName.keys())
        const reason = `there is no organization ${entry.name} yet, and a new one needs a contact; there are ${names}`
        applying.problems.push({ path: [...entry.path, 'name'], reason })
        return
      }
      isNew = true
      const { status, statusHistory } = firstStatuses(at, (entry.status ?? 'ACTIVE') === 'ACTIVE')
      row = await insertOrganization(db, {
        id: newUuid(at),
        enterprise_id: enterpriseId,
        name: entry.name,
        ...entry.contact,
        status,
        status_history: statusHistory,
        created_at: at,
        idempotency_key: null,
        request_hash: null,
      })
      changes.push({ verb: 'create', what: `organization ${entry.name}`, details: [] })
    } else if (entry.contact !== undefined) {
      const details = contactChanges(row, entry.contact)
      if (details.length > 0) {
        await updateOrganizationContact(db, row.id, entry.contact, at)
        changes.push({ verb: 'change', what: `organization ${row.name}`, details })
      }
    }
  }
  if (row === undefined)
    throw new Error(`the organization of ${entry.path.join('.')} was not inserted`)
  if (entry.status !== undefined && entry.status !== row.status) {
    await updateOrganizationStatus(db, row.id, entry.status, at)
    changes.push({
      verb: 'change',
      what: `organization ${row.name}`,
      details: [changed('status', row.status, entry.status)],
    })
  }
  if (entry.instruments.length > 0) {
    const there = knownInstruments(isNew ? [] : await selectInstruments(db, row.id, null, null))
    for (const instrument of entry.instruments) {
      await applyInstrument(applying, row, there, instrument)
    }
  }
  if (entry.routes.length > 0) {
    const rows = isNew ? [] : await selectRoutes(db, row.id, null, null)
    const there = new Map(rows.map((route) => [route.name, route]))
    for (const route of entry.routes) await applyRoute(applying, row, there, route)
  }
}

type KnownInstruments = {
  byId: ReadonlyMap<Uuid, InstrumentRow>
  byAlias: ReadonlyMap<string, InstrumentRow>
}

const knownInstruments = (known: readonly InstrumentRow[]): KnownInstruments => ({
  byId: new Map(known.map((row) => [row.id, row])),
  byAlias: firstByName(
    known.filter((row) => row.request_hash === null),
    (row) => row.alias,
  ),
})

function unknownId({ problems }: Applying, path: Path, id: string): void {
  problems.push({ path: [...path, 'id'], reason: `there is no ${id} here` })
}

async function applyInstrument(
  applying: Applying,
  organization: OrganizationRow,
  known: KnownInstruments,
  entry: InstrumentEntry,
): Promise<void> {
  const { db, at, secrets, changes, problems } = applying
  if (entry.id !== undefined) {
    const id = uuidOf('epi', entry.id)
    const row = id === undefined ? undefined : known.byId.get(id)
    return row === undefined
      ? unknownId(applying, entry.path, entry.id)
      : settleStatus(applying, row, entry)
  }
  const row = known.byAlias.get(entry.alias)
  if (row !== undefined) {
    const present = instrumentOf(secrets, row)
    const fields = differing(
      { currency: entry.currency, method: entry.method, details: entry.details },
      present,
    )
    if (fields.length === 0) return settleStatus(applying, row, entry)
    problems.push({
      path: [...entry.path, fields[0] ?? 'alias'],
      reason: `${entry.alias} differs in ${fields.join(', ')}, and an instrument never changes: give the new one another alias, and this one the status ARCHIVED`,
    })
    return
  }
  const id = newUuid(at)
  const sealed = sealDetails(secrets, id, entry.details)
  const { status, statusHistory } = firstStatuses(at, (entry.status ?? 'ACTIVE') === 'ACTIVE')
  const inserted = await insertInstrument(db, {
    organization_id: organization.id,
    id,
    alias: entry.alias,
    currency: entry.currency,
    method: entry.method,
    details_key_id: sealed.keyId,
    details_sealed: sealed.bytes,
    status,
    status_history: statusHistory,
    created_at: at,
    idempotency_key: null,
    request_hash: null,
  })
  if (inserted === undefined) throw new Error(`instrument ${publicId('epi', id)} was not inserted`)
  changes.push({
    verb: 'create',
    what: `instrument ${entry.alias} of ${organization.name}`,
    details: [],
  })
  await settleStatus(applying, inserted, entry)
}

async function settleStatus(
  { db, at, changes, problems }: Applying,
  row: InstrumentRow,
  entry: InstrumentEntry,
): Promise<void> {
  if (entry.status === undefined || entry.status === row.status) return
  if (row.status === 'ARCHIVED') {
    problems.push({
      path: [...entry.path, 'status'],
      reason: `${row.alias} is ARCHIVED, which is for good`,
    })
    return
  }
  await updateInstrumentStatus(db, row.organization_id, row.id, entry.status, at)
  changes.push({
    verb: 'change',
    what: `instrument ${row.alias} (${publicId('epi', row.id)})`,
    details: [changed('status', row.status, entry.status)],
  })
}

/** The names of the wanted fields that are not as they are. */
function differing(wanted: object, present: object): string[] {
  const there = new Map<string, unknown>(Object.entries(present))
  return Object.entries(wanted)
    .filter(([field, value]) => !isDeepStrictEqual(value, there.get(field)))
    .map(([field]) => field)
}
