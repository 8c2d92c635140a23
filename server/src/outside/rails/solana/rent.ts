// Returns the rent of markers to the fee payer, once their keys have ended. A marker must stay until no transaction under
// its key can land any more: it is what stops a second payment.
import { address, type Instruction } from '@solana/kit'
import { getWithdrawNonceAccountInstruction } from '@solana-program/system'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { EndedKey, LookUpAnswer, Money, Rent, RentReturn, SendAnswer } from '../port.ts'
import { nonceIn, readAccounts } from './accounts.ts'
import { parseSignatures, parseTransaction } from './answers.ts'
import { freshLifetime, heightFrom, toAll } from './keyed-transactions.ts'
import { markerAddress } from './marker.ts'
import { FINAL, transactionOptions } from './nodes.ts'
import { readPrepared } from './prepared.ts'
import type { RpcCall } from './rpc.ts'
import { signedTransaction } from './transactions.ts'
import { emptied, paidByFeePayer } from './transfers.ts'
import { signs } from './wallet.ts'
import type { World } from './world.ts'

const MARKERS_PER_TRANSACTION = 8
const MOST_SIGNATURES = 20

const rentSchema = Type.Object({
  version: Type.Literal(1),
  nonceAccount: Type.Union([Type.String(), Type.Null()]),
  markers: Type.Array(Type.String(), { minItems: 1, maxItems: MARKERS_PER_TRANSACTION }),
})

const noteSchema = Type.Object({
  version: Type.Literal(1),
  marker: Type.String(),
  /** Nothing is signed under the key that a later block could accept. */
  lastHeight: Type.String({ pattern: '^(0|[1-9][0-9]*)$' }),
  nonceAccount: Type.Union([Type.String(), Type.Null()]),
})
type Noted = Static<typeof noteSchema> & { key: string }

export const openRent = (world: World): Rent => ({
  async noteOf(key, text) {
    const prepared = readPrepared(text, key)
    if ('refused' in prepared) return null
    const { payer, seed, lastHeight, nonceAccount } = prepared
    const marker = await markerAddress(payer, seed)
    return JSON.stringify({ version: 1, marker, lastHeight, nonceAccount })
  },
  propose: (ended) => proposedRent(world, ended),
  send: (prepared) => sendRent(world, prepared),
  lookUp: (prepared) => lookUpRent(world, prepared),
})

async function proposedRent(
  world: World,
  ended: readonly EndedKey[],
): Promise<Awaited<ReturnType<Rent['propose']>>> {
  const noted = ended.map(({ key, note }) => ({ key, ...readNote(note) }))
  // A node ahead of the others must not end a key early.
  const over = await world.nodes.agreed(async (call) => {
    const { blockHeight } = await heightFrom(call)
    return noted.filter(({ lastHeight }) => BigInt(lastHeight) < blockHeight)
  }, JSON.stringify)
  const returns: RentReturn[] = []
  const without: string[] = []
  for (const [nonceAccount, group] of Map.groupBy(over ?? [], (one) => one.nonceAccount))
    for (let at = 0; at < group.length; at += MARKERS_PER_TRANSACTION) {
      const part = group.slice(at, at + MARKERS_PER_TRANSACTION)
      const held = await agreedLamports(world, part)
      if (held === undefined) continue
      without.push(...part.filter(({ marker }) => !held.has(marker)).map(({ key }) => key))
      const present = part.filter(({ marker }) => held.has(marker))
      if (present.length > 0)
        returns.push({
          keys: present.map(({ key }) => key),
          account: world.feePayer.address,
          currency: 'SOL',
          amountMinor: [...held.values()].reduce((sum, lamports) => sum + lamports, 0n),
          prepared: JSON.stringify({
            version: 1,
            nonceAccount,
            markers: present.map(({ marker }) => marker),
          }),
        })
    }
  return { returns, without }
}

