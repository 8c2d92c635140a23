// Sweeps and the return of rent on Solana run on the real programs, and the wallets of the desk agree with the chain.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { depositAddress } from '../../src/outside/rails/solana/deposit-address.ts'
import type { SolanaRail } from '../../src/outside/rails/solana/rail.ts'
import type { EndedKey, RentReturn, Unswept } from '../../src/outside/rails/port.ts'
import {
  payoutTo,
  recorder,
  untilEnded,
  watchOf,
  type SolanaTest,
  solanaForTest,
} from '../support/solana-rail.ts'
import { noSolana } from '../support/solana-chain.ts'
import { problemsOf } from '../support/rails.ts'

const order = 'ord_00000000000000000000000001'
const beneficiary = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const addressOf = ({ depositSeed }: SolanaTest) => depositAddress(depositSeed, order)

/** A rail that has reported a deposit of the amount, and the service's polls. */
async function withDeposit(solana: SolanaTest, amount: bigint) {
  const customer = await solana.world.customer()
  await solana.world.transfer(customer, addressOf(solana), amount)
  solana.chain.finalize()
  const rail = solana.open()
  const service = recorder(rail, () => watchOf(rail, [order]))
  await service.poll()
  return { rail, service, customer }
}

const unsweptOf = (solana: SolanaTest, amountMinor: bigint): Unswept => ({
  orderId: order,
  account: addressOf(solana),
  currency: 'USDC',
  amountMinor,
})

async function untilSwept(solana: SolanaTest, rail: SolanaRail, unswept: Unswept) {
  const prepared = await rail.sweeps.prepare('sweep:1', unswept)
  for (let round = 0; round < 10; round += 1) {
    const known = await rail.sweeps.lookUp('sweep:1', prepared)
    const answer =
      known.state === 'unknown' ? await rail.sweeps.send('sweep:1', unswept, prepared) : known
    if (answer.state === 'settled') return answer
    solana.chain.finalize()
  }
  throw new Error('the sweep has no outcome after 10 rounds')
}

describe.skipIf(noSolana !== undefined)('a sweep', () => {
  test('is proposed for what was recorded, if the address holds exactly that', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const { rail, customer } = await withDeposit(solana, 5_000_000n)
    const unswept = unsweptOf(solana, 5_000_000n)
    expect(await rail.sweeps.propose([unswept])).toEqual([unswept])
    // This deposit is not recorded yet.
    await world.transfer(customer, addressOf(solana), 1n)
    chain.finalize()
    expect(await rail.sweeps.propose([unswept])).toEqual([])
    const both = unsweptOf(solana, 5_000_001n)
    expect(await rail.sweeps.propose([both])).toEqual([both])
  })

  test('is proposed and sent for an address of an older seed', async () => {
    const solana = await solanaForTest()
    await withDeposit(solana, 5_000_000n)
    const rail = solana.open({}, {}, [randomBytes(32), solana.depositSeed])
    expect(rail.fundingAccount('SOLANA_ADDRESS', order)).not.toEqual({ address: addressOf(solana) })
    const unswept = unsweptOf(solana, 5_000_000n)
    expect(await rail.sweeps.propose([unswept])).toEqual([unswept])
    await untilSwept(solana, rail, unswept)
  })

  test('is not proposed below the minimum, nor for an address of an unknown seed', async () => {
    const solana = await solanaForTest()
    const { rail } = await withDeposit(solana, 999_999n)
    expect(await rail.sweeps.propose([unsweptOf(solana, 999_999n)])).toEqual([])
    const foreign = { ...unsweptOf(solana, 5_000_000n), account: beneficiary }
    expect(await rail.sweeps.propose([foreign])).toEqual([])
  })

  test('moves the balance to the payer, and the rent of the token account to the fee payer', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const { rail, service } = await withDeposit(solana, 5_000_000n)
    const before = {
      payer: await world.held(world.payer.address),
      lamports: world.lamports(world.feePayer.address),
    }
    const answer = await untilSwept(solana, rail, unsweptOf(solana, 5_000_000n))
    expect(await world.held(world.payer.address)).toBe(before.payer + 5_000_000n)
    expect(chain.accountAt(await world.tokenAccount(addressOf(solana)), 'finalized')).toBeNull()
    const gained = world.lamports(world.feePayer.address) - before.lamports
    expect(answer).toMatchObject({ fee: { currency: 'SOL', amountMinor: -gained } })
    await service.poll()
    expect(service.entries().length).toBe(1)
  })

  test('is cancelled if a deposit came meanwhile, which is then reported and swept with it', async () => {
    const solana = await solanaForTest()
    const { world, chain, clock } = solana
    const { rail, service, customer } = await withDeposit(solana, 5_000_000n)
    const unswept = unsweptOf(solana, 5_000_000n)
    const prepared = await rail.sweeps.prepare('sweep:1', unswept)
    await world.transfer(customer, addressOf(solana), 1n)
    // The transfer may still be forked away.
    await expect(rail.sweeps.send('sweep:1', unswept, prepared)).rejects.toThrow('-32002')
    chain.finalize()
    clock.advance(1000)
    await service.poll()
    await rail.sweeps.send('sweep:1', unswept, prepared)
    chain.finalize()
    expect(await rail.sweeps.lookUp('sweep:1', prepared)).toEqual({
      state: 'rejected',
      code: 'cancelled_on_chain',
    })
    const both = unsweptOf(solana, 5_000_001n)
    expect(await rail.sweeps.propose([both])).toEqual([both])
    expect(service.entries().map((entry) => 'amountMinor' in entry && entry.amountMinor)).toEqual([
      5_000_000n,
      1n,
    ])
  })
})

