// All statements and calls to other companies pass this gate one at a time, in an order that a seed decides. So workers
// interleave reproducibly, and a process can die at any call.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The process was killed, so everything it waits for fails. */
export class Crash extends Error {}

type CrashPoint = { call: number; moment: 'before' | 'after' }

/** One process from start to end. */
export type Life = {
  calls: number
  crashAt: CrashPoint | null
  /** The call at which the process died. */
  diedAt: string | null
}

/** One operation of a process. From call number `pauseAt` on it is held until it is resumed. */
export type Actor = { life: Life; calls: number; pauseAt: number | null; last?: string }

export const newLife = (): Life => ({ calls: 0, crashAt: null, diedAt: null })

type Waiting = {
  actor: Actor
  label: string
  go(done: () => void): void
  fail(error: Crash): void
}

const actors = new AsyncLocalStorage<Actor | null>()
let waiting: Waiting[] = []

/** A statement that takes longer counts as waiting for another actor's lock. */
const BLOCKED_MS = 60
/** A busy machine answers late. */
const STUCK_MS = 60_000

export async function passGate<T>(label: string, effect: () => Promise<T>): Promise<T> {
  const actor = actors.getStore()
  if (actor == null) return effect()
  const { life } = actor
  if (life.diedAt !== null) throw new Crash(life.diedAt)
  const done = await new Promise<() => void>((go, fail) => waiting.push({ actor, label, go, fail }))
  const call = ++life.calls
  actor.calls += 1
  actor.last = `in ${label}`
  const dies = (moment: CrashPoint['moment']) =>
    life.crashAt?.call === call && life.crashAt.moment === moment
  try {
    if (dies('before')) kill(life, `before ${label}`)
    if (life.diedAt !== null) throw new Crash(life.diedAt)
    // Nested calls pass without a queue.
    const result = await actors.run(null, effect)
    if (dies('after')) kill(life, `after ${label}`)
    if (life.diedAt !== null) throw new Crash(life.diedAt)
    return result
  } finally {
    actor.last = `after ${label}`
    done()
  }
}

function kill(life: Life, where: string): void {
  life.diedAt = where
  const its = waiting.filter(({ actor }) => actor.life === life)
  waiting = waiting.filter(({ actor }) => actor.life !== life)
  for (const one of its) one.fail(new Crash(where))
}

export type Task<T> = { actor: Actor; work(): Promise<T> }

/**
 * Runs tasks concurrently, one call at a time; `choose(n)` picks one of n. An actor with a pause goes first and alone.
 * When it pauses, `onPause` is awaited, the other actors run to their end, and then it continues.
 */
export async function runTogether<T>(
  tasks: readonly Task<T>[],
  choose: (count: number) => number,
  onPause: () => Promise<void> = async () => undefined,
): Promise<PromiseSettledResult<T>[]> {
  const ended = new Set<Actor>()
  let out = 0
  // A failed run leaves some.
  waiting = []
  const results = Promise.allSettled(
    tasks.map(({ actor, work }) => actors.run(actor, work).finally(() => ended.add(actor))),
  )
  let leader = tasks.find(({ actor }) => actor.pauseAt !== null)?.actor
  let paused: Actor | undefined
  let lastMs = performance.now()
  while (ended.size < tasks.length) {
    await settleImmediates()
    if (leader !== undefined && ended.has(leader)) leader = undefined
    const its = waiting.filter(({ actor }) => actor === leader)
    if (
      leader !== undefined &&
      leader.calls >= (leader.pauseAt ?? 0) &&
      its.length > 0 &&
      out === 0
    ) {
      paused = leader
      leader = undefined
      await onPause()
    }
    if (paused !== undefined && ended.size === tasks.length - 1) paused = undefined
    const ready = leader === undefined ? waiting.filter(({ actor }) => actor !== paused) : its
    const chosen = ready[choose(ready.length)]
    if (chosen === undefined) {
      if (performance.now() - lastMs > STUCK_MS)
        throw new Error(`no call could run for ${STUCK_MS / 1000} s: ${whereOf(tasks, ended)}`)
      continue
    }
    waiting = waiting.filter((one) => one !== chosen)
    lastMs = performance.now()
    out += 1
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      new Promise<void>((resolve) =>
        chosen.go(() => {
          out -= 1
          resolve()
        }),
      ),
      new Promise<void>((resolve) => (timer = setTimeout(resolve, BLOCKED_MS))),
    ])
    clearTimeout(timer)
  }
  await finishLeft()
  return results
}

/** Calls that nobody awaits, such as the refresh of a cache: later work of the process may wait for their answer. */
async function finishLeft(): Promise<void> {
  for (let [one] = waiting; one !== undefined; [one] = waiting) {
    const { go } = one
    waiting = waiting.slice(1)
    await new Promise<void>((resolve) => go(resolve))
    await settleImmediates()
  }
}

const whereOf = (tasks: readonly { actor: Actor }[], ended: ReadonlySet<Actor>): string =>
  tasks
    .filter(({ actor }) => !ended.has(actor))
    .map(
      ({ actor: { last, life } }) =>
        `one is ${last ?? 'at its beginning'}${life.diedAt === null ? '' : ' and dead'}`,
    )
    .join(', ')

// Waits until all work that follows from an answer, except new calls, is done.
async function settleImmediates(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve))
}

const nameOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? String(statement.name)
    : String(statement)

const poolQuery = pg.Pool.prototype.query
const poolConnect = pg.Pool.prototype.connect
const clientQuery = pg.Client.prototype.query

// Other tests of this process may spy on a pool: the property is inherited, and would otherwise be fixed.
const replaceable = { configurable: true, writable: true }

Object.defineProperty(pg.Pool.prototype, 'query', {
  ...replaceable,
  value(this: pg.Pool, ...args: unknown[]): unknown {
    const real = () => Reflect.apply(poolQuery, this, args)
    return isOutside(args) ? real() : passGate(nameOf(args[0]), real)
  },
})
Object.defineProperty(pg.Pool.prototype, 'connect', {
  ...replaceable,
  value(this: pg.Pool, ...args: unknown[]): unknown {
    const real = () => Reflect.apply(poolConnect, this, args)
    return isOutside(args) ? real() : passGate('connect', real)
  },
})
Object.defineProperty(pg.Client.prototype, 'query', {
  ...replaceable,
  value(this: pg.Client, ...args: unknown[]): unknown {
    const real = () => Reflect.apply(clientQuery, this, args)
    return isOutside(args) ? real() : passGate(nameOf(args[0]), real)
  },
})

// Calls outside of any actor, and pg's inner calls, which use callbacks.
const isOutside = (args: readonly unknown[]): boolean =>
  actors.getStore() == null || typeof args.at(-1) === 'function'
