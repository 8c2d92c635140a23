// Search of a customer's orders: by a part of a reference, or by an amount. Every page says whether there is more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { testService, type TestService } from '../support/service.ts'

let corridor: TestService
let march: OrderJson
let april: OrderJson
let other: OrderJson
beforeAll(async () => {
  corridor = await testService({ worker: false })
  await corridor.deps.feeds.push()
  march = await order('1000.00', 'Payroll-2026_03')
  april = await order('2500.50', 'PAYROLL-2026-04 50% first')
  other = await corridor.order()
})
afterAll(() => corridor.close())

async function order(amount: string, reference: string): Promise<OrderJson> {
  const quote = await corridor.quote(undefined, amount)
  const body = { quote_id: quote.id, external_reference_id: reference }
  return (await corridor.post<OrderJson>(`${corridor.organization}/orders`, body)).data
}

const search = (query: Record<string, string>) =>
  corridor.call<OrderJson[]>(
    'GET',
    `${corridor.organization}/order-search?${new URLSearchParams(query)}`,
  )
const found = async (text: string, more: Record<string, string> = {}) =>
  (await search({ text, limit: '50', ...more })).data.map(({ id }) => id)

test('a part of a reference finds orders, in small or capital letters, newest first', async () => {
  expect(await found('payroll')).toEqual([april.id, march.id])
  expect(await found(march.reference_number.slice(-6).toLowerCase())).toEqual([march.id])
  expect(await found(other.reference_number)).toEqual([other.id])
  expect(await found('payroll', { status: 'STEP_4_COMPLETED' })).toEqual([])
  expect(await found('payroll', { created_before: march.created_at })).toEqual([])
})

test('what has a meaning in patterns is searched as it is written', async () => {
  expect(await found('2026_0')).toEqual([march.id])
  expect(await found('50%')).toEqual([april.id])
  expect(await found('%')).toEqual([april.id])
})

test('an amount finds orders that pay it in or out, and no part of an amount does', async () => {
  expect(await found('1000.00')).toEqual([other.id, march.id])
  expect(await found('1000')).toEqual([other.id, march.id])
  expect(await found('2500.50 usdc')).toEqual([april.id])
  expect(await found('2500.50 COP')).toEqual([])
  expect(await found(`${april.payout.total} COP`)).toEqual([april.id])
  expect(await found('100')).toEqual([])
})

test('pages go on where the last one ended, and a foreign organization has none', async () => {
  const first = await search({ text: 'payroll', limit: '1' })
  expect(first.data.map(({ id }) => id)).toEqual([april.id])
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const cursor = new URL(next).searchParams.get('cursor') ?? ''
  expect((await search({ text: 'payroll', limit: '1', cursor })).data).toMatchObject([
    { id: march.id },
  ])
  expect((await search({ text: 'other', limit: '1', cursor })).status).toBe(400)
})
