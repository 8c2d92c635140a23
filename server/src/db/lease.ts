// Leases on rows: when one is free, how it is taken, and how late work is brought forward.
import { columnsOf } from './pool.ts'

/**
 * For another statement: nobody has the row leased. A lease that ends a minute later than one taken now would was given
 * before the database's clock was set back. It counts as ended, or its work would wait for as long as the step was.
 * The minute is for statements that began before the one that took the lease: their now() is the earlier one.
 */
export const isFree = (leasedUntil: string, leaseMs: string): string =>
  `(${leasedUntil} is null
    or ${leasedUntil} not between now() and now() + ${leaseMs} * interval '1 millisecond' + interval '1 minute')`

/** For another statement, which sets the columns of a row: the lease that a claim gives. */
export const newLease = (token: string, leaseMs: string): string =>
  `lease_token = ${token}, leased_until = now() + ${leaseMs} * interval '1 millisecond'`

/**
 * A statement that makes rows due at $1 where `isLate`; it returns a row for each. Rows that a worker has locked are
 * being worked on: they are skipped, so that neither waits for the other.
 */
export const bringForward = (table: string, key: string, isLate: string): string => `
with late as (
  select ${key} from ${table} where ${isLate} for update skip locked
)
update ${table} d set due_at = $1 from late
 where (${columnsOf(key, 'd')}) = (${columnsOf(key, 'late')})
returning d.due_at`
