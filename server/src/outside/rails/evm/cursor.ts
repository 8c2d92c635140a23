// The cursor of a rail's deposits: up to which block they were read, which of the last blocks had some, and how far the
// daily look at all accounts has come. The service keeps it as text.
import type { Hex } from 'viem'
import { hashOf, listOf, recordOf } from './answers.ts'

/** A deposit that was reported, and the block that contained it then. */
export type Reported = { transaction: Hex; index: number; block: bigint; blockHash: Hex }

export type Cursor = {
  /** All deposits up to this block were reported. */
  block: bigint
  /** Its hash when it was read. Null before the first read. */
  hash: Hex | null
  /** Deposits in the last blocks: a reorganization below the configured depth may remove them. */
  reported: readonly Reported[]
  /** All accounts, also old ones, were looked at up to this block. `at`: when that began, in seconds of the chain. */
  pass: { block: bigint; at: bigint }
  /** A look that goes on: up to block `to`, after this account. */
  running: { to: bigint; at: bigint; after: string | null } | null
}

export const cursorText = (cursor: Cursor): string =>
  JSON.stringify(cursor, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

/** Throws on a text that `cursorText` did not write. */
export function cursorOf(text: string): Cursor {
  const { block, hash, reported, pass, running } = recordOf(JSON.parse(text), 'the cursor')
  const { block: passBlock, at } = recordOf(pass, 'the cursor')
  return {
    block: numberOf(block),
    hash: hash === null ? null : hashOf(hash, 'the cursor'),
    reported: listOf(reported, 'the cursor').map((item) => {
      const one = recordOf(item, 'the cursor')
      return {
        transaction: hashOf(one['transaction'], 'the cursor'),
        index: Number.parseInt(String(numberOf(String(one['index']))), 10),
        block: numberOf(one['block']),
        blockHash: hashOf(one['blockHash'], 'the cursor'),
      }
    }),
    pass: { block: numberOf(passBlock), at: numberOf(at) },
    running: running === null ? null : runningOf(recordOf(running, 'the cursor')),
  }
}

const runningOf = ({ to, at, after }: Record<string, unknown>) => ({
  to: numberOf(to),
  at: numberOf(at),
  after: after === null ? null : String(after),
})

function numberOf(value: unknown): bigint {
  if (typeof value === 'string' && /^-?\d{1,30}$/.test(value)) return BigInt(value)
  throw new Error('the cursor of the rail is not one that this version wrote')
}
