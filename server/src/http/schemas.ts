// Pieces of the wire that several features share, and how a feature names its own in the OpenAPI.
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox'
import { errorTable, MOST_ERRORS } from '../errors.ts'
import { inputPatterns } from './patterns.ts'

/** A reference to a schema registered under its `$id`, typed as the schema itself. */
export const ref = <T extends TSchema & { $id?: string }>(schema: T): TUnsafe<Static<T>> =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })

/** The one success body: an object with the key `data`. `description` says what the answer is. */
export const dataOf = (schema: TSchema, description: string): TSchema =>
  exact({ data: ref(schema) }, { description })
export const dataListOf = (schema: TSchema, description: string): TSchema =>
  exact({ data: Type.Array(ref(schema)) }, { description })

export const exact = <T extends Type.TProperties>(
  properties: T,
  options: Type.TObjectOptions = {},
): TObject<T> => Type.Object(properties, { additionalProperties: false, ...options })

export const timestamp = (description?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    examples: ['2026-03-02T14:05:09.120Z'],
    ...(description === undefined ? {} : { description }),
  })

export const decimal = (description: string, example: string) =>
  Type.String({ pattern: inputPatterns.decimal.pattern, description, examples: [example] })

export const currency = (description: string, example: string) =>
  Type.String({ pattern: inputPatterns.currency.pattern, description, examples: [example] })

export const identifier = (prefix: string, description: string) =>
  Type.String({
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    description,
    examples: [`${prefix}_01jqe8m2x4fv5s0t6w7y8z9abc`],
  })

/** In a path any string may stand; a malformed identifier is answered as an unknown one. */
export const pathId = (prefix: string, description: string) =>
  Type.String({ description, examples: [`${prefix}_01jqe8m2x4fv5s0t6w7y8z9abc`] })

export const organizationParams = { organization_id: pathId('org', 'The organization.') }

export const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: inputPatterns.printable.pattern,
    description,
    examples: [example],
  })

/** The same, where null says that there is none. */
export const textOrNull = (maxLength: number, description: string, example: string) =>
  Type.Unsafe<string | null>({
    ...text(maxLength, description, example),
    type: ['string', 'null'],
  })

export const status = exact(
  {
    current_status: Type.String({ description: 'The present state.', examples: ['ACTIVE'] }),
    status_history: Type.Array(
      exact({
        status: Type.String({ description: 'A state.', examples: ['ACTIVE'] }),
        created_at: timestamp('When it came to that state.'),
      }),
      { minItems: 1 },
    ),
  },
  { $id: 'Status', description: 'The present state and every state before it, oldest first.' },
)

export const bounds = exact({
  min: decimal('The smallest payin total, inclusive.', '10.00'),
  max: decimal('The largest payin total, inclusive.', '100000.00'),
})

export const costTiers = Type.Array(
  exact({
    min: decimal('The payin amount at which the band begins, inclusive.', '10.00'),
    max: decimal(
      'The payin amount at which the band ends, inclusive; where two bands touch, the lower one holds the edge.',
      '1000.00',
    ),
    bps: decimal('The fee, in basis points of the whole payin amount.', '100'),
  }),
  {
    description:
      'Bands of the payin amount, which is the payin total where the fee is taken out of it (inclusive), and what is converted where the fee is added to it (exclusive).',
  },
)

export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.String({
    description:
      'A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.',
  }),
})

export const problem = Type.Object(
  {
    type: Type.String({
      description: 'Address of the documentation of this error.',
      examples: ['https://corridor.example/docs/errors#invalid_request'],
    }),
    title: Type.String({
      description: 'The stable message.',
      examples: [errorTable.invalid_request.title],
    }),
    status: Type.Integer({ description: 'The HTTP status.', examples: [400] }),
    detail: Type.Optional(
      Type.String({
        description: 'What the title cannot say. Its wording may change.',
        examples: ['/quote_id is required'],
      }),
    ),
    instance: Type.String({
      description: 'The path that was asked for, without its query.',
      examples: ['/v1/organizations/org_01jqe8m2x4fv5s0t6w7y8z9abc/orders'],
    }),
    code: Type.String({
      enum: Object.keys(errorTable),
      description: 'For programs: branch on it.',
      examples: ['invalid_request'],
    }),
    request_id: Type.String({
      description: 'Also in the X-Request-Id header. Quote it when you ask for help.',
      examples: ['req_5f0c9b1e7a3d2468ace01357'],
    }),
    errors: Type.Optional(
      Type.Array(
        exact({
          pointer: Type.String({
            description: 'An RFC 6901 pointer into the body, or `?name` for a query parameter.',
            examples: ['/quote_id'],
          }),
          code: Type.String({ description: 'What is wrong with it.', examples: ['required'] }),
          message: Type.String({
            description: 'Completes a sentence that begins with the pointer.',
            examples: ['is required'],
          }),
        }),
        {
          maxItems: MOST_ERRORS,
          description: 'The fields at fault, where they are known: the first ones of many.',
        },
      ),
    ),
    more_errors: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'How many errors there are beyond those shown; absent where all are.',
        examples: [3],
      }),
    ),
  },
  {
    $id: 'Problem',
    description:
      'RFC 9457. Beside these members a problem may carry facts, such as `limits` or `current_status`.',
    additionalProperties: true,
  },
)

const problemResponse = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref(problem) } },
})

/** The failures every operation can answer, and those of its own. */
export function failures(...statuses: (409 | 413 | 415 | 422)[]) {
  const described: Record<number, string> = {
    400: 'The request is malformed.',
    401: 'The API key is missing or does not work.',
    403: 'The API key may not do this.',
    404: 'There is no such thing in this organization.',
    405: 'The path does not take that method.',
    406: 'The Accept header excludes the answer.',
    408: 'The request took too long to arrive.',
    409: 'The present state does not allow it.',
    413: 'The body is too large.',
    415: 'The body is not uncompressed JSON.',
    422: 'The values cannot be accepted.',
    429: 'Too many requests.',
    431: 'The request headers are too large.',
    500: 'A defect of the service.',
    503: 'The service cannot serve now.',
  }
  const all = [400, 401, 403, 404, 405, 406, 408, ...statuses, 429, 431, 500, 503]
  return Object.fromEntries(all.map((code) => [code, problemResponse(described[code] ?? '')]))
}