/** The lamports of existing markers, by address. Undefined if the nodes contradict each other. */
async function agreedLamports(
  world: World,
  part: readonly Noted[],
): Promise<Map<string, bigint> | undefined> {
  const markers = part.map(({ marker }) => marker)
  const held = await world.nodes.agreed(
    (call) => heldBy(call, markers),
    (found) => found.map(({ marker }) => marker).join(),
  )
  return held === undefined
    ? undefined
    : new Map(held.map(({ marker, lamports }) => [marker, lamports]))
}

/** The markers that exist, with what they hold: also dust of strangers. */
async function heldBy(call: RpcCall, markers: readonly string[]) {
  const { accounts } = await readAccounts(call, markers)
  return markers.flatMap((marker, index) => {
    const account = accounts[index] ?? null
    const authority = nonceIn(account)?.authority
    if (account === null || authority === undefined) return []
    return { marker, authority, lamports: account.lamports }
  })
}

// A repeated withdrawal fails, because the account is gone. With a nonce account the transaction also ends the nonce, so
// that nothing signed with it can land after the marker has gone.
async function sendRent(world: World, text: string): Promise<SendAnswer> {
  const { markers, nonceAccount } = readRent(text)
  const known = await lookUpRent(world, text)
  if (known.state !== 'unknown') return known
  const { nodes, payer, feePayer, settings } = world
  const held = await nodes.first((call) => heldBy(call, markers))
  if (held.length === 0) return { state: 'pending' }
  const instructions: Instruction[] = held.map(({ marker, authority, lamports }) => {
    const wallet = [payer, feePayer].find((one) => one.address === authority)
    if (wallet === undefined)
      throw new Error(`the rent of ${marker} belongs to ${authority}, a key that is not configured`)
    return getWithdrawNonceAccountInstruction({
      nonceAccount: address(marker),
      recipientAccount: feePayer.address,
      nonceAuthority: signs(wallet),
      withdrawAmount: lamports,
    })
  })
  const wire = await signedTransaction(
    instructions,
    await freshLifetime(world, nonceAccount),
    feePayer,
    [payer],
    settings.computeUnitPriceMicroLamports,
  )
  const sent = await toAll(world, wire)
  if (sent.state === 'refused') throw new Error(sent.reason)
  return { state: 'pending' }
}

async function lookUpRent(world: World, text: string): Promise<LookUpAnswer> {
  const { markers } = readRent(text)
  const isGone = await world.nodes.agreed(
    async (call) => (await heldBy(call, markers)).length === 0,
    String,
  )
  if (isGone === undefined) return { state: 'pending' }
  if (!isGone) return { state: 'unknown' }
  return { state: 'settled', ...(await returnOf(world, markers)) }
}

/** The transaction that removed the markers, and what it gave back. Without it only that the markers are gone is known. */
async function returnOf(
  world: World,
  markers: readonly string[],
): Promise<{ reference: string; fee?: Money }> {
  const [marker = ''] = markers
  const found = await world.nodes.every(async (call) => {
    const options = { ...FINAL, limit: MOST_SIGNATURES }
    const answer = await call('getSignaturesForAddress', [marker, options])
    for (const { signature, isFailed } of parseSignatures(answer, MOST_SIGNATURES)) {
      if (isFailed) continue
      const transaction = parseTransaction(
        await call('getTransaction', [signature, transactionOptions]),
        signature,
      )
      // Later ones are dust of strangers.
      if (transaction !== null && emptied(transaction, marker))
        return { signature, lamports: paidByFeePayer(transaction) }
    }
    return undefined
  })
  const transaction = found.find((one) => one !== undefined)
  return transaction === undefined
    ? { reference: marker }
    : {
        reference: transaction.signature,
        fee: { currency: 'SOL', amountMinor: transaction.lamports },
      }
}

function readRent(text: string) {
  const read: unknown = JSON.parse(text)
  if (!Value.Check(rentSchema, read))
    throw new Error('what was prepared for the rent cannot be read')
  return read
}

function readNote(text: string) {
  const read: unknown = JSON.parse(text)
  if (!Value.Check(noteSchema, read)) throw new Error('the note of a key cannot be read')
  return read
}
