// Metadata: keys and values of a customer's own. The service keeps, shows and finds them, and never decides by them. An object
// without metadata is shown as if there were none.
import type { FastifyRequest, RouteOptions } from 'fastify'
import Type from 'typebox'
import { inputPatterns } from './patterns.ts'
import { text, withDescription } from './schemas.ts'

export type Metadata = Readonly<Record<string, string>>

/** Part of a row. Null: none. */
type Kept = { metadata: Metadata | null }
/** Part of an input: its metadata as given. */
export type GivenMetadata = { metadata?: Metadata | undefined }

const MOST_KEYS = 20
const MOST_FILTERED = 3
const examples = [{ invoice: '2026-0042' }]
const value = text(500, 'One line of text.', '2026-0042')

/** In requests and answers. */
export const metadataSchema = Type.Unsafe<Metadata>({
  title: 'Metadata',
  type: 'object',
  description:
    'Keys and values of your own: up to 20. A key has 1 to 40 letters, digits, `_`, `-` or `.`, and a value up to 500 characters. It is never sent to a bank, chain or provider. In an answer it is absent if there is none.',
  propertyNames: { pattern: inputPatterns.metadataKey.pattern },
  additionalProperties: value,
  maxProperties: MOST_KEYS,
  examples,
})

/** A field of a request or an answer. */
export const metadataField = { metadata: Type.Optional(metadataSchema) }

const filterSchema = Type.Unsafe<Metadata>({
  title: 'MetadataFilter',
  type: 'object',
  description: 'Keys and values that an object has, up to 3.',
  propertyNames: { pattern: inputPatterns.metadataKey.pattern },
  additionalProperties: value,
  maxProperties: MOST_FILTERED,
  examples,
})

/** A query parameter. `rows` names the rows of the list, as in "Orders". */
export const metadataFilter = (rows: string) => ({
  metadata: Type.Optional(
    withDescription(
      filterSchema,
      `${rows} with these keys and values: \`metadata[invoice]=2026-0042\`.`,
    ),
  ),
})

/** An empty object is the same as none. */
export const metadataOf = ({ metadata }: GivenMetadata): Metadata | null =>
  metadata === undefined || Object.keys(metadata).length === 0 ? null : metadata

/** Keys are sorted: the database does not keep their order. */
const sorted = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The field of an answer or an event. */
export const metadataView = ({ metadata }: Kept): { metadata?: Metadata } =>
  metadata === null ? {} : { metadata: sorted(metadata) }

/** JSON text, also as the value of a parameter. */
export const metadataJson = (metadata: Metadata | null): string | null =>
  metadata === null ? null : JSON.stringify(sorted(metadata))

/** The field at the end of an object that is written as text. */
export const metadataText = ({ metadata }: Kept): string =>
  metadata === null ? '' : `,"metadata":${metadataJson(metadata)}`

/** Lists with the filter read `metadata[key]=value` as one object. */
export function readMetadataFilter(route: RouteOptions): void {
  const { querystring } = route.schema ?? {}
  if (!Type.IsObject(querystring) || querystring.properties['metadata'] === undefined) return
  route.preValidation = async (request: FastifyRequest) => {
    const query: Record<string, unknown> = Object(request.query)
    const pairs = Object.entries(query).flatMap(([name, given]) => {
      const key = /^metadata\[(.*)\]$/s.exec(name)?.[1]
      return key === undefined ? [] : [{ name, key, given }]
    })
    if (pairs.length === 0 || query['metadata'] !== undefined) return
    for (const { name } of pairs) delete query[name]
    query['metadata'] = Object.fromEntries(pairs.map(({ key, given }) => [key, given]))
  }
}
