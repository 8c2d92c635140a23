// The claims of the desk's titles, each a function of what was read. A title claims nothing that nobody has checked.
export type Claim =
  | { is: 'unchecked' }
  | { is: 'different'; count: number }
  | { is: 'partly'; unchecked: number }
  | { is: 'equal' }

/** Reported balances against the ledger. */
export function claimOfBalances(balances: readonly { difference: string | null }[]): Claim {
  const reported = balances.flatMap(({ difference }) => difference ?? [])
  const different = reported.filter((difference) => /[1-9]/.test(difference))
  if (different.length > 0) return { is: 'different', count: different.length }
  if (reported.length === 0) return { is: 'unchecked' }
  const unchecked = balances.length - reported.length
  return unchecked === 0 ? { is: 'equal' } : { is: 'partly', unchecked }
}

/** Statements against the ledger. `isAll`: no further statements are left to read. */
export function claimOfStatements(
  statements: readonly { open_differences: number }[],
  isAll: boolean,
): Claim {
  const count = statements.reduce((sum, one) => sum + one.open_differences, 0)
  if (count > 0) return { is: 'different', count }
  if (statements.length === 0) return { is: 'unchecked' }
  return isAll ? { is: 'equal' } : { is: 'partly', unchecked: 0 }
}

/** An order that stands still is not converted or paid out at present. */
export const standstillOf = (order: {
  frozen_at: string | null
  parked_reason: string | null
}): 'frozen' | 'parked' | undefined =>
  order.frozen_at !== null ? 'frozen' : order.parked_reason !== null ? 'parked' : undefined

/** The end of funding says something while it is ahead, and if it was missed. */
export const hasFundingEnd = (status: string): boolean =>
  status === 'STEP_1_AWAITING_FUNDING' || status === 'FAILED_FUNDING_EXPIRED'

/** What waits for the reader, and what waits for others. */
export function waitingFor(
  counts: readonly { count: number; for_you: number; is_more: boolean }[],
): { forYou: number; others: number; isMore: boolean } {
  const forYou = counts.reduce((sum, one) => sum + one.for_you, 0)
  const all = counts.reduce((sum, one) => sum + one.count, 0)
  const isMore = counts.some((one) => one.is_more && one.for_you > 0)
  return { forYou, others: all - forYou, isMore }
}

export type Trouble =
  | { is: 'unknown' }
  | { is: 'none' }
  | { is: 'bad'; count: number }
  | { is: 'well' }

/** Rails, or pairs of providers. Without any, nothing is claimed of them. */
export function claimOfTrouble<One>(
  all: readonly One[] | undefined,
  isBad: (one: One) => boolean,
): Trouble {
  if (all === undefined) return { is: 'unknown' }
  if (all.length === 0) return { is: 'none' }
  const count = all.filter(isBad).length
  return count === 0 ? { is: 'well' } : { is: 'bad', count }
}

export type Waiting =
  | { is: 'unknown' }
  | { is: 'nothing' }
  | { is: 'some'; count: number; isMore: boolean }

/** What is in a list, from the pages that were read. */
export function claimOfWaiting(
  pages: readonly { data: readonly unknown[]; cursor: string | null }[] | undefined,
): Waiting {
  if (pages === undefined) return { is: 'unknown' }
  const count = pages.reduce((sum, { data }) => sum + data.length, 0)
  const isMore = pages.at(-1)?.cursor != null
  return count === 0 && !isMore ? { is: 'nothing' } : { is: 'some', count, isMore }
}
