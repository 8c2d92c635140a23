// Bank files over a real OpenSSH server: pinned host keys, names that refuse a second file, lost connections. Skipped
// where OpenSSH cannot run. CORRIDOR_TEST_SSHD names a server in another place.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretOf } from '../../src/platform/config.ts'
import type { Exchange } from '../../src/outside/rails/bank-files/exchange.ts'
import { paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { openBankFiles } from '../../src/outside/rails/bank-files/index.ts'
import { readSettings, type SftpSettings } from '../../src/outside/rails/bank-files/settings.ts'
import { sftpExchange } from '../../src/outside/rails/bank-files/sftp.ts'
import {
  entry,
  KEY,
  payment,
  settings,
  statementOf,
  status,
  world,
  NOBODY,
} from '../support/bank-files.ts'
import { problemsOf } from '../support/rails.ts'

const ID = paymentId(KEY)
const SEPARATION = '/run/sshd'

/** As root, the server needs an empty folder, which its service makes elsewhere. */
function hasSeparation(): boolean {
  if (process.getuid?.() !== 0) return true
  try {
    mkdirSync(SEPARATION, { recursive: true, mode: 0o755 })
    return true
  } catch {
    return false
  }
}

const SSHD = [
  process.env['CORRIDOR_TEST_SSHD'] ?? '',
  '/usr/sbin/sshd',
  '/usr/local/sbin/sshd',
].find((path) => path !== '' && existsSync(path) && hasSeparation())

let root: string
let server: ChildProcess
let port: number
const at = (...parts: string[]) => join(root, ...parts)
const PLACES = ['outbox', 'inbox', 'work']

const key = (name: string) =>
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
const fingerprint = (name: string) =>
  execFileSync('ssh-keygen', ['-lf', at(`${name}.pub`)], { encoding: 'utf8' }).split(' ')[1] ?? ''

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(),
      )
    })
  })

