// Payouts over chains that an operator cancels in a whole service, beside an approval that is open and beside screening: the
// beneficiary or the payer gets the money, once, and an act reaches the order until then.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cancelPayout } from '../../src/engine/cancellations/cancel-send.ts'
import { selectCancellations } from '../../src/engine/cancellations/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { noAnvil } from '../support/anvil.ts'
import { newPerson, type Person } from '../support/desk.ts'
import { startEvmService } from '../support/evm-service.ts'
import { minorOf, rowOf, stateOf } from '../support/orders.ts'
import { screenedWorld } from '../support/screening.ts'
import type { TestService } from '../support/service.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaService } from '../support/solana-service.ts'

type OnChain = {
  corridor: TestService
  wallet: string
  amount: string
  newOrder(payin: string, payout: string, amount: string): Promise<OrderJson>
  held(): Promise<bigint>
  /** Transactions wait from now on. */
  hold(): Promise<void>
  /** Waits until the prepared send can no longer be executed, or until a cancellation replaces it. */
  outlast(): Promise<void>
  goOn(): Promise<void>
  /** Lets blocks come and the time of retries pass. */
  pass(): Promise<void>
  close(): Promise<void>
}

async function onEvm(): Promise<OnChain> {
  const evm = await startEvmService()
  let isHeld = false
  return {
    corridor: evm.corridor,
    wallet: evm.wallet,
    amount: '1000000.00',
    newOrder: evm.newOrder,
    held: () => evm.usdc.balanceOf(evm.wallet),
    async hold() {
      await evm.chain.rpc('evm_setAutomine', [false])
      isHeld = true
    },
    outlast: async () => undefined,
    async goOn() {
      isHeld = false
      await evm.chain.mine(1)
      await evm.chain.rpc('evm_setAutomine', [true])
    },
    async pass() {
      if (!isHeld) await evm.chain.mine(1)
      evm.corridor.clock.advance(2_000)
      await sleep(50)
    },
    close: evm.close,
  }
}

const WALLET = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

async function onSolana(): Promise<OnChain> {
  const solana = await startSolanaService()
  const { world } = solana
  return {
    corridor: solana.corridor,
    wallet: WALLET,
    amount: '2000000.00',
    newOrder: solana.newOrder,
    held: () => world.held(WALLET, 'processed'),
    hold: async () => world.chain.setInclusion('never'),
    // The blockhash of the payment is too old.
    outlast: async () => world.chain.tick(400n),
    goOn: async () => world.chain.setInclusion('now'),
    async pass() {
      world.chain.tick()
      solana.corridor.clock.advance(5_000)
      await sleep(50)
    },
    close: solana.close,
  }
}

