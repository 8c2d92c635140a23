// What `corridor apply` reports: the place of each fault, old and new values, and what to do next.
import { instantAt } from '../../src/platform/clock.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-apply-'))
const { secrets } = readConfig({ CORRIDOR_SECRETS: newSecrets(), CORRIDOR_DATA_DIR: folder })
let database: TestDatabase
let files = 0

beforeAll(async () => {
  database = await testDatabase()
  await apply(world)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const fileContaining = (text: string): string => {
  const path = join(folder, `file-${files++}.yaml`)
  writeFileSync(path, text)
  return path
}

/** The changes made, each as `verb what: details`. */
async function apply(text: string, options = { dryRun: false }, on = database): Promise<string[]> {
  const pool = openPool(on.connection, { size: 1, role: 'corridor_service' })
  try {
    const { changes } = await applyFile(
      pool,
      { secrets, environment: 'sandbox', autoRelease: true, at: instantAt(Date.now()) },
      readOperatorFile(fileContaining(text)),
      options,
    )
    return changes.map(({ verb, what, details }) => [`${verb} ${what}`, ...details].join('; '))
  } finally {
    await pool.end()
  }
}

/** `line:column: reason` of each fault. */
async function faults(text: string): Promise<string[]> {
  const error = await apply(text).then(
    () => new Error('the file was applied without a fault'),
    (reason: unknown) => reason,
  )
  const message = error instanceof Error ? error.message : String(error)
  return message
    .split('\n')
    .map((line) => line.replace(`${relative('', join(folder, `file-${files - 1}.yaml`))}:`, ''))
}

const provider = (name: string, settings = '') => `
  - name: ${name}
    kind: simulated
    trading_pairs:
      - payin_currency: USDC
        payout_currency: COP
        hours: [{ days_of_week: [1], start_time: '08:00', end_time: '17:00', timezone: UTC }]
        settings: { mid_rate: '4250.00', spread_bps: 30, rate_decimals: 2${settings} }
`
const desk = `
enterprises:
  - name: Desk
    organizations:
      - name: Desk Payments
        contact: { email: desk@desk.example, first_name: Ada, last_name: Diaz }
        instruments:
          - alias: Supplier
            currency: MXN
            method: MXN_CLABE
            details: { clabe: '032180000118359719', account_holder_name: Proveedor SA de CV }
        routes:
          - name: USDC to COP
            payin_currency: USDC
            payout_currency: COP
            liquidity_provider: ALPHA
            payin_limits: { min: '5.00', max: '1000.00' }
            cost_tiers: [{ min: '0.00', max: '1000.00', bps: 80 }]
            tax_bps: 1900
            max_slippage_bps: 20
`
const world = `liquidity_providers:${provider('ALPHA')}${provider('BETA')}${desk}`

describe('an operator file without any object', () => {
  test.each(['', '# a comment\n', '{}', 'enterprises: []\n', 'liquidity_providers:\n'])(
    '%j is refused with advice',
    (text) => {
      const read = () => readOperatorFile(fileContaining(text))
      expect(read).toThrow(
        /describes no brand, no liquidity provider, no bank calendar, no rail, no screener, no smallest amount, no approval, no counterparty, no retention and no enterprise/,
      )
      expect(read).toThrow('docs/operator-file.md')
    },
  )
})

describe("an operator file's rules of approval", () => {
  const rules = `
approvals:
  - act: order.refund
    roles: [operator]
  - act: order.refund
    enterprise: Desk
    from: { currency: USDC, amount: '10000.00' }
    roles: [treasurer, compliance]
`

  test('replace all rules there are, and stay as they are where a file has none', async () => {
    const [change = ''] = await apply(rules)
    const [before, made = ''] = change.split(' -> ')
    expect(before).toBe('change approvals; rules: none')
    expect(made.replace(/ent_\w+/, 'ENT')).toBe(
      'order.refund by operator; order.refund of ENT from 10000.00 USDC by treasurer or compliance',
    )
    expect(await apply(rules)).toEqual([])
    expect(await apply(world)).toEqual([])
    expect(await apply('approvals: []\n')).toEqual([`change approvals; rules: ${made} -> none`])
  })

  test('are refused with the nearest known name', async () => {
    const wrong = rules
      .replace('order.refund', 'order.refnud')
      .replace('enterprise: Desk', 'enterprise: Desc')
      .replace('currency: USDC', 'currency: USDX')
      .replace('[treasurer,', '[viewer, admin, tresurer,')
    expect(await faults(wrong)).toEqual([
      expect.stringMatching(/^3:10: unknown act order\.refnud; known acts: order\.refund, /),
      expect.stringMatching(/^7:23: unknown currency USDX; known currencies: USDC, /),
      expect.stringMatching(/^8:13: viewer cannot approve order\.refund; roles that can: /),
      expect.stringMatching(/^8:21: admin cannot approve order\.refund; /),
      expect.stringMatching(
        /^8:28: tresurer cannot approve order\.refund; roles that can: treasurer, /,
      ),
    ])
    const unknown = rules.replace('enterprise: Desk', 'enterprise: Desc')
    expect(await faults(unknown)).toEqual(['6:17: there is no enterprise Desc; enterprises: Desk'])
  })
})

describe("an operator file's route", () => {
  const routeFile = (entry: string) => `
enterprises:
  - name: Desk
    organizations:
      - name: Desk Payments
        routes:
          - ${entry}
`

  test('is switched off and on by its name alone and keeps its terms', async () => {
    const off = routeFile('{ name: USDC to COP, disabled: true }')
    expect(await apply(off)).toEqual([
      'change route USDC to COP of Desk Payments; disabled: false -> true',
    ])
    expect(await apply(off)).toEqual([])
    expect(await apply(routeFile('{ name: USDC to COP, disabled: false }'))).toEqual([
      'change route USDC to COP of Desk Payments; disabled: true -> false',
    ])
    expect(await apply(world), 'all other objects are unchanged').toEqual([])
  })

  test('is not switched when its name is unknown; the error names the nearest', async () => {
    expect(await faults(routeFile('{ name: USDC to CPO, disabled: true }'))).toEqual([
      '7:21: Desk Payments has no route USDC to CPO to enable or disable; its routes: USDC to COP',
    ])
  })

  test('is refused when described in part; the error names the missing keys', async () => {
    expect(await faults(routeFile('{ name: USDC to COP, disabled: true, tax_bps: 0 }'))).toEqual([
      '7:13: the route USDC to COP lacks payin_currency, payout_currency, liquidity_provider, payin_limits, cost_tiers: ' +
        'describe the whole route, or give only its name and `disabled` to enable or disable it',
    ])
  })

  test('is refused with an unknown provider; the error lists known ones, nearest first', async () => {
    const text = world.replace('liquidity_provider: ALPHA', 'liquidity_provider: BETTA')
    const renamed = text.replace('name: USDC to COP', 'name: Another')
    expect(await faults(renamed)).toEqual([
      '32:33: unknown liquidity provider BETTA; known providers: BETA, ALPHA',
    ])
  })

  test('is refused for a pair that its provider does not trade; the error lists the traded pairs', async () => {
    const text = desk
      .replace('name: USDC to COP', 'name: Another')
      .replace('payout_currency: COP', 'payout_currency: MXN')
    expect(await faults(text)).toEqual([
      '16:33: ALPHA does not trade USDC to MXN; it trades USDC to COP',
    ])
  })
})

describe('the warning about slippage', () => {
  test('appears where max_slippage_bps, given or by default, exceeds the smallest fee', () => {
    const warnings = (text: string) => readOperatorFile(fileContaining(text)).warnings
    expect(warnings(world)).toEqual([])
    expect(warnings(desk.replace('slippage_bps: 20', 'slippage_bps: 81'))).toEqual([
      expect.stringMatching(
        /yaml:20:31: max_slippage_bps 81 exceeds the smallest fee of the route USDC to COP, 80 bps: .*loss/,
      ),
    ])
    expect(warnings(desk.replace('            max_slippage_bps: 20\n', ''))).toEqual([
      expect.stringMatching(/yaml:18:13: max_slippage_bps 100, its default, exceeds .* 80 bps/),
    ])
  })
})

describe('faults of an operator file', () => {
  test('are all reported in one run, for form and meaning, at the key or value at fault', async () => {
    const text = `enterprises:
  - name: Desk
    nick: D
    organizations:
      - name: Desk Payments
        instruments:
          - { alias: Wallet, currency: USDC, method: PIGEON, details: {} }
        routes:
          - name: First
            payin_currency: USDX
            payout_currency: COP
            liquidity_provider: ALPHA
            payin_limits: { min: 5.00, max: '10.00' }
            cost_tiers: [{ min: '0.00', max: '10.00', bps: 1 }]
            max_slippage_bps: 0
          - name: Second
            payin_currency: USDC
            payout_currency: COP
            liquidity_provider: ALPHA
            payin_limits:
              min: '20.00'
              max: '10.00'
            cost_tiers: [{ min: '0.00', max: '10.00', bps: 1 }]
            tax_bps: 20000
`
    expect(await faults(text)).toEqual([
      expect.stringMatching(/^3:5: nick is not a known key; known keys here: name, /),
      expect.stringMatching(/^7:54: method must be one of /),
      expect.stringMatching(/^10:29: unknown currency USDX; known currencies: USDC, /),
      expect.stringMatching(/^13:34: min must be text/),
      expect.stringMatching(/^20:13: payin_limits\.max 10\.00 is below payin_limits\.min 20\.00$/),
      expect.stringMatching(/^24:22: tax_bps must be at most 10000$/),
    ])
  })

  test('are all reported in one run where the file contradicts the database', async () => {
    const text = desk
      .replace("'032180000118359719'", "'002010077777777771'")
      .replace('liquidity_provider: ALPHA', 'liquidity_provider: GAMMA')
    expect(await faults(text)).toEqual([
      expect.stringMatching(/^11:13: Supplier differs in details/),
      expect.stringMatching(/^16:33: USDC to COP differs in liquidity_provider/),
    ])
  })

  test('are printed up to the twentieth, followed by the number of the rest', async () => {
    const entries = Array.from(
      { length: 27 },
      (_, index) => `  - { nick: N${index}, name: E${index} }`,
    )
    const said = await faults(`enterprises:\n${entries.join('\n')}\n`)
    expect(said).toHaveLength(21)
    expect(said.at(-1)).toBe('... and 7 more')
  })

  test.each([
    ['foo:\n  bar: 1\n', /:1:1: foo is not a known key; known keys here: brand, rails, /],
    ['enterprises:\n  a: 1\n', /:1:1: enterprises must be a list$/],
    ['- a\n', /:1:1: the file must be a mapping$/],
    ['enterprises:\n  - name:\n', /:2:5: name must be text/],
    [
      'liquidity_providers:\n  - name: alpha\n    kind: simulated\n',
      /:2:11: name must be 1 to 32 capital letters/,
    ],
  ])('are reported at their line and column: %j', (text, reason) => {
    expect(() => readOperatorFile(fileContaining(text))).toThrow(reason)
  })
})

test('a dry run shows old and new values under the keys of the file, and hides adapter settings', async () => {
  const text = world
    .replace('desk@desk.example', 'ops@desk.example')
    .replace("min: '5.00', max: '1000.00'", "min: '7.50', max: '1000.00'")
    .replace('max_slippage_bps: 20', 'max_slippage_bps: 20\n            submission_minutes: 45')
    .replace('4250.00', '4251.00')
    .replace("start_time: '08:00'", "start_time: '09:00'")
  const dryRun = () => apply(text, { dryRun: true })
  expect(await dryRun()).toEqual([
    'change liquidity provider ALPHA; USDC to COP hours: Mon 08:00-17:00 UTC -> Mon 09:00-17:00 UTC; ' +
      'USDC to COP settings.mid_rate: changed, values are not shown',
    'change organization Desk Payments; contact.email: desk@desk.example -> ops@desk.example',
    'change route USDC to COP of Desk Payments; payin_limits.min: 5.00 -> 7.50; submission_minutes: 30 -> 45',
  ])
  expect(await dryRun(), 'the dry run changed nothing').toHaveLength(3)
})

test('applying a file reads rows in proportion to the number of enterprises', async () => {
  const rowsRead = async (count: number): Promise<number> => {
    const own = await testDatabase()
    try {
      const entries = Array.from({ length: count }, (_, index) => `  - name: E${index}\n`).join('')
      await apply(`enterprises:\n${entries}`, undefined, own)
      await apply(`enterprises:\n${entries}`, undefined, own)
      // A session reports its reads when it ends, after the client has seen it end.
      const read = async () => {
        const { rows } = await own.owner.query(
          `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as read
             from pg_stat_user_tables where relname = 'enterprises'`,
        )
        return Number(rows[0]?.read)
      }
      await expect.poll(read).toBeGreaterThanOrEqual(count)
      return await read()
    } finally {
      await own.close()
    }
  }
  const [once, twice] = [await rowsRead(300), await rowsRead(600)]
  expect(twice / once).toBeLessThan(2.6)
})
