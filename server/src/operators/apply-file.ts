// Makes the database as an operator file says: creates what is missing, changes what differs, leaves alone
// what the file does not mention. All of it in one transaction, or nothing.
import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '../clock.ts'
import type { Environment, Secrets } from '../config.ts'
import { selectRoutes, upsertRoute, type RouteRow } from '../configured-routes/queries.ts'
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
  insertEnterprise,
  insertOrganization,
  selectEnterprises,
  selectOrganizations,
  updateOrganizationContact,
  updateOrganizationStatus,
  type OrganizationRow,
} from '../organizations/queries.ts'
import { selectTradingPairs, upsertProvider, upsertTradingPair } from '../providers/queries.ts'
import type {
  EnterpriseEntry,
  InstrumentEntry,
  OrganizationEntry,
  ProviderEntry,
  RouteEntry,
} from './judge-file.ts'
import type { Path, Problem } from './file-schema.ts'
import type { OperatorFile } from './operator-file.ts'

/** `fields` names what differs, and never a value of an instrument. */
export type Change = { verb: 'create' | 'change'; what: string; fields: readonly string[] }

type Applying = {
  db: Db
  secrets: Secrets
  environment: Environment
  at: Instant
  changes: Change[]
  problems: Problem[]
}

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
      const applying: Applying = { db, ...world, changes, problems }
      for (const provider of file.providers) await applyProvider(applying, provider)
      for (const enterprise of file.enterprises) await applyEnterprise(applying, enterprise)
      if (problems.length > 0) file.refuse(problems)
      // A dry run does everything and then takes it back: what it says is what would happen.
      if (options.dryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return { changes }
}

async function applyProvider(applying: Applying, entry: ProviderEntry): Promise<void> {
  const { db, changes, problems, environment } = applying
  if (environment === 'live' && providerKinds.get(entry.kind)?.sandboxOnly === true) {
    problems.push({
      path: [...entry.path, 'kind'],
      reason: `kind ${entry.kind} is for a sandbox, and this is a live deployment`,
    })
    return
  }
  const known = (await selectTradingPairs(db)).filter((pair) => pair.provider_name === entry.name)
  const changed: string[] = []
  for (const pair of entry.pairs) {
    const named = `${pair.payin_currency} to ${pair.payout_currency}`
    const before = known.find(
      (one) =>
        one.payin_currency === pair.payin_currency && one.payout_currency === pair.payout_currency,
    )
    if (before === undefined) changed.push(named)
    else {
      const fields = differing(pair, before)
      if (fields.length === 0) continue
      changed.push(`${named} (${fields.join(', ')})`)
    }
  }
  const kindChanges = known[0] !== undefined && known[0].kind !== entry.kind
  if (known.length > 0 && changed.length === 0 && !kindChanges) return
  await upsertProvider(db, entry.name, entry.kind)
  for (const pair of entry.pairs) await upsertTradingPair(db, pair)
  changes.push({
    verb: known.length === 0 ? 'create' : 'change',
    what: `liquidity provider ${entry.name}`,
    fields: kindChanges ? ['kind', ...changed] : changed,
  })
}

async function applyEnterprise(applying: Applying, entry: EnterpriseEntry): Promise<void> {
  const { db, at, changes } = applying
  const known = (await selectEnterprises(db)).find((one) => one.name === entry.name)
  const id = known?.id ?? newUuid(at)
  if (known === undefined) {
    await insertEnterprise(db, { id, name: entry.name }, at)
    changes.push({ verb: 'create', what: `enterprise ${entry.name}`, fields: [] })
  }
  const organizations = await selectOrganizations(db, id, null, null, null)
  for (const organization of entry.organizations) {
    await applyOrganization(applying, id, organizations, organization)
  }
}

