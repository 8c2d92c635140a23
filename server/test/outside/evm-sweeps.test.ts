// Sweeps on an EVM chain: deposits reach the paying account without gas at deposit addresses, each once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import {
  accountOf,
  addressOf,
  depositSeed,
  PAYER,
  railOn,
  RELAYER,
  SWEEPER,
  watchOf,
} from '../support/evm-rail.ts'

describe.skipIf(noAnvil !== undefined)('sweeps on an EVM chain', () => {
  let chain: Chain
  let usdc: Stablecoin
  const payer = addressOf(PAYER)
  const relayer = addressOf(RELAYER)

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    await chain.giveGas(relayer)
  })
  afterAll(() => chain?.close())

  const open = () => {
    const rail = railOn(chain, { USDC: usdc })
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

  test('of addresses of an older seed are signed with it, and new addresses come from the new seed', async () => {
    const older = accountOf(open().rail, 'ord_older')
    const newSeed = new Uint8Array(32).fill(9)
    const rail = railOn(chain, { USDC: usdc }, { depositSeeds: [newSeed, depositSeed] })
    expect(accountOf(rail, 'ord_older').account).not.toBe(older.account)
    await usdc.pay(older.account, 4_000_000n)
    const unswept = { ...older, currency: 'USDC', amountMinor: 4_000_000n }
    const unknown = railOn(chain, { USDC: usdc }, { depositSeeds: [newSeed] })
    expect(await unknown.sweeps.propose([unswept])).toEqual([])
    expect(await rail.sweeps.propose([unswept])).toEqual([unswept])
    const before = await usdc.balanceOf(payer)
    const prepared = await rail.sweeps.prepare('swp_older', unswept)
    await rail.sweeps.send('swp_older', unswept, prepared)
    expect(await usdc.balanceOf(payer)).toBe(before + 4_000_000n)
  })

  test('are relayed by relayers of their own, if there are any', async () => {
    const sweeper = addressOf(SWEEPER)
    await chain.giveGas(sweeper)
    const settings = { sweep_relayers: ['env:SWEEPER'] }
    const rail = railOn(chain, { USDC: usdc }, { settings })
    const unswept = { ...accountOf(rail, 'ord_own'), currency: 'USDC', amountMinor: 3_000_000n }
    await usdc.pay(unswept.account, 3_000_000n)
    const gas = async (account: string) => chain.rpc('eth_getBalance', [account, 'latest'])
    const before = { relayer: await gas(relayer), sweeper: await gas(sweeper) }
    const prepared = await rail.sweeps.prepare('swp_own', unswept)
    await rail.sweeps.send('swp_own', unswept, prepared)
    await chain.mine(3)
    expect(await rail.sweeps.lookUp('swp_own', prepared)).toMatchObject({
      fee: { currency: 'ETH' },
    })
    expect(await gas(relayer)).toBe(before.relayer)
    expect(await gas(sweeper)).not.toBe(before.sweeper)
  })
})
