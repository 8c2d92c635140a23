// Describes the changes of an operator file: keys with their old and new values. Settings of an adapter may hold
// secrets, so only their names are shown.
import { isDeepStrictEqual } from 'node:util'
import type { WeeklyHours } from '../../platform/calendars/hours.ts'
import { tiersView } from '../../engine/routes/view.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { ProviderLimit } from '../../outside/providers/queries.ts'
import type { OutflowCap } from '../../outside/rails/outflow-caps.ts'
import type { Contact, PairEntry } from './judge-file.ts'
import type { DescribedTerms } from './judge-route.ts'

type Shown<Row> = { [Column in keyof Row]: { key: string; show(row: Row): string } }

const MINUTE_MS = 60_000
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const hoursText = (hours: readonly WeeklyHours[]): string =>
  hours
    .map((one) => `${DAYS[one.dayOfWeek]} ${one.startTime}-${one.endTime} ${one.timezone}`)
    .join(', ') || 'none'

const routeKeys: Shown<DescribedTerms> = {
  name: { key: 'name', show: (row) => row.name },
  payin_currency: { key: 'payin_currency', show: (row) => row.payin_currency },
  payout_currency: { key: 'payout_currency', show: (row) => row.payout_currency },
  provider_name: { key: 'liquidity_provider', show: (row) => row.provider_name },
  further_providers: {
    key: 'liquidity_providers',
    show: (row) => [row.provider_name, ...row.further_providers].join(', '),
  },
  is_disabled: { key: 'disabled', show: (row) => `${row.is_disabled}` },
  estimated_settlement_time: {
    key: 'estimated_settlement_time',
    show: (row) => row.estimated_settlement_time,
  },
  payin_min_minor: {
    key: 'payin_limits.min',
    show: (row) => formatAmount(row.payin_min_minor, row.payin_currency),
  },
  payin_max_minor: {
    key: 'payin_limits.max',
    show: (row) => formatAmount(row.payin_max_minor, row.payin_currency),
  },
  cost_tiers: {
    key: 'cost_tiers',
    show: (row) =>
      tiersView(row.cost_tiers, row.payin_currency)
        .map(({ min, max, bps }) => `${min} to ${max} at ${bps} bps`)
        .join(', '),
  },
  tax_bps: { key: 'tax_bps', show: (row) => `${row.tax_bps}` },
  fee_treatment: { key: 'fee_treatment', show: (row) => row.fee_treatment },
  max_slippage_bps: { key: 'max_slippage_bps', show: (row) => `${row.max_slippage_bps}` },
  max_open_total_minor: {
    key: 'max_open_total',
    show: (row) => formatAmount(row.max_open_total_minor, row.payin_currency),
  },
  submission_window_ms: {
    key: 'submission_minutes',
    show: (row) => `${row.submission_window_ms / MINUTE_MS}`,
  },
  funding_window_ms: {
    key: 'funding_minutes',
    show: (row) => `${row.funding_window_ms / MINUTE_MS}`,
  },
  trading_hours: { key: 'trading_hours', show: (row) => hoursText(row.trading_hours) },
  inclusive_account_types: {
    key: 'inclusive_account_types',
    show: (row) => row.inclusive_account_types.join(', ') || 'all',
  },
}

const contactKeys: Shown<Contact> = {
  contact_email: { key: 'contact.email', show: (row) => row.contact_email },
  contact_first_name: { key: 'contact.first_name', show: (row) => row.contact_first_name },
  contact_last_name: { key: 'contact.last_name', show: (row) => row.contact_last_name },
}

type PairTerms = Pick<PairEntry, 'hours' | 'max_rate_age_ms' | 'position'>

const pairKeys: Shown<PairTerms> = {
  hours: { key: 'hours', show: (row) => hoursText(row.hours) },
  max_rate_age_ms: {
    key: 'max_rate_age_seconds',
    show: (row) => `${row.max_rate_age_ms / 1000}`,
  },
  position: { key: 'place among the pairs', show: (row) => `${row.position + 1}` },
}

/** The text of one change: `disabled: false -> true`. */
export const changed = (key: string, from: string, to: string): string => `${key}: ${from} -> ${to}`

export const routeChanges = (before: DescribedTerms, after: DescribedTerms): string[] =>
  changesOf(routeKeys, before, after)

/** The keys of the file whose values differ. */
export const routeKeysChanged = (before: DescribedTerms, after: DescribedTerms): string[] =>
  columnsChanged(routeKeys, before, after).map(({ key }) => key)

export const contactChanges = (before: Contact, after: Contact): string[] =>
  changesOf(contactKeys, before, after)

/** `before` is undefined for a new pair. */
export function pairChanges(
  before: Omit<PairEntry, 'provider_name'> | undefined,
  after: PairEntry,
): string[] {
  const pair = `${after.payin_currency} to ${after.payout_currency}`
  if (before === undefined) return [`${pair}: new`]
  const lines = [
    ...changesOf(pairKeys, before, after),
    ...settingsChanges(before.settings, after.settings),
  ]
  return lines.map((line) => `${pair} ${line}`)
}

/** The changes of a rail's caps in one currency. */
export function capChanges(before: OutflowCap, after: OutflowCap): string[] {
  const shown = (minor: bigint | null) =>
    minor === null ? 'none' : formatAmount(minor, after.currency)
  const capKeys: Shown<Pick<OutflowCap, 'max_send_minor' | 'max_hour_minor'>> = {
    max_send_minor: {
      key: `max_send.${after.currency}`,
      show: (row) => shown(row.max_send_minor),
    },
    max_hour_minor: {
      key: `max_hour.${after.currency}`,
      show: (row) => shown(row.max_hour_minor),
    },
  }
  return changesOf(capKeys, before, after)
}

/** The changes of a provider's limits in one currency. */
export function limitChanges(before: ProviderLimit, after: ProviderLimit): string[] {
  const limitKeys: Shown<Pick<ProviderLimit, 'settlement_limit_minor' | 'is_prefunded'>> = {
    settlement_limit_minor: {
      key: `settlement_limit.${after.currency}`,
      show: ({ settlement_limit_minor: minor }) =>
        minor === null ? 'none' : formatAmount(minor, after.currency),
    },
    is_prefunded: {
      key: `prefunded.${after.currency}`,
      show: (row) => `${row.is_prefunded}`,
    },
  }
  return changesOf(limitKeys, before, after)
}

type Settings = Record<string, unknown>

export const settingsChanges = (before: Settings, after: Settings): string[] =>
  Object.keys({ ...before, ...after })
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => `settings.${key}: changed, values are not shown`)

const changesOf = <Row extends object>(keys: Shown<Row>, before: Row, after: Row): string[] =>
  columnsChanged(keys, before, after).map(({ key, show }) =>
    changed(key, show(before), show(after)),
  )

function columnsChanged<Row extends object>(keys: Shown<Row>, before: Row, after: Row) {
  const columns = []
  for (const column in keys) {
    if (!isDeepStrictEqual(before[column], after[column])) columns.push(keys[column])
  }
  return columns
}
