// Services with a given database and given secrets, and the commands next to them.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/platform/config.ts'
import type { InstrumentJson } from '../../server/src/parties/instruments/view.ts'
import type { OrganizationJson } from '../../server/src/parties/organizations/view.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  caller,
  greeting,
  readSandbox,
  run,
  start,
  startProgram,
  stopAll,
  urlOf,
  type Env,
  type Running,
} from '../../server/test/support/command.ts'
import { testDatabase, type TestDatabase } from '../../server/test/support/database.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-given-'))
// The data folder does not exist yet. New customers of this service are on hold until an operator releases them.
const folder = join(home, 'held', 'data')
let database: TestDatabase
let held: Running
let heldEnv: Env
beforeAll(async () => {
  database = await testDatabase()
  const { stdout } = await run(['secrets'])
  heldEnv = {
    PORT: '0',
    CORRIDOR_DATA_DIR: folder,
    DATABASE_URL: database.url,
    CORRIDOR_SECRETS: stdout.trim(),
    CORRIDOR_AUTO_RELEASE: 'false',
  }
  held = await start(['serve', '--no-work'], heldEnv)
})
afterAll(async () => {
  await stopAll()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

test('`secrets` prints a different valid value each time', async () => {
  const [one, two] = await Promise.all([run(['secrets']), run(['secrets'])])
  expect(one.stdout).not.toBe(two.stdout)
  const { secrets } = readConfig({ CORRIDOR_SECRETS: one.stdout.trim() })
  expect(secrets.depositSeed).toHaveLength(32)
  expect(existsSync(join(folder, 'secrets.json')), 'given secrets are not written to a file').toBe(
    false,
  )
  expect(statSync(join(folder, 'sandbox.json')).mode & 0o777).toBe(0o600)
})

test('an operator file releases an organization and an instrument from the API by identifier', async () => {
  const { base_url, api_key } = readSandbox(folder)
  const call = caller(base_url, api_key)
  const release = (id: string, more = '') => {
    const path = join(home, `release-${id}.yaml`)
    writeFileSync(
      path,
      `enterprises:\n  - name: Demo Enterprise\n    organizations:\n      - id: ${id}\n${more}`,
    )
    return run(['apply', path], heldEnv)
  }
  const contact = { email: 'new@example.com', first_name: 'New', last_name: 'Customer' }
  const { data: made } = await call<OrganizationJson>('POST', '/organizations', {
    name: 'New Customer',
    contact,
  })
  expect(made.status.current_status).toBe('COMPLIANCE_HOLD')
  const wallet = {
    alias: 'Wallet',
    currency: 'USDC',
    method: 'SOLANA_ADDRESS',
    details: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
  }
  const add = () =>
    call<InstrumentJson>('POST', `/organizations/${made.id}/external_payment_instruments`, wallet)
  expect((await add()).code).toBe('organization_not_active')

  expect((await release(made.id, '        status: ACTIVE\n')).stdout).toBe(
    'Did:\n  change organization New Customer\n      status: COMPLIANCE_HOLD -> ACTIVE\n',
  )
  const { data: instrument } = await add()
  expect(instrument.status.current_status).toBe('COMPLIANCE_HOLD')
  const entry = `        instruments: [{ id: ${instrument.id}, status: ACTIVE }]\n`
  expect((await release(made.id, entry)).stdout).toBe(
    `Did:\n  change instrument Wallet (${instrument.id})\n      status: COMPLIANCE_HOLD -> ACTIVE\n`,
  )
  const after = await call<InstrumentJson>(
    'GET',
    `/organizations/${made.id}/external_payment_instruments/${instrument.id}`,
  )
  expect(after.data.status.status_history.map((one) => one.status)).toEqual([
    'COMPLIANCE_HOLD',
    'ACTIVE',
  ])
  expect((await release(made.id, entry)).stdout).toContain('Nothing to change')
})

test('a revoked sandbox key is replaced at the next start, and a working one is kept', async () => {
  const before = readSandbox(folder)
  const again = await start(['serve', '--no-work'], heldEnv)
  expect(again.stdout()).not.toContain('ck_sandbox_')
  expect(readSandbox(folder).api_key).toBe(before.api_key)
  await again.stop()
  const list = await run(['keys', 'list'], heldEnv)
  const id = /^(key_\w+) .* sandbox\.json$/m.exec(list.stdout)?.[1] ?? ''
  expect((await run(['keys', 'revoke', id], heldEnv)).status).toBe(0)
  const third = await start(['serve', '--no-work'], heldEnv)
  const after = readSandbox(folder)
  expect(after.api_key).not.toBe(before.api_key)
  expect(after.organization_id).toBe(before.organization_id)
  expect((await caller(after.base_url, after.api_key)('GET', '/organizations')).status).toBe(200)
  await held.stop()
  held = third
})

test('`migrate` creates the schema once', async () => {
  const empty = await testDatabase({ empty: true })
  try {
    const there: Env = { ...heldEnv, DATABASE_URL: empty.url }
    expect(await run(['migrate'], there)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Applied 0001_baseline.*\.\n$/),
    })
    expect(await run(['migrate'], there)).toMatchObject({
      status: 0,
      stdout: 'The database is up to date.\n',
    })
  } finally {
    await empty.close()
  }
})

test('`work` and `serve --no-work` together complete an order', async () => {
  const worker = await start(['work'], { ...heldEnv, CORRIDOR_SANDBOX_STEP_MS: '0' })
  try {
    const { status, said } = await run(['demo'], heldEnv)
    expect(said).toContain('STEP_4_COMPLETED')
    expect(status).toBe(0)
  } finally {
    expect((await worker.stop()).status).toBe(0)
  }
})

test('`npm start` uses the given PORT, HOST and CORRIDOR_DATA_DIR, and ignores empty variables', async () => {
  const folder = join(home, 'by-npm')
  const database = await testDatabase()
  const free = createServer().listen(0, '127.0.0.2')
  await new Promise((resolve) => free.once('listening', resolve))
  const address = free.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  await new Promise((resolve) => free.close(resolve))
  const given: Env = {
    PORT: port,
    HOST: '127.0.0.2',
    CORRIDOR_DATA_DIR: folder,
    DATABASE_URL: database.url,
    CORRIDOR_ENVIRONMENT: '',
    LOG_LEVEL: '',
    CORRIDOR_SECRETS: '',
  }
  const npm = await startProgram('npm', ['start'], given, greeting)
  expect(urlOf(npm)).toBe(`http://127.0.0.2:${port}`)
  expect(readSandbox(folder).base_url).toBe(`http://127.0.0.2:${port}`)
  await npm.stop()
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow()
  await database.close()
})
