// Caches the rules on small amounts for a second. A rule is a policy of the desk: money that came a moment before a change
// may follow the rule of before.
import { monotonicMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectSmallAmounts, type SmallAmountRule } from './queries.ts'

const MOST_AGE_MS = 1000

export type SmallAmounts = {
  /** The rule for a currency at a rail; undefined if no amount is too small there. */
  ruleOf(rail: string, currency: string): Promise<SmallAmountRule | undefined>
  /** Whether any rail has a rule. */
  areSet(): Promise<boolean>
}

export function openSmallAmounts(db: Db): SmallAmounts {
  let known: { rules: readonly SmallAmountRule[]; atMs: number } | undefined
  let reading: Promise<readonly SmallAmountRule[]> | undefined

  async function read(): Promise<readonly SmallAmountRule[]> {
    const atMs = monotonicMs()
    const rules = await selectSmallAmounts(db)
    known = { rules, atMs }
    return rules
  }

  const present = async (): Promise<readonly SmallAmountRule[]> => {
    if (known !== undefined && monotonicMs() - known.atMs < MOST_AGE_MS) return known.rules
    reading ??= read().finally(() => void (reading = undefined))
    return reading
  }

  return {
    ruleOf: async (rail, currency) =>
      (await present()).find((rule) => rule.rail === rail && rule.currency === currency),
    areSet: async () => (await present()).length > 0,
  }
}
