// Random bytes for identifiers, from a buffer that is filled 4096 bytes at a time. A system call for each identifier
// would cost more than all its other work. Keys and nonces do not come from here.
import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** Returns bytes that no other caller gets. */
export function randomPiece(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += length
  return Buffer.from(pool.subarray(used - length, used))
}
