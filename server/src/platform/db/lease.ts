// SQL parts for leases on rows: whether a row is free, taking a lease, and making late work due.
import { columnsOf } from './pool.ts'

/**
 * SQL condition: no process holds a lease on the row. A lease counts as ended if it ends more than a minute later than
 * one taken now would: it was taken before the database's clock was set back. Without this rule the work would wait for
 * the whole step. The minute allows for statements that began before the lease was taken, whose now() is earlier.
 */
export const isFree = (leasedUntil: string, leaseMs: string): string =>
  `(${leasedUntil} is null
    or ${leasedUntil} not between now() and now() + ${leaseMs} * interval '1 millisecond' + interval '1 minute')`

/** SQL expression: the end of a lease that begins now. */
export const leaseEnd = (leaseMs: string): string => `now() + ${leaseMs} * interval '1 millisecond'`

/** SQL assignments of an update: takes the lease. */
export const newLease = (token: string, leaseMs: string): string =>
  `lease_token = ${token}, leased_until = ${leaseEnd(leaseMs)}`

/** A statement that claims up to $1 due rows, longest due first. Each is due again at `dueAgain`, also after a failure. */
export const claimDue = (
  table: string,
  key: string,
  { isOpen = 'true', dueAgain, columns }: { isOpen?: string; dueAgain: string; columns: string },
): string => `
with due as (
  select ${key} as due_key from ${table} where ${isOpen} and due_at <= now()
   order by due_at limit $1 for update skip locked
)
update ${table} set attempt = attempt + 1, due_at = ${dueAgain}
  from due where ${key} = due_key
returning ${columns}`

/**
 * A statement that makes rows due at $1 where `isLate`, and returns each of them. It skips rows that a worker has
 * locked, so that neither transaction waits for the other.
 */
export const bringForward = (table: string, key: string, isLate: string): string => `
with late as (
  select ${key} from ${table} where ${isLate} for update skip locked
)
update ${table} d set due_at = $1 from late
 where (${columnsOf(key, 'd')}) = (${columnsOf(key, 'late')})
returning d.due_at`
