// The section `small_amounts`: all smallest amounts of the deployment, by rail and currency.
import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import type { Db } from '../../../platform/db/pool.ts'
import { formatAmount } from '../../../platform/money/decimal.ts'
import { nearestFirst } from '../../../platform/nearest.ts'
import {
  belowChoices,
  selectSmallAmounts,
  upsertSmallAmount,
  type SmallAmountRule,
} from '../../../engine/small-amounts/queries.ts'
import type { Applying } from '../applying.ts'
import { changed } from '../differences.ts'
import { amount, exact, isKnownCurrency, judgeAmount, type Place } from '../judging.ts'
import { listSection } from '../section.ts'
import { railNames } from './rails.ts'

const schema = exact({
  rail: Type.String(),
  currency: Type.String(),
  smallest_deposit: amount,
  smallest_refund: amount,
  /** Decides what happens to smaller amounts. */
  below: Type.Enum(belowChoices),
  /** The part of the cost of a refund that the payer bears; none without it. */
  refund_fee: Type.Optional(amount),
})
type Content = Static<typeof schema>
type Entry = { place: Place; rule: SmallAmountRule }

export const smallAmounts = listSection({
  key: 'small_amounts',
  noun: 'smallest amount',
  stage: 'limits',
  entry: schema,
  nameOf: ({ rule }) => `${rule.currency} at ${rule.rail}`,
  check,
  apply,
  write: ({ db }) => write(db),
})

/** The most parts of a refund that collects others: each new part reads all of them. */
const MOST_PARTS = 100n

function check(place: Place, one: Content): Entry | undefined {
  const { rail, currency, below, refund_fee } = one
  if (!isKnownCurrency(place.at('currency'), currency)) return undefined
  const minorOf = (key: 'smallest_deposit' | 'smallest_refund' | 'refund_fee', text: string) =>
    judgeAmount(place.at(key), text, currency)
  const deposit = minorOf('smallest_deposit', one.smallest_deposit)
  const refund = minorOf('smallest_refund', one.smallest_refund)
  const fee = refund_fee === undefined ? 0n : minorOf('refund_fee', refund_fee)
  if (deposit === undefined || refund === undefined || fee === undefined) return undefined
  if (deposit > refund)
    place
      .at('smallest_deposit')
      .problem(
        `smallest_deposit ${one.smallest_deposit} is above smallest_refund ${one.smallest_refund}: a deposit between them could be sent back, but is not credited`,
      )
  if (fee >= refund)
    place
      .at('refund_fee')
      .problem(
        `refund_fee ${refund_fee} is not below smallest_refund ${one.smallest_refund}: such a refund would send nothing`,
      )
  if (below === 'collect' && refund > deposit * MOST_PARTS)
    place
      .at('smallest_deposit')
      .problem(
        `smallest_deposit ${one.smallest_deposit} is below a hundredth of smallest_refund ${one.smallest_refund}: with \`below: collect\` it must be at least that`,
      )
  return {
    place,
    rule: {
      rail,
      currency,
      smallest_deposit_minor: deposit,
      smallest_refund_minor: refund,
      below,
      refund_fee_minor: fee,
    },
  }
}

async function apply(applying: Applying, entries: readonly Entry[]): Promise<void> {
  const { db, changes, problems } = applying
  const rails = await railNames(applying)
  for (const { place, rule } of entries)
    if (!rails.includes(rule.rail)) {
      const reason = `there is no rail ${rule.rail}; known rails: ${nearestFirst(rule.rail, rails)}`
      problems.push({ path: place.at('rail').path, reason })
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

const write = async (db: Db): Promise<Content[]> =>
  (await selectSmallAmounts(db)).map((rule) => ({
    rail: rule.rail,
    currency: rule.currency,
    smallest_deposit: formatAmount(rule.smallest_deposit_minor, rule.currency),
    smallest_refund: formatAmount(rule.smallest_refund_minor, rule.currency),
    below: rule.below,
    ...(rule.refund_fee_minor === 0n
      ? {}
      : { refund_fee: formatAmount(rule.refund_fee_minor, rule.currency) }),
  }))
