// Deposits of any amount, asset, time and number of reports: each has exactly one outcome.
import type pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import type { Rail, SeenDeposit } from '../../src/outside/rails/port.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import { forFile } from '../support/for-file.ts'
import { testDatabase } from '../support/database.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { testService } from '../support/service.ts'
import { eventually, until } from '../support/until.ts'
import { requireUuid } from '../support/ids.ts'

const corridor = await forFile(testService())
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

let transactions = 0
const addressOf = (order: OrderJson) => order.funding_instructions.details['address'] ?? ''
const seenDeposit = (
  account: string,
  amountMinor: bigint,
  more: Partial<SeenDeposit> = {},
): SeenDeposit => ({
  transaction: `tx-${transactions++}`,
  kind: 'deposit',
  index: 0,
  account,
  reference: null,
  sender: null,
  currency: 'USDC',
  amountMinor,
  ...more,
})

async function report(deposit: SeenDeposit) {
  return recordDeposit(corridor.deps, { name: 'sandbox' }, deposit)
}

const timelineOf = async (order: { id: string }) =>
  (await corridor.get<TimelineJson>(`${corridor.organization}/orders/${order.id}/timeline`)).data
const untilRefundsSettle = async (order: { id: string }, count: number) => {
  const { refunds } = await until(
    () => timelineOf(order),
    ({ refunds: found }) =>
      found.length === count && found.every(({ status }) => status === 'PROCESSED'),
  )
  return refunds.map(({ reason, amount, currency }) => `${reason} ${amount} ${currency}`)
}
const TOTAL = 1_000_000_000n

/** Waits until another session waits for a lock of this one. */
const waitForLock = (session: pg.PoolClient) =>
  eventually('a session waits for the lock', async () => {
    const { rowCount } = await session.query(
      'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
    )
    return rowCount !== 0
  })

