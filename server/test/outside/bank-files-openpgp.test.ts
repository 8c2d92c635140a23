// Bank files that are signed and encrypted with OpenPGP, in both directions. GnuPG plays the bank where it is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decrypt,
  encrypt,
  generateKey,
  createMessage,
  readKey,
  readMessage,
  readPrivateKey,
  sign,
} from 'openpgp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretOf } from '../../src/platform/config.ts'
import { folderExchange } from '../../src/outside/rails/bank-files/folder.ts'
import { paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { openBankFiles } from '../../src/outside/rails/bank-files/index.ts'
import { bankFilesKind } from '../../src/outside/rails/bank-files/kind.ts'
import { openPgp } from '../../src/outside/rails/bank-files/openpgp.ts'
import { bankFilesRail } from '../../src/outside/rails/bank-files/rail.ts'
import { readSettings } from '../../src/outside/rails/bank-files/settings.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import {
  bankFolders,
  entry,
  KEY,
  payment,
  statementOf,
  status,
  world,
  type Folders,
  NOBODY,
} from '../support/bank-files.ts'
import { problemsOf } from '../support/rails.ts'

const ID = paymentId(KEY)
const DAY_S = 86_400
const root = mkdtempSync(join(tmpdir(), 'corridor-pgp-'))
const at = (name: string) => join(root, name)

async function keyPair(name: string, more: object = {}) {
  const { privateKey, publicKey } = await generateKey({
    userIDs: [{ name }],
    format: 'armored',
    ...more,
  })
  writeFileSync(at(`${name}.key`), privateKey)
  writeFileSync(at(`${name}.pub`), publicKey)
}

