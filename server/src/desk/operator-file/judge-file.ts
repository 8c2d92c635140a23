// Checks an operator file without the database: amounts, terms, hours, details and names. Converts them into the form
// in which they are stored.
import Type from 'typebox'
import { Value } from 'typebox/value'
import { Failure } from '../../platform/errors.ts'
import { judgeInstrument } from '../../parties/instruments/create-instrument.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import type { InstrumentStatus } from '../../parties/instruments/queries.ts'
import { providerKinds } from '../../outside/liquidity/registry.ts'
import type { OrganizationStatus } from '../../parties/organizations/queries.ts'
import type { NewTradingPair, ProviderLimit } from '../../outside/providers/queries.ts'
import type { Provider } from '../../outside/providers/view.ts'
import {
  approvalSchema,
  counterpartySchema,
  calendarSchema,
  enterpriseSchema,
  instrumentSchema,
  organizationSchema,
  providerSchema,
  railSchema,
  retentionSchema,
  routeSchema,
  signerSchema,
  screenerSchema,
  smallAmountSchema,
  type OrganizationContent,
  type Path,
  type Problem,
  type ProviderContent,
  type RetentionContent,
  type VolumesContent,
} from './file-schema.ts'
import { actsWithoutRule } from '../../parties/acts/rules.ts'
import { judgeCounterparty, type CounterpartyEntry } from './judge-counterparties.ts'
import { judgeApproval, type ApprovalEntry } from './judge-approvals.ts'
import { judgeCalendar, type CalendarEntry } from './judge-calendars.ts'
import { judgeSigner, type SignerEntry } from './judge-caps.ts'
import { judgeLimits } from './judge-limits.ts'
import { judgeRail, refuseOverlaps, type RailEntry } from './judge-rails.ts'
import { judgeRoute, type RouteEntry } from './judge-route.ts'
import { judgeScreener, type ScreenerEntry } from './judge-screening.ts'
import { judgeSmallAmount, type SmallAmountEntry } from './judge-small-amounts.ts'
import { judgeCurrency, judgeVolumes, type VolumeEntry } from './judge-volumes.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import {
  entriesIn,
  judgeCurrencies,
  judgeHours,
  listIn,
  type Entry,
  type Judge,
} from './judging.ts'

