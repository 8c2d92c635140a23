// The simulated rail beside a simulator of its own.
import { randomBytes } from 'node:crypto'
import { exampleDetails } from '../../../src/outside/methods/methods.ts'
import type { SendRequest } from '../../../src/outside/rails/port.ts'
import { openSandboxRail } from '../../../src/outside/rails/sandbox/index.ts'
import { createSimulator } from '../../../src/outside/simulator/simulator.ts'
import { SIMULATED_SENDER } from '../../../src/outside/simulator/screener.ts'
import { testDatabase } from '../database.ts'
import { manualClock } from '../service.ts'
import { newOrderId, newPayoutKey, nobody, type Paid, type RailWorld } from './worlds.ts'

export async function simulated(): Promise<RailWorld> {
  const database = await testDatabase()
  const simulator = createSimulator(database.owner)
  const clock = manualClock()
  const seed = randomBytes(32)
  const plan = ({ transaction, account, currency, amountMinor }: Paid) =>
    simulator.planDeposit(
      { transaction, address: account, reference: 'CO-1', currency, amountMinor },
      clock.now(),
    )
  const request = async (key = newPayoutKey()): Promise<SendRequest> => ({
    key,
    method: 'COP_BANK_ACCOUNT',
    currency: 'COP',
    amountMinor: 418_682_672n,
    details: exampleDetails('COP_BANK_ACCOUNT'),
    reference: 'CO-20260304-0123ABCD',
  })
  return {
    // Another process has another simulator, over the same database.
    open: () => openSandboxRail(seed, createSimulator(database.owner), clock),
    watch: () => nobody,
    request: () => request(),
    async pay(amountMinor) {
      clock.advance(1)
      const orderId = newOrderId()
      const paid = {
        transaction: `transaction of ${orderId}`,
        account: `account of ${orderId}`,
        currency: 'USDC',
        amountMinor,
        sender: SIMULATED_SENDER,
      }
      await plan(paid)
      return paid
    },
    showAgain: plan,
    pass: async () => clock.advance(60_000),
    async giveBack(rail) {
      const orderId = newOrderId()
      await simulator.script(orderId, 'payout_returned')
      const payout = await request(`${orderId}:payout:1`)
      await rail.send(payout, await rail.prepare(payout))
      clock.advance(60_000)
      return payout
    },
    close: () => database.close(),
  }
}
