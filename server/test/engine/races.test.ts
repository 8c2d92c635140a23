// Concurrent requests have one effect.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from '../../src/platform/db/batch.ts'
import type { Deps } from '../../src/service/deps.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { insertOrders } from '../../src/engine/orders/insert-queries.ts'
import type { NewOrder } from '../../src/engine/orders/new-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { forFile } from '../support/for-file.ts'
import { requireUuid } from '../support/ids.ts'
import { testService } from '../support/service.ts'

/** Replaces the service's insert statement for the next orders. */
let intercept: Deps['insertOrder'] | undefined
const corridor = await forFile(
  testService({
    replace: ({ insertOrder }) => ({
      insertOrder: (order) => (intercept ?? insertOrder)(order),
    }),
  }),
)

const count = async (table: string): Promise<bigint> =>
  (await corridor.database.owner.query(`select count(*) as n from ${table}`)).rows[0].n

/** The sandbox's second enterprise, with functions to create quotes and orders. */
async function otherEnterprise() {
  const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const [organization] = (await corridor.get<OrganizationJson[]>('/v1/organizations', { key })).data
  const path = `/v1/organizations/${organization?.id}`
  const [offering] = (await corridor.post<OfferingJson[]>(`${path}/offerings`, undefined, { key }))
    .data
  const body = { offering_id: offering?.id, payin_amount: '100.00' }
  return {
    quote: async () => (await corridor.post<QuoteJson>(`${path}/quotes`, body, { key })).data,
    order: (quoteId: string) =>
      corridor.post<OrderJson>(`${path}/orders`, { quote_id: quoteId }, { key }),
  }
}

/** Holds the next `count` orders until all have come and batches them. Returns the sizes of the batches. */
function countBatches(count: number): number[] {
  const { deps } = corridor
  const sizes: number[] = []
  const share = batched(
    (orders: readonly NewOrder[]) => {
      sizes.push(orders.length)
      return insertOrders(deps.db, orders)
    },
    { maxRows: count, takesAll: true },
  )
  const all = Promise.withResolvers<void>()
  let asked = 0
  intercept = async (order) => {
    if (++asked === count) {
      intercept = undefined
      all.resolve()
    }
    await all.promise
    return share(order)
  }
  return sizes
}

test('twenty concurrent requests with one key create one quote, and all get its bytes', async () => {
  const { id } = await corridor.offering()
  const before = await count('quotes')
  const idempotencyKey = randomUUID()
  const body = { offering_id: id, payin_amount: '250.00' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      corridor.post(`${corridor.organization}/quotes`, body, { idempotencyKey }),
    ),
  )
  expect(await count('quotes')).toBe(before + 1n)
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 201))
  expect(
    replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true'),
  ).toHaveLength(19)
})

test('twenty concurrent requests with one key create one quote right after a change of its route', async () => {
  const { id } = await corridor.offering()
  await corridor.quote(id)
  await corridor.sql`update configured_routes set version = version + 1`
  const idempotencyKey = randomUUID()
  const body = { offering_id: id, payin_amount: '250.00' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      corridor.post(`${corridor.organization}/quotes`, body, { idempotencyKey }),
    ),
  )
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 201))
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
})

test('twenty concurrent requests with one key create one order, one batch of offerings, one instrument, one organization', async () => {
  const quote = await corridor.quote()
  const instrument = (await corridor.instruments()).find((one) => one.method === 'SOLANA_ADDRESS')
  const bodies: [string, string, unknown][] = [
    [`${corridor.organization}/orders`, 'orders', { quote_id: quote.id }],
    [`${corridor.organization}/offerings`, 'offering_batches', undefined],
    [
      `${corridor.organization}/external_payment_instruments`,
      'external_payment_instruments',
      { alias: 'second', currency: 'USDC', method: 'SOLANA_ADDRESS', details: instrument?.details },
    ],
    [
      `/v1/organizations`,
      'organizations',
      { name: 'New', contact: { email: 'a@b.co', first_name: 'A', last_name: 'B' } },
    ],
  ]
  for (const [path, table, body] of bodies) {
    const before = await count(table)
    const idempotencyKey = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => corridor.post(path, body, { idempotencyKey })),
    )
    expect(await count(table), table).toBe(before + 1n)
    expect(new Set(replies.map((reply) => reply.text)).size, path).toBe(1)
    expect(
      replies.filter((reply) => reply.headers.get('idempotent-replayed') === null),
      path,
    ).toHaveLength(1)
  }
})

