// Random bytes for identifiers, from a pool that is filled at once: a call into the system for each costs
// more than everything else about an identifier. Keys and nonces do not come from here.
import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** Never the same bytes twice. */
export function randomPiece(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += length
  return Buffer.from(pool.subarray(used - length, used))
}
