// Random histories of payouts and deposits on Solana: crashes, lost answers, lost transactions, forks and lag in any order.
// Each payout is paid exactly once or refused for good, and each deposit is reported exactly once.
import { afterEach, describe, expect, test } from 'vitest'
import { depositAddress } from '../../src/outside/rails/solana/deposit-address.ts'
import { noSolana } from '../support/solana-chain.ts'
import { RpcError } from '../support/solana-node.ts'
import {
  payoutTo,
  recorder,
  startSolanaTest,
  untilEnded,
  watchOf,
  workerRound,
  type SolanaTest,
} from '../support/solana-rail.ts'

const HISTORIES = 6
const STEPS = 40
const PAYOUTS = 4
const beneficiary = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

let stop: (() => Promise<unknown>) | undefined
afterEach(() => stop?.())

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Something happens to the chain or to the nodes. */
function disturb({ chain, nodes, clock }: SolanaTest, random: (below: number) => number): void {
  const node = nodes[random(nodes.length)]
  switch (random(9)) {
    case 0:
      return chain.tick(160n)
    case 1:
      chain.tick(3n)
      return chain.fork(BigInt(1 + random(3)))
    case 2:
      return chain.setInclusion('later')
    case 3:
      return chain.setInclusion('never')
    case 4:
      chain.setInclusion('now')
      return chain.include()
    case 5:
      return node?.lag(BigInt(random(6)))
    case 6:
      // The node does what it is asked, but one answer in four is lost.
      return node?.alter((_method, result) => {
        if (random(4) === 0) throw new RpcError(-32005, 'the answer is lost')
        return result
      })
    case 7:
      return node?.alter((_method, result) => result)
    default:
      chain.tick(BigInt(1 + random(4)))
      clock.advance(30_000)
  }
}

function calm({ chain, nodes, clock }: SolanaTest): void {
  for (const node of nodes) {
    node.alter((_method, result) => result)
    node.lag(0n)
  }
  chain.setInclusion('now')
  chain.include()
  chain.tick(8n)
  clock.advance(3_600_000)
}

describe.skipIf(noSolana !== undefined)('random histories', () => {
  test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
    'pay each payout once, with seed %i',
    async (seed) => {
      const random = randomOf(seed)
      const solana = await startSolanaTest(2)
      stop = solana.close
      const nonceAccount = seed % 3 === 0 ? await solana.world.nonceAccount() : undefined
      solana.chain.finalize()
      const open = () =>
        solana.open(nonceAccount === undefined ? {} : { nonce_accounts: [nonceAccount] })
      const payouts = []
      for (let count = 0; count < PAYOUTS; count += 1) {
        const request = payoutTo(beneficiary, { amountMinor: 10n ** BigInt(count) })
        payouts.push({ request, prepared: await open().prepare(request), told: new Set<string>() })
      }
      let rail = open()
      for (let step = 0; step < STEPS; step += 1) {
        disturb(solana, random)
        if (random(5) === 0) rail = open()
        const payout = payouts[random(PAYOUTS)]
        if (payout === undefined) continue
        const answer = await workerRound(rail, payout.request, payout.prepared).catch(() => null)
        if (answer?.state === 'settled' || answer?.state === 'rejected')
          payout.told.add(answer.state)
      }
      calm(solana)
      for (const { request, prepared, told } of payouts) {
        const { state } = await untilEnded(solana, open(), request, prepared)
        expect([...told.add(state)], request.key).toEqual(['settled'])
      }
      // Each payout has a digit of its own.
      expect(await solana.world.held(beneficiary, 'processed')).toBe(1111n)
    },
  )

  test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
    'report each deposit once, with seed %i',
    async (seed) => {
      const random = randomOf(seed)
      const solana = await startSolanaTest(2)
      stop = solana.close
      const { world, chain } = solana
      const orders = ['ord_1', 'ord_2', 'ord_3', 'ord_4', 'ord_5']
      const customer = await world.customer()
      chain.finalize()
      const restart = (before?: ReturnType<typeof recorder>) => {
        const rail = solana.open()
        return recorder(rail, () => watchOf(rail, orders), before)
      }
      let service = restart()
      for (let step = 0; step < STEPS; step += 1) {
        disturb(solana, random)
        const order = orders[random(orders.length)] ?? ''
        const address = depositAddress(solana.depositSeed, order)
        if (random(3) === 0)
          await world.transfer(customer, address, BigInt(1 + random(1000))).catch(() => undefined)
        if (random(8) === 0) service = restart(service)
        await service.poll({ isLost: random(4) === 0 }).catch(() => undefined)
      }
      calm(solana)
      for (let poll = 0; poll < 3; poll += 1) {
        chain.finalize()
        solana.clock.advance(3_600_000)
        await service.poll()
      }
      for (const order of orders) {
        const account = depositAddress(solana.depositSeed, order)
        const reported = service
          .entries()
          .flatMap((entry) => (entry.kind === 'deposit' && entry.account === account ? entry : []))
        const sum = reported.reduce((total, { amountMinor }) => total + amountMinor, 0n)
        expect(sum, order).toBe(await world.held(account))
      }
    },
  )
})
