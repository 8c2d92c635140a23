// Many at once: one effect.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batched } from '../src/db/batch.ts'
import type { OrderJson } from '../src/orders/view.ts'
import { testService, type TestService } from './support/service.ts'

let corridor: TestService
beforeAll(async () => void (corridor = await testService()))
afterAll(() => corridor.close())

const count = async (table: string): Promise<bigint> =>
  (await corridor.database.owner.query(`select count(*) as n from ${table}`)).rows[0].n

test('twenty at once with one key make one quote, and all get its bytes', async () => {
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

test('twenty at once with one key make one quote, although the route has just changed', async () => {
  const { id } = await corridor.offering()
  await corridor.quote(id)
  await corridor.database.owner.query('update configured_routes set version = version + 1')
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

test('twenty at once with one key make one order, one batch of offerings, one instrument, one organization', async () => {
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

test('a hundred keys on one quote make one order; ninety-nine hear that it is used', async () => {
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

test('one batch gives each caller its own right answer', async () => {
  const expired = await corridor.quote()
  corridor.clock.advance(31 * 60_000)
  const [good, used] = [await corridor.quote(), await corridor.quote()]
  await corridor.order(used.id)
  const replayKey = randomUUID()
  const replayed = await corridor.quote()
  const first = await corridor.post(
    `${corridor.organization}/orders`,
    { quote_id: replayed.id },
    { idempotencyKey: replayKey },
  )
  const orders = (body: object, request = {}) =>
    corridor.post(`${corridor.organization}/orders`, body, request)
  const fresh = await corridor.quote()
  const [a, b, c, d, e, f] = await Promise.all([
    orders({ quote_id: fresh.id }),
    orders({ quote_id: used.id }),
    orders({ quote_id: replayed.id }, { idempotencyKey: replayKey }),
    orders({ quote_id: 'qt_01jqe8m2x4fv5s0t6w7y8z9abc' }),
    orders({ quote_id: good.id }, { idempotencyKey: replayKey }),
    orders({ quote_id: expired.id }),
  ])
  expect(a?.status).toBe(201)
  expect(b?.problem.code).toBe('quote_already_used')
  expect(c?.text).toBe(first.text)
  expect(d?.problem.code).toBe('not_found')
  expect(e?.problem.code).toBe('idempotency_key_reused')
  expect(f?.problem.code).toBe('quote_expired')
})

test('simulated funding at once funds once', async () => {
  const order = await corridor.order()
  const replies = await Promise.all(Array.from({ length: 20 }, () => corridor.fund(order.id)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19)
  const completed = await corridor.until(order.id, 'STEP_4_COMPLETED')
  expect(completed.status.status_history).toHaveLength(4)
})

test('a batch that lost a deadlock to another process is sent again, one by one', async () => {
  const echo = batched(async (inputs: readonly number[]) => {
    if (inputs.length > 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    return inputs
  })
  expect(await Promise.all([1, 2, 3].map(echo))).toEqual([1, 2, 3])
})
