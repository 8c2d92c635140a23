// Polls the rails and stores what they report. Each rail is polled on its own, so that a slow one delays no other.
import type { Config } from '../../platform/config.ts'
import { selectWatchedAccounts, type WatchPosition } from '../orders/funding-queries.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import { earlierOf, later, monotonicMs, type Clock, type Instant } from '../../platform/clock.ts'
import { noteRailRead, restoreHaltOf } from '../halts/end-restore-halts.ts'
import type { Halts } from '../halts/present.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { entryToStore } from '../../outside/rails/entries.ts'
import type { Polled, Rail, Watch, WatchedAccount } from '../../outside/rails/port.ts'
import {
  insertRailEntries,
  selectHasFreshEntries,
  selectRailCursor,
  upsertRailRead,
} from '../../outside/rails/queries.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { takeEntries, type TakeDeps } from './take-entries.ts'

type WatchDeps = TakeDeps & { db: Pool; rails: Rails; config: Config; halts: Halts }

const POLL_TIMEOUT_MS = 60_000
const POLL_EVERY_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A poll without entries is written only if it tells this much more. */
const NEWS_MS = 1000
/** The shortest pause of a rail that is nudged all the time. */
const SHORTEST_PAUSE_MS = 100
/** Accounts are watched in every poll for this long after their order could be funded. */
const RECENT_MS = 3 * 86_400_000

/** Polls every rail once, then takes up what they reported. Returns the number of entries taken up. */
export async function watchRails(deps: WatchDeps): Promise<number> {
  const rails = await deps.rails.all()
  const polled = await Promise.allSettled(rails.map((rail) => pollRail(deps, rail)))
  const taken = await takeEntries(deps)
  const failed = polled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'rails could not be polled')
  return taken
}

type PollOptions = {
  stopped?: Promise<undefined>
  /** Runs a comparison of sends after a restore, which may take long. */
  compare?: (comparison: () => Promise<void>) => Promise<void>
}

/** Polls a rail. Compares its sends once all is read that it reports, after a restore. Returns the number of new entries. */
async function pollRail(
  deps: WatchDeps,
  rail: Rail,
  { stopped, compare = (comparison) => comparison() }: PollOptions = {},
): Promise<number> {
  const halt = await restoreHaltOf(deps.halts, rail.name)
  const { cursor: from, read_up_to: before } = await selectRailCursor(deps.db, rail.name)
  const began = deps.clock.now()
  const watch = { ...accountsOf(deps, rail), isRestored: halt?.read_at === null }
  const polling = withTimeout(POLL_TIMEOUT_MS, rail.poll(from, watch))
  const polled = await (stopped === undefined ? polling : Promise.race([polling, stopped]))
  if (polled === undefined) return 0
  const stored = await store(deps, rail, polled, { from, before, began })
  // Some rails repeat their last entries in every poll. What is not taken up yet tells keys of sends.
  const isAtEnd = stored === 0 && polled.hasMore !== true
  if (halt !== undefined && isAtEnd && !(await selectHasFreshEntries(deps.db, rail.name)))
    await compare(() => noteRailRead(deps, rail, halt))
  return stored
}

/** Stores the entries after the cursor, and moves the cursor. Returns the number of new entries. */
async function store(
  deps: WatchDeps,
  rail: Rail,
  polled: Polled,
  { from, before, began }: { from: string | null; before: Instant | null; began: Instant },
): Promise<number> {
  const readUpTo = readUpToOf(polled, began)
  const at = deps.clock.now()
  if (polled.entries.length === 0 && polled.cursor === (from ?? '')) {
    // No order waits for the simulated rail, which is polled all the time.
    const isNews = readUpTo !== null && readUpTo >= later(before ?? readUpTo, NEWS_MS)
    if (readUpTo !== null && (before === null || isNews) && rail.name !== SIMULATED_RAIL)
      await upsertRailRead(deps.db, rail.name, { from, at, readUpTo })
    return 0
  }
  const entries = polled.entries.map((entry) => entryToStore(deps.config.secrets, entry, at))
  const stored = await insertRailEntries(
    deps.db,
    rail.name,
    { from, to: polled.cursor, at, readUpTo },
    entries,
  )
  for (const { id, problem } of entries)
    if (problem !== null && stored.includes(id))
      deps.log.error({ rail: rail.name, entry: id, problem }, 'a rail reported an invalid entry')
  return stored.length
}

/** A rail's clock may be ahead: it reports nothing that comes after the poll began. */
function readUpToOf({ readUpTo, hasMore }: Polled, began: Instant): Instant | null {
  if (readUpTo === undefined) return hasMore === true ? null : began
  return readUpTo === null ? null : earlierOf(readUpTo, began)
}

