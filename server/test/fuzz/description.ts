// openapi.json and operator-openapi.json as tests read them: operations with the schemas of parameters and bodies.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  examples?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: unknown
}
export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  example?: string
  schema: Schema
}
export type Operation = {
  id: string
  method: string
  path: string
  parameters: readonly Parameter[]
  body: Schema | undefined
}

type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** The operations of a description. `body` is that of JSON: other bodies are files. */
export function operationsIn(file: 'openapi.json' | 'operator-openapi.json'): readonly Operation[] {
  const document: Document = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'),
  )

  /** The schema without references. */
  function whole(schema: Schema): Schema {
    const { $ref, oneOf, anyOf, items, properties } = schema
    if ($ref !== undefined)
      return whole(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
    return {
      ...schema,
      ...(oneOf && { oneOf: oneOf.map(whole) }),
      ...(anyOf && { anyOf: anyOf.map(whole) }),
      ...(items && { items: whole(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, inner]) => [name, whole(inner)]),
        ),
      }),
    }
  }

  const bodyOf = ({ requestBody }: Described): Schema | undefined => {
    const schema = requestBody?.content['application/json']?.schema
    return schema === undefined ? undefined : whole(schema)
  }

  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (described.parameters ?? []).map((one) => ({
        ...one,
        // OpenAPI has the example of a parameter beside its schema.
        schema: { ...(one.example && { examples: [one.example] }), ...whole(one.schema) },
      })),
      body: bodyOf(described),
    })),
  )
}

/** Those of customers. */
export const operations = operationsIn('openapi.json')
