// Payouts and refunds whose recorded outcome their rail contradicts: a person decides, nothing goes twice meanwhile, and what went
// twice is in the ledger.
import { afterEach, describe, expect, test } from 'vitest'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { haltRestoredSends } from '../../src/engine/halts/restore-queries.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import type { SendAnswer } from '../../src/outside/rails/port.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { listedActs } from '../support/open-acts.ts'
import { smallAmounts } from '../support/operator-files.ts'
import { ledgerBalance, rowOf, stateOf } from '../support/orders.ts'

const world = await forFile(exitsWorld())
const operator = await newPerson(world, 'operator', 'operator')
const treasurer = await newPerson(world, 'treasurer', 'treasurer')
afterEach(() => world.settle())

const evidence = 'letter 4711'
const SETTLED = { state: 'settled', reference: 'R-7' } as const
const REJECTED = { state: 'rejected', code: 'AC04' } as const
const act = (order: OrderJson, path: string, body: object = {}, who = operator) =>
  who.act('POST', `/orders/${order.id}/${path}`, { reason: 'the bank wrote', ...body })
const done = async (order: OrderJson, path: string, body: object = {}, who = operator) => {
  const answer = await act(order, path, body, who)
  expect(answer.status === 200 ? '' : answer.problem.detail, path).toBe('')
}
const decide = (order: OrderJson, key: string, outcome: 'settled' | 'rejected') =>
  act(order, 'decide-send', { key, outcome, evidence: 'the statement of March' }, treasurer)
const state = (order: OrderJson) => stateOf(world.corridor, order)
const balance = (account: string, currency: string) =>
  ledgerBalance(world.corridor, account, currency)
const refundsOf = async (order: OrderJson) =>
  selectRefunds(world.corridor.deps.db, [await rowOf(world.corridor, order)])
const payoutsOf = async (order: OrderJson) =>
  selectPayouts(world.corridor.deps.db, [await rowOf(world.corridor, order)])
const difference = async () => (await verifyLedger(world.corridor.deps.db)).difference
const keyOf = (order: OrderJson, number = 1) => `${order.id}:payout:${number}`

type Item = { subject: string; acts_on: string | null; facts: Record<string, unknown> }
const items = async (kind: string, order: OrderJson) =>
  (
    await operator.act<(Item & { order_id: string })[]>('GET', `/queue?kind=${kind}&limit=200`)
  ).data.filter(({ order_id: id }) => id === order.id)

async function answers(answer: SendAnswer): Promise<void> {
  Object.assign(world.script, { rail: 'answers', answer })
  await world.corridor.sql`update rail_marks set due_at = now() where due_at is not null`
  await askMarked(world.corridor.deps)
  Object.assign(world.script, { answer: null })
}
async function inFlight(): Promise<OrderJson> {
  const order = await world.funded()
  world.script.rail = 'silent'
  await advanceOrders(world.corridor.deps)
  return order
}
async function extraDeposit(order: OrderJson, amountMinor: bigint): Promise<void> {
  const row = await rowOf(world.corridor, order)
  await recordDeposit(
    world.corridor.deps,
    { name: 'sandbox' },
    {
      kind: 'deposit',
      transaction: `extra for ${order.id}`,
      index: 0,
      account: Object.values(row.funding_details)[0] ?? never(),
      reference: row.reference_number,
      sender: null,
      currency: row.payin_currency,
      amountMinor,
    },
    row,
  )
}
/** A payout that was recorded, and of which its rail says the opposite. `meanwhile`: before the rail says it. */
async function contradicted(
  outcome: 'settled' | 'rejected',
  meanwhile: (order: OrderJson) => Promise<unknown> = async () => {},
): Promise<OrderJson> {
  const order = await inFlight()
  await done(order, 'freeze')
  await done(order, 'mark-payout', { outcome, evidence }, treasurer)
  await done(order, 'unfreeze')
  world.reset()
  await meanwhile(order)
  await answers(outcome === 'settled' ? REJECTED : SETTLED)
  return order
}

/** A payout came back, and the second one was recorded as rejected. */
async function secondRejected(): Promise<OrderJson> {
  const order = await world.funded()
  await advanceOrders(world.corridor.deps)
  const [first] = await payoutsOf(order)
  await world.returned(first ?? never())
  await done(order, 'pay-again')
  world.script.rail = 'silent'
  await advanceOrders(world.corridor.deps)
  await done(order, 'freeze')
  await done(order, 'mark-payout', { outcome: 'rejected', evidence }, treasurer)
  await done(order, 'unfreeze')
  return order
}

