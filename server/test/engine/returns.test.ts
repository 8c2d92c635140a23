// Settled payouts and refunds that come back: each counts once, and the ledger holds the money.
import { afterEach, describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import { onPayoutRejected } from '../../src/engine/orders/outcomes.ts'
import { transition } from '../../src/engine/orders/transition.ts'
import { payOutAgain, refundReturned } from '../../src/engine/payouts/pay-again.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectReturnFacts } from '../../src/desk/queue/fact-queries.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { recordReturn } from '../../src/engine/returns/record-return.ts'
import { upsertOutflowCap } from '../../src/outside/rails/outflow-caps.ts'
import { selectWaitingEntries } from '../../src/outside/rails/entry-queries.ts'
import { forFile } from '../support/for-file.ts'
import { heldPayouts, markedPayouts, markedReturns } from '../support/held-payouts.ts'
import { requireUuid } from '../support/ids.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { rowOf, runDueWork } from '../support/orders.ts'
import { report as reportAgain } from '../support/restored-orders.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())
afterEach(async () => {
  const { owner } = corridor.database
  expect(await markedPayouts(owner), 'payout_held_since').toEqual(await heldPayouts(owner))
})

async function completedOrder(): Promise<OrderJson> {
  const order = await corridor.order()
  await corridor.fund(order.id)
  await runDueWork(corridor)
  return corridor.until(order.id, 'STEP_4_COMPLETED')
}

const timelineOf = async (order: { id: string }) =>
  (await corridor.get<TimelineJson>(`${corridor.organization}/orders/${order.id}/timeline`)).data
const typesOf = async (order: { id: string }) =>
  (await timelineOf(order)).events.map(({ type }) => type)

/** The rail reports entries. Entries that were postponed are due again. */
const report = (...entries: RailEntry[]) => reportAgain(corridor, ...entries)
const returned = (
  key: string,
  amountMinor: bigint,
  more: Partial<Extract<RailEntry, { kind: 'return' }>> = {},
): Extract<RailEntry, { kind: 'return' }> => ({
  kind: 'return',
  transaction: `return of ${key}`,
  index: 0,
  key,
  sendReference: null,
  currency: 'COP',
  amountMinor,
  code: 'AC04',
  ...more,
})
const payoutOf = async (order: { id: string }) => {
  const rows = await corridor.sql<{
    rail_key: string
    amount_minor: bigint
    rail_reference: string
  }>`select rail_key, amount_minor, rail_reference
      from payouts where order_id = ${uuidOf('ord', order.id)}`
  const [row] = rows
  if (row === undefined) throw new Error('the order has no payout')
  return row
}

const waiting = () => selectWaitingEntries(corridor.deps.db)
const forget = () =>
  corridor.database.owner.query('update rail_entries set due_at = null, problem = null')
/** The debited account and the amount of each posting of a return. */
const returnTransfers = async (order: { id: string }) => {
  const { rows } = await corridor.database.owner.query<{
    debit_account: string
    amount_minor: bigint
  }>(
    `select debit_account, amount_minor from ledger_transfers
      where posting in ('payout_returned', 'refund_returned') and order_id = $1 order by id`,
    [uuidOf('ord', order.id)],
  )
  return rows.map((row) => [row.debit_account, row.amount_minor])
}
/** From the item of the queue. */
const returnedSoFar = async ({ id }: { id: string }): Promise<bigint | undefined> => {
  const [held] = (await markedReturns(corridor.database.owner)).filter(
    ({ order_id: order }) => order === uuidOf('ord', id),
  )
  if (held === undefined) return undefined
  const organization_id = requireUuid('org', corridor.sandbox.organization_id)
  const item = { subject: held.id, organization_id, order_id: held.order_id }
  return (await selectReturnFacts(corridor.deps.db, [item]))[0]?.returned_minor
}

describe('a settled payout that comes back', () => {
  test('counts once, however often and in which letter case it is reported', async () => {
    const order = await completedOrder()
    const payout = await payoutOf(order)
    const entry = returned(payout.rail_key, payout.amount_minor)
    await report(entry)
    await report(entry, { ...entry, transaction: entry.transaction.toUpperCase() })
    expect((await typesOf(order)).filter((type) => type === 'payout.returned')).toHaveLength(1)
    await report({ ...entry, transaction: 'another name' })
    expect((await typesOf(order)).filter((type) => type === 'payout.returned')).toHaveLength(1)
    expect(await waiting()).toMatchObject([{ transaction: 'another name' }])
    await forget()
    const after = await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)
    expect(after.data).toEqual(order)
  })

  test('is no deposit, and is found by the reference of the rail', async () => {
    const order = await completedOrder()
    const payout = await payoutOf(order)
    await report(
      returned(payout.rail_key, payout.amount_minor, {
        key: null,
        sendReference: payout.rail_reference,
      }),
    )
    expect(await typesOf(order)).toContain('payout.returned')
    expect((await timelineOf(order)).deposits).toHaveLength(1)
  })

  test('less a fee on the way is owed in full again, and the desk bears the fee', async () => {
    const order = await completedOrder()
    const payout = await payoutOf(order)
    await report(returned(payout.rail_key, payout.amount_minor - 100n))
    expect(await returnTransfers(order)).toEqual([
      ['rail:sandbox', payout.amount_minor - 100n],
      ['rail_fee', 100n],
    ])
  })

  test('in parts counts as a whole with the part that completes it, and is not paid again before', async () => {
    const { deps, database } = corridor
    const order = await completedOrder()
    const { rail_key: key, amount_minor: sent } = await payoutOf(order)
    const part = (transaction: string, minor: bigint) => returned(key, minor, { transaction })
    await report(part('first', sent / 2n))
    await report(part('first', sent / 2n), part('FIRST', sent / 2n))
    expect(await typesOf(order)).not.toContain('payout.returned')
    expect(await returnTransfers(order)).toEqual([['rail:sandbox', sent / 2n]])
    expect(await returnedSoFar(order)).toBe(sent / 2n)
    for (const act of [
      () => rowOf(corridor, order).then((row) => payOutAgain(deps, row, null, 'too early')),
      () => rowOf(corridor, order).then((row) => refundReturned(deps, row, 'too early')),
    ])
      expect(await act()).toMatchObject({
        refused: expect.stringMatching(
          /only .* came back so far: the beneficiary may keep the rest/,
        ),
      })
    const rest = sent - sent / 2n
    await report(part('second', rest - 100n))
    expect((await typesOf(order)).filter((type) => type === 'payout.returned')).toHaveLength(1)
    expect(await returnTransfers(order)).toEqual([
      ['rail:sandbox', sent / 2n],
      ['rail:sandbox', rest - 100n],
      ['rail_fee', 100n],
    ])
    expect(await returnedSoFar(order)).toBe(sent - 100n)
    await payOutAgain(deps, await rowOf(corridor, order), null, 'the bank asked')
    expect(await markedPayouts(database.owner)).toEqual(await heldPayouts(database.owner))
  })

  test('gives the desk its fee back if the rest comes after the whole, also after the decision', async () => {
    const { deps, database } = corridor
    const order = await completedOrder()
    const { rail_key: key, amount_minor: sent } = await payoutOf(order)
    await report(returned(key, sent - 100n))
    await refundReturned(deps, await rowOf(corridor, order), 'the account is closed')
    const marked = await markedPayouts(database.owner)
    await report(returned(key, 100n, { transaction: 'the rest' }))
    expect(await markedPayouts(database.owner)).toEqual(marked)
    expect((await returnTransfers(order)).slice(-2)).toEqual([
      ['rail_fee', 100n],
      ['rail:sandbox', 100n],
    ])
    expect((await typesOf(order)).filter((type) => type === 'payout.returned')).toHaveLength(1)
  })

  test('waits for a person with what is above the amount that was sent', async () => {
    const order = await completedOrder()
    const { rail_key: key, amount_minor: sent } = await payoutOf(order)
    await report(returned(key, sent / 2n, { transaction: 'half' }))
    await report(returned(key, sent, { transaction: 'whole' }))
    expect(await waiting()).toMatchObject([
      { transaction: 'whole', problem: expect.stringContaining('came back before') },
    ])
    expect(await typesOf(order)).not.toContain('payout.returned')
    await forget()
  })

  test('in another amount, currency or key waits for an operator and changes nothing', async () => {
    const order = await completedOrder()
    const payout = await payoutOf(order)
    await report(
      returned(payout.rail_key, payout.amount_minor + 1n, { transaction: 'too much' }),
      returned(payout.rail_key, 1n, { transaction: 'another currency', currency: 'MXN' }),
      returned('ord_none:payout:1', 1n, { transaction: 'unknown' }),
    )
    expect((await waiting()).map(({ transaction }) => transaction)).toEqual([
      'too much',
      'another currency',
      'unknown',
    ])
    expect(await typesOf(order)).not.toContain('payout.returned')
    await forget()
  })

  test('waits in the queue until it is paid again or refunded, and again if that payout is rejected', async () => {
    const { deps, database } = corridor
    const order = await completedOrder()
    const payout = await payoutOf(order)
    const payouts = async () => selectPayouts(deps.db, [await rowOf(corridor, order)])
    const [first] = await payouts()
    const isWaiting = async () => {
      const marked = await markedPayouts(database.owner)
      expect(marked).toEqual(await heldPayouts(database.owner))
      return first !== undefined && marked.includes(first.id)
    }
    expect(await isWaiting()).toBe(false)
    await report(returned(payout.rail_key, payout.amount_minor))
    expect(await isWaiting()).toBe(true)
    await payOutAgain(deps, await rowOf(corridor, order), null, 'the bank asked')
    expect(await isWaiting()).toBe(false)
    const rejected = { sequence: (await payouts()).length, code: 'closed' }
    const at = deps.clock.now()
    await transition(
      deps,
      await rowOf(corridor, order),
      (present) => onPayoutRejected(present, rejected, false),
      { at },
    )
    expect(await isWaiting()).toBe(true)
    await refundReturned(deps, await rowOf(corridor, order), 'the account is closed')
    expect(await isWaiting()).toBe(false)
  })

  test('is paid again only to an active instrument of the organization that carries the currency', async () => {
    const order = await completedOrder()
    const payout = await payoutOf(order)
    await report(returned(payout.rail_key, payout.amount_minor))
    const payin = requireUuid('epi', order.payin.external_payment_instrument.id)
    expect(
      await payOutAgain(corridor.deps, await rowOf(corridor, order), payin, 'wrong'),
    ).toMatchObject({
      refused: expect.stringContaining('no such instrument for COP'),
    })
    const target = {
      organizationId: requireUuid('org', corridor.sandbox.organization_id),
      id: requireUuid('epi', order.payout.external_payment_instrument.id),
    }
    const setStatus = (status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
      setInstrumentStatus(corridor.deps.db, target, status, corridor.clock.now())
    await setStatus('COMPLIANCE_HOLD')
    expect(
      await payOutAgain(corridor.deps, await rowOf(corridor, order), null, 'the bank asked'),
    ).toMatchObject({ refused: expect.stringContaining('is COMPLIANCE_HOLD') })
    await setStatus('ACTIVE')
    await payOutAgain(corridor.deps, await rowOf(corridor, order), null, 'the bank asked')
    await setStatus('COMPLIANCE_HOLD')
    await runDueWork(corridor)
    expect((await rowOf(corridor, order)).parked_reason).toBe('compliance_hold')
    await setStatus('ACTIVE')
    await releaseOrder(corridor.deps, await rowOf(corridor, order))
    await runDueWork(corridor)
    expect((await typesOf(order)).at(-1)).toBe('payout.settled')
  })

  test('counts up to what was sent, also if two processes take up parts at the same instant', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await completedOrder()
      const payout = await payoutOf(order)
      const part = (index: number) =>
        returned(payout.rail_key, (payout.amount_minor * 6n) / 10n, { index })
      const taken = await Promise.allSettled(
        [0, 1].map((index) => recordReturn(corridor.deps, 'sandbox', part(index))),
      )
      expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await returnTransfers(order)).toHaveLength(1)
    }
  })

  test('is paid again only within the outflow caps of the rail', async () => {
    const order = await completedOrder()
    const payout = await payoutOf(order)
    await report(returned(payout.rail_key, payout.amount_minor))
    const cap = { rail: 'sandbox', currency: 'COP', max_hour_minor: null }
    await upsertOutflowCap(corridor.deps.db, { ...cap, max_send_minor: 1n })
    await payOutAgain(corridor.deps, await rowOf(corridor, order), null, 'the bank asked')
    await runDueWork(corridor)
    expect((await rowOf(corridor, order)).parked_reason).toBe('outflow_limit')
    await upsertOutflowCap(corridor.deps.db, { ...cap, max_send_minor: null })
    await releaseOrder(corridor.deps, await rowOf(corridor, order))
    await runDueWork(corridor)
    expect((await typesOf(order)).at(-1)).toBe('payout.settled')
  })
})

