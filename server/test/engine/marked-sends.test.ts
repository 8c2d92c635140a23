// Payouts and refunds whose outcome an operator records with evidence, since the rail does not tell it.
import { afterEach, describe, expect, test } from 'vitest'
import { selectTransfers } from '../../src/engine/ledger/queries.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { markPayout } from '../../src/engine/marks/mark-send.ts'
import { selectMarks } from '../../src/engine/marks/queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { rowOf, stateOf } from '../support/orders.ts'

const world = await forFile(exitsWorld())
const operator = await newPerson(world, 'operator', 'operator')
const treasurer = await newPerson(world, 'treasurer', 'treasurer')
const compliance = await newPerson(world, 'compliance', 'compliance')
afterEach(() => world.settle())

const evidence = 'letter 4711'
const act = (order: OrderJson, path: string, body: object = {}, who = operator) =>
  who.act('POST', `/orders/${order.id}/${path}`, { reason: 'the bank wrote', ...body })
const mark = (order: OrderJson, outcome: 'settled' | 'rejected', who = treasurer) =>
  act(order, 'mark-payout', { outcome, evidence }, who)
const state = (order: OrderJson) => stateOf(world.corridor, order)
const transfersOf = async (order: OrderJson) =>
  (await selectTransfers(world.corridor.deps.db, [await rowOf(world.corridor, order)])).map(
    ({ posting, debit_account, credit_account, currency }) =>
      `${posting} ${debit_account} ${credit_account} ${currency}`,
  )
const marksOf = async (order: OrderJson) =>
  selectMarks(world.corridor.deps.db, [await rowOf(world.corridor, order)])

/** An order whose payout was sent and of which the rail tells nothing. */
async function inFlight(): Promise<OrderJson> {
  const order = await world.funded()
  world.script.rail = 'silent'
  await advanceOrders(world.corridor.deps)
  expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
  return order
}
/** The rail is asked about everything that operators recorded. */
async function askRails(): Promise<void> {
  await world.corridor.sql`update rail_marks set due_at = now() where due_at is not null`
  await askMarked(world.corridor.deps)
}

describe('a payout that is recorded as', () => {
  test.each([
    ['settled', 'STEP_4_COMPLETED', { state: 'settled', reference: 'R-1' }],
    ['rejected', 'FAILED_REFUND_REQUESTED', { state: 'rejected', code: 'AC04' }],
  ] as const)(
    '%s posts what the rail itself would have caused',
    async (outcome, status, answer) => {
      const told = await inFlight()
      await act(told, 'freeze')
      expect((await mark(told, outcome)).status).toBe(200)
      expect(await state(told)).toBe(status)
      world.reset()
      const answered = await world.funded()
      world.script.answer = answer
      await advanceOrders(world.corridor.deps)
      expect(await state(answered)).toBe(status)
      expect(await transfersOf(told)).toEqual(await transfersOf(answered))
      expect(await marksOf(told)).toMatchObject([
        { outcome, evidence, answer: null, kind: 'payout' },
      ])
    },
  )

  test('settled shows the evidence as its reference, and the trail has the act', async () => {
    const order = await inFlight()
    await act(order, 'freeze')
    await mark(order, 'settled')
    const path = `${world.corridor.organization}/orders/${order.id}/timeline`
    const { payouts } = (await world.corridor.get<TimelineJson>(path)).data
    expect(payouts).toMatchObject([{ reference: evidence, status: 'SETTLED' }])
    const entries = await compliance.act<object[]>('GET', `/audit?subject=${order.id}`)
    expect(entries.data).toContainEqual(
      expect.objectContaining({ actor: 'user:treasurer', act: 'order.mark-payout' }),
    )
  })

  test('rejected is refunded only after the freeze', async () => {
    const order = await inFlight()
    await act(order, 'freeze')
    await mark(order, 'rejected')
    world.reset()
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    await act(order, 'unfreeze')
    await world.sendRefunds()
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
  })
})

describe('a rail that answers later', () => {
  test.each([
    ['settled', { state: 'rejected', code: 'AC04' }],
    ['rejected', { state: 'settled', reference: 'R-1' }],
  ] as const)('and contradicts %s is reported, and changes nothing', async (outcome, answer) => {
    const order = await inFlight()
    await act(order, 'freeze')
    await mark(order, outcome)
    const { version } = await rowOf(world.corridor, order)
    const before = await transfersOf(order)
    world.script.rail = 'answers'
    world.script.answer = answer
    await askRails()
    expect(await marksOf(order)).toMatchObject([{ outcome, answer: answer.state }])
    expect((await rowOf(world.corridor, order)).version).toBe(version)
    expect(await transfersOf(order)).toEqual(before)
    const listed = await operator.act<{ id: string }[]>('GET', '/orders/contradicted')
    expect(listed.data.map(({ id }) => id)).toContain(order.id)
  })

  test('and agrees is not reported, and is asked no more', async () => {
    const order = await inFlight()
    await act(order, 'freeze')
    await mark(order, 'settled')
    await askRails()
    expect(await marksOf(order)).toMatchObject([{ answer: null }])
    world.script.rail = 'answers'
    world.script.answer = { state: 'settled', reference: 'R-1' }
    await askRails()
    expect(await marksOf(order)).toMatchObject([{ answer: 'settled' }])
    const listed = await operator.act<{ id: string }[]>('GET', '/orders/contradicted')
    expect(listed.data.map(({ id }) => id)).not.toContain(order.id)
    world.script.askedAbout.length = 0
    await askRails()
    expect(world.script.askedAbout).toEqual([])
  })

  test('to a worker that had asked before the mark changes nothing', async () => {
    const order = await inFlight()
    await act(order, 'freeze')
    const row = await rowOf(world.corridor, order)
    const { deps } = world.corridor
    // The worker holds the lease while the rail answers.
    let told: unknown
    world.script.rail = 'answers'
    const rails = await deps.rails.all()
    const slow = rails.map((rail) => ({
      ...rail,
      lookUp: async () => {
        told = await markPayout(deps, row, { outcome: 'rejected', evidence, reason: 'x' })
        return { state: 'settled' as const, reference: 'R-9' }
      },
    }))
    world.clock.advance(400_000)
    await advanceOrders({ ...deps, rails: { ...deps.rails, all: async () => slow } })
    expect(told).toMatchObject({ refused: expect.stringContaining('a worker holds its lease') })
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })
})

