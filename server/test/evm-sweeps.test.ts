// Sweeps on an EVM chain: deposits reach the paying account without gas at deposit addresses, each once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from './support/anvil.ts'
import { accountOf, keyOf, PAYER, railOn, RELAYER, watchOf } from './support/evm-rail.ts'

describe.skipIf(noAnvil !== undefined)('sweeps on an EVM chain', () => {
  let chain: Chain
  let usdc: Stablecoin
  const payer = privateKeyToAddress(bytesToHex(keyOf(PAYER)))
  const relayer = privateKeyToAddress(bytesToHex(keyOf(RELAYER)))

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    await chain.rpc('anvil_setBalance', [relayer, '0x8ac7230489e80000'])
  })
  afterAll(() => chain?.close())

  const open = () => {
    const rail = railOn(chain, { USDC: usdc })
    if (rail.sweeps === null) throw new Error('the rail has no payer')
    return { rail, sweeps: rail.sweeps }
  }

  test('move recorded amounts above the minimum, once, and cost the address no gas', async () => {
    const { rail, sweeps } = open()
    const unswept = [20_000_000n, 999_999n, 30_000_000n].map((amountMinor, at) => ({
      ...accountOf(rail, `ord_${at}`),
      currency: 'USDC',
      amountMinor,
    }))
    for (const { account, amountMinor } of unswept.slice(0, 2)) await usdc.pay(account, amountMinor)
    // The second is too little, and the third is not there.
    const proposed = await sweeps.propose(unswept)
    expect(proposed).toEqual([unswept[0]])
    const [sweep] = proposed
    if (sweep === undefined) throw new Error('nothing was proposed')
    await usdc.pay(sweep.account, 7n)
    const key = 'ord_0:sweep:1'
    const prepared = await sweeps.prepare(key, sweep)
    for (const { sweeps: again } of [open(), open()]) await again.send(key, sweep, prepared)
    await chain.mine(3)
    expect(await sweeps.lookUp(key, prepared)).toMatchObject({
      state: 'settled',
      fee: { currency: 'ETH' },
    })
    expect(await usdc.balanceOf(payer)).toBe(20_000_000n)
    // Money that was not recorded yet stays, and is still reported.
    expect(await usdc.balanceOf(sweep.account)).toBe(7n)
    const { entries } = await rail.poll(null, watchOf([accountOf(rail, sweep.orderId)]))
    expect(entries).toHaveLength(2)
    await expect(sweeps.prepare(key, { ...sweep, currency: 'USDT' })).rejects.toThrow(
      'cannot be swept',
    )
  })
})
