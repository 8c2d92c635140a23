// Deposits on Solana run on the real programs: each is reported once its block is final, and none is lost silently.
import { describe, expect, test } from 'vitest'
import { depositAddress } from '../../src/outside/rails/solana/deposit-address.ts'
import { RpcError } from '../support/solana-node.ts'
import {
  recorder,
  startSolanaTest,
  watchOf,
  type SolanaTest,
  solanaForTest,
} from '../support/solana-rail.ts'
import { noSolana } from '../support/solana-chain.ts'
import { problemsOf } from '../support/rails.ts'

const order = 'ord_00000000000000000000000001'
const other = 'ord_00000000000000000000000002'
const addressOf = ({ depositSeed }: SolanaTest, orderId = order) =>
  depositAddress(depositSeed, orderId)
const amountsOf = (entries: readonly object[]) =>
  entries.flatMap((entry) => ('amountMinor' in entry ? entry.amountMinor : []))

describe.skipIf(noSolana !== undefined)('a deposit', () => {
  test('is reported with its sender, memo and place in the transaction once it is final', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    const service = recorder(solana.open(), () => watchOf(solana.open(), [order]))
    expect(await service.poll()).toEqual([])
    const signature = await world.transfer(customer, addressOf(solana), 25_000_000n, 'CO-1')
    chain.tick(3n)
    expect(await service.poll()).toEqual([])
    chain.tick(1n)
    const tokenAccount = await world.tokenAccount(addressOf(solana))
    const keys = chain.transaction(signature, 'finalized')?.keys ?? []
    expect(await service.poll()).toEqual([
      {
        kind: 'deposit',
        transaction: signature,
        index: keys.findIndex((key) => key === tokenAccount),
        account: addressOf(solana),
        reference: 'CO-1',
        sender: customer.address,
        currency: 'USDC',
        amountMinor: 25_000_000n,
        receivedAt: expect.any(Number),
      },
    ])
  })

  test('of each of two senders in one slot is reported', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customers = [await world.customer(), await world.customer()]
    for (const [index, customer] of customers.entries())
      await world.transfer(customer, addressOf(solana), BigInt(index + 1))
    chain.finalize()
    const service = recorder(solana.open(), () => watchOf(solana.open(), [order]))
    const entries = await service.poll()
    expect(amountsOf(entries).toSorted()).toEqual([1n, 2n])
    expect(new Set(entries.map((entry) => ('sender' in entry ? entry.sender : '')))).toEqual(
      new Set(customers.map(({ address }) => address)),
    )
  })

  test('of one transaction to two orders is one entry for each', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    await world.send(customer, [
      ...(await world.transferInstructions(customer, addressOf(solana), 3n)),
      ...(await world.transferInstructions(customer, addressOf(solana, other), 4n)),
    ])
    chain.finalize()
    const service = recorder(solana.open(), () => watchOf(solana.open(), [order, other]))
    await service.poll()
    expect(amountsOf(service.entries()).toSorted()).toEqual([3n, 4n])
    expect(new Set(service.entries().map(({ transaction }) => transaction)).size).toBe(1)
  })

  test('that a fork dropped after it was confirmed is never reported', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    chain.tick(5n)
    await world.transfer(customer, addressOf(solana), 25n)
    chain.tick(2n)
    expect(await world.held(addressOf(solana), 'confirmed')).toBe(25n)
    const service = recorder(solana.open(), () => watchOf(solana.open(), [order]))
    await service.poll()
    chain.fork(3n)
    for (let poll = 0; poll < 4; poll += 1) {
      chain.tick(2n)
      await service.poll()
    }
    expect(service.entries()).toEqual([])
  })

  test('counts once over many polls, restarts and lost commits', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    expect(amountsOf(await service.poll({ isLost: true }))).toEqual([5n])
    expect(amountsOf(await service.poll({ isLost: true }))).toEqual([5n])
    expect(amountsOf(await service.poll())).toEqual([5n])
    expect(await service.poll()).toEqual([])
    await world.transfer(customer, addressOf(solana), 6n)
    chain.finalize()
    const restarted = recorder(solana.open(), () => watchOf(rail, [order]))
    expect(amountsOf(await restarted.poll())).toEqual([5n, 6n])
    expect(amountsOf(await service.poll())).toEqual([6n])
    expect(service.entries()).toEqual(restarted.entries())
  })

  test('moves the cursor, and a poll without one leaves it as it is', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    const rail = solana.open()
    const watch = watchOf(rail, [order])
    const { cursor: first } = await rail.poll(null, watch)
    expect((await rail.poll(first, watch)).cursor).toBe(first)
    expect((await rail.poll('of another process', watch)).cursor).toBe('of another process')
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    const { cursor: second } = await rail.poll(first, watch)
    expect(second).not.toBe(first)
    expect(await rail.poll(second, watch)).toEqual({
      cursor: second,
      entries: [],
      readUpTo: expect.any(Number),
    })
  })

  test('is reported again from a cursor that is taken back, also once it was swept', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    await service.poll()
    const { cursor } = service.committed
    await world.transfer(customer, addressOf(solana), 5_000_000n)
    chain.finalize()
    const [deposit] = await service.poll()
    await service.poll()
    const account = addressOf(solana)
    const unswept = { orderId: order, account, currency: 'USDC', amountMinor: 5_000_000n }
    await rail.sweeps.send('sweep:1', unswept, await rail.sweeps.prepare('sweep:1', unswept))
    chain.finalize()
    await service.poll()
    service.committed.cursor = cursor
    expect(await service.poll()).toEqual([deposit])
    expect(await service.poll()).toEqual([])
  })

  test('that was swept is reported to a new process on a restored database, and the rail is not read before', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5_000_000n)
    chain.finalize()
    const before = solana.open()
    const account = addressOf(solana)
    const unswept = { orderId: order, account, currency: 'USDC', amountMinor: 5_000_000n }
    await before.sweeps.send('sweep:1', unswept, await before.sweeps.prepare('sweep:1', unswept))
    chain.finalize()

    const rail = solana.open()
    const watch = () => ({ ...watchOf(rail, [order, other]), isRestored: true })
    const service = recorder(rail, watch)
    solana.node.alter((method, result) => {
      if (method === 'getSignaturesForAddress') throw new RpcError(-32005, 'the node is behind')
      return result
    })
    expect(await rail.poll(null, watch())).toMatchObject({ entries: [], hasMore: true })
    solana.node.alter((_method, result) => result)
    solana.clock.advance(60_000)
    expect(amountsOf(await service.poll())).toEqual([5_000_000n])
    const { entries, hasMore } = await rail.poll(service.committed.cursor, watch())
    expect([entries, hasMore]).toEqual([[], undefined])
  })

  test('is reported by each of two processes that poll in turns, and then no more', async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    const rails = [solana.open(), solana.open()] as const
    const [first, other] = rails.map((rail) => recorder(rail, () => watchOf(rail, [order])))
    if (first === undefined || other === undefined) throw new Error('no rails')
    const counts: number[] = []
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    for (let round = 0; round < 3; round += 1)
      for (const [one, next] of [
        [first, other],
        [other, first],
      ] as const) {
        counts.push((await one.poll()).length)
        next.committed.cursor = one.committed.cursor
      }
    expect(counts).toEqual([1, 1, 0, 0, 0, 0])
  })

  test('to an older order is found within the daily pass', async () => {
    const solana = await solanaForTest()
    const { world, chain, clock } = solana
    const customer = await world.customer()
    const rail = solana.open()
    const orders = Array.from({ length: 9 }, (_, index) => `ord_${index}`)
    const service = recorder(rail, () => watchOf(rail, [], orders))
    for (let poll = 0; poll < 4; poll += 1) await service.poll()
    await world.transfer(customer, addressOf(solana, 'ord_7'), 9n)
    chain.finalize()
    expect(await service.poll()).toEqual([])
    clock.advance(24 * 3_600_000)
    for (let poll = 0; poll < 4; poll += 1) await service.poll()
    expect(amountsOf(service.entries())).toEqual([9n])
  })

  test('among 250 orders is found with batches of 100 accounts', async () => {
    const solana = await solanaForTest()
    const { world, chain, node } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana, 'ord_177'), 8n)
    chain.finalize()
    const rail = solana.open()
    const orders = Array.from({ length: 250 }, (_, index) => `ord_${index}`)
    const all = watchOf(rail, orders)
    const watch = {
      older: watchOf(rail, []).older,
      async recent(after: string | null) {
        if (after !== null) return []
        const page = []
        for (let last: string | null = null; ; last = page.at(-1)?.account ?? null) {
          const next = await all.recent(last)
          if (next.length === 0) return page
          page.push(...next)
        }
      },
    }
    node.calls.clear()
    const service = recorder(rail, () => watch)
    expect(amountsOf(await service.poll())).toEqual([8n])
    // One call for the mint, three for the balances.
    expect(node.calls.get('getMultipleAccounts')).toBe(4)
  })

  test('to a token account that has been closed and opened again is reported', async () => {
    const solana = await solanaForTest()
    const { world, chain, clock } = solana
    const customer = await world.customer()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    await world.transfer(customer, addressOf(solana), 5_000_000n)
    chain.finalize()
    await service.poll()
    const unswept = {
      orderId: order,
      account: addressOf(solana),
      currency: 'USDC',
      amountMinor: 5_000_000n,
    }
    await rail.sweeps.send('sweep:1', unswept, await rail.sweeps.prepare('sweep:1', unswept))
    chain.tick()
    // The balance is the same as before the sweep.
    await world.transfer(customer, addressOf(solana), 5_000_000n)
    chain.finalize()
    await service.poll()
    clock.advance(600_000)
    await service.poll()
    expect(amountsOf(service.entries())).toEqual([5_000_000n, 5_000_000n])
  })
})