test.each([1n, 2n])(
  'a refund that comes back becomes FAILED, and can be sent to another destination (in %d parts)',
  async (parts) => {
    const order = await corridor.order((await corridor.quote(undefined, '1911.09')).id)
    await corridor.fund(order.id)
    const path = `${corridor.organization}/orders/${order.id}`
    await corridor.post(`${path}/cancel`, {}, { idempotencyKey: null })
    await runDueWork(corridor)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    const { rows } = await corridor.database.owner.query<{
      rail_key: string
      amount_minor: bigint
    }>('select rail_key, amount_minor from refunds where order_id = $1', [uuidOf('ord', order.id)])
    const [refund] = rows
    if (refund === undefined) throw new Error('the order has no refund')
    const part = (index: number) =>
      returned(refund.rail_key, refund.amount_minor / parts, { currency: 'USDC', index })
    if (parts > 1n) {
      await report(part(1))
      expect((await timelineOf(order)).refunds.map(({ status }) => status)).toEqual(['PROCESSED'])
      expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
    }
    await report(part(0))
    expect((await timelineOf(order)).refunds.map(({ status }) => status)).toEqual(['FAILED'])
    expect((await corridor.get<OrderJson>(path)).data.status.current_status).toBe(
      'FAILED_REFUND_PROCESSED',
    )
  },
)