describe('a contradiction', () => {
  test('is in the queue with the facts to decide, until it is decided', async () => {
    const order = await contradicted('rejected')
    const [item, ...others] = await items('contradicted_send', order)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      subject: keyOf(order),
      acts_on: order.id,
      facts: {
        what: 'payout',
        rail: 'sandbox',
        recorded: 'rejected',
        evidence,
        answer: 'settled',
        reference: 'R-7',
      },
    })
    expect(await listedActs(operator, order.id)).toContainEqual(
      expect.objectContaining({
        act: 'order.decide-send',
        is_open: true,
        targets: { field: 'key', ids: [keyOf(order)] },
      }),
    )
    expect((await decide(order, keyOf(order, 2), 'settled')).problem.detail).toContain(keyOf(order))
    expect((await decide(order, keyOf(order), 'rejected')).status).toBe(200)
    expect(await items('contradicted_send', order)).toEqual([])
    await world.sendRefunds()
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
  })

  test('ends as the rail has it when two decide against each other at once', async () => {
    const order = await contradicted('rejected')
    const both = await Promise.all([
      decide(order, keyOf(order), 'settled'),
      decide(order, keyOf(order), 'rejected'),
    ])
    // The decision for the record is late, or is taken back.
    expect(both[0].status).toBe(200)
    expect([200, 409]).toContain(both[1].status)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    expect(await difference()).toBeUndefined()
  })
})

