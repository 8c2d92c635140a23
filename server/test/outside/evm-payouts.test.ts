// Payouts on an EVM chain, with the real contract of USDC on a real node: the chain itself remembers the key, so a payout
// happens once whatever process, relayer or endpoint fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privateKeyToAccount, signTypedData } from 'viem/accounts'
import { parseSignature } from 'viem'
import { bytesToHex } from 'viem/utils'
import { nonceOf } from '../../src/outside/rails/evm/authorization.ts'
import type { EvmRail } from '../../src/outside/rails/evm/index.ts'
import type { LookUpAnswer, SendRequest } from '../../src/outside/rails/port.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import {
  addressOf,
  keyOf,
  movedClock,
  newPayout,
  PAYER,
  payoutTo,
  railOn,
  RELAYER,
} from '../support/evm-rail.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpc-proxy.ts'

const FINAL = 3
const HOUR_SECONDS = 3600

describe.skipIf(noAnvil !== undefined)('payouts on an EVM chain', () => {
  let chain: Chain
  let usdc: Stablecoin
  let proxy: RpcProxy
  const payer = addressOf(PAYER)
  const relayers = [0, 1].map((at) => addressOf(RELAYER + at))

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    await usdc.mint(payer, 10n ** 12n)
    for (const relayer of relayers) await chain.giveGas(relayer)
    proxy = await startRpcProxy(chain)
  })
  beforeEach(() => {
    proxy.tamper = null
    proxy.answer = null
  })
  afterAll(async () => {
    await proxy?.close()
    await chain?.close()
  })

  const open = (options: Parameters<typeof railOn>[2] = {}) =>
    railOn(chain, { USDC: usdc }, { rpc: [proxy.url], ...options })
  const received = ({ details }: SendRequest) => usdc.balanceOf(details['address'] ?? '')
  const pending: LookUpAnswer = { state: 'pending' }

  test('are pending until final, then settled with transaction hash and fee in gwei', async () => {
    const rail = open()
    const request = newPayout()
    const prepared = await rail.prepare(request)
    expect(await received(request)).toBe(0n)
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    expect(await rail.send(request, prepared)).toEqual(pending)
    expect(await rail.lookUp(request.key, prepared)).toEqual(pending)
    await chain.mine(FINAL)
    const settled = await rail.lookUp(request.key, prepared)
    expect(settled).toEqual({
      state: 'settled',
      reference: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      fee: { currency: 'ETH', amountMinor: expect.any(BigInt) },
    })
    expect(await received(request)).toBe(5_000_000n)
    expect(await rail.send(request, prepared)).toEqual(settled)
    expect(await received(request)).toBe(5_000_000n)
  })

  test('to the desk itself, or to no account, are refused and nothing is signed', async () => {
    const handedOut = addressOf(77)
    const rail = open({ isHandedOut: async (address) => address === handedOut })
    const none = (digits: string) => `0x${digits.padStart(40, '0')}`
    const [relayer = ''] = relayers
    for (const to of [
      payer,
      relayer,
      usdc.address.toLowerCase(),
      handedOut,
      none('a'),
      none('100'),
    ]) {
      const request = payoutTo(to, `ord_desk_${to}:payout:1`)
      const prepared = await rail.prepare(request)
      expect(prepared).not.toContain('signature')
      const refused = { state: 'rejected', code: 'beneficiary_is_the_desk' }
      expect(await rail.send(request, prepared)).toEqual(refused)
      expect(await open().lookUp(request.key, prepared)).toEqual(refused)
    }
  })

  test('are refused only by a final block, also if a depth is enough to settle', async () => {
    const other = await startChain({ epoch: 16 })
    try {
      const token = await deployStablecoin(other)
      await token.mint(payer, 10n ** 9n)
      for (const relayer of relayers) await other.giveGas(relayer)
      const rail = railOn(other, { USDC: token }, { settings: { finality: { depth: 2 } } })
      const [paid, late] = [newPayout(), newPayout()]
      const [first, second] = [await rail.prepare(paid), await rail.prepare(late)]
      await rail.send(paid, first)
      await other.mine(2)
      expect(await rail.lookUp(paid.key, first)).toMatchObject({
        state: 'settled',
        isProvisional: true,
      })
      await other.passTime(2 * HOUR_SECONDS)
      await other.mine(5)
      expect(await rail.lookUp(late.key, second)).toEqual({ state: 'unknown' })
      await other.mine(32)
      expect(await rail.lookUp(paid.key, first)).not.toHaveProperty('isProvisional')
      expect(await rail.lookUp(late.key, second)).toMatchObject({ state: 'rejected' })
    } finally {
      await other.close()
    }
  })

  test('settle with exactly the configured number of blocks on top', async () => {
    const rail = open({ settings: { finality: { depth: 5 } } })
    const request = newPayout()
    const prepared = await rail.prepare(request)
    await rail.send(request, prepared)
    await chain.mine(4)
    expect(await rail.lookUp(request.key, prepared)).toEqual(pending)
    await chain.mine(1)
    expect(await rail.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
  })

  test('report the fee that the relayer lost, rounded up to gwei', async () => {
    const rail = open()
    const request = newPayout()
    const prepared = await rail.prepare(request)
    const gas = async () =>
      BigInt(String(await chain.rpc('eth_getBalance', [relayers[0], 'latest'])))
    const before = await gas()
    await rail.send(request, prepared)
    await chain.mine(FINAL)
    const answer = await rail.lookUp(request.key, prepared)
    const lost = before - (await gas())
    expect(answer).toMatchObject({ fee: { amountMinor: (lost + 999_999_999n) / 1_000_000_000n } })
  })

  test('pay once for 10 concurrent calls with one key, also over two relayers', async () => {
    const request = newPayout()
    const rails = [open({ relayers: 2 }), open({ relayers: 2 }), open()]
    const prepared = await open().prepare(request)
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => rails[at % 3]?.send(request, prepared)),
    )
    await chain.mine(FINAL)
    expect(await received(request)).toBe(5_000_000n)
    for (const rail of rails)
      expect(await rail.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
  })

  test('that two relayers put into one block pay once', async () => {
    const request = newPayout()
    const [one, two] = [open({ relayers: 1 }), open({ settings: { relayers: ['env:A', 'env:B'] } })]
    const prepared = await one.prepare(request)
    await chain.rpc('evm_setAutomine', [false])
    // The second rail's first relayer is the first rail's: keep it busy with another payout.
    const other = newPayout()
    await two.send(other, await two.prepare(other))
    await one.send(request, prepared)
    await two.send(request, prepared)
    await chain.mine(1)
    await chain.rpc('evm_setAutomine', [true])
    await chain.mine(FINAL)
    expect(await received(request)).toBe(5_000_000n)
    expect(await two.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
  })

  test.each([1, 2, 3, 4])(
    'that a reorganization of depth %i removed are sent again and pay once',
    async (depth) => {
      const request = newPayout()
      const clock = movedClock()
      const rail = open({ clock, settings: { finality: { depth: 5 } } })
      const prepared = await rail.prepare(request)
      await rail.send(request, prepared)
      await chain.mine(depth - 1)
      expect(await received(request)).toBe(5_000_000n)
      await chain.reorganize(depth)
      expect(await received(request)).toBe(0n)
      for (let round = 0; round < 4; round += 1) {
        const answer = await rail.lookUp(request.key, prepared)
        expect(answer.state).not.toBe('rejected')
        if (answer.state === 'unknown') await rail.send(request, prepared)
        clock.advance(60_000)
        await chain.mine(FINAL)
      }
      expect(await rail.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
      expect(await received(request)).toBe(5_000_000n)
    },
  )

  describe('that are refused', () => {
    test('because the beneficiary is blacklisted are rejected before anything is sent', async () => {
      const rail = open()
      const request = newPayout()
      await usdc.blacklist(request.details['address'] ?? '')
      const prepared = await rail.prepare(request)
      proxy.calls.length = 0
      expect(await rail.send(request, prepared)).toEqual({
        state: 'rejected',
        code: 'beneficiary_blacklisted',
      })
      expect(proxy.calls).not.toContain('eth_sendRawTransaction')
    })

    test('are pending while another process may have sent them, and rejected when they expire', async () => {
      const request = newPayout()
      const prepared = await open().prepare(request)
      await usdc.blacklist(request.details['address'] ?? '')
      const restarted = open()
      expect(await restarted.send(request, prepared)).toEqual(pending)
      await chain.passTime(HOUR_SECONDS + 1)
      await chain.mine(1)
      expect(await restarted.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
      await chain.mine(FINAL)
      expect(await restarted.lookUp(request.key, prepared)).toEqual({
        state: 'rejected',
        code: 'beneficiary_blacklisted',
      })
    })

    test('because they expired unused are rejected only by a final block', async () => {
      const rail = open()
      const request = newPayout()
      const prepared = await rail.prepare(request)
      await chain.passTime(HOUR_SECONDS + 1)
      await chain.mine(1)
      expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
      await expect(rail.send(request, prepared)).rejects.toThrow('authorization is expired')
      await chain.mine(FINAL)
      const rejected = { state: 'rejected', code: 'authorization_expired' }
      expect(await rail.lookUp(request.key, prepared)).toEqual(rejected)
      expect(await rail.send(request, prepared)).toEqual(rejected)
      expect(await received(request)).toBe(0n)
    })

    test('because the desk cancelled them are rejected once that is final', async () => {
      const rail = open()
      const request = newPayout()
      const prepared = await rail.prepare(request)
      const account = privateKeyToAccount(bytesToHex(keyOf(PAYER)))
      const nonce = nonceOf(request.key)
      const signature = await signTypedData({
        privateKey: bytesToHex(keyOf(PAYER)),
        domain: {
          name: 'USD Coin',
          version: '2',
          chainId: chain.chainId,
          verifyingContract: usdc.address,
        },
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce },
      })
      const { r, s, yParity } = parseSignature(signature)
      const [from] = chain.accounts
      if (from === undefined) throw new Error('no accounts')
      await usdc.call(from, 'cancelAuthorization', [account.address, nonce, 27 + yParity, r, s])
      expect(await rail.lookUp(request.key, prepared)).toEqual(pending)
      await chain.mine(FINAL)
      expect(await rail.lookUp(request.key, prepared)).toEqual({
        state: 'rejected',
        code: 'authorization_cancelled',
      })
    })

    test('because the desk has too little money are not rejected but fail until it has', async () => {
      const request = newPayout(10n ** 15n)
      const rail = open()
      const prepared = await rail.prepare(request)
      await expect(rail.send(request, prepared)).rejects.toThrow('exceeds balance')
      await usdc.mint(payer, 10n ** 15n)
      expect(await rail.send(request, prepared)).toEqual(pending)
      expect(await received(request)).toBe(10n ** 15n)
    })
  })

  test('refuse other content, another key and another chain for what was prepared', async () => {
    const rail = open()
    const request = newPayout()
    const prepared = await rail.prepare(request)
    await expect(rail.send({ ...request, amountMinor: 1n }, prepared)).rejects.toThrow('differs')
    const other = { ...request.details, address: newPayout().details['address'] ?? '' }
    await expect(rail.send({ ...request, details: other }, prepared)).rejects.toThrow('differs')
    await expect(rail.lookUp(`${request.key}x`, prepared)).rejects.toThrow('another key')
    const elsewhere = open({ settings: { chain_id: 1 } })
    await expect(elsewhere.lookUp(request.key, prepared)).rejects.toThrow('another key or chain')
    await expect(
      rail.send({ ...request, details: { ...other, chain: 'polygon' } }, prepared),
    ).rejects.toThrow('does not serve USDC on polygon')
    expect(await received(request)).toBe(0n)
  })

  test('submitted by a stranger are settled and cost the desk no fee', async () => {
    const rail = open()
    const request = newPayout()
    const prepared = await rail.prepare(request)
    let raw: unknown
    proxy.tamper = ({ method, params }, result) => {
      if (method === 'eth_estimateGas') raw = params[0]
      return result
    }
    await chain.rpc('evm_setAutomine', [false])
    await rail.send(request, prepared)
    await chain.rpc('anvil_dropAllTransactions')
    await chain.rpc('evm_setAutomine', [true])
    const [, , stranger] = chain.accounts
    if (stranger === undefined || typeof raw !== 'object' || raw === null || !('data' in raw))
      throw new Error('nothing was simulated')
    await chain.transact(stranger, usdc.address, `0x${String(raw.data).slice(2)}`)
    await chain.mine(FINAL)
    expect(await rail.lookUp(request.key, prepared)).toEqual({
      state: 'settled',
      reference: expect.any(String),
    })
    expect(await received(request)).toBe(5_000_000n)
  })

  test('from a token that does not move by authorizations are rejected', async () => {
    const rail = open({ settings: { tokens: { USDC: { address: usdc.address, kind: 'plain' } } } })
    const request = newPayout()
    const prepared = await rail.prepare(request)
    const rejected = { state: 'rejected', code: 'rail_receives_only' }
    expect(await rail.send(request, prepared)).toEqual(rejected)
    expect(await rail.lookUp(request.key, prepared)).toEqual(rejected)
  })

  // The steps of a payout that ask the chain. The process dies after each of them, before it knows the answer.
  test.each([
    'eth_getTransactionCount',
    'eth_estimateGas',
    'eth_sendRawTransaction',
    'eth_call',
    'eth_getLogs',
    'eth_getTransactionReceipt',
    'eth_getBlockByNumber',
  ])('happen once if the process dies when %s was answered', async (step) => {
    const request = newPayout()
    const prepared = await open().prepare(request)
    let died = 0
    /** Each round is a new process. The first three die at the step. */
    async function round(rail: EvmRail): Promise<LookUpAnswer> {
      const known = await rail.lookUp(request.key, prepared)
      return known.state === 'unknown' ? rail.send(request, prepared) : known
    }
    let answer: LookUpAnswer = pending
    for (let at = 0; at < 12 && answer.state !== 'settled'; at += 1) {
      proxy.tamper = ({ method }, result) => {
        if (method !== step || died >= 3) return result
        died += 1
        throw new Error('the process died')
      }
      answer = await round(open()).catch(() => pending)
      await chain.mine(FINAL)
    }
    // Where the transaction reached the chain, the next process has nothing to send.
    expect(died).toBe(step === 'eth_sendRawTransaction' ? 1 : 3)
    expect(answer).toMatchObject({ state: 'settled' })
    expect(await received(request)).toBe(5_000_000n)
  })
})