describe.each([
  ['an EVM chain', noAnvil, onEvm],
  ['Solana', noSolana, onSolana],
] as const)('a payout over %s', (_name, missing, start) => {
  describe.skipIf(missing !== undefined)('that is cancelled', () => {
    let chain: OnChain
    let first: Person
    let second: Person
    let operator: Person
    beforeAll(async () => {
      chain = await start()
      const { corridor } = chain
      const desk = { corridor, clock: { ...corridor.clock, advanceReal: () => undefined } }
      first = await newPerson(desk, 'first', 'treasurer')
      second = await newPerson(desk, 'second', 'treasurer')
      operator = await newPerson(desk, 'operator', 'operator')
    })
    afterAll(() => chain?.close())
    afterEach(async () => {
      const { db } = chain.corridor.deps
      await updateApprovalRules(db, [])
      expect((await verifyLedger(db)).difference).toBeUndefined()
    })

    /** A parked order has the reason after its status. */
    async function until(order: OrderJson, ...wanted: string[]): Promise<string> {
      for (let tries = 0; tries < 1200; tries += 1) {
        const status = await stateOf(chain.corridor, order)
        if (wanted.includes(status)) return status
        await chain.pass()
      }
      throw new Error(`${order.id} did not reach ${wanted.join()}`)
    }
    async function passRounds(): Promise<void> {
      for (let round = 0; round < 20; round += 1) await chain.pass()
    }
    const payoutOf = async ({ id }: OrderJson) => {
      const rows = await chain.corridor.sql<{ rail_key: string }>`select rail_key from payouts
          where rail_key like ${`${id}:%`}`
      return rows
    }
    const cancellations = async (order: OrderJson) =>
      selectCancellations(chain.corridor.deps.db, [await rowOf(chain.corridor, order)])
    /** The chain has the payment, and executes nothing. */
    async function inFlight() {
      await chain.hold()
      await chain.corridor.deps.feeds.push()
      const order = await chain.newOrder('NGN', 'USDC', chain.amount)
      const before = await chain.held()
      await chain.corridor.fund(order.id)
      await until(order, 'STEP_3_SETTLING_PAYOUT')
      while ((await payoutOf(order)).length === 0) await chain.pass()
      await passRounds()
      return { order, before }
    }
    /** Paid or refunded, as the order says, and never both. */
    async function endsOnce(order: OrderJson, before: bigint): Promise<string> {
      const status = await until(order, 'STEP_4_COMPLETED', 'FAILED_REFUND_PROCESSED')
      await passRounds()
      const paid = status === 'STEP_4_COMPLETED' ? minorOf(order.payout.total, 'USDC') : 0n
      expect((await chain.held()) - before).toBe(paid)
      expect(await stateOf(chain.corridor, order)).toBe(status)
      return status
    }
    const act = <T>(order: OrderJson, name: string, who: Person) =>
      who.act<T>('POST', `/orders/${order.id}/${name}`, { reason: 'the customer asked' })
    const beforeScreening = async (lines: readonly string[]) => {
      const { screeners } = chain.corridor.deps
      const screened = screenedWorld(chain.corridor)
      await screened.screenWith(lines)
      await screeners.areConfiguredNow()
      return async () => {
        await screened.screenNobody()
        await screeners.areConfiguredNow()
        screened.close()
      }
    }

    test('waits for a second person, who stops it in time or not at all', async () => {
      const rule = { act: 'order.cancel-payout', enterprise_id: null, from: null } as const
      await updateApprovalRules(chain.corridor.deps.db, [{ ...rule, roles: ['treasurer'] }])
      const propose = async (order: OrderJson) => {
        const asked = await act<{ id: string }>(order, 'cancel-payout', first)
        expect(asked.status).toBe(202)
        return () =>
          second.act('POST', `/approvals/${asked.data.id}/approve`, { reason: 'they wrote' })
      }
      const late = await inFlight()
      const tooLate = await propose(late.order)
      await passRounds()
      expect(await cancellations(late.order)).toEqual([])
      await chain.goOn()
      expect(await endsOnce(late.order, late.before)).toBe('STEP_4_COMPLETED')
      expect((await tooLate()).status).toBe(409)
      expect(await cancellations(late.order)).toEqual([])

      const timely = await inFlight()
      const inTime = await propose(timely.order)
      await chain.outlast()
      expect((await inTime()).status).toBe(200)
      await passRounds()
      await chain.goOn()
      expect(await endsOnce(timely.order, timely.before)).toBe('FAILED_REFUND_PROCESSED')
      expect(await cancellations(timely.order)).toMatchObject([{ answer: 'cancelled' }])
    })

    test('does not wait for screening, which holds nothing that is in flight', async () => {
      const { order, before } = await inFlight()
      const end = await beforeScreening([`address ${chain.wallet}`])
      await passRounds()
      expect(await rowOf(chain.corridor, order)).toMatchObject({ parked_reason: null })
      await chain.outlast()
      const asked = await cancelPayout(
        chain.corridor.deps,
        await rowOf(chain.corridor, order),
        'listed',
      )
      expect(asked).not.toHaveProperty('refused')
      await passRounds()
      await chain.goOn()
      expect(await endsOnce(order, before)).toBe('FAILED_REFUND_PROCESSED')
      await end()
    })

    test('is in flight: one that screening holds is ended by a refund', async () => {
      const end = await beforeScreening([`address ${chain.wallet}`])
      await chain.corridor.deps.feeds.push()
      const order = await chain.newOrder('NGN', 'USDC', chain.amount)
      const before = await chain.held()
      await chain.corridor.fund(order.id)
      await until(order, 'STEP_3_SETTLING_PAYOUT screening')
      const refused = await act(order, 'cancel-payout', first)
      expect(refused.problem.detail).toContain('no payout in flight')
      expect((await act(order, 'refund', operator)).status).toBe(200)
      expect(await endsOnce(order, before)).toBe('FAILED_REFUND_PROCESSED')
      await end()
    })
  })
})
