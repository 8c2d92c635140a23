// Every statement and every call to another company passes here, one at a time, in an order that a seed
// decides: so that two workers interleave the same way each time, and a process can die at any call.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The process was killed: nothing that it waits for is ever answered. */
export class Crash extends Error {}

export type CrashPoint = { call: number; moment: 'before' | 'after' }

/** One process from its start to its end. */
export type Life = {
  calls: number
  crashAt: CrashPoint | null
  /** The call at which it died. */
  diedAt: string | null
}

/** One thing a process does; `pauseAt`: it is not let through from this call on, until it is resumed. */
export type Actor = { life: Life; calls: number; pauseAt: number | null }

export const newLife = (): Life => ({ calls: 0, crashAt: null, diedAt: null })

type Waiting = {
  actor: Actor
  label: string
  go(done: () => void): void
  fail(error: Crash): void
}

const actors = new AsyncLocalStorage<Actor | null>()
let waiting: Waiting[] = []

/** How long a statement may be out before it is taken to wait for a lock that another one holds. */
const BLOCKED_MS = 60
const STUCK_MS = 15_000

export async function pass<T>(label: string, effect: () => Promise<T>): Promise<T> {
  const actor = actors.getStore()
  if (actor == null) return effect()
  const { life } = actor
  if (life.diedAt !== null) throw new Crash(life.diedAt)
  const done = await new Promise<() => void>((go, fail) => waiting.push({ actor, label, go, fail }))
  const call = ++life.calls
  actor.calls += 1
  const dies = (moment: CrashPoint['moment']) =>
    life.crashAt?.call === call && life.crashAt.moment === moment
  try {
    if (dies('before')) kill(life, `before ${label}`)
    if (life.diedAt !== null) throw new Crash(life.diedAt)
    // Inside, the parts of the call pass without waiting again.
    const result = await actors.run(null, effect)
    if (dies('after')) kill(life, `after ${label}`)
    if (life.diedAt !== null) throw new Crash(life.diedAt)
    return result
  } finally {
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
 * Runs tasks together, letting one call through at a time; `choose(n)` picks one of n. An actor that is to
 * pause goes first and alone; when it has paused, `onPause` is awaited, the others run to their end, and it
 * goes on.
 */
export async function runTogether<T>(
  tasks: readonly Task<T>[],
  choose: (count: number) => number,
  onPause: () => Promise<void> = async () => undefined,
): Promise<PromiseSettledResult<T>[]> {
  const ended = new Set<Actor>()
  let out = 0
  waiting = []
  const results = Promise.allSettled(
    tasks.map(({ actor, work }) => actors.run(actor, work).finally(() => ended.add(actor))),
  )
  let leader = tasks.find(({ actor }) => actor.pauseAt !== null)?.actor
  let paused: Actor | undefined
  const startedMs = performance.now()
  while (ended.size < tasks.length) {
    await quiet()
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
      if (performance.now() - startedMs > STUCK_MS) throw new Error('nothing goes on')
      continue
    }
    waiting = waiting.filter((one) => one !== chosen)
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
  return results
}

// Until everything that follows from an answer, but for calls, has happened.
async function quiet(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve))
}

const nameOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? String(statement.name)
    : String(statement)

const poolQuery = pg.Pool.prototype.query
const poolConnect = pg.Pool.prototype.connect
const clientQuery = pg.Client.prototype.query

Object.defineProperty(pg.Pool.prototype, 'query', {
  value(this: pg.Pool, ...args: unknown[]): unknown {
    const real = () => Reflect.apply(poolQuery, this, args)
    return isOutside(args) ? real() : pass(nameOf(args[0]), real)
  },
})
Object.defineProperty(pg.Pool.prototype, 'connect', {
  value(this: pg.Pool, ...args: unknown[]): unknown {
    const real = () => Reflect.apply(poolConnect, this, args)
    return isOutside(args) ? real() : pass('connect', real)
  },
})
Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...args: unknown[]): unknown {
    const real = () => Reflect.apply(clientQuery, this, args)
    return isOutside(args) ? real() : pass(nameOf(args[0]), real)
  },
})

// What no actor does, and the inner calls of pg, which go by callbacks.
const isOutside = (args: readonly unknown[]): boolean =>
  actors.getStore() == null || typeof args.at(-1) === 'function'