beforeAll(async () => {
  await keyPair('desk', { passphrase: 'a long passphrase' })
  await keyPair('bank')
  await keyPair('stranger')
  writeFileSync(at('passphrase'), 'a long passphrase\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const both = (more: Record<string, unknown> = {}) => ({
  encrypt_to: `file:${at('bank.pub')}`,
  sign_with: `file:${at('desk.key')}`,
  decrypt_with: `file:${at('desk.key')}`,
  verify_with: `file:${at('bank.pub')}`,
  passphrase: `file:${at('passphrase')}`,
  ...more,
})

let folders: Folders
beforeEach(() => void (folders = bankFolders()))
afterEach(() => folders.close())
const railOf = (openpgp: Record<string, unknown> = both()): Rail =>
  openBankFiles('bank:test', readSettings(folders.settings({ openpgp })), {
    ...world(),
    secret: secretOf,
  })
const publicKey = async (name: string) =>
  readKey({ armoredKey: readFileSync(at(`${name}.pub`), 'utf8') })
const privateKey = async (name: string) =>
  readPrivateKey({ armoredKey: readFileSync(at(`${name}.key`), 'utf8') })
/** The file of the outbox, as the bank reads it. */
async function readByBank(name: string): Promise<string> {
  const { data } = await decrypt({
    message: await readMessage({ binaryMessage: readFileSync(join(folders.folder.outbox, name)) }),
    decryptionKeys: await privateKey('bank'),
    verificationKeys: await publicKey('desk'),
    expectSigned: true,
  })
  return String(data)
}
async function fromBank(xml: string, signer = 'bank'): Promise<Buffer> {
  const bytes = await encrypt({
    message: await createMessage({ text: xml }),
    encryptionKeys: await readKey({ armoredKey: readFileSync(at('desk.pub'), 'utf8') }),
    ...(signer === '' ? {} : { signingKeys: await privateKey(signer) }),
    format: 'binary',
  })
  return Buffer.from(bytes)
}

test('a payment leaves signed and encrypted, and only the bank can read it', async () => {
  const rail = railOf()
  const prepared = await rail.prepare(payment())
  await rail.send(payment(), prepared)
  expect(folders.outbox()).toEqual([`${ID}.xml.pgp`])
  const bytes = readFileSync(join(folders.folder.outbox, `${ID}.xml.pgp`))
  expect(bytes.toString('latin1')).not.toContain('Document')
  expect(await readByBank(`${ID}.xml.pgp`)).toContain(`<EndToEndId>${ID}</EndToEndId>`)
  // No file with details of the beneficiary stays in the work folder.
  expect(readdirSync(folders.folder.work).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await problemsOf(rail)).toEqual([])
})

test('a worker that ended before the upload leaves the very bytes that are uploaded later', async () => {
  const real = folderExchange(folders.folder)
  const settings = readSettings(folders.settings({ openpgp: both() }))
  const envelope = openPgp(both(), secretOf, world().clock)
  const killed = bankFilesRail(
    'bank:test',
    settings,
    { bank: { ...real, move: () => Promise.reject(new Error('killed')) }, evidence: undefined },
    envelope,
    world(),
  )
  const prepared = await killed.prepare(payment())
  await expect(killed.send(payment(), prepared)).rejects.toThrow('killed')
  const [part = ''] = readdirSync(folders.folder.work).filter((name) => name.endsWith('.part'))
  const bytes = readFileSync(join(folders.folder.work, part))
  await Promise.all([1, 2, 3].map(() => railOf().send(payment(), prepared)))
  expect(readFileSync(join(folders.folder.outbox, `${ID}.xml.pgp`)).equals(bytes)).toBe(true)
  expect(folders.outbox()).toHaveLength(1)
})

test('a request to cancel is encrypted too', async () => {
  const rail = railOf()
  const prepared = await rail.prepare(payment())
  await rail.send(payment(), prepared)
  folders.takeAway()
  expect(await rail.cancel?.(KEY, prepared)).toEqual({ state: 'pending' })
  expect(await readByBank(`${ID}.cancel.xml.pgp`)).toContain('CstmrPmtCxlReq')
})

test('files of the bank are decrypted, and their signature is checked', async () => {
  const rail = railOf()
  folders.receive('good.xml.pgp', await fromBank(statementOf([entry({})])))
  folders.receive('unsigned.xml.pgp', await fromBank(statementOf([entry({ reference: 'U' })]), ''))
  folders.receive(
    'stranger.pgp',
    await fromBank(statementOf([entry({ reference: 'S' })]), 'stranger'),
  )
  folders.receive('plain.xml', statementOf([entry({ reference: 'P' })]))
  const changed = await fromBank(statementOf([entry({ reference: 'C' })]))
  changed.writeUInt8(changed.readUInt8(changed.length - 30) ^ 1, changed.length - 30)
  folders.receive('changed.pgp', changed)
  folders.receive('e.xml', status(ID, 'ACSC'), 'evidence')
  const { entries } = await rail.poll(null, NOBODY)
  expect(entries.map(({ transaction }) => transaction)).toEqual(['REF1'])
  const problems = await problemsOf(rail)
  expect(problems).toHaveLength(4)
  for (const name of ['unsigned.xml.pgp', 'stranger.pgp', 'plain.xml', 'changed.pgp'])
    expect(problems.join()).toContain(`file "${name}" cannot be read`)
  // Evidence of an operator is plain.
  expect(await rail.lookUp(KEY, await rail.prepare(payment()))).toMatchObject({ state: 'settled' })
})

test('plain files of before are read while the settings say so', async () => {
  folders.receive('plain.xml', statementOf([entry({ reference: 'P' })]))
  const { entries } = await railOf(both({ accept_plain: true })).poll(null, NOBODY)
  expect(entries).toHaveLength(1)
})

test('a small file that unfolds into a huge one is refused', async () => {
  const huge = statementOf([entry({ details: ' '.repeat(30_000_000) })])
  const bytes = await encrypt({
    message: await createMessage({ text: huge }),
    encryptionKeys: await publicKey('desk'),
    signingKeys: await privateKey('bank'),
    format: 'binary',
    config: { preferredCompressionAlgorithm: 2 },
  })
  expect(bytes.length).toBeLessThan(200_000)
  folders.receive('bomb.pgp', Buffer.from(bytes))
  folders.receive('good.pgp', await fromBank(statementOf([entry({})])))
  const rail = railOf()
  expect((await rail.poll(null, NOBODY)).entries).toHaveLength(1)
  expect((await problemsOf(rail)).join()).toContain('file "bomb.pgp" cannot be read')
})

test('a file that is only signed, and armored, is read with the key that the bank changes', async () => {
  await keyPair('next')
  const keys = `${readFileSync(at('bank.pub'), 'utf8')}\n${readFileSync(at('next.pub'), 'utf8')}`
  writeFileSync(at('both.pub'), keys)
  const armored = async (name: string, reference: string) =>
    String(
      await sign({
        message: await createMessage({ text: statementOf([entry({ reference })]) }),
        signingKeys: await privateKey(name),
      }),
    )
  folders.receive('a.asc', await armored('bank', 'A'))
  folders.receive('b.asc', await armored('next', 'B'))
  folders.receive('c.asc', await armored('stranger', 'C'))
  const { entries } = await railOf({ verify_with: `file:${at('both.pub')}` }).poll(null, NOBODY)
  expect(entries.map(({ transaction }) => transaction)).toEqual(['A', 'B'])
})

describe('problems', () => {
  test.each([
    ['that ended', -40 * DAY_S, 10 * DAY_S, 'cannot be used, and payments wait'],
    ['that ends within 30 days', -DAY_S, 20 * DAY_S, 'ends on '],
  ])('name a key %s', async (_name, madeS, lastsS, words) => {
    const nowMs = world().clock.realNow()
    const date = new Date(nowMs + madeS * 1000)
    await keyPair('old', { date, keyExpirationTime: lastsS })
    const rail = railOf(both({ encrypt_to: `file:${at('old.pub')}` }))
    expect(await problemsOf(rail)).toEqual([
      expect.stringMatching(new RegExp(`^openpgp.encrypt_to \\(key [0-9a-f]{16}\\) ${words}`)),
    ])
  })

  test.each([
    ['a key that ended', { encrypt_to: 'old.pub' }, 'expired'],
    ['a wrong passphrase', { passphrase: 'bank.pub' }, 'openpgp.sign_with cannot be used'],
    ['a file that is no key', { encrypt_to: 'passphrase' }, 'there is no armored OpenPGP key'],
    ['a file that is gone', { encrypt_to: 'gone.pub' }, 'cannot be read'],
  ])('keep a payment from leaving: %s', async (_name, files, words) => {
    await keyPair('old', { date: new Date(Date.UTC(2020, 0, 1)), keyExpirationTime: DAY_S })
    const changed = Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, `file:${at(file)}`]),
    )
    const rail = railOf(both(changed))
    const prepared = await rail.prepare(payment())
    const refusal = await rail.send(payment(), prepared).catch(String)
    expect(String(refusal)).toContain(words)
    expect(String(refusal)).not.toContain('a long passphrase')
    expect(folders.outbox()).toEqual([])
    expect((await problemsOf(rail)).join()).toContain('openpgp')
    // With the right keys it goes.
    expect(await railOf().send(payment(), prepared)).toEqual({ state: 'pending' })
    expect(folders.outbox()).toHaveLength(1)
  })

  test('of the settings name the field', () => {
    const problem = (openpgp: unknown) =>
      bankFilesKind.settingsProblem(folders.settings({ openpgp }))
    expect(problem(both())).toBeUndefined()
    expect(problem({})).toContain('openpgp must have one or more of encrypt_to')
    expect(problem({ sign_with: '-----BEGIN PGP' })).toContain('openpgp.sign_with must be env:NAME')
    expect(problem({ ...both(), suffix: 'pgp' })).toContain('openpgp.suffix must be a dot')
    expect(problem({ ...both(), cipher: 'x' })).toContain('openpgp.cipher is not a setting')
  })
})