/** The accounts of a rail that the service handed out, in pages. */
export function accountsOf(
  deps: { db: Db; clock: Clock; rails: Pick<Rails, 'all'> },
  rail: Pick<Rail, 'name' | 'served' | 'isOwnAccount'>,
): Watch {
  const boundary = later(deps.clock.now(), -RECENT_MS)
  type Part = { rail: string; isRecent: boolean }
  const page = (partsOf: () => Promise<readonly Part[]>) => {
    // Pages follow the order of an index, so remember where each page ended.
    const positions = new Map<string, { part: number; position: WatchPosition }>()
    return async (after: string | null): Promise<readonly WatchedAccount[]> => {
      const ended = after === null ? null : positions.get(after)
      if (ended === undefined) throw new Error('`after` is not the last account of a page')
      const first = ended?.part ?? 0
      for (const [at, part] of [...(await partsOf()).entries()].slice(first)) {
        const position = at === ended?.part ? ended.position : null
        const { rail: name, isRecent } = part
        const found = await selectWatchedAccounts(deps.db, name, isRecent, boundary, position)
        const last = found.at(-1)
        if (last === undefined) continue
        positions.set(last.watched.account, { part: at, position: last.position })
        return found.map(({ watched }) => watched)
      }
      return []
    }
  }
  const own = rail.name
  return {
    recent: page(async () => [{ rail: own, isRecent: true }]),
    older: page(async () => [
      { rail: own, isRecent: false },
      ...(await sameAddresses(deps.rails, rail)).flatMap((other) => [
        { rail: other, isRecent: true },
        { rail: other, isRecent: false },
      ]),
    ]),
  }
}

/** Rails at which an address that this rail handed out is the same account: those of the other EVM chains. */
async function sameAddresses(
  rails: Pick<Rails, 'all'>,
  { name, served, isOwnAccount }: Pick<Rail, 'name' | 'served' | 'isOwnAccount'>,
): Promise<string[]> {
  if (isOwnAccount === undefined) return []
  const methods = new Set(served.map(({ method }) => method))
  return (await rails.all())
    .filter((one) => one.name !== name && one.isOwnAccount !== undefined)
    .filter((one) => one.served.some(({ method }) => methods.has(method)))
    .map((one) => one.name)
}

export type RailWatcher = {
  run(deps: WatchDeps): Promise<void>
  /** The next run polls the rail, whenever its next poll was due. A failing rail keeps its pause. */
  pollNow(name: string): void
  stop(): Promise<void>
}

/** The background task: polls each rail in its own rhythm. A failing rail is polled less often. */
export function createRailWatcher(): RailWatcher {
  const running = new Map<string, Promise<void>>()
  const pauses = new Map<string, { sinceMs: number; untilMs: number; failures: number }>()
  // Rails whose present poll may have begun before what they should be polled for.
  const again = new Set<string>()
  const comparing = new Set<string>()
  const stopped = Promise.withResolvers<undefined>()
  let isStopped = false

  /** A long list delays neither deposits nor the end of the process. The next process reads it again. */
  function compareMeanwhile({ log }: WatchDeps, rail: string, comparison: () => Promise<void>) {
    if (comparing.has(rail)) return
    comparing.add(rail)
    void comparison()
      .catch((error: unknown) => {
        if (!isStopped)
          log.error({ err: error, rail }, 'sends could not be compared after a restore')
      })
      .finally(() => comparing.delete(rail))
  }

  async function poll(deps: WatchDeps, rail: Rail): Promise<void> {
    const everyMs = rail.pollEveryMs ?? POLL_EVERY_MS
    let failures = 0
    try {
      const polled = await pollRail(deps, rail, {
        stopped: stopped.promise,
        compare: async (comparison) => compareMeanwhile(deps, rail.name, comparison),
      })
      if (polled > 0) deps.wakeWorker()
    } catch (error) {
      failures = (pauses.get(rail.name)?.failures ?? 0) + 1
      // The first failure of a row is logged; later ones only while the pause grows.
      if (everyMs * 2 ** failures < LONGEST_PAUSE_MS || failures % 20 === 0)
        deps.log.error({ err: error, rail: rail.name, failures }, 'a rail could not be polled')
    }
    const pauseMs = Math.max(everyMs, Math.min(everyMs * 2 ** failures, LONGEST_PAUSE_MS))
    const sinceMs = monotonicMs()
    pauses.set(rail.name, {
      sinceMs,
      untilMs: sinceMs + (failures === 0 ? everyMs : pauseMs),
      failures,
    })
    running.delete(rail.name)
    if (again.delete(rail.name)) {
      pollNow(rail.name)
      deps.wakeWorker()
    }
  }

  function pollNow(name: string): void {
    const pause = pauses.get(name)
    if (running.has(name)) again.add(name)
    else if (pause?.failures === 0)
      pauses.set(name, { ...pause, untilMs: pause.sinceMs + SHORTEST_PAUSE_MS })
  }

  return {
    pollNow,
    async run(deps) {
      for (const rail of await deps.rails.all()) {
        const isDue = monotonicMs() >= (pauses.get(rail.name)?.untilMs ?? 0)
        if (isDue && rail.isOpening !== true && !running.has(rail.name))
          running.set(rail.name, poll(deps, rail))
      }
    },
    async stop() {
      isStopped = true
      stopped.resolve(undefined)
      await Promise.all(running.values())
    },
  }
}