describe.skipIf(noSolana !== undefined)('a node', () => {
  test('that drops signatures makes a problem, and the deposit is reported when they are back', async () => {
    const solana = await solanaForTest()
    const { world, chain, node, clock } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    await world.transfer(customer, addressOf(solana), 7n)
    chain.finalize()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    node.alter((method, result) =>
      method === 'getSignaturesForAddress' && Array.isArray(result) ? result.slice(1) : result,
    )
    for (let poll = 0; poll < 4; poll += 1) {
      await service.poll()
      clock.advance(60_000)
    }
    expect(amountsOf(service.entries())).toEqual([5n])
    expect(await problemsOf(rail)).toEqual([
      expect.stringContaining(
        'its balance is 12 minor units of USDC, but its transactions explain 5',
      ),
    ])
    node.alter((_method, result) => result)
    await service.poll()
    expect(amountsOf(service.entries())).toEqual([5n, 7n])
    clock.advance(60_000)
    expect(await problemsOf(rail)).toEqual([])
  })

  test('that drops signatures is outweighed by another one that has them', async () => {
    const solana = await solanaForTest(2)
    const { world, chain, node } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    node.alter((method, result) => (method === 'getSignaturesForAddress' ? [] : result))
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    await service.poll()
    expect(amountsOf(service.entries())).toEqual([5n])
  })

  test('that repeats signatures reports no deposit twice', async () => {
    const solana = await solanaForTest()
    const { world, chain, node } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    node.alter((method, result) =>
      method === 'getSignaturesForAddress' && Array.isArray(result)
        ? [...result, ...result]
        : result,
    )
    const rail = solana.open()
    expect(amountsOf(await recorder(rail, () => watchOf(rail, [order])).poll())).toEqual([5n])
  })

  test('that lists a transaction that it does not have delays the deposit', async () => {
    const solana = await solanaForTest()
    const { world, chain, node, clock } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    node.alter((method, result) => (method === 'getTransaction' ? null : result))
    expect(await service.poll()).toEqual([])
    node.alter((_method, result) => result)
    clock.advance(60_000)
    expect(amountsOf(await service.poll())).toEqual([5n])
  })

  test('that lags brings no deposit twice and loses none', async () => {
    const solana = await solanaForTest()
    const { world, chain, node, clock } = solana
    const customer = await world.customer()
    chain.tick(20n)
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    await service.poll()
    node.lag(10n)
    await service.poll()
    node.lag(0n)
    clock.advance(60_000)
    await service.poll()
    expect(amountsOf(service.entries())).toEqual([5n])
    expect(await problemsOf(rail)).toEqual([])
  })

  test('that invents a deposit is contradicted by the second one', async () => {
    const solana = await solanaForTest(2)
    const { world, chain, node, clock } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    node.alter((method, result) => {
      if (method !== 'getTransaction') return result
      return JSON.parse(
        JSON.stringify(result, (_key, value: unknown) => {
          if (typeof value === 'bigint') return Number(value)
          return value === '5' ? '5000000000' : value
        }),
      )
    })
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    for (let poll = 0; poll < 4; poll += 1) {
      expect(await service.poll()).toEqual([])
      clock.advance(60_000)
    }
    expect(await problemsOf(rail)).toEqual([
      expect.stringContaining('the RPC nodes contradict each other about the transaction'),
    ])
  })

  test('that hides a balance is found out when another one has its turn', async () => {
    const solana = await solanaForTest(2)
    const { world, chain, node } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    const mint = world.mint
    node.alter((method, result, [keys]) =>
      method === 'getMultipleAccounts' && !(Array.isArray(keys) && keys.includes(mint))
        ? { context: { slot: 1 }, value: Array.isArray(keys) ? keys.map(() => null) : [] }
        : result,
    )
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order]))
    for (let poll = 0; poll < 12; poll += 1) await service.poll()
    expect(amountsOf(service.entries())).toEqual([5n])
  })

  test('that dies after any call of a poll costs no deposit and doubles none', async () => {
    const solana = await solanaForTest()
    const { world, chain, node } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    await world.transfer(customer, addressOf(solana), 6n)
    chain.finalize()
    for (let last = 0; ; last += 1) {
      let calls = 0
      node.alter((_method, result) => {
        calls += 1
        if (calls > last) throw new RpcError(-32005, 'the node is unhealthy')
        return result
      })
      const rail = solana.open()
      const service = recorder(rail, () => watchOf(rail, [order]))
      await service.poll().catch(() => undefined)
      const isWhole = calls <= last
      node.alter((_method, result) => result)
      solana.clock.advance(60_000)
      await service.poll()
      expect(amountsOf(service.entries()).toSorted(), `after call ${last}`).toEqual([5n, 6n])
      if (isWhole) break
    }
  })
})

