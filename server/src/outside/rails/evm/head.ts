// The block up to which the chain is final by the rail's rule: the chain's own tag, or a depth below the newest block.
// Nothing above it counts as received, paid or refused.
import type { Hex } from 'viem'
import type { Clock } from '../../../platform/clock.ts'
import { hashOf, quantityOf, recordOf } from './answers.ts'
import { reachedByMost, type Endpoints } from './endpoints.ts'
import { RpcError, type Call, type Endpoint } from './rpc.ts'

/** `timestamp`: seconds since the epoch, by the block. */
export type Block = { number: bigint; hash: Hex; timestamp: bigint }

export const blockCall = (block: bigint | 'latest' | 'finalized'): Call => ({
  method: 'eth_getBlockByNumber',
  params: [typeof block === 'bigint' ? hexOf(block) : block, false],
})

export const hexOf = (number: bigint): Hex => `0x${number.toString(16)}`

/** Throws if the node behind the endpoint does not have the block yet. */
export function blockOf(answer: unknown, label: string): Block {
  if (answer === null) throw new RpcError('behind', `${label} does not have the block yet`)
  const block = recordOf(answer, `${label}: a block`)
  return {
    number: quantityOf(block['number'], `${label}: the number of a block`),
    hash: hashOf(block['hash'], `${label}: the hash of a block`),
    timestamp: quantityOf(block['timestamp'], `${label}: the time of a block`),
  }
}

type Options = {
  endpoints: Endpoints
  finalityDepth: bigint | null
  clock: Pick<Clock, 'realNow'>
}

/** Concurrent callers share one round of questions. */
export function finalHeadReader({
  endpoints,
  finalityDepth,
  clock,
}: Options): () => Promise<Block> {
  let running: Promise<Block> | undefined
  return () =>
    (running ??= read().finally(() => {
      running = undefined
    }))

  async function read(): Promise<Block> {
    const heads = await endpoints.each(headOf)
    const current = heads.filter(({ isStale }) => !isStale)
    const number = reachedByMost((current.length > 0 ? current : heads).map((head) => head.number))
    return blockAt(endpoints, number)
  }

  async function headOf(endpoint: Endpoint): Promise<{ number: bigint; isStale: boolean }> {
    const calls =
      finalityDepth === null ? [blockCall('latest'), blockCall('finalized')] : [blockCall('latest')]
    const [latest, finalized] = (await endpoint.ask(calls)).map((answer) =>
      blockOf(answer, endpoint.label),
    )
    if (latest === undefined) throw new RpcError('unreachable', `${endpoint.label}: no block`)
    // An endpoint that stopped following the chain must not hold back the others.
    const isStale = latest.timestamp * 1000n < BigInt(clock.realNow() - STALE_MS)
    if (finalityDepth === null) return { number: finalized?.number ?? 0n, isStale }
    return { number: atLeastZero(latest.number - finalityDepth), isStale }
  }
}

/**
 * The head that nothing takes back. With a configured depth it is the chain's own tag; a chain without the tag has
 * `overlapBlocks` more on top, as reversals of deposits do.
 */
export function lastHeadReader(options: Options & { overlapBlocks: bigint }): () => Promise<Block> {
  const { finalityDepth, overlapBlocks } = options
  const byTag = finalHeadReader({ ...options, finalityDepth: null })
  if (finalityDepth === null) return byTag
  const byDepth = finalHeadReader({ ...options, finalityDepth: finalityDepth + overlapBlocks })
  return async () => {
    try {
      return await byTag()
    } catch (error) {
      if (error instanceof RpcError && error.kind !== 'unreachable') return byDepth()
      throw error
    }
  }
}

const STALE_MS = 15 * 60_000

/** The block of this number that the endpoints agree on. */
export const blockAt = (endpoints: Endpoints, number: bigint): Promise<Block> =>
  endpoints.agreed('a final block', async (endpoint) => {
    const [answer] = await endpoint.ask([blockCall(number)])
    const block = blockOf(answer, endpoint.label)
    if (block.number === number) return block
    throw new RpcError('unreachable', `${endpoint.label} answers with another block`)
  })

export const atLeastZero = (number: bigint): bigint => (number < 0n ? 0n : number)
