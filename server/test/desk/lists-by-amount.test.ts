// Operators' lists by an amount and by a part of a reference. No index has these, so a page reads only the newest rows and
// says how to go on.
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { newProgram, openDesk, ratesArrive } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { advanceAll } from '../support/orders.ts'

type Row = { id: string; order_id: string } & Record<string, unknown>

const desk = await forFile(openDesk())
const { corridor } = desk
const viewer = await newProgram(corridor, 'viewer')
const mine = await newProgram(corridor, 'viewer', [desk.own])
const outsider = await newProgram(corridor, 'viewer', desk.others)
await ratesArrive(corridor)
await corridor.deps.feeds.push()
const order = await corridor.order()
await corridor.fund(order.id)
await advanceAll(corridor)

const list = async (path: string, who = viewer) => {
  const { status, data, headers } = await who.act<Row[]>('GET', `/${path}`)
  expect(status, path).toBe(200)
  return { rows: data, next: /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] }
}

describe('an amount', () => {
  test.each([
    ['orders', 'payin_currency=USDC&min_payin=1000.00&max_payin=1000', 1],
    ['orders', 'payin_currency=USDC&min_payin=1000.01', 0],
    ['orders', 'payin_currency=USDC&max_payin=999.99', 0],
    ['orders', 'payin_currency=USDC&payout_currency=COP', 1],
    ['orders', 'payin_currency=USDC&payout_currency=MXN', 0],
    ['orders', 'payout_currency=COP&min_payout=1000', 1],
    ['orders', 'payout_currency=COP&max_payout=1000', 0],
    ['deposits', 'currency=USDC&min_amount=1000&max_amount=1000', 1],
    ['deposits', 'currency=USDC&min_amount=1000.000001', 0],
    ['payouts', 'currency=COP&min_amount=1000', 1],
    ['payouts', 'currency=COP&max_amount=1000', 0],
    ['refunds', 'currency=USDC&min_amount=0.01', 0],
  ])('finds %s by %s', async (name, query, count) => {
    for (const who of [viewer, mine])
      expect((await list(`${name}?${query}`, who)).rows).toHaveLength(count)
    expect((await list(`${name}?${query}`, outsider)).rows).toEqual([])
  })

  test.each([
    ['orders?min_payin=1', '?payin_currency'],
    ['deposits?currency=USDC&min_amount=0.00000001', '?min_amount'],
    ['payouts?currency=COP&max_amount=many', '?max_amount'],
  ])('of %s is refused with its field', async (path, pointer) => {
    const { status, problem } = await viewer.act('GET', `/${path}`)
    expect(status).toBe(400)
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer])
  })
})

describe('a part of a text', () => {
  test('finds an order by any part of its reference number, in any case', async () => {
    const part = order.reference_number.slice(-6).toLowerCase()
    for (const who of [viewer, mine])
      expect((await list(`orders?text=${part}`, who)).rows.map(({ id }) => id)).toEqual([order.id])
    expect((await list(`orders?text=${part}`, outsider)).rows).toEqual([])
  })

  test('means what it says: a sign of patterns is a sign', async () => {
    expect((await list('orders?text=%25')).rows).toEqual([])
    expect((await list('orders?text=CO_2')).rows).toEqual([])
  })

  test('finds payments by their transaction or reference', async () => {
    const [deposit] = (await list('deposits')).rows
    const [payout] = (await list('payouts')).rows
    const part = String(deposit?.['transaction']).slice(4, 20)
    expect((await list(`deposits?text=${part}`)).rows.map(({ id }) => id)).toEqual([deposit?.id])
    const key = encodeURIComponent(String(payout?.['rail_key']).slice(0, 20))
    expect((await list(`payouts?text=${key}`)).rows.map(({ id }) => id)).toEqual([payout?.id])
  })
})

describe('beyond 20,000 newer rows', () => {
  beforeAll(async () => {
    // Copies of the deposit, made after it.
    await corridor.sql`insert into deposits
       select (jsonb_populate_record(d, jsonb_build_object(
                'id', lpad(to_hex(('x' || left(replace(d.id::text, '-', ''), 12))::bit(48)::bigint + n), 12, '0') || '70008000000000000000',
                'transaction', 'copy ' || n, 'amount_minor', 5))).*
         from deposits d, generate_series(1, 20100) n where d.order_id = ${requireUuid('ord', order.id)}`
  }, 60_000)

  test('a page is short, and its next one has the rest', async () => {
    for (const who of [viewer, mine]) {
      const query = 'deposits?currency=USDC&min_amount=1000'
      const first = await list(query, who)
      expect(first.rows).toEqual([])
      expect(first.next).toBeDefined()
      const second = await list(`${query}&cursor=${first.next}`, who)
      expect(second.rows.map((row) => row.order_id)).toEqual([order.id])
      expect(second.next).toBeUndefined()
    }
  })

  test('an index is used where there is one: an order finds its deposits at once', async () => {
    const { rows } = await list(`deposits?currency=USDC&min_amount=1000&order_id=${order.id}`)
    expect(rows).toHaveLength(1)
  })
})
