// A section of the operator file: its schema, its checks, and how it is applied, taken back and written out again.
// sections.ts lists all sections. What only one of them does is in its own file.
import Type, { type Static, type TSchema } from 'typebox'
import type { Instant } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { NamedRoute } from '../../engine/routes/queries.ts'
import type { Applying } from './applying.ts'
import {
  entriesIn,
  present,
  refuseDuplicates,
  valueAt,
  type Place,
  type Problem,
} from './judging.ts'

/** A section may refer to objects of the stages before its own, and of the sections before it. */
export const stages = ['outside', 'limits', 'customers', 'rules'] as const

/** `db` is a transaction with one snapshot. */
export type Exporting = { db: Db; secrets: Secrets; at: Instant; withDetails: boolean }

export type Section = {
  /** Its key in the file. */
  key: string
  /** Names one of its objects to those whose file is empty. */
  noun?: string | undefined
  schema: TSchema
  stage: (typeof stages)[number]
  /** An empty list ends what there is. Other empty lists describe nothing. */
  endsByEmptyList?: boolean
  /** Checks what the file describes without the database. Undefined: the file leaves the section as it is. */
  check(file: Place, content: unknown): Part | undefined
  /** Describes the database. Undefined leaves the section out. */
  write(exporting: Exporting): Promise<unknown>
  /** Joins the undos of several versions, newest first: of each object, the oldest description counts. */
  merge(undos: readonly unknown[]): unknown
}

/** The part of one file that describes a section. */
export type Part = {
  apply(applying: Applying): Promise<void>
  /** Describes the present state of the same objects. */
  undo(exporting: Exporting): Promise<unknown>
  /** Described keys that only a direct operator may change. */
  beyondRoutes: readonly string[]
  /** A preview compares these routes, all routes of these providers, or every route. */
  requotes?: { routes?: readonly NamedRoute[]; providers?: readonly string[]; all?: boolean }
  /** The place of a file name that is relative to the folder of the operator file. */
  relativeFile?: string | undefined
  /** Reads the files that the part names. Call it before the transaction. */
  withFiles?(...given: GivenFiles): Part
}

type GivenFiles = [secrets: Secrets, folder: string, problems: Problem[]]

type ListOf<Entry extends TSchema, Judged extends { place: Place }> = Pick<
  Section,
  'key' | 'noun' | 'stage'
> & {
  entry: Entry
  /** The key that tells entries apart. With it, objects that the file omits stay as they are; without it, they end. */
  id?: 'name' | 'key'
  check(place: Place, one: Static<Entry>): Judged | undefined
  /** Two entries of one name are a problem. Default: `id`. */
  nameOf?(entry: Judged): string
  /** How a problem names an entry. Default: its name. */
  shownAs?(entry: Judged): string
  /** Runs after all entries were checked. */
  checkTogether?(entries: readonly Judged[], list: Place): void
  apply(applying: Applying, entries: readonly Judged[]): Promise<void>
  write(exporting: Exporting): Promise<readonly Static<Entry>[] | undefined>
  more?(entries: readonly Judged[]): Pick<Part, 'requotes' | 'relativeFile'>
  /** Reads the files that the entries name. */
  withFiles?(entries: readonly Judged[], ...given: GivenFiles): Judged[]
}

export function listSection<Entry extends TSchema, Judged extends { place: Place }>(
  list: ListOf<Entry, Judged>,
): Section {
  const { key, stage, id, entry, write } = list
  const idOf = (one: unknown) => (id === undefined ? undefined : valueAt(one, id))
  const { nameOf = id && ((one: Judged) => String(idOf(one))) } = list
  const partOf = (entries: readonly Judged[]): Part => ({
    apply: (applying) => list.apply(applying, entries),
    async undo(exporting) {
      const ids = new Set(entries.map(idOf))
      return (await write(exporting))?.filter((one) => id === undefined || ids.has(idOf(one)))
    },
    beyondRoutes: id === undefined || entries.length > 0 ? [key] : [],
    withFiles: (...given) => partOf(list.withFiles?.(entries, ...given) ?? entries),
    ...list.more?.(entries),
  })
  return {
    key,
    noun: list.noun,
    schema: Type.Array(entry),
    stage,
    endsByEmptyList: id === undefined,
    check(file, content) {
      const found = entriesIn(entry, content, key, file)
      const entries = present(found.map(({ place, one }) => list.check(place, one)))
      if (nameOf !== undefined) refuseDuplicates(entries, nameOf, list.shownAs)
      list.checkTogether?.(entries, file.at(key))
      const isThere = (valueAt(content, key) ?? null) !== null
      return id === undefined && !isThere ? undefined : partOf(entries)
    },
    write,
    merge: (undos) => (id === undefined ? undos.at(-1) : oldest(undos.flatMap(listOf), idOf)),
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The last description of each object. */
export const oldest = <T>(descriptions: readonly T[], idOf: (one: T) => unknown): T[] => [
  ...new Map(descriptions.map((one) => [idOf(one), one])).values(),
]