describe('a decision for the record', () => {
  test('is taken back for the rail while the refund is unsent, and the order is completed', async () => {
    const order = await contradicted('rejected')
    expect((await decide(order, keyOf(order), 'rejected')).status).toBe(200)
    expect(await listedActs(operator, order.id)).toContainEqual(
      expect.objectContaining({
        act: 'order.decide-send',
        is_open: true,
        targets: { field: 'key', ids: [keyOf(order)] },
      }),
    )
    const again = await decide(order, keyOf(order), 'rejected')
    expect([again.status, again.problem.detail]).toEqual([
      409,
      expect.stringContaining('it can only be taken back, with settled'),
    ])
    const both = await Promise.all([
      decide(order, keyOf(order), 'settled'),
      decide(order, keyOf(order), 'settled'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    expect(await items('reversal', order)).toEqual([])
    expect(await difference()).toBeUndefined()
    // The rail was believed, which is final.
    for (const outcome of ['settled', 'rejected'] as const)
      expect((await decide(order, keyOf(order), outcome)).status).toBe(409)
  })

  test('is taken back after the refund was sent, and its payer owes what left twice', async () => {
    const order = await contradicted('rejected')
    expect((await decide(order, keyOf(order), 'rejected')).status).toBe(200)
    await world.sendRefunds()
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await items('reversal', order)).toEqual([])
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    const [payout] = await payoutsOf(order)
    expect(await balance('receivable', 'COP')).toBe(payout?.amount_minor)
    expect(await items('reversal', order)).toHaveLength(1)
    expect(await difference()).toBeUndefined()
    await done(order, 'reversal/write-off', { currency: 'COP' }, treasurer)
  })

  test('is to be decided anew after a restore, which may have lost that it was taken back', async () => {
    const { deps, database } = world.corridor
    const order = await contradicted('rejected')
    expect((await decide(order, keyOf(order), 'rejected')).status).toBe(200)
    await haltRestoredSends(deps.db)
    await database.sql`update halts set resumed_at = now() where resumed_at is null`
    await deps.halts.present('fresh')
    expect(await items('contradicted_send', order)).toHaveLength(1)
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test('that money went is taken back, and the payout can be paid again', async () => {
    const order = await contradicted('settled')
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    expect(await items('returned_payout', order)).toEqual([])
    expect((await decide(order, keyOf(order), 'rejected')).status).toBe(200)
    expect(await items('returned_payout', order)).toHaveLength(1)
    expect(await difference()).toBeUndefined()
    await done(order, 'pay-again')
    await world.advance()
    expect(world.script.sent).toEqual([keyOf(order, 2)])
  })
})

describe('a payout that was recorded as rejected and went', () => {
  test('completes its order while the refund is unsent, which is sent at no time', async () => {
    const before = [await balance('rail:sandbox', 'COP'), await balance('unwind', 'USDC')]
    const order = await contradicted('rejected')
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    expect(await payoutsOf(order)).toMatchObject([{ rail_reference: 'R-7', rejected_at: null }])
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    expect(await items('reversal', order)).toEqual([])
    const [payout] = await payoutsOf(order)
    const paidMinor = payout?.amount_minor ?? 0n
    expect([await balance('rail:sandbox', 'COP'), await balance('unwind', 'USDC')]).toEqual([
      (before[0] ?? 0n) - paidMinor,
      before[1],
    ])
    expect(await difference()).toBeUndefined()
  })

  test('and whose refund was sent is a debt of the payer, which a person writes off', async () => {
    const order = await contradicted('rejected', () => world.sendRefunds())
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await items('reversal', order)).toEqual([])
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    const [payout] = await payoutsOf(order)
    expect(await balance('receivable', 'COP')).toBe(payout?.amount_minor)
    expect(await difference()).toBeUndefined()
    expect(await items('reversal', order)).toMatchObject([
      { subject: `${order.id}:COP`, facts: { owed: { currency: 'COP' }, deposits: [] } },
    ])
    await done(order, 'reversal/write-off', { currency: 'COP' }, treasurer)
    expect(await balance('receivable', 'COP')).toBe(0n)
    expect(await items('reversal', order)).toEqual([])
  })

  test('completes an order whose refund was sent while another one is open, and its payer owes the refund', async () => {
    const { owner } = world.corridor.database
    const order = await contradicted('rejected', async (one) => {
      await extraDeposit(one, 3_000_000n)
      await owner.query(`update refunds set due_at = null where reason = 'extra'`)
      await world.sendRefunds()
    })
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    expect(await items('reversal', order)).toMatchObject([
      { facts: { owed: { amount: '1000.00' } } },
    ])
    expect(await difference()).toBeUndefined()
    // The open refund of the extra deposit pays a part of it.
    await done(order, 'reversal/set-off', { currency: 'USDC' }, treasurer)
    expect(await items('reversal', order)).toMatchObject([
      { facts: { owed: { amount: '997.00' } } },
    ])
    await done(order, 'reversal/write-off', { currency: 'USDC' }, treasurer)
  })

  test.each(['keep', 'write_off'])(
    'completes an order whose refund was too small to be sent, by the rule %s, and no debt is left',
    async (below) => {
      await smallAmounts(world.corridor, below, { refund: '5000.00' })
      const before = [await balance('receivable', 'COP'), await balance('written_off', 'USDC')]
      const order = await contradicted('rejected')
      expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
      expect((await act(order, 'send-kept')).status).toBe(409)
      expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
      expect(await state(order)).toBe('STEP_4_COMPLETED')
      expect((await act(order, 'send-kept')).status).toBe(409)
      await world.sendRefunds()
      expect(world.script.sent).toEqual([])
      await smallAmounts(world.corridor, 'keep', { refund: '0.10' })
      expect([await balance('receivable', 'COP'), await balance('written_off', 'USDC')]).toEqual(
        before,
      )
    },
  )

  test('waits for the outcome of a refund in flight', async () => {
    const order = await contradicted('rejected', async () => {
      world.script.rail = 'silent'
      await world.sendRefunds()
      await world.corridor.sql`update refunds set lease_token = null, leased_until = null`
    })
    expect((await decide(order, keyOf(order), 'settled')).problem.detail).toContain('in flight')
    world.reset()
    world.script.rail = 'unknown'
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    world.reset()
    world.script.cancel = { state: 'cancelled', code: 'CUST' }
    const [refund] = await refundsOf(order)
    await done(
      order,
      'cancel-refund',
      { refund_id: publicId('rf', refund?.id ?? never()) },
      treasurer,
    )
    world.script.rail = 'unknown'
    await world.sendRefunds()
    expect(await refundsOf(order)).toMatchObject([{ status: 'FAILED' }])
    expect((await decide(order, keyOf(order), 'settled')).status).toBe(200)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test('settles a payout that came back and was paid again, and nothing pays it a third time', async () => {
    const order = await secondRejected()
    await answers(SETTLED)
    expect((await act(order, 'pay-again')).problem.detail).toContain('decide-send')
    expect((await act(order, 'refund')).problem.detail).toContain('decide-send')
    expect((await decide(order, keyOf(order, 2), 'settled')).status).toBe(200)
    expect(await items('returned_payout', order)).toEqual([])
    expect((await act(order, 'pay-again')).status).toBe(409)
    expect(await difference()).toBeUndefined()
  })

  test('withdraws a third payout that was not prepared', async () => {
    const order = await secondRejected()
    await done(order, 'pay-again')
    await answers(SETTLED)
    world.reset()
    await world.advance()
    expect(world.script.sent).toEqual([])
    await world.corridor.sql`update orders set lease_token = null, leased_until = null`
    expect((await decide(order, keyOf(order, 2), 'settled')).status).toBe(200)
    await world.advance()
    expect(world.script.sent).toEqual([])
    expect((await payoutsOf(order)).map(({ rejection_code: code }) => code)).toEqual([
      null,
      null,
      'withdrawn',
    ])
    expect(await items('returned_payout', order)).toEqual([])
  })
})

test('a payout that was recorded as settled and never went can be paid again', async () => {
  const order = await contradicted('settled')
  expect(await state(order)).toBe('STEP_4_COMPLETED')
  expect((await decide(order, keyOf(order), 'rejected')).status).toBe(200)
  expect(await items('returned_payout', order)).toHaveLength(1)
  expect(await difference()).toBeUndefined()
  await done(order, 'pay-again')
  await world.advance()
  expect(world.script.sent).toEqual([keyOf(order, 2)])
})

describe('a refund', () => {
  async function marked(
    outcome: 'settled' | 'rejected',
    meanwhile: (order: OrderJson, refund: string) => Promise<unknown> = async () => {},
  ): Promise<{ order: OrderJson; key: string }> {
    const order = await world.parkedForSlippage()
    await done(order, 'refund')
    world.script.rail = 'silent'
    await world.sendRefunds()
    await world.corridor.sql`update refunds set lease_token = null, leased_until = null`
    const [row] = await refundsOf(order)
    const { id, rail_key: key } = row ?? never()
    await done(order, 'freeze')
    const refund_id = publicId('rf', id)
    await done(order, 'mark-refund', { refund_id, outcome, evidence }, treasurer)
    await done(order, 'unfreeze')
    world.reset()
    await meanwhile(order, refund_id)
    await answers(outcome === 'settled' ? REJECTED : SETTLED)
    return { order, key }
  }
  async function redirect(order: OrderJson, refund_id: string): Promise<void> {
    const { data } = await world.corridor.get<{ id: string; currency: string; alias: string }[]>(
      `${world.corridor.organization}/external_payment_instruments`,
    )
    const other = data.find(({ currency }) => currency === 'USDC') ?? never()
    await done(order, 'redirect-refund', { refund_id, external_payment_instrument_id: other.id })
  }

  test('that was recorded as rejected and went is not sent to its other destination', async () => {
    const { order, key } = await marked('rejected', redirect)
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    expect(await items('contradicted_send', order)).toMatchObject([{ facts: { what: 'refund' } }])
    expect((await decide(order, key, 'settled')).status).toBe(200)
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toMatchObject([{ rail_key: key, rail_reference: 'R-7' }])
    await world.sendRefunds()
    expect(world.script.sent).toEqual([])
    expect(await difference()).toBeUndefined()
  })

  test('that went to both destinations is a debt of its payer', async () => {
    const { order, key } = await marked('rejected', async (redirected, refund) => {
      await redirect(redirected, refund)
      await world.sendRefunds()
    })
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
    const before = await balance('receivable', 'USDC')
    expect((await decide(order, key, 'settled')).status).toBe(200)
    const [refund] = await refundsOf(order)
    expect((await balance('receivable', 'USDC')) - before).toBe(refund?.amount_minor)
    expect(await items('reversal', order)).toHaveLength(1)
    expect(await difference()).toBeUndefined()
    await done(order, 'reversal/received', { currency: 'USDC' }, treasurer)
    expect(await balance('receivable', 'USDC')).toBe(before)
  })

  test('that was recorded as settled and never went waits for a destination', async () => {
    const { order, key } = await marked('settled')
    expect((await decide(order, key, 'rejected')).status).toBe(200)
    expect(await refundsOf(order)).toMatchObject([{ status: 'FAILED' }])
    expect(await items('refund', order)).toMatchObject([{ facts: { waits_for: 'rejected' } }])
    expect(await difference()).toBeUndefined()
  })

  test('of a deposit larger than its order is covered by a rule from an amount, also once it is done', async () => {
    const order = await world.funded()
    await advanceOrders(world.corridor.deps)
    await extraDeposit(order, 1_500_000_000n)
    world.script.rail = 'silent'
    await world.sendRefunds()
    await world.corridor.sql`update refunds set lease_token = null, leased_until = null`
    const [row] = await refundsOf(order)
    const { id, rail_key: key } = row ?? never()
    const refund_id = publicId('rf', id)
    await done(order, 'freeze')
    await done(order, 'mark-refund', { refund_id, outcome: 'rejected', evidence }, treasurer)
    await done(order, 'unfreeze')
    world.reset()
    await redirect(order, refund_id)
    await world.sendRefunds()
    expect(await refundsOf(order)).toMatchObject([{ status: 'PROCESSED' }])
    await answers(SETTLED)
    const { db } = world.corridor.deps
    const from = { currency: 'USDC', minor: '1500000000' }
    await updateApprovalRules(db, [
      { act: 'order.decide-send', enterprise_id: null, from, roles: ['treasurer'] },
    ])
    expect((await decide(order, key, 'settled')).status).toBe(202)
    await updateApprovalRules(db, [])
  })
})

function never(): never {
  throw new Error('the order has no such payout or refund')
}
