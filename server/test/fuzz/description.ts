// openapi.json as the fuzz reads it: its operations with the schemas of their parameters and bodies.
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
  minimum?: number
  maximum?: number
}
export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
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

const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
)

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema,
    })),
)
