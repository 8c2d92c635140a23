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

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { count, log, connection, listenFd } = options
  const running = new Set<Child>()
  const listened = new Set<Child>()
  /** Children that listen and do not drain, oldest first. */
  const serving = new Set<Child>()
  const stopping = new AbortController()
  let { port } = options
  let boundPort = port
  /** Consecutive early exits and failed starts. */
  let failures = 0
  let startingReplacements = 0

  async function startOne(): Promise<string> {
    // Children that request the same port share one socket, even if that port is 0. The socket closes when the last
    // child has exited. Then request the bound port, which callers already know.
    if (running.size === 0) port = boundPort
    const { child, ready } = startChild(
      { kind: 'serve', connection, port, listenFd },
      options.onMessage,
    )
    running.add(child)
    void child.exited.then((reason) => void onExit(child, reason))
    const url = await ready
    boundPort = Number.parseInt(new URL(url).port, 10) || port
    listened.add(child)
    serving.add(child)
    return url
  }

  async function onExit(child: Child, reason: number | string): Promise<void> {
    running.delete(child)
    listened.delete(child)
    options.onExit(child)
    if (!serving.delete(child) || stopping.signal.aborted) return
    failures = monotonicMs() - child.startedMs < STABLE_AFTER_MS ? failures + 1 : 0
    log.error({ pid: child.pid, ended_by: reason }, 'an HTTP process exited: a new one replaces it')
    if (listenFd !== null && running.size === 0) return options.onSocketLost()
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

  async function renewAll(): Promise<void> {
    const old = [...serving]
    for (const child of old) {
      if (stopping.signal.aborted) return
      if (!serving.has(child)) continue
      try {
        await startOne()
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'a new HTTP process could not start: the old ones keep serving')
        return
      }
      await stopSurplus()
    }
    if (!stopping.signal.aborted)
      log.info({ pids: pidsOf(serving) }, 'the HTTP processes were renewed')
  }

  let renewing: Promise<void> | undefined
  let isRenewalQueued = false
  async function renewUntilNoneQueued(): Promise<void> {
    do {
      isRenewalQueued = false
      await renewAll()
    } while (isRenewalQueued && !stopping.signal.aborted)
    renewing = undefined
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.all(
      [...running].map((child) => {
        child.send({ kind: 'stop' })
        const delayMs = listenFd === null ? options.drainDelayMs : 2 * IDLE_MS
        return child.exitWithin(delayMs + DRAIN_MS + CLOSE_MS)
      }),
    )
    await renewing
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
    children: () => [...listened],
    renew() {
      isRenewalQueued = renewing !== undefined
      return (renewing ??= renewUntilNoneQueued())
    },
    stop,
  }
}

// Replace the first failure at once. Then back off exponentially.
const backOffMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(1000 * 2 ** Math.min(failures - 2, 20), MAX_BACK_OFF_MS)

const pidsOf = (children: Iterable<Child>): number[] => [...children].map(({ pid }) => pid)