test.skipIf(noSolana !== undefined)(
  'tokens of another mint at the address of an order are no deposit',
  async () => {
    const solana = await solanaForTest()
    const strange = await startSolanaTest()
    const { world, chain } = solana
    const customer = await world.customer()
    await world.transfer(customer, addressOf(solana), 5n)
    chain.finalize()
    const rail = solana.open({
      tokens: { EURC: { mint: world.mint }, USDC: { mint: strange.world.mint } },
    })
    await strange.close()
    const service = recorder(rail, () => watchOf(rail, [order]))
    await expect(service.poll()).rejects.toThrow('is no mint of the token program')
  },
)

test.skipIf(noSolana !== undefined)(
  'a flood of tiny deposits to one order does not delay another order',
  async () => {
    const solana = await solanaForTest()
    const { world, chain } = solana
    const customer = await world.customer()
    for (let block = 0; block < 60; block += 1) {
      await world.transfer(customer, addressOf(solana), BigInt(block + 1))
      chain.tick()
    }
    await world.transfer(customer, addressOf(solana, other), 1_000_000n)
    chain.finalize()
    const rail = solana.open()
    const service = recorder(rail, () => watchOf(rail, [order, other]))
    expect(amountsOf(await service.poll())).toContain(1_000_000n)
    expect(service.entries().length).toBeLessThan(60)
    await service.poll()
    expect(service.entries().length).toBe(61)
  },
)
