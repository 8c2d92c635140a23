// openapi.json as a product: readers and generators of clients find words, names, formats and examples everywhere.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  discriminator?: object
}
type Body = { schema: Schema; example?: unknown; examples?: Record<string, unknown> }
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, Body> }
  responses: Record<string, { description?: string; content?: Record<string, Body> }>
}
type Section = Record<string, Record<string, Operation>>

const document: {
  paths: Section
  webhooks: Section
  tags: { name: string }[]
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, { value: unknown }>
    headers: Record<string, { description?: string; schema: Schema }>
  }
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'))
const { schemas, examples, headers } = document.components

const operations = [document.paths, document.webhooks].flatMap((section) =>
  Object.entries(section).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
  ),
)
const bodies = operations.flatMap(({ at, operation: { requestBody, responses } }) =>
  [
    ['request', requestBody?.content ?? {}] as const,
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => [status, content ?? {}] as const),
  ].flatMap(([part, content]) =>
    Object.entries(content).map(([type, body]) => ({ at: `${at} ${part} ${type}`, body })),
  ),
)

type Place = { at: string; schema: Schema; isNamed: boolean }

/** Every schema of the document: components, their fields and rows, parameters and bodies. */
const places: Place[] = [
  ...Object.entries(schemas).flatMap(([name, schema]) => inside(name, schema, true)),
  ...operations.flatMap(({ at, operation }) =>
    (operation.parameters ?? []).flatMap((one) => {
      // A parameter has the description of its schema.
      const schema = { ...one.schema, ...(one.description && { description: one.description }) }
      return inside(`${at} ${one.name}`, schema, false)
    }),
  ),
  ...bodies.flatMap(({ at, body }) => inside(at, body.schema, false)),
]

function inside(at: string, schema: Schema, isNamed: boolean): Place[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema
  // The parts of `allOf` are one object: only their fields count.
  const fields = [{ properties }, ...allOf].flatMap((part) => Object.entries(part.properties ?? {}))
  return [
    { at, schema, isNamed },
    ...fields.flatMap(([name, inner]) => inside(`${at}.${name}`, inner, false)),
    ...(items === undefined ? [] : inside(`${at}[]`, items, false)),
    ...[...anyOf, ...oneOf].flatMap((inner, index) => inside(`${at}/${index}`, inner, false)),
  ]
}

const where = (found: readonly { at: string }[]): string[] => found.map(({ at }) => at)

describe('every operation and webhook', () => {
  test('has an id of its own, a summary, a description and a known tag', () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    const vague = operations.filter(
      ({ operation: { operationId, summary, description, tags: [tag = ''] = [] } }) =>
        !operationId || !summary || !description || !tags.has(tag),
    )
    expect(where(vague)).toEqual([])
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has an example of every body it takes and answers with on success', () => {
    const without = bodies.filter(
      ({ body: { schema, ...body } }) =>
        !('example' in body) && !('examples' in body) && schema.examples === undefined,
    )
    expect(where(without)).toEqual([])
  })
})

describe('every schema', () => {
  test('has a description, whether named, a field, a row, a parameter or a body', () => {
    const silent = places.filter(
      ({ schema: { $ref, description, type } }) => !$ref && !description && type !== 'null',
    )
    expect(where(silent)).toEqual([])
    const silentHeaders = Object.entries(headers).filter(([, { description }]) => !description)
    expect(silentHeaders).toEqual([])
  })

  test('of an object, an enum or a union is named', () => {
    const unnamed = places.filter(
      ({ isNamed, schema }) =>
        !isNamed &&
        (schema.type === 'object' || (schema.enum?.length ?? 0) > 1 || schema.oneOf !== undefined),
    )
    expect(where(unnamed)).toEqual([])
  })

  test('that is a union of objects has a discriminator, or objects that share no optional field', () => {
    const untold = places.filter(
      ({ schema: { oneOf, discriminator } }) => oneOf !== undefined && discriminator === undefined,
    )
    // Requests with one of two fields: the field itself tells them apart.
    expect(where(untold).toSorted()).toEqual(['ClockMove', 'NewQuote', 'Redelivery'])
  })

  // A field is judged by its name and by its example, so that one that is new is noticed.
  const isFree = ({ enum: values, pattern, format, ...schema }: Schema): boolean =>
    [schema.type].flat().includes('string') &&
    values === undefined &&
    schema.const === undefined &&
    pattern === undefined &&
    format === undefined
  const exampleOf = ({ examples: [example] = [] }: Schema): string => String(example ?? '')

  test.each([
    ['an identifier', /_id$|\.id$/, /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/],
    [
      'an instant or a time of day',
      /(_at|_before|_after|\.now|_time|_utc)$/,
      /^\d{4}-\d\d-|^\d\d:/,
    ],
    ['a decimal', /(amount|total|fee|tax|rate|bps)$/, /^\d+\.\d+$/],
  ])('that is %s has a pattern or a format', (_what, name, example) => {
    // Texts of callers and of other services, in which any letters may stand.
    const texts = /\.(doc_id|request_id|external_reference_id|bank_code)$/
    const free = places.filter(
      ({ at, schema }) =>
        isFree(schema) && !texts.test(at) && (name.test(at) || example.test(exampleOf(schema))),
    )
    expect(where(free)).toEqual([])
  })
})

test('every example is valid against its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'https://corridor.test/openapi.json', components: document.components })
  const faults = Object.entries(examples).flatMap(([name, { value }]) => {
    const validate = ajv.getSchema(`https://corridor.test/openapi.json#/components/schemas/${name}`)
    if (validate === undefined) return [`${name}: no schema`]
    return validate(value) === true ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`]
  })
  expect(faults).toEqual([])
})
