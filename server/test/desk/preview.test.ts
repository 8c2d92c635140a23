// A preview shows what customers would be quoted before and after an operator file, and changes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executionOf } from '../../src/parties/acts/execution.ts'
import { DEPLOYMENT } from '../../src/parties/audit/chain.ts'
import { later, toTimestamp } from '../../src/platform/clock.ts'
import { applyVersion } from '../../src/desk/configuration/apply-version.ts'
import { previewFile } from '../../src/desk/configuration/preview.ts'
import { parseRate } from '../../src/platform/money/decimal.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { newProgram, type Person } from '../support/desk.ts'
import { parsed } from '../support/operator-files.ts'
import { testService, type TestService } from '../support/service.ts'

let corridor: TestService
let treasurer: Pick<Person, 'act'>
beforeAll(async () => {
  corridor = await testService({
    worker: false,
    // Quotes and previews are compared as strings, so the rate stands still.
    replace: ({ rates }) => ({ rates: { ...rates, current: () => parseRate('18.4321') } }),
  })
  treasurer = await newProgram(corridor, 'treasurer')
  await apply(route())
})
afterAll(() => corridor.close())

const HOUR_MS = 3_600_000
type Terms = { name?: string; bps?: number; max?: string; more?: string }
const route = ({ name = 'USDC to MXN', bps = 10, max = '50000.00', more = '' }: Terms = {}) => `
enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        routes:
          - name: ${name}
            payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: ALPHA
            payin_limits: { min: '10.00', max: '${max}' }
            cost_tiers: [{ min: '0.00', max: '500.00', bps: ${bps} }, { min: '500.00', max: '${max}', bps: 5 }]
            tax_bps: 1600
            max_slippage_bps: 0
            ${more}`
const disabled = `
enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        routes: [{ name: USDC to MXN, disabled: true }]`

type Price = {
  exchange_rate: string
  payin_total: string
  payin_fee: string
  payin_tax: string
  payout_total: string
}
type Side = {
  opens_at: string | null
  payin_limits: { min: string; max: string }
  current_day_hours_of_operation: { open_utc: string; close_utc: string } | null
  quotes: { side: string; amount: string; price: Price | null; problem: string | null }[]
}
type PreviewJson = {
  at: string
  changes: { what: string }[]
  routes: { name: string; effect: string; route_id: string | null; before: Side; after: Side }[]
  is_cut: boolean
}

const apply = (text: string, from?: ReturnType<typeof corridor.clock.now>) => {
  const entry = { chain: DEPLOYMENT, actor: COMMAND, act: 'configuration.apply', subject: '' }
  const execution = executionOf(corridor.deps, { ...entry, reason: 'prices' }, null)
  return applyVersion(corridor.deps, parsed(text), { execution, from })
}
const preview = (file: string, rest: object = {}) =>
  treasurer.act<PreviewJson>('POST', '/configuration/preview', { file, ...rest })

async function quoted(amount: string): Promise<Price> {
  const offering = await corridor.offering('USDC', 'MXN')
  const quote: QuoteJson = await corridor.quote(offering.id, amount)
  return {
    exchange_rate: quote.exchange_rate,
    payin_total: quote.payin.total,
    payin_fee: quote.payin.fee,
    payin_tax: quote.payin.tax,
    payout_total: quote.payout.total,
  }
}
const state = async () =>
  await corridor.sql`select (select json_agg(r order by id) from configured_routes r)::text as routes,
              (select count(*)::int from configuration_versions) as versions,
              (select count(*)::int from audit_entries) as entries`

test('the prices before and after are the ones that customers are quoted, as strings', async () => {
  const amounts = ['10.00', '500.00', '500.01', '777.77', '50000.00']
  const given = amounts.map((amount) => ({ currency: 'USDC', amount }))
  const { data } = await preview(route({ bps: 33 }), { amounts: given })
  const [found] = data.routes
  expect(found).toMatchObject({ name: 'USDC to MXN', effect: 'changes' })
  for (const [index, amount] of amounts.entries())
    expect(found?.before.quotes[index]?.price, amount).toMatchObject(await quoted(amount))
  await apply(route({ bps: 33 }))
  for (const [index, amount] of amounts.entries())
    expect(found?.after.quotes[index]?.price, amount).toMatchObject(await quoted(amount))
  await apply(route())
})

test('it changes nothing, and leaves no version and no entry', async () => {
  const before = await state()
  expect((await preview(route({ bps: 44 }))).status).toBe(200)
  expect((await preview(disabled)).status).toBe(200)
  expect((await preview(route({ name: 'A new route' }))).status).toBe(200)
  expect(await state()).toEqual(before)
})

test('without amounts it shows the limits and both sides of each edge, of both states', async () => {
  const { data } = await preview(route({ max: '1000.00' }))
  const side = data.routes[0]?.after
  expect(side?.payin_limits).toEqual({ min: '10.00', max: '1000.00' })
  expect(side?.quotes.map(({ amount, problem }) => [amount, problem])).toEqual([
    ['10.00', null],
    ['500.00', null],
    ['500.000001', null],
    ['1000.00', null],
    ['50000.00', 'amount_out_of_limits'],
  ])
})

test('an amount of the payout currency is priced as a payout', async () => {
  const { data } = await preview(route({ bps: 1 }), {
    amounts: [{ currency: 'MXN', amount: '1000.00' }],
  })
  expect(data.routes[0]?.after.quotes).toMatchObject([
    { side: 'payout', amount: '1000.00', price: { payout_total: '1000.00' } },
  ])
})

