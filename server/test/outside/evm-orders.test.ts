// Orders of a whole service over an EVM chain: the operator file, the worker, the database, the real contract of USDC on
// a real node. The rail of the other side is simulated.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { noAnvil } from '../support/anvil.ts'
import { startEvmService } from '../support/evm-service.ts'
import { minorOf } from '../support/orders.ts'

describe.skipIf(noAnvil !== undefined)('an order', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  beforeAll(async () => {
    evm = await startEvmService()
  })
  afterAll(() => evm?.close())

  test('that is paid in on the chain is credited once it is final and completed', async () => {
    const { usdc, payer, newOrder, addressOf, reaching } = evm
    const order = await newOrder('USDC', 'COP')
    const before = await usdc.balanceOf(payer)
    await usdc.pay(addressOf(order), 1_000_000_000n)
    await reaching(order.id, 'STEP_4_COMPLETED')
    // Swept or not.
    const held = [await usdc.balanceOf(addressOf(order)), (await usdc.balanceOf(payer)) - before]
    expect(held.toSorted()).toEqual([0n, 1_000_000_000n])
  })

  test('that is paid in on the chain is not funded by the simulation', async () => {
    const { newOrder, corridor } = evm
    const order = await newOrder('USDC', 'COP')
    const { status, problem } = await corridor.fund(order.id)
    expect([status, problem.code]).toEqual([409, 'funding_not_simulated'])
    const at = `${corridor.organization}/orders/${order.id}`
    const { data } = await corridor.get<OrderJson>(at)
    expect(data.status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    const { data: timeline } = await corridor.get<TimelineJson>(`${at}/timeline`)
    expect(timeline.deposits).toEqual([])
  })

  test('that pays out on the chain is completed when the payout is final, and paid once', async () => {
    const { usdc, wallet, reaching, corridor } = evm
    const { id: offeringId } = await corridor.offering('NGN', 'USDC')
    const quote = await corridor.quote(offeringId, '1000000.00')
    const order = await corridor.order(quote.id)
    const before = await usdc.balanceOf(wallet)
    await corridor.fund(order.id)
    await reaching(order.id, 'STEP_4_COMPLETED')
    const paid = (await usdc.balanceOf(wallet)) - before
    expect(paid).toBe(minorOf(quote.payout.total, 'USDC'))
  })

  test('whose beneficiary is blacklisted by the token is refunded and not paid', async () => {
    const { usdc, wallet, newOrder, reaching, corridor } = evm
    const order = await newOrder('NGN', 'USDC', '1000000.00')
    await usdc.blacklist(wallet)
    const before = await usdc.balanceOf(wallet)
    await corridor.fund(order.id)
    await reaching(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await usdc.balanceOf(wallet)).toBe(before)
    await usdc.unBlacklist(wallet)
  })

  test('that pays too little on the chain gets it back on the chain', async () => {
    const { usdc, wallet, newOrder, addressOf, reaching } = evm
    const order = await newOrder('USDC', 'COP')
    const before = await usdc.balanceOf(wallet)
    await usdc.pay(addressOf(order), 5_000_000n)
    // An order is refunded when the time for its funding has passed.
    await reaching(order.id, 'FAILED_REFUND_PROCESSED', 120_000)
    expect((await usdc.balanceOf(wallet)) - before).toBe(5_000_000n)
  })
})
