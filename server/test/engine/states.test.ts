// The table of states agrees with the code, the database and the documentation.
import { later, type Instant } from '../../src/platform/clock.ts'
import { allStatements } from '../../src/platform/db/statement.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OrderRow } from '../../src/engine/orders/queries.ts'
import {
  orderEvents,
  orderStatuses,
  transitionFor,
  transitions,
} from '../../src/engine/orders/states.ts'
import { transition } from '../../src/engine/orders/transition.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'
import { newLeaseToken } from '../../src/platform/ids.ts'

const corridor = await forFile(testService({ worker: false }))

test('every state has a transition out, and every state can be reached', () => {
  // A completed order leads on only after its payout came back, a refunded one only if a payout turns out to have gone.
  for (const status of orderStatuses) {
    expect(
      transitions.some((row) => row.to === status),
      `${status} is reached`,
    ).toBe(true)
    expect(
      transitions.some((row) => row.from === status),
      `${status} leads on`,
    ).toBe(true)
  }
})

test('the database allows exactly these states', async () => {
  const rows = await corridor.sql`select pg_get_constraintdef(oid) as text from pg_constraint
      where conname = 'orders_status_known'`
  const known = [...String(rows[0]?.text).matchAll(/'([A-Z0-9_]+)'/g)].map((match) => match[1])
  expect(known.sort()).toEqual([...orderStatuses].sort())
})

test('docs/order-lifecycle.md shows exactly this table', () => {
  const document = readFileSync(
    join(import.meta.dirname, '../../../docs/order-lifecycle.md'),
    'utf8',
  )
  const listed = [
    ...document.matchAll(/^\| `?([A-Z0-9_]+|none)`? \| `([a-z_]+)` \| `([A-Z0-9_]+)` \|/gm),
  ].map((row) => row.slice(1, 4))
  expect(listed).toEqual(transitions.map((row) => [row.from ?? 'none', row.event, row.to]))
  const drawn = [...document.matchAll(/^ +(\[\*\]|[A-Z0-9_]+) --> ([A-Z0-9_]+): ([a-z_]+)$/gm)].map(
    (row) => [row[1], row[3], row[2]],
  )
  expect(drawn).toEqual(transitions.map((row) => [row.from ?? '[*]', row.event, row.to]))
})

describe('each event in each state', () => {
  const pairs = orderStatuses.flatMap((from) => orderEvents.map((event) => ({ from, event })))
  test.each(pairs)(
    '$event in $from has the effect that the table states',
    async ({ from, event }) => {
      const order = await orderIn(from)
      const row = transitionFor(from, event)
      const at = later(event === 'funding_expired' ? order.funding_expires_at : order.updated_at, 1)
      const moved = await applyEvent(order, event, at)
      const present = await readOrder(order)
      if (row === undefined) {
        expect(moved).toBeNull()
        expect(present).toEqual(order)
      } else {
        expect(moved, 'the result of a change is the stored order').toEqual(present)
        expect(present.status).toBe(row.to)
        expect(present.status_history.slice(0, -1)).toEqual(order.status_history)
        expect(present.status_history.at(-1)).toEqual({
          status: row.to,
          created_at: new Date(at).toISOString(),
        })
        expect(await applyEvent(order, event, at), 'a repeated event changes nothing').toBeNull()
      }
    },
  )
})

test('the result of a change has every column that the statement writes', () => {
  const { text = '' } =
    allStatements().find(({ name }) => name === 'change_orders_in_any_way') ?? {}
  const [, written = ''] = /update orders o\s+set (.*?)\n +from locked/s.exec(text) ?? []
  const [, returned = ''] = /select ([^\n]*), position from changed$/.exec(text) ?? []
  const unread = new Set(['due_at', 'parked_at', 'leased_until', 'payout_held_since'])
  const names = [...written.matchAll(/^\s*(\w+) = /gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !unread.has(name)).sort()).toEqual(returned.split(', ').sort())
})

test('a stale lease writes nothing', async () => {
  const order = await orderIn('STEP_2_FILLING_FX')
  const stale = await transition(corridor.deps, order, () => ({ events: ['filled'] }), {
    at: later(order.created_at, 1),
    leaseToken: newLeaseToken(),
  })
  expect(stale).toBeNull()
  expect(await readOrder(order)).toEqual(order)
})

