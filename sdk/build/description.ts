// openapi.json and operator-openapi.json, as programs read them: operations, and the schemas that they refer to.

/** What the descriptions use of JSON Schema. A reader that needs more of it has a type of its own. */
export type Schema = {
  $ref?: string
  type?: string
  description?: string
  enum?: unknown[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
}
export type Parameter<S = Schema> = {
  name: string
  in: string
  required?: boolean | undefined
  description?: string
  example?: unknown
  schema: S
}
export type Answer<S = Schema> = { description: string; content?: Record<string, { schema: S }> }
export type Operation<S = Schema> = {
  method: string
  path: string
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter<S>[]
  requestBody?: { content: Record<string, { schema: S }> }
  responses: Record<string, Answer<S>>
  'x-roles'?: string
  'x-command'?: string
}

export function descriptionOf<S = Schema>(text: string) {
  const {
    paths,
    components: { schemas },
  }: {
    paths: Record<string, Record<string, Omit<Operation<S>, 'method' | 'path'>>>
    components: { schemas: Record<string, S> }
  } = JSON.parse(text)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation<S> => ({ ...operation, method, path }),
    ),
  )
  return { operations, schemas }
}

export const bodyOf = <S>({ requestBody }: Operation<S>): S | undefined =>
  requestBody?.content['application/json']?.schema

/** The answer to a request that succeeds. */
export const successOf = <S>({ responses }: Operation<S>): Answer<S> | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]

/** The name of the schema that `#/components/schemas/Name` refers to. */
export const nameOf = (reference = ''): string => reference.slice(reference.lastIndexOf('/') + 1)