test('routes appear and vanish', async () => {
  const { data: made } = await preview(route({ name: 'A new route' }))
  expect(made.routes).toMatchObject([{ effect: 'appears', route_id: null, before: null }])
  const { data: ended } = await preview(disabled)
  expect(ended.routes).toMatchObject([{ effect: 'vanishes' }])
  expect(new Set(ended.routes[0]?.after.quotes.map(({ problem }) => problem))).toEqual(
    new Set(['route_disabled']),
  )
})

test('a file that changes nothing for customers shows no route', async () => {
  const { data } = await preview(route({ more: `max_open_total: '900000.00'` }))
  expect(data.changes).toHaveLength(1)
  expect(data.routes).toEqual([])
})

test('at an instant, earlier versions that wait count, and the hours are those of the instant', async () => {
  const from = later(corridor.clock.now(), 48 * HOUR_MS)
  await apply(route({ bps: 77 }), later(from, -HOUR_MS))
  await apply(route({ bps: 99 }), later(from, HOUR_MS))
  const day = new Date(from + 24 * HOUR_MS).getUTCDay()
  const hours = `trading_hours: [{ days_of_week: [${day}], start_time: '08:00', end_time: '09:00', timezone: UTC }]`
  const { data } = await preview(route({ bps: 88, more: hours }), {
    effective_from: toTimestamp(from),
    amounts: [{ currency: 'USDC', amount: '100.00' }],
  })
  const [found] = data.routes
  expect(data.at).toBe(toTimestamp(from))
  expect(found?.before.quotes[0]?.price?.payin_fee).toBe('0.77')
  expect(found?.after.quotes[0]?.price?.payin_fee).toBe('0.88')
  const opensAt = `${toTimestamp(later(from, 24 * HOUR_MS)).slice(0, 10)}T08:00:00.000Z`
  expect(found?.before.opens_at).toBe(toTimestamp(from))
  expect(found?.after.opens_at).toBe(opensAt)
  const today = found?.after.current_day_hours_of_operation
  expect(today?.open_utc).toBe(today?.close_utc)
})

test('an earlier version that would be refused is named', async () => {
  const from = later(corridor.clock.now(), 24 * HOUR_MS)
  const unknown = route().replace('USDC to MXN', 'Later')
  await apply(unknown)
  await apply(`${disabled.replace('USDC to MXN', 'Later')}`, later(from, -HOUR_MS))
  await corridor.sql`update configured_routes set name = 'Gone' where name = 'Later'`
  const answer = await preview(route({ bps: 1 }), { effective_from: toTimestamp(from) })
  expect(answer.problem.code).toBe('act_refused')
  expect(answer.problem.detail).toContain('becomes effective earlier')
})

test('new hours of a provider are previewed on its routes', async () => {
  const file = parsed(`
liquidity_providers:
  - name: ALPHA
    kind: simulated
    trading_pairs:
      - payin_currency: USDC
        payout_currency: MXN
        hours: [{ days_of_week: [1], start_time: '08:00', end_time: '09:00', timezone: UTC }]
        settings: { mid_rate: '18.40', spread_bps: 25, rate_decimals: 4 }`)
  const { routes } = await previewFile(corridor.deps, file, { amounts: [] })
  const names = new Set(routes.map(({ route: { payout_currency } }) => payout_currency))
  expect(names).toEqual(new Set(['MXN']))
  expect(routes[0]?.after.opens_at).toContain('T08:00:00.000Z')
})

test('faults, a past instant and amounts that are none are answered', async () => {
  expect((await preview('rails: [')).problem.code).toBe('invalid_request')
  expect((await preview('approvals: []')).problem.detail).toContain('routes only')
  const past = { effective_from: toTimestamp(later(corridor.clock.now(), -1)) }
  expect((await preview(route({ bps: 1 }), past)).problem.code).toBe('act_refused')
  expect((await preview(route({ bps: 1 }), { effective_from: '2026-13-01' })).problem.code).toBe(
    'invalid_request',
  )
  const wrong = await preview(route({ bps: 1 }), { amounts: [{ currency: 'USDC', amount: '-1' }] })
  expect(wrong.data.routes[0]?.after.quotes).toMatchObject([{ problem: 'invalid_amount' }])
})

test('a viewer may not preview, and whoever sees some enterprises finds nothing', async () => {
  const body = { file: route({ bps: 1 }) }
  const viewer = await newProgram(corridor, 'viewer')
  expect((await viewer.act('POST', '/configuration/preview', body)).status).toBe(403)
  const [first] = await selectEnterprises(corridor.deps.db)
  if (first === undefined) throw new Error('there is no enterprise')
  const limited = await newProgram(corridor, 'treasurer', [first.id])
  expect((await limited.act('POST', '/configuration/preview', body)).status).toBe(404)
})

test('previews beside changes block neither: each is whole', async () => {
  const fees = [21, 22, 23, 24]
  const work = fees.flatMap((bps) => [apply(route({ bps })), preview(route({ bps: bps + 10 }))])
  const answers = await Promise.all(work)
  expect(answers).toHaveLength(8)
  const statuses = answers.flatMap((one) => ('status' in one ? [one.status] : []))
  expect(statuses).toEqual([200, 200, 200, 200])
})

test('at most 30 files of one user or key are read in a minute', async () => {
  const hasty = await newProgram(corridor, 'operator')
  const send = () => hasty.act('POST', '/configuration/preview', { file: 'enterprises: 1' })
  for (let sent = 0; sent < 30; sent += 1) expect((await send()).status).toBe(400)
  expect((await send()).problem.code).toBe('rate_limited')
})
