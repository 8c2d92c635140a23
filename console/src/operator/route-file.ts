// The terms of a route as the page edits them, and the operator file that describes them. JSON is YAML, and a file may
// describe a single route. Amounts stay texts.
import { decimal } from '@corridor/sdk'
import { trimmed } from '../parts/sums.ts'
import type { components } from '../../../server/operator-client/openapi.ts'

type Route = components['schemas']['DeskRoute']

export type Terms = {
  providers: string
  min: string
  max: string
  tiers: { min: string; max: string; bps: string }[]
  taxBps: string
  feeTreatment: string
  slippageBps: string
  openTotal: string
  submission: string
  funding: string
}

const MINUTE_S = 60

export const termsOf = (route: Route): Terms => ({
  providers: [route.liquidity_provider, ...route.further_providers].join(', '),
  min: route.payin_limits.min,
  max: route.payin_limits.max,
  tiers: route.indicative_cost_tiers.map(({ min, max, bps }) => ({ min, max, bps: String(bps) })),
  taxBps: String(route.tax_bps),
  feeTreatment: route.fee_treatment,
  slippageBps: String(route.max_slippage_bps),
  openTotal: route.max_open_total,
  submission: String(route.submission_window_seconds / MINUTE_S),
  funding: String(route.funding_window_seconds / MINUTE_S),
})

/** A whole number as one, anything else as the text that was typed: the service says what is wrong with it. */
const countOf = (text: string): number | string =>
  /^\d+$/.test(text) ? Number.parseInt(text, 10) : text
const bpsOf = (text: string): number | string =>
  /^\d+(\.0+)?$/.test(text) ? Number.parseInt(text, 10) : text

export const fileOf = (route: Route, enterprise: string, terms: Terms): string =>
  JSON.stringify(
    {
      enterprises: [
        {
          name: enterprise,
          organizations: [
            {
              name: route.organization_name,
              routes: [
                {
                  name: route.name,
                  payin_currency: route.payin_currency,
                  payout_currency: route.payout_currency,
                  liquidity_providers: terms.providers.split(',').map((name) => name.trim()),
                  disabled: route.is_disabled,
                  estimated_settlement_time: route.estimated_settlement_time,
                  payin_limits: { min: terms.min, max: terms.max },
                  cost_tiers: terms.tiers.map(({ min, max, bps }) => ({
                    min,
                    max,
                    bps: bpsOf(bps),
                  })),
                  tax_bps: countOf(terms.taxBps),
                  fee_treatment: terms.feeTreatment,
                  max_slippage_bps: countOf(terms.slippageBps),
                  max_open_total: terms.openTotal,
                  submission_minutes: countOf(terms.submission),
                  funding_minutes: countOf(terms.funding),
                  inclusive_account_types: route.inclusive_account_types,
                  ...(route.has_trading_hours_configured
                    ? {
                        trading_hours: route.trading_hours.map(
                          ({ day_of_week: day, ...hours }) => ({
                            days_of_week: [day],
                            ...hours,
                          }),
                        ),
                      }
                    : {}),
                },
              ],
            },
          ],
        },
      ],
    },
    null,
    2,
  )

const MOST_AMOUNTS = 5

/** Five amounts between the limits: the smallest, ten times as much and so on, and the largest. */
export function amountsBetween(min: string, max: string): string[] {
  if (!isAmount(min) || !isAmount(max) || decimal.compare(min, '0') <= 0) return []
  const decimals = Math.max(decimalsOf(min), decimalsOf(max))
  const [from, to] = [decimal.toMinor(min, decimals), decimal.toMinor(max, decimals)]
  const amounts: bigint[] = []
  for (let amount = from; amount < to && amounts.length < MOST_AMOUNTS - 1; amount *= 10n)
    amounts.push(amount)
  const half = to / 2n
  if (amounts.length < MOST_AMOUNTS - 1 && half > from && !amounts.includes(half))
    amounts.push(half)
  return [...amounts, to]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((minor) => trimmed(decimal.fromMinor(minor, decimals)))
}

const isAmount = (amount: string): boolean => /^\d+(\.\d+)?$/.test(amount)
const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0
