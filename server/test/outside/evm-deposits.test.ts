// Deposits on an EVM chain, with the real contract of USDC on a real node: every final deposit is reported, and counts
// once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EvmRail } from '../../src/outside/rails/evm/index.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import { accountOf, bookOf, movedClock, railOn, watchOf } from '../support/evm-rail.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpc-proxy.ts'

const FINAL = 3

describe.skipIf(noAnvil !== undefined)('deposits on an EVM chain', () => {
  let chain: Chain
  let usdc: Stablecoin
  let eurc: Stablecoin
  let proxy: RpcProxy
  let start = 0
  let orders = 0

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    eurc = await deployStablecoin(chain, 'EURC', 'EURC')
    proxy = await startRpcProxy(chain)
    accounts = open()
  })
  beforeEach(async () => {
    proxy.tamper = null
    proxy.answer = null
    start = Number.parseInt(String(await chain.rpc('eth_blockNumber')).slice(2), 16)
  })
  afterAll(async () => {
    await proxy?.close()
    await chain?.close()
  })

  const open = (settings: Record<string, unknown> = {}, rpc = [proxy.url]) =>
    railOn(
      chain,
      { USDC: usdc, EURC: eurc },
      { rpc, settings: { start_block: start, ...settings } },
    )
  let accounts: EvmRail
  const newAccount = () => accountOf(accounts, `ord_${(orders += 1)}`)
  const amounts = (entries: readonly RailEntry[]) =>
    entries.map((entry) => (entry.kind === 'deposit' ? entry.amountMinor : entry.kind))

  test('are reported with sender, currency and canonical text once they are final', async () => {
    const account = newAccount()
    const rail = open()
    const book = bookOf(
      () => rail,
      () => watchOf([account]),
    )
    const { transactionHash } = await usdc.pay(account.account, 7_000_000n)
    await eurc.pay(account.account.toLowerCase(), 3n)
    await book.poll()
    expect(book.entries()).toEqual([])
    await chain.mine(FINAL)
    await book.poll()
    expect(book.entries()).toEqual([
      {
        kind: 'deposit',
        transaction: transactionHash,
        index: 0,
        account: account.account,
        reference: null,
        sender: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        currency: 'USDC',
        amountMinor: 7_000_000n,
        receivedAt: expect.any(Number),
        isPresent: true,
      },
      expect.objectContaining({ currency: 'EURC', amountMinor: 3n, account: account.account }),
    ])
  })

  test('are reported with exactly the configured number of blocks on top', async () => {
    const account = newAccount()
    const rail = open({ finality: { depth: 5 } })
    const book = bookOf(
      () => rail,
      () => watchOf([account]),
    )
    await usdc.pay(account.account, 1n)
    await chain.mine(4)
    await book.poll()
    expect(book.entries()).toEqual([])
    await chain.mine(1)
    await book.poll()
    expect(amounts(book.entries())).toEqual([1n])
  })

  test('several in one transaction or block have their own index', async () => {
    const account = newAccount()
    const rail = open()
    const book = bookOf(
      () => rail,
      () => watchOf([account]),
    )
    await chain.rpc('evm_setAutomine', [false])
    await Promise.all(
      [1n, 2n, 3n].map((amount) => usdc.pay(account.account, amount).catch(() => undefined)),
    )
    await chain.mine(1)
    await chain.rpc('evm_setAutomine', [true])
    await chain.mine(FINAL)
    await book.poll()
    expect(amounts(book.entries()).toSorted()).toEqual([1n, 2n, 3n])
  })

  test('of nothing, of other tokens and to other accounts are not reported', async () => {
    const account = newAccount()
    const foreign = await deployStablecoin(chain)
    await usdc.pay(account.account, 0n)
    await foreign.pay(account.account, 5n)
    await usdc.pay(newAccount().account, 6n)
    await chain.mine(FINAL)
    const { entries } = await open().poll(null, watchOf([account]))
    expect(entries).toEqual([])
  })

  test('on more accounts than one query or page holds are all reported', async () => {
    const many = Array.from({ length: 600 }, newAccount)
    for (const at of [0, 249, 250, 599]) await usdc.pay(many[at]?.account ?? '', BigInt(at + 1))
    await chain.mine(FINAL)
    const { entries } = await open().poll(null, watchOf(many, [], 500))
    expect(amounts(entries)).toEqual([1n, 250n, 251n, 600n])
  })

  test('are reported once however often the rail is polled, restarted or set back', async () => {
    const account = newAccount()
    const book = bookOf(open, () => watchOf([account]))
    for (let round = 1; round <= 4; round += 1) {
      await usdc.pay(account.account, BigInt(round))
      await chain.mine(FINAL)
      const before = book.cursor()
      await book.poll()
      // The process died before it kept what it had read.
      book.setCursor(before)
      await book.poll()
    }
    expect(amounts(book.entries())).toEqual([1n, 2n, 3n, 4n])
  })

  test.each([1, 2, 3, 4])(
    'survive a reorganization of depth %i above the final block',
    async (depth) => {
      const account = newAccount()
      const rail = open({ finality: { depth: 5 } })
      const book = bookOf(
        () => rail,
        () => watchOf([account]),
      )
      await usdc.pay(account.account, 100n)
      await chain.mine(10)
      await usdc.pay(account.account, 200n)
      await chain.mine(depth - 1)
      await book.poll()
      await chain.reorganize(depth)
      await book.poll()
      await chain.mine(10)
      await book.poll()
      // The second deposit was in a block that the reorganization removed.
      expect(book.entries()).toEqual([
        expect.objectContaining({ kind: 'deposit', amountMinor: 100n }),
      ])
      await usdc.pay(account.account, 300n)
      await chain.mine(5)
      await book.poll()
      expect(amounts(book.entries())).toEqual([100n, 300n])
    },
  )

  test('that a reorganization below the finality removed are taken back', async () => {
    const account = newAccount()
    const book = bookOf(
      () => open({ finality: { depth: 1 } }),
      () => watchOf([account]),
    )
    await usdc.pay(account.account, 100n)
    await chain.mine(4)
    await usdc.pay(account.account, 200n)
    await chain.mine(1)
    await book.poll()
    const [, lost] = book.entries()
    expect(amounts(book.entries())).toEqual([100n, 200n])
    await chain.reorganize(3)
    await chain.mine(2)
    await book.poll()
    expect(book.entries().slice(2)).toEqual([
      {
        kind: 'reversal',
        transaction: expect.stringContaining(`${lost?.transaction}@0x`),
        index: lost?.index,
        ofTransaction: lost?.transaction,
        ofIndex: lost?.index,
        code: 'reorganized',
        isPresent: true,
      },
    ])
    await book.poll()
    expect(book.entries()).toHaveLength(3)
  })

  describe('from an endpoint that', () => {
    test('drops, repeats and reorders logs are lost never and counted once', async () => {
      const account = newAccount()
      const rail = open()
      const book = bookOf(
        () => rail,
        () => watchOf([account]),
      )
      let round = 0
      proxy.tamper = ({ method }, result) => {
        if (method !== 'eth_getLogs' || !Array.isArray(result)) return result
        round += 1
        if (round % 3 === 0) return []
        return round % 3 === 1 ? [...result, ...result].toReversed() : result.slice(1)
      }
      for (let at = 1; at <= 12; at += 1) {
        await usdc.pay(account.account, BigInt(at))
        await chain.mine(1)
        await book.poll()
      }
      await chain.mine(FINAL)
      for (let at = 0; at < 3; at += 1) {
        await chain.mine(1)
        await book.poll()
      }
      expect(amounts(book.entries()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
        Array.from({ length: 12 }, (_, at) => BigInt(at + 1)),
      )
    })

    test('lags behind delay deposits and lose none', async () => {
      const account = newAccount()
      await usdc.pay(account.account, 9n)
      await chain.mine(FINAL)
      const rail = open()
      const book = bookOf(
        () => rail,
        () => watchOf([account]),
      )
      // The node that answers the range has not seen its last block.
      let isBehind = true
      let last: unknown
      proxy.tamper = ({ method, params }, result) => {
        if (!isBehind) return result
        if (method === 'eth_getLogs') return []
        if (
          method === 'eth_getBlockByNumber' &&
          typeof params[0] === 'string' &&
          params[0].startsWith('0x')
        ) {
          // The first question for the block comes from the head, the next ones with the logs.
          if (last === params[0]) return null
          last = params[0]
        }
        return result
      }
      await expect(book.poll()).rejects.toThrow('does not have the block yet')
      expect(book.cursor()).toBeNull()
      isBehind = false
      await book.poll()
      expect(amounts(book.entries())).toEqual([9n])
    })

    test('names an older final block than before changes nothing', async () => {
      const account = newAccount()
      await usdc.pay(account.account, 9n)
      await chain.mine(FINAL)
      const book = bookOf(open, () => watchOf([account]))
      await book.poll()
      const before = book.cursor()
      proxy.tamper = ({ method, params }, result) =>
        method === 'eth_getBlockByNumber' && params[0] === 'finalized' && typeof result === 'object'
          ? { ...result, number: '0x1' }
          : result
      await book.poll()
      expect(book.cursor()).toBe(before)
    })

    test('refuses long ranges is asked for shorter ones', async () => {
      const account = newAccount()
      await usdc.pay(account.account, 1n)
      await chain.mine(50)
      await usdc.pay(account.account, 2n)
      await chain.mine(FINAL)
      let longest = 0
      proxy.tamper = ({ method, params }, result) => {
        const [filter] = params
        if (method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null) return result
        if (!('fromBlock' in filter && 'toBlock' in filter)) return result
        const blocks = Number(filter.toBlock) - Number(filter.fromBlock) + 1
        if (blocks > 7) throw new Error('query returned more than 10000 results')
        longest = Math.max(longest, blocks)
        return result
      }
      const { entries } = await open().poll(null, watchOf([account]))
      expect(amounts(entries)).toEqual([1n, 2n])
      expect(longest).toBeGreaterThan(1)
    })

    test.each([
      ['other accounts', { topics: null }],
      ['other contracts', { address: `0x${'1'.repeat(40)}` }],
      ['other blocks', { blockNumber: '0xffffff' }],
      ['a wrong type', { logIndex: {} }],
      ['a removed log', { removed: true }],
      ['a hash in another form', { transactionHash: '0xABC' }],
      ['a huge index', { logIndex: '0xffffffffffffffff' }],
    ])('invents logs of %s reports nothing', async (_what, change) => {
      const account = newAccount()
      await usdc.pay(account.account, 4n)
      await chain.mine(FINAL)
      proxy.tamper = ({ method }, result) =>
        method === 'eth_getLogs' && Array.isArray(result)
          ? result.map((log: object) => ({ ...log, ...change }))
          : result
      const rail = open()
      await expect(rail.poll(null, watchOf([account]))).rejects.toThrow(/endpoint 1 \(127/)
      proxy.tamper = null
      expect(amounts((await rail.poll(null, watchOf([account]))).entries)).toEqual([4n])
    })
  })

  test('to accounts of old orders are found by the daily look', async () => {
    const [recent, ...older] = Array.from({ length: 12 }, newAccount)
    if (recent === undefined) throw new Error('no accounts')
    const rail = open()
    const book = bookOf(
      () => rail,
      () => watchOf([recent], older),
    )
    await chain.mine(FINAL)
    await book.poll()
    for (const at of [0, 10]) await usdc.pay(older[at]?.account ?? '', BigInt(at + 1))
    await chain.mine(FINAL)
    await book.poll()
    expect(book.entries()).toEqual([])
    await chain.passTime(86_400)
    // 11 accounts in pages of two need more than one poll.
    for (let at = 0; at < 3; at += 1) {
      await chain.mine(FINAL)
      await book.poll()
    }
    expect(amounts(book.entries())).toEqual([1n, 11n])
  })

  test('are found however slow the chain answers: each poll ends in time and goes on', async () => {
    const account = newAccount()
    for (let at = 1; at <= 4; at += 1) {
      await usdc.pay(account.account, BigInt(at))
      await chain.mine(10)
    }
    const clock = movedClock()
    proxy.tamper = ({ method }, result) => {
      if (method === 'eth_getLogs') clock.advance(20_000)
      return result
    }
    const settings = { start_block: start, block_range: 10, overlap_blocks: 1 }
    const rail = railOn(chain, { USDC: usdc }, { rpc: [proxy.url], settings, clock })
    const book = bookOf(
      () => rail,
      () => watchOf([account]),
    )
    const counts: number[] = []
    for (let at = 0; at < 6; at += 1) {
      await book.poll()
      counts.push(book.entries().length)
    }
    expect(counts.slice(0, 2)).not.toContain(4)
    expect(amounts(book.entries())).toEqual([1n, 2n, 3n, 4n])
  })

  test('that an endpoint hid for longer than the overlap are found by the daily look', async () => {
    const account = newAccount()
    const rail = open({ overlap_blocks: 2 })
    const book = bookOf(
      () => rail,
      () => watchOf([account]),
    )
    await book.poll()
    proxy.tamper = ({ method }, result) => (method === 'eth_getLogs' ? [] : result)
    await usdc.pay(account.account, 8n)
    await chain.mine(20)
    await book.poll()
    proxy.tamper = null
    await chain.mine(1)
    await book.poll()
    expect(book.entries()).toEqual([])
    await chain.passTime(86_400)
    await chain.mine(FINAL)
    await book.poll()
    expect(amounts(book.entries())).toEqual([8n])
  })
})
