// Describes what takes a version of the configuration back: an operator file with the present terms of everything that the
// version describes. What a section leaves out of it, its own file says.
import type { Secrets } from '../../platform/config.ts'
import { parse } from 'yaml'
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { fileText } from '../operator-file/export-file.ts'
import { valueAt } from '../operator-file/judging.ts'
import type { OperatorFile } from '../operator-file/operator-file.ts'
import { sections } from '../operator-file/sections.ts'
import { routesOnly as routesOf } from '../operator-file/sections/enterprises/undo-enterprises.ts'

/** The text of the file. Call it before the version is applied, in its transaction. */
export async function undoOf(
  db: Db,
  secrets: Secrets,
  { parts }: OperatorFile,
  at: Instant,
): Promise<string> {
  const undo: Record<string, unknown> = {}
  for (const [key, part] of parts)
    undo[key] = await part.undo({ db, secrets, at, withDetails: true })
  return fileText(undo)
}

/**
 * One file for several, newest first: of each object, the oldest description counts. `routesOnly`: everything else stays as
 * it is, and null if there is no route.
 */
export function mergedUndo(
  undos: readonly string[],
  { routesOnly }: { routesOnly: boolean },
): string | null {
  const all = undos.map((text): unknown => parse(text))
  // Versions of older releases lack sections.
  const described = (key: string) =>
    all.map((undo) => valueAt(undo, key)).filter((part) => part !== undefined)
  if (!routesOnly)
    return fileText(
      Object.fromEntries(sections.map(({ key, merge }) => [key, merge(described(key))])),
    )
  const enterprises = routesOf(described('enterprises'))
  return enterprises === null ? null : fileText({ enterprises })
}
