// Keeps a fixed number of child processes serving HTTP. It starts and stops them, replaces those that exit, and renews
// them one by one. The caller handles their messages.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { monotonicMs } from '../../platform/clock.ts'
import type { Connection } from '../../platform/db/pool.ts'
import { DRAIN_MS, IDLE_MS } from '../../platform/http/drain.ts'
import { startChild, type Child } from './child.ts'
import type { MessageToPrimary } from './messages.ts'

/** An exit sooner than this counts as a failed start, so that a crash loop backs off. */
const STABLE_AFTER_MS = 10_000
const MAX_BACK_OFF_MS = 30_000
/** After its last response, a process writes the last use of keys and closes its database connections. */
const CLOSE_MS = 5_000

type SupervisorOptions = {
  count: number
  port: number
  listenFd: number | null
  drainDelayMs: number
  connection: Connection
  log: Logger
  onMessage(child: Child, message: MessageToPrimary): void
  onExit(child: Child): void
  /** The socket of the service manager was closed with the last child. Only a new process gets it again. */
  onSocketLost(): void
}

type Supervisor = {
  /** Resolves with the address where all processes listen. Rejects when one fails to start. */
  start(): Promise<string>
  /** Children that have listened and still run, draining ones included. */
  children(): readonly Child[]
  /** Replaces each child: the new one listens before the old one drains. A call during a renewal queues one more. */
  renew(): Promise<void>
  stop(): Promise<void>
}

/** The children that run. They listen on one port. */
function openChildren(
  options: SupervisorOptions,
  onExit: (child: Child, reason: number | string) => void,
) {
  const { connection, listenFd } = options
  const running = new Set<Child>()
  const listened = new Set<Child>()
  let { port } = options
  let boundPort = port

  async function start(): Promise<{ child: Child; url: string }> {
    // Children that request the same port share one socket, even if that port is 0. The socket closes when the last
    // child has exited. Then request the bound port, which callers already know.
    if (running.size === 0) port = boundPort
    const { child, ready } = startChild(
      { kind: 'serve', connection, port, listenFd },
      options.onMessage,
    )
    running.add(child)
    void child.exited.then((reason) => {
      running.delete(child)
      listened.delete(child)
      options.onExit(child)
      onExit(child, reason)
    })
    const url = await ready
    boundPort = Number.parseInt(new URL(url).port, 10) || port
    listened.add(child)
    return { child, url }
  }

  return {
    running,
    listened,
    start,
    stop: (withinMs: number) =>
      Promise.all(
        [...running].map((child) => {
          child.send({ kind: 'stop' })
          return child.exitWithin(withinMs)
        }),
      ),
  }
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { count, log, listenFd } = options
  const children = openChildren(options, (child, reason) => void replace(child, reason))
  /** Children that listen and do not drain, oldest first. */
  const serving = new Set<Child>()
  const stopping = new AbortController()
  /** Consecutive early exits and failed starts. */
  let failures = 0
  let startingReplacements = 0

  async function startOne(): Promise<string> {
    const { child, url } = await children.start()
    serving.add(child)
    return url
  }

  async function replace(child: Child, reason: number | string): Promise<void> {
    if (!serving.delete(child) || stopping.signal.aborted) return
    failures = monotonicMs() - child.startedMs < STABLE_AFTER_MS ? failures + 1 : 0
    log.error({ pid: child.pid, ended_by: reason }, 'an HTTP process exited: a new one replaces it')
    if (listenFd !== null && children.running.size === 0) return options.onSocketLost()
    await startReplacement()
  }

  async function startReplacement(): Promise<void> {
    if (serving.size + startingReplacements >= count) return
    startingReplacements += 1
    while (!stopping.signal.aborted) {
      try {
        await sleep(backOffMs(failures), undefined, { signal: stopping.signal })
        await startOne()
        break
      } catch (error) {
        if (stopping.signal.aborted) break
        failures += 1
        log.error({ err: error }, 'an HTTP process could not start: retrying')
      }
    }
    startingReplacements -= 1
    await stopSurplus()
  }

  // There is one child too many after a renewal has started a successor. There can be two: a child that exits during its
  // renewal gets two successors.
  async function stopSurplus(): Promise<void> {
    for (const oldest of serving) {
      if (serving.size <= count || stopping.signal.aborted) return
      serving.delete(oldest)
      oldest.send({ kind: 'hand over' })
      await oldest.exitWithin(IDLE_MS + DRAIN_MS + CLOSE_MS)
    }
  }

  const renewals = oneAtATime(
    () => renewAll(serving, stopping.signal, log, { startOne, stopSurplus }),
    stopping.signal,
  )

  async function stop(): Promise<void> {
    stopping.abort()
    const delayMs = listenFd === null ? options.drainDelayMs : 2 * IDLE_MS
    await children.stop(delayMs + DRAIN_MS + CLOSE_MS)
    await renewals.ended()
  }

  return {
    async start() {
      try {
        // Start one child alone: if the port is taken, only one fails.
        const url = await startOne()
        await Promise.all(Array.from({ length: count - 1 }, startOne))
        return url
      } catch (error) {
        await stop()
        throw error
      }
    },
    children: () => [...children.listened],
    renew: renewals.run,
    stop,
  }
}

async function renewAll(
  serving: ReadonlySet<Child>,
  stopping: AbortSignal,
  log: Logger,
  { startOne, stopSurplus }: { startOne(): Promise<string>; stopSurplus(): Promise<void> },
): Promise<void> {
  const old = [...serving]
  for (const child of old) {
    if (stopping.aborted) return
    if (!serving.has(child)) continue
    try {
      await startOne()
    } catch (error) {
      if (!stopping.aborted)
        log.error({ err: error }, 'a new HTTP process could not start: the old ones keep serving')
      return
    }
    await stopSurplus()
  }
  if (!stopping.aborted) log.info({ pids: pidsOf(serving) }, 'the HTTP processes were renewed')
}

/** A call while `work` runs queues one more run. */
function oneAtATime(work: () => Promise<void>, stopping: AbortSignal) {
  let running: Promise<void> | undefined
  let isQueued = false
  async function untilNoneQueued(): Promise<void> {
    do {
      isQueued = false
      await work()
    } while (isQueued && !stopping.aborted)
    running = undefined
  }
  return {
    ended: () => running,
    run(): Promise<void> {
      isQueued = running !== undefined
      return (running ??= untilNoneQueued())
    },
  }
}

// Replace the first failure at once. Then back off exponentially.
const backOffMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(1000 * 2 ** Math.min(failures - 2, 20), MAX_BACK_OFF_MS)

const pidsOf = (children: Iterable<Child>): number[] => [...children].map(({ pid }) => pid)
