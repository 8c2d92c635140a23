// Says what is wrong with the form of settings of an operator file: an unknown setting before one that is missing, because
// the one is often the other misspelled.
import type { TSchema } from 'typebox'
import { knownKeysAt } from './known-keys.ts'
import { nearestFirst } from './nearest.ts'
import { messageOf } from './http/schema-faults.ts'
import { values } from './values.ts'

/** The reason to refuse the settings; undefined if they have the form of the schema. `what`: whose settings they are. */
export function problemOfForm(
  schema: TSchema,
  settings: Record<string, unknown>,
  what: string,
): string | undefined {
  const faults = values().Errors(schema, settings)
  const placeOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.')
  // typebox reports an unknown key at the key itself.
  const unknown = faults.find(({ keyword }) => keyword === 'boolean')
  if (unknown !== undefined) {
    const path = unknown.instancePath.split('/').slice(1)
    const parts = path.map((part) => (/^\d+$/.test(part) ? Number.parseInt(part, 10) : part))
    const known = nearestFirst(path.at(-1) ?? '', knownKeysAt(schema, parts))
    return `${placeOf(unknown.instancePath)} is not a setting of ${what}; known settings here: ${known}`
  }
  const [fault] = faults
  if (fault === undefined) return undefined
  const place = placeOf(fault.instancePath)
  if (fault.keyword !== 'required') return `${place} ${messageOf(fault)}`.trimStart()
  const [missing] = fault.params.requiredProperties
  return `${[place, missing].filter((part) => part !== '').join('.')} is missing`
}
