// An export describes the database, so that applying it changes nothing; a mistake in a file names the nearest known key.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Instant } from '../../src/platform/clock.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'
import { inTransaction, openPool, type Pool } from '../../src/platform/db/pool.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { exportFile } from '../../src/desk/operator-file/export-file.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { parsed } from '../support/operator-files.ts'
import { world } from '../support/operator-world.ts'

const { secrets } = readConfig({ CORRIDOR_SECRETS: newSecrets(), CORRIDOR_DATA_DIR: '/nowhere' })
const at: Instant = instantAt(Date.parse('2026-03-04T17:00:00Z'))
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase()
  pool = openPool(database.connection, { size: 2, role: 'corridor_service' })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const apply = async (text: string): Promise<string[]> => {
  const deployment = { secrets, environment: 'sandbox', autoRelease: true, at } as const
  const { changes } = await applyFile(pool, deployment, parsed(text))
  return changes.map(({ verb, what, details }) => [`${verb} ${what}`, ...details].join('; '))
}
const exported = (withDetails = false) =>
  inTransaction(pool, (db) => exportFile({ db, secrets, at, withDetails }))

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
const pageExamples = [
  ...read('../../../docs/operator-file.md').matchAll(/^([^\n]+):\n\n```yaml\n([^`]+)```/gm),
].map(([, what = '', yaml = '']) => [`of the page on operator files: ${what}`, yaml])

describe('applying the export changes nothing', () => {
  // In this order: later files change what earlier ones made, such as the place of a pair.
  test.each([
    ['of the sandbox', read('../../sandbox.yaml')],
    ['of the tests', world],
    ...pageExamples,
    ['with rails, signers and limits', limits()],
  ])('%s', async (_what, text) => {
    await apply(text).catch((error: unknown) => {
      // Some examples need what only their reader has, such as an identifier.
      if (!/there is no |no rail serves|is not on the machine|has no route/.test(String(error)))
        throw error
    })
    const before = await exported()
    expect(await apply(before)).toEqual([])
    expect(await apply(await exported(true))).toEqual([])
    expect(await exported()).toBe(before)
  })
})

function limits(): string {
  return `
liquidity_providers:
  - name: ALPHA
    kind: simulated
    settlement_limit: { MXN: '400000000.00' }
    prefunded: [USDC]
    trading_pairs:
      - { payin_currency: USDC, payout_currency: MXN, hours: [], settings: { mid_rate: '18.40', spread_bps: 25, rate_decimals: 4 } }
rails:
  - name: evm:base
    kind: evm
    settings:
      chain: base
      chain_id: 84532
      rpc: ['http://127.0.0.1:1']
      start_block: 0
      payer: 'env:EVM_PAYER'
      relayers: ['env:EVM_RELAYER']
      tokens: { USDC: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', kind: eip3009 } }
    max_send: { USDC: '10.50' }
  - name: bank:colombia
    kind: bank_files
    settings:
      method: COP_BANK_ACCOUNT
      currency: COP
      account: { number: '04800000001' }
      holder: Corridor Demo SAS
      bank: { name: Banco Demo, member_id: '048' }
      calendar: { timezone: America/Bogota, cut_off: '23:59', weekend: [] }
      deposits_from: both
      folder: { outbox: /bank/out, inbox: /bank/in, work: /bank/work }
    max_hour: { COP: '5000000.00' }
signers:
  - key: 'env:EVM_PAYER'
    max_hour: { USDC: '99.00' }
approvals:
  - { act: order.refund, from: { currency: USDC, amount: '500.00' }, roles: [operator] }
  - { act: order.release, enterprise: Demo Enterprise, roles: [operator] }
enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        status: COMPLIANCE_HOLD
        volume_limits: { USDC: { day: '5.00' }, EUR: { month: '7.00' } }
        instruments:
          - alias: Treasury wallet
            currency: USDC
            method: SOLANA_ADDRESS
            details: { address: 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q }
            status: COMPLIANCE_HOLD
            volume_limits: { day: '4.00' }
`
}

test('an export has details of instruments only where they are asked for', async () => {
  expect(await exported()).not.toContain('032180000118359719')
  expect(await exported(true)).toContain('032180000118359719')
})

test('an instrument that waits for its first release is not held by its own export', async () => {
  await apply(world)
  await database.owner.query(
    `update external_payment_instruments set status = 'COMPLIANCE_HOLD', status_history = status_history ||
       jsonb_build_array(jsonb_build_object('status', 'COMPLIANCE_HOLD', 'created_at', '2026-03-04T17:00:00.000Z'))
      where alias = 'Supplier'`,
  )
  expect(await apply(await exported())).toEqual([])
  const holds = await database.sql`select 1 from account_holds h
      join external_payment_instruments i using (fingerprint) where i.alias = 'Supplier'`
  expect(holds).toEqual([])
})

test.each([
  ['the file', 'enterprise: []', 'enterprises'],
  ['a provider', 'liquidity_providers: [{ nam: A, kind: simulated, trading_pairs: [] }]', 'name'],
  [
    'a trading pair',
    'liquidity_providers: [{ name: A, kind: simulated, trading_pairs: [{ hour: [] }] }]',
    'hours',
  ],
  [
    'hours',
    'liquidity_providers: [{ name: A, kind: simulated, trading_pairs: [{ hours: [{ timezon: UTC }] }] }]',
    'timezone',
  ],
  [
    'a kind of provider',
    'liquidity_providers: [{ name: A, kind: simulate, trading_pairs: [{ payin_currency: USDC, payout_currency: COP, hours: [] }] }]',
    'simulated',
  ],
  ['a rail', 'rails: [{ name: a, kind: evm, max_sent: {} }]', 'max_send'],
  ['a kind of rail', 'rails: [{ name: a, kind: solan }]', 'solana'],
  ['a signer', "signers: [{ key: 'env:A', max_hours: {} }]", 'max_hour'],
  ['a rule of approval', 'approvals: [{ act: order.release, role: [] }]', 'roles'],
  ['an act of a rule', 'approvals: [{ act: order.relase, roles: [operator] }]', 'order.release'],
  ['a screener', 'screening: [{ name: a, kind: list, setting: {} }]', 'settings'],
  ['an enterprise', 'enterprises: [{ name: A, organisations: [] }]', 'organizations'],
  ['an organization', 'enterprises: [{ name: A, organizations: [{ contacts: {} }] }]', 'contact'],
  ['a contact', 'enterprises: [{ name: A, organizations: [{ contact: { mail: a } }] }]', 'email'],
  [
    'volume limits of a currency',
    'enterprises: [{ name: A, organizations: [{ volume_limits: { USDC: { days: a } } }] }]',
    'day',
  ],
  [
    'an instrument',
    'enterprises: [{ name: A, organizations: [{ instruments: [{ detail: {} }] }] }]',
    'details',
  ],
  [
    'a route',
    'enterprises: [{ name: A, organizations: [{ routes: [{ cost_tier: [] }] }] }]',
    'cost_tiers',
  ],
  [
    'a tier',
    'enterprises: [{ name: A, organizations: [{ routes: [{ cost_tiers: [{ bp: 1 }] }] }] }]',
    'bps',
  ],
])('a wrong key of %s is answered with the nearest known one first', (_what, text, nearest) => {
  expect(() => parsed(text)).toThrow(new RegExp(`known \\w+( here)?: ${nearest}\\b`))
})
