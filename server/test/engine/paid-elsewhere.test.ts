// An order that an operator pays out to another instrument of the organization.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { selectTransfers } from '../../src/engine/ledger/queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { payOutAgain } from '../../src/engine/payouts/pay-again.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { newPerson, type Person } from '../support/desk.ts'
import { exitsWorld, type ExitsWorld } from '../support/exits.ts'
import { requireUuid } from '../support/ids.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { fillDue, rowOf, stateOf } from '../support/orders.ts'

let world: ExitsWorld
let operator: Person
let other: InstrumentJson
beforeAll(async () => {
  world = await exitsWorld()
  operator = await newPerson(world, 'operator', 'operator')
  other = await newInstrument('1')
})
afterAll(() => world.corridor.close())
afterEach(async () => {
  for (const id of held) await hold(id, 'ACTIVE')
  await world.settle()
})

const newInstrument = async (last: string): Promise<InstrumentJson> =>
  (
    await world.corridor.post<InstrumentJson>(
      `${world.corridor.organization}/external_payment_instruments`,
      {
        alias: `Another account ${last}`,
        currency: 'COP',
        method: 'COP_BANK_ACCOUNT',
        details: {
          bank_account_number: `9914567890${last}`,
          bank_code: '1007',
          legal_entity_name: 'Andina Textiles SAS',
          doc_type: 'CC',
          doc_id: '1020304050',
          account_type: 'CHECKING',
        },
      },
    )
  ).data
const act = (order: OrderJson, path: string, body: object = {}) =>
  operator.act('POST', `/orders/${order.id}/${path}`, { reason: 'the account is closed', ...body })
const elsewhere = (order: OrderJson, to: { id: string } = other) =>
  act(order, 'pay-elsewhere', { external_payment_instrument_id: to.id })
const state = (order: OrderJson) => stateOf(world.corridor, order)
const payoutsOf = async (order: OrderJson) =>
  selectPayouts(world.corridor.deps.db, [await rowOf(world.corridor, order)])
const ownIdOf = (id: string) => ({
  organizationId: requireUuid('org', world.corridor.sandbox.organization_id),
  id: requireUuid('epi', id),
})
const held = new Set<string>()
async function hold(id: string, status: 'ACTIVE' | 'COMPLIANCE_HOLD'): Promise<void> {
  await setInstrumentStatus(world.corridor.deps.db, ownIdOf(id), status, world.clock.now())
  if (status === 'ACTIVE') held.delete(id)
  else held.add(id)
}
const originalOf = (order: OrderJson) => order.payout.external_payment_instrument.id

/** A filled order that is parked, since its payout instrument is on hold. */
async function parked(): Promise<OrderJson> {
  const order = await world.funded()
  await fillDue(world.corridor)
  await hold(originalOf(order), 'COMPLIANCE_HOLD')
  await advanceOrders(world.corridor.deps)
  expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT compliance_hold')
  return order
}

