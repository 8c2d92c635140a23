// One process that serves HTTP, as the primary process sees it: from its start, which may fail, to its end.
import cluster, { type Worker } from 'node:cluster'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { FromProcess, ToProcess } from './messages.ts'

const START_MS = 30_000
const LAST_WORDS_MS = 1_000

export type Member = {
  id: number
  pid: number
  startedMs: number
  /** What ended it: a status, or the name of a signal. */
  ended: Promise<number | string>
  tell(message: ToProcess): void
  /** Waits for its end so long, and then kills it. */
  endWithin(ms: number): Promise<void>
}

export type Starting = {
  member: Member
  /** The address where it listens; throws what kept it from that. */
  ready: Promise<string>
}

export function startMember(
  first: Extract<ToProcess, { tell: 'serve' }>,
  hear: (member: Member, message: FromProcess) => void,
): Starting {
  // All accept from one socket. Whoever is free takes the next connection, with no process between, and what a
  // process that is killed has not accepted is there for the others; a primary that hands connections out would
  // hold on to the one it was handing over.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(import.meta.dirname, './http-process.ts'), args: [] })
  // What the command has compiled need not be compiled once more.
  const compiled = module.getCompileCacheDir()
  const worker = cluster.fork(
    compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
  )
  const member: Member = {
    id: worker.id,
    pid: worker.process.pid ?? 0,
    startedMs: monotonicMs(),
    // Not before its last words are read, which may come after its exit.
    ended: worker.process.pid === undefined ? Promise.resolve('no start') : endOf(worker),
    // To one that has just ended nothing needs to be said.
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
  // Of a channel that broke while something was on its way Node may never say that it closed.
  await Promise.race([disconnected, sleep(LAST_WORDS_MS, undefined, { ref: false })])
  return by
}

async function untilReady(worker: Worker, member: Member): Promise<string> {
  let failure: Error | undefined
  const timer = setTimeout(() => {
    failure = new Error(`a process did not start within ${START_MS / 1000} seconds`)
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
        reject(failure ?? new Error(`a process ended with ${by} before it listened`)),
      )
    })
  } finally {
    clearTimeout(timer)
  }
}
