// Applies the smallest amounts of an operator file. They replace all present ones.
import { isDeepStrictEqual } from 'node:util'
import { formatAmount } from '../../platform/money/decimal.ts'
import { selectRails } from '../../outside/rails/queries.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import {
  selectSmallAmounts,
  upsertSmallAmount,
  type SmallAmountRule,
} from '../../engine/small-amounts/queries.ts'
import type { Applying } from './applying.ts'
import { changed } from './differences.ts'
import type { SmallAmountEntry } from './judge-small-amounts.ts'
import { nearestFirst } from '../../platform/nearest.ts'

/** Call it after the rails of the file were applied. */
export async function applySmallAmounts(
  { db, changes, problems, environment }: Applying,
  entries: readonly SmallAmountEntry[] | undefined,
): Promise<void> {
  if (entries === undefined) return
  const configured = (await selectRails(db)).map(({ name }) => name)
  const rails = environment === 'sandbox' ? [...configured, SIMULATED_RAIL] : configured
  for (const { path, rule } of entries)
    if (!rails.includes(rule.rail)) {
      const reason = `there is no rail ${rule.rail}; known rails: ${nearestFirst(rule.rail, rails)}`
      problems.push({ path: [...path, 'rail'], reason })
    }
  const before = await selectSmallAmounts(db)
  const after = entries.map(({ rule }) => rule)
  const details: string[] = []
  for (const rule of after) {
    const known = before.find(isOf(rule))
    if (isDeepStrictEqual(known, rule)) continue
    await upsertSmallAmount(db, rule)
    details.push(changed(`${rule.rail} ${rule.currency}`, textOf(known), textOf(rule)))
  }
  for (const rule of before) {
    if (after.some(isOf(rule))) continue
    await upsertSmallAmount(db, { ...rule, ...NONE })
    details.push(changed(`${rule.rail} ${rule.currency}`, textOf(rule), 'none'))
  }
  if (details.length > 0) changes.push({ verb: 'change', what: 'small_amounts', details })
}

const NONE = { smallest_deposit_minor: 0n, smallest_refund_minor: 0n, refund_fee_minor: 0n }

const isOf = (rule: SmallAmountRule) => (other: SmallAmountRule) =>
  other.rail === rule.rail && other.currency === rule.currency

function textOf(rule: SmallAmountRule | undefined): string {
  if (rule === undefined) return 'none'
  const { currency, below } = rule
  const [deposit, refund, fee] = [
    rule.smallest_deposit_minor,
    rule.smallest_refund_minor,
    rule.refund_fee_minor,
  ].map((minor) => formatAmount(minor, currency))
  return `deposits from ${deposit}, refunds from ${refund}, ${below} below, fee of refunds ${fee}`
}
