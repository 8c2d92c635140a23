// Applies an operator file to the database in one transaction. It creates missing objects and changes those that
// differ. Objects that the file does not mention stay as they are.
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { selectRoutes } from '../../engine/routes/queries.ts'
import { inTransaction, rows, type Db, type Pool } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { newUuid, uuidOf, type Uuid } from '../../platform/ids.ts'
import { firstStatuses } from '../../platform/http/status.ts'
import { whileClosed } from '../../parties/instruments/archive-instrument.ts'
import type { Closing } from '../../parties/instruments/archiving-queries.ts'
import { selectInstruments, type InstrumentRow } from '../../parties/instruments/queries.ts'
import {
  insertEnterprises,
  insertOrganization,
  selectEnterprisesByNames,
  selectOrganizations,
  updateOrganizationContact,
  updateOrganizationStatus,
  type OrganizationRow,
} from '../../parties/organizations/queries.ts'
import { selectTradingPairs, type TradingPairRow } from '../../outside/providers/queries.ts'
import { COMMAND } from '../../parties/operators/operator.ts'
import { applyApprovals } from './apply-approvals.ts'
import { applyCounterparties } from './apply-counterparties.ts'
import { applyCalendars } from './apply-calendars.ts'
import {
  applyInstrument,
  archiveInstruments,
  ARCHIVING_BUSY,
  unknownId,
  type KnownInstruments,
} from './apply-instrument.ts'
import { applyProvider } from './apply-provider.ts'
import { applyRails, applySigners, servedBy } from './apply-rails.ts'
import { applyRetention } from './apply-retention.ts'
import { applyRoute } from './apply-route.ts'
import { applySmallAmounts } from './apply-small-amounts.ts'
import { applyScreening, readLists, type ReadScreener } from './apply-screening.ts'
import type { Applying, Change, World } from './applying.ts'
import { changed, contactChanges } from './differences.ts'
import type { Problem } from './file-schema.ts'
import type { EnterpriseEntry, OrganizationEntry } from './judge-file.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import type { OperatorFile } from './operator-file.ts'
import { applyVolumes } from './apply-volumes.ts'

// Enterprises per statement.
const PAGE = 1000

class DryRun extends Error {}

/** Ends the transaction: the closing must be committed before the search for open orders. */
class NeedsClosing extends Error {
  readonly instruments: readonly InstrumentRow[]

  constructor(instruments: readonly InstrumentRow[]) {
    super('instruments must be closed to new orders first')
    this.instruments = instruments
  }
}

/** The most changes in one entry of the audit trail. */
const MOST_AUDITED = 1000

type Options<Recorded> = {
  dryRun: boolean
  /** Runs the work in a transaction, and commits. Default: a transaction of its own. */
  transact?(work: (db: Db) => Promise<Recorded | null>): Promise<void>
  /** Runs in the transaction before any change, under the lock that one `apply` holds at a time. */
  before?(db: Db): Promise<void>
  /** Runs in the transaction after all changes. */
  after?(db: Db, changes: readonly Change[]): Promise<Recorded | null>
}

/** Throws OperatorFileError and changes nothing if the file conflicts with the database. */
export async function applyFile<Recorded = null>(
  pool: Pool,
  world: World,
  file: OperatorFile,
  options: Options<Recorded> = { dryRun: false },
): Promise<{ changes: readonly Change[] }> {
  const screening = readLists(world.secrets, file)
  const run = (closing: Closing | null) =>
    applyWithin(pool, world, { ...file, screening }, options, closing)
  try {
    return { changes: await run(null) }
  } catch (error) {
    if (!(error instanceof NeedsClosing)) throw error
    const changes = await whileClosed(pool, error.instruments, run)
    if (changes === undefined) throw new Error(ARCHIVING_BUSY)
    return { changes }
  }
}

const LOCK_APPLY = statement(
  'lock_apply',
  [],
  `select pg_advisory_xact_lock(hashtext('corridor apply'))`,
)

/** One transaction at a time changes the configuration. */
export const lockApply = async (db: Db): Promise<void> => void (await rows(db, LOCK_APPLY))

async function applyWithin<Recorded>(
  pool: Pool,
  world: World,
  file: Omit<OperatorFile, 'screening'> & { screening: ReadScreener[] | undefined },
  options: Options<Recorded>,
  closing: Closing | null,
): Promise<readonly Change[]> {
  const changes: Change[] = []
  const { transact = async (work) => void (await inTransaction(pool, work)) } = options
  try {
    await transact(async (db) => {
      await lockApply(db)
      await options.before?.(db)
      const problems: Problem[] = []
      const noted = { changes, problems, archives: [], wantedOfAccounts: new Map() }
      const before: Applying = {
        ...world,
        ...noted,
        db,
        pairs: await pairsByProvider(db),
        served: [],
      }
      for (const provider of file.providers) await applyProvider(before, provider)
      await applyCalendars(before, file.calendars)
      await applyRails(before, file.rails)
      await applyScreening(before, file.screening)
      await applySigners(before, file.signers)
      await applySmallAmounts(before, file.smallAmounts)
      await applyRetention(before, file.retention)
      const applying = {
        ...before,
        pairs: await pairsByProvider(db),
        served: await servedBy(before),
      }
      for (let from = 0; from < file.enterprises.length; from += PAGE) {
        await applyEnterprises(applying, file.enterprises.slice(from, from + PAGE))
      }
      await applyApprovals(applying, file.approvals)
      await applyCounterparties(applying, file.counterparties)
      await archiveInstruments(applying, closing)
      if (problems.length > 0) file.refuse(problems)
      // A dry run makes all changes and rolls them back, so that its report is exact.
      if (options.dryRun) throw new DryRun()
      if (closing === null && applying.archives.length > 0)
        throw new NeedsClosing(applying.archives.map(({ row }) => row))
      // A version has an entry of its own.
      if (options.after !== undefined) return await options.after(db, changes)
      if (changes.length > 0)
        await insertAudit(db, {
          actor: COMMAND,
          reason: '',
          at: world.at,
          chain: DEPLOYMENT,
          act: 'configuration.apply',
          subject: '',
          detail: { changes: changes.slice(0, MOST_AUDITED), count: changes.length },
        })
      return null
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return changes
}

const pairsByProvider = async (db: Db): Promise<Map<string, TradingPairRow[]>> =>
  Map.groupBy(await selectTradingPairs(db), (pair) => pair.provider_name)

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
    .map(({ name }) => ({ id: newUuid('ent', at), name }))
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
  byId: ReadonlyMap<Uuid<'org'>, OrganizationRow>
  /** Organizations that a file created. Customers choose the names of the others, so these are matched by id only. */
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
  enterpriseId: Uuid<'ent'>,
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
        const reason = `organization ${entry.name} does not exist, and a new one needs a contact; existing organizations: ${names}`
        applying.problems.push({ path: [...entry.path, 'name'], reason })
        return
      }
      isNew = true
      const { status, statusHistory } = firstStatuses(at, (entry.status ?? 'ACTIVE') === 'ACTIVE')
      row = await insertOrganization(db, {
        id: newUuid('org', at),
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
  const subject = { id: row.id, what: `organization ${row.name}` }
  await applyVolumes(applying, row, subject, entry.volumes)
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

const knownInstruments = (known: readonly InstrumentRow[]): KnownInstruments => ({
  byId: new Map(known.map((row) => [row.id, row])),
  byAlias: firstByName(
    known.filter((row) => row.request_hash === null),
    (row) => row.alias,
  ),
})
