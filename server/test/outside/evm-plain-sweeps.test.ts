// Sweeps of a token without EIP-3009: the deposit address needs no gas and no approval, and each deposit moves once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from 'viem'
import type { Unswept } from '../../src/outside/rails/port.ts'
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
  PAYER,
  plainRailOn,
  plainToken,
  railOn,
  RELAYER,
} from '../support/evm-rail.ts'
import { deployPlainToken, type PlainToken } from '../support/plain-token.ts'

const FINAL = 3

describe.skipIf(noAnvil !== undefined)('sweeps of a plain token', () => {
  let chain: Chain
  let usdc: Stablecoin
  let usdt: PlainToken
  let orders = 0
  const payer = addressOf(PAYER)

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    for (let at = 0; at < 2; at += 1) await chain.giveGas(addressOf(RELAYER + at))
  })
  beforeEach(async () => {
    usdt = await deployPlainToken(chain)
  })
  afterAll(() => chain?.close())

  const open = (settings: Record<string, unknown> = {}) =>
    plainRailOn(chain, { USDC: usdc }, { USDT: usdt }, settings)

  async function deposited(amountMinor = 7_000_000n): Promise<Unswept> {
    orders += 1
    const account = accountOf(open(), `ord_${orders}`)
    await usdt.mint(account.account, amountMinor)
    return { ...account, currency: 'USDT', amountMinor }
  }
  const sweep = async (key: string, one: Unswept, rail = open()) => {
    const prepared = await rail.sweeps.prepare(key, one)
    return { prepared, answer: await rail.sweeps.send(key, one, prepared) }
  }
  const gasOf = (account: string) => chain.rpc('eth_getBalance', [account, 'latest'])
  const countOf = async (account: string) =>
    Number(await chain.rpc('eth_getTransactionCount', [account, 'latest']))

  test('move recorded amounts above the minimum and leave neither gas nor an allowance behind', async () => {
    const rail = open()
    const [enough, little] = [await deposited(), await deposited(999_999n)]
    expect(await rail.sweeps.propose([enough, little])).toEqual([enough])
    const { prepared } = await sweep('swp_1', enough, rail)
    await chain.mine(FINAL)
    expect(await rail.sweeps.lookUp('swp_1', prepared)).toMatchObject({
      state: 'settled',
      fee: { currency: 'ETH' },
    })
    expect(await usdt.balanceOf(payer)).toBe(7_000_000n)
    expect(await usdt.balanceOf(enough.account)).toBe(0n)
    expect(await usdt.allowance(enough.account, usdt.authorizer)).toBe(0n)
    expect(await gasOf(enough.account)).toBe('0x0')
  })

  test('happen once for concurrent calls of several processes', async () => {
    const one = await deposited()
    await usdt.mint(one.account, 50n)
    const prepared = await open().sweeps.prepare('swp_2', one)
    const rails = [open(), open(), open()]
    await Promise.allSettled(
      [...rails, ...rails].map(({ sweeps }) => sweeps.send('swp_2', one, prepared)),
    )
    await chain.mine(FINAL)
    expect(await usdt.balanceOf(payer)).toBe(7_000_000n)
    for (const { sweeps } of rails)
      expect(await sweeps.lookUp('swp_2', prepared)).toMatchObject({ state: 'settled' })
    expect(await usdt.balanceOf(one.account)).toBe(50n)
  })

  test('of an address that was swept before need no second delegation', async () => {
    const one = await deposited()
    await sweep('swp_3', one)
    await chain.mined()
    expect(await countOf(one.account)).toBe(1)
    await usdt.mint(one.account, 2_000_000n)
    await sweep('swp_4', { ...one, amountMinor: 2_000_000n })
    expect(await usdt.balanceOf(payer)).toBe(9_000_000n)
    expect(await countOf(one.account)).toBe(1)
  })

  test('go on after a reorganization took the transfer and the delegation', async () => {
    const one = await deposited()
    await chain.mine(1)
    const { prepared } = await sweep('swp_5', one)
    await chain.mined()
    await chain.reorganize(1)
    expect(await usdt.balanceOf(payer)).toBe(0n)
    const rail = open()
    await rail.sweeps.send('swp_5', one, prepared)
    await chain.mine(FINAL)
    expect(await usdt.balanceOf(payer)).toBe(7_000_000n)
    expect(await rail.sweeps.lookUp('swp_5', prepared)).toMatchObject({ state: 'settled' })
  })

  test('that expired unused are rejected by a final block', async () => {
    const one = await deposited()
    const rail = open()
    const prepared = await rail.sweeps.prepare('swp_6', one)
    await chain.passTime(3601)
    await chain.mine(FINAL)
    const rejected = { state: 'rejected', code: 'authorization_expired' }
    expect(await rail.sweeps.lookUp('swp_6', prepared)).toEqual(rejected)
    expect(await rail.sweeps.send('swp_6', one, prepared)).toEqual(rejected)
  })

  test('reset an allowance that the address gave before', async () => {
    const one = await deposited()
    await usdt.approve(one.account, 3n)
    await sweep('swp_7', one)
    expect(await usdt.balanceOf(payer)).toBe(7_000_000n)
  })

  test('leave an address whose other tokens can still be swept by EIP-3009', async () => {
    const one = await deposited()
    await sweep('swp_8', one)
    await usdc.pay(one.account, 5_000_000n)
    const other = { ...one, currency: 'USDC', amountMinor: 5_000_000n }
    await sweep('swp_9', other)
    expect(await usdc.balanceOf(payer)).toBe(5_000_000n)
  })

  test('are no way for a stranger to move or approve money of a deposit address', async () => {
    const one = await deposited()
    const other = await deposited(5_000_000n)
    await sweep('swp_10', one)
    await usdt.mint(one.account, 4_000_000n)
    const [stranger] = chain.accounts
    if (stranger === undefined) throw new Error('the chain has no accounts')
    const to: Hex = `0x${one.account.slice(2).toLowerCase()}`
    const forged = (from: string) => usdt.forgedTransfer(from, stranger, 4_000_000n)
    for (const from of [one.account, other.account])
      await expect(chain.transact(stranger, to, forged(from))).rejects.toThrow('reverted')
    expect(await usdt.balanceOf(one.account)).toBe(4_000_000n)
    expect(await usdt.allowance(one.account, usdt.authorizer)).toBe(0n)
  })

  test('are not proposed for a token without an authorizer', async () => {
    const one = await deposited()
    const rail = open({ tokens: { USDT: { address: usdt.address, kind: 'plain' } } })
    expect(await rail.sweeps.propose([one])).toEqual([])
    await expect(rail.sweeps.prepare('swp_11', one)).rejects.toThrow('cannot be swept')
  })

  test('wait on a chain without EIP-7702, and move nothing', async () => {
    const old = await startChain({ hardfork: 'cancun' })
    try {
      const token = await deployPlainToken(old)
      await old.giveGas(addressOf(RELAYER))
      const rail = railOn(old, {}, { settings: { tokens: { USDT: plainToken(token) } } })
      const one = { ...accountOf(rail, 'ord_old'), currency: 'USDT', amountMinor: 2_000_000n }
      await token.mint(one.account, 2_000_000n)
      await expect(sweep('swp_12', one, rail)).rejects.toThrow('EIP-7702')
      expect(await token.balanceOf(one.account)).toBe(2_000_000n)
    } finally {
      await old.close()
    }
  })
})
