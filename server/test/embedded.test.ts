// The embedded database against what happens to processes and folders: real servers, real kill -9.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

type Said = { host: string; port: number; user: string; started: boolean; refused: string }
type Child = { process: ChildProcess; said: Said }
type Role = 'owner' | 'guest' | 'throwaway' | 'forgotten'
type Options = {
  uid?: number
  prefix?: string[]
  env?: NodeJS.ProcessEnv
  /** Where the process finds the checkout, if not where it is. */
  checkoutAt?: string
}

const checkout = join(import.meta.dirname, '../..')
const script = join(import.meta.dirname, 'support/embedded-child.ts')
const isRoot = process.getuid?.() === 0

// Root as Docker has it: no namespaces, and few rights beyond files and users.
const asInDocker = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind /bin/false "$(command -v unshare)" ' +
    '&& exec setpriv --bounding-set=-all,+chown,+dac_override,+fowner,+kill,+setgid,+setpcap,+setuid -- "$@"',
  'sh',
]

// The checkout at another path, in a mount namespace of the process: for users who may not enter its own.
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
const canMount = isRoot && canRun(['unshare', '--mount', 'mount', '--bind', '/', '/mnt'])
const canBecomeOthers = isRoot && (isCheckoutOpen || canMount)

let root: string
let dataDir: string
/** Where the sockets of this test are, so that a forgotten one is seen. */
let sockets: string
let children: ChildProcess[]
/** A data folder that was used and left, for the tests that are not about a first start. */
let used: string

beforeAll(async () => {
  makeRoot()
  await stop(await open('owner'))
  used = dataDir
  return () => rmSync(dirname(used), { recursive: true })
})

beforeEach(makeRoot)

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const pid of serverProcesses()) kill(pid, 'SIGKILL')
  await eventually(() => serverProcesses().length === 0)
  rmSync(root, { recursive: true, force: true })
})

function makeRoot(): void {
  root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'emb-')))
  chmodSync(root, 0o755)
  dataDir = join(root, 'data')
  sockets = join(root, 'tmp')
  mkdirSync(sockets)
  chmodSync(sockets, 0o1777)
  children = []
}

const useUsed = () => execFileSync('cp', ['-a', used, dataDir])

test('the first start makes a database, the next one finds what was committed in it', async () => {
  const first = await open('owner')
  expect(first.said.started).toBe(true)
  await keep(first, 'a row')
  await stop(first)
  const second = await open('owner')
  expect(await kept(second)).toEqual(['a row'])
  await stop(second)
})

