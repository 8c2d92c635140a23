// Real processes of `corridor`, as a person at a terminal starts them, with an environment of their own.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxFile } from '../../src/sandbox/prepare.ts'

export const root = join(import.meta.dirname, '../../..')
const binaries = join(root, 'node_modules/.bin')

export type Env = Record<string, string>
/** `said` is all it wrote, in one string. */
export type Ended = { status: number | null; stdout: string; stderr: string; said: string }
export type Running = {
  pid: number
  /** What it wrote to standard output so far. */
  stdout(): string
  ended: Promise<Ended>
  stop(): Promise<Ended>
}

const running = new Set<ChildProcess>()

/** Runs a program to its end. */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: Env = {},
  cwd = root,
): Promise<Ended> => launch(program, args, env, cwd).ended

/** Runs a command of corridor to its end. */
export const run = (args: readonly string[], env: Env = {}): Promise<Ended> =>
  runProgram(join(binaries, 'corridor'), args, env)

/** Starts a program and waits until its output has `ready`; what it wrote is the error when it ends before. */
export async function startProgram(
  program: string,
  args: readonly string[],
  env: Env,
  ready: RegExp,
): Promise<Running> {
  const { child, ended, stdout } = launch(program, args, env, root)
  await Promise.race([
    new Promise<void>((resolve) => {
      const look = () => void (ready.test(stdout()) && resolve())
      child.stdout?.on('data', look)
      look()
    }),
    ended.then(({ status, said }) => {
      throw new Error(`${args.join(' ')} ended with ${status}: ${said}`)
    }),
  ])
  return {
    pid: child.pid ?? 0,
    stdout,
    ended,
    stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts a service; of a sandbox it waits for the whole greeting. */
export const start = (args: readonly string[], env: Env): Promise<Running> =>
  startProgram(
    join(binaries, 'corridor'),
    args,
    env,
    isSandboxService(args, env) ? greeting : /"msg":"(ready|working)"/,
  )

/** The end of what a sandbox says when it is up: at its first start the lines to paste, later the head only. */
export const greeting = /corridor demo\n\n(?! {2}This)|\/orders\/\$ORDER -H .*\n/

const isSandboxService = (args: readonly string[], env: Env) =>
  args[0] === 'serve' && env['CORRIDOR_ENVIRONMENT'] !== 'live'

/** Ends what a failed test left running. */
export async function stopAll(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const gone = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      return gone
    }),
  )
}

function launch(program: string, args: readonly string[], env: Env, cwd: string) {
  const { HOME = '/', PATH = '', TMPDIR } = process.env
  const child = spawn(program, args, {
    cwd,
    env: { HOME, PATH: `${binaries}:${PATH}`, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => {
      running.delete(child)
      resolve({ status, stdout, stderr, said: stdout + stderr })
    })
  })
  return { child, ended, stdout: () => stdout }
}

export const readSandbox = (dataDir: string): SandboxFile => {
  const file: SandboxFile = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8'))
  return file
}

/** Where a service without a sandbox.json listens. */
export function urlOf(service: Running): string {
  // Either of two lines: when a pipe is full, the log comes late and in another order than the rest.
  const url = /"url":"(http:[^"]+)"|listening at (http:[^"]+)"/
    .exec(service.stdout())
    ?.slice(1)
    .find((found) => found !== undefined)
  if (url === undefined) throw new Error(`no address in ${service.stdout()}`)
  return url
}

export type Answer<Data> = { status: number; code: string | undefined; data: Data }

/** Calls of the public API of a service in another process. */
export function caller(baseUrl: string, key: string) {
  return async <Data = unknown>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer<Data>> => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: { data: Data; code?: string } = JSON.parse(await response.text())
    return { status: response.status, code: answer.code, data: answer.data }
  }
}
