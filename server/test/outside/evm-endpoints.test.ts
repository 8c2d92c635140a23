// RPC endpoints of a chain: one that is down, slow, hostile, on another chain or false neither stops the rail for longer
// than needed, nor makes it believe what is not so, nor shows a secret.
import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bytesToHex } from 'viem/utils'
import { openEndpoints, reachedByMost } from '../../src/outside/rails/evm/endpoints.ts'
import { openFromFile } from '../../src/outside/rails/evm/index.ts'
import { evmKind } from '../../src/outside/rails/evm/kind.ts'
import { openEndpoint } from '../../src/outside/rails/evm/rpc.ts'
import { readSettings } from '../../src/outside/rails/evm/settings.ts'
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
  keyOf,
  movedClock,
  PAYER,
  payoutTo,
  railOn,
  RELAYER,
  watchOf,
} from '../support/evm-rail.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpc-proxy.ts'
import { problemsOf } from '../support/rails.ts'

const FINAL = 3

describe('an endpoint', () => {
  let server: Server
  let url: string
  let answer: (response: ServerResponse) => void
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      answer(response)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v3/SECRET-KEY`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const ask = (text: string, status = 200) => {
    answer = (response) => void response.writeHead(status).end(text)
    return openEndpoint(url, 1).ask([{ method: 'eth_chainId', params: [] }])
  }

  test('answers calls, also several at once and in another order', async () => {
    expect(await ask('{"jsonrpc":"2.0","id":0,"result":"0x1"}')).toEqual(['0x1'])
    answer = (response) => void response.end('[{"id":1,"result":"b"},{"id":0,"result":"a"}]')
    const calls = ['one', 'two'].map((method) => ({ method, params: [] }))
    expect(await openEndpoint(url, 1).ask(calls)).toEqual(['a', 'b'])
  })

  test.each([
    ['nothing', '', 200],
    ['no JSON', '<html>SECRET-KEY</html>', 200],
    ['no object', '"0x1"', 200],
    ['null', 'null', 200],
    ['no result', '{"id":0}', 200],
    ['the result of another call', '{"id":7,"result":"0x1"}', 200],
    ['too many requests', '{"id":0,"result":"0x1"}', 429],
    ['a failure', '{"id":0,"result":"0x1"}', 503],
    ['a redirect', '', 302],
    ['deep nesting', `${'['.repeat(100_000)}`, 200],
    [
      'an error with its address',
      `{"id":0,"error":{"code":-1,"message":"bad key SECRET-KEY"}}`,
      200,
    ],
  ])('that answers %s fails without showing its key', async (_what, text, status) => {
    await expect(ask(text, status)).rejects.toThrow(/^endpoint 1 \(127\.0\.0\.1:\d+\)/)
    await expect(ask(text, status)).rejects.not.toThrow('SECRET-KEY')
  })

  test('that sends 10 MB is cut off', async () => {
    await expect(ask(`{"id":0,"result":"${'a'.repeat(10_000_000)}"}`)).rejects.toThrow(
      'longer than 1000000 bytes',
    )
  })

  test('whose answer never ends is cut off by bytes or by time', async () => {
    let isFlowing = true
    answer = (response) => {
      const more = () => {
        while (isFlowing && !response.destroyed && response.write('a'.repeat(10_000)));
        if (isFlowing && !response.destroyed) response.once('drain', more)
      }
      more()
    }
    const call = [{ method: 'eth_chainId', params: [] }]
    await expect(openEndpoint(url, 1).ask(call)).rejects.toThrow('longer than')
    isFlowing = false
    answer = (response) => void response.write('{"id":0,')
    const bounds = { timeoutMs: 50, maxBytes: 1000 }
    await expect(openEndpoint(url, 1, bounds).ask(call)).rejects.toThrow(/broke off|no answer/)
    answer = () => undefined
    await expect(openEndpoint(url, 1, bounds).ask(call)).rejects.toThrow('no answer')
  })

  test('that is down fails', async () => {
    await expect(
      openEndpoint('http://127.0.0.1:9/SECRET-KEY', 2).ask([{ method: 'x', params: [] }]),
    ).rejects.toThrow('endpoint 2 (127.0.0.1:9): no answer')
  })
})

describe('several endpoints', () => {
  const clock = movedClock()
  const fake = (label: string, result: () => unknown) => ({
    label,
    ask: async (calls: readonly { method: string }[]) =>
      calls.map(({ method }) => (method === 'eth_chainId' ? '0x1' : result())),
  })
  const down = () => {
    throw new Error('down')
  }
  const open = (results: readonly (() => unknown)[], agreement = 1) =>
    openEndpoints(
      results.map((result, at) => fake(`endpoint ${at + 1}`, result)),
      { chainId: 1, agreement, clock },
    )
  const ask = async (endpoints: ReturnType<typeof open>) =>
    endpoints.agreed(
      'x',
      async (endpoint) => (await endpoint.ask([{ method: 'x', params: [] }]))[0],
    )

  test('agree if all that answer say the same', async () => {
    expect(await ask(open([() => 'a', () => 'a']))).toBe('a')
    expect(await ask(open([() => 'a', down]))).toBe('a')
    await expect(ask(open([() => 'a', down], 2))).rejects.toThrow('down')
  })

  test('disagree if two of two differ; of three the majority counts, and the doctor is told', async () => {
    const two = open([() => 'a', () => 'b'])
    await expect(ask(two)).rejects.toThrow('the endpoints disagree about x')
    const three = open([() => 'a', () => 'b', () => 'a'])
    expect(await ask(three)).toBe('a')
    expect(await problemsOf(three)).toEqual(['the endpoints disagree about x'])
    await expect(ask(open([() => 'a', () => 'b', () => 'c']))).rejects.toThrow('disagree')
  })

  test('are asked one after the other for what needs no agreement', async () => {
    const first = (endpoints: ReturnType<typeof open>) =>
      endpoints.first(async (endpoint) => (await endpoint.ask([{ method: 'x', params: [] }]))[0])
    expect(await first(open([down, () => 'b']))).toBe('b')
    await expect(first(open([down, down]))).rejects.toThrow('down')
  })

  test('avoid one that failed for half a minute', async () => {
    let asked = 0
    const endpoints = open([
      () => {
        asked += 1
        return down()
      },
      () => 'b',
    ])
    const first = () =>
      endpoints.first(async (endpoint) => (await endpoint.ask([{ method: 'x', params: [] }]))[0])
    await first()
    await first()
    expect(asked).toBe(1)
    clock.advance(30_001)
    await first()
    expect(asked).toBe(2)
  })

  test('have reached a number if most of them have', () => {
    expect(reachedByMost([5n])).toBe(5n)
    expect(reachedByMost([5n, 9n])).toBe(5n)
    expect(reachedByMost([9n, 5n, 1_000_000n])).toBe(9n)
  })
})

describe.skipIf(noAnvil !== undefined)('a rail with several endpoints', () => {
  let chain: Chain
  let usdc: Stablecoin
  let proxies: RpcProxy[] = []
  const payer = addressOf(PAYER)
  const relayer = addressOf(RELAYER)

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    await usdc.mint(payer, 10n ** 12n)
    await chain.giveGas(relayer)
  })
  beforeEach(async () => {
    proxies = [await startRpcProxy(chain), await startRpcProxy(chain), await startRpcProxy(chain)]
  })
  afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())))
  afterAll(() => chain?.close())

  const open = (count: number, settings: Record<string, unknown> = {}) =>
    railOn(chain, { USDC: usdc }, { rpc: proxies.slice(0, count).map(({ url }) => url), settings })
  async function deposited() {
    const account = accountOf(open(1), `ord_${Math.random()}`)
    await usdc.pay(account.account, 5n)
    await chain.mine(FINAL)
    return account
  }

  test('goes on while one is down', async () => {
    const account = await deposited()
    const rail = open(2)
    await proxies[0]?.close()
    expect((await rail.poll(null, watchOf([account]))).entries).toHaveLength(1)
    expect(await problemsOf(rail)).toEqual([expect.stringMatching(/^endpoint 1 .* no answer$/)])
    proxies.shift()
  })

  test('goes on while one does not follow the chain any more', async () => {
    const account = await deposited()
    const [old] = proxies
    if (old === undefined) throw new Error('no proxy')
    old.tamper = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] !== '0x5' && typeof result === 'object'
        ? { ...result, number: '0x5', timestamp: '0x5' }
        : result
    const { entries } = await open(2).poll(null, watchOf([account]))
    expect(entries).toHaveLength(1)
  })

  test('reports nothing while two disagree about logs, and the majority of three', async () => {
    const account = await deposited()
    const [liar] = proxies
    if (liar === undefined) throw new Error('no proxy')
    liar.tamper = ({ method }, result) => (method === 'eth_getLogs' ? [] : result)
    const two = open(2)
    await expect(two.poll(null, watchOf([account]))).rejects.toThrow('disagree about logs')
    expect(await problemsOf(two)).toContain('the endpoints disagree about logs')
    expect((await open(3).poll(null, watchOf([account]))).entries).toHaveLength(1)
  })

  test('does not believe one that names another block or a block from the future', async () => {
    const account = await deposited()
    const [liar] = proxies
    if (liar === undefined) throw new Error('no proxy')
    liar.tamper = ({ method }, result) =>
      method === 'eth_getBlockByNumber' && typeof result === 'object'
        ? { ...result, hash: `0x${'5'.repeat(64)}` }
        : result
    await expect(open(2).poll(null, watchOf([account]))).rejects.toThrow(
      'disagree about a final block',
    )
    liar.tamper = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized' && typeof result === 'object'
        ? { ...result, number: '0xffffff' }
        : result
    expect((await open(2).poll(null, watchOf([account]))).entries).toHaveLength(1)
  })

  test('is not made to refund a paid payout by one that hides it', async () => {
    const request = payoutTo(`0x${'7'.repeat(40)}`, 'ord_hidden:payout:1')
    const rail = open(3)
    const prepared = await rail.prepare(request)
    await rail.send(request, prepared)
    await chain.passTime(4000)
    await chain.mine(FINAL)
    const [liar] = proxies
    if (liar === undefined) throw new Error('no proxy')
    liar.tamper = ({ method }, result) => (method === 'eth_call' ? `0x${'0'.repeat(64)}` : result)
    expect((await rail.lookUp(request.key, prepared)).state).not.toBe('rejected')
    await expect(open(2).lookUp(request.key, prepared)).rejects.toThrow('disagree')
    liar.tamper = null
    expect(await rail.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
  })

  test('is not misled about time and gas by one of three', async () => {
    const [liar] = proxies
    if (liar === undefined) throw new Error('no proxy')
    liar.tamper = ({ method }, result) => {
      if (method === 'eth_estimateGas') return '0x5208'
      if (method === 'eth_maxPriorityFeePerGas') return '0xffffffffffffffff'
      if (method === 'eth_getTransactionCount') return '0xffff'
      if (method === 'eth_getBlockByNumber' && typeof result === 'object')
        return { ...result, timestamp: '0xffffffff', baseFeePerGas: '0xffffffffffffffff' }
      return result
    }
    const request = payoutTo(`0x${'8'.repeat(40)}`, 'ord_misled:payout:1')
    const rail = open(3)
    const prepared = await rail.prepare(request)
    const { validBefore }: { validBefore: string } = JSON.parse(prepared)
    expect(BigInt(validBefore)).toBeLessThan(0xffffffffn)
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    expect(await usdc.balanceOf(request.details['address'] ?? '')).toBe(5_000_000n)
  })

  test('refuses a wrong chain and a wrong contract, and says so', async () => {
    const account = await deposited()
    const elsewhere = open(1, { chain_id: 8453 })
    await expect(elsewhere.poll(null, watchOf([account]))).rejects.toThrow(
      'serves chain 31337, expected 8453',
    )
    expect(await problemsOf(elsewhere)).toContainEqual(expect.stringContaining('expected 8453'))
    const [proxy] = proxies
    if (proxy === undefined) throw new Error('no proxy')
    let field = ''
    let value = ''
    proxy.tamper = ({ method, params }, result) => {
      const [call] = params
      const isAsked =
        typeof call === 'object' && call !== null && 'data' in call && call.data === field
      return method === 'eth_call' && isAsked ? value : result
    }
    // DOMAIN_SEPARATOR(), then decimals().
    field = '0x3644e515'
    value = `0x${'1'.repeat(64)}`
    await expect(open(1).poll(null, watchOf([account]))).rejects.toThrow('signs for another domain')
    expect(await problemsOf(open(1))).toContainEqual(
      expect.stringContaining('USDC signs for another'),
    )
    await expect(open(1).prepare(payoutTo(addressOf(1), 'k'))).rejects.toThrow('another domain')
    field = '0x313ce567'
    value = '0x12'
    await expect(open(1).poll(null, watchOf([account]))).rejects.toThrow('18 decimals, expected 6')
  })

  test('opens from the operator file, and shows no key in logs or errors', async () => {
    const lines: string[] = []
    const log = pino(
      {},
      new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }),
    )
    const secrets: Record<string, string> = {
      'env:PAYER': bytesToHex(keyOf(PAYER)),
      'env:RELAYER': bytesToHex(keyOf(RELAYER)).slice(2),
      'env:RPC': 'http://127.0.0.1:9/v3/SECRET-KEY',
    }
    const settings = {
      chain: 'base',
      chain_id: chain.chainId,
      rpc: ['env:RPC'],
      tokens: { USDC: { address: usdc.address, kind: 'eip3009' } },
      payer: 'env:PAYER',
      relayers: ['env:RELAYER'],
    }
    expect(evmKind.settingsProblem(settings)).toBeUndefined()
    const noteRelayed = async () => undefined
    const maySend = async () => 'yes' as const
    const world = {
      clock: movedClock(),
      log,
      depositSeeds: [depositSeed] as const,
      noteRelayed,
      maySend,
      isHandedOut: async () => false,
    }
    const rail = await openFromFile('evm:base', readSettings(settings), {
      ...world,
      secret: (reference) => secrets[reference] ?? '',
    })
    expect(rail.served).toEqual(evmKind.served(settings))
    const failures = await Promise.allSettled([
      rail.prepare(payoutTo(addressOf(1), 'k')),
      rail.poll(null, watchOf([])),
      rail.balances(),
      rail.lookUp('k', '{}'),
    ])
    const shown = JSON.stringify([
      failures.map((failure) =>
        failure.status === 'rejected' ? String(failure.reason.stack) : '',
      ),
      await problemsOf(rail),
      lines,
    ])
    expect(failures.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => 'rejected'),
    )
    expect(lines.length).toBeGreaterThan(0)
    for (const secret of ['SECRET-KEY', ...Object.values(secrets).map((text) => text.slice(-40))])
      expect(shown).not.toContain(secret)
    await expect(
      openFromFile('evm:base', readSettings(settings), {
        ...world,
        secret: () => 'not a key 4711',
      }),
    ).rejects.not.toThrow('4711')
  })
})
