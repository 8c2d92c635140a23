// Series as answers: each with its span, its sums, and points where something happened. Amounts are exact texts.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import {
  choice,
  count,
  currency,
  exact,
  instant,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { orderStatuses } from '../orders/states.ts'
import { percentileSeconds } from './ages.ts'
import type { OrderSum } from './order-sum-queries.ts'
import { sumUnits, type Span, type SumUnit } from './spans.ts'

export const periodQuery = {
  from: Type.Optional(
    instant(
      'The beginning. It is moved back to that of its unit. The default shows 24 hours, 30 days or 12 months.',
      '2026-03-01T00:00:00Z',
    ),
  ),
  to: Type.Optional(
    instant('The end, which does not belong to it. The default is now.', '2026-03-02T00:00:00Z'),
  ),
}
export const unitQuery = {
  unit: Type.Optional(
    choice(sumUnits, 'What a point is, in UTC. At most 400 of them. The default is hours.', {
      title: 'SeriesUnit',
    }),
  ),
  ...periodQuery,
}
export const USUAL_POINTS = { hour: 24, day: 30, month: 12 } as const

const at = timestamp('The beginning of the hour, day or month.')
export const spanFields = {
  from: timestamp('The beginning of the first point.'),
  to: timestamp('The end of the last point.'),
}
export const spanView = ({ from, to }: Span) => ({ from: toTimestamp(from), to: toTimestamp(to) })

const sums = {
  orders: count('How many orders.', 12),
  payin: amountField,
  payout: amountField,
  cost: amountField,
}
const seconds = (description: string) =>
  nullable(count(description, 95), 'To about a tenth. Null without orders.')
const times = {
  orders: count('How many orders were completed.', 12),
  p50_seconds: seconds('Half of the orders took at most so long.'),
  p95_seconds: seconds('Of 100 orders, 95 took at most so long.'),
}

export const orderSeriesSchema = exact(
  {
    unit: choice(sumUnits, 'What a point is, in UTC.', { title: 'SeriesUnit' }),
    ...spanFields,
    since: nullable(
      timestamp('An instant.'),
      'What orders did before is not counted. Null: nothing is counted yet.',
    ),
    series: Type.Array(
      exact(
        {
          payin_currency: currency('The payin currency.', 'USDC'),
          payout_currency: currency('The payout currency.', 'COP'),
          status: choice(orderStatuses, 'The status that the orders entered.', {
            title: 'OrderStatus',
          }),
          total: exact(sums, {
            title: 'OrderSum',
            description:
              'The orders, their payin and payout totals, and their fees with tax, in the payin currency.',
          }),
          points: Type.Array(
            exact(
              { at, ...sums },
              {
                title: 'OrderSumPoint',
                description: 'What orders did in one unit of time.',
              },
            ),
            {
              description: 'The oldest first. A time without orders has no point.',
            },
          ),
        },
        { title: 'OrderSeriesOfStatus', description: 'Orders of two currencies and a status.' },
      ),
      { description: 'By currencies and status.' },
    ),
    completion: exact(
      {
        ...times,
        points: Type.Array(
          exact(
            { at, ...times },
            {
              title: 'CompletionPoint',
              description: 'How long the orders of one unit of time took.',
            },
          ),
          {
            description: 'The oldest first. A time without orders has no point.',
          },
        ),
      },
      { title: 'CompletionTimes', description: 'The time from funded to completed.' },
    ),
  },
  { title: 'OrderSeries', description: 'What orders did over time.' },
)

export function orderSeriesView(
  span: Span<SumUnit>,
  found: readonly OrderSum[],
  since: Instant | null,
): Static<typeof orderSeriesSchema> {
  const groups = Map.groupBy(found, (row) =>
    [row.payin_currency, row.payout_currency, row.status].join(' '),
  )
  const completed = found.filter(({ status }) => status === 'STEP_4_COMPLETED')
  return {
    unit: span.unit,
    ...spanView(span),
    since: toTimestampOrNull(since),
    series: [...groups]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, group]) => {
        const [first] = group
        if (first === undefined) return []
        const { payin_currency, payout_currency, status } = first
        const total = sumView(group)
        const points = byInstant(group).map(([point, rows]) => ({ at: point, ...sumView(rows) }))
        return [{ payin_currency, payout_currency, status, total, points }]
      }),
    completion: {
      ...timesView(completed),
      points: byInstant(completed).map(([point, rows]) => ({ at: point, ...timesView(rows) })),
    },
  }
}

/** Rows come in the order of their instants. */
const byInstant = (found: readonly OrderSum[]) => [
  ...Map.groupBy(found, (row) => toTimestamp(row.at)),
]

function sumView(found: readonly OrderSum[]) {
  const sum = (name: 'orders' | 'payin_minor' | 'payout_minor' | 'cost_minor') =>
    found.reduce((total, row) => total + BigInt(row[name]), 0n)
  const { payin_currency: payin = '', payout_currency: payout = '' } = found[0] ?? {}
  return {
    orders: Number.parseInt(String(sum('orders')), 10),
    payin: formatAmount(sum('payin_minor'), payin),
    payout: formatAmount(sum('payout_minor'), payout),
    cost: formatAmount(sum('cost_minor'), payin),
  }
}

function timesView(found: readonly OrderSum[]) {
  const counts = found.flatMap(({ ages }) =>
    ages.map((orders, index) => ({ step: index + 1, count: BigInt(orders) })),
  )
  const orders = counts.reduce((total, one) => total + one.count, 0n)
  return {
    orders: Number.parseInt(String(orders), 10),
    p50_seconds: percentileSeconds(counts, 50n),
    p95_seconds: percentileSeconds(counts, 95n),
  }
}
