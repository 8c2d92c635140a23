// RPC nodes that fail, lag, lie or are hostile: a rail on Solana goes on with the others and names the problem.
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { startSolanaNode } from '../support/solana-node.ts'
import { payoutTo, recorder, untilEnded, watchOf, solanaForTest } from '../support/solana-rail.ts'
import { noSolana } from '../support/solana-chain.ts'
import { problemsOf } from '../support/rails.ts'

const beneficiary = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const PAID = 7_000_000n

describe.skipIf(noSolana !== undefined)('a payout', () => {
  test('goes on with the second node when the first is down', async () => {
    const solana = await solanaForTest(2)
    await solana.node.close()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const answer = await untilEnded(solana, rail, request, await rail.prepare(request))
    expect(answer.state).toBe('settled')
    expect(await problemsOf(rail)).toEqual([
      'RPC node 1 (127.0.0.1) did not answer getGenesisHash: ECONNREFUSED',
    ])
    solana.nodes.shift()
  })

  test('is not settled by one node that invents its marker', async () => {
    const solana = await solanaForTest(2)
    const { world, node } = solana
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    const data = Buffer.alloc(80)
    data.writeUInt32LE(1, 0)
    data.writeUInt32LE(1, 4)
    data.set(base58.decode(world.payer.address), 8)
    const marker = {
      data: [data.toString('base64'), 'base64'],
      executable: false,
      lamports: 1_447_680,
      owner: '11111111111111111111111111111111',
    }
    node.alter((method, result) =>
      method === 'getMultipleAccounts' ? { context: { slot: 1 }, value: [marker] } : result,
    )
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'pending' })
    node.alter((_method, result) => result)
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
  })

  test('is paid once although a node denies its marker, and all deny its history', async () => {
    const solana = await solanaForTest(2)
    const { world, node, nodes } = solana
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    await rail.send(request, prepared)
    solana.chain.finalize()
    const withoutHistory = (method: string, result: unknown) =>
      method === 'getSignaturesForAddress' ? [] : result
    for (const one of nodes) one.alter(withoutHistory)
    node.alter((method, result) =>
      method === 'getMultipleAccounts'
        ? { context: { slot: 1 }, value: [null] }
        : withoutHistory(method, result),
    )
    for (let round = 0; round < 3; round += 1) {
      expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
      await rail.send(request, prepared).catch(() => undefined)
      solana.chain.tick(100n)
    }
    expect(await world.held(beneficiary)).toBe(PAID)
    for (const one of nodes) one.alter((_method, result) => result)
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
  })

  test('is not cancelled because one node claims that its time is over', async () => {
    const solana = await solanaForTest(2)
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    solana.node.alter((method, result) =>
      method === 'getEpochInfo' ? { absoluteSlot: 9_000_000, blockHeight: 9_000_000 } : result,
    )
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    solana.chain.finalize()
    solana.node.alter((_method, result) => result)
    expect(await untilEnded(solana, rail, request, prepared)).toMatchObject({ state: 'settled' })
    expect(await solana.world.held(beneficiary)).toBe(PAID)
  })

  test('does not put more rent into its marker than one hundredth of a SOL', async () => {
    const solana = await solanaForTest()
    solana.node.alter((method, result) =>
      method === 'getMinimumBalanceForRentExemption' ? 9_000_000_000 : result,
    )
    await expect(solana.open().prepare(payoutTo(beneficiary))).rejects.toThrow(
      'asks for 9000000000 lamports of rent',
    )
  })

  test('is settled by its marker when no node has its transaction any more', async () => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    await rail.send(request, prepared)
    solana.chain.finalize()
    solana.node.alter((method, result) => (method === 'getSignaturesForAddress' ? [] : result))
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'pending' })
    solana.chain.tick(1600n)
    const answer = await rail.lookUp(request.key, prepared)
    expect(answer).toMatchObject({ state: 'settled' })
    expect(answer).not.toHaveProperty('fee')
  })
})