const hasGnuPg = spawnSync('gpg', ['--version']).status === 0

describe.skipIf(!hasGnuPg)('with GnuPG (skipped without it)', () => {
  const home = at('gnupg')
  const gpg = (...options: string[]) =>
    execFileSync('gpg', [
      '--batch',
      '--yes',
      '--quiet',
      '--no-autostart',
      '--homedir',
      home,
      ...options,
    ])
  const withAgent = (...options: string[]) =>
    execFileSync(
      'gpg',
      [
        '--batch',
        '--yes',
        '--quiet',
        '--homedir',
        home,
        '--pinentry-mode',
        'loopback',
        '--trust-model',
        'always',
        ...options,
      ],
      { stdio: 'pipe' },
    )
  beforeAll(() => {
    mkdirSync(home, { mode: 0o700 })
    withAgent(
      '--passphrase',
      '',
      '--quick-generate-key',
      'Bank <bank@bank.example>',
      'default',
      'default',
      'never',
    )
    withAgent('--import', at('desk.pub'))
    writeFileSync(at('gnupg.pub'), withAgent('--armor', '--export', 'bank@bank.example'))
  })
  afterAll(() => void spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']))

  test('both sides read each other', async () => {
    expect(gpg('--version').toString()).toContain('GnuPG')
    const ours = both({
      encrypt_to: `file:${at('gnupg.pub')}`,
      verify_with: `file:${at('gnupg.pub')}`,
    })
    for (const armor of [false, true]) {
      const rail = railOf({ ...ours, armor })
      const request = payment({ key: `${KEY}${armor}` })
      await rail.send(request, await rail.prepare(request))
      const [name = ''] = folders.outbox()
      expect(name.endsWith(armor ? '.asc' : '.pgp')).toBe(true)
      const read = withAgent('--decrypt', join(folders.folder.outbox, name)).toString()
      expect(read).toContain(paymentId(request.key))
      folders.takeAway()
    }
    writeFileSync(at('statement.xml'), statementOf([entry({})]))
    withAgent(
      '--recipient',
      'desk',
      '--sign',
      '--encrypt',
      '--output',
      at('statement.pgp'),
      at('statement.xml'),
    )
    folders.receive('statement.xml.pgp', readFileSync(at('statement.pgp')))
    expect((await railOf(ours).poll(null, NOBODY)).entries).toHaveLength(1)
  })
})
