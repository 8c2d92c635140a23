// When blocks were made, by the chain. Remembered, because the last blocks are read again in every poll.
import type { Hex } from 'viem'
import { LruMap } from 'toad-cache'
import { instantAt, type Instant } from '../../../platform/clock.ts'
import type { Endpoints } from './endpoints.ts'
import { blockAt, type Block } from './head.ts'

export type BlockTimes = (of: { block: bigint; blockHash: Hex }) => Promise<Instant>

const REMEMBERED = 10_000

export const timeOfBlock = ({ timestamp }: Block): Instant =>
  instantAt(Number.parseInt(String(timestamp), 10) * 1000)

/** Throws if the block is no longer part of the chain: the next poll reads its logs again. */
export function blockTimes(endpoints: Endpoints): BlockTimes {
  const times = new LruMap<Promise<Instant>>(REMEMBERED)
  async function read(block: bigint, blockHash: Hex): Promise<Instant> {
    const found = await blockAt(endpoints, block)
    if (found.hash !== blockHash) throw new Error(`block ${block} was replaced while it was read`)
    return timeOfBlock(found)
  }
  return ({ block, blockHash }) => {
    const known = times.get(blockHash)
    if (known !== undefined) return known
    const reading = read(block, blockHash)
    times.set(blockHash, reading)
    reading.catch(() => times.delete(blockHash))
    return reading
  }
}
