// The series that only operators see: margin, rates and balances.
import Type, { type Static } from 'typebox'
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  count,
  currency,
  decimal,
  exact,
  identifier,
  nullable,
  signedDecimal,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import {
  formatAmount,
  formatRateText,
  formatSignedAmount,
  parseRate,
} from '../../platform/money/decimal.ts'
import { percentileOf } from '../../engine/series/ages.ts'
import type { CallSumRow } from '../../engine/series/call-queries.ts'
import { callKinds, longestOfCall, type CallKind } from '../../engine/series/call-sums.ts'
import type { LedgerFlow } from '../../engine/series/flow-queries.ts'
import type {
  BalanceSample,
  OpenTotalSample,
  RateUnit,
} from '../../engine/series/sample-queries.ts'
import { sumUnits, type Span, type SumUnit } from '../../engine/series/spans.ts'
import { divideRoundHalfUp } from '../../platform/money/rounding.ts'
import { spanFields, spanView } from '../../engine/series/view.ts'

const NETWORK_FEE = 'network_fee'
/** Accounts of `marginMinorOf`: the margin is their credits less their debits. */
export const marginAccounts = [
  'fee',
  'fx_result',
  'rounding',
  'refund_fee',
  'small_amounts',
  'provider_fee',
  'rail_fee',
  NETWORK_FEE,
  'written_off',
] as const

const margins = {
  margin: signedDecimal('Earnings less losses.', '112.50'),
  network_fee: signedDecimal('The part that went to networks as gas. Positive: paid.', '0.004210'),
}
export const marginSeriesSchema = exact(
  {
    unit: choice(sumUnits, 'What a point is, in UTC.', { title: 'SeriesUnit' }),
    ...spanFields,
    series: Type.Array(
      exact(
        {
          currency: currency('The currency.', 'USDC'),
          total: exact(margins, {
            title: 'MarginSum',
            description: 'The margin of the whole span.',
          }),
          points: Type.Array(
            exact(
              { at: timestamp('The beginning.'), ...margins },
              { title: 'MarginPoint', description: 'The margin of one unit of time.' },
            ),
            { description: 'The oldest first. A time without transfers has no point.' },
          ),
        },
        { title: 'MarginSeriesOfCurrency', description: 'The margin in one currency.' },
      ),
      { description: 'By currency.' },
    ),
  },
  { title: 'MarginSeries', description: 'What the desk earned over time, from its ledger.' },
)

export function marginSeriesView(
  span: Span<SumUnit>,
  flows: readonly LedgerFlow[],
): Static<typeof marginSeriesSchema> {
  const sum = (found: readonly LedgerFlow[], of: string) => {
    const minor = (rows: readonly LedgerFlow[]) =>
      rows.reduce((total, row) => total + BigInt(row.minor), 0n)
    return {
      margin: formatSignedAmount(-minor(found), of),
      network_fee: formatSignedAmount(
        minor(found.filter(({ account }) => account === NETWORK_FEE)),
        of,
      ),
    }
  }
  return {
    unit: span.unit,
    ...spanView(span),
    series: [...Map.groupBy(flows, (row) => row.currency)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([of, found]) => ({
        currency: of,
        total: sum(found, of),
        points: [...Map.groupBy(found, (row) => toTimestamp(row.at))].map(([at, rows]) => ({
          at,
          ...sum(rows, of),
        })),
      })),
  }
}

export const rateUnits = ['minutes', 'hour'] as const
export const rateSeriesSchema = exact(
  {
    unit: choice(rateUnits, 'What a point is: five minutes or an hour.', {
      title: 'RateSeriesUnit',
    }),
    ...spanFields,
    payin_currency: currency('The payin currency.', 'USDC'),
    payout_currency: currency('The payout currency.', 'COP'),
    providers: Type.Array(
      exact(
        {
          liquidity_provider: anyText('The provider.', 'ALPHA'),
          below_best_bps: nullable(
            count('Basis points.', 12),
            'How far its last rate is below the best one of the same time. Null without a rate then.',
          ),
          points: Type.Array(
            exact(
              { at: timestamp('The beginning.'), rate: decimal('The last fresh rate.', '4237.25') },
              { title: 'RatePoint', description: 'A rate as it was sampled.' },
            ),
            { description: 'The oldest first. A time without a fresh rate has no point.' },
          ),
        },
        { title: 'RateSeriesOfProvider', description: 'The rates of one provider.' },
      ),
      { description: 'Every provider of the pair, by name.' },
    ),
  },
  { title: 'RateSeries', description: 'The rates of a pair over time.' },
)

type SampledRate = { provider: string; at: Instant; rate: string }

export function rateSeriesView(
  span: Span<RateUnit>,
  pair: { payin_currency: string; payout_currency: string },
  names: readonly string[],
  found: readonly SampledRate[],
): Static<typeof rateSeriesSchema> {
  const newest = Math.max(...found.map(({ at }) => at))
  const present = found.filter(({ at }) => at === newest)
  const best = present.reduce((most, { rate }) => maxOf(most, parseRate(rate)), 0n)
  const belowBest = (name: string) => {
    const own = present.find(({ provider }) => provider === name)
    return own === undefined
      ? null
      : Number.parseInt(String(divideRoundHalfUp((best - parseRate(own.rate)) * 10_000n, best)), 10)
  }
  return {
    unit: span.unit,
    ...spanView(span),
    payin_currency: pair.payin_currency,
    payout_currency: pair.payout_currency,
    providers: names.map((name) => ({
      liquidity_provider: name,
      below_best_bps: belowBest(name),
      points: found
        .filter(({ provider }) => provider === name)
        .map(({ at, rate }) => ({ at: toTimestamp(at), rate: formatRateText(rate) })),
    })),
  }
}
const maxOf = (one: bigint, other: bigint): bigint => (one > other ? one : other)