test('a hundred concurrent keys on one quote create one order; ninety-nine get quote_already_used', async () => {
  const quote = await corridor.quote()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () =>
      corridor.post<OrderJson>(`${corridor.organization}/orders`, { quote_id: quote.id }),
    ),
  )
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
  const refused = replies.filter((reply) => reply.status === 409)
  expect(refused).toHaveLength(99)
  expect(new Set(refused.map((reply) => reply.problem.code))).toEqual(
    new Set(['quote_already_used']),
  )
})

test('a batch of two hundred orders gives each caller its own answer', async () => {
  const expired = await corridor.quote()
  corridor.clock.advance(31 * 60_000)
  const { id: offeringId } = await corridor.offering()
  const quotes = await Promise.all(Array.from({ length: 194 }, () => corridor.quote(offeringId)))
  const [twice, earlier, replayed, reused] = [
    await corridor.quote(offeringId),
    await corridor.quote(offeringId),
    await corridor.quote(offeringId),
    await corridor.quote(offeringId),
  ]
  const stranger = await otherEnterprise()
  const [foreign, theirs] = [await stranger.quote(), await stranger.quote()]
  await corridor.order(earlier.id)
  const key = randomUUID()
  const orders = (quoteId: string, idempotencyKey = randomUUID()) =>
    corridor.post<OrderJson>(
      `${corridor.organization}/orders`,
      { quote_id: quoteId },
      { idempotencyKey },
    )
  const first = await orders(replayed.id, key)

  // The two orders of used quotes are not in the batch: a quote known to be used inserts nothing.
  const batches = countBatches(199)
  const answers = await Promise.all([
    orders(twice.id),
    orders(twice.id),
    orders(earlier.id),
    orders(replayed.id, key),
    orders(reused.id, key),
    orders(expired.id),
    orders(foreign.id),
    stranger.order(theirs.id),
    orders('qt_01jqe8m2x4fv5s0t6w7y8z9abc'),
    ...quotes.map((quote) => orders(quote.id)),
  ])
  expect(batches).toEqual([199])
  const [one, other, used, replay, reusedKey, late, others, strangers, unknown, ...made] = answers
  expect([one?.status, other?.status].toSorted()).toEqual([201, 409])
  expect((one?.status === 409 ? one : other)?.problem.code).toBe('quote_already_used')
  expect(used?.problem.code).toBe('quote_already_used')
  expect(replay?.text).toBe(first.text)
  expect(reusedKey?.problem.code).toBe('idempotency_key_reused')
  expect(late?.problem.code).toBe('quote_expired')
  expect(others?.problem.code).toBe('not_found')
  expect(strangers?.data.quote_id).toBe(theirs.id)
  expect(unknown?.problem.code).toBe('not_found')
  expect(made.map((reply) => reply.data.quote_id)).toEqual(quotes.map((quote) => quote.id))
})

test('a limit of one organization holds in a batch with orders of others, which get all of theirs', async () => {
  const { id } = await corridor.offering()
  const { organization_id: organization } = corridor.sandbox
  const limits = (sql: string, ...values: unknown[]) =>
    corridor.database.owner.query(sql, [requireUuid('org', organization), ...values])
  const own: QuoteJson[] = []
  const theirs: QuoteJson[] = []
  const stranger = await otherEnterprise()
  for (let made = 0; made < 3; made++) {
    own.push(await corridor.quote(id, '100.00'))
    theirs.push(await stranger.quote())
  }
  // Room for two orders. What was ordered before the limit does not count.
  await limits(
    `insert into volume_limits (organization_id, subject_id, currency, period, limit_minor)
     select $1, $1, payin_currency, 'month', 2.5 * payin_total_minor from quotes
      where organization_id = $1 and id = $2`,
    requireUuid('qt', own[0]?.id ?? ''),
  )
  const batches = countBatches(6)
  const path = `${corridor.organization}/orders`
  const answers = await Promise.all([
    ...own.map((quote) => corridor.post<OrderJson>(path, { quote_id: quote.id })),
    ...theirs.map((quote) => stranger.order(quote.id)),
  ])
  expect(batches).toEqual([6])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.slice(0, 3).toSorted()).toEqual([201, 201, 409])
  expect(statuses.slice(3)).toEqual([201, 201, 201])
  await limits('update volume_limits set limit_minor = null where organization_id = $1')
})

