// Series of orders and of the ledger: exact, bounded, of their reader alone, and checked by `corridor ledger verify`.
import { describe, expect, test } from 'vitest'
import { toTimestamp } from '../../src/platform/clock.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { createSampler, keepOrderSums } from '../../src/engine/series/keep-series.ts'
import { percentileSeconds } from '../../src/engine/series/ages.ts'
import { beginningOf, pointsOf, spanIn } from '../../src/engine/series/spans.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { forgetLastUuid } from '../../src/platform/ids.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { forFile } from '../support/for-file.ts'
import { untilBlocked } from '../support/database.ts'
import { countForCharts } from '../support/orders.ts'
import { newProgram, ratesArrive, type Person } from '../support/desk.ts'
import { testService } from '../support/service.ts'
import { at } from '../support/week.ts'

type Point = { at: string; orders: number; payin: string; payout: string; cost: string }
type Series = {
  from: string
  to: string
  since: string | null
  series: {
    payin_currency: string
    payout_currency: string
    status: string
    total: Omit<Point, 'at'>
    points: Point[]
  }[]
  completion: { orders: number; p50_seconds: number | null; p95_seconds: number | null }
}
type Margin = {
  series: {
    currency: string
    total: { margin: string }
    points: { at: string; margin: string }[]
  }[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const corridor = await forFile(testService())
const viewer = await newProgram(corridor, 'viewer')

const count = () => countForCharts(corridor)
const difference = async () => (await verifyLedger(corridor.deps.db)).difference
const ofCustomer = async (query = '', organization = corridor.organization) =>
  (await corridor.get<Series>(`${organization}/order_series${query}`)).data
const ofDesk = async (query = '', by = viewer) =>
  (await by.act<Series>('GET', `/series/orders${query}`)).data
const completed = (found: Series) =>
  found.series.filter(({ status }) => status === 'STEP_4_COMPLETED')

/** Minor units as text. */
const minor = (text: string, currency: string) => String(parseAmountOf(text, currency))
const parseAmountOf = (text: string, currency: string) => {
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const decimals: Record<string, number> = { USDC: 6, NGN: 2, COP: 2 }
  const units = BigInt(whole + part.padEnd(decimals[currency] ?? 0, '0'))
  return text.startsWith('-') ? -units : units
}

async function complete(payin: string, payout: string, amount: string): Promise<void> {
  const { id: offeringId } = await corridor.offering(payin, payout)
  const { id } = await corridor.order((await corridor.quote(offeringId, amount)).id)
  await corridor.fund(id)
  await corridor.until(id, 'STEP_4_COMPLETED')
}

test('nothing has happened: no series, and unknown is null', async () => {
  const empty = await ofCustomer()
  expect(empty).toMatchObject({ since: null, series: [] })
  expect(empty.completion).toEqual({ orders: 0, p50_seconds: null, p95_seconds: null, points: [] })
  expect((await viewer.act<Margin>('GET', '/series/margin')).data.series).toEqual([])
})

test('sums are exact, whatever the decimals of the currencies', async () => {
  await complete('USDC', 'COP', '1000.10')
  await complete('USDC', 'COP', '250.000003')
  await complete('NGN', 'USDC', '400000.15')
  await count()
  const found = await ofCustomer()
  const { rows } = await corridor.database.owner.query<Record<string, string>>(
    `select payin_currency, count(*)::text as orders, sum(payin_total_minor::numeric)::text as payin,
            sum(payout_total_minor::numeric)::text as payout, sum(payin_fee_minor::numeric + payin_tax_minor)::text as cost
       from orders where status = 'STEP_4_COMPLETED' group by 1`,
  )
  expect(rows).toHaveLength(2)
  for (const one of completed(found)) {
    const { payin_currency: payin, payout_currency: payout, total } = one
    expect({
      payin_currency: payin,
      orders: String(total.orders),
      payin: minor(total.payin, payin),
      payout: minor(total.payout, payout),
      cost: minor(total.cost, payin),
    }).toEqual(rows.find(({ payin_currency }) => payin_currency === payin))
    expect(one.points).toHaveLength(1)
    expect(one.points[0]).toEqual({ at: expect.any(String), ...total })
  }
  expect(found.completion.orders).toBe(3)
  // The day of the first order, not its month: a week before it is not known.
  const first = completed(found)[0]?.points[0]?.at.slice(0, 10)
  expect(found.since).toBe(`${first}T00:00:00.000Z`)
  expect(await ofDesk()).toEqual(found)
  expect(await difference()).toBeUndefined()
})

test('a repeated count adds nothing, and one that was missed for days catches up', async () => {
  const before = await ofDesk('?unit=month')
  await count()
  expect(await ofDesk('?unit=month')).toEqual(before)
  corridor.clock.advance(3 * DAY_MS)
  await complete('USDC', 'COP', '10.00')
  await Promise.all([count(), count(), count()])
  const after = await ofDesk('?unit=month')
  const orders = (found: Series) =>
    completed(found).reduce((sum, { total }) => sum + total.orders, 0)
  expect(orders(after)).toBe(orders(before) + 1)
  const days = completed(await ofDesk('?unit=day')).find(
    ({ payin_currency }) => payin_currency === 'USDC',
  )
  expect(days?.points.map(({ orders }) => orders)).toEqual([2, 1])
  expect(await difference()).toBeUndefined()
})

test('an order that was under way while the clock of a sandbox moved by months is counted', async () => {
  const { id: offeringId } = await corridor.offering('USDC', 'COP')
  const { id: quoteId } = await corridor.quote(offeringId, '10.00')
  // People of the desk were created at another time, and identifiers of a process never go back.
  forgetLastUuid()
  const holder = await corridor.database.owner.connect()
  await holder.query('begin; lock table events in share mode')
  const ordered = corridor.order(quoteId)
  await untilBlocked(corridor.database, 'insert into orders')
  corridor.clock.advance(150 * DAY_MS)
  // A round counts only when a transaction ended since the last one.
  await corridor.database.sql`select pg_current_xact_id()`
  await keepOrderSums(corridor.deps)
  await createSampler()(corridor.deps)
  await holder.query('rollback')
  holder.release()
  await ordered
  await count()
  expect(await difference()).toBeUndefined()
})

test('the margin over time is that of the report', async () => {
  await count()
  const { data } = await viewer.act<Margin>('GET', '/series/margin?unit=month')
  const { rows } = await corridor.database.owner.query<{ currency: string; minor: string }>(
    `select currency, sum(case when credit_account = any (names) then amount_minor else 0 end
        - case when debit_account = any (names) then amount_minor else 0 end)::text as minor
       from ledger_transfers,
            (select array['fee', 'fx_result', 'rounding', 'refund_fee', 'small_amounts', 'provider_fee', 'rail_fee', 'network_fee', 'written_off'] as names) n
      where posting <> 'movement' group by 1 having bool_or(credit_account = any (names) or debit_account = any (names)) order by 1`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(
    data.series.map(({ currency, total }) => ({ currency, minor: minor(total.margin, currency) })),
  ).toEqual(rows)
})

describe('a series is of its reader alone:', () => {
  test('an organization sees no orders of another one', async () => {
    const other = await corridor.post<OrganizationJson>('/v1/organizations', {
      name: 'Other',
      contact: { email: 'ana@other.example', first_name: 'Ana', last_name: 'Diaz' },
    })
    const found = await ofCustomer('?unit=month', `/v1/organizations/${other.data.id}`)
    expect(found.series).toEqual([])
    const { key } = await corridor.newKey({ organization: other.data.id })
    const { status } = await corridor.get(`${corridor.organization}/order_series`, { key })
    expect(status).toBe(403)
  })

  test('an operator of other enterprises sees neither orders nor margin nor balances', async () => {
    const enterprises = await selectEnterprises(corridor.deps.db)
    const own = enterprises.find(({ name }) => name === 'Demo Enterprise')
    const others = enterprises.filter((one) => one !== own).map(({ id }) => id)
    const stranger = await newProgram(corridor, 'viewer', others)
    const insider = await newProgram(corridor, 'viewer', own === undefined ? [] : [own.id])
    const organization = `&organization_id=${corridor.sandbox.organization_id}`
    for (const query of ['?unit=month', `?unit=month${organization}`]) {
      expect((await ofDesk(query, stranger)).series).toEqual([])
      expect((await ofDesk(query, insider)).series).toEqual((await ofDesk(query)).series)
    }
    const margin = async (by: Pick<Person, 'act'>) =>
      (await by.act<Margin>('GET', '/series/margin?unit=month')).data.series
    expect(await margin(stranger)).toEqual([])
    expect(await margin(insider)).not.toEqual([])
    await createSampler()(corridor.deps)
    const balances = async (by: Pick<Person, 'act'>) =>
      (
        await by.act<{ points: unknown[] }>(
          'GET',
          '/series/balances?account=rail:sandbox&currency=USDC',
        )
      ).data.points
    expect(await balances(viewer)).toHaveLength(1)
    expect(await balances(insider)).toEqual([])
  })
})

test('the highest open total of an hour is kept with its bound, for operators of its enterprise', async () => {
  type Route = { id: string; organization_id: string; payin_currency: string } & Totals
  type Totals = { open_total: string; max_open_total: string }
  const sample = createSampler()
  // The worker may have kept a higher total today.
  corridor.clock.advance(DAY_MS)
  const { id: offeringId } = await corridor.offering('USDC', 'COP')
  const order = await corridor.order((await corridor.quote(offeringId, '1000.00')).id)
  await sample(corridor.deps)
  const { data: routes } = await viewer.act<Route[]>('GET', '/routes')
  const route = routes.find(({ open_total: open }) => Number(open) > 0)
  const path = `/series/open_totals?route_id=${route?.id}`
  const last = async (query = '') => {
    const found = await viewer.act<{ currency: string; points: Totals[] }>('GET', `${path}${query}`)
    return { currency: found.data.currency, ...found.data.points.at(-1) }
  }
  const { open_total, max_open_total } = route ?? {}
  const expected = { currency: 'USDC', at: expect.any(String), open_total, max_open_total }
  expect(await last()).toMatchObject(expected)
  // What no longer waits was still the highest of the hour.
  await corridor.post(`${corridor.organization}/orders/${order.id}/cancel`)
  await sample(corridor.deps)
  expect(await last()).toMatchObject(expected)
  expect(await last('&unit=day')).toMatchObject(expected)
  const enterprises = await selectEnterprises(corridor.deps.db)
  const others = enterprises.filter(({ name }) => name !== 'Demo Enterprise').map(({ id }) => id)
  const stranger = await newProgram(corridor, 'viewer', others)
  expect((await stranger.act('GET', path)).status).toBe(404)
})

test('rates are kept by five minutes and hour', async () => {
  await ratesArrive(corridor)
  const sample = createSampler()
  await sample(corridor.deps)
  await sample(corridor.deps)
  type Rates = { providers: { liquidity_provider: string; points: { rate: string }[] }[] }
  for (const unit of ['minutes', 'hour']) {
    const path = `/series/rates?payin_currency=USDC&payout_currency=COP&unit=${unit}`
    const { providers } = (await viewer.act<Rates>('GET', path)).data
    expect(providers.length).toBeGreaterThan(0)
    for (const { points } of providers)
      expect(points).toEqual([
        { at: expect.any(String), rate: expect.stringMatching(/^\d+\.\d+$/) },
      ])
  }
})

test('calls are counted by outcome, and percentiles are at most a quarter above them', async () => {
  type Calls = {
    calls: { call: string; total: { answered: number; failed: number; p95_ms: number | null } }[]
  }
  const calls = async () =>
    (await viewer.act<Calls>('GET', '/series/calls?kind=rail&name=bank:trial')).data.calls
  expect(await calls()).toEqual([])
  const note = corridor.deps.callSums.note('rail')
  const sample = createSampler()
  for (let count = 0; count < 96; count++) note('bank:trial', 'send', 'answered', 0.2)
  await sample(corridor.deps)
  for (let count = 0; count < 4; count++) note('bank:trial', 'send', 'failed', 20)
  await sample(corridor.deps)
  const [found] = await calls()
  expect(found).toMatchObject({ call: 'send', total: { answered: 96, failed: 4 } })
  expect(found?.total.p95_ms).toBeGreaterThanOrEqual(200)
  expect(found?.total.p95_ms).toBeLessThanOrEqual(250)
})

test.each([
  ['order_sums', 'update order_sums set payin_minor = payin_minor + 1', 'order_sums'],
  ['order_sums', "delete from order_sums where status = 'STEP_4_COMPLETED'", 'order_sums'],
  ['ledger_flows', 'update ledger_flows set minor = minor + 1', 'ledger_flows'],
])('verify finds a wrong summary of %s: %s', async (_of, change, table) => {
  const { owner } = corridor.database
  for (const unit of ['hour', 'day', 'month']) {
    await owner.query(`create table kept_as_it_was as table ${table}`)
    const condition = `${change.includes('where') ? 'and' : 'where'} unit = '${unit}' and scope = (select max(scope::text)::uuid from ${table})`
    const { rowCount } = await owner.query(`${change} ${condition}`)
    expect(rowCount).toBeGreaterThan(0)
    expect(await difference()).toMatch(`summary of`)
    await owner.query(
      `truncate ${table}; insert into ${table} table kept_as_it_was; drop table kept_as_it_was`,
    )
    expect(await difference()).toBeUndefined()
  }
})

describe('a span', () => {
  const now = at('2026-03-08T02:30:00.000Z')
  test('has hours, days and months of UTC, also where clocks change', () => {
    // Clocks in New York change on 2026-03-08; hours of UTC do not.
    const span = spanIn(
      'hour',
      { from: '2026-03-08T00:10:00-05:00', to: '2026-03-09T00:00:00-04:00' },
      now,
      24,
    )
    expect(pointsOf(span)).toHaveLength(23)
    expect(toTimestamp(span.from)).toBe('2026-03-08T05:00:00.000Z')
    expect(toTimestamp(beginningOf('month', now))).toBe('2026-03-01T00:00:00.000Z')
    expect(toTimestamp(beginningOf('month', now, -3))).toBe('2025-12-01T00:00:00.000Z')
    expect(
      pointsOf(spanIn('month', {}, now, 12))
        .map(toTimestamp)
        .at(0),
    ).toBe('2025-04-01T00:00:00.000Z')
    // The end does not belong to it.
    const day = spanIn('day', { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }, now, 30)
    expect(pointsOf(day).map(toTimestamp)).toEqual(['2026-03-01T00:00:00.000Z'])
  })

  test('has at most 400 points', async () => {
    const path = (to: string) =>
      `${corridor.organization}/order_series?unit=day&from=2025-01-01T00:00:00Z&to=${to}`
    expect((await corridor.get(path('2026-02-05T00:00:00Z'))).status).toBe(200)
    const refused = await corridor.get(path('2026-02-05T00:00:00.001Z'))
    expect(refused.problem).toMatchObject({ code: 'invalid_request' })
  })
})

test('a percentile is at most a tenth above the time of the order', () => {
  expect(percentileSeconds([], 50n)).toBeNull()
  const counts = [
    { step: 1, count: 49n },
    { step: 10, count: 46n },
    { step: 30, count: 5n },
  ]
  expect(percentileSeconds(counts, 49n)).toBe(1)
  expect(percentileSeconds(counts, 50n)).toBe(3)
  expect(percentileSeconds(counts, 95n)).toBe(3)
  expect(percentileSeconds(counts, 96n)).toBe(16)
})