describe.skipIf(noSolana !== undefined)('the rent of markers', () => {
  const ended = async (solana: SolanaTest, settings: Record<string, unknown> = {}) => {
    const rail = solana.open({ payout_hours: 1, ...settings })
    const keys: (EndedKey & { prepared: string })[] = []
    for (let count = 0; count < 3; count += 1) {
      const request = payoutTo(beneficiary)
      const prepared = await rail.prepare(request)
      await untilEnded(solana, rail, request, prepared)
      const note = await rail.rent.noteOf(request.key, prepared)
      if (note === null) throw new Error('a payout stores nothing')
      keys.push({ key: request.key, note, prepared })
    }
    return { rail, keys }
  }

  const NOTHING = { returns: [], without: [] }
  const untilReturned = async (solana: SolanaTest, rail: SolanaRail, { prepared }: RentReturn) => {
    for (let round = 0; round < 10; round += 1) {
      const known = await rail.rent.lookUp(prepared)
      const answer = known.state === 'unknown' ? await rail.rent.send(prepared) : known
      if (answer.state === 'settled') return answer
      solana.chain.finalize()
    }
    throw new Error('the rent has not come back after 10 rounds')
  }

  test('stays while a payment under the key could land', async () => {
    const solana = await solanaForTest()
    const { rail, keys } = await ended(solana)
    expect(await rail.rent.propose(keys)).toEqual(NOTHING)
    solana.chain.tick(8000n)
    expect(await rail.rent.propose(keys)).toEqual(NOTHING)
  })

  test('comes back to the fee payer afterwards, and nothing is paid again', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const { rail, keys } = await ended(solana)
    chain.tick(9500n)
    const { returns, without } = await rail.rent.propose(keys)
    const [proposal, ...more] = returns
    if (proposal === undefined) throw new Error('no rent is proposed')
    expect([more, without]).toEqual([[], []])
    expect(proposal.amountMinor).toBe(3n * chain.rent(80n))
    const before = world.lamports(world.feePayer.address)
    const answer = await untilReturned(solana, rail, proposal)
    const gained = world.lamports(world.feePayer.address) - before
    expect(gained).toBeGreaterThan(proposal.amountMinor - 50_000n)
    expect(answer.fee).toEqual({ currency: 'SOL', amountMinor: -gained })
    // The keys hold nothing any more.
    expect(await rail.rent.propose(keys)).toEqual({ returns: [], without: proposal.keys })
    // A worker that slept through all of it cannot pay any more: the time of the key is over.
    const [first] = keys
    const request = payoutTo(beneficiary, { key: first?.key ?? '' })
    await rail.send(request, first?.prepared ?? '')
    chain.finalize()
    expect(await world.held(beneficiary)).toBe(3n * request.amountMinor)
  })

  test('with a durable nonce comes back in a transaction that ends the nonce', async () => {
    const solana = await solanaForTest()
    const { world, chain, node } = solana
    const nonceAccount = await world.nonceAccount()
    chain.finalize()
    const { rail, keys } = await ended(solana, { nonce_accounts: [nonceAccount] })
    // A node hides the marker of the first key and its history, so its payment is signed again under the present nonce.
    const first = keys.at(0)
    const request = payoutTo(beneficiary, { key: first?.key ?? '' })
    node.alter((method, result, [asked]) => {
      if (method === 'getSignaturesForAddress') return []
      return method === 'getMultipleAccounts' &&
        !(Array.isArray(asked) && asked.includes(nonceAccount))
        ? { context: { slot: 1 }, value: Array.isArray(asked) ? asked.map(() => null) : [] }
        : result
    })
    await expect(rail.send(request, first?.prepared ?? '')).rejects.toThrow('-32002')
    node.alter((_method, result) => result)
    const late = node.sent.at(-1) ?? ''
    expect(() => chain.send(late)).toThrow('InstructionError')

    chain.tick(9500n)
    const [proposal] = (await rail.rent.propose(keys)).returns
    if (proposal === undefined) throw new Error('no rent is proposed')
    expect(proposal.prepared).toContain(nonceAccount)
    await untilReturned(solana, rail, proposal)
    // Without its marker, only the nonce stops the second payment.
    expect(() => chain.send(late)).toThrow('BlockhashNotFound')
    expect(await world.held(beneficiary)).toBe(3n * request.amountMinor)
  })

  test('does not end a key early because one node is ahead of the others', async () => {
    const solana = await solanaForTest(2)
    const { rail, keys } = await ended(solana)
    solana.node.alter((method, result) =>
      method === 'getEpochInfo' ? { absoluteSlot: 900_000, blockHeight: 900_000 } : result,
    )
    expect(await rail.rent.propose(keys)).toEqual(NOTHING)
  })
})

describe.skipIf(noSolana !== undefined)('the balances', () => {
  test('are those of the chain: fee payer, payer and deposit addresses', async () => {
    const solana = await solanaForTest()
    const { world } = solana
    const { rail } = await withDeposit(solana, 5n)
    expect(await rail.balances([{ account: addressOf(solana), currency: 'USDC' }])).toEqual([
      {
        account: world.feePayer.address,
        currency: 'SOL',
        amountMinor: world.lamports(world.feePayer.address),
      },
      {
        account: world.payer.address,
        currency: 'USDC',
        amountMinor: await world.held(world.payer.address),
      },
      { account: addressOf(solana), currency: 'USDC', amountMinor: 5n },
    ])
  })

  test('of a fee payer that runs low are a problem', async () => {
    const solana = await solanaForTest()
    const rail = solana.open({ low_sol: '11' })
    expect(await problemsOf(rail)).toEqual([
      expect.stringContaining('has 10000000000 lamports, fewer than low_sol'),
    ])
  })
})
