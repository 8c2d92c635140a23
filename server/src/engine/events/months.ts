// Decides which monthly partitions are missing and which to detach. Pure: month-queries.ts has the SQL, keep-months.ts
// the schedule. Events and webhook deliveries are partitioned alike, by the event's identifier.
import { instantAt, toTimestamp, type Instant } from '../../platform/clock.ts'

/** `2026-11`, in UTC. Months compare as text. */
export type Month = string

/** The tables with monthly partitions. */
export const MONTHLY = ['events', 'webhook_deliveries'] as const
export type Monthly = (typeof MONTHLY)[number]

/** One partition of such a table. Without a month it is the default partition. */
export type Partition = {
  parent: Monthly
  month: Month | null
  /** False: detached, in the schema `archive`, which the service cannot read. */
  is_attached: boolean
  /** PostgreSQL's last estimate. Null without one. */
  rows: number | null
  bytes: number
}

type PartitionOfMonth = { parent: Monthly; month: Month }

// A long backup can block schema changes. Three months in advance leave enough time.
const MONTHS_AHEAD = 3

/**
 * A sandbox's clock passes any number of months, and a statement that names no time locks every partition and its
 * indexes: with several hundred the lock table of PostgreSQL was full. With 36 it is not, at 100 connections.
 */
export const MOST_MONTHS_OF_SANDBOX = 36

export const monthOf = (at: Instant): Month => toTimestamp(at).slice(0, 7)

export function plusMonths(month: Month, count: number): Month {
  const first = new Date(`${month}-01T00:00:00Z`)
  return monthOf(instantAt(first.setUTCMonth(first.getUTCMonth() + count)))
}

/**
 * The months that are missing at `now`, the nearest first. A detached month is not made anew. A table gets no more
 * than `most` months: rows without a month go to the default partition.
 */
export function missingMonths(
  partitions: readonly Partition[],
  now: Instant,
  most: number,
): PartitionOfMonth[] {
  const wanted = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) =>
    plusMonths(monthOf(now), ahead),
  )
  return MONTHLY.flatMap((parent) => {
    const own = partitions.filter((one) => one.parent === parent && one.month !== null)
    const room = most - own.filter((one) => one.is_attached).length
    return wanted
      .filter((month) => !own.some((one) => one.month === month))
      .slice(0, Math.max(0, room))
      .map((month) => ({ parent, month }))
  })
}

/** The months since which `kept` whole months have passed, oldest first and events before their deliveries. */
export function monthsToDetach(
  partitions: readonly Partition[],
  now: Instant,
  kept: number,
): PartitionOfMonth[] {
  const oldestKept = plusMonths(monthOf(now), -kept)
  return partitions
    .flatMap(({ parent, month, is_attached: isAttached }) =>
      isAttached && month !== null && month < oldestKept ? [{ parent, month }] : [],
    )
    .sort((a, b) => `${a.month} ${a.parent}`.localeCompare(`${b.month} ${b.parent}`))
}
