// Refunds in flight that an operator cancels, beside acts that wait for a second person, beside screening, and beside the parking
// of their order: each goes at most once, and an act reaches it until it has gone.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import type { ActName } from '../../src/parties/acts/names.ts'
import { publicId } from '../../src/platform/ids.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import type { CancelAnswer } from '../../src/outside/rails/port.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { stateOfAct } from '../support/open-acts.ts'
import { rowOf } from '../support/orders.ts'
import { reportEntries } from '../support/rails.ts'
import { depositFor } from '../support/restored-orders.ts'
import { screenedWorld } from '../support/screening.ts'

const ELSEWHERE = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const CANCELLED: CancelAnswer = { state: 'cancelled', code: 'recalled' }

const world = await forFile(exitsWorld())
const treasurer = await newPerson(world, 'treasurer', 'treasurer')
const second = await newPerson(world, 'second', 'treasurer')
const operator = await newPerson(world, 'operator', 'operator')
const clerk = await newPerson(world, 'clerk', 'operator')
const { corridor } = world
const wallet = { alias: 'Other wallet', currency: 'USDC', method: 'SOLANA_ADDRESS' }
const made = await corridor.post<{ id: string }>(
  `${corridor.organization}/external_payment_instruments`,
  { ...wallet, details: { address: ELSEWHERE } },
  { idempotencyKey: randomUUID() },
)
const other = made.data.id
afterEach(async () => {
  await updateApprovalRules(world.corridor.deps.db, [])
  await world.settle()
})

const act = <T = OrderJson>(order: OrderJson, path: string, body: object = {}, who = treasurer) =>
  who.act<T>('POST', `/orders/${order.id}/${path}`, { reason: 'the customer asked', ...body })
const refundsOf = async (order: OrderJson) =>
  selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
async function refundOf(order: OrderJson) {
  const [row] = await refundsOf(order)
  if (row === undefined) throw new Error(`${order.id} has no refund`)
  return { ...row, refund_id: publicId('rf', row.id) }
}
const needSecond = (...names: ActName[]) =>
  updateApprovalRules(
    world.corridor.deps.db,
    names.map((name) => ({ act: name, enterprise_id: null, from: null, roles: ['treasurer'] })),
  )
/** Proposes the act, and returns what the second person does with it. */
async function propose(order: OrderJson, path: string, body: object, who = treasurer) {
  const asked = await act<{ id: string }>(order, path, body, who)
  expect(asked.status).toBe(202)
  return () => second.act('POST', `/approvals/${asked.data.id}/approve`, { reason: 'they wrote' })
}
/** What the rail was sent, by key. */
const sent = (key: string) => world.script.sent.filter((one) => one.endsWith(key)).length

/** An order whose refund the rail has, and has not executed. */
async function inFlight(): Promise<OrderJson> {
  const order = await world.parkedForSlippage()
  expect((await act(order, 'refund', {}, operator)).status).toBe(200)
  world.script.answer = { state: 'pending' }
  await world.sendRefunds()
  world.script.answer = { state: 'pending' }
  expect(await refundOf(order)).toMatchObject({ status: 'SENT' })
  return order
}
/** The rail confirms that it executes nothing. */
async function cancelledByRail(order: OrderJson): Promise<void> {
  const { refund_id } = await refundOf(order)
  expect((await act(order, 'cancel-refund', { refund_id })).status).toBe(200)
  world.script.cancel = CANCELLED
  await world.sendRefunds()
  world.script.cancel = null
  expect(await refundOf(order)).toMatchObject({ status: 'FAILED', rejection_code: 'recalled' })
}
const redirect = (order: OrderJson, refund_id: string, who = operator) =>
  act(order, 'redirect-refund', { refund_id, external_payment_instrument_id: other }, who)

test('the cancellation of a refund leaves its order parked, whose release may need a second person', async () => {
  const order = await world.parkedForSlippage()
  await reportEntries(world.corridor, depositFor(order, `more than ${order.id}`, 7_000_000n))
  world.script.answer = { state: 'pending' }
  await world.sendRefunds()
  const { refund_id, rail_key: key } = await refundOf(order)
  await needSecond('order.release')
  expect((await act(order, 'release', {}, operator)).status).toBe(202)
  expect((await act(order, 'cancel-refund', { refund_id })).status).toBe(200)
  // The provider offers enough again: only the parking keeps the order.
  world.script.cutBps = {}
  world.script.cancel = CANCELLED
  await world.advance()
  await world.sendRefunds()
  expect(await rowOf(world.corridor, order)).toMatchObject({
    status: 'STEP_2_FILLING_FX',
    parked_reason: 'slippage',
  })
  expect(await refundOf(order)).toMatchObject({ status: 'FAILED' })
  world.reset()
  expect((await redirect(order, refund_id)).status).toBe(200)
  await world.sendRefunds()
  expect(await refundOf(order)).toMatchObject({ status: 'PROCESSED' })
  expect(sent(key)).toBe(0)
})

test('an approval to cancel a refund lapses once the refund is on its way elsewhere', async () => {
  const order = await inFlight()
  const { refund_id, rail_key: key } = await refundOf(order)
  await needSecond('order.cancel-refund')
  const late = await propose(order, 'cancel-refund', { refund_id })
  // A proposal asks the rail for nothing.
  world.script.cancel = CANCELLED
  await world.sendRefunds()
  expect(await refundOf(order)).toMatchObject({ status: 'SENT' })
  world.script.answer = { state: 'rejected', code: 'AC04' }
  await world.sendRefunds()
  expect((await redirect(order, refund_id)).status).toBe(200)
  world.script.answer = { state: 'pending' }
  await world.sendRefunds()
  const again = await refundOf(order)
  expect(again.rail_key).not.toBe(key)
  expect((await late()).status).toBe(409)
  await world.sendRefunds()
  expect(await refundOf(order)).toMatchObject({ status: 'SENT', rail_key: again.rail_key })
  world.script.answer = { state: 'settled', reference: 'R-1' }
  await world.sendRefunds()
  expect(await refundOf(order)).toMatchObject({ status: 'PROCESSED' })
})

