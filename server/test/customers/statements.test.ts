// The statement of a month: which orders it has, exact sums, and whom it shows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantAt } from '../../src/platform/clock.ts'
import { statementOf } from '../../src/customers/statements/statement.ts'
import type { StatedOrder } from '../../src/customers/statements/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { refundedOrder, runDueWork } from '../support/orders.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { testService, type TestService } from '../support/service.ts'

let corridor: TestService
let completed: OrderJson
let refunded: OrderJson
let unpaid: OrderJson
beforeAll(async () => {
  corridor = await testService({ worker: false })
  await corridor.deps.feeds.push()
  completed = await corridor.order()
  unpaid = await corridor.order()
  await corridor.fund(completed.id)
  await runDueWork(corridor)
  refunded = await refundedOrder(corridor)
})
afterAll(() => corridor.close())

const get = async (path: string, accept = '*/*') => {
  const headers = { authorization: `Bearer ${corridor.sandbox.api_key}`, accept }
  const response = await fetch(`${corridor.url}${corridor.organization}/statements/${path}`, {
    headers,
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('of a month has its funded orders with their sums, and none that nobody paid', async () => {
  const { status, bytes } = await get('2026-03')
  const html = bytes.toString()
  expect(status).toBe(200)
  for (const one of [completed, refunded]) expect(html).toContain(one.reference_number)
  expect(html).not.toContain(unpaid.reference_number)
  expect(html).toContain('<dt>Completed</dt><dd dir="auto">1</dd>')
  expect(html).toContain('<dt>Refunded</dt><dd dir="auto">1</dd>')
  expect((await get('2026-03')).bytes.equals(bytes), 'the same bytes while nothing changes').toBe(
    true,
  )
})

test('of another month is empty, and a month that is none is refused', async () => {
  const html = (await get('2026-02')).bytes.toString()
  expect(html).toContain('<dt>Completed</dt><dd dir="auto">0</dd>')
  expect(html).not.toContain(completed.reference_number)
  expect((await get('2026-13')).status).toBe(400)
})

test('is a PDF by its path or by the Accept header', async () => {
  for (const { status, bytes } of [
    await get('2026-03.pdf'),
    await get('2026-03', 'application/pdf'),
  ]) {
    expect(status).toBe(200)
    expect(textOfPdf(bytes)).toContain(completed.reference_number)
  }
})

test('sums are exact for each pair of currencies, whatever their decimals', () => {
  const order = (payin: bigint, payout: bigint, more: Partial<StatedOrder> = {}): StatedOrder => ({
    reference_number: 'CO-20260302-7KQ2M4XZ',
    updated_at: instantAt(Date.UTC(2026, 2, 2)),
    status: 'STEP_4_COMPLETED',
    payin_currency: 'USDC',
    payin_total_minor: payin,
    payin_fee_minor: 1n,
    payin_tax_minor: 0n,
    received_minor: payin,
    payout_currency: 'COP',
    payout_total_minor: payout,
    ...more,
  })
  const orders = [
    order(9_007_199_254_740_993_000_001n, 1n),
    order(1n, 2n),
    order(5n, 7n, { payin_currency: 'EUR' }),
    order(11n, 13n, { status: 'FAILED_REFUND_REQUESTED' }),
  ]
  const { sections } = statementOf({ brand: {}, organization: 'Acme', month: '2026-03', orders })
  const rows = (title: string) => sections.find((one) => one.title === title)?.rows
  expect(rows('Completed, USDC to COP')).toEqual([
    ['Orders', '2'],
    ['Paid in', '9,007,199,254,740,993.000002 USDC'],
    ['Fees in it', '0.000002 USDC'],
    ['Tax on fees in it', '0.00 USDC'],
    ['Paid out', '0.03 COP'],
  ])
  expect(rows('Completed, EUR to COP')?.[1]).toEqual(['Paid in', '0.05 EUR'])
  expect(rows('Month')?.slice(2)).toEqual([
    ['Completed', '3'],
    ['Refunded', '0'],
    ['Under way', '1'],
  ])
})
