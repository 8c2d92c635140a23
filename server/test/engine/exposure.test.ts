// The total of open, unfunded orders per organization and route is bounded and always matches the orders.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { keepOpenTotals } from '../../src/engine/orders/exposure.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { testService, type TestService } from '../support/service.ts'

const CALLERS = 64
const env = { CORRIDOR_SECRETS: newSecrets() }
let corridor: TestService
let offeringId: string
/** A second process on the same database. */
let other: TestService

beforeAll(async () => {
  corridor = await testService({ env })
  other = await testService({ env, database: corridor.database, worker: false })
})
afterAll(async () => {
  await other.close()
  await corridor.close()
})

const owner = () => corridor.database.owner
const orderQuote = (quoteId: string, request: { idempotencyKey?: string } = {}, by = corridor) =>
  by.post<OrderJson>(`${by.organization}/orders`, { quote_id: quoteId }, request)
const newQuoteId = async (amount: string) => (await corridor.quote(offeringId, amount)).id
const orderAmount = async (amount: string) => orderQuote(await newQuoteId(amount))
const cancel = (id: string) =>
  corridor.post(`${corridor.organization}/orders/${id}/cancel`, {}, { idempotencyKey: null })

/** Sets the bound in USDC for the first organization's route to COP. */
const setBound = (total: bigint) =>
  owner().query(
    `update configured_routes set max_open_total_minor = $1::bigint
      where organization_id = $2 and payout_currency = 'COP' and payin_currency = 'USDC'`,
    [total * 1_000_000n, uuidOf('org', corridor.sandbox.organization_id)],
  )
const openOrders = async (): Promise<{ id: Uuid<'ord'>; minor: bigint }[]> =>
  (
    await owner().query(
      `select id, payin_total_minor::bigint as minor from orders where status = 'STEP_1_AWAITING_FUNDING'`,
    )
  ).rows
const difference = async () => (await verifyLedger(corridor.deps.db)).difference

// Each test starts without open orders. The API closes them.
beforeEach(async () => {
  await setBound(999_999_999n)
  corridor.clock.advance(3 * 3_600_000)
  other.clock.set(corridor.clock.now())
  for (let tries = 0; tries < 2400 && (await openOrders()).length > 0; tries++) await sleep(25)
  offeringId = (await corridor.offering()).id
})
afterEach(async () => expect(await difference()).toBeUndefined())

