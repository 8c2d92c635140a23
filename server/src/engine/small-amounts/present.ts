// Caches the rules on small amounts for a second. A rule is a policy of the desk: money that came a moment before a change
// may follow the rule of before.
import type { Db } from '../../platform/db/pool.ts'
import { lately } from '../../platform/lately.ts'
import { selectSmallAmounts, type SmallAmountRule } from './queries.ts'

const MOST_AGE_MS = 1000

export type SmallAmounts = {
  /** The rule for a currency at a rail; undefined if no amount is too small there. */
  ruleOf(rail: string, currency: string): Promise<SmallAmountRule | undefined>
  /** Whether any rail has a rule. */
  areSet(): Promise<boolean>
}

export function openSmallAmounts(db: Db): SmallAmounts {
  const { present } = lately<readonly SmallAmountRule[]>(MOST_AGE_MS, () => selectSmallAmounts(db))

  return {
    ruleOf: async (rail, currency) =>
      (await present()).find((rule) => rule.rail === rail && rule.currency === currency),
    areSet: async () => (await present()).length > 0,
  }
}
