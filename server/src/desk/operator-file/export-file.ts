// Describes the database as an operator file. `corridor apply` of that file changes nothing. Secrets are references in
// the settings of adapters, and stay so. Details of instruments are left out unless they are asked for: the ids suffice.
import { stringify } from 'yaml'
import { selectApprovalRules } from '../../parties/acts/queries.ts'
import { selectRoutes, type RouteRow } from '../../engine/routes/queries.ts'
import { limitsView, tiersView } from '../../engine/routes/view.ts'
import type { WeeklyHours } from '../../platform/calendars/hours.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import {
  selectEnterprises,
  selectOrganizations,
  type EnterpriseRow,
  type OrganizationRow,
} from '../../parties/organizations/queries.ts'
import {
  selectProviderLimits,
  selectTradingPairs,
  type TradingPairRow,
} from '../../outside/providers/queries.ts'
import { selectBankCalendars } from '../../outside/rails/calendar-queries.ts'
import { selectOutflowCaps, signerName } from '../../outside/rails/outflow-caps.ts'
import { selectRails } from '../../outside/rails/queries.ts'
import { selectRetentionPolicy } from '../../rules/retention/policy.ts'
import { selectScreening } from '../../rules/screening/queries.ts'
import { selectSmallAmounts } from '../../engine/small-amounts/queries.ts'
import type { Secrets } from '../../platform/config.ts'
import { selectCounterparties } from '../../engine/treasury/counterparties.ts'
import { selectVolumeLimits, type VolumeLimit } from '../../engine/volume-limits/queries.ts'
import { exportInstruments, type Exporting } from './export-instruments.ts'
import type {
  ApprovalContent,
  CalendarContent,
  CounterpartyContent,
  ProviderContent,
  RouteContent,
  ScreenerContent,
  SmallAmountContent,
  VolumesContent,
} from './file-schema.ts'

const MINUTE_MS = 60_000

/** The text of the file. `db` is a transaction with one snapshot. */
export const exportFile = async (exporting: Exporting): Promise<string> =>
  stringify(await describeAll(exporting), { lineWidth: 0, aliasDuplicateObjects: false })

async function describeAll(exporting: Exporting) {
  const { db } = exporting
  const enterprises = []
  for (const enterprise of await selectEnterprises(db))
    enterprises.push(await describeEnterprise(exporting, enterprise))
  return {
    liquidity_providers: await describeProviders(db),
    bank_calendars: await describeCalendars(db),
    rails: await describeRails(db),
    signers: await describeSigners(db),
    screening: await describeScreening(db),
    small_amounts: await describeSmallAmounts(db),
    approvals: await describeApprovals(db),
    // Senders are details of accounts.
    ...(exporting.withDetails
      ? { counterparties: await describeCounterparties(db, exporting.secrets) }
      : {}),
    retention: await selectRetentionPolicy(db),
    enterprises,
  }
}

export const describeSmallAmounts = async (db: Db): Promise<SmallAmountContent[]> =>
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

export async function describeApprovals(db: Db): Promise<ApprovalContent[]> {
  const names = new Map((await selectEnterprises(db)).map(({ id, name }) => [id, name]))
  return (await selectApprovalRules(db)).map(({ act, roles, from, enterprise_id: id }) => {
    const enterprise = id === null ? undefined : names.get(id)
    return {
      act,
      roles: [...roles],
      ...(from === null
        ? {}
        : {
            from: {
              currency: from.currency,
              amount: formatAmount(BigInt(from.minor), from.currency),
            },
          }),
      ...(enterprise === undefined ? {} : { enterprise }),
    }
  })
}

export const describeCounterparties = async (
  db: Db,
  secrets: Secrets,
): Promise<CounterpartyContent[]> =>
  (await selectCounterparties(db, secrets)).map((one) => ({
    name: one.name,
    rail: one.rail,
    currency: one.currency,
    sender: one.sender,
    from: one.account,
    ...(one.reference === null ? {} : { reference: one.reference }),
    ...(one.mostMinor === null
      ? {}
      : { max_amount: formatAmount(BigInt(one.mostMinor), one.currency) }),
    auto: one.isAutomatic,
  }))

export async function describeProviders(db: Db): Promise<ProviderContent[]> {
  const providers: ProviderContent[] = []
  const byName = Map.groupBy(await selectTradingPairs(db), (pair) => pair.provider_name)
  for (const [name, pairs] of byName) {
    const [first] = pairs
    if (first === undefined) continue
    const limits = await selectProviderLimits(db, name)
    const prefunded = limits.filter((one) => one.is_prefunded).map(({ currency }) => currency)
    providers.push({
      name,
      kind: first.kind,
      settings: first.provider_settings,
      settlement_limit: amountsOf(limits, (limit) => limit.settlement_limit_minor),
      prefunded,
      trading_pairs: pairs.map(describePair),
    })
  }
  return providers
}

const describePair = (pair: TradingPairRow) => ({
  payin_currency: pair.payin_currency,
  payout_currency: pair.payout_currency,
  hours: describeHours(pair.hours),
  max_rate_age_seconds: pair.max_rate_age_ms / 1000,
  settings: pair.settings,
})

