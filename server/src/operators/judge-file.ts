// What can be said of an operator file without the database: amounts, terms, hours, details and names, all
// turned into the form in which they are stored.
import { hoursProblem, type WeeklyHours } from '../configured-routes/hours.ts'
import type { RouteTerms } from '../configured-routes/queries.ts'
import { storedTiers } from '../configured-routes/view.ts'
import { Failure } from '../errors.ts'
import { judgeInstrument } from '../instruments/create-instrument.ts'
import { methodNames, type InstrumentMethod } from '../instruments/methods.ts'
import type { InstrumentStatus } from '../instruments/queries.ts'
import { providerKinds } from '../liquidity/registry.ts'
import { isCurrency } from '../money/currencies.ts'
import { MAX_MINOR, parseAmount } from '../money/decimal.ts'
import type { OrganizationStatus } from '../organizations/queries.ts'
import type { TradingPairRow } from '../providers/queries.ts'
import { termsProblem, type Terms } from '../quotes/pricing.ts'
import type {
  FileContent,
  HoursContent,
  InstrumentContent,
  OrganizationContent,
  Path,
  Problem,
  ProviderContent,
  RouteContent,
} from './file-schema.ts'

export type JudgedFile = { providers: ProviderEntry[]; enterprises: EnterpriseEntry[] }
export type ProviderEntry = { path: Path; name: string; kind: string; pairs: PairEntry[] }
export type PairEntry = Omit<TradingPairRow, 'kind' | 'version'>
export type EnterpriseEntry = { path: Path; name: string; organizations: OrganizationEntry[] }
export type OrganizationEntry = {
  path: Path
  status: OrganizationStatus | undefined
  instruments: InstrumentEntry[]
  routes: RouteEntry[]
  /** Absent where it stays as it is; needed for one that is made. */
  contact: Contact | undefined
} & ({ id: string } | { id: undefined; name: string })
export type Contact = {
  contact_email: string
  contact_first_name: string
  contact_last_name: string
}
export type InstrumentEntry = { path: Path; status: InstrumentStatus | undefined } & (
  | { id: string }
  | {
      id: undefined
      alias: string
      currency: string
      method: InstrumentMethod
      details: Record<string, string>
    }
)
export type RouteEntry = { path: Path; terms: Omit<RouteTerms, 'organization_id' | 'id'> }

const MINUTE_MS = 60_000

export function judgeFile(content: FileContent): { problems: Problem[]; file: JudgedFile } {
  const problems: Problem[] = []
  const judge: Judge = { say: (path, reason) => void problems.push({ path, reason }) }
  const providers = (content.liquidity_providers ?? []).map((one, index) =>
    judgeProvider(judge, ['liquidity_providers', index], one),
  )
  const enterprises = (content.enterprises ?? []).map((one, index): EnterpriseEntry => {
    const path = ['enterprises', index]
    const organizations = (one.organizations ?? []).map((organization, place) =>
      judgeOrganization(judge, [...path, 'organizations', place], organization),
    )
    refuseTwins(judge, organizations, (entry) => entry.id ?? entry.name)
    return { path, name: one.name, organizations: present(organizations) }
  })
  refuseTwins(judge, providers, (entry) => entry.name)
  refuseTwins(judge, enterprises, (entry) => entry.name)
  return { problems, file: { providers, enterprises } }
}

type Judge = { say(path: Path, reason: string): void }

const present = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value) => value !== undefined)

function refuseTwins<T extends { path: Path }>(
  judge: Judge,
  entries: readonly (T | undefined)[],
  nameOf: (entry: T) => string,
): void {
  const seen = new Set<string>()
  for (const entry of present(entries)) {
    const name = nameOf(entry)
    if (seen.has(name)) judge.say(entry.path, `${name} is described twice`)
    seen.add(name)
  }
}