test('a clean stop leaves no process and no socket', async () => {
  useUsed()
  const owner = await open('owner')
  expect(readdirSync(sockets)).toHaveLength(1)
  await stop(owner)
  expect(serverProcesses()).toEqual([])
  expect(readdirSync(sockets)).toEqual([])
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('only the user of the service reaches it: no TCP port, a closed socket folder, no secrets', async () => {
  useUsed()
  const owner = await open('owner', { env: { CORRIDOR_SECRET: 'hunter2', PGOPTIONS: '-c jit=on' } })
  expect(statSync(owner.said.host).mode & 0o777).toBe(0o700)
  expect(await query(owner, 'show listen_addresses')).toEqual([''])

  const pids = serverProcesses()
  expect(pids.length).toBeGreaterThan(2)
  const tcp = ['tcp', 'tcp6'].map((name) => readOrNothing(`/proc/net/${name}`)).join('\n')
  const inodes = new Set(tcp.split('\n').map((line) => line.trim().split(/\s+/)[9]))
  for (const pid of pids) {
    expect(readOrNothing(`/proc/${pid}/environ`)).not.toContain('hunter2')
    for (const inode of socketsOf(pid)) expect(inodes).not.toContain(inode)
  }
})

test('a first start that is killed at any moment does not stand in the way of the next', async () => {
  for (const afterMs of [150, 300, 500]) {
    const child = launch('owner')
    await sleep(afterMs)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const owner = await open('owner')
  await keep(owner, 'a row')
  await stop(owner)
  const again = await open('owner')
  expect(await kept(again)).toEqual(['a row'])
  await stop(again)
  // What an initdb whose starter was killed goes on writing is removed by the next first start.
  const left = readdirSync(dataDir).filter((name) => !name.startsWith('postgres.unfinished-'))
  expect(left.toSorted()).toEqual(['locks', 'postgres', 'postgres.log'])
})

test('a second owner is told who the first is, and does not disturb it', async () => {
  useUsed()
  const first = await open('owner')
  const refused = await refusal('owner')
  expect(refused).toContain(`process ${first.process.pid} on `)
  expect(refused).toContain(dataDir)
  expect(refused).toContain('CORRIDOR_DATA_DIR')
  await keep(first, 'still there')
  expect(await kept(first)).toEqual(['still there'])
})

test('of four owners that start at once on a new folder one gets it', async () => {
  const four = await Promise.all([1, 2, 3, 4].map(() => attempt('owner')))
  expect(four.filter(({ said }) => said.started)).toHaveLength(1)
  expect(four.filter(({ said }) => said.refused)).toHaveLength(3)
})

test('after kill -9 of the owner the next one takes over its server, with all that was committed', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  const server = postmaster()
  await end(killed.process, 'SIGKILL')

  const next = await open('owner')
  expect(next.said.started).toBe(false)
  expect(postmaster()).toBe(server)
  expect(await kept(next)).toEqual(['committed'])
  await stop(next)
  expect(serverProcesses()).toEqual([])
})

test('after kill -9 of the owner a server whose socket was deleted is started again', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  await end(killed.process, 'SIGKILL')
  rmSync(killed.said.host, { recursive: true })

  const next = await open('owner')
  expect(next.said.started).toBe(true)
  expect(await kept(next)).toEqual(['committed'])
})

test('after kill -9 of the server and everything around it the next start recovers', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  process.kill(-postmaster(), 'SIGKILL')
  await end(killed.process, 'SIGKILL')

  const next = await open('owner')
  expect(next.said.started).toBe(true)
  expect(await kept(next)).toEqual(['committed'])
  await stop(next)
  expect(readdirSync(sockets)).toEqual([])
})

test('a server of which only the first process was killed is started again at once', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  process.kill(postmaster(), 'SIGKILL')
  await end(killed.process, 'SIGKILL')
  const next = await open('owner')
  expect(await kept(next)).toEqual(['committed'])
})

test('a pid file that names a process of somebody else does not block the start', async () => {
  useUsed()
  const first = await open('owner')
  await keep(first, 'committed')
  const file = join(dataDir, 'postgres/postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  await stop(first)
  const bystander = spawn('sleep', ['60'])
  children.push(bystander)
  writeFileSync(file, [bystander.pid, ...rest].join('\n'))

  const second = await open('owner')
  expect(await kept(second)).toEqual(['committed'])
  await stop(second)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a guest joins the server of the owner, and leaves it running', async () => {
  useUsed()
  const owner = await open('owner')
  await keep(owner, 'a row')
  const guest = await open('guest')
  expect(guest.said).toMatchObject({ host: owner.said.host, started: false })
  expect(await kept(guest)).toEqual(['a row'])
  await stop(guest)
  expect(await kept(owner)).toEqual(['a row'])
})

test('without an owner a guest starts the server, and the last guest stops it', async () => {
  useUsed()
  const first = await open('guest')
  const second = await open('guest')
  expect([first.said.started, second.said.started]).toEqual([true, false])
  await stop(first)
  await keep(second, 'a row')
  await stop(second)
  expect(serverProcesses()).toEqual([])
})

test('an owner that comes while a guest is there keeps its server when the guest leaves', async () => {
  useUsed()
  const guest = await open('guest')
  const owner = await open('owner')
  await stop(guest)
  await keep(owner, 'a row')
  expect(await kept(owner)).toEqual(['a row'])
  await stop(owner)
  expect(serverProcesses()).toEqual([])
})

test('Ctrl-C reaches the service alone: it still writes while it drains', async () => {
  useUsed()
  const owner = await open('owner')
  await keep(owner, 'before')
  const { pid = 0 } = owner.process
  process.kill(-pid, 'SIGINT')
  const [code] = await once(owner.process, 'exit')
  expect(code).toBe(0)
  expect(serverProcesses()).toEqual([])
  expect(await kept(await open('owner'))).toEqual(['before', 'written while draining'])
})

test('a data folder with a very long path works', async () => {
  dataDir = join(root, ...Array.from({ length: 5 }, () => 'a-long-name'.repeat(6)))
  expect(dataDir.length).toBeGreaterThan(300)
  const owner = await open('owner')
  await keep(owner, 'a row')
  await stop(owner)
  expect(await kept(await open('owner'))).toEqual(['a row'])
})

test('a broken cluster is refused with the reason, advice, and what the log says', async () => {
  useUsed()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '9.6\n')
  const refused = await refusal('owner')
  expect(refused).toContain(`PostgreSQL did not start on ${join(dataDir, 'postgres')}`)
  expect(refused).toContain('CORRIDOR_DATA_DIR')
  expect(refused).toMatch(/9\.6[^]*incompatible with server/)
  expect(serverProcesses()).toEqual([])
  expect(readdirSync(sockets)).toEqual([])
})