export async function describeRails(db: Db) {
  const rails = []
  for (const { name, kind, settings, bank_calendar } of await selectRails(db))
    rails.push({
      name,
      kind,
      settings,
      ...(bank_calendar === null ? {} : { bank_calendar }),
      ...(await describeCaps(db, name)),
    })
  return rails
}

export const describeCalendars = async (db: Db): Promise<CalendarContent[]> =>
  (await selectBankCalendars(db)).map(({ name, timezone, dates }) => ({
    name,
    timezone,
    holidays: Object.fromEntries(
      [...Map.groupBy(dates, (date) => date.slice(0, 4))].map(([year, days]) => [
        year,
        days.map((date) => date.slice(5)),
      ]),
    ),
  }))

export const describeScreening = async (db: Db): Promise<ScreenerContent[]> =>
  (await selectScreening(db)).screeners.map(({ name, kind, settings }) => ({
    name,
    kind,
    settings,
  }))

export async function describeSigners(db: Db) {
  const signers = []
  const payers = new Set((await selectRails(db)).map(({ settings }) => settings['payer']))
  for (const key of payers)
    if (typeof key === 'string') signers.push({ key, ...(await describeCaps(db, signerName(key))) })
  return signers
}

async function describeCaps(db: Db, rail: string) {
  const caps = await selectOutflowCaps(db, rail)
  return {
    max_send: amountsOf(caps, (cap) => cap.max_send_minor),
    max_hour: amountsOf(caps, (cap) => cap.max_hour_minor),
  }
}

/** Amounts by currency, without those that are null. */
const amountsOf = <Row extends { currency: string }>(
  rows: readonly Row[],
  minorOf: (row: Row) => bigint | null,
): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const minor = minorOf(row)
      return minor === null ? [] : [[row.currency, formatAmount(minor, row.currency)]]
    }),
  )

async function describeEnterprise(exporting: Exporting, { id, name }: EnterpriseRow) {
  const organizations = []
  for (const organization of await selectOrganizations(exporting.db, id, null, null, null))
    organizations.push(await describeOrganization(exporting, organization))
  return { name, organizations }
}

async function describeOrganization(exporting: Exporting, row: OrganizationRow) {
  const { db, at } = exporting
  const limits = await selectVolumeLimits(db, row.id, at)
  const own = limits.filter(({ subject_id }) => subject_id === row.id)
  const contact = {
    email: row.contact_email,
    first_name: row.contact_first_name,
    last_name: row.contact_last_name,
  }
  return {
    // Customers choose the names of organizations that the API created, so these are identified by id.
    ...(row.request_hash === null ? { name: row.name, contact } : { id: publicId('org', row.id) }),
    status: row.status,
    volume_limits: describeVolumesByCurrency(own),
    instruments: await exportInstruments(exporting, row, (id) =>
      describeVolumes(limits.filter(({ subject_id }) => subject_id === id)),
    ),
    routes: (await selectRoutes(db, row.id, null, null)).map(describeRoute),
  }
}

export const describeVolumesByCurrency = (
  limits: readonly VolumeLimit[],
): Record<string, VolumesContent> =>
  Object.fromEntries(
    [...Map.groupBy(limits, ({ currency }) => currency)].map(([currency, ofIt]) => [
      currency,
      describeVolumes(ofIt),
    ]),
  )

export const describeVolumes = (limits: readonly VolumeLimit[]): VolumesContent =>
  Object.fromEntries(
    limits.map(({ period, limit_minor, currency }) => [
      period,
      formatAmount(limit_minor, currency),
    ]),
  )

export const describeRoute = (route: RouteRow): RouteContent => ({
  name: route.name,
  payin_currency: route.payin_currency,
  payout_currency: route.payout_currency,
  liquidity_providers: [route.provider_name, ...route.further_providers],
  disabled: route.is_disabled,
  estimated_settlement_time: route.estimated_settlement_time,
  payin_limits: limitsView(route),
  cost_tiers: tiersView(route.cost_tiers, route.payin_currency).map((tier) => ({
    ...tier,
    bps: Number.parseInt(tier.bps, 10),
  })),
  tax_bps: route.tax_bps,
  fee_treatment: route.fee_treatment,
  max_slippage_bps: route.max_slippage_bps,
  max_open_total: formatAmount(route.max_open_total_minor, route.payin_currency),
  submission_minutes: route.submission_window_ms / MINUTE_MS,
  funding_minutes: route.funding_window_ms / MINUTE_MS,
  trading_hours: describeHours(route.trading_hours),
  inclusive_account_types: route.inclusive_account_types,
})

/** Neighbouring days with the same hours become one row. */
function describeHours(hours: readonly WeeklyHours[]) {
  const rows: { days_of_week: number[]; start_time: string; end_time: string; timezone: string }[] =
    []
  for (const { dayOfWeek, startTime, endTime, timezone } of hours) {
    const last = rows.at(-1)
    if (last?.start_time === startTime && last.end_time === endTime && last.timezone === timezone)
      last.days_of_week.push(dayOfWeek)
    else
      rows.push({
        days_of_week: [dayOfWeek],
        start_time: startTime,
        end_time: endTime,
        timezone,
      })
  }
  return rows
}
