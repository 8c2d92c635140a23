// Reads openapi.json: the operations, and their schemas as a client of MCP takes them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  bodyOf,
  descriptionOf,
  nameOf,
  type Operation,
  type Parameter,
} from '../../sdk/build/description.ts'

export type Schema = Readonly<Record<string, unknown>>
/** The root of an installation, with openapi.json and docs/. */
const root = join(import.meta.dirname, '../..')
export const fileOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const { operations, schemas } = descriptionOf<Schema>(fileOf('openapi.json'))

type Route = Operation<Schema>

export const routes: ReadonlyMap<string, Route> = new Map(
  operations.map((operation) => [operation.operationId, operation]),
)

export function routeOf(operationId: string): Route {
  const route = routes.get(operationId)
  if (route === undefined) throw new Error(`openapi.json has no operation ${operationId}`)
  return route
}

/** `list_orders` of `listOrders`. */
export const toolName = (operationId: string): string =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A tool has no body, no header and no stream, so a model is not told of them. */
const OF_HTTP = /\b(body|stream|streams|Link|Accept)\b/

export const withoutHttp = (description: string): string =>
  description
    .split(/(?<=\.) /)
    .filter((sentence) => !OF_HTTP.test(sentence))
    .join(' ')

/** A client pays for the list of tools in every session: the whole schema would be a tenth of it. The service checks the pairs. */
export const SHORT_METADATA: Schema = {
  type: 'object',
  description: 'Keys and values of your own.',
  additionalProperties: { type: 'string' },
}

/** Path and query parameters, and the fields of the body, as one object. */
export function inputSchema(route: Route, change: (properties: Properties) => Properties): Schema {
  const parameters = (route.parameters ?? []).filter((one) => one.in !== 'header')
  const { properties, required } = bodyFields(route)
  const whole = {
    ...Object.fromEntries(parameters.map((one) => [one.name, propertyOf(one)])),
    ...properties,
  }
  const all = 'metadata' in whole ? { ...whole, metadata: SHORT_METADATA } : whole
  return selfContained({
    type: 'object',
    properties: change(all),
    required: [
      ...parameters.filter((one) => one.required === true).map((one) => one.name),
      ...required,
    ],
    additionalProperties: false,
  })
}

export type Properties = Readonly<Record<string, Schema>>

/** Empty text and dots would make another path. */
const IN_PATH = '^[A-Za-z0-9_-]{1,100}$'

function propertyOf({ schema, in: place, description, example }: Parameter<Schema>): Schema {
  const about = description === undefined ? {} : { description }
  // The pattern says as much as an example, which would be in nearly every tool.
  const prefix = place === 'path' ? /^[a-z]+(?=_)/.exec(String(example))?.[0] : undefined
  if (prefix !== undefined && schema['format'] === 'typeid')
    return { ...schema, pattern: `^${prefix}_[0-9a-z]{26}$`, ...about }
  return {
    ...schema,
    ...(place === 'path' ? { pattern: IN_PATH } : {}),
    ...about,
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

/**
 * The fields of a body. Models do not take alternatives at the root of a schema, so the fields of all alternatives are
 * offered, and those that every alternative has are required. The service refuses wrong combinations.
 */
function bodyFields(route: Route): { properties: Properties; required: string[] } {
  const schema = bodyOf(route)
  if (schema === undefined) return { properties: {}, required: [] }
  const objects = alternativesOf(schema)
  const required = objects.map(requiredIn)
  return {
    properties: Object.assign({}, ...objects.map(propertiesIn)),
    required: (required[0] ?? []).filter((name) => required.every((names) => names.includes(name))),
  }
}

function alternativesOf(schema: Schema): Schema[] {
  const found = resolved(schema)
  const several = found['oneOf'] ?? found['anyOf']
  return Array.isArray(several) ? several.flatMap(alternativesOf) : [found]
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesIn = (schema: Schema): Schema =>
  isSchema(schema['properties']) ? schema['properties'] : {}

const requiredIn = (schema: Schema): string[] =>
  Array.isArray(schema['required']) ? schema['required'].map(String) : []

function resolved(schema: Schema): Schema {
  const reference = schema['$ref']
  return typeof reference === 'string' ? resolved(component(nameOf(reference))) : schema
}

function component(name: string): Schema {
  const found = schemas[name]
  if (found === undefined) throw new Error(`openapi.json has no schema ${name}`)
  return found
}

/** The form of the success answer. A list in pages has its cursor too, which the API sends as a header. */
export function outputSchema(route: Route): Schema {
  const answer = route.responses['200'] ?? route.responses['201']
  const schema = resolved(answer?.content?.['application/json']?.schema ?? {})
  const cursor = { cursor: { type: ['string', 'null'], description: CURSOR } }
  return selfContained({
    type: 'object',
    properties: { ...propertiesIn(schema), ...(isPaged(route) ? cursor : {}) },
    required: [...requiredIn(schema), ...(isPaged(route) ? ['cursor'] : [])],
    additionalProperties: false,
  })
}

const CURSOR = 'Pass it to get the next page. Null after the last one, except for events.'

export const isPaged = (route: Route): boolean =>
  (route.parameters ?? []).some(({ name }) => name === 'cursor')

/** Formats of OpenAPI, which validators of JSON Schema warn of. */
const FOREIGN = new Set(['discriminator', 'format', 'example'])

/** With the components that it refers to under `$defs`. */
function selfContained(schema: Schema): Schema {
  const found = new Map<string, Schema>()
  const collect = (part: Schema): Schema =>
    copied(part, (name) => {
      if (found.has(name)) return
      found.set(name, {})
      found.set(name, collect(component(name)))
    })
  const copy = collect(schema)
  return found.size === 0 ? copy : { ...copy, $defs: Object.fromEntries(found) }
}

function copied(schema: Schema, refersTo: (name: string) => void): Schema {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (FOREIGN.has(key) || key.startsWith('x-')) continue
    // Choices are their own examples.
    if (key === 'examples' && ('enum' in schema || '$ref' in schema)) continue
    if (key === '$ref' && typeof value === 'string') {
      refersTo(nameOf(value))
      copy[key] = `#/$defs/${nameOf(value)}`
    } else if (key === 'properties' && isSchema(value)) {
      copy[key] = Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          isSchema(one) ? copied(one, refersTo) : one,
        ]),
      )
    } else if (Array.isArray(value))
      copy[key] = value.map((one: unknown) => (isSchema(one) ? copied(one, refersTo) : one))
    else copy[key] = isSchema(value) ? copied(value, refersTo) : value
  }
  return copy
}
