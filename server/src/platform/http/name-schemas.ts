// Moves each schema with a `title` to the components of the OpenAPI description, and replaces it with a reference. So
// generated clients get one named type for each.

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Values under these keys are data, not schemas.
const DATA = new Set(['examples', 'example', 'enum', 'const', 'default', 'mapping'])

/** Returns the parts with references, and the referenced schemas by name. */
export function nameSchemas(parts: Json): { parts: Json; schemas: Json } {
  const found = new Map<string, Json>()

  function named(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(named)
    if (!isObject(value)) return value
    const entries = Object.entries(withOwnDescription(value)).map(([key, inner]) => [
      key,
      DATA.has(key) ? inner : named(inner),
    ])
    const { title, $comment: here, ...schema }: Json = Object.fromEntries(entries)
    if (typeof title !== 'string') return parameterWithOwnWords(Object.fromEntries(entries))
    keep(title, schema)
    const reference = { $ref: `#/components/schemas/${title}` }
    return here === undefined ? reference : { ...reference, description: here }
  }

  // The examples of a parameter stand beside its schema, not in it. So they do not count in the comparison.
  function keep(title: string, schema: Json): void {
    const known = found.get(title)
    if (known !== undefined && bare(known) !== bare(schema))
      throw new Error(`two schemas have the title ${title}`)
    if (known?.['examples'] === undefined) found.set(title, schema)
  }

  const rewritten = named(parts)
  const schemas = Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { parts: isObject(rewritten) ? rewritten : {}, schemas }
}

// The description of a parameter stands beside its schema. A schema that only parameters use gets a copy.
const withOwnDescription = (value: Json): Json =>
  'in' in value && isObject(value['schema']) && value['description'] !== undefined
    ? { ...value, schema: { ...value['schema'], description: value['description'] } }
    : value

const bare = (schema: Json): string =>
  JSON.stringify({ ...schema, description: undefined, examples: undefined })

const parameterWithOwnWords = (value: Json): Json => {
  const { schema } = value
  if (!('in' in value) || !isObject(schema) || schema['description'] === undefined) return value
  const { description, ...reference } = schema
  return { ...value, description, schema: reference }
}
