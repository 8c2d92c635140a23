// Servers opened by processes that a test can kill. Each test has its own folder.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'

type Said = { host: string; port: number; user: string; started: boolean; refused: string }
type Child = { process: ChildProcess; said: Said }
type Role = 'owner' | 'guest' | 'throwaway' | 'forgotten'
type Options = {
  uid?: number
  prefix?: string[]
  env?: NodeJS.ProcessEnv
  /** Path at which the process sees the checkout, if it differs from the real one. */
  checkoutAt?: string
}

const checkout = join(import.meta.dirname, '../../..')
const script = join(import.meta.dirname, './child.ts')
export const isRoot = process.getuid?.() === 0

// Root as in Docker: no namespaces, and few capabilities beyond files and users.
export const asInDocker = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind /bin/false "$(command -v unshare)" ' +
    '&& exec setpriv --bounding-set=-all,+chown,+dac_override,+fowner,+kill,+setgid,+setpcap,+setuid -- "$@"',
  'sh',
]

// Mounts the checkout at another path in the process's namespace, for users who may not enter its real path.
const withCheckoutAt = (path: string): string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind "$1" "$2" && shift 2 && exec "$@"',
  'sh',
  checkout,
  path,
]
const asUser = (uid: number): string[] =>
  `setpriv --reuid=${uid} --regid=${uid} --clear-groups --`.split(' ')

const isCheckoutOpen = isOpen(checkout)
export const canMount = isRoot && canRun(['unshare', '--mount', 'mount', '--bind', '/', '/mnt'])
export const canBecomeOthers = isRoot && (isCheckoutOpen || canMount)

/** Folders of the running test. Sockets have their own, so that a leftover is noticed. */
export const here = { root: '', dataDir: '', sockets: '' }
let children: ChildProcess[]
/** A data folder that was used before, for tests that are not about a first start. */
let used: string

beforeAll(async () => {
  makeRoot()
  await stop(await open('owner'))
  used = here.dataDir
  return () => rmSync(dirname(used), { recursive: true })
})

beforeEach(makeRoot)

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const pid of serverProcesses()) kill(pid, 'SIGKILL')
  await eventually(() => serverProcesses().length === 0)
  rmSync(here.root, { recursive: true, force: true })
})

function makeRoot(): void {
  here.root = realpathSync(
    mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'emb-')),
  )
  chmodSync(here.root, 0o755)
  here.dataDir = join(here.root, 'data')
  here.sockets = join(here.root, 'tmp')
  mkdirSync(here.sockets)
  chmodSync(here.sockets, 0o1777)
  children = []
}

export const useUsed = () => execFileSync('cp', ['-a', used, here.dataDir])

export function canRun([command = '', ...args]: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether every user may enter the folder and all folders above it. */
function isOpen(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === '/' || isOpen(dirname(path)))
}

export function launch(
  role: Role,
  { uid, prefix = [], env = {}, checkoutAt }: Options = {},
): ChildProcess {
  const place = checkoutAt ?? (uid === undefined || isCheckoutOpen ? checkout : makeOpenPlace())
  const [command = '', ...args] = [
    ...(place === checkout ? [] : withCheckoutAt(place)),
    ...(uid === undefined ? prefix : asUser(uid)),
    ...[process.execPath, script].map((path) => inPlace(path, place)),
    role,
    here.dataDir,
  ]
  const child = spawn(command, args, {
    // Give it its own process group, as a terminal does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, TMPDIR: here.sockets, ...env },
  })
  children.push(child)
  return child
}

function makeOpenPlace(): string {
  const place = join(here.root, 'checkout')
  mkdirSync(place, { recursive: true })
  return place
}

const inPlace = (path: string, place: string): string =>
  path.startsWith(`${checkout}/`) ? join(place, relative(checkout, path)) : path

export async function open(role: Role, options?: Options): Promise<Child> {
  const child = await attempt(role, options)
  if (child.said.refused) throw new Error(child.said.refused)
  return child
}

/** The message of a refused start. */
export async function refusal(role: Role, options?: Options): Promise<string> {
  const { said } = await attempt(role, options)
  return said.refused
}

export async function attempt(role: Role, options?: Options): Promise<Child> {
  const child = launch(role, options)
  let complaints = ''
  child.stderr?.on('data', (text) => (complaints += text))
  if (child.stdout !== null) {
    for await (const line of createInterface(child.stdout)) {
      const said: Said = JSON.parse(line)
      return { process: child, said }
    }
  }
  throw new Error(`the child printed nothing; stderr: ${complaints}`)
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

export async function stop(child: Child): Promise<void> {
  await end(child.process, 'SIGTERM')
  expect(child.process.exitCode).toBe(0)
}

export async function query({ said }: Child, sql: string): Promise<unknown[]> {
  const { host, port, user } = said
  const client = new pg.Client({ host, port, user, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

export const keep = async (child: Child, word: string) => {
  await query(child, 'create table if not exists kept (word text)')
  await query(child, `insert into kept values ('${word}')`)
}

export const kept = (child: Child) => query(child, 'select word from kept order by word')

export const postmaster = () =>
  Number.parseInt(readFileSync(join(here.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

export const userOf = (pid: number) =>
  Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Every PostgreSQL process that runs below this test's folder. */
export function serverProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .filter((pid) => {
      try {
        if (!/\/(postgres|initdb)$/.test(readlinkSync(`/proc/${pid}/exe`))) return false
        const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return (
          commandLine.includes(here.root) || readlinkSync(`/proc/${pid}/cwd`).startsWith(here.root)
        )
      } catch {
        return false
      }
    })
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited already.
  }
}

// A server process may exit between listing and reading.
export function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    )
  } catch {
    return []
  }
}

export async function eventually(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 10, message: isSo.toString() }).toBe(true)
}
