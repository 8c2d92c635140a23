// `corridor apply` next to a running service: changes, refusals, and their immediate effect in the service.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { InstrumentJson } from '../../server/src/parties/instruments/view.ts'
import type { OfferingJson } from '../../server/src/engine/offerings/view.ts'
import type { OrganizationJson } from '../../server/src/parties/organizations/view.ts'
import type { QuoteJson } from '../../server/src/engine/quotes/view.ts'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../server/test/support/command.ts'
import { changed, world, type Bad } from '../../server/test/support/operator-world.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const { home, file, corridor, api } = runningSandbox()

let files = 0
const fileContaining = (text: string): string => {
  const path = join(home, `world-${files++}.yaml`)
  writeFileSync(path, text)
  return path
}
const apply = (text: string, ...options: string[]) =>
  corridor('apply', fileContaining(text), ...options)

let key: string
let organization: string
beforeAll(async () => {
  const first = await apply(world)
  expect(first.said).toMatch(
    /^Did:\n {2}create enterprise Applied Enterprise\n {2}create organization Applied Payments\n/,
  )
  expect(first.stdout).toContain('  create instrument Old supplier of Applied Payments\n')
  expect(first.stdout).toContain('  create route USDC to MXN of Applied Payments\n')
  expect(first.status).toBe(0)
  const created = await corridor(
    'keys',
    'create',
    '--enterprise',
    'Applied Enterprise',
    '--label',
    'applied',
  )
  key = created.stdout.trim()
  const { data } = await api(key)<OrganizationJson[]>('GET', '/organizations')
  organization = `/organizations/${data[0]?.id}`
})

test('objects that a file created are available to their customer at once', async () => {
  const instruments = await api(key)<InstrumentJson[]>(
    'GET',
    `${organization}/external_payment_instruments`,
  )
  expect(instruments.data.map((one) => [one.alias, one.status.current_status]).sort()).toEqual([
    ['Old supplier', 'ARCHIVED'],
    ['Supplier', 'ACTIVE'],
    ['Wallet', 'ACTIVE'],
  ])
})

test('a file that matches the database changes nothing', async () => {
  expect(await apply(world)).toMatchObject({
    status: 0,
    stdout: 'Nothing to change: everything is as the file says.\n',
  })
})

test('`--dry-run` prints the changes and makes none', async () => {
  const other = changed('desk@applied.example', 'ops@applied.example')
  for (let times = 0; times < 2; times++) {
    const { status, stdout } = await apply(other, '--dry-run')
    expect(stdout).toBe(
      'Would:\n  change organization Applied Payments\n' +
        '      contact.email: desk@applied.example -> ops@applied.example\nNothing was changed.\n',
    )
    expect(status).toBe(0)
  }
})

const contradictions: Bad[] = [
  [
    'changed details of an instrument',
    "'032180000118359719'",
    "'002010077777777771'",
    15,
    /Supplier differs in details, but an instrument cannot change/,
  ],
  [
    'a changed provider of a route',
    'liquidity_provider: ALPHA',
    'liquidity_provider: GAMMA',
    25,
    /USDC to MXN differs in liquidity_provider, which cannot change/,
  ],
  [
    'an archived instrument that should be active',
    'status: ARCHIVED',
    'status: ACTIVE',
    20,
    /Old supplier is ARCHIVED and cannot be reactivated/,
  ],
  ['YAML that does not parse', "'5.00', max", "'5.00, max", 26, /Unexpected scalar/],
  [
    'an amount that is a number',
    "{ min: '5.00', max",
    '{ min: 5.00, max',
    26,
    /min must be text; put numbers in quotes, such as "10.00"/,
  ],
]
test.concurrent.each(contradictions)(
  '%s is refused with file, line and reason',
  async (_what, from, to, line, reason) => {
    // The file also has a valid change, which must not be made.
    const path = fileContaining(
      changed('desk@applied.example', 'sneaked@applied.example', changed(from, to)),
    )
    expectRefused(await corridor('apply', path), `${relative(root, path)}:${line}:`, reason)
  },
)

test.concurrent.each([
  [
    'a route of a pair that no provider trades',
    '\n          - name: EUR to MXN\n            payin_currency: EUR\n            payout_currency: MXN\n            liquidity_provider: ALPHA\n            payin_limits: { min: "5.00", max: "10.00" }\n            cost_tiers: [{ min: "5.00", max: "10.00", bps: 1 }]\n',
    /ALPHA does not trade EUR to MXN/,
    35,
  ],
  [
    'an unknown organization',
    '\n      - id: org_01jqe8m2x4fv5s0t6w7y8z9abc\n        status: ACTIVE\n',
    /there is no org_01jqe8m2x4fv5s0t6w7y8z9abc here/,
    32,
  ],
])('%s is refused', async (_what, added, reason, line) => {
  const ended = await apply(changed('desk@applied.example', 'sneaked@applied.example') + added)
  expectRefused(ended, reason, `.yaml:${line}:`)
})

