// A key on Solana after its marker was closed: the history of its address tells what became of it. So a database that was
// restored from an old backup pays no key again, and refuses none that was paid.
import { describe, expect, test } from 'vitest'
import { later } from '../../src/platform/clock.ts'
import type { Rail, SendRequest } from '../../src/outside/rails/port.ts'
import { noSolana } from '../support/solana-chain.ts'
import { RpcError, type SolanaNode } from '../support/solana-node.ts'
import {
  payoutTo,
  untilEnded,
  workerRound,
  type SolanaTest,
  solanaForTest,
} from '../support/solana-rail.ts'
import { problemsOf } from '../support/rails.ts'

const HOURS = { payout_hours: 1 }
const DAY_SLOTS = 216_000n

/** Takes the rent of a key's marker back, as the service does once its time is over. */
async function closeMarker({ chain }: SolanaTest, rail: Rail, key: string, prepared: string) {
  const { rent } = rail
  if (rent === undefined) throw new Error('a rail on Solana has rent')
  chain.tick(9500n)
  const note = (await rent.noteOf(key, prepared)) ?? ''
  const [proposal] = (await rent.propose([{ key, note }])).returns
  if (proposal === undefined) throw new Error('the marker is not closed yet')
  for (let round = 0; round < 10; round += 1) {
    const known = await rent.lookUp(proposal.prepared)
    const answer = known.state === 'unknown' ? await rent.send(proposal.prepared) : known
    if (answer.state === 'settled') return
    chain.finalize()
  }
  throw new Error('the marker stays')
}

/** A key that was paid and whose marker is gone. */
async function paidLongAgo(solana: SolanaTest) {
  const to = (await solana.world.customer(0n)).address
  const request = payoutTo(to)
  const rail = solana.open(HOURS)
  const prepared = await rail.prepare(request)
  const answer = await untilEnded(solana, rail, request, prepared)
  await closeMarker(solana, rail, request.key, prepared)
  return { request, prepared, answer, paid: () => solana.world.held(to) }
}

/** A node of an old chain that keeps so much history. */
function keepsOnly(node: SolanaNode, { chain }: SolanaTest, slots: bigint): void {
  chain.tick(slots)
  const first = () => Number(chain.slotAt('finalized') - slots)
  node.alter((method, result) => {
    if (method === 'getFirstAvailableBlock') return first()
    return method === 'getSignaturesForAddress' || method === 'getTransaction'
      ? purged(method)
      : result
  })
}
const purged = (method: string): unknown => (method === 'getTransaction' ? null : [])

async function afterRounds(solana: SolanaTest, rail: Rail, request: SendRequest, prepared: string) {
  const states = new Set<string>()
  for (let round = 0; round < 5; round += 1) {
    states.add((await workerRound(rail, request, prepared)).state)
    solana.chain.finalize()
  }
  return [...states]
}

