// The section `rails`. Running processes open their adapters.
import Type, { type Static } from 'typebox'
import { inputPatterns } from '../../../platform/http/patterns.ts'
import { isCurrency } from '../../../platform/money/currencies.ts'
import { nearestFirst } from '../../../platform/nearest.ts'
import { selectCurrenciesOfAccounts } from '../../../engine/accounts/queries.ts'
import { DESK_ACCOUNT } from '../../../outside/methods/methods.ts'
import { selectBankCalendars } from '../../../outside/rails/calendar-queries.ts'
import type { OutflowCap } from '../../../outside/rails/outflow-caps.ts'
import type { Served } from '../../../outside/rails/port.ts'
import { selectRails, upsertRail, type ConfiguredRail } from '../../../outside/rails/queries.ts'
import { railKinds } from '../../../outside/rails/registry.ts'
import { SIMULATED_RAIL, SIMULATED_SERVED } from '../../../outside/rails/sandbox/index.ts'
import { overlapOf, servingRail } from '../../../outside/rails/serving-rail.ts'
import { refuseInLive, type Applying } from '../applying.ts'
import { applyCaps, capKeys, judgeCaps, writeCaps } from '../caps.ts'
import { adapterChanges, changed } from '../differences.ts'
import { exact, judgeKind, settings, type Place } from '../judging.ts'
import { listSection, type Exporting } from '../section.ts'

const schema = exact({
  name: Type.String({ pattern: inputPatterns.railName.pattern }),
  kind: Type.String(),
  settings: Type.Optional(settings),
  /** The name of a bank calendar: offerings over this rail close on its holidays. */
  bank_calendar: Type.Optional(Type.String()),
  ...capKeys,
})
type Content = Static<typeof schema>

type Entry = Pick<ConfiguredRail, 'name' | 'kind' | 'settings' | 'bank_calendar'> & {
  place: Place
  /** Empty if the kind or the settings are invalid. */
  served: readonly Served[]
  caps: readonly OutflowCap[]
}

export const rails = listSection({
  key: 'rails',
  noun: 'rail',
  stage: 'outside',
  entry: schema,
  id: 'name',
  check,
  checkTogether: refuseOverlaps,
  apply,
  write,
  more: ({ length }) => ({ requotes: { all: length > 0 } }),
})

function check(place: Place, one: Content): Entry {
  const { name, settings: ownSettings = {}, bank_calendar = null } = one
  if (name === SIMULATED_RAIL)
    place.at('name').problem(`${SIMULATED_RAIL} is the name of the simulated rail`)
  const { kind, isValid } = judgeKind(place, one, railKinds)
  const served = isValid ? (kind?.served(ownSettings) ?? []) : []
  const isSendable = (currency: string) =>
    served.length === 0 || served.some(({ currencies }) => currencies.includes(currency))
  const caps = judgeCaps(place, one, name, (currency) =>
    isCurrency(currency) && isSendable(currency)
      ? undefined
      : `the rail ${name} does not serve ${currency}`,
  )
  return { place, name, kind: one.kind, settings: ownSettings, bank_calendar, served, caps }
}

/** Each rail against those before it. */
function refuseOverlaps(entries: readonly Entry[]): void {
  for (const [index, rail] of entries.entries())
    for (const earlier of entries.slice(0, index)) {
      const what = rail.name === earlier.name ? undefined : overlapOf(earlier, rail)
      if (what !== undefined) rail.place.problem(overlapReason(rail, earlier, what))
    }
}

const overlapReason = (rail: { name: string }, other: { name: string }, what: string): string =>
  `${rail.name} and ${other.name} both serve ${what}; an instrument must have exactly one rail`

async function apply(applying: Applying, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const { db, problems } = applying
  const known = await selectRails(db)
  const described = new Set(entries.map(({ name }) => name))
  const calendars = (await selectBankCalendars(db)).map(({ name }) => name)
  const others = known.filter(({ name }) => !described.has(name)).map(withServed)
  for (const entry of entries) {
    if (refuseInLive(applying, entry, railKinds)) continue
    const { bank_calendar: calendar } = entry
    if (calendar !== null && !calendars.includes(calendar)) {
      const reason = `there is no bank calendar ${calendar}; known calendars: ${nearestFirst(calendar, calendars)}`
      problems.push({ path: entry.place.at('bank_calendar').path, reason })
      continue
    }
    for (const other of others) {
      const what = overlapOf(other, entry)
      if (what !== undefined)
        problems.push({ path: entry.place.path, reason: overlapReason(entry, other, what) })
    }
    const before = known.find(({ name }) => name === entry.name)
    const unserved = (await selectCurrenciesOfAccounts(db, entry.name)).filter(
      ({ currency }) =>
        servingRail([entry], { method: DESK_ACCOUNT, currency, details: {} }) === undefined,
    )
    if (unserved.length > 0)
      problems.push({
        path: entry.place.path,
        reason: `${entry.name} has accounts in ${unserved.map(({ currency }) => currency).join(', ')}: it must stay of kind accounts and keep these currencies`,
      })
    await applyRail(applying, before, entry)
  }
}

// Settings of an earlier version may be invalid now. Such a rail serves nothing.
function withServed({ name, kind: kindName, settings: stored }: ConfiguredRail) {
  const kind = railKinds.get(kindName)
  const isValid = kind?.settingsProblem(stored) === undefined
  return { name, served: isValid ? (kind?.served(stored) ?? []) : [] }
}

async function applyRail(
  { db, changes }: Applying,
  known: ConfiguredRail | undefined,
  entry: Entry,
): Promise<void> {
  const details =
    known === undefined
      ? []
      : [
          ...adapterChanges(known, entry),
          ...(known.bank_calendar === entry.bank_calendar
            ? []
            : [changed('bank_calendar', known.bank_calendar ?? '-', entry.bank_calendar ?? '-')]),
        ]
  const isOpenedAgain = known === undefined || details.length > 0
  details.push(...(await applyCaps(db, entry.name, entry.caps)))
  if (known !== undefined && details.length === 0) return
  if (isOpenedAgain) await upsertRail(db, entry)
  const verb = known === undefined ? 'create' : 'change'
  changes.push({ verb, what: `rail ${entry.name}`, details })
}

async function write({ db }: Exporting): Promise<Content[]> {
  const written = []
  for (const { name, kind, settings: stored, bank_calendar } of await selectRails(db))
    written.push({
      name,
      kind,
      settings: stored,
      ...(bank_calendar === null ? {} : { bank_calendar }),
      ...(await writeCaps(db, name)),
    })
  return written
}

type Deployment = Pick<Applying, 'db' | 'environment'>
type Offer = Pick<Served, 'method' | 'currencies' | 'receivesOnly'>

/** The services of the rails of the deployment, in the sandbox with the simulated rail. */
export async function servedBy({ db, environment }: Deployment): Promise<Offer[]> {
  const configured = (await selectRails(db)).flatMap((rail) => withServed(rail).served)
  return environment === 'sandbox' ? [...configured, ...SIMULATED_SERVED] : configured
}

/** The names that other sections may give. */
export async function railNames({ db, environment }: Deployment): Promise<string[]> {
  const configured = (await selectRails(db)).map(({ name }) => name)
  return environment === 'sandbox' ? [...configured, SIMULATED_RAIL] : configured
}
