// Finds the transfers of a period without an index on their time: identifiers ascend with it. Every posting would pay for
// such an index, and only reports would use it.
import { instantAt, later, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectLastTransfer, selectTransferFrom } from './queries.ts'

/** Concurrent transactions and several machines post a little out of order. */
const MARGIN_MS = 3_600_000
/** A statement over this many transfers takes some 20 ms. */
const WINDOW = 20_000n

/** Bounds for periods without a first or last day. */
export const EARLIEST = instantAt(Date.parse('1970-01-02T00:00:00Z'))
export const LATEST = instantAt(Date.parse('9999-01-01T00:00:00Z'))

export type Window = { after: bigint; upTo: bigint }

/** Windows with all transfers that were posted in the period, oldest first, and others beside them. */
export async function* windowsOf(
  db: Db,
  period: { from: Instant; to: Instant },
  last?: bigint,
): AsyncGenerator<Window> {
  const upTo = last ?? (await selectLastTransfer(db))
  const first = await firstPostedFrom(db, later(period.from, -MARGIN_MS), upTo)
  const end = await firstPostedFrom(db, later(period.to, MARGIN_MS), upTo)
  for (let after = first - 1n; after < end - 1n; after += WINDOW)
    yield { after, upTo: after + WINDOW < end - 1n ? after + WINDOW : end - 1n }
}

/** The lowest identifier from which on transfers are not older than `at`; above `upTo` if all are older. */
async function firstPostedFrom(db: Db, at: Instant, upTo: bigint): Promise<bigint> {
  let low = 1n
  let high = upTo + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    const found = await selectTransferFrom(db, middle)
    if (found === undefined || found.id > upTo || found.posted_at >= at) high = middle
    else low = found.id + 1n
  }
  return low
}
