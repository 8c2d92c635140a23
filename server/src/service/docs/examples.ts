// Gives every JSON body of the OpenAPI description an example, put together from the examples of its fields. Each named
// schema has one, among the components, and its bodies refer to it.
import { isObject, type Json } from '../../platform/http/name-schemas.ts'

/** Returns the same parts with references to examples, and these examples by name. */
export function addExamples(parts: Json, schemas: Json): { parts: Json; examples: Json } {
  const examples = new Map<string, Json>()

  function withExamples(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withExamples)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'application/json' && isObject(inner) ? withExample(inner) : withExamples(inner),
      ]),
    )
  }

  function withExample(body: Json): Json {
    const name = nameIn(body['schema'])
    if (name === undefined || 'examples' in body || 'example' in body) return body
    examples.set(name, { summary: name, value: exampleOf(body['schema'], schemas) })
    return { ...body, examples: { [name]: { $ref: `#/components/examples/${name}` } } }
  }

  const rewritten = withExamples(parts)
  return {
    parts: isObject(rewritten) ? rewritten : {},
    examples: Object.fromEntries([...examples].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const nameIn = (schema: unknown): string | undefined =>
  isObject(schema) && typeof schema['$ref'] === 'string'
    ? schema['$ref'].split('/').at(-1)
    : undefined

/** The schema's own example, or else one of its parts. Of several forms it is the first. */
function exampleOf(schema: unknown, schemas: Json): unknown {
  const name = nameIn(schema)
  if (name !== undefined) return exampleOf(schemas[name], schemas)
  if (!isObject(schema)) throw new Error('a schema without an example')
  const { type, examples, enum: values, oneOf, anyOf, properties = {}, items } = schema
  if ('const' in schema) return schema['const']
  const [choices] = [examples, values].filter(Array.isArray)
  if (choices !== undefined) return choices[0]
  const [forms] = [oneOf, anyOf].filter(Array.isArray)
  if (forms !== undefined) return exampleOf(forms[0], schemas)
  if (type === 'boolean') return false
  if (items !== undefined) return [exampleOf(items, schemas)]
  if (type !== 'object' || !isObject(properties))
    throw new Error(`a schema without an example: ${JSON.stringify(schema)}`)
  return Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, exampleOf(inner, schemas)]),
  )
}
