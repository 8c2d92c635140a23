// Starts and stops one child of the primary process. A child serves HTTP.
import cluster, { type Worker } from 'node:cluster'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../platform/clock.ts'
import type { MessageToChild, MessageToPrimary } from './messages.ts'

const START_TIMEOUT_MS = 30_000
const DISCONNECT_TIMEOUT_MS = 1_000

export type Child = {
  id: number
  pid: number
  startedMs: number
  /** Resolves with the exit status, or with the name of the signal that killed it. */
  exited: Promise<number | string>
  send(message: MessageToChild): void
  /** Waits up to `ms` for the process to exit, then kills it. */
  exitWithin(ms: number): Promise<void>
}

type StartedChild = {
  child: Child
  /** Resolves with the address where the child listens. Rejects when it fails to start. */
  ready: Promise<string>
}

export function startChild(
  first: Extract<MessageToChild, { kind: 'serve' }>,
  onMessage: (child: Child, message: MessageToPrimary) => void,
): StartedChild {
  // All children accept connections from one shared socket, so an idle child takes the next one. If a child is killed,
  // the others accept the pending connections. With round robin instead, the connection being handed to that child
  // would be lost.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(import.meta.dirname, './http-process.ts'), args: [] })
  // Share the compile cache of this process.
  const cacheDir = module.getCompileCacheDir()
  const worker = cluster.fork(
    cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheDir) },
  )
  const child: Child = {
    id: worker.id,
    pid: worker.process.pid ?? 0,
    startedMs: monotonicMs(),
    exited: worker.process.pid === undefined ? Promise.resolve('no start') : untilExit(worker),
    // Ignore errors: the child may have exited just now.
    send: (message) => void (worker.isConnected() && worker.send(message, () => undefined)),
    async exitWithin(ms) {
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), ms)
      await child.exited
      clearTimeout(timer)
    },
  }
  worker.on('message', (message: MessageToPrimary) => onMessage(child, message))
  const ready = untilReady(worker, child)
  child.send(first)
  return { child, ready }
}

async function untilExit(worker: Worker): Promise<number | string> {
  const disconnected = new Promise<void>((resolve) => worker.once('disconnect', () => resolve()))
  const reason = await new Promise<number | string>((resolve) =>
    worker.once('exit', (status, signal) => resolve(signal ?? status)),
  )
  // The last messages may arrive after the exit. Wait with a timeout: if the channel broke during a message, Node may
  // never report that it closed.
  await Promise.race([disconnected, sleep(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
  return reason
}

async function untilReady(worker: Worker, child: Child): Promise<string> {
  let failure: Error | undefined
  const timer = setTimeout(() => {
    failure = new Error(`an HTTP process did not start within ${START_TIMEOUT_MS / 1000} seconds`)
    worker.process.kill('SIGKILL')
  }, START_TIMEOUT_MS)
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', (error) => (failure = error))
      worker.on('message', (message: MessageToPrimary) => {
        if (message.kind === 'ready') resolve(message.url)
        if (message.kind === 'failed') {
          const { message: reason, code } = message
          failure = Object.assign(new Error(reason), code === undefined ? {} : { code })
        }
      })
      void child.exited.then((reason) =>
        reject(failure ?? new Error(`an HTTP process exited with ${reason} before it listened`)),
      )
    })
  } finally {
    clearTimeout(timer)
  }
}
