// Payouts that settled at a depth, and that a reorganization removed afterwards: with a whole service, the real contract of
// USDC and a real node.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { payOutAgain } from '../../src/engine/payouts/pay-again.ts'
import { lookAgain } from '../../src/engine/second-looks/look-again.ts'
import { noAnvil } from '../support/anvil.ts'
import { startEvmService } from '../support/evm-service.ts'
import { minorOf, rowOf } from '../support/orders.ts'
import { eventually } from '../support/until.ts'

/** Final is 64 blocks below the newest. */
const EPOCH = 32
const HOUR_SECONDS = 3600

describe.skipIf(noAnvil !== undefined)('a payout that settled at a depth', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  beforeAll(async () => {
    evm = await startEvmService({ setting: 'finality: { depth: 2 }', epoch: EPOCH })
    await evm.chain.mine(3 * EPOCH)
  })
  afterAll(() => evm?.close())
  afterEach(async () => {
    expect((await verifyLedger(evm.corridor.deps.db)).difference).toBeUndefined()
  })

  async function paid(): Promise<{ order: OrderJson; amount: bigint; before: bigint }> {
    const order = await evm.newOrder('NGN', 'USDC', '1000000.00')
    const before = await evm.usdc.balanceOf(evm.wallet)
    await evm.corridor.fund(order.id)
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
    return { order, amount: minorOf(order.payout.total, 'USDC'), before }
  }
  const received = async (before: bigint) => (await evm.usdc.balanceOf(evm.wallet)) - before
  /** Removes the payout: no block has it any more. */
  async function removed(before: bigint): Promise<void> {
    for (let depth = 2; (await received(before)) > 0n; depth += 1) await evm.chain.reorganize(depth)
  }
  /** All looks are due. */
  async function look(): Promise<void> {
    const { owner } = evm.corridor.database
    await owner.query('update second_looks set due_at = now() where due_at is not null')
    await lookAgain(evm.corridor.deps)
  }
  const lookUntilPaid = (before: bigint) =>
    eventually('the payout is mined', async () => {
      await look()
      await evm.chain.mine(1)
      return (await received(before)) > 0n
    })
  async function stateOf(order: OrderJson): Promise<string> {
    const { rows } = await evm.corridor.database.owner.query<{ state: string }>(
      `select coalesce(outcome, case when missing_at is null then 'open' else 'missing' end) as state
         from second_looks where order_id = $1`,
      [uuidOf('ord', order.id)],
    )
    return rows.map(({ state }) => state).join()
  }
  const returnsOf = async (order: OrderJson) => {
    const rows = await evm.corridor.sql<{ code: string }>`select code, stage from returns
        where order_id = ${uuidOf('ord', order.id)}`
    return rows
  }

  test('is looked at again until its block is final', async () => {
    const { order, amount, before } = await paid()
    await look()
    expect(await stateOf(order)).toBe('open')
    await evm.chain.mine(2 * EPOCH + 1)
    await look()
    expect([await stateOf(order), await received(before)]).toEqual(['final', amount])
  })

  test('and is removed by a reorganization is paid again, once', async () => {
    const { order, amount, before } = await paid()
    await removed(before)
    await lookUntilPaid(before)
    await evm.chain.mine(2 * EPOCH + 1)
    await look()
    expect([await stateOf(order), await received(before)]).toEqual(['final', amount])
    expect(await returnsOf(order)).toEqual([])
  })

  test('and is removed is not paid again while its order is frozen', async () => {
    const { order, amount, before } = await paid()
    const { owner } = evm.corridor.database
    const id = uuidOf('ord', order.id)
    await owner.query('update orders set frozen_at = now() where id = $1', [id])
    await removed(before)
    for (let looks = 0; looks < 3; looks += 1) await look()
    expect([await stateOf(order), await received(before)]).toEqual(['missing', 0n])
    await owner.query('update orders set frozen_at = null where id = $1', [id])
    await lookUntilPaid(before)
    await evm.chain.mine(2 * EPOCH + 1)
    await look()
    expect([await stateOf(order), await received(before)]).toEqual(['final', amount])
  })

  test('and can never be paid any more counts as returned, and is paid again by an act', async () => {
    const { order, amount, before } = await paid()
    const { owner } = evm.corridor.database
    // Nothing is sent before the authorization ends.
    await owner.query('update orders set frozen_at = now() where id = $1', [
      uuidOf('ord', order.id),
    ])
    await removed(before)
    await look()
    await evm.chain.passTime(2 * HOUR_SECONDS)
    await evm.chain.mine(3)
    await look()
    // Such a block may be replaced, and the new one may have the payout.
    expect([await stateOf(order), await returnsOf(order)]).toEqual(['missing', []])
    await evm.chain.mine(2 * EPOCH + 1)
    await look()
    await look()
    expect(await stateOf(order)).toBe('gone')
    expect(await returnsOf(order)).toEqual([{ code: 'reorganized', stage: 'whole' }])
    await owner.query('update orders set frozen_at = null where id = $1', [uuidOf('ord', order.id)])
    const row = await rowOf(evm.corridor, order)
    const again = await payOutAgain(evm.corridor.deps, row, null, 'a reorganization removed it')
    expect(again).not.toHaveProperty('refused')
    await eventually('the payout is mined', async () => {
      await evm.chain.mine(1)
      evm.corridor.clock.advance(2000)
      return (await received(before)) > 0n
    })
    expect(await received(before)).toBe(amount)
  })
})
