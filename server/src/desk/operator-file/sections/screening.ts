// The section `screening`: all screeners of the deployment. A list file is read before the transaction begins; its entries,
// the settings and the new version become visible together.
import { isAbsolute, resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import { inputPatterns } from '../../../platform/http/patterns.ts'
import type { Secrets } from '../../../platform/config.ts'
import { thrownMessage } from '../../../platform/thrown.ts'
import { readListFile, type ReadList } from '../../../rules/screening/list-file.ts'
import { upsertScreeningList } from '../../../rules/screening/list-queries.ts'
import {
  selectScreening,
  updateScreening,
  type ConfiguredScreener,
} from '../../../rules/screening/queries.ts'
import { screenerKinds } from '../../../rules/screening/registry.ts'
import type { Applying } from '../applying.ts'
import { adapterChanges } from '../differences.ts'
import { exact, judgeKind, settings, type Place, type Problem, type Settings } from '../judging.ts'
import { listSection } from '../section.ts'

const PARTS_AT_ONCE = 256

const schema = exact({
  name: Type.String({ pattern: inputPatterns.railName.pattern }),
  kind: Type.String(),
  settings: Type.Optional(settings),
})
/** `list`: that of its file, once it was read. Null: it has none. */
type Entry = Pick<ConfiguredScreener, 'name' | 'kind' | 'settings'> & {
  place: Place
  list: ReadList | null
}

export const screening = listSection({
  key: 'screening',
  noun: 'screener',
  stage: 'outside',
  entry: schema,
  nameOf: ({ name }) => name,
  check,
  apply,
  write: async ({ db }) =>
    (await selectScreening(db)).screeners.map(({ name, kind, settings: stored }) => ({
      name,
      kind,
      settings: stored,
    })),
  more: (entries) => ({ relativeFile: relativeFileIn(entries) }),
  withFiles: readLists,
})

function check(place: Place, one: Static<typeof schema>): Entry {
  judgeKind(place, one, screenerKinds)
  return { place, name: one.name, kind: one.kind, settings: one.settings ?? {}, list: null }
}

function relativeFileIn(entries: readonly Entry[]): string | undefined {
  const list = entries.find((one) => 'file' in one.settings && !isAbsoluteFile(one.settings))
  return list === undefined ? undefined : `screening[${list.name}].settings.file`
}

const isAbsoluteFile = ({ file }: Settings): boolean => typeof file === 'string' && isAbsolute(file)

/** Adds problems with the places of all lists that cannot be used. */
function readLists(
  entries: readonly Entry[],
  secrets: Secrets,
  folder: string,
  problems: Problem[],
): Entry[] {
  return entries.map((entry) => {
    const name = screenerKinds.get(entry.kind)?.listFile?.(entry.settings)
    if (name === undefined) return entry
    try {
      return { ...entry, list: readListFile(secrets, resolve(folder, name)) }
    } catch (error) {
      problems.push({
        path: entry.place.at('settings', 'file').path,
        reason: `the list ${name} ${thrownMessage(error)}`,
      })
      return entry
    }
  })
}

async function apply({ db, changes }: Applying, entries: readonly Entry[]): Promise<void> {
  const known = (await selectScreening(db)).screeners
  const before = changes.length
  for (const entry of entries) {
    const row = known.find(({ name }) => name === entry.name)
    const details = row === undefined ? [] : differences(row, entry)
    if (row !== undefined && details.length === 0) continue
    if (entry.list !== null && entry.list.digest !== row?.digest) {
      details.push(`entries: ${entry.list.entries}`)
      const parts = entry.list.parts.map((held, part) => ({ part, entries: held }))
      for (let from = 0; from < parts.length; from += PARTS_AT_ONCE)
        await upsertScreeningList(db, entry.name, parts.slice(from, from + PARTS_AT_ONCE))
    }
    const verb = row === undefined ? 'create' : 'change'
    changes.push({ verb, what: `screener ${entry.name}`, details })
  }
  for (const { name } of known.filter((row) => !entries.some((entry) => entry.name === row.name)))
    changes.push({ verb: 'change', what: `screener ${name}`, details: ['it is removed'] })
  if (changes.length === before) return
  const screeners = entries.map(({ name, kind, settings, list }) => ({
    name,
    kind,
    settings,
    digest: list?.digest ?? null,
  }))
  await updateScreening(db, screeners)
}

const differences = (row: ConfiguredScreener, entry: Entry): string[] => [
  ...adapterChanges(row, entry),
  ...(entry.list === null || entry.list.digest === row.digest ? [] : ['the list changed']),
]
