// Checks the shape of what RPC nodes answer and turns numbers into exact integers. An unexpected shape throws: it is
// neither "absent" nor "refused". Messages name the method and never repeat an answer.
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { instantAt, type Instant } from '../../../platform/clock.ts'

/** Every slot, height and balance that we read is below 2^53. Larger numbers would be inexact, so they are refused. */
const exactInteger = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const key = Type.String({ minLength: 32, maxLength: 44 })
const signature = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{64,88}$' })
const amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' })

const accountSchema = Type.Union([
  Type.Null(),
  Type.Object({
    lamports: exactInteger,
    owner: key,
    executable: Type.Boolean(),
    data: Type.Tuple([Type.String({ maxLength: 20_000 }), Type.Literal('base64')]),
  }),
])
const inContext = <T extends TSchema>(value: T) =>
  Type.Object({ context: Type.Object({ slot: exactInteger }), value })

const tokenBalances = Type.Array(
  Type.Object({
    accountIndex: exactInteger,
    mint: key,
    owner: Type.Optional(key),
    uiTokenAmount: Type.Object({ amount }),
  }),
  { maxItems: 256 },
)
const transactionSchema = Type.Object({
  slot: exactInteger,
  meta: Type.Object({
    err: Type.Unknown(),
    // Balances of strangers can be above 2^53. Only the fee payer's is read.
    preBalances: Type.Array(Type.Unknown(), { maxItems: 256 }),
    postBalances: Type.Array(Type.Unknown(), { maxItems: 256 }),
    preTokenBalances: Type.Optional(tokenBalances),
    postTokenBalances: Type.Optional(tokenBalances),
    loadedAddresses: Type.Optional(
      Type.Object({
        writable: Type.Array(key, { maxItems: 256 }),
        readonly: Type.Array(key, { maxItems: 256 }),
      }),
    ),
  }),
  transaction: Type.Object({
    signatures: Type.Array(signature, { minItems: 1, maxItems: 127 }),
    message: Type.Object({
      accountKeys: Type.Array(key, { minItems: 1, maxItems: 256 }),
      instructions: Type.Array(Type.Object({ programIdIndex: exactInteger, data: Type.String() }), {
        maxItems: 256,
      }),
    }),
  }),
})

export type RpcAccount = { lamports: bigint; owner: string; executable: boolean; data: Uint8Array }
export type RpcTransaction = Static<typeof transactionSchema>
/** `at`: the time of the block, null if the node does not know it. */
export type SignatureInfo = {
  signature: string
  slot: bigint
  isFailed: boolean
  at: Instant | null
}

function checked<T extends TSchema>(schema: T, answer: unknown, method: string): Static<T> {
  if (!Value.Check(schema, answer))
    throw new Error(`an RPC node answered ${method} in an unexpected form`)
  return answer
}

const accountOf = (found: Static<typeof accountSchema>): RpcAccount | null =>
  found === null
    ? null
    : {
        lamports: BigInt(found.lamports),
        owner: found.owner,
        executable: found.executable,
        data: Buffer.from(found.data[0], 'base64'),
      }

/** The accounts in the order asked for, and the slot that they were read at. */
export function parseAccounts(
  answer: unknown,
  count: number,
): { slot: bigint; accounts: (RpcAccount | null)[] } {
  const schema = inContext(Type.Array(accountSchema, { minItems: count, maxItems: count }))
  const { context, value } = checked(schema, answer, 'getMultipleAccounts')
  return { slot: BigInt(context.slot), accounts: value.map(accountOf) }
}

export function parseSignatures(answer: unknown, limit: number): SignatureInfo[] {
  const one = Type.Object({
    signature,
    slot: exactInteger,
    err: Type.Unknown(),
    blockTime: Type.Optional(Type.Union([exactInteger, Type.Null()])),
  })
  return checked(Type.Array(one, { maxItems: limit }), answer, 'getSignaturesForAddress').map(
    (found) => ({
      signature: found.signature,
      slot: BigInt(found.slot),
      isFailed: found.err !== null,
      at: found.blockTime == null ? null : instantAt(found.blockTime * 1000),
    }),
  )
}

/** Null if the node does not have the transaction. Throws if it answers another one. */
export function parseTransaction(answer: unknown, asked: string): RpcTransaction | null {
  if (answer === null) return null
  const found = checked(transactionSchema, answer, 'getTransaction')
  if (found.transaction.signatures[0] !== asked)
    throw new Error('an RPC node answered getTransaction with another transaction')
  return found
}

/** The slot and the height of the newest final block. The height leaves out slots without a block. */
export function parseHeight(answer: unknown): { slot: bigint; blockHeight: bigint } {
  const schema = Type.Object({ absoluteSlot: exactInteger, blockHeight: exactInteger })
  const { absoluteSlot, blockHeight } = checked(schema, answer, 'getEpochInfo')
  return { slot: BigInt(absoluteSlot), blockHeight: BigInt(blockHeight) }
}

export function parseBlockhash(answer: unknown): { blockhash: string; lastHeight: bigint } {
  const schema = inContext(Type.Object({ blockhash: key, lastValidBlockHeight: exactInteger }))
  const { value } = checked(schema, answer, 'getLatestBlockhash')
  return { blockhash: value.blockhash, lastHeight: BigInt(value.lastValidBlockHeight) }
}

export const parseLamports = (answer: unknown, method: string): bigint =>
  BigInt(checked(exactInteger, answer, method))

/** The slot at which the history of a node begins. */
export const parseFirstBlock = (answer: unknown): bigint =>
  BigInt(checked(exactInteger, answer, 'getFirstAvailableBlock'))

export const parseGenesisHash = (answer: unknown): string => checked(key, answer, 'getGenesisHash')

export const parseSignature = (answer: unknown): string =>
  checked(signature, answer, 'sendTransaction')
