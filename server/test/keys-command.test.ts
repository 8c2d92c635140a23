// `corridor keys`, each command a real process on a database of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, type Env } from './support/command.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-keys-'))
let database: TestDatabase
let env: Env

const corridor = (...args: string[]) => run(args, env)
const create = (...options: string[]) =>
  corridor('keys', 'create', '--enterprise', 'Desk', '--label', 'test', ...options)

beforeAll(async () => {
  database = await testDatabase()
  env = { CORRIDOR_DATA_DIR: folder, DATABASE_URL: database.url }
  const file = join(folder, 'desk.yaml')
  writeFileSync(file, 'enterprises:\n  - name: Desk\n')
  expect((await corridor('apply', file)).status).toBe(0)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a key that would expire before it is made is refused, and none is made', async () => {
  const { status, said } = await create('--expires', '2020-01-31T00:00:00Z', '--label', 'too late')
  expect(said).toMatch(
    /--expires 2020-01-31T00:00:00Z is in the past: it is \d{4}-.*Z now\. Give a later instant\./,
  )
  expect(status).toBe(1)
  expect((await corridor('keys', 'list')).stdout).not.toContain('too late')
})

test('a list of addresses without an address is refused: the key would work from anywhere', async () => {
  for (const addresses of ['', ' , ']) {
    const { status, said } = await create('--addresses', addresses, '--label', 'unbounded')
    expect(said).toContain('--addresses names no address')
    expect(status).toBe(1)
  }
  expect((await corridor('keys', 'list')).stdout).not.toContain('unbounded')
})

test('the past is judged by the time of a sandbox that was moved ahead', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  expect((await create('--expires', inAnHour)).status).toBe(0)
  await database.owner.query(`update sandbox_clock set ahead_ms = 7200000`)
  const refused = await create('--expires', inAnHour)
  expect(refused.said).toContain(`--expires ${inAnHour} is in the past`)
  expect(refused.status).toBe(1)
})

test('the list shows when a key expires and the addresses it may be used from', async () => {
  await create(
    '--label',
    'bounded',
    '--expires',
    '2099-01-31T00:00:00Z',
    '--addresses',
    '203.0.113.7,10.0.0.0/8',
  )
  await create('--label', 'unbounded')
  const { stdout } = await corridor('keys', 'list')
  expect(stdout).toMatch(
    /  expires 2099-01-31T00:00:00\.000Z  from 203\.0\.113\.7\/32,10\.0\.0\.0\/8  last used never  bounded$/m,
  )
  expect(stdout).toMatch(/  never expires  from any address  last used never  unbounded$/m)
})

test('a key that was revoked already is confirmed, with the instant of the first time', async () => {
  const id = /key_\w+/.exec((await create()).stderr)?.[0] ?? ''
  expect((await corridor('keys', 'revoke', id)).stdout).toMatch(/ is revoked; /)
  const again = await corridor('keys', 'revoke', id)
  expect(again.said).toMatch(new RegExp(`^${id} was revoked already, at \\d{4}-.*Z\\.\\n$`))
  expect(again.status).toBe(0)
})

test('what names no key is refused, and is not repeated', async () => {
  const secret = (await create()).stdout.trim()
  for (const text of [secret, 'key_01jqe8m2x4fv5s0t6w7y8z9abc']) {
    const { status, said } = await corridor('keys', 'revoke', text)
    expect(said).toContain('there is no key of that identifier')
    expect(said).not.toContain(text)
    expect(status).toBe(1)
  }
})
