// Pieces of the wire that several features share, and how a feature names its own in the OpenAPI.
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox'
import { DECIMAL_PATTERN } from '../money/decimal.ts'
import { errorTable } from '../errors.ts'

/** A reference to a schema registered under its `$id`, typed as the schema itself. */
export const ref = <T extends TSchema & { $id?: string }>(schema: T): TUnsafe<Static<T>> =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })

/** The one success body: an object with the key `data`. */
export const dataOf = (schema: TSchema): TSchema => exact({ data: ref(schema) })
export const dataListOf = (schema: TSchema): TSchema => exact({ data: Type.Array(ref(schema)) })

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
  Type.String({ pattern: DECIMAL_PATTERN, description, examples: [example] })

export const currency = (description: string, example: string) =>
  Type.String({ pattern: '^[A-Z]{3,5}$', description, examples: [example] })

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

/** Text from a caller without control characters; kept as it was sent. */
export const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
    description,
    examples: [example],
  })

export const status = exact(
  {
    current_status: Type.String({ examples: ['ACTIVE'] }),
    status_history: Type.Array(exact({ status: Type.String(), created_at: timestamp() }), {
      minItems: 1,
    }),
  },
  { $id: 'Status', description: 'The present state and every state before it, oldest first.' },
)

export const bounds = exact({
  min: decimal('Smallest total.', '10.00'),
  max: decimal('Largest total.', '100000.00'),
})

export const costTiers = Type.Array(
  exact({
    min: decimal('Where the band begins, inclusive.', '10.00'),
    max: decimal(
      'Where the band ends, inclusive; where two bands touch, the lower one holds the edge.',
      '1000.00',
    ),
    bps: decimal('Cost in basis points of the total.', '100'),
  }),
)

export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.String({
    description:
      'A fresh UUID for each new operation; the same one when the operation is repeated. 1 to 255 visible ASCII characters.',
    examples: ['6f1c2f0e-8d0b-4f5e-9f56-0a4f3d1c7b11'],
  }),
})

export const problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the documentation of this error.' }),
    title: Type.String({ description: 'The stable message.' }),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    instance: Type.String({ description: 'The path that was asked for.' }),
    code: Type.String({ enum: Object.keys(errorTable) }),
    request_id: Type.String(),
    errors: Type.Optional(
      Type.Array(exact({ pointer: Type.String(), code: Type.String(), message: Type.String() })),
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
    409: 'The present state does not allow it.',
    413: 'The body is too large.',
    415: 'The body is not uncompressed JSON.',
    422: 'The values cannot be accepted.',
    429: 'Too many requests.',
    500: 'A defect of the service.',
    503: 'The service cannot serve now.',
  }
  const all = [400, 401, 403, 404, ...statuses, 429, 500, 503]
  return Object.fromEntries(all.map((code) => [code, problemResponse(described[code] ?? '')]))
}
