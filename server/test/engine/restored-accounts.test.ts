// Accounts in a restored database. What is in it agrees, nothing comes to an account twice, and no account pays before all is
// compared: it may have paid orders that the database lacks.
import { beforeAll, expect, test } from 'vitest'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { deskAccount } from '../support/desk-accounts.ts'
import { newProgram } from '../support/desk.ts'
import { stateOf } from '../support/orders.ts'
import { untilOpen } from '../support/rails.ts'
import { compare, resumeAll } from '../support/restored-orders.ts'
import {
  backUp,
  corridor,
  restore,
  useRestorableWorld,
  verified,
  work,
} from '../support/restored-service.ts'

useRestorableWorld()

let account: string
let from: string
let into: string
beforeAll(async () => {
  const opened = await deskAccount(corridor)
  account = opened.account.id
  from = opened.from
  into = opened.into
})

const available = async (): Promise<string> =>
  (await corridor.get<{ available: string }>(`${corridor.organization}/accounts/${account}`)).data
    .available
async function correct(direction: string, amount: string): Promise<void> {
  const treasurer = await newProgram(corridor, 'treasurer')
  const body = { direction, amount, counter_account: 'treasury', reason: 'a test' }
  const reply = await treasurer.act('POST', `/desk_accounts/${account}/correct`, body)
  expect(reply.status).toBe(200)
}
/** The simulated rail and the rail of accounts are compared. */
async function compareAll(): Promise<void> {
  await untilOpen(corridor.deps.rails)
  await compare(corridor)
  const { rails } = corridor.deps
  const all = async () => (await rails.all()).filter(({ name }) => name === 'accounts')
  await watchRails({ ...corridor.deps, rails: { ...rails, all } })
  await corridor.deps.halts.present('fresh')
}
async function ordered(amount: string) {
  await corridor.deps.feeds.push()
  const quote_id = (await corridor.quote(from, amount)).id
  return corridor.post<OrderJson>(`${corridor.organization}/orders`, { quote_id })
}

test('an order that converts into an account after the backup does so once', async () => {
  await corridor.deps.feeds.push()
  const order = await corridor.order((await corridor.quote(into, '4000000.00')).id)
  await corridor.fund(order.id)
  const backup = await backUp()
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await available()).toBe(order.payout.total)
  await restore(backup)
  await compareAll()
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await available()).toBe(order.payout.total)
  expect(await verified()).toBeUndefined()
})

test('an account pays nothing until all is compared, and what it paid in the lost time is put right', async () => {
  await correct('debit', await available())
  await correct('credit', '500.00')
  const backup = await backUp()
  const lost = (await ordered('300.00')).data
  await work()
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')
  expect(await available()).toBe('200.00')

  await restore(backup)
  expect(await available()).toBe('500.00')
  await corridor.deps.halts.present('fresh')
  expect(await ordered('500.00')).toMatchObject({
    status: 503,
    problem: { code: 'accounts_halted' },
  })
  await compareAll()
  await correct('debit', '300.00')
  await resumeAll(corridor)
  expect(await ordered('500.00')).toMatchObject({
    status: 409,
    problem: { code: 'insufficient_funds', available: '200.00', missing: '300.00' },
  })
  expect((await ordered('200.00')).status).toBe(201)
  await work()
  expect(await available()).toBe('0.00')
  expect(await verified()).toBeUndefined()
})

test('money that came and was paid in the lost time is not paid again', async () => {
  await corridor.deps.feeds.push()
  const order = await corridor.order((await corridor.quote(into, '4000000.00')).id)
  await corridor.fund(order.id)
  const backup = await backUp()
  await work()
  const { total } = order.payout
  expect(await available()).toBe(total)
  expect((await ordered(total)).status).toBe(201)
  await work()
  expect(await available()).toBe('0.00')

  await restore(backup)
  await compareAll()
  await correct('debit', total)
  expect(await available()).toBe(`-${total}`)
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await available()).toBe('0.00')
  expect(await ordered(total)).toMatchObject({
    status: 409,
    problem: { code: 'insufficient_funds', missing: total },
  })
  expect(await verified()).toBeUndefined()
})
