// All SQL of rate_samples and balance_samples: what the worker saw, since neither rates nor balances have a history.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { formatRate } from '../../platform/money/decimal.ts'
import type { DeskBalance } from '../treasury/desk-balances.ts'
import type { Span } from './spans.ts'

export type RateUnit = 'minutes' | 'hour'
export type RateSample = {
  provider: string
  payinCurrency: string
  payoutCurrency: string
  /** At 18 decimals. */
  rate: bigint
}

export const upsertRateSamples = write(
  'upsert_rate_samples',
  ['providers', 'payin_currencies', 'payout_currencies', 'rates', 'minutes', 'hour'],
  `insert into rate_samples (provider, payin_currency, payout_currency, unit, at, rate)
   select provider, payin_currency, payout_currency, unit, at, rate
     from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as r (provider, payin_currency, payout_currency, rate)
    cross join (values ('minutes', $5::timestamptz), ('hour', $6::timestamptz)) units (unit, at)
       on conflict (provider, payin_currency, payout_currency, unit, at) do update set rate = excluded.rate`,
  (samples: readonly RateSample[], at: { minutes: Instant; hour: Instant }) => [
    samples.map(({ provider }) => provider),
    samples.map(({ payinCurrency }) => payinCurrency),
    samples.map(({ payoutCurrency }) => payoutCurrency),
    samples.map(({ rate }) => formatRate(rate)),
    sqlInstant(at.minutes),
    sqlInstant(at.hour),
  ],
)

export const selectRateSamples = allRows<
  { provider: string; at: Instant; rate: string },
  [
    providers: readonly string[],
    pair: { payinCurrency: string; payoutCurrency: string },
    Span<RateUnit>,
  ]
>(
  'select_rate_samples',
  ['providers', 'payin_currency', 'payout_currency', 'unit', 'from', 'to'],
  `select provider, at, rate::text as rate from rate_samples
    where provider = any ($1::text[]) and payin_currency = $2 and payout_currency = $3 and unit = $4 and at >= $5 and at < $6
    order by provider, at`,
  (providers, pair, { unit, from, to }) => [
    providers,
    pair.payinCurrency,
    pair.payoutCurrency,
    unit,
    sqlInstant(from),
    sqlInstant(to),
  ],
)

export const upsertBalanceSamples = write(
  'upsert_balance_samples',
  ['accounts', 'currencies', 'ledger', 'observed', 'at'],
  `insert into balance_samples (account, currency, at, ledger_minor, observed_minor)
   select account, currency, $5, ledger_minor, observed_minor
     from unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[]) as b (account, currency, ledger_minor, observed_minor)
       on conflict (account, currency, at) do update
      set ledger_minor = excluded.ledger_minor, observed_minor = excluded.observed_minor`,
  (balances: readonly DeskBalance[], hour: Instant) => [
    balances.map(({ account }) => account),
    balances.map(({ currency }) => currency),
    balances.map(({ ledger_minor }) => ledger_minor),
    balances.map(({ observed_minor }) => observed_minor),
    sqlInstant(hour),
  ],
)

export type BalanceSample = { at: Instant; ledger_minor: string; observed_minor: string | null }

/** The last sample of each hour or day. */
export const selectBalanceSamples = allRows<
  BalanceSample,
  [account: string, currency: string, Span<'hour' | 'day'>]
>(
  'select_balance_samples',
  ['account', 'currency', 'from', 'to', 'hours'],
  `select at, ledger_minor::text as ledger_minor, observed_minor::text as observed_minor
     from (select distinct on (date_trunc($5, at, 'UTC')) date_trunc($5, at, 'UTC')::timestamptz as at, ledger_minor, observed_minor
             from balance_samples
            where account = $1 and currency = $2 and at >= $3 and at < $4
            order by date_trunc($5, at, 'UTC'), balance_samples.at desc) last
    order by at`,
  (account, currency, { unit, from, to }) => [
    account,
    currency,
    sqlInstant(from),
    sqlInstant(to),
    unit,
  ],
)

const DELETE_OLD_RATE_SAMPLES = statement(
  'delete_old_rate_samples',
  ['minutes_before', 'hours_before'],
  `delete from rate_samples where (unit = 'minutes' and at < $1) or (unit = 'hour' and at < $2)`,
)
const DELETE_OLD_BALANCE_SAMPLES = statement(
  'delete_old_balance_samples',
  ['hours_before'],
  `delete from balance_samples where at < $1`,
)

export async function deleteOldSamples(
  db: Db,
  { minutes, hours }: { minutes: Instant; hours: Instant },
): Promise<void> {
  await rows(db, DELETE_OLD_RATE_SAMPLES, [sqlInstant(minutes), sqlInstant(hours)])
  await rows(db, DELETE_OLD_BALANCE_SAMPLES, [sqlInstant(hours)])
}
