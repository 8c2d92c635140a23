// Accounts at the desk: orders convert into them, and they pay orders in the instant that these are created. No unit is paid
// twice, and a refund comes back to the account.
import { expect, test } from 'vitest'
import type { AccountLineRow } from '../../src/engine/accounts/queries.ts'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { deskAccount, type AccountJson } from '../support/desk-accounts.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'
import { eventually } from '../support/until.ts'

const corridor = await forFile(testService())
const { organization, post, get } = corridor
const desk = await deskAccount(corridor)

type Line = Pick<AccountLineRow, 'number' | 'kind' | 'order_id'> & {
  amount: string
  balance: string
}

const untilAt = ({ id }: { id: string }, wanted: string) =>
  eventually(`${id} reaches ${wanted}`, async () => {
    corridor.clock.advance(2000)
    const { data } = await get<OrderJson>(`${organization}/orders/${id}`)
    return data.status.current_status === wanted
  })
const verified = async () => (await verifyLedger(corridor.deps.db)).difference
const lines = async () =>
  (await get<Line[]>(`${organization}/accounts/${desk.account.id}/lines`)).data
const quoted = async (amount: string) => ({
  quote_id: (await corridor.quote(desk.from, amount)).id,
})
const ordered = async (amount: string) =>
  post<OrderJson>(`${organization}/orders`, await quoted(amount))
/** Converts into the account, so that it has exactly this. */
async function fill(amount: string): Promise<void> {
  await corridor.deps.feeds.push()
  const { data: quote } = await post<{ id: string }>(`${organization}/quotes`, {
    offering_id: desk.into,
    payout_amount: amount,
  })
  const order = await corridor.order(quote.id)
  await corridor.fund(order.id)
  await untilAt(order, 'STEP_4_COMPLETED')
}

test('an order converts into an account', async () => {
  await fill('3000.00')
  expect(await desk.available()).toBe('3000.00')
  expect(await lines()).toMatchObject(
    [{ number: 1, kind: 'payout', amount: '3000.00', balance: '3000.00', order_id: /^ord_/ }].map(
      (one) => ({ ...one, order_id: expect.stringMatching(one.order_id) }),
    ),
  )
  expect(await verified()).toBeUndefined()
})

test('an account pays an order in the instant that it is created', async () => {
  const { status, data: order } = await ordered('1000.00')
  expect(status).toBe(201)
  expect(order.status.status_history.map((one) => one.status)).toEqual([
    'STEP_1_AWAITING_FUNDING',
    'STEP_2_FILLING_FX',
  ])
  expect(order.funding_instructions).toEqual({
    currency: 'USDC',
    method: 'DESK_ACCOUNT',
    details: { account_number: desk.account.account_number },
  })
  expect(await desk.available()).toBe('2000.00')
  expect((await lines())[0]).toMatchObject({
    number: 2,
    kind: 'order',
    amount: '-1000.00',
    order_id: order.id,
  })
  await untilAt(order, 'STEP_4_COMPLETED')
  const told = async () =>
    (await get<EventJson[]>(`${organization}/events?order_id=${order.id}`)).data.map(
      ({ type }) => type,
    )
  // Events are read once no older transaction is open.
  await eventually('the last event', async () => (await told()).length === 5)
  expect(await told()).toEqual([
    'order.created',
    'deposit.recorded',
    'order.funded',
    'order.filled',
    'order.completed',
  ])
  expect(await verified()).toBeUndefined()
})

test('a repeated request takes the money once, and says what was answered first', async () => {
  const key = { idempotencyKey: 'pays-once' }
  const body = await quoted('100.00')
  const path = `${organization}/orders`
  const first = await post<OrderJson>(path, body, key)
  await untilAt(first.data, 'STEP_4_COMPLETED')
  const again = await post<OrderJson>(path, body, key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.data).toEqual(first.data)
  expect(await desk.available()).toBe('1900.00')
})

test('an order that the account does not cover says what is missing, and takes nothing', async () => {
  const { status, problem } = await ordered('2500.00')
  expect({ status, problem }).toMatchObject({
    status: 409,
    problem: {
      code: 'insufficient_funds',
      available: '1900.00',
      missing: '600.00',
      currency: 'USDC',
    },
  })
  expect(await desk.available()).toBe('1900.00')
})

test('no unit is paid twice by thirty orders at once', async () => {
  const bodies = await Promise.all(Array.from({ length: 30 }, () => quoted('100.00')))
  const answers = await Promise.all(
    bodies.map((body) => post<OrderJson>(`${organization}/orders`, body)),
  )
  const paid = answers.filter(({ status }) => status === 201)
  expect(paid.length).toBe(19)
  for (const answer of answers)
    if (answer.status !== 201) expect(answer.problem.code).toBe('insufficient_funds')
  expect(await desk.available()).toBe('0.00')
  for (const { data } of paid) await untilAt(data, 'STEP_4_COMPLETED')
  expect(await verified()).toBeUndefined()
})

test('a refund comes back to the account', async () => {
  await fill('1911.06')
  // The cents select the scenario in which the rail rejects the payout.
  const { data: order } = await ordered('1911.06')
  expect(await desk.available()).toBe('0.00')
  await untilAt(order, 'FAILED_REFUND_PROCESSED')
  expect(await desk.available()).toBe('1911.06')
  expect((await lines())[0]).toMatchObject({
    kind: 'refund',
    amount: '1911.06',
    order_id: order.id,
  })
  expect(await verified()).toBeUndefined()
})

test('a declined order is retried with the money that it has', async () => {
  const { data: order } = await ordered('1911.01')
  await untilAt(order, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
  const retried = await post<OrderJson>(
    `${organization}/orders/${order.id}/retry`,
    await quoted('1900.00'),
  )
  expect(retried.status).toBe(201)
  await untilAt(retried.data, 'STEP_4_COMPLETED')
  await eventually('the rest is on the account', async () => (await desk.available()) === '11.06')
  expect(await verified()).toBeUndefined()
})

test('an account with money is not archived, and an empty one is', async () => {
  const { data } = await post<AccountJson>(`${organization}/accounts`, {
    alias: 'Empty',
    currency: 'USDC',
  })
  const archived = (id: string) =>
    corridor.call('DELETE', `${organization}/external_payment_instruments/${id}`)
  expect(await archived(desk.account.id)).toMatchObject({
    status: 409,
    problem: { code: 'account_not_empty' },
  })
  expect((await archived(data.id)).status).toBe(200)
  expect(
    (await get<AccountJson>(`${organization}/accounts/${data.id}`)).data.status.current_status,
  ).toBe('ARCHIVED')
})

test('five requests at once with one key open one account', async () => {
  const body = { alias: 'Once', currency: 'USDC' }
  const opened = await Promise.all(
    Array.from({ length: 5 }, () =>
      post<AccountJson>(`${organization}/accounts`, body, { idempotencyKey: 'opens-once' }),
    ),
  )
  expect(opened.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const [first] = opened
  expect(first?.data).toMatchObject({ alias: 'Once', currency: 'USDC', available: '0.00' })
  for (const { data } of opened) expect(data).toEqual(first?.data)
})

test('nobody opens an account in another currency, and nobody makes the instrument by hand', async () => {
  const opened = await post(`${organization}/accounts`, { alias: 'Pesos', currency: 'COP' })
  expect(opened).toMatchObject({ status: 409, problem: { code: 'account_not_available' } })
  const made = await post(`${organization}/external_payment_instruments`, {
    alias: 'Mine',
    currency: 'USDC',
    method: 'DESK_ACCOUNT',
    details: { account_number: desk.account.account_number },
  })
  expect(made.status).toBe(400)
})