async function applyOrganization(
  applying: Applying,
  enterpriseId: Uuid,
  known: readonly OrganizationRow[],
  entry: OrganizationEntry,
): Promise<void> {
  const { db, at, changes } = applying
  let row: OrganizationRow | undefined
  if (entry.id !== undefined) {
    const id = uuidOf('org', entry.id)
    row = known.find((one) => one.id === id)
    if (row === undefined) return unknownId(applying, entry.path, entry.id)
  } else {
    // What was made over the API keeps out of the way: its name is the customer's affair.
    row = known.find((one) => one.request_hash === null && one.name === entry.name)
    if (row === undefined) {
      if (entry.contact === undefined) {
        const reason = `there is no organization ${entry.name} yet: a new one needs a contact`
        applying.problems.push({ path: entry.path, reason })
        return
      }
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
      changes.push({ verb: 'create', what: `organization ${entry.name}`, fields: [] })
    } else if (entry.contact !== undefined) {
      const fields = differing(entry.contact, row)
      if (fields.length > 0) {
        await updateOrganizationContact(db, row.id, entry.contact, at)
        changes.push({ verb: 'change', what: `organization ${row.name}`, fields })
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
      fields: [`status to ${entry.status}`],
    })
  }
  const instruments = await selectInstruments(db, row.id, null, null)
  for (const instrument of entry.instruments)
    await applyInstrument(applying, row, instruments, instrument)
  const routes = await selectRoutes(db, row.id, null, null)
  for (const route of entry.routes) await applyRoute(applying, row, routes, route)
}

function unknownId({ problems }: Applying, path: Path, id: string): void {
  problems.push({ path: [...path, 'id'], reason: `there is no ${id} here` })
}

async function applyInstrument(
  applying: Applying,
  organization: OrganizationRow,
  known: readonly InstrumentRow[],
  entry: InstrumentEntry,
): Promise<void> {
  const { db, at, secrets, changes, problems } = applying
  if (entry.id !== undefined) {
    const id = uuidOf('epi', entry.id)
    const row = known.find((one) => one.id === id)
    return row === undefined
      ? unknownId(applying, entry.path, entry.id)
      : settleStatus(applying, row, entry)
  }
  const row = known.find((one) => one.request_hash === null && one.alias === entry.alias)
  if (row !== undefined) {
    const present = instrumentOf(secrets, row)
    const fields = differing(
      { currency: entry.currency, method: entry.method, details: entry.details },
      present,
    )
    if (fields.length === 0) return settleStatus(applying, row, entry)
    problems.push({
      path: entry.path,
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
    fields: [],
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
    problems.push({ path: entry.path, reason: `${row.alias} is ARCHIVED, which is for good` })
    return
  }
  await updateInstrumentStatus(db, row.organization_id, row.id, entry.status, at)
  changes.push({
    verb: 'change',
    what: `instrument ${row.alias} (${publicId('epi', row.id)})`,
    fields: [`status to ${entry.status}`],
  })
}

async function applyRoute(
  applying: Applying,
  organization: OrganizationRow,
  known: readonly RouteRow[],
  { path, terms }: RouteEntry,
): Promise<void> {
  const { db, at, changes, problems } = applying
  const before = known.find((one) => one.name === terms.name)
  const fields = before === undefined ? [] : differing(terms, before)
  if (before !== undefined && fields.length === 0) return
  const moved = fields.filter((field) =>
    ['payin_currency', 'payout_currency', 'provider_name'].includes(field),
  )
  if (moved.length > 0) {
    problems.push({
      path,
      reason: `${terms.name} differs in ${moved.join(', ')}, which a route keeps: disable it and give the new one another name`,
    })
    return
  }
  const pairs = await selectTradingPairs(db)
  const isTraded = pairs.some(
    (pair) =>
      pair.provider_name === terms.provider_name &&
      pair.payin_currency === terms.payin_currency &&
      pair.payout_currency === terms.payout_currency,
  )
  if (!isTraded) {
    problems.push({
      path: [...path, 'liquidity_provider'],
      reason: `${terms.provider_name} does not trade ${terms.payin_currency} to ${terms.payout_currency}`,
    })
    return
  }
  await upsertRoute(
    db,
    { organization_id: organization.id, id: before?.id ?? newUuid(at), ...terms },
    at,
  )
  changes.push({
    verb: before === undefined ? 'create' : 'change',
    what: `route ${terms.name} of ${organization.name}`,
    fields,
  })
}

/** The names of the wanted fields that are not as they are. */
function differing(wanted: object, present: object): string[] {
  const there = new Map<string, unknown>(Object.entries(present))
  return Object.entries(wanted)
    .filter(([field, value]) => !isDeepStrictEqual(value, there.get(field)))
    .map(([field]) => field)
}
