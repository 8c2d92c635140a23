// Schemas that several features share. A schema with a `title` in upper camel case becomes a component of the OpenAPI
// description: see platform/http/name-schemas.ts.
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox'
import { identifierPattern, inputPatterns } from './patterns.ts'

/** The body of every success: an object with the key `data`. `description` describes the answer. */
export const dataOf = (schema: TSchema, description: string): TSchema =>
  answerOf(`${titleOf(schema)}Response`, `One ${titleOf(schema)}.`, schema, description)
export const dataListOf = (schema: TSchema, description: string): TSchema => {
  const about = `Rows of ${titleOf(schema)}: all of them, or a page where the request asked for one.`
  return answerOf(
    `${titleOf(schema)}List`,
    about,
    Type.Array(schema, { description: about }),
    description,
  )
}

const answerOf = (title: string, about: string, data: TSchema, description: string) =>
  exact({ data }, { title, description: about, 'x-response-description': description })

function titleOf(schema: TSchema): string {
  if (!('title' in schema) || typeof schema.title !== 'string')
    throw new Error('the schema of an answer has no title')
  return schema.title
}

/** A named schema with another description for this use. platform/http/name-schemas.ts writes it next to the `$ref`. */
export const withDescription = <T extends TSchema>(
  schema: T,
  description: string,
): TUnsafe<Static<T>> => Type.Unsafe<Static<T>>({ ...schema, $comment: description })

/** `options.examples` where the example of the schema does not fit this place. */
export const nullable = <T extends TSchema>(
  schema: T,
  description: string,
  options: { examples?: null[] } = {},
) => Type.Union([schema, Type.Null()], { description, ...options })

/** An enum of strings. With a title it becomes a component of the OpenAPI description. */
export const choice = <V extends string>(
  values: readonly V[],
  description: string,
  options: { title?: string; example?: V } = {},
): TUnsafe<V> => {
  const { title, example = values[0] } = options
  return Type.Unsafe<V>({
    type: 'string',
    enum: [...values],
    description,
    examples: [example],
    ...(title === undefined ? {} : { title }),
  })
}

/** A union of objects, told apart by the value of `field`. `T` has the fields that all of them share. */
export const variants = <T>(
  title: string,
  field: string,
  schemas: Readonly<Record<string, TSchema>>,
  description: string,
): TUnsafe<T> =>
  Type.Unsafe<T>({
    title,
    description,
    oneOf: Object.values(schemas),
    discriminator: {
      propertyName: field,
      mapping: Object.fromEntries(
        Object.entries(schemas).map(([value, schema]) => [
          value,
          `#/components/schemas/${titleOf(schema)}`,
        ]),
      ),
    },
  })

/** Turns `SOLANA_ADDRESS` into `SolanaAddress`, and `quote_expired` into `QuoteExpired`. */
export const pascalCase = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const exact = <T extends Type.TProperties>(
  properties: T,
  options: Type.TObjectOptions = {},
): TObject<T> => Type.Object(properties, { additionalProperties: false, ...options })

/** A timestamp in an answer: always UTC with milliseconds. */
export const timestamp = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description,
    examples: ['2026-03-02T14:05:09.120Z'],
  })

/** A timestamp in a request, in any zone. The handler validates it. */
export const instant = (description: string, example: string) =>
  Type.String({
    format: 'date-time',
    description: `ISO 8601 with a zone. ${description}`,
    examples: [example],
  })

export const count = (
  description: string,
  example: number,
  options: { minimum?: number; maximum?: number } = {},
) => Type.Integer({ format: 'int32', minimum: 0, ...options, description, examples: [example] })

export const decimal = (description: string, example: string) =>
  Type.String({ pattern: inputPatterns.decimal.pattern, description, examples: [example] })

/** An amount in an answer that may be negative. */
export const signedDecimal = (description: string, example = '-12.50') =>
  Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$', description, examples: [example] })

export const currency = (description: string, example: string) =>
  Type.String({ pattern: inputPatterns.currency.pattern, description, examples: [example] })

export const identifier = (prefix: string, description: string) =>
  Type.String({
    pattern: identifierPattern(prefix),
    description,
    examples: [`${prefix}_01jqe8m2x4fv5s0t6w7y8z9abc`],
  })