describe('a filled order that is parked', () => {
  test('is paid out to another instrument, and keeps naming its own', async () => {
    const order = await parked()
    expect((await elsewhere(order)).status).toBe(200)
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    const path = `${world.corridor.organization}/orders/${order.id}`
    const shown = (await world.corridor.get<OrderJson>(path)).data
    expect(originalOf(shown)).toBe(originalOf(order))
    const { payouts } = (await world.corridor.get<TimelineJson>(`${path}/timeline`)).data
    expect(payouts).toMatchObject([
      { external_payment_instrument_id: other.id, status: 'SETTLED', amount: order.payout.total },
    ])
    expect(world.script.sent.filter((key) => key.includes(':payout:'))).toEqual([
      `${order.id}:payout:2`,
    ])
  })

  test('costs the ledger what a payout to its own instrument costs', async () => {
    const order = await parked()
    await elsewhere(order)
    await advanceOrders(world.corridor.deps)
    const own = await world.funded()
    await hold(originalOf(order), 'ACTIVE')
    await advanceOrders(world.corridor.deps)
    const payoutOf = async (one: OrderJson) =>
      (await selectTransfers(world.corridor.deps.db, [await rowOf(world.corridor, one)]))
        .filter(({ posting }) => posting === 'payout')
        .map(({ debit_account, credit_account, currency }) => [
          debit_account,
          credit_account,
          currency,
        ])
    expect(await payoutOf(order)).toEqual(await payoutOf(own))
  })

  test('can be sent to a third one while nothing was sent: the second is withdrawn', async () => {
    const third = await newInstrument('2')
    const order = await parked()
    await elsewhere(order)
    await hold(other.id, 'COMPLIANCE_HOLD')
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT compliance_hold')
    expect((await elsewhere(order, third)).status).toBe(200)
    await advanceOrders(world.corridor.deps)
    expect(await payoutsOf(order)).toMatchObject([
      { sequence: 2, rejection_code: 'withdrawn', settled_at: null },
      { sequence: 3, instrument_id: ownIdOf(third.id).id },
    ])
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    expect(world.script.sent).not.toContain(`${order.id}:payout:2`)
  })

  test.each(['fail', 'refund'])('can still be ended by %s while nothing was sent', async (end) => {
    const order = await parked()
    await elsewhere(order)
    await hold(other.id, 'COMPLIANCE_HOLD')
    await advanceOrders(world.corridor.deps)
    expect((await act(order, end)).status).toBe(200)
    await world.sendRefunds()
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await payoutsOf(order)).toMatchObject([{ rejection_code: 'withdrawn' }])
  })

  test('whose rail rejects the other instrument is refunded', async () => {
    const order = await parked()
    await elsewhere(order)
    world.script.answer = { state: 'rejected', code: 'AC04' }
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
  })

  test('is not paid twice by two operators at once', async () => {
    const order = await parked()
    const answers = await Promise.all([elsewhere(order), elsewhere(order), elsewhere(order)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await advanceOrders(world.corridor.deps)
    expect(await payoutsOf(order)).toHaveLength(1)
  })

  test('is not paid elsewhere while its payout may have been sent', async () => {
    const order = await world.funded()
    world.script.rail = 'silent'
    for (let round = 0; round < 17; round++) await world.advance()
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT attempts')
    expect((await elsewhere(order)).problem.detail).toContain(
      `payout ${order.id}:payout:1 is not known`,
    )
    await act(order, 'release')
  })

  test('and a worker at once: the payout goes to one of the two', async () => {
    const order = await parked()
    await hold(originalOf(order), 'ACTIVE')
    const row = await rowOf(world.corridor, order)
    const { deps } = world.corridor
    await Promise.all([
      payOutAgain(deps, row, ownIdOf(other.id).id, 'elsewhere'),
      releaseOrder(deps, row),
      advanceOrders(deps),
    ])
    await world.advance()
    const settled = (await payoutsOf(order)).filter((one) => one.settled_at !== null)
    expect(settled).toHaveLength(1)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })
})

describe('the other instrument', () => {
  test('of another currency, of nobody or on hold is refused and changes nothing', async () => {
    const order = await parked()
    const { version } = await rowOf(world.corridor, order)
    const instruments = await world.corridor.instruments()
    const mexican = instruments.find(({ currency }) => currency === 'MXN')
    if (mexican === undefined) throw new Error('the demo world has no MXN instrument')
    const problemOf = async (to: { id: string }) => (await elsewhere(order, to)).problem.detail
    expect(await problemOf(mexican)).toContain('the organization has no such instrument for COP')
    expect(await problemOf({ id: 'epi_01jqe8m2x4fv5s0t6w7y8z9abc' })).toContain(
      'the organization has no such instrument',
    )
    expect(await problemOf({ id: originalOf(order) })).toContain('It is COMPLIANCE_HOLD')
    expect((await rowOf(world.corridor, order)).version).toBe(version)
    expect((await elsewhere(order, { id: 'epi_1' })).status).toBe(400)
    await act(order, 'refund')
  })

  test('that is put on hold between the check and the write gets no payout', async () => {
    const order = await parked()
    const row = await rowOf(world.corridor, order)
    const { deps } = world.corridor
    const changeOrder = async (change: Parameters<typeof deps.changeOrder>[0]) => {
      await hold(other.id, 'COMPLIANCE_HOLD')
      return deps.changeOrder(change)
    }
    expect(
      await payOutAgain({ ...deps, changeOrder }, row, ownIdOf(other.id).id, 'elsewhere'),
    ).toHaveProperty('refused')
    expect(await payoutsOf(order)).toEqual([])
    await act(order, 'refund')
  })

  test('cannot be archived before it is paid', async () => {
    const account = await newInstrument('3')
    const order = await parked()
    await elsewhere(order, account)
    const archived = await world.corridor.call(
      'DELETE',
      `${world.corridor.organization}/external_payment_instruments/${account.id}`,
      { idempotencyKey: null },
    )
    expect(archived.problem.code).toBe('instrument_in_use')
  })
})

describe('a payout that came back', () => {
  async function cameBack(): Promise<OrderJson> {
    const order = await world.funded()
    await advanceOrders(world.corridor.deps)
    const [payout] = await payoutsOf(order)
    if (payout === undefined) throw new Error('the order was not paid out')
    await world.returned(payout)
    return order
  }

  test('is paid out to another instrument, or again to its own', async () => {
    const first = await cameBack()
    expect((await elsewhere(first)).status).toBe(200)
    const second = await cameBack()
    expect((await act(second, 'pay-again')).status).toBe(200)
    await world.advance()
    expect(await payoutsOf(first)).toMatchObject([
      { sequence: 1 },
      { sequence: 2, instrument_id: ownIdOf(other.id).id, settled_at: expect.anything() },
    ])
    expect(await payoutsOf(second)).toMatchObject([
      { sequence: 1 },
      { instrument_id: ownIdOf(originalOf(second)).id, settled_at: expect.anything() },
    ])
  })

  test('is refunded instead, also while a second payout is parked', async () => {
    const order = await cameBack()
    await elsewhere(order)
    await hold(other.id, 'COMPLIANCE_HOLD')
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('STEP_4_COMPLETED compliance_hold')
    expect((await act(order, 'refund')).status).toBe(200)
    await world.sendRefunds()
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await payoutsOf(order)).toMatchObject([{}, { rejection_code: 'withdrawn' }])
  })

  test('of which nothing is held is not paid again', async () => {
    const order = await world.funded()
    await advanceOrders(world.corridor.deps)
    for (const one of [elsewhere(order), act(order, 'pay-again'), act(order, 'refund')])
      expect((await one).problem.detail).toContain('holds no payout that came back')
  })
})
