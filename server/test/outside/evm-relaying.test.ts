// Relayers on a real EVM node: gas, fees and nonces never stop payouts for long, and never pay twice.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstOffer, higherOffer } from '../../src/outside/rails/evm/fees.ts'
import type { EvmRail } from '../../src/outside/rails/evm/index.ts'
import type { MaySend } from '../../src/outside/rails/port.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import {
  addressOf,
  movedClock,
  newPayout,
  PAYER,
  payoutTo,
  railOn,
  RELAYER,
  watchOf,
} from '../support/evm-rail.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpc-proxy.ts'
import { problemsOf } from '../support/rails.ts'

const FINAL = 3
const GWEI = 10n ** 9n

describe('an offer of fees', () => {
  const market = { baseFee: 10n * GWEI, tip: GWEI }

  test('leaves room for a rising base fee, up to the cap', () => {
    expect(firstOffer(market, 500n * GWEI)).toEqual({
      maxFeePerGas: 21n * GWEI,
      maxPriorityFeePerGas: GWEI,
    })
    expect(firstOffer(market, 15n * GWEI)?.maxFeePerGas).toBe(15n * GWEI)
    expect(firstOffer(market, 10n * GWEI)).toBeUndefined()
  })

  test('that replaces another is more than 10 % higher, and never above the cap', () => {
    const old = { maxFeePerGas: 21n * GWEI, maxPriorityFeePerGas: 3n }
    const higher = higherOffer(old, { baseFee: 1n, tip: 1n }, 500n * GWEI)
    expect(higher).toEqual({ maxFeePerGas: 23_100_000_001n, maxPriorityFeePerGas: 4n })
    expect(higherOffer(old, market, 23n * GWEI)).toBeUndefined()
    expect(higherOffer(old, { baseFee: 900n * GWEI, tip: 1n }, 25n * GWEI)?.maxFeePerGas).toBe(
      25n * GWEI,
    )
  })
})

