// The shape of a body: where its fields are, of which type and how long. Values may be bank details, so they are left out; so
// are names that the operation does not have, since a caller may have mistaken a value for a name.

export type Field = { pointer: string; type: FieldType; length: number | null }
export const fieldTypes = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const
type FieldType = (typeof fieldTypes)[number]

const MOST_FIELDS = 50
const DEEPEST = 5
const POSITION = /^\d{1,4}$/
const OTHER_NAME = '…'

const known = new WeakMap<object, ReadonlySet<string>>()

/** The names of all fields of a schema, at any depth. */
export function namesIn(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  const before = known.get(schema)
  if (before !== undefined) return before
  const names = new Set<string>()
  for (const [word, inner] of Object.entries(schema)) {
    if (word === 'properties') for (const name of Object.keys(inner)) names.add(name)
    for (const name of namesIn(inner)) names.add(name)
  }
  known.set(schema, names)
  return names
}

/** The fields of a parsed body, parents before children; null for a request without one. */
export function shapeOf(body: unknown, names: ReadonlySet<string>): Field[] | null {
  if (body === undefined || body === null) return null
  const fields: Field[] = []
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (fields.length >= MOST_FIELDS) return
    fields.push({ pointer, ...kindOf(value) })
    if (typeof value !== 'object' || value === null || depth >= DEEPEST) return
    for (const [name, inner] of Object.entries(value)) {
      if (fields.length >= MOST_FIELDS) return
      visit(inner, `${pointer}/${shown(name, names)}`, depth + 1)
    }
  }
  visit(body, '', 0)
  return fields
}

function kindOf(value: unknown): Omit<Field, 'pointer'> {
  if (typeof value === 'string') return { type: 'string', length: value.length }
  if (Array.isArray(value)) return { type: 'array', length: value.length }
  if (typeof value === 'number') return { type: 'number', length: null }
  if (typeof value === 'boolean') return { type: 'boolean', length: null }
  return { type: value === null ? 'null' : 'object', length: null }
}

/** A pointer into a body or `?name` of a query, without names that the operation does not have. */
export const harmless = (pointer: string, names: ReadonlySet<string>): string =>
  pointer
    .slice(0, LONGEST_POINTER)
    .split(/(?<=^\?)|(?<=\/)|(?=\/)/)
    .map((part) => (/^[/?]?$/.test(part) ? part : shown(part, names)))
    .join('')

const LONGEST_POINTER = 300
const shown = (name: string, names: ReadonlySet<string>): string =>
  names.has(name) || POSITION.test(name) ? name : OTHER_NAME