test('an emptied cluster is refused, not filled with a new database', async () => {
  useUsed()
  rmSync(join(dataDir, 'postgres/global'), { recursive: true })
  const refused = await refusal('owner')
  expect(refused).toMatch(/did not start[^]*CORRIDOR_DATA_DIR[^]*global/)
})

// nobody, and a user without a name, as `docker run --user 12345` makes him.
test.skipIf(!canBecomeOthers).for([65534, 12345])('user %i runs it as himself', async (uid) => {
  mkdirSync(dataDir)
  chownSync(dataDir, uid, uid)
  const owner = await open('owner', { uid })
  await keep(owner, 'a row')
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid)
  expect(userOf(postmaster())).toBe(uid)
  await stop(owner)

  // The same folder under sudo, and back.
  for (const role of ['guest', 'owner'] as const) {
    const asRoot = await open(role)
    expect(userOf(postmaster())).toBe(uid)
    expect(await kept(asRoot)).toEqual(['a row'])
    await stop(asRoot)
  }
  for (const role of ['guest', 'owner'] as const) {
    const back = await open(role, { uid })
    expect(await kept(back)).toEqual(['a row'])
    await stop(back)
  }
})

test.skipIf(!canBecomeOthers)(
  'a data folder that is not writable is refused with advice',
  async () => {
    mkdirSync(dataDir, { mode: 0o755 })
    const refused = await refusal('owner', { uid: 12345 })
    expect(refused).toContain(`The data folder ${dataDir} cannot be used`)
    expect(refused).toContain('permission denied')
    expect(refused).toContain('CORRIDOR_DATA_DIR')
  },
)

test.skipIf(!canBecomeOthers)("another user's cluster is refused with both names", async () => {
  useUsed()
  chmodSync(dataDir, 0o777)
  const refused = await refusal('owner', { uid: 12345 })
  expect(refused).toMatch(/belongs to user 0, and this is .*12345/)
})

test.skipIf(!isRoot || !canRun([...asInDocker, 'true']))(
  'root without user namespaces runs it as nobody, also below a closed folder',
  async () => {
    const prefix = asInDocker
    // Made in a user namespace, now without one.
    useUsed()
    const after = await open('owner', { prefix })
    expect(userOf(postmaster())).toBe(65534)
    await keep(after, 'a row')
    await stop(after)

    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    dataDir = join(closed, 'data')
    const owner = await open('owner', { prefix })
    await keep(owner, 'a row')
    await stop(owner)
    expect(await kept(await open('owner', { prefix }))).toEqual(['a row'])
  },
)

test.skipIf(!canMount || !canRun([...asInDocker, 'true']))(
  'root without user namespaces runs it as nobody from a checkout that others cannot enter',
  async () => {
    const closed = join(root, 'closed')
    const checkoutAt = join(closed, 'checkout')
    mkdirSync(checkoutAt, { recursive: true })
    chmodSync(closed, 0o700)
    const owner = await open('owner', { prefix: asInDocker, checkoutAt })
    expect(userOf(postmaster())).toBe(65534)
    await keep(owner, 'a row')
    await stop(owner)
    // The same database in a user namespace again.
    expect(await kept(await open('owner', { checkoutAt }))).toEqual(['a row'])
  },
)