test('order history only grows and never goes back in time, even for the owner', async () => {
  const order = await orderIn('STEP_2_FILLING_FX')
  const rewrite = (history: unknown) =>
    corridor.database.owner.query(`update orders set status_history = $2 where id = $1`, [
      order.id,
      JSON.stringify(history),
    ])
  await expect(
    rewrite([{ status: 'STEP_2_FILLING_FX', created_at: '2026-01-01T00:00:00.000Z' }]),
  ).rejects.toThrow('may only grow')
  await expect(
    rewrite([
      ...order.status_history,
      { status: 'STEP_2_FILLING_FX', created_at: '2020-01-01T00:00:00.000Z' },
    ]),
  ).rejects.toThrow('back in time')
  const [first, last] = order.status_history
  const later = { status: 'STEP_2_FILLING_FX', created_at: '2999-01-01T00:00:00.000Z' }
  for (const history of [
    [last],
    [first, { ...last, zzzzzzzzzzzzzzzz: 1 }],
    [first, { ...last, zzzzzzzzzzzzzzzz: 1 }, later],
    [first, { ...last, status: `${last?.status}_` }, later],
    [last, first, later],
    [later],
    [first, later],
  ])
    await expect(rewrite(history), JSON.stringify(history)).rejects.toThrow('may only grow')
  // A retry of a declined order may append two entries with the same instant.
  await rewrite([...order.status_history, later, later])
})

test('awaits_retry is true for exactly the orders that await a retry, whoever writes them', async () => {
  const declined = await orderIn('FAILED_DECLINED_BY_LIQ_PROVIDER')
  const { owner } = corridor.database
  const marked = async () =>
    (await owner.query('select awaits_retry from orders where id = $1', [declined.id])).rows[0]
      ?.awaits_retry
  expect(await marked()).toBe(true)
  await applyEvent(declined, 'refund_requested', later(declined.updated_at, 1))
  expect(await marked()).toBe(false)
  const { rows } = await owner.query(
    `select id, status from orders where awaits_retry
        is distinct from (status = 'FAILED_DECLINED_BY_LIQ_PROVIDER' and retry_order_id is null)`,
  )
  expect(rows).toEqual([])
})

test("the service's role cannot change published money, finished history or keys of requests already sent", async () => {
  const attempts = [
    `update orders set payin_total_minor = 1`,
    `update orders set exchange_rate = 1`,
    `update quotes set payout_total_minor = 1`,
    `update offerings set indicative_exchange_rate = 1`,
    `update external_payment_instruments set details_sealed = ''`,
    `update payouts set rail_key = ''`,
    `delete from orders`,
    `delete from quotes`,
    `delete from fills`,
    `drop table orders`,
  ]
  for (const attempt of attempts)
    await expect(corridor.deps.db.query(attempt), attempt).rejects.toThrow(
      /permission denied|must be owner/,
    )
})

const applyEvent = (order: OrderRow, event: (typeof orderEvents)[number], at: Instant) =>
  transition(corridor.deps, order, () => ({ events: [event] }), { at })

async function readOrder(order: Pick<OrderRow, 'organization_id' | 'id'>): Promise<OrderRow> {
  const row = await corridor.deps.findOrder({ organizationId: order.organization_id, id: order.id })
  if (row === null) throw new Error('the order does not exist')
  return row
}

/** Creates an order and advances it to a state by the shortest path of the table. */
async function orderIn(wanted: (typeof orderStatuses)[number]) {
  const made = await corridor.order()
  const organizationId = requireUuid('org', corridor.sandbox.organization_id)
  let order = await readOrder({ organization_id: organizationId, id: requireUuid('ord', made.id) })
  for (const event of pathTo(wanted)) {
    const at = event === 'funding_expired' ? later(order.funding_expires_at, 1) : order.updated_at
    const moved = await applyEvent(order, event, at)
    if (moved === null) throw new Error(`no transition to ${wanted}`)
    order = moved
  }
  return order
}

function pathTo(wanted: string): (typeof orderEvents)[number][] {
  const queue: { status: string; path: (typeof orderEvents)[number][] }[] = [
    { status: 'STEP_1_AWAITING_FUNDING', path: [] },
  ]
  for (const { status, path } of queue) {
    if (status === wanted) return path
    for (const row of transitions)
      if (row.from === status) queue.push({ status: row.to, path: [...path, row.event] })
  }
  throw new Error(`the table has no path to ${wanted}`)
}
