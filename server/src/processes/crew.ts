// Keeps a number of processes serving HTTP: starts them, replaces those that exit, renews them one by one and stops
// them. The caller handles their messages.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { monotonicMs } from '../clock.ts'
import type { Connection } from '../db/pool.ts'
import { DRAIN_MS, IDLE_MS } from '../http/drain.ts'
import { startMember, type Member } from './member.ts'
import type { FromProcess } from './messages.ts'

/** A process that exits sooner counts as a failed start, since it may exit again and again. */
const STEADY_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
/** Time to store the use of keys and close database connections, after the last answer. */
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
  /** Resolves with the address where all processes listen. Rejects when one fails to start. */
  start(): Promise<string>
  /** Processes that listen, draining ones included. */
  members(): readonly Member[]
  /** Replaces each process: the new one listens before the old one drains. A call during a renewal starts another one. */
  renew(): Promise<void>
  stop(): Promise<void>
}

export function createCrew(options: CrewOptions): Crew {
  const { count, log, connection } = options
  const all = new Set<Member>()
  const listened = new Set<Member>()
  /** Processes that listen and do not drain, oldest first. */
  const serving = new Set<Member>()
  const stopping = new AbortController()
  let { port } = options
  let boundPort = port
  /** Early exits and failed starts in a row. */
  let failures = 0
  let replacing = 0

  async function startOne(): Promise<string> {
    // Processes share the socket by the requested port, which may be 0. Without a process the socket is closed, so
    // request the port that callers already know.
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
    log.error({ pid: member.pid, ended_by: by }, 'an HTTP process exited: a new one replaces it')
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
        log.error({ err: error }, 'an HTTP process could not start: retrying')
      }
    }
    replacing -= 1
    await trim()
  }

  // A process that exits during its renewal gets two successors. Stop the oldest surplus processes.
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
          log.error({ err: error }, 'a new HTTP process could not start: the old ones keep serving')
        return
      }
      await trim()
    }
    if (!stopping.signal.aborted)
      log.info({ pids: pidsOf(serving) }, 'the HTTP processes were renewed')
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
        // Start the first process alone, to find out once whether the port is free.
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

// Replace the first failure at once. Then back off exponentially.
const pauseMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(1000 * 2 ** Math.min(failures - 2, 20), LONGEST_PAUSE_MS)

const pidsOf = (members: Iterable<Member>): number[] => [...members].map(({ pid }) => pid)