function judgeProvider(judge: Judge, path: Path, one: ProviderContent): ProviderEntry {
  const kind = providerKinds.get(one.kind)
  if (kind === undefined) {
    judge.say([...path, 'kind'], `kind must be one of ${[...providerKinds.keys()].join(', ')}`)
  }
  const seen = new Set<string>()
  const pairs = one.trading_pairs.map((pair, index): PairEntry => {
    const at = [...path, 'trading_pairs', index]
    const { payin_currency, payout_currency, settings = {} } = pair
    judgeCurrencies(judge, at, pair)
    const named = `${payin_currency} to ${payout_currency}`
    if (seen.has(named)) judge.say(at, `the pair ${named} is described twice`)
    seen.add(named)
    const wrong = kind?.settingsProblem(settings)
    if (wrong !== undefined) judge.say([...at, 'settings'], wrong)
    return {
      provider_name: one.name,
      payin_currency,
      payout_currency,
      hours: judgeHours(judge, [...at, 'hours'], pair.hours),
      position: index,
      max_rate_age_ms: (pair.max_rate_age_seconds ?? 60) * 1000,
      settings,
    }
  })
  return { path, name: one.name, kind: one.kind, pairs }
}

function judgeCurrencies(
  judge: Judge,
  path: Path,
  ends: { payin_currency: string; payout_currency: string },
): boolean {
  for (const end of ['payin_currency', 'payout_currency'] as const) {
    if (!isCurrency(ends[end])) judge.say([...path, end], `the currency ${ends[end]} is not known`)
  }
  if (ends.payin_currency === ends.payout_currency) {
    judge.say([...path, 'payout_currency'], 'payin and payout currency are the same')
  }
  return isCurrency(ends.payin_currency) && isCurrency(ends.payout_currency)
}

function judgeHours(judge: Judge, path: Path, rows: HoursContent): WeeklyHours[] {
  return rows.flatMap((row, index) =>
    row.days_of_week.map((dayOfWeek) => {
      const hours = {
        dayOfWeek,
        startTime: row.start_time,
        endTime: row.end_time,
        timezone: row.timezone,
      }
      const wrong = hoursProblem(hours)
      if (wrong !== undefined && dayOfWeek === row.days_of_week[0])
        judge.say([...path, index], wrong)
      return hours
    }),
  )
}

function judgeOrganization(
  judge: Judge,
  path: Path,
  one: OrganizationContent,
): OrganizationEntry | undefined {
  const instruments = (one.instruments ?? []).map((instrument, index) =>
    judgeInstrumentEntry(judge, [...path, 'instruments', index], instrument),
  )
  const routes = (one.routes ?? []).map((route, index) =>
    judgeRoute(judge, [...path, 'routes', index], route),
  )
  refuseTwins(judge, instruments, (entry) => entry.id ?? entry.alias)
  refuseTwins(judge, routes, (entry) => entry.terms.name)
  const common = {
    path,
    status: one.status,
    instruments: present(instruments),
    routes: present(routes),
  }
  if (one.id !== undefined) {
    if (one.name === undefined && one.contact === undefined) {
      return { ...common, id: one.id, contact: undefined }
    }
    judge.say(path, 'an organization is named by its id or by its name, not by both')
    return undefined
  }
  if (one.name === undefined) {
    judge.say(path, 'an organization needs a name, or the id of one that was made over the API')
    return undefined
  }
  const contact =
    one.contact === undefined
      ? undefined
      : {
          contact_email: one.contact.email,
          contact_first_name: one.contact.first_name,
          contact_last_name: one.contact.last_name,
        }
  return { ...common, id: undefined, name: one.name, contact }
}

function judgeInstrumentEntry(
  judge: Judge,
  path: Path,
  one: InstrumentContent,
): InstrumentEntry | undefined {
  const { id, alias, currency, method, details, status } = one
  if (id !== undefined) {
    if (status !== undefined && (alias ?? currency ?? method ?? details) === undefined)
      return { path, id, status }
    judge.say(
      path,
      'an instrument with an id was made over the API: its status is set here, and nothing else',
    )
    return undefined
  }
  if (
    alias === undefined ||
    currency === undefined ||
    method === undefined ||
    details === undefined
  ) {
    judge.say(
      path,
      'an instrument needs an alias, a currency, a method and details, or an id and a status',
    )
    return undefined
  }
  try {
    const judged = judgeInstrument({ alias, currency, method, details })
    return { path, id: undefined, status, alias, currency, ...judged }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const { pointer, message } of error.errors ?? []) {
      const at = pointer.split('/').slice(1)
      judge.say([...path, ...at], `${at.join('.')} ${message}`)
    }
    return undefined
  }
}