/** An identifier in a path. The schema allows any string, since a malformed identifier is answered with 404. */
export const pathId = (prefix: string, description: string) =>
  Type.String({
    format: 'typeid',
    description,
    examples: [`${prefix}_01jqe8m2x4fv5s0t6w7y8z9abc`],
  })

export const organizationParams = { organization_id: pathId('org', 'The organization.') }

/** Text of an answer. Texts of requests are bounded. */
export const anyText = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

export const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: inputPatterns.printable.pattern,
    description,
    examples: [example],
  })

/** The same, or null for none. */
export const textOrNull = (maxLength: number, description: string, example: string) =>
  Type.Unsafe<string | null>({
    ...text(maxLength, description, example),
    type: ['string', 'null'],
  })

type StatusJson = {
  current_status: string
  status_history: { status: string; created_at: string }[]
}

/** The status object of one kind of resource, and the enum of its statuses. */
export function statusSchemas(of: string, statuses: readonly string[]) {
  const one = choice(statuses, `A status of ${of}.`, { title: `${of}Status` })
  const entry = exact(
    {
      status: withDescription(one, 'The status.'),
      created_at: timestamp('When it came to that status.'),
    },
    { title: `${of}StatusEntry`, description: 'A status and when it began.' },
  )
  const withHistory = exact(
    {
      current_status: withDescription(one, 'The present status.'),
      status_history: Type.Array(entry, {
        minItems: 1,
        description: 'Every status up to the present one, oldest first.',
      }),
    },
    {
      title: `${of}StatusWithHistory`,
      description: 'The present status and every status before it, oldest first.',
    },
  )
  return { one, withHistory: Type.Unsafe<StatusJson>(withHistory) }
}

export const bounds = exact(
  {
    min: decimal('The smallest payin total, inclusive.', '10.00'),
    max: decimal('The largest payin total, inclusive.', '100000.00'),
  },
  { title: 'PayinLimits', description: 'The bounds of the payin total, in the payin currency.' },
)

const costTier = exact(
  {
    min: decimal('The payin amount at which the band begins, inclusive.', '10.00'),
    max: decimal(
      'The payin amount at which the band ends, inclusive; where two bands touch, the lower one holds the edge.',
      '1000.00',
    ),
    bps: decimal('The fee, in basis points of the whole payin amount.', '100'),
  },
  { title: 'CostTier', description: 'The fee for one band of the payin amount.' },
)

export const costTiers = Type.Array(costTier, {
  description:
    'Bands of the payin amount, which is the payin total where the fee is taken out of it (inclusive), and what is converted where the fee is added to it (exclusive).',
})

export const emptyBody = exact(
  {},
  { title: 'EmptyBody', description: 'An object without fields, which may also be left out.' },
)

export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.String({
    description:
      'A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.',
    examples: ['018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f'],
  }),
})

const failureDescriptions = {
  400: 'The request is malformed.',
  401: 'The API key is missing or does not work.',
  403: 'The API key may not do this.',
  404: 'There is no such thing in this organization.',
  405: 'The path does not support this method.',
  406: 'The Accept header excludes the answer.',
  408: 'The request took too long to arrive.',
  409: 'The current state does not allow it.',
  413: 'The body is too large.',
  415: 'The body is not uncompressed JSON.',
  422: 'The values cannot be accepted.',
  429: 'Too many requests.',
  431: 'The request headers are too large.',
  500: 'A defect of the service.',
  503: 'The service cannot serve now.',
} as const

export const descriptionOfFailure = (status: string): string => {
  const found = Object.entries(failureDescriptions).find(([known]) => known === status)
  if (found === undefined) throw new Error(`status ${status} has no description`)
  return found[1]
}

// One object for each status: there are 150 operations.
const failureResponses: Record<string, object> = Object.fromEntries(
  Object.entries(failureDescriptions).map(([status, description]) => [
    status,
    { description, content: { 'application/problem+json': { schema: {} } } },
  ]),
)

/** The failures of every operation, and the given ones. service/docs/problems.ts has their bodies. */
export function failures(...statuses: (409 | 413 | 415 | 422)[]) {
  const all = [400, 401, 403, 404, 405, 406, 408, ...statuses, 429, 431, 500, 503] as const
  return Object.fromEntries(all.map((status) => [status, failureResponses[status]]))
}
