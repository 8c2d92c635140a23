// The fields that several messages of the connector protocol share: keys, amounts, fees, texts.
import Type from 'typebox'
import { currency, decimal, nullable } from '../../platform/http/schemas.ts'
import { methodNames } from '../methods/methods.ts'

// Only characters that a path carries unescaped, so that proxies do not change the signed path.
export const KEY_PATTERN = '^[A-Za-z0-9_.:-]{1,90}$'
const VISIBLE = '^[!-~]+$'
export const ONE_LINE = '^[^\\u0000-\\u001f\\u007f]*$'

/** Answers may have more fields than these. Corridor ignores them. */
export const open = <T extends Type.TProperties>(properties: T, options: Type.TObjectOptions) =>
  Type.Object(properties, options)

export const key = Type.String({
  pattern: KEY_PATTERN,
  description: 'The idempotency key.',
  examples: ['ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'],
})
export const identity = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE, description, examples: [example] })
export const line = (description: string, example: string) =>
  Type.String({ maxLength: 500, pattern: ONE_LINE, description, examples: [example] })
export const reason = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,60}$',
  description: 'The reason, for operators.',
  examples: ['account_closed'],
})
export const index = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'The number of the entry within its transaction.',
  examples: [0],
})
export const method = Type.String({
  pattern: '^[A-Z][A-Z0-9_]{1,40}$',
  description: `An instrument method of Corridor: ${methodNames.join(', ')}.`,
  examples: ['MXN_CLABE'],
})
export const details = Type.Record(Type.String(), Type.String(), {
  description: 'The fields of the method, as the API of Corridor has them.',
  examples: [{ clabe: '032180000118359719', account_holder_name: 'Lucía Hernández' }],
})
export const amount = (description: string, example = '100.00') =>
  decimal(`${description} A decimal string with at most the decimals of its currency.`, example)
export const fee = nullable(
  open(
    { currency: currency('The currency of the fee.', 'MXN'), amount: amount('The fee.', '4.00') },
    { title: 'Fee', description: 'A fee that the desk pays on top of the amount.' },
  ),
  'The fee that the desk pays, or null.',
)
