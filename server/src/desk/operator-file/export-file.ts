// Describes the database as an operator file. `corridor apply` of that file changes nothing. Secrets are references in
// the settings of adapters, and stay so. Details of instruments are left out unless they are asked for: the ids suffice.
import { stringify } from 'yaml'
import type { Exporting } from './section.ts'
import { sections } from './sections.ts'

/** The text of the file. */
export async function exportFile(exporting: Exporting): Promise<string> {
  const file: Record<string, unknown> = {}
  for (const { key, write } of sections) file[key] = await write(exporting)
  return fileText(file)
}

/** Leaves out keys that are undefined. */
export const fileText = (file: object): string =>
  stringify(file, { lineWidth: 0, aliasDuplicateObjects: false })
