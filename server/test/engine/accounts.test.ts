// Accounts at the desk: what orders convert into them, and orders that they pay in the instant they are created.
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { deskAccount, type AccountJson } from '../support/desk-accounts.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'
import { eventually } from '../support/until.ts'

const corridor = await forFile(testService())
const { organization, post, get } = corridor
const desk = await deskAccount(corridor)

const untilAt = ({ id }: OrderJson, wanted: string) =>
  eventually(`${id} reaches ${wanted}`, async () => {
    corridor.clock.advance(2000)
    const { data } = await get<OrderJson>(`${organization}/orders/${id}`)
    return data.status.current_status === wanted
  })
const verified = async () => (await verifyLedger(corridor.deps.db)).difference

test('an order converts into an account', async () => {
  const order = await corridor.order((await corridor.quote(desk.into, '5000000.00')).id)
  await corridor.fund(order.id)
  await untilAt(order, 'STEP_4_COMPLETED')
  expect(await desk.available()).toBe(order.payout.total)
  expect(await verified()).toBeUndefined()
})

test('an account pays an order in the instant that it is created', async () => {
  const before = await desk.available()
  const quote = await corridor.quote(desk.from, '1000.00')
  const { status, data: order } = await post<OrderJson>(`${organization}/orders`, {
    quote_id: quote.id,
  })
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
  expect(Number(before) - Number(await desk.available())).toBeCloseTo(1000)
  await untilAt(order, 'STEP_4_COMPLETED')
  expect(await verified()).toBeUndefined()
})
