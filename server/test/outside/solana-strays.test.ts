// SOL and tokens of no route at the deposit address of an order on Solana: seen by balance, and returned once.
import { describe, expect, test } from 'vitest'
import type { LookUpAnswer, Rail } from '../../src/outside/rails/port.ts'
import { StrayFault, type Stray } from '../../src/outside/rails/strays-port.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaTest } from '../support/solana-rail.ts'
import { newKey } from '../support/solana-world.ts'

const ORDER = 'ord_01m8acvgxxepc8411y0ddjwv4k'

describe.skipIf(noSolana !== undefined)('at a deposit address on Solana', () => {
  async function start() {
    const solana = await startSolanaTest()
    const { world } = solana
    const { address: another } = await newKey()
    // USDC of the rail is another mint, so that the mint of the test is a token of no route.
    const rail = solana.open({
      tokens: { USDC: { mint: another } },
      other_tokens: { XYZ: { mint: world.mint, decimals: 6 } },
    })
    const details = rail.fundingAccount('SOLANA_ADDRESS', ORDER)
    const account = details === 'from_pool' ? '' : (details['address'] ?? '')
    return { solana, rail, account, watched: [{ account, orderId: ORDER }] }
  }
  const straysOf = (rail: Rail) => {
    if (rail.strays === undefined) throw new Error('the rail has no strays')
    return rail.strays
  }
  async function untilReturned(
    { chain }: { chain: { finalize(): void } },
    rails: readonly Rail[],
    [key, stray, prepared]: readonly [string, Stray, string],
  ): Promise<LookUpAnswer> {
    for (let round = 0; round < 20; round += 1) {
      for (const rail of rails) {
        const known = await straysOf(rail).lookUp(key, stray, prepared)
        if (known.state === 'settled' || known.state === 'rejected') return known
        if (known.state === 'unknown') await straysOf(rail).send(key, stray, prepared)
      }
      chain.finalize()
    }
    throw new Error('the return does not end')
  }

  test('SOL and another token are seen, and dust is not', async () => {
    const { solana, rail, account, watched } = await start()
    const { chain, world } = solana
    expect(await straysOf(rail).held(watched)).toEqual([])
    chain.airdrop(account, 4_999_999n)
    await world.mintTo(account, 999_999n)
    chain.finalize()
    expect(await straysOf(rail).held(watched)).toEqual([])
    chain.airdrop(account, 1n)
    await world.mintTo(account, 1n)
    chain.finalize()
    const common = { account, orderId: ORDER }
    expect(await straysOf(rail).held(watched)).toEqual([
      { ...common, asset: 'native', symbol: 'SOL', decimals: 9, units: 5_000_000n },
      { ...common, asset: world.mint, symbol: 'XYZ', decimals: 6, units: 1_000_000n },
    ])
  })

  test('each is returned whole and once, whichever process sends it, and its key is used then', async () => {
    const { solana, rail, account, watched } = await start()
    const { chain, world } = solana
    chain.airdrop(account, 20_000_000n)
    await world.mintTo(account, 3_000_000n)
    chain.finalize()
    const { address: to } = await world.customer(0n)
    chain.finalize()
    const [sol, token] = await straysOf(rail).held(watched)
    if (sol === undefined || token === undefined) throw new Error('not seen')
    const before = world.lamports(to)
    for (const [key, stray] of [
      ['stray:a:1', sol],
      ['stray:b:1', token],
    ] as const) {
      const prepared = await straysOf(rail).prepare(key, stray, to)
      if (prepared === undefined) throw new Error('the key is used')
      expect(await untilReturned(solana, [rail, rail], [key, stray, prepared])).toMatchObject({
        state: 'settled',
        fee: { currency: 'SOL' },
      })
    }
    expect([world.lamports(to) - before, world.lamports(account)]).toEqual([20_000_000n, 0n])
    expect([await world.held(to), await world.held(account)]).toEqual([3_000_000n, 0n])
    expect(await straysOf(rail).held(watched)).toEqual([])
    expect(await straysOf(rail).prepare('stray:a:1', sol, to)).toBeUndefined()
  })

  test('nothing is returned to the desk, or to an account that cannot have it', async () => {
    const { solana, rail, account, watched } = await start()
    const { chain, world } = solana
    chain.airdrop(account, 20_000_000n)
    chain.finalize()
    const [sol] = await straysOf(rail).held(watched)
    if (sol === undefined) throw new Error('not seen')
    for (const to of [world.payer.address, await world.tokenAccount(world.payer.address)])
      await expect(straysOf(rail).prepare('stray:c:1', sol, to)).rejects.toThrow(StrayFault)
  })
})
