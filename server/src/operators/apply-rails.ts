// Applies the rails of an operator file. Their adapters are opened by the running processes.
import type { Db } from '../db/pool.ts'
import { railKinds } from '../rails/registry.ts'
import { selectOutflowCaps, upsertOutflowCap, type OutflowCap } from '../rails/outflow-caps.ts'
import { selectRails, upsertRail, type ConfiguredRail } from '../rails/queries.ts'
import { overlapOf } from '../rails/served.ts'
import type { Applying } from './applying.ts'
import { capChanges, changed, settingsChanges } from './differences.ts'
import { overlapReason, type RailEntry } from './judge-rails.ts'

export async function applyRails(applying: Applying, entries: readonly RailEntry[]): Promise<void> {
  if (entries.length === 0) return
  const known = await selectRails(applying.db)
  const described = new Set(entries.map(({ name }) => name))
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

const withServed = ({ name, kind, settings }: ConfiguredRail) => ({
  name,
  served: railKinds.get(kind)?.served(settings) ?? [],
})

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
        ]
  const isOpenedAgain = known === undefined || details.length > 0
  details.push(...(await applyCaps(db, entry)))
  if (known !== undefined && details.length === 0) return
  if (isOpenedAgain) await upsertRail(db, entry)
  const verb = known === undefined ? 'create' : 'change'
  changes.push({ verb, what: `rail ${entry.name}`, details })
}

/** Caps that the file omits end. Returns the changes. */
async function applyCaps(db: Db, entry: RailEntry): Promise<string[]> {
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
