// Orders of a whole service over Solana: the operator file, the worker, the database, and the real programs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minorOf } from '../support/orders.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaService, type SolanaService } from '../support/solana-service.ts'

/** The wallet of the demo data, which receives payouts and refunds. */
const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

describe.skipIf(noSolana !== undefined)('an order over Solana', () => {
  let solana: SolanaService
  beforeAll(async () => {
    solana = await startSolanaService()
  })
  afterAll(() => solana?.close())

  test('is funded by a transfer to its own address, and completes', async () => {
    const { world, newOrder, addressOf, completed } = solana
    const customer = await world.customer(5_000_000_000n)
    const order = await newOrder('USDC', 'COP', '1000.00')
    const before = await world.held(world.payer.address)
    await world.transfer(customer, addressOf(order), 1_000_000_000n)
    await completed(order.id)
    // Swept or not.
    const held = [
      await world.held(addressOf(order)),
      (await world.held(world.payer.address)) - before,
    ]
    expect(held.toSorted()).toEqual([0n, 1_000_000_000n])
  })

  test('that was paid too much sends the excess back on the chain', async () => {
    const { world, newOrder, addressOf, completed, until } = solana
    const customer = await world.customer(5_000_000_000n)
    const before = await world.held(wallet)
    const order = await newOrder('USDC', 'COP', '1000.00')
    await world.transfer(customer, addressOf(order), 1_010_000_000n)
    await completed(order.id)
    await until('the refund', async () => (await world.held(wallet)) > before)
    expect(await world.held(wallet)).toBe(before + 10_000_000n)
  })

  test('to a wallet is paid out on the chain, exactly once', async () => {
    const { world, corridor, newOrder, completed } = solana
    const before = await world.held(wallet)
    const order = await newOrder('NGN', 'USDC', '2000000.00')
    await corridor.fund(order.id)
    await completed(order.id)
    expect((await world.held(wallet, 'processed')) - before).toBe(
      minorOf(order.payout.total, 'USDC'),
    )
  })

  test('whose payout a fork dropped is paid once', async () => {
    const { world, corridor, newOrder, completed, until } = solana
    const before = await world.held(wallet)
    const order = await newOrder('NGN', 'USDC', '2000000.00')
    world.chain.setInclusion('later')
    await corridor.fund(order.id)
    // Sweeps of other orders may be sent meanwhile. The payout is in the newest slot, for no slot passes after the check.
    await until('the payout', async () => {
      world.chain.include()
      return (await world.held(wallet, 'processed')) > before
    })
    expect(await world.held(wallet, 'processed')).toBe(before + minorOf(order.payout.total, 'USDC'))
    world.chain.fork(2n)
    expect(await world.held(wallet, 'processed')).toBe(before)
    world.chain.setInclusion('now')
    await completed(order.id)
    expect(await world.held(wallet, 'processed')).toBe(before + minorOf(order.payout.total, 'USDC'))
  })
})
