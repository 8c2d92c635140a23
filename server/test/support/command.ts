// Real `corridor` processes and other programs, started as from a terminal with their own environment. The live demo
// uses them too.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'

export const root = join(import.meta.dirname, '../../..')
/** Compiled code that processes of tests share, as the environment names it. Without it each compiles its TypeScript. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'corridor-compiled') }
const binaries = join(root, 'node_modules/.bin')
// Databases of tests are copies of one, so that they share what a data folder keeps for a database. Two tests must
// therefore not use the same folder, nor that of the checkout.
const ownDataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
process.on('exit', () => rmSync(ownDataDir, { recursive: true, force: true }))

export type Env = Record<string, string>
/** `said` is all its output, stdout and stderr. */
export type Ended = { status: number | null; stdout: string; stderr: string; said: string }
export type Running = {
  pid: number
  /** Its standard output so far. */
  stdout(): string
  ended: Promise<Ended>
  stop(): Promise<Ended>
  /** Ends it with SIGKILL, unless it has ended. */
  kill(): Promise<Ended>
}

const running = new Set<ChildProcess>()

/** Runs a program until it exits. */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: Env = {},
  cwd = root,
): Promise<Ended> => launch(program, args, env, cwd).ended

/** Runs a corridor command until it exits. Without `CORRIDOR_DATA_DIR`, the test file has a data folder of its own. */
export const run = (args: readonly string[], env: Env = {}): Promise<Ended> =>
  runProgram(join(binaries, 'corridor'), args, {
    CORRIDOR_DATA_DIR: ownDataDir,
    // Not where a developer of this machine may be signed in.
    CORRIDOR_CONFIG_DIR: ownDataDir,
    ...env,
  })

/** Starts a program and waits until its output matches `ready`. If it exits first, the error has its output. */
export async function startProgram(
  program: string,
  args: readonly string[],
  env: Env,
  ready: RegExp,
): Promise<Running> {
  const { child, ended, stdout } = launch(program, args, env, root)
  await Promise.race([
    new Promise<void>((resolve) => {
      const resolveIfReady = () => void (ready.test(stdout()) && resolve())
      child.stdout?.on('data', resolveIfReady)
      resolveIfReady()
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
    kill() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** Starts a service. For a sandbox it waits for the complete greeting. The data folder is as in `run`. */
export const start = (args: readonly string[], env: Env): Promise<Running> =>
  startProgram(
    join(binaries, 'corridor'),
    args,
    { CORRIDOR_DATA_DIR: ownDataDir, ...env },
    isSandboxService(args, env) ? greeting : /"msg":"(ready|working)"/,
  )

/** The end of a sandbox's greeting: at the first start the lines to paste, later the header only. */
export const greeting = /corridor demo\n\n(?! {2}This)|\/orders\/\$ORDER -H .*\n/

const isSandboxService = (args: readonly string[], env: Env) =>
  args[0] === 'serve' && env['CORRIDOR_ENVIRONMENT'] !== 'live'

/** Stops every process that still runs. Kills one that does not end. */
export async function stopAll(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await gone
      clearTimeout(timer)
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

/** Address of a service that has no sandbox.json. */
export function urlOf(service: Running): string {
  // Either of two lines: with a full pipe the log arrives late and out of order.
  const url = /"url":"(http:[^"]+)"|listening at (http:[^"]+)"/
    .exec(service.stdout())
    ?.slice(1)
    .find((found) => found !== undefined)
  if (url === undefined) throw new Error(`no address in ${service.stdout()}`)
  return url
}

type Answer<Data> = { status: number; code: string | undefined; data: Data }

/** Calls the public API of a service in another process. */
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
