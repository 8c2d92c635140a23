// The embedded database when processes and folders fail: real servers, real kill -9.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  attempt,
  end,
  eventually,
  here,
  keep,
  kept,
  launch,
  open,
  postmaster,
  query,
  readOrNothing,
  refusal,
  serverProcesses,
  socketsOf,
  stop,
  useUsed,
} from './support/servers.ts'

test('the first start creates a database, and the next start finds its committed rows', async () => {
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
  expect(readdirSync(here.sockets)).toHaveLength(1)
  await stop(owner)
  expect(serverProcesses()).toEqual([])
  expect(readdirSync(here.sockets)).toEqual([])
  expect(existsSync(join(here.dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test("only the service's user can reach the database: no TCP port, a private socket folder, no secrets in its environment", async () => {
  useUsed()
  const owner = await open('owner', { env: { SOME_SECRET: 'hunter2', PGOPTIONS: '-c jit=on' } })
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

test('a first start killed at any moment does not block the next start', async () => {
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
  // Unfinished folders of a killed initdb may remain. The next first start removes them.
  const left = readdirSync(here.dataDir).filter((name) => !name.startsWith('postgres.unfinished-'))
  expect(left.toSorted()).toEqual(['locks', 'postgres', 'postgres.log'])
})

test("a second owner is refused with the first owner's process, and does not disturb it", async () => {
  useUsed()
  const first = await open('owner')
  const refused = await refusal('owner')
  expect(refused).toContain(`process ${first.process.pid} on `)
  expect(refused).toContain(here.dataDir)
  expect(refused).toContain('another data folder')
  await keep(first, 'still there')
  expect(await kept(first)).toEqual(['still there'])
})

test('one of four concurrent owners gets a new folder', async () => {
  const four = await Promise.all([1, 2, 3, 4].map(() => attempt('owner')))
  expect(four.filter(({ said }) => said.started)).toHaveLength(1)
  expect(four.filter(({ said }) => said.refused)).toHaveLength(3)
})

test('after kill -9 of the owner the next owner takes over its server with all committed rows', async () => {
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

test('after kill -9 of the owner a server without its socket is restarted', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  await end(killed.process, 'SIGKILL')
  rmSync(killed.said.host, { recursive: true })

  const next = await open('owner')
  expect(next.said.started).toBe(true)
  expect(await kept(next)).toEqual(['committed'])
})

test('after kill -9 of the server and all processes around it the next start recovers', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  process.kill(-postmaster(), 'SIGKILL')
  await end(killed.process, 'SIGKILL')

  const next = await open('owner')
  expect(next.said.started).toBe(true)
  expect(await kept(next)).toEqual(['committed'])
  await stop(next)
  expect(readdirSync(here.sockets)).toEqual([])
})

test('a server whose postmaster alone was killed is restarted at once', async () => {
  useUsed()
  const killed = await open('owner')
  await keep(killed, 'committed')
  process.kill(postmaster(), 'SIGKILL')
  await end(killed.process, 'SIGKILL')
  const next = await open('owner')
  expect(await kept(next)).toEqual(['committed'])
})

test('a pid file that names a foreign process does not block the start', async () => {
  useUsed()
  const first = await open('owner')
  await keep(first, 'committed')
  const file = join(here.dataDir, 'postgres/postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  await stop(first)
  const bystander = spawn('sleep', ['60'])
  onTestFinished(() => void bystander.kill())
  writeFileSync(file, [bystander.pid, ...rest].join('\n'))

  const second = await open('owner')
  expect(await kept(second)).toEqual(['committed'])
  await stop(second)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test("a guest joins the owner's server and leaves it running", async () => {
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

test('an owner that starts beside a guest keeps the server when the guest leaves', async () => {
  useUsed()
  const guest = await open('guest')
  const owner = await open('owner')
  await stop(guest)
  await keep(owner, 'a row')
  expect(await kept(owner)).toEqual(['a row'])
  await stop(owner)
  expect(serverProcesses()).toEqual([])
})

test('Ctrl-C does not reach the server, so a draining service can still write', async () => {
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
  here.dataDir = join(here.root, ...Array.from({ length: 5 }, () => 'a-long-name'.repeat(6)))
  expect(here.dataDir.length).toBeGreaterThan(300)
  const owner = await open('owner')
  await keep(owner, 'a row')
  await stop(owner)
  expect(await kept(await open('owner'))).toEqual(['a row'])
})

test('a broken cluster is refused with the reason, advice, and the lines of its log', async () => {
  useUsed()
  writeFileSync(join(here.dataDir, 'postgres/PG_VERSION'), '9.6\n')
  const refused = await refusal('owner')
  expect(refused).toContain(`PostgreSQL did not start on ${join(here.dataDir, 'postgres')}`)
  expect(refused).toContain('another data folder')
  expect(refused).toMatch(/9\.6[^]*incompatible with server/)
  expect(serverProcesses()).toEqual([])
  expect(readdirSync(here.sockets)).toEqual([])
})

test('an emptied cluster is refused and not replaced by a new database', async () => {
  useUsed()
  rmSync(join(here.dataDir, 'postgres/global'), { recursive: true })
  const refused = await refusal('owner')
  expect(refused).toMatch(/did not start[^]*another data folder[^]*global/)
})

test('a throwaway database leaves nothing behind when it is stopped, forgotten or killed', async () => {
  mkdirSync(here.dataDir)
  const nothingIsLeft = async () => {
    await eventually(() => serverProcesses().length === 0)
    await eventually(() => readdirSync(here.dataDir).length === 0)
    await eventually(() => readdirSync(here.sockets).length === 0)
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