describe('is refused, and changes nothing:', () => {
  const refusal = async (order: OrderJson, answer: Awaited<ReturnType<typeof mark>>) => {
    expect(await marksOf(order)).toEqual([])
    return answer.problem.detail
  }

  test('a payout of an order that is neither frozen nor parked', async () => {
    const order = await inFlight()
    expect(await refusal(order, await mark(order, 'settled'))).toContain('freeze it first')
  })

  test('a payout that the rail has settled, and one that does not exist', async () => {
    const paid = await world.funded()
    await advanceOrders(world.corridor.deps)
    await act(paid, 'freeze')
    expect(await refusal(paid, await mark(paid, 'rejected'))).toContain('no payout whose outcome')
    const waiting = await world.corridor.order()
    await act(waiting, 'freeze')
    expect(await refusal(waiting, await mark(waiting, 'settled'))).toContain(
      'no payout whose outcome',
    )
  })

  test('a mark without evidence, with another outcome, or by compliance', async () => {
    const order = await inFlight()
    await act(order, 'freeze')
    const bad = async (body: object) => (await act(order, 'mark-payout', body)).problem.errors
    expect(await bad({ outcome: 'settled' })).toMatchObject([{ pointer: '/evidence' }])
    expect(await bad({ outcome: 'settled', evidence: '' })).toMatchObject([
      { pointer: '/evidence' },
    ])
    expect(await bad({ outcome: 'lost', evidence })).toMatchObject([{ pointer: '/outcome' }])
    expect((await mark(order, 'settled', compliance)).problem.code).toBe('right_missing')
    expect(await marksOf(order)).toEqual([])
  })

  test('the second of two contradicting marks at once', async () => {
    const order = await inFlight()
    await act(order, 'freeze')
    const answers = await Promise.all([mark(order, 'settled'), mark(order, 'rejected', operator)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await marksOf(order)).toHaveLength(1)
  })
})

describe('a parked order', () => {
  test('whose payout never answers is completed by a mark', async () => {
    const order = await inFlight()
    for (let round = 0; round < 17; round++) await world.advance()
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT attempts')
    await mark(order, 'settled')
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    expect(
      await selectPayouts(world.corridor.deps.db, [await rowOf(world.corridor, order)]),
    ).toMatchObject([{ rail_reference: evidence }])
  })
})

describe('a refund', () => {
  async function refundInFlight(): Promise<{ order: OrderJson; refund: string }> {
    const order = await world.parkedForSlippage()
    await act(order, 'refund')
    world.script.rail = 'silent'
    await world.sendRefunds()
    const [row] = await selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
    if (row === undefined) throw new Error('the order has no refund')
    await world.corridor.sql`update refunds set lease_token = null, leased_until = null`
    return { order, refund: publicId('rf', row.id) }
  }
  const markRefund = (order: OrderJson, refund_id: string, outcome: string) =>
    act(order, 'mark-refund', { refund_id, outcome, evidence }, treasurer)

  test('recorded as settled ends the order, as the rail would', async () => {
    const { order, refund } = await refundInFlight()
    expect((await markRefund(order, refund, 'settled')).problem.detail).toContain('freeze it')
    await act(order, 'freeze')
    expect((await markRefund(order, refund, 'settled')).status).toBe(200)
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    expect((await transfersOf(order)).at(-1)).toMatch(/^refund customer:/)
    world.script.rail = 'answers'
    world.script.answer = { state: 'rejected', code: 'no' }
    await askRails()
    expect(await marksOf(order)).toMatchObject([{ kind: 'refund', answer: 'rejected' }])
  })

  test('recorded as rejected waits for another destination', async () => {
    const { order, refund } = await refundInFlight()
    await act(order, 'freeze')
    expect((await markRefund(order, refund, 'rejected')).status).toBe(200)
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    const [row] = await selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
    expect(row).toMatchObject({ status: 'FAILED', rejection_code: 'recorded_by_operator' })
  })

  test('that was not sent, or is of another order, is refused', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'refund')
    await act(order, 'freeze')
    const [row] = await selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
    const id = publicId('rf', row?.id ?? requireNothing())
    expect((await markRefund(order, id, 'settled')).problem.detail).toContain(
      'has no refund whose outcome is unknown',
    )
    const other = await world.corridor.order()
    expect((await markRefund(other, id, 'settled')).problem.detail).toContain(
      'has no refund whose outcome is unknown',
    )
  })
})

function requireNothing(): never {
  throw new Error('the order has no refund')
}
