// The text that the service commits before a transaction is sent: everything that another process needs to send it,
// to send it again, or to find out what became of it.
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

const integer = Type.String({ pattern: '^(0|[1-9][0-9]*)$' })

const lifetimeSchema = Type.Union([
  Type.Object({ kind: Type.Literal('blockhash'), blockhash: Type.String(), lastHeight: integer }),
  Type.Object({
    kind: Type.Literal('nonce'),
    account: Type.String(),
    authority: Type.String(),
    value: Type.String(),
  }),
])

/**
 * All kinds move one asset: a payout goes to a wallet `to`, a sweep from an order's address to the payer, and the return of a
 * stray from an order's address to a wallet `to`.
 */
const movementSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('payout'),
    mint: Type.String(),
    amountMinor: integer,
    to: Type.String(),
    reference: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('sweep'),
    mint: Type.String(),
    amountMinor: integer,
    orderId: Type.String(),
    /** The order's deposit address. */
    account: Type.String(),
    /** Money stays at the address, so its token account is not closed. */
    keepsAccount: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({
    kind: Type.Literal('return'),
    /** SYSTEM for SOL. */
    mint: Type.String(),
    amountMinor: integer,
    decimals: Type.Integer(),
    to: Type.String(),
    orderId: Type.String(),
    account: Type.String(),
  }),
])

const preparedSchema = Type.Object({
  version: Type.Literal(1),
  key: Type.String(),
  movement: movementSchema,
  /** Decides the marker's address together with `seed`. */
  payer: Type.String(),
  seed: Type.String(),
  rentLamports: integer,
  preparedHeight: integer,
  /** Nothing is signed under the key that a later block could accept. */
  lastHeight: integer,
  /** Carries the lifetime of every attempt; null if attempts use blockhashes. */
  nonceAccount: Type.Union([Type.String(), Type.Null()]),
  /** The signed bytes of the first attempt, in base64. */
  wire: Type.String(),
  lifetime: lifetimeSchema,
})
/** Refused before anything was signed: nothing can ever be paid under the key. */
const refusedSchema = Type.Object({
  version: Type.Literal(1),
  key: Type.String(),
  refused: Type.String(),
})

export type Movement = Static<typeof movementSchema>
export type Prepared = Static<typeof preparedSchema>
export type Refused = Static<typeof refusedSchema>

/** Throws if the text was not prepared for the key. The message does not repeat it: it has signed bytes. */
export function readPrepared(text: string, key: string): Prepared | Refused {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    read = undefined
  }
  if (!Value.Check(preparedSchema, read) && !Value.Check(refusedSchema, read))
    throw new Error(`what was prepared for ${key} cannot be read`)
  if (read.key !== key) throw new Error(`what was prepared for ${read.key} was given for ${key}`)
  return read
}
