// When a leased row is free again.

/**
 * For another statement: nobody has the row leased. A lease that ends a minute later than one taken now would was given
 * before the database's clock was set back. It counts as ended, or its work would wait for as long as the step was.
 * The minute is for statements that began before the one that took the lease: their now() is the earlier one.
 */
export const isFree = (leasedUntil: string, leaseMs: string): string =>
  `(${leasedUntil} is null
    or ${leasedUntil} not between now() and now() + ${leaseMs} * interval '1 millisecond' + interval '1 minute')`
