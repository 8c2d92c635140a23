// Detects lost writes. It keeps the last order changes that the database confirmed, and looks them up again after each
// new connection. This detects two cases: a promoted standby that lacks these changes, and a restored older backup. The
// data folder keeps the changes too, for the next start and for `corridor ledger verify`.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { systemClock, type Instant } from '../../platform/clock.ts'
import { rows, type Db, type Pool } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { publicId, type OwnedId, type Uuid } from '../../platform/ids.ts'
import { selectOrderVersions, type OrderRow } from './queries.ts'

/** A failover loses the end of the write-ahead log, so a few of the newest changes detect any loss. */
const REMEMBERED = 256
const CHECK_EVERY_MS = 1000
const KEEP_FILES_MS = 86_400_000
const MOST_NAMED = 20

/** An order with the version that the database confirmed. Its present version may be higher. */
type Change = OwnedId<'ord'> & { version: number }
type LostChange = Change & { presentVersion: number | null }

export type Acknowledged = {
  /** Remembers the changed orders, and returns its argument. */
  remember<Row extends OrderRow | null>(changed: readonly Row[]): readonly Row[]
  /** Starts writing to the data folder. The first process of a service also checks the files of earlier processes. */
  open(isFirst: boolean): Promise<void>
  lost(): number
  close(): Promise<void>
}

const NOT_KEPT = 'acknowledged changes could not be checked or written to the data folder'
const LACKS_CHANGES =
  'the database lacks acknowledged changes of orders: a standby was promoted without them, or an older copy restored'

/** The acknowledged changes that are remembered, and those that the database has lost. */
function openChanges(db: Pool, log: Logger, onLost: (count: number) => void) {
  const state = { recent: new Array<Change>(), isUnwritten: false, isUnchecked: false }
  const lost = new Map<Uuid<'ord'>, LostChange>()
  db.on('connect', () => (state.isUnchecked = state.recent.length > 0))

  function remember<Row extends OrderRow | null>(changed: readonly Row[]): readonly Row[] {
    const changes = changesIn(changed)
    state.recent.push(...changes)
    state.isUnwritten ||= changes.length > 0
    // Trim only at twice the limit, since slice copies the array.
    if (state.recent.length > 2 * REMEMBERED) state.recent = state.recent.slice(-REMEMBERED)
    return changed
  }

  async function check(): Promise<void> {
    state.isUnchecked = false
    // Copy the list: changes confirmed while the statement runs may be newer than its snapshot.
    const missing = await selectLost(db, [...state.recent]).catch((error: unknown) => {
      state.isUnchecked = true
      throw error
    })
    const fresh = missing.filter(({ id }) => !lost.has(id))
    for (const change of missing) lost.set(change.id, change)
    state.recent = state.recent.filter(({ id }) => !lost.has(id))
    if (fresh.length === 0) return
    state.isUnwritten = true
    onLost(lost.size)
    log.error({ count: fresh.length, orders: describeLost(fresh) }, LACKS_CHANGES)
  }

  async function checkEarlier(folder: string): Promise<void> {
    state.recent = [...(await readFiles(folder)), ...state.recent]
    state.isUnwritten = state.recent.length > 0
    await check()
    if (lost.size === 0) await removeOld(folder)
  }

  return { remember, check, checkEarlier, lost, state }
}

export function rememberAcknowledged(
  db: Pool,
  dataDir: string,
  log: Logger,
  onLost: (count: number) => void,
): Acknowledged {
  const { remember, check, checkEarlier, lost, state } = openChanges(db, log, onLost)
  let file: string | undefined
  let working: Promise<void> | undefined
  let failing = false

  // Write one at a time, also on a slow disk: two writes would share the new file.
  const timer = setInterval(() => {
    working ??= work().finally(() => (working = undefined))
  }, CHECK_EVERY_MS)
  timer.unref()

  async function work(): Promise<void> {
    try {
      if (state.isUnchecked) await check()
      if (state.isUnwritten && file !== undefined) {
        state.isUnwritten = false
        await writeChanges(file, [...lost.values(), ...state.recent]).catch((error: unknown) => {
          state.isUnwritten = true
          throw error
        })
      }
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, NOT_KEPT)
      failing = true
    }
  }

  return {
    remember,
    async open(isFirst) {
      const folder = await folderOf(db, dataDir)
      try {
        if (isFirst) await checkEarlier(folder)
      } catch (error) {
        log.warn({ err: error }, 'acknowledged changes of earlier processes could not be checked')
      }
      file = join(folder, `${process.pid}.json`)
    },
    lost: () => lost.size,
    async close() {
      clearInterval(timer)
      await working
      await work()
    },
  }
}

const changesIn = (changed: readonly (OrderRow | null)[]): Change[] =>
  changed.flatMap((row) =>
    row === null ? [] : [{ organizationId: row.organization_id, id: row.id, version: row.version }],
  )

async function writeChanges(path: string, changes: readonly Change[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, JSON.stringify(changes), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** The changes in the data folder that this database lacks. */
export async function findLost(db: Db, dataDir: string): Promise<LostChange[]> {
  return selectLost(db, await readFiles(await folderOf(db, dataDir)))
}

/** One line for each lost change, at most 20. Example: `ord_... was acknowledged with version 3 and is not there`. */
export const describeLost = (lost: readonly LostChange[]): string[] =>
  lost
    .slice(0, MOST_NAMED)
    .map(
      ({ id, version, presentVersion }) =>
        `${publicId('ord', id)} was acknowledged with version ${version} and ${presentVersion === null ? 'is not there' : `has version ${presentVersion}`}`,
    )

async function selectLost(db: Db, changes: readonly Change[]): Promise<LostChange[]> {
  if (changes.length === 0) return []
  const present = await selectOrderVersions(db, changes)
  const lost = new Map<Uuid<'ord'>, LostChange>()
  changes.forEach((change, index) => {
    const presentVersion = present[index] ?? null
    if (presentVersion === null || presentVersion < change.version)
      lost.set(change.id, { ...change, presentVersion })
  })
  return [...lost.values()]
}

const SELECT_DEPLOYMENT_CREATED_AT = statement(
  'select_deployment_created_at',
  [],
  `select created_at from deployment`,
)

// Each database has its own subfolder, since a data folder may have served several. The name is the instant of the first
// migration.
async function folderOf(db: Db, dataDir: string): Promise<string> {
  const [deployment] = await rows<{ created_at: Instant }>(db, SELECT_DEPLOYMENT_CREATED_AT)
  return join(dataDir, 'acknowledged', String(deployment?.created_at ?? 0))
}

async function readFiles(folder: string): Promise<Change[]> {
  const kept: Change[] = []
  for (const name of await namesIn(folder)) {
    kept.push(...changesOf(join(folder, name), await readFile(join(folder, name), 'utf8')))
  }
  return kept
}

function changesOf(path: string, text: string): Change[] {
  let changes: unknown
  try {
    changes = JSON.parse(text)
  } catch {
    changes = undefined
  }
  if (Array.isArray(changes) && changes.every(isChange)) return changes
  throw new Error(`${path} is not a list of acknowledged changes; delete the file`)
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' &&
  value !== null &&
  'organizationId' in value &&
  typeof value.organizationId === 'string' &&
  'id' in value &&
  typeof value.id === 'string' &&
  'version' in value &&
  typeof value.version === 'number'

async function removeOld(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (systemClock.now() - (await stat(path)).mtimeMs > KEEP_FILES_MS) await rm(path)
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