describe.skipIf(noAnvil !== undefined)('a relayer', () => {
  let chain: Chain
  let usdc: Stablecoin
  let proxy: RpcProxy
  const payer = addressOf(PAYER)
  const relayers = [0, 1].map((at) => addressOf(RELAYER + at))

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    await usdc.mint(payer, 10n ** 12n)
    proxy = await startRpcProxy(chain)
  })
  beforeEach(async () => {
    proxy.tamper = null
    for (const relayer of relayers) await fill(relayer)
  })
  afterEach(async () => {
    await chain.rpc('evm_setAutomine', [true])
    await chain.mine(1)
  })
  afterAll(async () => {
    await proxy?.close()
    await chain?.close()
  })

  const fill = (relayer: string, wei = 10n ** 19n) =>
    chain.rpc('anvil_setBalance', [relayer, `0x${wei.toString(16)}`])
  const open = (options: Parameters<typeof railOn>[2] = {}) =>
    railOn(chain, { USDC: usdc }, { rpc: [proxy.url], ...options })
  async function send(rail: EvmRail) {
    const request = newPayout()
    const prepared = await rail.prepare(request)
    const answer = await rail.send(request, prepared)
    const received = () => usdc.balanceOf(request.details['address'] ?? '')
    return { request, prepared, answer, received, again: () => rail.send(request, prepared) }
  }
  const hex = (number: bigint) => `0x${number.toString(16)}`
  async function mineAt(baseFee: bigint) {
    await chain.rpc('anvil_setNextBlockBaseFeePerGas', [hex(baseFee)])
    await chain.mine(1)
  }
  const manually = () => chain.rpc('evm_setAutomine', [false])
  /** What the worker does between payouts: polling also tends the relayers. */
  const tend = (rail: EvmRail) => rail.poll(null, watchOf([]))

  test('offers more for payouts that wait while the price of gas rises, and pays each once', async () => {
    const clock = movedClock()
    const rail = open({ clock })
    await manually()
    const payouts = [await send(rail), await send(rail), await send(rail)]
    await mineAt(60n * GWEI)
    for (const { received } of payouts) expect(await received()).toBe(0n)
    clock.advance(31_000)
    await tend(rail)
    await mineAt(60n * GWEI)
    for (const { received } of payouts) expect(await received()).toBe(5_000_000n)
    await mineAt(GWEI)
  })

  test('sends nothing above the highest fee, and goes on when gas is cheaper', async () => {
    const rail = open({ settings: { max_fee_gwei: 50 } })
    await mineAt(60n * GWEI)
    const request = newPayout()
    const prepared = await rail.prepare(request)
    await expect(rail.send(request, prepared)).rejects.toThrow('above the cap')
    expect(proxy.calls.slice(-10)).not.toContain('eth_sendRawTransaction')
    await mineAt(GWEI)
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
  })

  test('sends again what the nodes dropped, so that later payouts do not wait behind it', async () => {
    const clock = movedClock()
    const rail = open({ clock })
    await manually()
    const dropped = await send(rail)
    await chain.rpc('anvil_dropAllTransactions')
    const behind = await send(rail)
    await chain.mine(1)
    expect([await dropped.received(), await behind.received()]).toEqual([0n, 0n])
    clock.advance(31_000)
    await tend(rail)
    await chain.mine(1)
    expect([await dropped.received(), await behind.received()]).toEqual([5_000_000n, 5_000_000n])
  })

  test('sends no transaction that could not be noted before', async () => {
    const count = () => chain.rpc('eth_getTransactionCount', [relayers[0], 'pending'])
    const before = await count()
    const rail = railOn(
      chain,
      { USDC: usdc },
      {
        noteRelayed: async () => {
          throw new Error('the database is away')
        },
      },
    )
    const request = payoutTo(addressOf(1), 'ord_noted:payout:1')
    const prepared = await rail.prepare(request)
    await expect(rail.send(request, prepared)).rejects.toThrow('the database is away')
    expect(await count()).toBe(before)
  })

  test('sends nothing again that an operator withheld, and gives its nonce to an empty call', async () => {
    const clock = movedClock()
    const withheld = new Set<string>()
    const maySend = async (_: string, key: string) => (withheld.has(key) ? 'withheld' : 'yes')
    const rail = open({ clock, maySend })
    await manually()
    const frozen = await send(rail)
    const behind = await send(rail)
    withheld.add(frozen.request.key)
    clock.advance(31_000)
    await tend(rail)
    await chain.mine(1)
    expect([await frozen.received(), await behind.received()]).toEqual([0n, 5_000_000n])
    // Nothing is lost: it goes on when the operator ends the freeze.
    withheld.clear()
    expect(await frozen.again()).toEqual({ state: 'pending' })
    await chain.mine(1)
    expect(await frozen.received()).toBe(5_000_000n)
  })

  test('cancels a payout that waits: it is rejected in a final block, and never paid', async () => {
    const rail = open()
    await manually()
    const { request, prepared, received } = await send(rail)
    const cancel = () => rail.cancel?.(request.key, prepared)
    expect(await rail.canStillHappen?.(request.key, prepared)).toMatchObject({ isPossible: true })
    expect(await cancel()).toEqual({ state: 'pending' })
    await chain.mine(1)
    // In a block, and not final yet: nothing is certain.
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'pending' })
    await chain.mine(100)
    const code = 'authorization_cancelled'
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'rejected', code })
    expect(await cancel()).toEqual({ state: 'cancelled', code })
    expect(await rail.send(request, prepared)).toEqual({ state: 'rejected', code })
    expect(await received()).toBe(0n)
  })

  test('has one outcome for a payout and its cancellation in one block, told by every process', async () => {
    for (const isPaidFirst of [true, false]) {
      const [paying, cancelling] = [open({ relayers: 2 }), open({ relayers: 2 })]
      await manually()
      const request = newPayout()
      const prepared = await paying.prepare(request)
      const pay = () => paying.send(request, prepared)
      const cancel = () => cancelling.cancel?.(request.key, prepared)
      // One relayer sends both, so that its nonces decide which comes first.
      for (const step of isPaidFirst ? [pay, cancel] : [cancel, pay]) await step()
      await chain.mine(1)
      await chain.rpc('evm_setAutomine', [true])
      await chain.mine(100)
      const received = await usdc.balanceOf(request.details['address'] ?? '')
      expect(received).toBe(isPaidFirst ? 5_000_000n : 0n)
      for (const rail of [paying, cancelling, open()])
        expect(await rail.lookUp(request.key, prepared)).toMatchObject({
          state: isPaidFirst ? 'settled' : 'rejected',
        })
      expect(await cancel()).toMatchObject({ state: isPaidFirst ? 'too_late' : 'cancelled' })
    }
  })

  test('that restarts before the cancellation is final asks again, and cancels once', async () => {
    await manually()
    const { request, prepared, received } = await send(open())
    await open().cancel?.(request.key, prepared)
    // The backup is from before the cancellation, or another process goes on: nothing is remembered.
    expect(await open().cancel?.(request.key, prepared)).toEqual({ state: 'pending' })
    await chain.mine(1)
    expect(await open().cancel?.(request.key, prepared)).toEqual({ state: 'pending' })
    await chain.mine(100)
    const answer = await open().cancel?.(request.key, prepared)
    expect(answer?.state).toBe((await received()) === 0n ? 'cancelled' : 'too_late')
  })

  test('cannot cancel a payout that was paid before', async () => {
    const rail = open()
    const { request, prepared, received } = await send(rail)
    await chain.mine(100)
    expect(await rail.cancel?.(request.key, prepared)).toEqual({ state: 'too_late' })
    expect(await received()).toBe(5_000_000n)
  })

  test('sends nothing at all while sends are halted', async () => {
    const clock = movedClock()
    let answer: MaySend = 'yes'
    const rail = open({ clock, maySend: async () => answer })
    await manually()
    const payout = await send(rail)
    await chain.rpc('anvil_dropAllTransactions')
    answer = 'halted'
    proxy.calls.length = 0
    for (let round = 0; round < 3; round += 1) {
      clock.advance(31_000)
      await tend(rail)
      expect(await payout.again()).toEqual({ state: 'pending' })
    }
    expect(proxy.calls).not.toContain('eth_sendRawTransaction')
    answer = 'yes'
    await tend(rail)
    await chain.mine(1)
    expect(await payout.received()).toBe(5_000_000n)
  })

  test('sends nothing while the database cannot say whether it may', async () => {
    let isAway = false
    const maySend = async (): Promise<MaySend> => {
      if (isAway) throw new Error('the database is away')
      return 'yes'
    }
    const clock = movedClock()
    const rail = open({ clock, maySend })
    await manually()
    const payout = await send(rail)
    await chain.rpc('anvil_dropAllTransactions')
    isAway = true
    clock.advance(31_000)
    await tend(rail)
    await chain.mine(1)
    expect(await payout.received()).toBe(0n)
  })

  test('closes a gap that an earlier process left', async () => {
    const clock = movedClock()
    await manually()
    // A transaction of the process before waits for a price that never comes back.
    const [relayer] = relayers
    await chain.rpc('anvil_impersonateAccount', [relayer])
    await chain.rpc('eth_sendTransaction', [
      { from: relayer, to: relayer, gas: '0x5208', maxFeePerGas: hex(2n * GWEI) },
    ])
    await chain.rpc('anvil_stopImpersonatingAccount', [relayer])
    const rail = open({ clock })
    const behind = await send(rail)
    await mineAt(30n * GWEI)
    expect(await behind.received()).toBe(0n)
    for (let round = 0; round < 3; round += 1) {
      clock.advance(31_000)
      await tend(rail)
      await mineAt(30n * GWEI)
    }
    expect(await behind.received()).toBe(5_000_000n)
    await mineAt(GWEI)
  })

  test('shares its key with another process: both send and no payout is lost', async () => {
    const clock = movedClock()
    const rails = [open({ clock }), open({ clock })]
    await manually()
    const payouts = (
      await Promise.all(rails.flatMap((rail) => [1, 2, 3].map(() => send(rail))))
    ).map((payout) => payout)
    for (let round = 0; round < 4; round += 1) {
      await chain.mine(1)
      clock.advance(31_000)
      for (const { again } of payouts) await again().catch(() => undefined)
    }
    await chain.mine(FINAL)
    for (const { received } of payouts) expect(await received()).toBe(5_000_000n)
  })

  test('uses a count of a node that lags behind without losing payouts', async () => {
    const rail = open()
    await send(rail)
    await manually()
    proxy.tamper = ({ method }, result) => (method === 'eth_getTransactionCount' ? '0x0' : result)
    const payouts = [await send(rail), await send(rail)]
    await chain.mine(1)
    for (const { received } of payouts) expect(await received()).toBe(5_000_000n)
  })

  test('without gas leaves the payout to the next one', async () => {
    const rail = open({ relayers: 2 })
    await fill(relayers[0] ?? '', 0n)
    const { received } = await send(rail)
    expect(await received()).toBe(5_000_000n)
    expect(await problemsOf(rail)).toEqual([
      `relayer ${relayers[0]} has 0 gwei of ETH, below low_gas_gwei 5000000`,
    ])
    await fill(relayers[1] ?? '', 0n)
    await expect(send(rail)).rejects.toThrow('no relayer has room and gas')
  })

  test('has its gas among the holdings of the desk, in gwei', async () => {
    await fill(relayers[0] ?? '', 12_345_678_901n)
    const holdings = await open().balances()
    expect(holdings).toContainEqual({ account: relayers[0], currency: 'ETH', amountMinor: 12n })
    expect(holdings).toContainEqual({
      account: payer,
      currency: 'USDC',
      amountMinor: await usdc.balanceOf(payer),
    })
  })
})
