// Starts and ends one process that serves HTTP, on behalf of the primary process.
import cluster, { type Worker } from 'node:cluster'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { FromProcess, ToProcess } from './messages.ts'

const START_MS = 30_000
const LAST_MESSAGES_MS = 1_000

export type Member = {
  id: number
  pid: number
  startedMs: number
  /** Resolves with the exit status, or the name of the signal that ended it. */
  ended: Promise<number | string>
  tell(message: ToProcess): void
  /** Waits up to `ms` for the process to exit, then kills it. */
  endWithin(ms: number): Promise<void>
}

export type Starting = {
  member: Member
  /** Resolves with the address where it listens. Rejects when it fails to start. */
  ready: Promise<string>
}

export function startMember(
  first: Extract<ToProcess, { tell: 'serve' }>,
  hear: (member: Member, message: FromProcess) => void,
): Starting {
  // All processes accept from one shared socket, so an idle process takes the next connection. If a process is killed,
  // the others accept its pending connections. With round robin, the primary would lose the connection it is handing
  // out at that moment.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(import.meta.dirname, './http-process.ts'), args: [] })
  // Share the compile cache of this process.
  const compiled = module.getCompileCacheDir()
  const worker = cluster.fork(
    compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
  )
  const member: Member = {
    id: worker.id,
    pid: worker.process.pid ?? 0,
    startedMs: monotonicMs(),
    // Wait for its last messages, which may arrive after the exit.
    ended: worker.process.pid === undefined ? Promise.resolve('no start') : endOf(worker),
    // Ignore errors: the process may have exited just now.
    tell: (message) => void (worker.isConnected() && worker.send(message, () => undefined)),
    async endWithin(ms) {
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), ms)
      await member.ended
      clearTimeout(timer)
    },
  }
  worker.on('message', (message: FromProcess) => hear(member, message))
  const ready = untilReady(worker, member)
  member.tell(first)
  return { member, ready }
}

async function endOf(worker: Worker): Promise<number | string> {
  const disconnected = new Promise<void>((resolve) => worker.once('disconnect', () => resolve()))
  const by = await new Promise<number | string>((resolve) =>
    worker.once('exit', (status, signal) => resolve(signal ?? status)),
  )
  // Wait with a timeout: Node may never report that a channel closed if it broke during a message.
  await Promise.race([disconnected, sleep(LAST_MESSAGES_MS, undefined, { ref: false })])
  return by
}

async function untilReady(worker: Worker, member: Member): Promise<string> {
  let failure: Error | undefined
  const timer = setTimeout(() => {
    failure = new Error(`an HTTP process did not start within ${START_MS / 1000} seconds`)
    worker.process.kill('SIGKILL')
  }, START_MS)
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', (error) => (failure = error))
      worker.on('message', (message: FromProcess) => {
        if (message.tell === 'ready') resolve(message.url)
        if (message.tell === 'failed') {
          const { message: why, code } = message
          failure = Object.assign(new Error(why), code === undefined ? {} : { code })
        }
      })
      void member.ended.then((by) =>
        reject(failure ?? new Error(`an HTTP process ended with ${by} before it listened`)),
      )
    })
  } finally {
    clearTimeout(timer)
  }
}