/** Starts the server, or says why it cannot run here. */
async function start(): Promise<void> {
  const home = at('home')
  writeFileSync(
    at('sshd_config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${at('host')}
AuthorizedKeysFile ${at('client.pub')}
PidFile ${at('pid')}
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100
PermitRootLogin prohibit-password
Subsystem sftp internal-sftp -d ${home}
ForceCommand internal-sftp -d ${home}
`,
  )
  // Since 9.8, OpenSSH refuses addresses whose logins failed or broke off. Older versions do not know the option.
  const penalties = ['-f', at('sshd_config'), '-o', 'PerSourcePenalties=no']
  const isKnown = spawnSync(SSHD ?? '', ['-t', ...penalties]).status === 0
  const options = isKnown ? penalties : penalties.slice(0, 2)
  const child = spawn(SSHD ?? '', ['-D', '-e', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('listening')) resolve()
    })
    child.once('exit', () => reject(new Error(`sshd did not start: ${said}`)))
  })
  server = child
}

async function stop(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill()
  await ended
}

const sftp = (more: Partial<SftpSettings> = {}): SftpSettings => ({
  host: '127.0.0.1',
  port,
  username: process.env['USER'] ?? 'root',
  private_key: `file:${at('client')}`,
  host_keys: [fingerprint('host')],
  outbox: 'outbox',
  inbox: 'inbox',
  work: 'work',
  ...more,
})

const railOf = (more: Partial<SftpSettings> = {}) =>
  openBankFiles('bank:test', readSettings(settings({ sftp: sftp(more) })), {
    ...world(),
    secret: secretOf,
  })

describe.skipIf(SSHD === undefined)('over SFTP (skipped where OpenSSH cannot run)', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'corridor-sftp-'))
    for (const name of ['host', 'other', 'client', 'stranger']) key(name)
    port = await freePort()
    await start()
  })
  afterAll(async () => {
    await stop()
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(() => {
    rmSync(at('home'), { recursive: true, force: true })
    for (const place of PLACES) mkdirSync(at('home', place), { recursive: true })
  })

  test('a payout is uploaded once, pending when the bank took it, and settled by the report', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'unknown' })
    expect(await rail.send(payment(), prepared)).toEqual({ state: 'pending' })
    expect(await rail.send(payment(), prepared)).toEqual({ state: 'pending' })
    const [name = ''] = readdirSync(at('home/outbox'))
    expect(readFileSync(at('home/outbox', name), 'utf8')).toContain(
      `<EndToEndId>${ID}</EndToEndId>`,
    )
    rmSync(at('home/outbox', name))
    const other = railOf()
    expect(await other.lookUp(KEY, prepared)).toEqual({ state: 'pending' })
    expect(await other.send(payment(), prepared)).toEqual({ state: 'pending' })
    expect(readdirSync(at('home/outbox'))).toEqual([])
    writeFileSync(at('home/inbox/a.xml'), status(ID, 'ACSC'))
    expect(await other.lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
    await rail.close?.()
    await other.close?.()
  })

  test('a payout is taken back while the server has it, and the bank is asked when it was taken', async () => {
    const rail = railOf()
    const kept = await rail.prepare(payment())
    expect(await rail.cancel?.(KEY, kept)).toEqual({ state: 'cancelled', code: 'taken_back' })
    expect(await rail.send(payment(), kept)).toEqual({ state: 'rejected', code: 'taken_back' })
    expect(readdirSync(at('home/outbox'))).toEqual([])
    const other = payment({ key: `${KEY}1` })
    const prepared = await rail.prepare(other)
    await rail.send(other, prepared)
    const concurrent = [railOf(), railOf(), railOf()]
    await Promise.all(concurrent.map((one) => one.cancel?.(other.key, prepared)))
    expect(readdirSync(at('home/outbox'))).toEqual([`${paymentId(other.key)}.cancel.xml`])
    await Promise.all([rail, ...concurrent].map((one) => one.close?.()))
  })

  test('a work folder that was lost or is an older copy sends nothing of before', async () => {
    const rail = railOf()
    await rail.prepare(payment({ key: `${KEY}1` }))
    cpSync(at('home/work'), at('copy'), { recursive: true })
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    rmSync(at('home/outbox', `${ID}.xml`))
    const advice = 'is not the one that the payment was prepared for, or an older copy of it'
    for (const restore of [
      () => mkdirSync(at('home/work')),
      () => cpSync(at('copy'), at('home/work'), { recursive: true }),
    ]) {
      rmSync(at('home/work'), { recursive: true })
      restore()
      await expect(rail.lookUp(KEY, prepared)).rejects.toThrow(advice)
      await expect(rail.send(payment(), prepared)).rejects.toThrow(advice)
    }
    expect(readdirSync(at('home/outbox'))).toEqual([])
    writeFileSync(at('home/inbox/a.xml'), status(ID, 'ACSC'))
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
    await rail.close?.()
  })

  test('deposits are read, and files of 10 MB are set aside', async () => {
    const rail = railOf()
    writeFileSync(at('home/inbox/a.xml'), statementOf([entry({})]))
    writeFileSync(at('home/inbox/b.xml'), Buffer.alloc(10_000_000, 'x'))
    const { entries } = await rail.poll(null, NOBODY)
    expect(entries).toMatchObject([{ kind: 'deposit', transaction: 'REF1', amountMinor: 100_050n }])
    expect(await problemsOf(rail)).toContain('file "b.xml" cannot be read: more than 4194304 bytes')
    await rail.close?.()
  })

  test('concurrent workers deliver one file', async () => {
    const rails = [railOf(), railOf(), railOf()]
    const prepared = await rails[0]?.prepare(payment())
    await Promise.all(rails.map((rail) => rail.send(payment(), prepared ?? '')))
    expect(readdirSync(at('home/outbox'))).toHaveLength(1)
    expect(readdirSync(at('home/work')).filter((name) => name.endsWith('.part'))).toEqual([])
    await Promise.all(rails.map((rail) => rail.close?.()))
  })

  test('a server with another host key than the pinned one gets nothing, not even the login', async () => {
    const rail = railOf({ host_keys: [fingerprint('other')] })
    const refusal = `the SFTP server 127.0.0.1 shows the host key ${fingerprint('host')}, which is not in host_keys`
    await expect(rail.prepare(payment())).rejects.toThrow(refusal)
    expect(await problemsOf(rail)).toEqual([expect.stringContaining(refusal)])
    const both = railOf({ host_keys: [fingerprint('other'), fingerprint('host')] })
    await both.prepare(payment())
    await both.close?.()
  })

  test('a login that the server refuses throws without the key', async () => {
    const rail = railOf({ private_key: `file:${at('stranger')}` })
    const refusal: unknown = await rail.prepare(payment()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Error)
    expect(String(refusal)).toContain('authentication')
    expect(String(refusal)).not.toContain('PRIVATE KEY')
  })

  test('a lost connection fails its calls, and the next one connects again', async () => {
    const sockets: Socket[] = []
    const wire = createServer((socket) => {
      sockets.push(socket, socket.pipe(connect(port, '127.0.0.1')))
      sockets.at(-1)?.pipe(socket)
      for (const one of sockets.slice(-2)) one.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
    const rail = railOf({ port: addressOf(wire).port })
    const prepared = await rail.prepare(payment())
    // Cut at any moment of the calls.
    for (const turns of [0, 1, 3, 10, 30, 100]) {
      const calls = [
        rail.send(payment(), prepared),
        rail.lookUp(KEY, prepared),
        rail.poll(null, NOBODY),
      ]
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
      for (const socket of sockets.splice(0)) socket.destroy()
      await Promise.allSettled(calls)
    }
    await expect
      .poll(() => rail.send(payment(), prepared).catch(() => 'not yet'))
      .toEqual({ state: 'pending' })
    expect(readdirSync(at('home/outbox'))).toHaveLength(1)
    await rail.close?.()
    wire.close()
  })

  describe('the exchange', () => {
    let exchange: Exchange
    beforeEach(() => void (exchange = sftpExchange(sftp(), secretOf)))

    test('refuses names that exist, and tells what is gone', async () => {
      await exchange.create('work', 'a', '1')
      await expect(exchange.create('work', 'a', '2')).rejects.toThrow()
      await exchange.create('work', 'b', '3')
      expect(await exchange.renameToNew('b', 'a')).toBe(false)
      expect(await exchange.renameToNew('b', 'c')).toBe(true)
      expect((await exchange.read('work', 'a', 100))?.toString()).toBe('1')
      expect(await exchange.read('work', 'b', 100)).toBeUndefined()
      expect(
        await exchange.move({ place: 'work', name: 'c' }, { place: 'outbox', name: 'c.xml' }),
      ).toBe(true)
      expect(
        await exchange.move({ place: 'work', name: 'c' }, { place: 'outbox', name: 'c.xml' }),
      ).toBe(false)
      expect(await exchange.exists('outbox', 'c.xml')).toBe(true)
      await exchange.remove('a')
      await exchange.remove('a')
      expect(readdirSync(at('home/work'))).toEqual([])
      await exchange.close()
    })

    test('reads no more than allowed', async () => {
      writeFileSync(at('home/inbox/a.xml'), 'x'.repeat(101))
      await expect(exchange.read('inbox', 'a.xml', 100)).rejects.toThrow('more than 100 bytes')
      expect(await exchange.read('inbox', 'a.xml', 101)).toHaveLength(101)
      await exchange.close()
    })

    test('lists files only', async () => {
      mkdirSync(at('home/inbox/folder'))
      writeFileSync(at('home/inbox/a.xml'), 'x')
      expect(await exchange.list('inbox')).toMatchObject([{ name: 'a.xml', size: 1 }])
      await exchange.close()
    })
  })
})

const addressOf = (listening: Server): AddressInfo => {
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}

describe('a hostile SFTP server', () => {
  const to = (onPort: number, host_keys: string[], timeoutMs: number) =>
    sftpExchange(
      {
        host: '127.0.0.1',
        port: onPort,
        username: 'nobody',
        password: 'env:NONE',
        host_keys,
        outbox: 'o',
        inbox: 'i',
        work: 'w',
      },
      () => 'secret',
      timeoutMs,
    )

  test('that never answers ends the call in time', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const exchange = to(addressOf(silent).port, [], 200)
    await expect(exchange.list('inbox')).rejects.toThrow()
    await exchange.close()
    silent.close()
  })

  // Each kind of bytes instead of answers of the protocol, after a correct login.
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1000)],
    ['text', Buffer.from('Welcome to the bank!\r\n'.repeat(1000))],
    ['a packet of 4 GB', Buffer.from([0xff, 0xff, 0xff, 0xff, 2])],
    [
      'a correct version, then zeros',
      Buffer.from([0, 0, 0, 5, 2, 0, 0, 0, 3, ...Buffer.alloc(1000)]),
    ],
    ['a correct version, then nothing', Buffer.from([0, 0, 0, 5, 2, 0, 0, 0, 3])],
  ])('that sends %s fails the call, not the process', async (_name, bytes) => {
    // About one in 170 ed25519 keys that ssh2 generates is malformed.
    const { private: hostKey, public: publicKey } = ssh2.utils.generateKeyPairSync('ecdsa', {
      bits: 256,
    })
    const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')
    const pin = `SHA256:${createHash('sha256').update(blob).digest('base64').replaceAll('=', '')}`
    const hostile = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
      client.on('error', () => undefined)
      client.on('authentication', (login) => login.accept())
      client.on('session', (accept) => {
        accept().on('subsystem', (start) => void start().write(bytes))
      })
    })
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
    const address = hostile.address()
    const exchange = to(
      typeof address === 'string' || address === null ? 0 : address.port,
      [pin],
      1000,
    )
    await expect(exchange.list('inbox')).rejects.toThrow()
    await exchange.close()
    hostile.close()
  })
})
