// Applies the screeners of an operator file. A list file is read before the transaction begins; its entries, the settings
// and the new version become visible together.
import { resolve } from 'node:path'
import type { Secrets } from '../../platform/config.ts'
import { readListFile, type ReadList } from '../../rules/screening/list-file.ts'
import { upsertScreeningList } from '../../rules/screening/list-queries.ts'
import {
  selectScreening,
  updateScreening,
  type ConfiguredScreener,
} from '../../rules/screening/queries.ts'
import { screenerKinds } from '../../rules/screening/registry.ts'
import type { Applying } from './applying.ts'
import { changed, settingsChanges } from './differences.ts'
import type { Problem } from './file-schema.ts'
import type { ScreenerEntry } from './judge-screening.ts'
import type { OperatorFile } from './operator-file.ts'
import { thrownMessage } from '../../platform/thrown.ts'

const PARTS_AT_ONCE = 256

/** A screener with the list of its file, if it has one. */
export type ReadScreener = ScreenerEntry & { list: ReadList | null }

/** Reads the list files. Throws an OperatorFileError with the places of all lists that cannot be used. */
export function readLists(secrets: Secrets, file: OperatorFile): ReadScreener[] | undefined {
  const problems: Problem[] = []
  const read = file.screening?.map((entry): ReadScreener => {
    const name = screenerKinds.get(entry.kind)?.listFile?.(entry.settings)
    if (name === undefined) return { ...entry, list: null }
    try {
      return { ...entry, list: readListFile(secrets, resolve(file.folder, name)) }
    } catch (error) {
      const what = thrownMessage(error)
      problems.push({
        path: [...entry.path, 'settings', 'file'],
        reason: `the list ${name} ${what}`,
      })
      return { ...entry, list: null }
    }
  })
  if (problems.length > 0) file.refuse(problems)
  return read
}

export async function applyScreening(
  { db, changes }: Applying,
  entries: readonly ReadScreener[] | undefined,
): Promise<void> {
  if (entries === undefined) return
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

const differences = (row: ConfiguredScreener, entry: ReadScreener): string[] => [
  ...(row.kind === entry.kind ? [] : [changed('kind', row.kind, entry.kind)]),
  ...settingsChanges(row.settings, entry.settings),
  ...(entry.list === null || entry.list.digest === row.digest ? [] : ['the list changed']),
]
