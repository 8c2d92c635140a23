// A rail on Solana, with the real programs. One of its two nodes lists signatures twice.
import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { depositAddress } from '../../../src/outside/rails/solana/deposit-address.ts'
import { payoutTo, startSolanaTest, watchOf } from '../solana-rail.ts'
import { newOrderId, type RailWorld } from './worlds.ts'

export async function onSolana(): Promise<RailWorld> {
  const solana = await startSolanaTest(2)
  const { world, chain, nodes, clock } = solana
  nodes[1]?.alter((method, result) =>
    method === 'getSignaturesForAddress' && Array.isArray(result) ? [...result, ...result] : result,
  )
  const customer = await world.customer(10_000_000_000n)
  const orderIds: string[] = []
  const pass = async () => {
    chain.finalize()
    clock.advance(60_000)
  }
  return {
    open: () => solana.open(),
    watch: (rail) => watchOf(rail, orderIds),
    request: async () => payoutTo(base58.encode(randomBytes(32))),
    async pay(amountMinor) {
      const orderId = newOrderId()
      orderIds.push(orderId)
      const account = depositAddress(solana.depositSeed, orderId)
      const transaction = await world.transfer(customer, account, amountMinor)
      chain.finalize()
      return { transaction, account, currency: 'USDC', amountMinor, sender: customer.address }
    },
    // Accounts that hold money are listed again after ten minutes.
    async showAgain() {
      clock.advance(11 * 60_000)
      await pass()
    },
    pass,
    close: () => solana.close(),
  }
}
