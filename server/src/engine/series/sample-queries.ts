// All SQL of rate_samples, balance_samples and open_total_samples: what the worker saw, since none of them has a history.
import type { Instant } from '../../platform/clock.ts'
import { joinByIndex, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
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

/** Notes the highest open total of each route in this hour. */
export const upsertOpenTotalSamples = write(
  'upsert_open_total_samples',
  ['hour'],
  `insert into open_total_samples as s (organization_id, route_id, at, open_minor, bound_minor)
   select t.organization_id, t.route_id, $1, t.open_minor, r.max_open_total_minor
     from (select organization_id, route_id, sum(open_minor) as open_minor from open_totals
            group by organization_id, route_id having sum(open_minor) > 0) t
     ${joinByIndex('configured_routes', 'organization_id = t.organization_id and id = t.route_id', 'r')}
    order by t.organization_id, t.route_id
       on conflict (organization_id, route_id, at) do update
      set open_minor = greatest(s.open_minor, excluded.open_minor), bound_minor = excluded.bound_minor`,
  (hour: Instant) => [sqlInstant(hour)],
)

export type OpenTotalSample = { at: Instant; open_minor: string; bound_minor: string }

/** The highest of each hour or day, with the bound of its last hour. */
export const selectOpenTotalSamples = allRows<
  OpenTotalSample,
  [route: { organizationId: Uuid<'org'>; id: Uuid<'rt'> }, Span<'hour' | 'day'>]
>(
  'select_open_total_samples',
  ['organization_id', 'route_id', 'from', 'to', 'unit'],
  `select date_trunc($5, at, 'UTC')::timestamptz as at, max(open_minor)::text as open_minor,
          (array_agg(bound_minor order by open_total_samples.at desc))[1]::text as bound_minor
     from open_total_samples
    where organization_id = $1 and route_id = $2 and at >= $3 and at < $4
    group by 1 order by 1`,
  ({ organizationId, id }, { unit, from, to }) => [
    organizationId,
    id,
    sqlInstant(from),
    sqlInstant(to),
    unit,
  ],
)

const DELETE_OLD_OPEN_TOTAL_SAMPLES = statement(
  'delete_old_open_total_samples',
  ['before'],
  `delete from open_total_samples where at < $1`,
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
  { minutes, hours, totals }: { minutes: Instant; hours: Instant; totals: Instant },
): Promise<void> {
  await rows(db, DELETE_OLD_RATE_SAMPLES, [sqlInstant(minutes), sqlInstant(hours)])
  await rows(db, DELETE_OLD_BALANCE_SAMPLES, [sqlInstant(hours)])
  await rows(db, DELETE_OLD_OPEN_TOTAL_SAMPLES, [sqlInstant(totals)])
}
