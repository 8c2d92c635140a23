// Keeps so many processes serving HTTP: starts them, replaces those that end, renews them one after the other,
// and ends them. What they say is for whoever asked for the crew.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { monotonicMs } from '../clock.ts'
import type { Connection } from '../db/pool.ts'
import { DRAIN_MS, IDLE_MS } from '../http/drain.ts'
import { startMember, type Member } from './member.ts'
import type { FromProcess } from './messages.ts'

/** One that ends sooner may be doing so for ever. */
const STEADY_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
/** To record what it knows and close its connections to the database, after the last answer. */
const LAST_MS = 5_000

export type CrewOptions = {
  count: number
  port: number
  drainDelayMs: number
  connection: Connection
  log: Logger
  hear(member: Member, message: FromProcess): void
  onEnd(member: Member): void
}

export type Crew = {
  /** The address where all of them listen; throws what keeps one from it. */
  start(): Promise<string>
  /** Those that answer: the ones that take leave too. */
  members(): readonly Member[]
  /** Replaces each by a new one that listens before it goes; asked again meanwhile, begins anew after that. */
  renew(): Promise<void>
  stop(): Promise<void>
}

export function createCrew(options: CrewOptions): Crew {
  const { count, log, connection } = options
  const all = new Set<Member>()
  const listened = new Set<Member>()
  /** In the order in which they began to. */
  const serving = new Set<Member>()
  const stopping = new AbortController()
  let { port } = options
  let boundPort = port
  /** Ends and starts that failed, in a row. */
  let failures = 0
  let replacing = 0

  async function startOne(): Promise<string> {
    // Those that are there share the socket by the port it was asked for. With none the socket has gone, and 0
    // would be another port than the one that callers know.
    if (all.size === 0) port = boundPort
    const { member, ready } = startMember({ tell: 'serve', connection, port }, options.hear)
    all.add(member)
    void member.ended.then((by) => void onEnd(member, by))
    const url = await ready
    boundPort = Number.parseInt(new URL(url).port, 10) || port
    listened.add(member)
    serving.add(member)
    return url
  }

  async function onEnd(member: Member, by: number | string): Promise<void> {
    all.delete(member)
    listened.delete(member)
    options.onEnd(member)
    if (!serving.delete(member) || stopping.signal.aborted) return
    failures = monotonicMs() - member.startedMs < STEADY_MS ? failures + 1 : 0
    log.error({ pid: member.pid, ended_by: by }, 'a process ended: another takes its place')
    await replace()
  }

  async function replace(): Promise<void> {
    if (serving.size + replacing >= count) return
    replacing += 1
    while (!stopping.signal.aborted) {
      try {
        await sleep(pauseMs(failures), undefined, { signal: stopping.signal })
        await startOne()
        break
      } catch (error) {
        if (stopping.signal.aborted) break
        failures += 1
        log.error({ err: error }, 'a process could not start: it is tried again')
      }
    }
    replacing -= 1
    await trim()
  }

  // One that ends while it is renewed has two successors.
  async function trim(): Promise<void> {
    for (const oldest of serving) {
      if (serving.size <= count || stopping.signal.aborted) return
      serving.delete(oldest)
      oldest.tell({ tell: 'hand over' })
      await oldest.endWithin(IDLE_MS + DRAIN_MS + LAST_MS)
    }
  }

  async function renewAll(): Promise<void> {
    const present = [...serving]
    for (const member of present) {
      if (stopping.signal.aborted) return
      if (!serving.has(member)) continue
      try {
        await startOne()
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'a new process could not start: the present ones stay')
        return
      }
      await trim()
    }
    if (!stopping.signal.aborted) log.info({ pids: pidsOf(serving) }, 'the processes are renewed')
  }

  let renewing: Promise<void> | undefined
  let isAskedAgain = false
  async function renewAsAsked(): Promise<void> {
    do {
      isAskedAgain = false
      await renewAll()
    } while (isAskedAgain && !stopping.signal.aborted)
    renewing = undefined
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.all(
      [...all].map((member) => {
        member.tell({ tell: 'stop' })
        return member.endWithin(options.drainDelayMs + DRAIN_MS + LAST_MS)
      }),
    )
    await renewing
  }

  return {
    async start() {
      try {
        // The first alone: whether the port is free is found out once.
        const url = await startOne()
        await Promise.all(Array.from({ length: count - 1 }, startOne))
        return url
      } catch (error) {
        await stop()
        throw error
      }
    },
    members: () => [...listened],
    renew() {
      isAskedAgain = renewing !== undefined
      return (renewing ??= renewAsAsked())
    },
    stop,
  }
}

// The first in a row is replaced at once.
const pauseMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(1000 * 2 ** Math.min(failures - 2, 20), LONGEST_PAUSE_MS)

const pidsOf = (members: Iterable<Member>): number[] => [...members].map(({ pid }) => pid)