export type JudgedFile = {
  providers: ProviderEntry[]
  calendars: CalendarEntry[]
  rails: RailEntry[]
  signers: SignerEntry[]
  /** Undefined keeps the screeners as they are. */
  screening: ScreenerEntry[] | undefined
  /** Undefined keeps them as they are. */
  smallAmounts: SmallAmountEntry[] | undefined
  /** Undefined keeps the rules as they are. */
  approvals: ApprovalEntry[] | undefined
  /** Undefined keeps the counterparties as they are. */
  counterparties: CounterpartyEntry[] | undefined
  /** Undefined keeps the policy as it is. */
  retention: RetentionContent | undefined
  enterprises: EnterpriseEntry[]
}
export type ProviderEntry = Pick<Provider, 'name' | 'kind' | 'settings'> & {
  path: Path
  pairs: PairEntry[]
  limits: readonly ProviderLimit[]
}
export type PairEntry = NewTradingPair
export type EnterpriseEntry = { path: Path; name: string; organizations: OrganizationEntry[] }
export type OrganizationEntry = {
  path: Path
  status: OrganizationStatus | undefined
  instruments: InstrumentEntry[]
  routes: RouteEntry[]
  /** Undefined keeps the limits. */
  volumes: readonly VolumeEntry[] | undefined
  /** Undefined keeps the contact. A new organization needs one. */
  contact: Contact | undefined
} & ({ id: string } | { id: undefined; name: string })
export type Contact = {
  contact_email: string
  contact_first_name: string
  contact_last_name: string
}
export type InstrumentEntry = {
  path: Path
  status: InstrumentStatus | undefined
  /** Undefined keeps the limits. Limits of an entry with an id are in the currency of the instrument. */
  volumes: VolumesContent | undefined
} & (
  | { id: string }
  | {
      id: undefined
      alias: string
      currency: string
      method: InstrumentMethod
      details: Record<string, string>
    }
)
/** Checks every entry with a valid schema, even if others are invalid. */
export function judgeFile(content: unknown): {
  problems: Problem[]
  warnings: Problem[]
  file: JudgedFile
} {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const judge: Judge = {
    addProblem: (path, reason) => void problems.push({ path, reason }),
    addWarning: (path, reason) => void warnings.push({ path, reason }),
  }
  const providers = entriesIn(providerSchema, content, 'liquidity_providers', []).map(
    ({ path, one }) => judgeProvider(judge, path, one),
  )
  const calendars = entriesIn(calendarSchema, content, 'bank_calendars', []).map(({ path, one }) =>
    judgeCalendar(judge, path, one),
  )
  refuseDuplicates(judge, calendars, (entry) => entry.name)
  const rails = entriesIn(railSchema, content, 'rails', []).map(({ path, one }) =>
    judgeRail(judge, path, one),
  )
  refuseDuplicates(judge, rails, (entry) => entry.name)
  refuseOverlaps(judge, rails)
  const signers = entriesIn(signerSchema, content, 'signers', []).map(({ path, one }) =>
    judgeSigner(judge, path, one),
  )
  refuseDuplicates(
    judge,
    signers,
    () => 'the key',
    (entry) => entry.key,
  )
  const screeners = entriesIn(screenerSchema, content, 'screening', []).map(({ path, one }) =>
    judgeScreener(judge, path, one),
  )
  refuseDuplicates(judge, screeners, (entry) => entry.name)
  const screening = has(content, 'screening') ? screeners : undefined
  const smallest = entriesIn(smallAmountSchema, content, 'small_amounts', []).map(({ path, one }) =>
    judgeSmallAmount(judge, path, one),
  )
  refuseDuplicates(judge, smallest, ({ rule }) => `${rule.currency} at ${rule.rail}`)
  const smallAmounts = has(content, 'small_amounts') ? present(smallest) : undefined
  const rules = entriesIn(approvalSchema, content, 'approvals', []).map(({ path, one }) =>
    judgeApproval(judge, path, one),
  )
  const approvals = has(content, 'approvals') ? present(rules) : undefined
  if (approvals !== undefined && approvals.length > 0) {
    const bare = actsWithoutRule(
      approvals.map(({ rule }) => rule),
      'people',
    )
    if (bare.length > 0)
      judge.addWarning(
        ['approvals'],
        `no rule covers ${bare.join(', ')}: an admin could create a second user and approve alone`,
      )
  }
  const found = entriesIn(counterpartySchema, content, 'counterparties', []).map(({ path, one }) =>
    judgeCounterparty(judge, path, one),
  )
  refuseDuplicates(judge, found, (entry) => entry.counterparty.name)
  const counterparties = has(content, 'counterparties') ? present(found) : undefined
  const retention = Value.Check(hasRetention, content) ? content.retention : undefined
  const enterprises = listIn(content, 'enterprises').map((one, index) => {
    const path = ['enterprises', index]
    const organizations = listIn(one, 'organizations').map((organization, place) =>
      judgeOrganization(judge, [...path, 'organizations', place], organization),
    )
    refuseDuplicates(judge, organizations, (entry) => entry.id ?? entry.name)
    return Value.Check(enterpriseSchema, one)
      ? { path, name: one.name, organizations: present(organizations) }
      : undefined
  })
  refuseDuplicates(judge, providers, (entry) => entry.name)
  refuseDuplicates(judge, enterprises, (entry) => entry.name)
  return {
    problems,
    warnings,
    file: {
      providers,
      calendars,
      rails,
      signers,
      screening,
      smallAmounts,
      approvals,
      counterparties,
      retention,
      enterprises: present(enterprises),
    },
  }
}

const hasRetention = Type.Object({ retention: retentionSchema })

const has = (content: unknown, key: string): boolean =>
  typeof content === 'object' &&
  content !== null &&
  Object.entries(content).some(([name, value]) => name === key && value !== null)

const present = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value) => value !== undefined)

function refuseDuplicates<T extends { path: Path }>(
  judge: Judge,
  entries: readonly (T | undefined)[],
  nameOf: (entry: T) => string,
  keyOf: (entry: T) => string = nameOf,
): void {
  const seen = new Set<string>()
  for (const entry of present(entries)) {
    if (seen.has(keyOf(entry))) judge.addProblem(entry.path, `${nameOf(entry)} is described twice`)
    seen.add(keyOf(entry))
  }
}