test('other users cannot look into the folder of locks, nor into one from before', async () => {
  useUsed()
  chmodSync(join(dataDir, 'locks'), 0o755)
  const owner = await open('owner')
  expect(statSync(join(dataDir, 'locks')).mode & 0o777).toBe(0o700)
  await stop(owner)
  rmSync(dataDir, { recursive: true })
  await stop(await open('owner'))
  expect(statSync(join(dataDir, 'locks')).mode & 0o777).toBe(0o700)
})

test('a throwaway database leaves nothing behind, whether it is stopped, forgotten or killed', async () => {
  mkdirSync(dataDir)
  const nothingIsLeft = async () => {
    await eventually(() => serverProcesses().length === 0)
    await eventually(() => readdirSync(dataDir).length === 0)
    await eventually(() => readdirSync(sockets).length === 0)
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = await open('throwaway')
    expect(await query(child, 'select 1')).toEqual([1])
    await end(child.process, signal)
    await nothingIsLeft()
  }
  const forgotten = await open('forgotten')
  await eventually(() => forgotten.process.exitCode === 0)
  await nothingIsLeft()
})

function canRun([command = '', ...args]: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether any user may pass through the folder and all above it. */
function isOpen(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === '/' || isOpen(dirname(path)))
}

function launch(
  role: Role,
  { uid, prefix = [], env = {}, checkoutAt }: Options = {},
): ChildProcess {
  const place = checkoutAt ?? (uid === undefined || isCheckoutOpen ? checkout : makeOpenPlace())
  const [command = '', ...args] = [
    ...(place === checkout ? [] : withCheckoutAt(place)),
    ...(uid === undefined ? prefix : asUser(uid)),
    ...[process.execPath, script].map((path) => inPlace(path, place)),
    role,
    dataDir,
  ]
  const child = spawn(command, args, {
    // A process group of its own, as a terminal gives to what it runs.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, TMPDIR: sockets, ...env },
  })
  children.push(child)
  return child
}

function makeOpenPlace(): string {
  const place = join(root, 'checkout')
  mkdirSync(place, { recursive: true })
  return place
}

const inPlace = (path: string, place: string): string =>
  path.startsWith(`${checkout}/`) ? join(place, relative(checkout, path)) : path

async function open(role: Role, options?: Options): Promise<Child> {
  const child = await attempt(role, options)
  if (child.said.refused) throw new Error(child.said.refused)
  return child
}

/** The message with which it does not start. */
async function refusal(role: Role, options?: Options): Promise<string> {
  const { said } = await attempt(role, options)
  return said.refused
}

async function attempt(role: Role, options?: Options): Promise<Child> {
  const child = launch(role, options)
  let complaints = ''
  child.stderr?.on('data', (text) => (complaints += text))
  if (child.stdout !== null) {
    for await (const line of createInterface(child.stdout)) {
      const said: Said = JSON.parse(line)
      return { process: child, said }
    }
  }
  throw new Error(`The child said nothing: ${complaints}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

async function stop(child: Child): Promise<void> {
  await end(child.process, 'SIGTERM')
  expect(child.process.exitCode).toBe(0)
}

async function query({ said }: Child, sql: string): Promise<unknown[]> {
  const { host, port, user } = said
  const client = new pg.Client({ host, port, user, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

const keep = async (child: Child, word: string) => {
  await query(child, 'create table if not exists kept (word text)')
  await query(child, `insert into kept values ('${word}')`)
}

const kept = (child: Child) => query(child, 'select word from kept order by word')

const postmaster = () =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

const userOf = (pid: number) =>
  Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Every process of PostgreSQL that works below this test's folder. */
function serverProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .filter((pid) => {
      try {
        if (!/\/(postgres|initdb)$/.test(readlinkSync(`/proc/${pid}/exe`))) return false
        const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return commandLine.includes(root) || readlinkSync(`/proc/${pid}/cwd`).startsWith(root)
      } catch {
        return false
      }
    })
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

// A server process may end between being listed and being read.
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    )
  } catch {
    return []
  }
}

async function eventually(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 10, message: isSo.toString() }).toBe(true)
}