describe.skipIf(noSolana !== undefined)('an answer', () => {
  test.each([
    ['of 10 MB', '"'.padEnd(10_000_000, 'x'), 'the answer is longer than 1000000 bytes'],
    ['that is no JSON', '<html>', 'the answer is not JSON-RPC'],
    ['nested a million deep', '['.repeat(900_000), 'the answer is not JSON-RPC'],
    ['without a result', '{}', 'the answer is not JSON-RPC'],
    ['of another shape', '{"result":{"a":1}}', 'answered getGenesisHash in an unexpected form'],
  ])('%s is refused, and the process lives', async (_what, body, reason) => {
    const solana = await solanaForTest()
    solana.node.breakWith((response) => void response.end(body))
    const rail = solana.open()
    await expect(rail.prepare(payoutTo(beneficiary))).rejects.toThrow(reason)
  })

  test('that never ends is given up', async () => {
    const solana = await solanaForTest()
    let writing = true
    solana.node.breakWith((response) => {
      const write = () => {
        if (writing && !response.destroyed)
          response.write(' '.repeat(64), () => setImmediate(write))
      }
      write()
    })
    const rail = solana.open({}, { timeoutMs: 300 })
    await expect(rail.prepare(payoutTo(beneficiary))).rejects.toThrow(
      /took too long|longer than|it failed/,
    )
    writing = false
  })

  test('with a number that is no exact integer is refused', async () => {
    const solana = await solanaForTest()
    solana.node.alter((method, result) =>
      method === 'getEpochInfo' ? { absoluteSlot: 1.5, blockHeight: 2 ** 60 } : result,
    )
    await expect(solana.open().prepare(payoutTo(beneficiary))).rejects.toThrow(
      'answered getEpochInfo in an unexpected form',
    )
  })

  test.each([403, 429, 500, 503])('with status %i throws, and means nothing', async (status) => {
    const solana = await solanaForTest()
    const rail = solana.open()
    const request = payoutTo(beneficiary)
    const prepared = await rail.prepare(request)
    solana.node.breakWith((response) => void response.writeHead(status).end('{"result":null}'))
    await expect(rail.lookUp(request.key, prepared)).rejects.toThrow(`HTTP ${status}`)
    await expect(rail.send(request, prepared)).rejects.toThrow('no RPC node answered')
  })
})

describe.skipIf(noSolana !== undefined)('a problem', () => {
  test('names a node of another chain, which is asked nothing else', async () => {
    const solana = await solanaForTest(2)
    const wrong = await startSolanaNode(solana.chain, {
      genesisHash: base58.encode(Buffer.alloc(32, 9)),
    })
    const [, second] = solana.nodes
    const rail = solana.open({ rpc: [wrong.url, second?.url] })
    const request = payoutTo(beneficiary)
    await untilEnded(solana, rail, request, await rail.prepare(request))
    expect(await problemsOf(rail)).toEqual([expect.stringContaining('serves another chain')])
    expect([...wrong.calls.keys()]).toEqual(['getGenesisHash'])
    await wrong.close()
  })

  test('names a node that is far behind', async () => {
    const solana = await solanaForTest(2)
    solana.chain.tick(1000n)
    solana.node.lag(900n)
    const rail = solana.open()
    expect(await problemsOf(rail)).toEqual([
      'RPC node 1 (127.0.0.1) is 900 slots behind the others',
    ])
  })

  test('names a mint whose decimals are wrong, and nothing is polled or paid', async () => {
    const solana = await solanaForTest()
    solana.node.alter((method, result, [keys]) => {
      if (method !== 'getMultipleAccounts' || !Array.isArray(keys) || keys.length !== 1)
        return result
      const text = JSON.stringify(result, (_key, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      )
      const answer = JSON.parse(text)
      const data = Buffer.from(answer.value[0].data[0], 'base64')
      if (data.length === 82) data[44] = 9
      answer.value[0].data[0] = data.toString('base64')
      return answer
    })
    const rail = solana.open()
    const reason = 'has 9 decimals, but USDC has 6'
    await expect(rail.prepare(payoutTo(beneficiary))).rejects.toThrow(reason)
    await expect(recorder(rail, () => watchOf(rail, ['ord_1'])).poll()).rejects.toThrow(reason)
    expect(await problemsOf(rail)).toEqual([expect.stringContaining(reason)])
  })

  test('never shows the path or the query of an address, which hold keys of providers', async () => {
    const solana = await solanaForTest()
    await solana.node.close()
    solana.nodes.length = 0
    const rail = solana.open({ rpc: [`${solana.node.url}v2/SECRETPATH?api-key=SECRETQUERY`] })
    const told = [
      ...(await problemsOf(rail)),
      await rail
        .prepare(payoutTo(beneficiary))
        .catch((error: unknown) => `${String(error)} ${JSON.stringify(error)}`),
      ...solana.logged,
    ].join('\n')
    expect(told).toContain('RPC node 1 (127.0.0.1)')
    expect(told).not.toContain('SECRET')
  })
})

test.skipIf(noSolana !== undefined)(
  'a rail whose nodes are all down opens, and tells the addresses of orders',
  async () => {
    const solana = await solanaForTest()
    await solana.node.close()
    solana.nodes.length = 0
    const rail = solana.open()
    expect(rail.fundingAccount('SOLANA_ADDRESS', 'ord_1')).toEqual({ address: expect.any(String) })
    expect(rail.served).toEqual([{ method: 'SOLANA_ADDRESS', currencies: ['USDC'] }])
  },
)