test.each(['settled', 'rejected'])(
  'an approval of the outcome %s lapses beside a cancellation, and the refund goes once',
  async (outcome) => {
    const order = await inFlight()
    const { refund_id, rail_key: key } = await refundOf(order)
    expect((await act(order, 'freeze', {}, operator)).status).toBe(200)
    await needSecond('order.mark-refund')
    const told = { refund_id, outcome, evidence: 'letter 4711' }
    const late = await propose(order, 'mark-refund', told)
    await cancelledByRail(order)
    expect((await late()).status).toBe(409)
    expect((await act(order, 'unfreeze', {}, operator)).status).toBe(200)
    world.reset()
    expect((await redirect(order, refund_id)).status).toBe(200)
    await world.sendRefunds()
    const { status, rail_key: again } = await refundOf(order)
    expect([status, sent(key), sent(again)]).toEqual(['PROCESSED', 0, 1])
  },
)

test('a cancelled refund that waits for one approval of its next destination gets no second one, and goes once', async () => {
  const order = await inFlight()
  await cancelledByRail(order)
  const { refund_id } = await refundOf(order)
  await needSecond('order.redirect-refund')
  const body = { refund_id, external_payment_instrument_id: other }
  const approve = await propose(order, 'redirect-refund', body, operator)
  expect((await act(order, 'redirect-refund', body, clerk)).status).toBe(409)
  world.reset()
  // A proposal sends nothing.
  await world.sendRefunds()
  expect(world.script.sent).toEqual([])
  const [one, two] = await Promise.all([approve(), approve()])
  expect([one.status, two.status].toSorted()).toEqual([200, 409])
  await world.sendRefunds()
  await world.sendRefunds()
  const { status, rail_key: again } = await refundOf(order)
  expect([status, sent(again), world.script.sent.length]).toEqual(['PROCESSED', 1, 1])
})

test('a cancelled refund that screening holds at its next destination can go to a third, and goes once', async () => {
  const order = await inFlight()
  const { refund_id, rail_key: key } = await refundOf(order)
  const screened = screenedWorld(world.corridor)
  const { screeners, db } = world.corridor.deps
  await screened.screenWith([`address ${ELSEWHERE}`])
  await screeners.areConfiguredNow()
  // What the rail has is cancelled, whatever the screeners say by now.
  await cancelledByRail(order)
  world.reset()
  expect((await redirect(order, refund_id)).status).toBe(200)
  await world.sendRefunds()
  const held = async () =>
    (await selectWaitingRefunds(db)).find(({ id }) => publicId('rf', id) === refund_id)
  expect(await held()).toMatchObject({ waits_for: 'screening' })
  // It is not in flight: nothing is there to cancel, and another destination is.
  expect((await act(order, 'cancel-refund', { refund_id })).problem.detail).toContain(
    'no refund in flight',
  )
  expect(await stateOfAct(operator, order.id, 'order.redirect-refund')).toBe('open')
  const { payin_instrument_id: payin } = await rowOf(world.corridor, order)
  const back = { refund_id, external_payment_instrument_id: publicId('epi', payin) }
  expect((await act(order, 'redirect-refund', back, operator)).status).toBe(200)
  await world.sendRefunds()
  await world.sendRefunds()
  const { status, rail_key: again } = await refundOf(order)
  expect([status, sent(key), sent(again), world.script.sent.length]).toEqual(['PROCESSED', 0, 1, 1])
  await screened.screenNobody()
  await screeners.areConfiguredNow()
  screened.close()
})

test('a refund that its rail refuses to cancel goes on under its key, also if its account was listed meanwhile', async () => {
  const order = await inFlight()
  const { refund_id, rail_key: key } = await refundOf(order)
  const screened = screenedWorld(world.corridor)
  const { screeners } = world.corridor.deps
  const row = await rowOf(world.corridor, order)
  const payer = await world.corridor.deps.catalogue.instrument({
    organizationId: row.organization_id,
    id: row.payin_instrument_id,
  })
  await screened.screenWith([`address ${payer?.details['address']}`])
  await screeners.areConfiguredNow()
  expect((await act(order, 'cancel-refund', { refund_id })).status).toBe(200)
  world.script.cancel = { state: 'impossible', reason: 'past the cut-off' }
  await world.sendRefunds()
  // It can be asked again, by one person at a time.
  const [one, two] = await Promise.all([
    act(order, 'cancel-refund', { refund_id }),
    act(order, 'cancel-refund', { refund_id }, second),
  ])
  expect([one.status, two.status].toSorted()).toEqual([200, 409])
  world.script.cancel = { state: 'too_late' }
  await world.sendRefunds()
  world.script.answer = { state: 'settled', reference: 'R-1' }
  await world.sendRefunds()
  const { status, rail_key: last } = await refundOf(order)
  expect([status, last === key]).toEqual(['PROCESSED', true])
  expect((await redirect(order, refund_id)).status).toBe(409)
  await screened.screenNobody()
  await screeners.areConfiguredNow()
  screened.close()
})