const defaultMaxOpenTotal = (payinMaxMinor: bigint): bigint =>
  payinMaxMinor * 10n < MAX_MINOR ? payinMaxMinor * 10n : MAX_MINOR

function judgeRoute(judge: Judge, path: Path, one: RouteContent): RouteEntry | undefined {
  if (!judgeCurrencies(judge, path, one)) return undefined
  const minor = (at: Path, text: string): bigint => {
    const parsed = parseAmount(text, one.payin_currency)
    if (parsed.ok) return parsed.minor
    // A first tier may begin at nothing.
    if (parsed.problem !== 'amount_not_positive') {
      judge.say(at, `${text} is not an amount of ${one.payin_currency} such as "10.00"`)
    }
    return 0n
  }
  const bounds = (at: Path, { min, max }: { min: string; max: string }) => ({
    minMinor: minor([...at, 'min'], min),
    maxMinor: minor([...at, 'max'], max),
  })
  const limits = bounds([...path, 'payin_limits'], one.payin_limits)
  const tiers = one.cost_tiers.map((tier, index) => ({
    ...bounds([...path, 'cost_tiers', index], tier),
    bps: BigInt(tier.bps),
  }))
  const terms: Terms = {
    payinCurrency: one.payin_currency,
    payoutCurrency: one.payout_currency,
    tiers,
    taxBps: BigInt(one.tax_bps ?? 0),
    feeTreatment: one.fee_treatment ?? 'inclusive',
    limits,
  }
  const maxOpenTotalMinor =
    one.max_open_total === undefined
      ? defaultMaxOpenTotal(limits.maxMinor)
      : minor([...path, 'max_open_total'], one.max_open_total)
  if (maxOpenTotalMinor < limits.maxMinor) {
    const reason = `max_open_total ${one.max_open_total} is below payin_limits.max ${one.payin_limits.max}`
    judge.say([...path, 'max_open_total'], reason)
  }
  const wrong = termsProblem(terms)
  if (wrong !== undefined) judge.say(path, wrong)
  const accountTypes = one.inclusive_account_types ?? []
  for (const [index, type] of accountTypes.entries()) {
    if (!methodNames.some((name) => name === type)) {
      judge.say(
        [...path, 'inclusive_account_types', index],
        `${type} is not a method; there are ${methodNames.join(', ')}`,
      )
    }
  }
  const submissionMinutes = one.submission_minutes ?? 30
  const fundingMinutes = one.funding_minutes ?? Math.max(120, submissionMinutes)
  if (fundingMinutes < submissionMinutes) {
    judge.say([...path, 'funding_minutes'], 'funding_minutes is shorter than submission_minutes')
  }
  return {
    path,
    terms: {
      name: one.name,
      payin_currency: one.payin_currency,
      payout_currency: one.payout_currency,
      provider_name: one.liquidity_provider,
      is_disabled: one.disabled ?? false,
      estimated_settlement_time: one.estimated_settlement_time ?? 'T+0',
      payin_min_minor: limits.minMinor,
      payin_max_minor: limits.maxMinor,
      cost_tiers: storedTiers(tiers),
      tax_bps: one.tax_bps ?? 0,
      fee_treatment: terms.feeTreatment,
      max_slippage_bps: one.max_slippage_bps ?? 100,
      max_open_total_minor: maxOpenTotalMinor,
      submission_window_ms: submissionMinutes * MINUTE_MS,
      funding_window_ms: fundingMinutes * MINUTE_MS,
      trading_hours: judgeHours(judge, [...path, 'trading_hours'], one.trading_hours ?? []),
      inclusive_account_types: accountTypes,
    },
  }
}