test('concurrent simulated fundings fund an order once', async () => {
  const order = await corridor.order()
  const replies = await Promise.all(Array.from({ length: 20 }, () => corridor.fund(order.id)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19)
  const completed = await corridor.until(order.id, 'STEP_4_COMPLETED')
  expect(completed.status.status_history).toHaveLength(4)
})

test('a row that violates a database rule fails alone in its batch', async () => {
  const share = batched(async (inputs: readonly string[]) => {
    const rows = await corridor.sql`select input::int from unnest(${inputs}::text[]) as i (input)`
    return rows.map(({ input }) => input)
  })
  const answers = await Promise.allSettled(['1', '2', 'three', '4'].map(share))
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed')),
  ).toEqual([1, 2, 'failed', 4])
})

test('a flood of one tenant delays others by one statement only', async () => {
  const batches: string[][] = []
  const share = batched(
    async (inputs: readonly string[]) => {
      batches.push([...inputs])
      await sleep(1)
      return inputs
    },
    { maxRows: 10, tenantOf: (input) => input.slice(0, 1) },
  )
  const flood = Array.from({ length: 500 }, (_, index) => share(`a${index}`))
  await sleep(1)
  await Promise.all([share('b'), share('c')])
  expect(batches.length).toBeLessThan(5)
  await Promise.all(flood)
  // Inputs keep their order, and every batch but the last is full.
  expect(batches.flat().filter((input) => input.startsWith('a'))).toEqual(
    Array.from({ length: 500 }, (_, index) => `a${index}`),
  )
  expect(batches.slice(0, -1).filter((batch) => batch.length < 10)).toEqual([])
})

test('a batch has more than 32 rows only if at least as many stay in the queue', async () => {
  const sizesOf = async (callers: number, options = {}) => {
    const sizes: number[] = []
    const share = batched(async (inputs: readonly number[]) => {
      sizes.push(inputs.length)
      return inputs
    }, options)
    await Promise.all(Array.from({ length: callers }, (_, index) => share(index)))
    return sizes
  }
  expect(await sizesOf(20)).toEqual([20])
  expect(await sizesOf(40)).toEqual([32, 8])
  expect(await sizesOf(64)).toEqual([32, 32])
  expect(await sizesOf(100)).toEqual([50, 32, 18])
  expect(await sizesOf(256)).toEqual([64, 64, 64, 32, 32])
  expect(await sizesOf(64, { takesAll: true }), 'a round of the worker').toEqual([64])
})

test('all tenants get their turn when they outnumber the places of a batch', async () => {
  const batches: number[][] = []
  const share = batched(
    async (inputs: readonly number[]) => {
      batches.push([...inputs])
      return inputs
    },
    { maxRows: 4, tenantOf: (input) => String(input % 10) },
  )
  await Promise.all(Array.from({ length: 100 }, (_, index) => share(index)))
  // The ten tenants take turns, so each ten places hold all of them.
  const tenants = batches.flat().map((input) => input % 10)
  for (let first = 0; first < 100; first += 10)
    expect(new Set(tenants.slice(first, first + 10)).size).toBe(10)
})

test('a batch that fails by a deadlock is retried one row at a time', async () => {
  const echo = batched(async (inputs: readonly number[]) => {
    if (inputs.length > 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    return inputs
  })
  expect(await Promise.all([1, 2, 3].map(echo))).toEqual([1, 2, 3])
})
