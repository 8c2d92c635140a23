// Gives each schema with a `title` a place among the components of the OpenAPI description, and puts a reference where it
// stood. The code nests schemas as values; readers and generated clients get one name for each.

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// What stands under these keys is data.
const DATA = new Set(['examples', 'example', 'enum', 'const', 'default', 'mapping'])

/** Returns the same parts with references, and the schemas that they refer to, by name. */
export function nameSchemas(parts: Json): { parts: Json; schemas: Json } {
  const found = new Map<string, Json>()

  function named(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(named)
    if (!isObject(value)) return value
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      DATA.has(key) ? inner : named(inner),
    ])
    const { title, $comment: here, ...schema }: Json = Object.fromEntries(entries)
    if (typeof title !== 'string') return parameterWithOwnWords(Object.fromEntries(entries))
    keep(title, schema)
    const reference = { $ref: `#/components/schemas/${title}` }
    return here === undefined ? reference : { ...reference, description: here }
  }

  // Where a schema is a parameter, its description and examples have moved to the parameter.
  function keep(title: string, schema: Json): void {
    const known = found.get(title)
    if (known !== undefined && bare(known) !== bare(schema))
      throw new Error(`two schemas have the title ${title}`)
    if (known === undefined || known['description'] === undefined) found.set(title, schema)
  }

  const rewritten = named(parts)
  const schemas = Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { parts: isObject(rewritten) ? rewritten : {}, schemas }
}

const bare = (schema: Json): string =>
  JSON.stringify({ ...schema, description: undefined, examples: undefined })

const parameterWithOwnWords = (value: Json): Json => {
  const { schema } = value
  if (!('in' in value) || !isObject(schema) || schema['description'] === undefined) return value
  const { description, ...reference } = schema
  return { ...value, description, schema: reference }
}