export const balanceUnits = ['hour', 'day'] as const
export const balanceSeriesSchema = exact(
  {
    unit: choice(balanceUnits, 'What a point is, in UTC.', { title: 'BalanceSeriesUnit' }),
    ...spanFields,
    account: anyText('The account.', 'rail:spei'),
    currency: currency('The currency.', 'MXN'),
    points: Type.Array(
      exact(
        {
          at: timestamp('The beginning.'),
          ledger: signedDecimal('The balance in the ledger.', '1000.00'),
          outside: nullable(
            signedDecimal('A balance.', '1000.00'),
            'What the rail or provider reported. Null: nothing.',
          ),
        },
        { title: 'BalancePoint', description: 'A balance as it was compared.' },
      ),
      { description: 'The last comparison of each unit, the oldest first.' },
    ),
  },
  { title: 'BalanceSeries', description: 'The balance of a rail or provider over time.' },
)

export const balanceSeriesView = (
  span: Span<'hour' | 'day'>,
  account: string,
  of: string,
  samples: readonly BalanceSample[],
): Static<typeof balanceSeriesSchema> => ({
  unit: span.unit,
  ...spanView(span),
  account,
  currency: of,
  points: samples.map(({ at, ledger_minor: ledger, observed_minor: outside }) => ({
    at: toTimestamp(at),
    ledger: formatSignedAmount(BigInt(ledger), of),
    outside: outside === null ? null : formatSignedAmount(BigInt(outside), of),
  })),
})

export const openTotalSeriesSchema = exact(
  {
    unit: choice(balanceUnits, 'What a point is, in UTC.', { title: 'OpenTotalSeriesUnit' }),
    ...spanFields,
    route_id: identifier('rt', 'The route.'),
    currency: currency('The payin currency.', 'USDC'),
    points: Type.Array(
      exact(
        {
          at: timestamp('The beginning.'),
          open_total: decimal('The highest sum of orders that awaited funding.', '25000.00'),
          max_open_total: decimal('Its bound at that time.', '500000.00'),
        },
        { title: 'OpenTotalPoint', description: 'An open total as it was seen.' },
      ),
      { description: 'The oldest first. A time without such orders has no point.' },
    ),
  },
  { title: 'OpenTotalSeries', description: 'The open total of a route over time.' },
)

export const openTotalSeriesView = (
  span: Span<'hour' | 'day'>,
  { id, payin_currency: of }: { id: Uuid<'rt'>; payin_currency: string },
  samples: readonly OpenTotalSample[],
): Static<typeof openTotalSeriesSchema> => ({
  unit: span.unit,
  ...spanView(span),
  route_id: publicId('rt', id),
  currency: of,
  points: samples.map(({ at, open_minor: open, bound_minor: bound }) => ({
    at: toTimestamp(at),
    open_total: formatAmount(BigInt(open), of),
    max_open_total: formatAmount(BigInt(bound), of),
  })),
})

const calls = {
  answered: count('How many were answered.', 118),
  failed: count('How many failed: an error, a refusal, or no answer in time.', 2),
  p50_ms: nullable(count('Milliseconds.', 120), 'Half of them took at most so long. Null without.'),
  p95_ms: nullable(count('Milliseconds.', 380), 'Of 100, 95 took at most so long. Null without.'),
}
export const callSeriesSchema = exact(
  {
    ...spanFields,
    kind: choice(callKinds, 'What is called.', { title: 'CalledKind' }),
    name: anyText('Its name or identifier.', 'ALPHA'),
    calls: Type.Array(
      exact(
        {
          call: anyText('What is asked.', 'firm_quote'),
          total: exact(calls, { title: 'CallSum', description: 'The calls of the whole span.' }),
          points: Type.Array(
            exact(
              { at: timestamp('The beginning of the hour.'), ...calls },
              { title: 'CallPoint', description: 'The calls of an hour.' },
            ),
            { description: 'The oldest first. An hour without calls has no point.' },
          ),
        },
        { title: 'CallSeriesOfCall', description: 'Calls of one kind.' },
      ),
      { description: 'By what is asked.' },
    ),
  },
  { title: 'CallSeries', description: 'How fast and how often others answered over time.' },
)

export const callSeriesView = (
  span: Span<'hour'>,
  kind: CallKind,
  name: string,
  found: readonly CallSumRow[],
): Static<typeof callSeriesSchema> => ({
  ...spanView(span),
  kind,
  name,
  calls: [...Map.groupBy(found, (row) => row.call)].map(([call, rows]) => ({
    call,
    total: callView(rows),
    points: [...Map.groupBy(rows, (row) => toTimestamp(row.at))].map(([at, own]) => ({
      at,
      ...callView(own),
    })),
  })),
})

function callView(found: readonly CallSumRow[]) {
  const sum = (isFailed: boolean) =>
    found.reduce((total, row) => total + (row.is_failed === isFailed ? row.calls : 0n), 0n)
  const counts = found.map(({ step, calls: of }) => ({ step, count: of }))
  return {
    answered: Number.parseInt(String(sum(false)), 10),
    failed: Number.parseInt(String(sum(true)), 10),
    p50_ms: percentileOf(counts, 50n, longestOfCall),
    p95_ms: percentileOf(counts, 95n, longestOfCall),
  }
}