describe('sequential orders', () => {
  test('are accepted exactly up to the bound, and the refusal states what remains', async () => {
    await setBound(3500n)
    for (const amount of ['1000.00', '2000.00'])
      expect((await orderAmount(amount)).status).toBe(201)
    const refused = await orderAmount('500.01')
    expect(refused.status).toBe(409)
    expect(refused.problem).toMatchObject({
      code: 'exposure_limit_reached',
      currency: 'USDC',
      max_open_total: '3500.00',
      open_total: '3000.00',
      remaining: '500.00',
    })
    expect((await orderAmount('500.00')).status).toBe(201)
    expect((await orderAmount('10.00')).problem).toMatchObject({ remaining: '0.00' })
  })

  test('are all refused when the bound is below the open total', async () => {
    expect((await orderAmount('2000.00')).status).toBe(201)
    await setBound(1000n)
    expect((await orderAmount('10.00')).problem).toMatchObject({
      open_total: '2000.00',
      remaining: '0.00',
    })
  })

  test('are replayed at the bound, and a refused key stays free', async () => {
    await setBound(1000n)
    const [quoteId, refusedId] = [await newQuoteId('1000.00'), await newQuoteId('100.00')]
    const [idempotencyKey, refusedKey] = [randomUUID(), randomUUID()]
    const first = await orderQuote(quoteId, { idempotencyKey })
    expect((await orderQuote(refusedId, { idempotencyKey: refusedKey })).status).toBe(409)
    const again = await orderQuote(quoteId, { idempotencyKey })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    await cancel(first.data.id)
    expect((await orderQuote(refusedId, { idempotencyKey: refusedKey })).status).toBe(201)
  })

  test('free their amount when funded, cancelled or expired', async () => {
    await setBound(1000n)
    const ends: ((id: string) => Promise<unknown>)[] = [
      async (id) => corridor.fund(id),
      async (id) => cancel(id),
      async (id) => {
        corridor.clock.advance(2 * 3_600_000 + 1)
        await corridor.until(id, 'FAILED_FUNDING_EXPIRED')
        offeringId = (await corridor.offering()).id
      },
    ]
    for (const end of ends) {
      const made = await orderAmount('1000.00')
      expect(made.status).toBe(201)
      expect((await orderAmount('10.00')).problem.code).toBe('exposure_limit_reached')
      await end(made.data.id)
      expect(await difference()).toBeUndefined()
    }
    expect((await orderAmount('1000.00')).status).toBe(201)
  })

  test('can be retried at the bound, because their money has arrived', async () => {
    const declined = (await orderAmount('1911.01')).data
    await corridor.fund(declined.id)
    await corridor.until(declined.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    await setBound(1000n)
    expect((await orderAmount('1000.00')).status).toBe(201)
    const retried = await corridor.post<OrderJson>(
      `${corridor.organization}/orders/${declined.id}/retry`,
      { quote_id: await newQuoteId('1900.00') },
    )
    expect(retried.status).toBe(201)
    await corridor.until(retried.data.id, 'STEP_4_COMPLETED')
    expect((await orderAmount('10.00')).problem).toMatchObject({ open_total: '1000.00' })
  })
})

describe('concurrent orders', () => {
  const newQuoteIds = (amount: string) =>
    Promise.all(Array.from({ length: CALLERS }, () => newQuoteId(amount)))

  test('from 64 callers of one process stay within the bound', async () => {
    await setBound(10_500n)
    const replies = await Promise.all((await newQuoteIds('1000.00')).map((id) => orderQuote(id)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(
      new Set(replies.filter(({ status }) => status === 409).map(({ problem }) => problem.code)),
    ).toEqual(new Set(['exposure_limit_reached']))
  })

  test('of small amounts are accepted behind a large one that does not fit', async () => {
    await setBound(6400n)
    const large = await newQuoteId('6400.01')
    const quotes = await newQuoteIds('100.00')
    const [refused, ...replies] = await Promise.all([
      orderQuote(large),
      ...quotes.map((id) => orderQuote(id)),
    ])
    expect(refused?.problem.code).toBe('exposure_limit_reached')
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  })

  test('from two processes exceed the bound at most by the amounts in flight', async () => {
    await setBound(10_000n)
    const quotes = await newQuoteIds('1000.00')
    await Promise.all(quotes.map((id, index) => orderQuote(id, {}, index % 2 ? other : corridor)))
    const open = await openOrders()
    expect(open.length).toBeGreaterThanOrEqual(10)
    expect(open.length).toBeLessThanOrEqual(10 + CALLERS / 2)
    expect((await orderAmount('10.00')).problem.code).toBe('exposure_limit_reached')
  })

  test('created, funded and cancelled by two processes leave exact totals', async () => {
    const quotes = await newQuoteIds('100.00')
    await Promise.all(
      quotes.map(async (id, index) => {
        const by = index % 2 ? other : corridor
        const { data } = await orderQuote(id, {}, by)
        if (index % 3 === 0) await by.fund(data.id)
        if (index % 3 === 1) await cancel(data.id)
      }),
    )
    expect(await openOrders()).toHaveLength(21)
    expect(await difference()).toBeUndefined()
  })
})

describe('a locked open total', () => {
  async function whileLocked(where: string, work: () => Promise<unknown>): Promise<void> {
    const holder = await owner().connect()
    try {
      await holder.query('begin')
      const held = await holder.query(`select from open_totals where ${where} for update`)
      expect(held.rowCount).toBeGreaterThan(0)
      await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  test('of one organization does not delay another', async () => {
    await orderAmount('100.00')
    const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
    const [organization] = (await corridor.get<OrganizationJson[]>('/v1/organizations', { key }))
      .data
    const path = `/v1/organizations/${organization?.id}`
    const post = async <Data>(end: string, body?: object) =>
      (await corridor.post<Data>(`${path}/${end}`, body, { key })).data
    const [offering] = await post<OfferingJson[]>('offerings')
    const quote = await post<QuoteJson>('quotes', {
      offering_id: offering?.id,
      payin_amount: '100.00',
    })
    const own = `organization_id = '${uuidOf('org', corridor.sandbox.organization_id)}'`
    await whileLocked(own, async () => {
      const made = await post<OrderJson>('orders', { quote_id: quote.id })
      await corridor.post(`${path}/orders/${made.id}/cancel`, {}, { key, idempotencyKey: null })
    })
  })

  test('of a concurrent funding does not delay orders in the same process', async () => {
    const made = (await orderAmount('100.00')).data
    await corridor.fund(made.id)
    await whileLocked('open_minor < 0', async () =>
      expect((await orderAmount('100.00')).status).toBe(201),
    )
  })
})

describe('open totals', () => {
  test('that differ from the orders are found by verification and corrected by the worker', async () => {
    await orderAmount('100.00')
    await owner().query('update open_totals set open_minor = open_minor + 5 where open_minor > 0')
    expect(await difference()).toMatch(/^route rt_\w+ of org_\w+: the open total is 100\d+ minor/)
    await keepOpenTotals(corridor.deps)
    expect(await difference()).toBeUndefined()
  })

  test('do not grow the table without a vacuum', async () => {
    await owner().query('alter table open_totals set (autovacuum_enabled = false)')
    for (let batch = 0; batch < 150; batch++) {
      const { id } = (await orderAmount('10.00')).data
      await cancel(id)
    }
    const { rows } = await owner().query(
      `select pg_relation_size('open_totals') as table_bytes, pg_relation_size('open_totals_pkey') as index_bytes`,
    )
    expect(rows[0].table_bytes).toBeLessThanOrEqual(2n * 8192n)
    expect(rows[0].index_bytes).toBeLessThanOrEqual(2n * 8192n)
  })
})

test('at the bound concurrent orders are created or refused, and none fails otherwise', async () => {
  await setBound(5000n)
  const quotes = await Promise.all(Array.from({ length: 120 }, () => newQuoteId('1000.00')))
  const statuses: number[] = []
  let isDone = false
  const cancelling = (async () => {
    while (!isDone) for (const { id } of await openOrders()) await cancel(publicId('ord', id))
  })()
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let quote = quotes.pop(); quote !== undefined; quote = quotes.pop())
        statuses.push((await orderQuote(quote)).status)
    }),
  )
  isDone = true
  await cancelling
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  expect(statuses).toContain(201)
})
