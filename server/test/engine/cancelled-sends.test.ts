// Payouts and refunds in flight that an operator cancels, and those that are recorded as rejected only with certainty.
import { afterEach, describe, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { maySend } from '../../src/engine/sends/may-send.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectWaitingEntries } from '../../src/outside/rails/entry-queries.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { requireUuid } from '../support/ids.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { ledgerBalance, rowOf, stateOf } from '../support/orders.ts'
import { reportEntries } from '../support/rails.ts'
import { depositFor } from '../support/restored-orders.ts'

const HOUR_MS = 3_600_000
const world = await forFile(exitsWorld({ env: { CORRIDOR_EVIDENCE_AFTER_HOURS: '72' } }))
const treasurer = await newPerson(world, 'treasurer', 'treasurer')
const operator = await newPerson(world, 'operator', 'operator')
afterEach(() => world.settle())

const act = (order: OrderJson, path: string, body: object = {}, who = treasurer) =>
  who.act('POST', `/orders/${order.id}/${path}`, { reason: 'the customer asked', ...body })
const state = (order: OrderJson) => stateOf(world.corridor, order)
const rejected = (order: OrderJson) =>
  act(order, 'mark-payout', { outcome: 'rejected', evidence: 'letter 4711' })
const keyOf = (order: OrderJson) => `${order.id}:payout:1`
const cancellationsOf = async (order: OrderJson) =>
  (
    await operator.act<{ record: { cancellations?: { answer: string | null }[] } }>(
      'GET',
      `/orders/${order.id}`,
    )
  ).data.record.cancellations

/** An order whose payout the rail has, and has not executed. */
async function pending(): Promise<OrderJson> {
  const order = await world.funded()
  world.script.answer = { state: 'pending' }
  await advanceOrders(world.corridor.deps)
  expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
  world.script.sent.length = 0
  return order
}

describe('a payout is recorded as rejected', () => {
  test('only after 72 hours in which nothing was sent, if the rail cannot tell', async () => {
    const order = await pending()
    await act(order, 'freeze', {}, operator)
    world.script.answer = null
    world.script.rail = 'unknown'
    const refused = await rejected(order)
    expect(refused.status).toBe(409)
    expect(refused.problem.detail).toContain('can still be executed')
    world.clock.advance(73 * HOUR_MS)
    expect((await rejected(order)).status).toBe(200)
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
  })

  test('never by evidence as long as the rail has it', async () => {
    const order = await pending()
    await act(order, 'freeze', {}, operator)
    world.clock.advance(1000 * HOUR_MS)
    expect((await rejected(order)).problem.detail).toContain('says that it has')
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
  })

  test('at once if the rail says so, and never if the rail says that it was settled', async () => {
    const order = await pending()
    await act(order, 'freeze', {}, operator)
    world.script.answer = { state: 'settled', reference: 'R-1' }
    world.clock.advance(1000 * HOUR_MS)
    expect((await rejected(order)).problem.detail).toContain('settled')
    world.script.answer = { state: 'rejected', code: 'AC04' }
    expect((await rejected(order)).status).toBe(200)
  })
})

describe('a payout in flight that is cancelled', () => {
  test('is rejected when the rail confirms, and the order is refunded', async () => {
    const order = await pending()
    world.script.cancel = { state: 'pending' }
    expect((await act(order, 'cancel-payout')).status).toBe(200)
    expect(await maySend(world.corridor.deps.db, 'sandbox', keyOf(order))).toBe('withheld')
    await world.advance()
    // Asked is not cancelled.
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
    expect(await cancellationsOf(order)).toMatchObject([{ answer: 'pending' }])
    world.script.cancel = { state: 'cancelled', code: 'recalled' }
    await world.advance()
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    expect(await cancellationsOf(order)).toMatchObject([{ answer: 'cancelled' }])
    expect(world.script.sent).toEqual([])
  })

  test.each([
    ['counts once if the rail executed it and took it back', 'FOCR', 0],
    ['leaves a credit that only quotes it to a person', 'NO_REASON', 1],
  ])('%s', async (_name, code, waiting) => {
    const order = await pending()
    world.script.cancel = { state: 'cancelled', code: 'CANC' }
    await act(order, 'cancel-payout')
    await world.advance()
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    const { deps, database } = world.corridor
    const postings = async () => await database.sql`select count(*)::int as n from ledger_transfers`
    const before = await postings()
    const [payout] = await selectPayouts(deps.db, [await rowOf(world.corridor, order)])
    if (payout === undefined) throw new Error('the order has no payout')
    await world.returned(payout, payout.amount_minor, code)
    expect(await postings()).toEqual(before)
    const entries = await selectWaitingEntries(deps.db)
    const ofOrder = entries.filter(({ transaction }) => transaction.includes(order.id))
    expect(ofOrder).toHaveLength(waiting)
  })

  test('is settled if it was executed before', async () => {
    const order = await pending()
    world.script.cancel = { state: 'too_late' }
    await act(order, 'cancel-payout')
    await world.advance()
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
    world.script.answer = { state: 'settled', reference: 'R-1' }
    await world.advance()
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test.each([
    ['settled', { state: 'settled', reference: 'R-1' }, { answer: 'too_late', detail: null }],
    ['rejected', { state: 'rejected', code: 'CANC' }, { answer: 'cancelled', detail: 'CANC' }],
  ] as const)('waits for no answer once a look-up says that it is %s', async (_, end, told) => {
    const order = await pending()
    world.script.cancel = { state: 'pending' }
    await act(order, 'cancel-payout')
    await world.advance()
    world.script.answer = end
    await world.advance()
    expect(await cancellationsOf(order)).toMatchObject([told])
  })

  test('goes on if the rail refuses, and can be cancelled again', async () => {
    const order = await pending()
    world.script.cancel = { state: 'impossible', reason: 'past the cut-off' }
    await act(order, 'cancel-payout')
    expect((await act(order, 'cancel-payout')).problem.detail).toContain('already')
    await world.advance()
    expect(await cancellationsOf(order)).toMatchObject([
      { answer: 'impossible', detail: 'past the cut-off' },
    ])
    expect(await maySend(world.corridor.deps.db, 'sandbox', keyOf(order))).toBe('yes')
    expect((await act(order, 'cancel-payout')).status).toBe(200)
  })

  test('is not executed although its request never arrived, also while it is frozen', async () => {
    const order = await world.funded()
    world.script.rail = 'silent'
    await advanceOrders(world.corridor.deps)
    await act(order, 'freeze', {}, operator)
    world.script.rail = 'unknown'
    world.script.sent.length = 0
    await act(order, 'cancel-payout')
    await world.advance()
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    expect(world.script.sent).toEqual([])
  })
})

test('a cancellation that a second person approves lapses if the rail has settled meanwhile', async () => {
  const { db } = world.corridor.deps
  const second = await newPerson(world, 'second', 'treasurer')
  const rule = { act: 'order.cancel-payout', enterprise_id: null, from: null } as const
  await updateApprovalRules(db, [{ ...rule, roles: ['treasurer'] }])
  const propose = async (order: OrderJson) => {
    const asked = await treasurer.act<{ id: string }>('POST', `/orders/${order.id}/cancel-payout`, {
      reason: 'the customer asked',
    })
    expect(asked.status).toBe(202)
    return () =>
      second.act('POST', `/approvals/${asked.data.id}/approve`, { reason: 'by telephone' })
  }
  const settled = await pending()
  const late = await propose(settled)
  // A proposal stops nothing.
  expect(await maySend(db, 'sandbox', keyOf(settled))).toBe('yes')
  world.script.answer = { state: 'settled', reference: 'R-1' }
  await world.advance()
  expect(await state(settled)).toBe('STEP_4_COMPLETED')
  expect((await late()).status).toBe(409)
  expect(await cancellationsOf(settled)).toBeUndefined()
  const waiting = await pending()
  const inTime = await propose(waiting)
  expect((await inTime()).status).toBe(200)
  world.script.cancel = { state: 'cancelled', code: 'recalled' }
  await world.advance()
  expect(await state(waiting)).toBe('FAILED_REFUND_REQUESTED')
  await updateApprovalRules(db, [])
})

test('a refund that is cancelled waits for another destination', async () => {
  const order = await world.parkedForSlippage()
  await act(order, 'refund', {}, operator)
  world.script.answer = { state: 'pending' }
  await world.sendRefunds()
  const refunds = async () =>
    selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
  const [row] = await refunds()
  const refund_id = row === undefined ? '' : publicId('rf', row.id)
  expect((await act(order, 'cancel-refund', { refund_id })).status).toBe(200)
  world.script.cancel = { state: 'cancelled', code: 'recalled' }
  await world.sendRefunds()
  expect(await refunds()).toMatchObject([{ status: 'FAILED', rejection_code: 'recalled' }])

  // The rail had executed it, took it back, and tells that only after the refund went elsewhere.
  world.reset()
  const { payin_instrument_id: payin } = await rowOf(world.corridor, order)
  const elsewhere = { refund_id, external_payment_instrument_id: publicId('epi', payin) }
  expect((await act(order, 'redirect-refund', elsewhere, operator)).status).toBe(200)
  await world.sendRefunds()
  expect(await refunds()).toMatchObject([{ status: 'PROCESSED' }])
  const balance = () => ledgerBalance(world.corridor, 'rail:sandbox')
  const before = await balance()
  const entry = {
    kind: 'return' as const,
    index: 0,
    key: row?.rail_key ?? '',
    sendReference: null,
    currency: 'USDC',
    amountMinor: row?.amount_minor ?? 0n,
  }
  await reportEntries(world.corridor, { ...entry, transaction: 'taken back', code: 'FOCR' })
  await reportEntries(world.corridor, { ...entry, transaction: 'quoted', code: 'NO_REASON' })
  const waiting = (await selectWaitingEntries(world.corridor.deps.db)).map((one) => one.transaction)
  expect(waiting).toContain('quoted')
  expect(waiting).not.toContain('taken back')
  expect(await balance()).toBe(before)
})

test('evidence on a refund of a parked order counts from its freeze, since refunds go on before', async () => {
  const order = await world.parkedForSlippage()
  await reportEntries(world.corridor, depositFor(order, `more than ${order.id}`, 7_000_000n))
  world.script.rail = 'silent'
  await world.sendRefunds()
  world.clock.advance(80 * HOUR_MS)
  world.script.rail = 'unknown'
  world.script.sent.length = 0
  await world.sendRefunds()
  expect(world.script.sent).toHaveLength(1)
  const [row] = await selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
  const refund_id = row === undefined ? '' : publicId('rf', row.id)
  const reject = () =>
    act(order, 'mark-refund', { refund_id, outcome: 'rejected', evidence: 'letter 4711' })
  await act(order, 'freeze', {}, operator)
  expect((await reject()).problem.detail).toContain('can still be executed')
  world.clock.advance(73 * HOUR_MS)
  expect((await reject()).status).toBe(200)
})

test.each([
  ['its order is frozen', (order: OrderJson) => act(order, 'freeze', {}, operator)],
  [
    'its instrument is on hold',
    async (order: OrderJson) =>
      setInstrumentStatus(
        world.corridor.database.owner,
        {
          organizationId: (await rowOf(world.corridor, order)).organization_id,
          id: requireUuid('epi', order.payout.external_payment_instrument.id),
        },
        'COMPLIANCE_HOLD',
        world.clock.now(),
      ),
  ],
])('a rail may not send a payout on its own while %s', async (_, stop) => {
  const order = await pending()
  const { db } = world.corridor.deps
  expect(await maySend(db, 'sandbox', keyOf(order))).toBe('yes')
  await stop(order)
  expect(await maySend(db, 'sandbox', keyOf(order))).toBe('withheld')
})
