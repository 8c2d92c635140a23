// Screening by the issuers of tokens: the blacklist in a token's contract on a real EVM chain, and frozen token accounts on
// Solana. A blocked party is held before money moves on, and a list that cannot be read clears nobody.
import { toFunctionSelector } from 'viem/utils'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderForOperator } from '../../src/engine/orders/operator-view.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import type { Blocklist, Rail } from '../../src/outside/rails/port.ts'
import { releaseHeld } from '../../src/engine/screening/release.ts'
import {
  noAnvil,
  startChain,
  deployStablecoin,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import { railOn } from '../support/evm-rail.ts'
import { startEvmService } from '../support/evm-service.ts'
import { deployPlainToken } from '../support/plain-token.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpc-proxy.ts'
import { screenedWorld, type ScreenedWorld } from '../support/screening.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaTest } from '../support/solana-rail.ts'
import { startSolanaService } from '../support/solana-service.ts'

const SECTION = 'screening: [{ name: issuers, kind: issuer }]'
const reason = 'blocked by the issuer of USDC'

describe.skipIf(noAnvil !== undefined)('on an EVM chain, in a whole service,', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  let world: ScreenedWorld
  beforeAll(async () => {
    evm = await startEvmService()
    world = screenedWorld(evm.corridor)
    await world.apply(SECTION)
    await evm.corridor.deps.screeners.areConfiguredNow()
  })
  afterAll(async () => {
    world?.close()
    await evm?.close()
  })

  /** Mines and lets time pass until it holds. */
  async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < 1200; tries += 1) {
      const found = await look()
      if (found !== undefined) return found
      await evm.chain.mine(1)
      evm.corridor.clock.advance(1000)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${what} did not come about`)
  }

  test('the screener has no problems', async () => {
    const health = await evm.corridor.deps.screeners.health()
    expect(health).toEqual([{ screener: 'issuers', problems: [] }])
  })

  test('a deposit of a sender that is not blocked is credited, and its order completes', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    await evm.usdc.pay(evm.addressOf(order), 1_000_000_000n)
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
  })

  test('a deposit is held if its sender was blocked after the transfer, until an operator releases it', async () => {
    const { corridor, usdc } = evm
    const sender = evm.chain.accounts[9] ?? ''
    const order = await evm.newOrder('USDC', 'COP')
    await usdc.pay(evm.addressOf(order), 1_000_000_000n)
    await usdc.blacklist(sender)
    const held = await until('the hold', async () => {
      const found = await world.heldDepositOf(order).catch(() => undefined)
      return found?.state === 'asking' ? undefined : found
    })
    expect(held).toMatchObject({ state: 'hold', screener: 'issuers', reason })
    await usdc.unBlacklist(sender)
    await releaseHeld(corridor.deps, held.key, 'the issuer unblocked it')
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
  })

  test('a blocked beneficiary parks the order before an intent exists, and is paid after a release', async () => {
    const { corridor, usdc, wallet } = evm
    await usdc.blacklist(wallet)
    const order = await evm.newOrder('NGN', 'USDC', '1000000.00')
    await corridor.fund(order.id)
    await until('the hold', async () =>
      (await world.stateOf(order)) === 'STEP_3_SETTLING_PAYOUT screening' ? true : undefined,
    )
    const shown = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    expect(shown.payouts).toEqual([])
    expect(shown.screenings).toContainEqual(expect.objectContaining({ state: 'hold', reason }))
    await usdc.unBlacklist(wallet)
    const before = await usdc.balanceOf(wallet)
    await releaseOrder(corridor.deps, await world.rowOf(order), 'the issuer unblocked it')
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
    expect(await usdc.balanceOf(wallet)).toBeGreaterThan(before)
  })

  test('a chain that cannot be read parks nothing: the order waits, and goes on once it can', async () => {
    const { corridor, chain, usdc } = evm
    const code = await chain.rpc('eth_getCode', [usdc.address, 'latest'])
    const order = await evm.newOrder('NGN', 'USDC', '1000000.00')
    await chain.rpc('anvil_setCode', [usdc.address, '0x'])
    await corridor.fund(order.id)
    await until('a question', async () => {
      const { screenings = [] } = await orderForOperator(corridor.deps.db, await world.rowOf(order))
      return screenings.find(({ subject, state }) => subject === 'payout' && state === 'asking')
    })
    const [health] = await corridor.deps.screeners.health()
    expect(health?.problems.join()).toContain('the blocklist of USDC cannot be read')
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT')
    await chain.rpc('anvil_setCode', [usdc.address, code])
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
  })
})

describe.skipIf(noAnvil !== undefined)('the blocklist of an EVM rail', () => {
  let chain: Chain
  let usdc: Stablecoin
  let [honest, other]: RpcProxy[] = []
  let blocked: string
  let free: string
  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    const [a = '', b = ''] = chain.accounts.slice(5)
    blocked = a
    free = b
    await usdc.blacklist(blocked)
    await chain.mined()
    honest = await startRpcProxy(chain)
    other = await startRpcProxy(chain)
  })
  afterEach(() => {
    if (other === undefined) return
    other.tamper = null
    other.answer = null
  })
  afterAll(async () => {
    await honest?.close()
    await other?.close()
    await chain?.close()
  })

  const listOf = ({ blocklist }: Rail): Blocklist => {
    if (blocklist === undefined) throw new Error('the rail has no blocklist')
    return blocklist
  }
  const open = (tokens = { USDC: usdc }, settings = {}) => {
    const rpc = [honest?.url ?? '', other?.url ?? '']
    return listOf(railOn(chain, tokens, { rpc, settings }))
  }

  test('tells who is blocked, in any spelling of the address', async () => {
    const list = open()
    expect(await list.isBlocked('USDC', blocked)).toBe(true)
    expect(await list.isBlocked('USDC', `0x${blocked.slice(2).toUpperCase()}`)).toBe(true)
    expect(await list.isBlocked('USDC', free)).toBe(false)
    await expect(list.isBlocked('USDC', 'Ana Souza')).rejects.toThrow('no address')
  })

  test('asks each endpoint once about all questions of one moment', async () => {
    const list = open()
    await list.isBlocked('USDC', free)
    if (honest === undefined) throw new Error('no endpoint')
    honest.requests = 0
    honest.calls.length = 0
    const accounts = Array.from({ length: 20 }, (_, at) => (at === 7 ? blocked : free))
    const answers = await Promise.all(accounts.map((one) => list.isBlocked('USDC', one)))
    expect(answers.map((is, at) => is && at).filter((at) => at !== false)).toEqual([7])
    expect([honest.requests, new Set(honest.calls)]).toEqual([1, new Set(['eth_call'])])
  })

  test.each<[string, (proxy: RpcProxy) => void]>([
    ['is down', (proxy) => void (proxy.answer = (response) => response.destroy())],
    ['answers 10 MB', (proxy) => void (proxy.answer = (response) => response.end('x'.repeat(1e7)))],
    ['answers 500', (proxy) => void (proxy.answer = (response) => response.writeHead(500).end())],
    ['says that nobody is blocked', (proxy) => void (proxy.tamper = (_, result) => lie(result))],
    ['answers no number', (proxy) => void (proxy.tamper = () => 'true')],
    ['answers 2', (proxy) => void (proxy.tamper = () => '0x2')],
  ])('goes on with the other endpoint if one %s', async (_name, spoil) => {
    const list = open()
    await list.isBlocked('USDC', free)
    if (other !== undefined) spoil(other)
    expect(await list.isBlocked('USDC', blocked)).toBe(true)
  })

  test('clears nobody if too few endpoints answer', async () => {
    const list = open(undefined, { agreement: 2 })
    if (other !== undefined) other.answer = (response) => void response.destroy()
    await expect(list.isBlocked('USDC', free)).rejects.toThrow('no answer')
    expect(await list.problems()).toEqual([
      expect.stringMatching(/^the blocklist of USDC cannot be read: /),
    ])
  })

  test('reads the functions of Tether, by setting, and clears nobody if a contract lacks the function', async () => {
    const plain = await deployPlainToken(chain)
    await plain.blacklist(blocked)
    await chain.mined()
    const listWith = (settings: object) =>
      open(undefined, { tokens: { USDT: { address: plain.address, kind: 'plain', ...settings } } })
    const newer = listWith({ blocklist: 'isBlocked' })
    expect(await newer.isBlocked('USDT', blocked)).toBe(true)
    expect(await newer.isBlocked('USDT', free)).toBe(false)
    await expect(listWith({}).isBlocked('USDT', free)).rejects.toThrow('refuses')
    expect(await listWith({ blocklist: 'none' }).isBlocked('USDT', blocked)).toBe(false)

    const selector = toFunctionSelector('isBlackListed(address)').slice(2)
    // Returns the storage at the address for this function; reverts for all others.
    const code = `0x60003560e01c63${selector}14601357600080fd5b6004355460005260206000f3`
    const address = '0x00000000000000000000000000000000000da001'
    await chain.rpc('anvil_setCode', [address, code])
    const at = `0x${blocked.slice(2).padStart(64, '0')}`
    await chain.rpc('anvil_setStorageAt', [address, at, `0x${'1'.padStart(64, '0')}`])
    const older = open(undefined, { tokens: { USDT: { address, kind: 'plain' } } })
    expect(await older.isBlocked('USDT', blocked)).toBe(true)
    expect(await older.isBlocked('USDT', free)).toBe(false)
  })

  const lie = (result: unknown) =>
    typeof result === 'string' && /^0x0{63}1$/.test(result) ? `0x${'0'.repeat(64)}` : result
})

describe.skipIf(noSolana !== undefined)('on Solana', () => {
  test('a wallet is blocked while its token account is frozen; one without an account is not', async () => {
    const solana = await startSolanaTest(2)
    try {
      const [frozen, free] = [await solana.world.customer(1n), await solana.world.customer(1n)]
      await solana.world.freeze(frozen.address)
      solana.chain.finalize()
      const { blocklist } = solana.open()
      const accounts = [frozen.address, free.address, solana.world.feePayer.address]
      expect(await Promise.all(accounts.map((one) => blocklist?.isBlocked('USDC', one)))).toEqual([
        true,
        false,
        false,
      ])
    } finally {
      await solana.close()
    }
  })

  test('a beneficiary whose token account is frozen parks the order before an intent exists', async () => {
    const solana = await startSolanaService()
    const world = screenedWorld(solana.corridor)
    try {
      await world.apply(SECTION)
      await solana.corridor.deps.screeners.areConfiguredNow()
      const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
      await solana.world.transfer(await solana.world.customer(1n), wallet, 1n)
      await solana.world.freeze(wallet)
      solana.world.chain.finalize()
      const order = await solana.newOrder('NGN', 'USDC', '2000000.00')
      await solana.corridor.fund(order.id)
      await solana.until(
        'the hold',
        async () => (await world.stateOf(order)) === 'STEP_3_SETTLING_PAYOUT screening',
      )
      const { payouts } = await orderForOperator(solana.corridor.deps.db, await world.rowOf(order))
      expect(payouts).toEqual([])
    } finally {
      world.close()
      await solana.close()
    }
  })
})
