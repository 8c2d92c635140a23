// Plays histories until one breaks a promise or the time is up, and shrinks a failing history.
import fc from 'fast-check'
import { brokenPromises } from './invariants.ts'
import { playHistory } from './history.ts'
import { Broken, RESTORED, summarize, type Failure, type Proof, type Tally } from './report.ts'
import { histories } from './histories.ts'
import type { History } from './operations.ts'
import { openWorld, type World } from './world.ts'

export async function prove(
  connection: { host: string; port: number; user: string; database: string },
  options: {
    firstSeed: number
    most: number
    forMs: number
    shrinks: boolean
    /** The distance between seeds; 1 by default. */
    stride?: number
    /** Stops after the present history. */
    signal?: AbortSignal
    onProgress?: (line: string) => void
  },
): Promise<Proof> {
  const world = await openWorld(connection)
  const reached = new Map<string, number>()
  const tally = { add: (what: string) => void reached.set(what, (reached.get(what) ?? 0) + 1) }
  const startedMs = performance.now()
  let played = 0
  let failure: Failure | undefined
  let progressAtMs = startedMs
  try {
    for (; played < options.most && failure === undefined; played++) {
      if (performance.now() - startedMs > options.forMs) break
      if (options.signal?.aborted === true) break
      const seed = options.firstSeed + played * (options.stride ?? 1)
      failure = await playSeed(world, seed, tally, options.shrinks)
      if (performance.now() - progressAtMs > 5000) {
        progressAtMs = performance.now()
        options.onProgress?.(
          `${played + 1} histories in ${Math.round((progressAtMs - startedMs) / 1000)} s`,
        )
      }
    }
  } finally {
    await world.close()
  }
  const seconds = (performance.now() - startedMs) / 1000
  for (const [name, count] of world.outside.counts) reached.set(`outside: ${name}`, count)
  return summarize({ histories: played, seconds, failure, reached })
}

const SHRINK_MS = 20_000

async function playSeed(
  world: World,
  seed: number,
  tally: Tally,
  shrinks: boolean,
): Promise<Failure | undefined> {
  let untilMs = Infinity
  const property = fc.asyncProperty(histories, async (history) => {
    // The time to shrink is up, so keep the present history.
    if (performance.now() > untilMs) return
    try {
      await judge(world, history, untilMs === Infinity ? tally : { add: () => undefined })
    } catch (error) {
      if (untilMs === Infinity) untilMs = performance.now() + SHRINK_MS
      throw error
    }
  })
  const details = await fc.check(property, { seed, numRuns: 1, endOnFailure: !shrinks })
  if (!details.failed) return undefined
  const [history] = details.counterexample ?? []
  const { errorInstance } = details
  return {
    seed,
    promise:
      errorInstance instanceof Error
        ? errorInstance instanceof Broken
          ? errorInstance.message
          : (errorInstance.stack ?? errorInstance.message)
        : String(errorInstance),
    history: fc.stringify(history),
    shrunk: details.numShrinks > 0,
  }
}

async function judge(world: World, history: History, tally: Tally): Promise<void> {
  const played = await playHistory(world, history, tally)
  if (played.hasRestored) tally.add(RESTORED)
  for (const { statuses } of played.seen)
    for (const [index, status] of statuses.entries())
      tally.add(`way ${statuses[index - 1] ?? 'none'} ${status}`)
  for (const order of played.model.orders)
    for (const { reason } of order.refunds) tally.add(`refund ${reason}`)
  const broken = await brokenPromises(world, played)
  if (broken.length > 0) throw new Broken(broken.join('\n'))
}
