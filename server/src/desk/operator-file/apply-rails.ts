// Applies the rails of an operator file. Their adapters are opened by the running processes.
import type { Db } from '../../platform/db/pool.ts'
import { railKinds } from '../../outside/rails/registry.ts'
import {
  selectOutflowCaps,
  signerName,
  upsertOutflowCap,
  type OutflowCap,
} from '../../outside/rails/outflow-caps.ts'
import { selectBankCalendars } from '../../outside/rails/calendar-queries.ts'
import { selectRails, upsertRail, type ConfiguredRail } from '../../outside/rails/queries.ts'
import { SIMULATED_SERVED } from '../../outside/rails/sandbox/index.ts'
import { overlapOf } from '../../outside/rails/serving-rail.ts'
import type { Applying } from './applying.ts'
import { capChanges, changed, settingsChanges } from './differences.ts'
import type { SignerEntry } from './judge-caps.ts'
import { overlapReason, type RailEntry } from './judge-rails.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export async function applyRails(applying: Applying, entries: readonly RailEntry[]): Promise<void> {
  if (entries.length === 0) return
  const known = await selectRails(applying.db)
  const described = new Set(entries.map(({ name }) => name))
  const calendars = (await selectBankCalendars(applying.db)).map(({ name }) => name)
  const others = known.filter(({ name }) => !described.has(name)).map(withServed)
  for (const entry of entries) {
    const { problems, environment } = applying
    if (environment === 'live' && railKinds.get(entry.kind)?.sandboxOnly === true) {
      problems.push({
        path: [...entry.path, 'kind'],
        reason: `kind ${entry.kind} works only in a sandbox; this is a live deployment`,
      })
      continue
    }
    const { bank_calendar: calendar } = entry
    if (calendar !== null && !calendars.includes(calendar)) {
      const reason = `there is no bank calendar ${calendar}; known calendars: ${nearestFirst(calendar, calendars)}`
      problems.push({ path: [...entry.path, 'bank_calendar'], reason })
      continue
    }
    for (const other of others) {
      const what = overlapOf(other, entry)
      if (what !== undefined)
        problems.push({ path: entry.path, reason: overlapReason(entry, other, what) })
    }
    await applyRail(
      applying,
      known.find(({ name }) => name === entry.name),
      entry,
    )
  }
}

// Settings of an earlier version may be invalid now. Such a rail serves nothing.
function withServed({ name, kind: kindName, settings }: ConfiguredRail) {
  const kind = railKinds.get(kindName)
  const isValid = kind?.settingsProblem(settings) === undefined
  return { name, served: isValid ? (kind?.served(settings) ?? []) : [] }
}

async function applyRail(
  { db, changes }: Applying,
  known: ConfiguredRail | undefined,
  entry: RailEntry,
): Promise<void> {
  const details =
    known === undefined
      ? []
      : [
          ...(known.kind === entry.kind ? [] : [changed('kind', known.kind, entry.kind)]),
          ...settingsChanges(known.settings, entry.settings),
          ...(known.bank_calendar === entry.bank_calendar
            ? []
            : [changed('bank_calendar', known.bank_calendar ?? '-', entry.bank_calendar ?? '-')]),
        ]
  const isOpenedAgain = known === undefined || details.length > 0
  details.push(...(await applyCaps(db, entry)))
  if (known !== undefined && details.length === 0) return
  if (isOpenedAgain) await upsertRail(db, entry)
  const verb = known === undefined ? 'create' : 'change'
  changes.push({ verb, what: `rail ${entry.name}`, details })
}

/** The key of each entry must be one that a rail pays with. No message repeats another text: it may be a key itself. */
export async function applySigners(
  { db, changes, problems }: Applying,
  entries: readonly SignerEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const payers = new Set((await selectRails(db)).map(({ settings }) => settings['payer']))
  for (const { path, key, caps } of entries) {
    if (!payers.has(key)) {
      const known = [...payers].filter((one) => typeof one === 'string').join(', ') || 'none'
      const reason = `no rail has this key as its setting \`payer\`; keys of rails: ${known}`
      problems.push({ path: [...path, 'key'], reason })
      continue
    }
    const details = await applyCaps(db, { name: signerName(key), caps })
    if (details.length > 0) changes.push({ verb: 'change', what: `signer ${key}`, details })
  }
}

/** The services of the rails of the deployment, in the sandbox with the simulated rail. */
export async function servedBy({
  db,
  environment,
}: Pick<Applying, 'db' | 'environment'>): Promise<Applying['served'][number][]> {
  const configured = (await selectRails(db)).flatMap((rail) => withServed(rail).served)
  return environment === 'sandbox' ? [...configured, ...SIMULATED_SERVED] : configured
}

/** Caps that the file omits end. Returns the changes. */
async function applyCaps(db: Db, entry: Pick<RailEntry, 'name' | 'caps'>): Promise<string[]> {
  const known = await selectOutflowCaps(db, entry.name)
  const none = { rail: entry.name, max_send_minor: null, max_hour_minor: null }
  const details: string[] = []
  for (const currency of new Set([...known, ...entry.caps].map((cap) => cap.currency))) {
    const ofCurrency = (cap: OutflowCap) => cap.currency === currency
    const before = known.find(ofCurrency) ?? { ...none, currency }
    const after = entry.caps.find(ofCurrency) ?? { ...none, currency }
    const lines = capChanges(before, after)
    if (lines.length > 0) await upsertOutflowCap(db, after)
    details.push(...lines)
  }
  return details
}
