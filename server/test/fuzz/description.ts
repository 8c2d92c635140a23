// openapi.json and operator-openapi.json as tests read them: operations with the schemas of parameters and bodies.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  bodyOf,
  descriptionOf,
  nameOf,
  type Parameter as Described,
} from '../../../sdk/build/description.ts'

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
export type Parameter = Described<Schema>
export type Operation = {
  id: string
  method: string
  path: string
  parameters: readonly Parameter[]
  body: Schema | undefined
  /** The answer 202: the act may wait for approval. */
  mayWait: boolean
}

/** The operations of a description. `body` is that of JSON: other bodies are files. */
export function operationsIn(file: 'openapi.json' | 'operator-openapi.json'): readonly Operation[] {
  const described = descriptionOf<Schema>(
    readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'),
  )

  /** The schema without references. */
  function whole(schema: Schema): Schema {
    const { $ref, oneOf, anyOf, items, properties } = schema
    if ($ref !== undefined) return whole(described.schemas[nameOf($ref)] ?? {})
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

  return described.operations.map((one) => {
    const body = bodyOf(one)
    return {
      id: one.operationId,
      method: one.method.toUpperCase(),
      path: one.path,
      parameters: (one.parameters ?? []).map((parameter) => ({
        ...parameter,
        // OpenAPI has the example of a parameter beside its schema.
        schema: {
          ...(parameter.example === undefined ? {} : { examples: [parameter.example] }),
          ...whole(parameter.schema),
        },
      })),
      body: body && whole(body),
      mayWait: '202' in one.responses,
    }
  })
}

/** Those of customers. */
export const operations = operationsIn('openapi.json')