test.concurrent('an instrument of another organization is unknown', async () => {
  const [foreign] = (
    await api()<InstrumentJson[]>(
      'GET',
      `/organizations/${file().organization_id}/external_payment_instruments`,
    )
  ).data
  const entry = `instruments:\n          - { id: ${foreign?.id}, status: COMPLIANCE_HOLD }`
  expectRefused(
    await apply(changed('instruments:', entry)),
    `there is no ${foreign?.id} here`,
    /yaml:8:/,
  )
})

test('`--preview` prints what customers would be quoted, and changes nothing', async () => {
  const other = changed('bps: 50', 'bps: 80')
  const { status, said, stdout } = await apply(other, '--preview', '--amount', '1000.00 USDC')
  expect(said).toContain('USDC to MXN of Applied Payments changes')
  expect(stdout).toMatch(/payin 1000\.00 USDC +1000\.00 \(fee 5\.00.*1000\.00 \(fee 8\.00/)
  expect(stdout).toMatch(/Nothing was changed\.\n$/)
  expect(status).toBe(0)
  expect((await apply(other, '--dry-run')).stdout).toContain('cost_tiers')
  expectRefused(
    await corridor('apply', fileContaining(other), '--preview', '--amount', '100'),
    "--amount must be an amount and a currency, such as '1000.00 USDC': 100",
  )
})

test.concurrent('all faults of a file are printed at once, in the order of the lines', async () => {
  const ended = await apply(
    changed(
      'payout_currency: MXN',
      'payout_currency: XXX',
      changed('method: SOLANA_ADDRESS', 'method: PIGEON'),
    ),
  )
  const lines = [...ended.said.matchAll(/yaml:(\d+):/g)].map((found) => Number(found[1]))
  expect(lines).toEqual([10, 24])
})

test.concurrent('a missing file is refused', async () => {
  expectRefused(
    await corridor('apply', join(home, 'nowhere.yaml')),
    /nowhere\.yaml: .*no such file/,
  )
})

test('refused files change nothing', async () => {
  expect((await apply(world)).stdout).toBe('Nothing to change: everything is as the file says.\n')
})

test('the running service applies changed tiers and a disabled route at once', async () => {
  const call = api(key)
  const offerings = await call<OfferingJson[]>('POST', `${organization}/offerings`)
  const quote = () =>
    call<QuoteJson>('POST', `${organization}/quotes`, {
      offering_id: offerings.data[0]?.id,
      payin_amount: '1000.00',
    })
  expect((await quote()).data.payin.fee).toBe('5.00')

  const dearer = changed('bps: 50 }', 'bps: 200 }')
  expect((await apply(dearer)).stdout).toBe(
    'Did:\n  change route USDC to MXN of Applied Payments\n' +
      '      cost_tiers: 0.00 to 500.00 at 100 bps, 500.00 to 10000.00 at 50 bps -> ' +
      '0.00 to 500.00 at 100 bps, 500.00 to 10000.00 at 200 bps\n',
  )
  expect((await quote()).data.payin.fee).toBe('20.00')

  const waiting = await quote()
  const disabled = changed(
    'liquidity_provider: ALPHA',
    'liquidity_provider: ALPHA\n            disabled: true',
    dearer,
  )
  expect((await apply(disabled)).stdout).toContain(
    'change route USDC to MXN of Applied Payments\n      disabled: false -> true\n',
  )
  expect((await quote()).code).toBe('route_disabled')
  expect((await call('POST', `${organization}/orders`, { quote_id: waiting.data.id })).code).toBe(
    'route_disabled',
  )
  expect((await call('POST', `${organization}/offerings`)).data).toEqual([])

  expect((await apply(world)).status).toBe(0)
  expect((await quote()).data.payin.fee).toBe('5.00')
})

test('a new provider trades within seconds without a restart', async () => {
  const provider = `
liquidity_providers:
  - name: GAMMA
    kind: simulated
    trading_pairs:
      - payin_currency: USDC
        payout_currency: MXN
        hours: [{ days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: UTC }]
        settings: { mid_rate: '18.40', spread_bps: 25, rate_decimals: 4 }
`
  const route = `          - name: USDC to MXN by GAMMA
            payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: GAMMA
            payin_limits: { min: '5.00', max: '10000.00' }
            cost_tiers: [{ min: '0.00', max: '10000.00', bps: 10 }]
`
  expect((await apply(provider + world + route)).status).toBe(0)
  const call = api(key)
  await expect
    .poll(async () => {
      const { data } = await call<OfferingJson[]>('POST', `${organization}/offerings`)
      const offering = data.find((one) => one.liquidity_provider.name === 'GAMMA')
      const quote = await call<QuoteJson>('POST', `${organization}/quotes`, {
        offering_id: offering?.id ?? '',
        payin_amount: '1000.00',
      })
      return quote.status
    })
    .toBe(201)
})