describe('deposits', () => {
  test('a deposit of the total at the address of an order funds the order', async () => {
    const order = await corridor.order()
    expect((await report(seenDeposit(addressOf(order), TOTAL)))?.status).toBe('STEP_2_FILLING_FX')
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('smaller deposits add up until they reach the total', async () => {
    const order = await corridor.order()
    expect((await report(seenDeposit(addressOf(order), TOTAL - 2n)))?.status).toBe(
      'STEP_1_AWAITING_FUNDING',
    )
    expect((await report(seenDeposit(addressOf(order), 1n)))?.status).toBe(
      'STEP_1_AWAITING_FUNDING',
    )
    expect((await report(seenDeposit(addressOf(order), 1n)))?.status).toBe('STEP_2_FILLING_FX')
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect((await timelineOf(order)).refunds).toEqual([])
  })

  test('a deposit above the total funds the order, and the excess is refunded', async () => {
    const order = await corridor.order()
    await report(seenDeposit(addressOf(order), TOTAL + 1n))
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect(await untilRefundsSettle(order, 1)).toEqual(['excess 0.000001 USDC'])
  })

  test('a deposit counts once, however often and concurrently it is reported', async () => {
    const order = await corridor.order()
    const deposit = seenDeposit(addressOf(order), TOTAL / 2n)
    await Promise.all(Array.from({ length: 20 }, () => report(deposit)))
    await report(deposit)
    expect((await timelineOf(order)).deposits).toHaveLength(1)
    await report({ ...deposit, index: 1 })
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await report(deposit)
    expect((await timelineOf(order)).deposits).toHaveLength(2)
  })

  test('25 concurrent deposits are all recorded, and the excess is refunded exactly', async () => {
    const order = await corridor.order()
    await Promise.all(
      Array.from({ length: 25 }, () => report(seenDeposit(addressOf(order), TOTAL / 10n))),
    )
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const { deposits } = await timelineOf(order)
    expect(deposits.filter(({ outcome }) => outcome === 'counted')).toHaveLength(10)
    expect(deposits.filter(({ outcome }) => outcome === 'extra')).toHaveLength(15)
    expect(await untilRefundsSettle(order, 15)).toEqual(
      Array.from({ length: 15 }, () => 'extra 100.00 USDC'),
    )
  })

  test.each([
    ['a worker takes the order', `lease_token = gen_random_uuid(), leased_until = now()`],
    ['a worker gives it back', `lease_token = null, leased_until = null, due_at = due_at`],
  ])('a deposit is recorded while %s', async (_what, change) => {
    const order = await corridor.order()
    const worker = await corridor.database.owner.connect()
    try {
      await worker.query('begin')
      await worker.query(`update orders set ${change} where id = $1`, [uuidOf('ord', order.id)])
      const reported = report(seenDeposit(addressOf(order), TOTAL))
      await waitForLock(worker)
      await worker.query('commit')
      expect((await reported)?.status).toBe('STEP_2_FILLING_FX')
    } finally {
      worker.release(true)
    }
  })

  test('a deposit for a completed order is refunded without a change of status', async () => {
    const order = await corridor.order()
    await report(seenDeposit(addressOf(order), TOTAL))
    const completed = await corridor.until(order.id, 'STEP_4_COMPLETED')
    await report(seenDeposit(addressOf(order), 5n))
    expect(await untilRefundsSettle(order, 1)).toEqual(['extra 0.000005 USDC'])
    expect(
      (await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)).data.status,
    ).toEqual(completed.status)
  })

  test('a deposit in another asset is refunded in that asset', async () => {
    const order = await corridor.order()
    await report(seenDeposit(addressOf(order), 7n, { currency: 'USDT' }))
    expect(await untilRefundsSettle(order, 1)).toEqual(['wrong_asset 0.000007 USDT'])
    expect((await timelineOf(order)).deposits[0]?.outcome).toBe('wrong_asset')
  })

  test('a deposit that cannot be refunded to the payin instrument waits for an operator', async () => {
    const order = await corridor.order()
    await report(seenDeposit(addressOf(order), 700n, { currency: 'COP' }))
    const { refunds } = await timelineOf(order)
    expect(refunds).toMatchObject([{ status: 'PENDING', external_payment_instrument_id: null }])
  })

  test('a deposit at an unknown address is kept in suspense once', async () => {
    const deposit = seenDeposit('nobody', 9n)
    await Promise.all([report(deposit), report(deposit), report(deposit)])
    const unmatched = await selectUnmatchedDeposits(corridor.deps.db, false)
    expect(unmatched.map(({ address, amount_minor }) => [address, amount_minor])).toEqual([
      ['nobody', 9n],
    ])
  })

  test('a deposit to a shared account goes to the order whose reference the payer wrote', async () => {
    const [first, second, third] = [
      await corridor.order(),
      await corridor.order(),
      await corridor.order(),
    ]
    await corridor.sql`update orders set funding_address = 'shared'
        where id = any (${[first, second, third].map(({ id }) => uuidOf('ord', id))})`
    const reference = `for ${first.reference_number}, thanks`
    expect((await report(seenDeposit('shared', 1n, { reference })))?.reference_number).toBe(
      first.reference_number,
    )
    expect(await report(seenDeposit('shared', 1n))).toBeNull()
    expect(
      (await selectUnmatchedDeposits(corridor.deps.db, false)).map((row) => row.address),
    ).toContain('shared')
  })

  test('a deposit that cannot be recorded does not block others', async () => {
    const order = await corridor.order()
    const [rail] = await corridor.deps.rails.all()
    if (rail === undefined) throw new Error('the sandbox has no rail')
    const reporting: Rail = {
      ...rail,
      poll: async () => ({
        cursor: 'once',
        entries: [
          seenDeposit(addressOf(order), 1n, { transaction: 'unreadable', currency: 'NO SUCH' }),
          seenDeposit(addressOf(order), 0n, { transaction: 'nothing' }),
          seenDeposit('nobody else', 5n, { transaction: 'suspense', currency: 'DOGE' }),
          seenDeposit(addressOf(order), TOTAL, { transaction: 'readable' }),
        ],
      }),
    }
    await watchRails({ ...corridor.deps, rails: fixedRails([reporting]) })
    await watchRails({ ...corridor.deps, rails: fixedRails([reporting]) })
    expect((await timelineOf(order)).deposits.map(({ transaction }) => transaction)).toEqual([
      'readable',
    ])
    const rows = await corridor.sql`select problem from rail_entries where kind = 'invalid'
        order by id`
    expect(rows.map(({ problem }) => problem)).toEqual([
      'the currency NO SUCH is unknown',
      'amount 0 is not from 1 to 999999999999999999 minor units',
      'the currency DOGE is unknown',
    ])
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('an operator assigns a suspended deposit: it funds the order, or is refunded if too late', async () => {
    const assign = async (order: OrderJson, transaction: string) => {
      const [row] = (await selectUnmatchedDeposits(corridor.deps.db, false)).filter(
        (one) => one.transaction === transaction,
      )
      const target = await selectOperatorOrder(corridor.deps.db, requireUuid('ord', order.id))
      if (row === undefined || target === undefined) throw new Error('nothing to assign')
      return [
        await assignDeposit(corridor.deps, row, target, { wrongAsset: false }),
        await assignDeposit(corridor.deps, row, target, { wrongAsset: false }),
      ] as const
    }
    const order = await corridor.order()
    await report(seenDeposit('a lost address', TOTAL, { transaction: 'found again' }))
    const [funded, twice] = await assign(order, 'found again')
    expect(funded?.status).toBe('STEP_2_FILLING_FX')
    expect(twice).toBeNull()
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await report(seenDeposit('a lost address', 5n, { transaction: 'found too late' }))
    await assign(order, 'found too late')
    expect(await untilRefundsSettle(order, 1)).toEqual(['extra 0.000005 USDC'])
  })

  test('a suspended deposit in the wrong asset is assigned only when the operator says so', async () => {
    const order = await corridor.order()
    await report(
      seenDeposit('a lost address', 7n, { transaction: 'other asset', currency: 'USDT' }),
    )
    const { db } = corridor.deps
    const row = (await selectUnmatchedDeposits(db, false)).find(
      (one) => one.transaction === 'other asset',
    )
    const target = await selectOperatorOrder(db, requireUuid('ord', order.id))
    if (row === undefined || target === undefined) throw new Error('nothing to assign')
    await expect(assignDeposit(corridor.deps, row, target, { wrongAsset: false })).rejects.toThrow(
      `is in USDT, but ${order.id} takes USDC`,
    )
    expect((await timelineOf(order)).deposits).toEqual([])
    await assignDeposit(corridor.deps, row, target, { wrongAsset: true })
    expect(await untilRefundsSettle(order, 1)).toEqual(['wrong_asset 0.000007 USDT'])
  })

  test('a deposit reported to two processes at once counts once', async () => {
    const env = { CORRIDOR_SECRETS: newSecrets() }
    const database = await testDatabase()
    const one = await testService({ database, env, worker: false })
    const other = await testService({ database, env, worker: false })
    try {
      const order = await one.order()
      const rail = { name: 'sandbox' }
      const deposits = Array.from({ length: 20 }, () => seenDeposit(addressOf(order), TOTAL / 20n))
      await Promise.all([
        ...deposits.map((deposit) => recordDeposit(one.deps, rail, deposit)),
        ...deposits.toReversed().map((deposit) => recordDeposit(other.deps, rail, deposit)),
      ])
      const rows = await database.sql<{
        deposits: number
        received: string
      }>`select (select count(*)::int
          from deposits) as deposits, received_minor::text as received from orders`
      expect(rows).toEqual([{ deposits: 20, received: String(TOTAL) }])
    } finally {
      await other.stop()
      await one.close()
      await database.close()
    }
  })

  test('a deposit one millisecond late is refunded, even before the expiry was noticed', async () => {
    const waiting = await testService({ worker: false })
    try {
      const quote = await waiting.quote()
      const order = await waiting.order(quote.id)
      waiting.clock.set(Date.parse(quote.funding_expires_at) + 1)
      const after = await recordDeposit(
        waiting.deps,
        { name: 'sandbox' },
        seenDeposit(addressOf(order), TOTAL),
      )
      expect(after?.status_history.map(({ status }) => status)).toEqual([
        'STEP_1_AWAITING_FUNDING',
        'FAILED_FUNDING_EXPIRED',
        'FAILED_REFUND_REQUESTED',
      ])
    } finally {
      await waiting.close()
    }
  })
})

test('an order that ends while parked no longer waits for an operator', async () => {
  const order = await corridor.order()
  const id = requireUuid('ord', order.id)
  await corridor.sql`update orders set parked_reason = 'attempts', parked_at = now()
      where id = ${id}`
  expect((await corridor.post(`${corridor.organization}/orders/${order.id}/cancel`)).status).toBe(
    200,
  )
  const ended = await selectOperatorOrder(corridor.deps.db, id)
  if (ended === undefined) throw new Error('the order does not exist')
  expect(await releaseOrder(corridor.deps, ended)).toMatchObject({
    refused: expect.stringContaining(`${order.id} is not parked`),
  })
})

describe('holds', () => {
  const organizationId = () => requireUuid('org', corridor.sandbox.organization_id)
  const parkedReason = async (order: OrderJson) =>
    (
      await corridor.deps.findOrder({
        organizationId: organizationId(),
        id: requireUuid('ord', order.id),
      })
    )?.parked_reason
  const waitUntilParked = (order: OrderJson) =>
    eventually('the order is parked', async () => (await parkedReason(order)) === 'compliance_hold')
  async function release(order: OrderJson): Promise<void> {
    const parked = await selectOperatorOrder(corridor.deps.db, requireUuid('ord', order.id))
    if (parked === undefined) throw new Error('the order does not exist')
    const released = await releaseOrder(corridor.deps, parked)
    if ('refused' in released) throw new Error(released.refused)
  }

  test('a hold on the organization parks a funded order before its fill until an operator releases it', async () => {
    const order = await corridor.order()
    await updateOrganizationStatus(
      corridor.deps.db,
      organizationId(),
      'COMPLIANCE_HOLD',
      corridor.clock.now(),
    )
    await report(seenDeposit(addressOf(order), TOTAL))
    await waitUntilParked(order)
    expect((await timelineOf(order)).fills).toEqual([])
    await updateOrganizationStatus(
      corridor.deps.db,
      organizationId(),
      'ACTIVE',
      corridor.clock.now(),
    )
    await release(order)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('a hold on the payout instrument parks the order; releasing it during the hold is refused', async () => {
    const order = await corridor.order()
    const id = requireUuid('epi', order.payout.external_payment_instrument.id)
    await setInstrumentStatus(
      corridor.deps.db,
      { organizationId: organizationId(), id },
      'COMPLIANCE_HOLD',
      corridor.clock.now(),
    )
    await report(seenDeposit(addressOf(order), TOTAL))
    await waitUntilParked(order)
    await expect(release(order)).rejects.toThrow(
      `${order.id} stays parked: instrument ${order.payout.external_payment_instrument.id} is COMPLIANCE_HOLD`,
    )
    expect((await timelineOf(order)).events.map(({ type }) => type)).not.toContain('order.released')
    await setInstrumentStatus(
      corridor.deps.db,
      { organizationId: organizationId(), id },
      'ACTIVE',
      corridor.clock.now(),
    )
    await release(order)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })
})