function judgeProvider(judge: Judge, path: Path, one: ProviderContent): ProviderEntry {
  const kind = providerKinds.get(one.kind)
  if (kind === undefined) {
    const names = nearestFirst(one.kind, providerKinds.keys())
    judge.addProblem([...path, 'kind'], `unknown kind ${one.kind}; known kinds: ${names}`)
  }
  const { settings: ownSettings = {} } = one
  const wrong = kind?.settingsProblem(ownSettings)
  if (wrong !== undefined) judge.addProblem([...path, 'settings'], wrong)
  const seen = new Set<string>()
  const pairs = one.trading_pairs.map((pair, index): PairEntry => {
    const at = [...path, 'trading_pairs', index]
    const { payin_currency, payout_currency, settings = {} } = pair
    judgeCurrencies(judge, at, pair)
    const named = `${payin_currency} to ${payout_currency}`
    if (seen.has(named)) judge.addProblem(at, `the pair ${named} is described twice`)
    seen.add(named)
    const wrong = kind?.pairSettingsProblem(settings)
    if (wrong !== undefined) judge.addProblem([...at, 'settings'], wrong)
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
  const limits = judgeLimits(judge, path, one)
  return { path, name: one.name, kind: one.kind, settings: ownSettings, pairs, limits }
}

function judgeOrganization(
  judge: Judge,
  path: Path,
  content: unknown,
): OrganizationEntry | undefined {
  const instruments = entriesIn(instrumentSchema, content, 'instruments', path).map((entry) =>
    judgeInstrumentEntry(judge, entry),
  )
  const routes = entriesIn(routeSchema, content, 'routes', path).map((entry) =>
    judgeRoute(judge, entry),
  )
  refuseDuplicates(judge, instruments, (entry) => entry.id ?? entry.alias)
  refuseDuplicates(judge, routes, (entry) => entry.name)
  return Value.Check(organizationSchema, content)
    ? judgeOwnKeys(judge, path, content, present(instruments), present(routes))
    : undefined
}

function judgeOwnKeys(
  judge: Judge,
  path: Path,
  one: OrganizationContent,
  instruments: InstrumentEntry[],
  routes: RouteEntry[],
): OrganizationEntry | undefined {
  const volumes = judgeVolumes(judge, [...path, 'volume_limits'], one.volume_limits)
  const common = { path, status: one.status, volumes, instruments, routes }
  if (one.id !== undefined) {
    if (one.name === undefined && one.contact === undefined) {
      return { ...common, id: one.id, contact: undefined }
    }
    judge.addProblem(
      path,
      'give either the id of an organization, or its name and contact, not both',
    )
    return undefined
  }
  if (one.name === undefined) {
    judge.addProblem(path, 'an organization needs a name, or the id of one that the API created')
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
  { path, one, faulty }: Entry<typeof instrumentSchema>,
): InstrumentEntry | undefined {
  const { id, alias, currency, method, details, status, volume_limits: volumes } = one
  if (['id', 'alias', 'currency', 'method', 'details'].some((key) => faulty.has(key)))
    return undefined
  if (id !== undefined) {
    if (
      (status !== undefined || volumes !== undefined) &&
      (alias ?? currency ?? method ?? details) === undefined
    )
      return { path, id, status, volumes }
    judge.addProblem(
      path,
      'an entry with an id needs a status or volume_limits, and no other key: the API created this instrument',
    )
    return undefined
  }
  if (
    alias === undefined ||
    currency === undefined ||
    method === undefined ||
    details === undefined
  ) {
    judge.addProblem(
      path,
      'an instrument needs an alias, a currency, a method and details, or an id and a status',
    )
    return undefined
  }
  try {
    const judged = judgeInstrument({ alias, currency, method, details })
    if (volumes !== undefined) judgeCurrency(judge, [...path, 'volume_limits'], currency, volumes)
    return { path, id: undefined, status, volumes, alias, currency, ...judged }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const { pointer, message } of error.errors ?? []) {
      const at = pointer.split('/').slice(1)
      judge.addProblem([...path, ...at], `${at.join('.')} ${message}`)
    }
    return undefined
  }
}