describe.skipIf(noSolana !== undefined)('after its marker was closed a key', () => {
  test('is not paid again, although the restored database prepares it anew', async () => {
    const solana = await solanaForTest()
    const { request, answer, paid } = await paidLongAgo(solana)
    const restored = solana.open(HOURS)
    const again = await restored.prepare(request)
    expect(await restored.send(request, again)).toEqual(answer)
    expect(await untilEnded(solana, restored, request, again)).toEqual(answer)
    expect(await paid()).toBe(request.amountMinor)
  })

  test('is settled by what was prepared in the backup, not called cancelled', async () => {
    const solana = await solanaForTest()
    const { request, prepared, answer, paid } = await paidLongAgo(solana)
    expect(await solana.open(HOURS).lookUp(request.key, prepared)).toEqual(answer)
    expect(await solana.open(HOURS).send(request, prepared)).toEqual(answer)
    expect(await paid()).toBe(request.amountMinor)
  })

  test('that was cancelled stays rejected, and another preparation does not revive it', async () => {
    const solana = await solanaForTest()
    const to = (await solana.world.customer(0n)).address
    const request = payoutTo(to)
    const rail = solana.open(HOURS)
    const prepared = await rail.prepare(request)
    solana.chain.tick(9500n)
    expect((await untilEnded(solana, rail, request, prepared)).state).toBe('rejected')
    await closeMarker(solana, rail, request.key, prepared)
    const cancelled = { state: 'rejected', code: 'cancelled_on_chain' }
    expect(await solana.open(HOURS).lookUp(request.key, prepared)).toEqual(cancelled)
    const again = await solana.open(HOURS).prepare(request)
    expect(await solana.open(HOURS).send(request, again)).toEqual(cancelled)
    expect(await solana.world.held(to)).toBe(0n)
  })

  test('that paid another amount is neither settled nor paid again', async () => {
    const solana = await solanaForTest()
    const { request, paid } = await paidLongAgo(solana)
    const restored = solana.open(HOURS)
    const other = { ...request, amountMinor: request.amountMinor + 1n }
    const again = await restored.prepare(other)
    await expect(restored.send(other, again)).rejects.toThrow('was used for another payment')
    await expect(restored.lookUp(other.key, again)).rejects.toThrow('was used for another payment')
    expect(await paid()).toBe(request.amountMinor)
  })

  test('waits while the history of the only node is too short, and ends with one that has it', async () => {
    const solana = await solanaForTest()
    const { request, prepared, answer, paid } = await paidLongAgo(solana)
    keepsOnly(solana.node, solana, 2n * DAY_SLOTS)
    const rail = solana.open(HOURS)
    const again = await rail.prepare(request)
    for (const text of [prepared, again])
      expect(await afterRounds(solana, rail, request, text)).toEqual(['pending'])
    expect(await problemsOf(rail)).toEqual([
      `RPC node 1 (127.0.0.1) has a history of ${2n * DAY_SLOTS} slots, fewer than history_days asks for (${30n * DAY_SLOTS})`,
    ])
    solana.node.alter((_method, result) => result)
    expect(await untilEnded(solana, rail, request, prepared)).toEqual(answer)
    expect(await paid()).toBe(request.amountMinor)
  })

  test('is found by the node that has it, although another one lost it', async () => {
    const solana = await solanaForTest(3)
    const { request, prepared, answer, paid } = await paidLongAgo(solana)
    const [, , last] = solana.nodes
    if (last !== undefined) keepsOnly(last, solana, DAY_SLOTS)
    expect(await solana.open(HOURS).lookUp(request.key, prepared)).toEqual(answer)
    expect(await paid()).toBe(request.amountMinor)
  })

  test('waits while a node lists its transaction and no node has it', async () => {
    const solana = await solanaForTest()
    const { request, prepared } = await paidLongAgo(solana)
    solana.node.alter((method, result) => (method === 'getTransaction' ? null : result))
    const rail = solana.open(HOURS)
    expect(await afterRounds(solana, rail, request, prepared)).toEqual(['pending'])
  })

  test('is neither refused nor sent if no node gives its history', async () => {
    const solana = await solanaForTest()
    const { request, prepared, paid } = await paidLongAgo(solana)
    solana.node.alter((method, result) => {
      if (method === 'getSignaturesForAddress')
        throw new RpcError(-32011, 'history is not available')
      return result
    })
    const rail = solana.open(HOURS)
    await expect(rail.lookUp(request.key, prepared)).rejects.toThrow('no RPC node answered')
    await expect(rail.send(request, prepared)).rejects.toThrow('no RPC node answered')
    expect(await paid()).toBe(request.amountMinor)
  })
})

describe.skipIf(noSolana !== undefined)('the setting history_days', () => {
  test('lets a node with a shorter history pay, and says how old a backup may be', async () => {
    const solana = await solanaForTest()
    const rail = solana.open({ ...HOURS, history_days: 2 })
    keepsOnly(solana.node, solana, 2n * DAY_SLOTS)
    const request = payoutTo((await solana.world.customer(0n)).address)
    const prepared = await rail.prepare(request)
    expect(await rail.lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    expect(await problemsOf(rail)).toEqual([])
  })

  test('does not make the list after a restore shorter than the time since the backup', async () => {
    const solana = await solanaForTest()
    keepsOnly(solana.node, solana, 2n * DAY_SLOTS)
    const rail = solana.open({ history_days: 2 })
    const until = solana.clock.now()
    const keys = async function* () {}
    const since = (days: number) => later(until, -days * 86_400_000)
    const listed = (days: number) => rail.sends?.({ since: since(days), until, keys })
    await expect(listed(3)).rejects.toThrow('too few RPC nodes have a history since 2026-01-02')
    await expect(listed(1)).resolves.toMatchObject({ isComplete: false })
  })
})
