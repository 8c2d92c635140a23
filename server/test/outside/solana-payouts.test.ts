// Payouts on Solana run on the real programs: each key is paid at most once, whatever happens between the steps.
import { getTransferSolInstruction } from '@solana-program/system'
import { describe, expect, test } from 'vitest'
import { markerAddress } from '../../src/outside/rails/solana/marker.ts'
import { RpcError } from '../support/solana-node.ts'
import {
  payoutTo,
  untilEnded,
  workerRound,
  type SolanaTest,
  solanaForTest,
} from '../support/solana-rail.ts'
import { noSolana } from '../support/solana-chain.ts'

const beneficiary = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const PAID = 7_000_000n
const paidTo = ({ world }: SolanaTest, wallet = beneficiary) => world.held(wallet, 'processed')
const markerOf = (prepared: string) => {
  const { payer, seed } = JSON.parse(prepared)
  return markerAddress(payer, seed)
}
const wireOf = (prepared: string): string => JSON.parse(prepared).wire

describe.skipIf(noSolana !== undefined)('a payout', () => {
  test('arrives once, and later calls return the same answer', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    const answer = await untilEnded(solana, rail, request, prepared)
    expect(answer.state).toBe('settled')
    expect(await rail.send(request, prepared)).toEqual(answer)
    expect(await rail.lookUp(request.key, prepared)).toEqual(answer)
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('is pending until its block is final', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    solana.chain.tick(3n)
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    solana.chain.tick(1n)
    expect(await rail.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('reports what the fee payer lost as its fee, with the rent of a new token account', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const { world, chain } = solana
    const fees: bigint[] = []
    for (const request of [payoutTo(beneficiary), payoutTo(beneficiary)]) {
      const before = world.lamports(world.feePayer.address)
      const answer = await untilEnded(solana, rail, request, await rail.prepare(request))
      const lost = before - world.lamports(world.feePayer.address)
      expect(answer).toMatchObject({ fee: { currency: 'SOL', amountMinor: lost } })
      fees.push(lost)
    }
    expect(fees[0]).toBe((fees[1] ?? 0n) + chain.rent(165n))
  })

  test('carries the reference of the order as its memo', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary, { reference: 'CO-20260105-MEMO0001' })
    const answer = await untilEnded(solana, rail, request, await rail.prepare(request))
    const paid = solana.chain.transaction(
      'reference' in answer ? answer.reference : '',
      'finalized',
    )
    expect(paid?.instructions.map(({ data }) => Buffer.from(data).toString())).toContain(
      'CO-20260105-MEMO0001',
    )
  })

  test('is made once by 20 concurrent calls of two processes', async () => {
    const solana = await solanaForTest()
    const rails = [solana.open(), solana.open()]
    const request = payoutTo(beneficiary)
    const prepared = (await rails[0]?.prepare(request)) ?? ''
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => rails[index % 2]?.send(request, prepared)),
    )
    await untilEnded(solana, solana.open(), request, prepared)
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('is made once if bytes of two processes under different blockhashes come together', async () => {
    const solana = await solanaForTest()
    const { chain } = solana
    const request = payoutTo(beneficiary)
    const prepared = await solana.open().prepare(request)
    chain.setInclusion('later')
    chain.tick(200n)
    for (const rail of [solana.open(), solana.open()]) {
      await rail.send(request, prepared)
      chain.tick()
    }
    chain.include()
    chain.setInclusion('now')
    expect(await paidTo(solana)).toBe(PAID)
    await untilEnded(solana, solana.open(), request, prepared)
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('is made once after the blockhash of the first attempt has expired', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    solana.chain.tick(400n)
    expect(() => solana.chain.send(wireOf(prepared))).toThrow('BlockhashNotFound')
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('that a leader lost is sent again', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    solana.chain.setInclusion('never')
    for (let round = 0; round < 3; round += 1) {
      expect(await workerRound(rail, request, prepared)).toEqual({ state: 'pending' })
      solana.chain.tick(100n)
    }
    solana.chain.setInclusion('now')
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('that a fork dropped after it was confirmed is paid once', async () => {
    const solana = await solanaForTest()
    const { chain } = solana
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    chain.tick(2n)
    await rail.send(request, prepared)
    chain.tick(2n)
    expect(await solana.world.held(beneficiary, 'confirmed')).toBe(PAID)
    chain.fork(3n)
    expect(await paidTo(solana)).toBe(0n)
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('goes to a marker that a stranger dusted, and dust does not count as paid', async () => {
    const solana = await solanaForTest()
    const { world } = solana
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    const dust = getTransferSolInstruction({
      source: world.authority.signer,
      destination: await markerOf(prepared),
      amount: 1_500_000n,
    })
    await world.send(world.authority, [dust])
    solana.chain.finalize()
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('waits while the payer has too few tokens', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary, { amountMinor: 1_500_000_000n })
    const prepared = await rail.prepare(request)
    await expect(rail.send(request, prepared)).rejects.toThrow('error -32002')
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    await solana.world.mintTo(solana.world.payer.address, 1_000_000_000n)
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(1_500_000_000n)
  })

  test('refuses what was prepared for another key or another payment', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    const other = payoutTo(beneficiary)
    await expect(rail.lookUp(other.key, prepared)).rejects.toThrow('was given for')
    await expect(rail.send({ ...request, amountMinor: 1n }, prepared)).rejects.toThrow(
      'was prepared for another payment',
    )
    await expect(rail.lookUp(request.key, '{}')).rejects.toThrow('cannot be read')
  })
})

describe.skipIf(noSolana !== undefined)('a refusal', () => {
  test.each([
    [
      'a token account',
      'beneficiary_is_a_token_account',
      async ({ world }: SolanaTest) => {
        const customer = await world.customer()
        return world.tokenAccount(customer.address)
      },
    ],
    [
      'the mint of the rail',
      'beneficiary_is_the_desk',
      async ({ world }: SolanaTest) => world.mint,
    ],
    [
      'a program',
      'beneficiary_is_the_desk',
      async () => 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    ],
    [
      'an account of the cluster',
      'beneficiary_is_the_desk',
      async () => 'SysvarRent111111111111111111111111111111111',
    ],
    [
      "the payer's token account",
      'beneficiary_is_the_desk',
      async ({ world }: SolanaTest) => world.tokenAccount(world.payer.address),
    ],
    [
      'the deposit address of an order',
      'beneficiary_is_the_desk',
      async ({ world, handedOut }: SolanaTest) => {
        const { address } = await world.customer()
        handedOut.add(address)
        return address
      },
    ],
    [
      'the payer itself',
      'beneficiary_is_the_desk',
      async ({ world }: SolanaTest) => world.payer.address,
    ],
    [
      'a frozen account',
      'beneficiary_token_account_is_frozen',
      async ({ world }: SolanaTest) => {
        const customer = await world.customer()
        await world.freeze(customer.address)
        return customer.address
      },
    ],
  ])('comes at once for %s, and nothing was signed', async (_what, code, make) => {
    const solana = await solanaForTest()
    const wallet = await make(solana)
    solana.chain.finalize()
    const rail = solana.open()
    const request = payoutTo(wallet)
    const prepared = await rail.prepare(request)
    expect(prepared).not.toContain('wire')
    expect(await rail.send(request, prepared)).toEqual({ state: 'rejected', code })
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'rejected', code })
  })

  test('of an account that was frozen later is written on the chain first', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer(1n)
    chain.finalize()
    const rail = solana.open()
    const request = payoutTo(customer.address)
    const prepared = await rail.prepare(request)
    await world.freeze(customer.address)
    chain.finalize()
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    chain.finalize()
    expect(await rail.lookUp(request.key, prepared)).toEqual({
      state: 'rejected',
      code: 'cancelled_on_chain',
    })
  })

  test('of an expired payout needs its cancellation on the chain', async () => {
    const solana = await solanaForTest()
    const { chain } = solana
    const rail = solana.open({ payout_hours: 1 })
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    chain.tick(9100n)
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    expect(await untilEnded(solana, rail, request, prepared)).toEqual({
      state: 'rejected',
      code: 'cancelled_on_chain',
    })
    expect(await paidTo(solana)).toBe(0n)
  })

  test('does not come if the last attempt in time was paid', async () => {
    const solana = await solanaForTest()
    const { chain } = solana
    const rail = solana.open({ payout_hours: 1 })
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    chain.tick(8800n)
    await rail.send(request, prepared)
    chain.tick(500n)
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test.each([
    ['payment', 'settled', PAID],
    ['cancellation', 'rejected', 0n],
  ])('is decided by the chain if the %s lands first', async (first, state, paid) => {
    const solana = await solanaForTest()
    const { chain, world } = solana
    const nonceAccount = await world.nonceAccount()
    chain.finalize()
    const rail = solana.open({ payout_hours: 1, nonce_accounts: [nonceAccount] })
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    // A durable nonce keeps the payment alive when its time is over.
    if (first === 'cancellation') chain.setInclusion('later')
    await rail.send(request, prepared)
    if (first === 'payment') chain.setInclusion('later')
    else chain.setInclusion('now')
    chain.tick(9100n)
    await rail.send(request, prepared)
    chain.tick()
    chain.include()
    chain.setInclusion('now')
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state })
    expect(await paidTo(solana)).toBe(paid)
  })
})

describe.skipIf(noSolana !== undefined)('a durable nonce', () => {
  test('keeps the first bytes valid for hours', async () => {
    const solana = await solanaForTest()
    const nonceAccount = await solana.world.nonceAccount()
    solana.chain.finalize()
    const rail = solana.open({ nonce_accounts: [nonceAccount] })
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    solana.chain.tick(5000n)
    await rail.send(request, prepared)
    const [newest] = solana.chain.transactionsOf(beneficiary, 'processed')
    expect(newest?.wire).toBe(wireOf(prepared))
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await paidTo(solana)).toBe(PAID)
  })

  test('of two payouts pays each of them once', async () => {
    const solana = await solanaForTest()
    const nonceAccount = await solana.world.nonceAccount()
    solana.chain.finalize()
    const rail = solana.open({ nonce_accounts: [nonceAccount] })
    const requests = [payoutTo(beneficiary), payoutTo(beneficiary)]
    const prepared = await Promise.all(requests.map((request) => rail.prepare(request)))
    for (const [index, request] of requests.entries()) {
      await rail.send(request, prepared[index] ?? '')
      solana.chain.tick()
    }
    for (const [index, request] of requests.entries())
      expect(await untilEnded(solana, rail, request, prepared[index] ?? '')).toMatchObject({
        state: 'settled',
      })
    expect(await paidTo(solana)).toBe(2n * PAID)
  })
})

describe.skipIf(noSolana !== undefined)('a crash', () => {
  test('after any call to the node leaves a payout that is paid once', async () => {
    const solana = await solanaForTest()
    const { node, chain } = solana
    let paid = 0n
    for (let last = 0; ; last += 1) {
      let calls = 0
      let hasCrashed = false
      // The node did what it was asked, and the process dies before the answer.
      node.alter((_method, result) => {
        if (calls === last) hasCrashed = true
        calls += 1
        if (hasCrashed) throw new RpcError(-32005, 'the process of the test is dead')
        return result
      })
      const request = payoutTo(beneficiary)
      const dying = solana.open()
      const committed = await dying.prepare(request).catch(() => undefined)
      if (committed !== undefined)
        await workerRound(dying, request, committed).catch(() => undefined)
      node.alter((_method, result) => result)
      const rail = solana.open()
      const prepared = committed ?? (await rail.prepare(request))
      expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
      paid += PAID
      expect(await paidTo(solana), `a crash after call ${last}`).toBe(paid)
      chain.finalize()
      if (!hasCrashed) break
    }
    expect(paid / PAID).toBeGreaterThan(8n)
  })
})

test.skipIf(noSolana !== undefined)(
  'keys are in no log line, no error and not in what is prepared',
  async () => {
    const solana = await solanaForTest()
    const { world, node, logged } = solana
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    const errors: unknown[] = []
    for (const broken of [true, false]) {
      node.breakWith(broken ? (response) => void response.writeHead(500).end('no') : undefined)
      await rail.send(request, prepared).catch((error: unknown) => errors.push(error))
    }
    await rail
      .send({ ...request, amountMinor: 3n }, prepared)
      .catch((error: unknown) => errors.push(error))
    expect(errors.length).toBeGreaterThan(0)
    const told = [
      prepared,
      ...logged,
      ...errors.map((error) => `${String(error)} ${JSON.stringify(error)}`),
    ]
    for (const { secret } of [world.payer, world.feePayer])
      for (const text of told) expect(text.includes(secret)).toBe(false)
    expect(told.join('\n')).not.toContain(Buffer.from(solana.depositSeed).toString('hex'))
  },
)
