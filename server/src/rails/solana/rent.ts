// Returns the rent of markers to the fee payer, once their keys have ended. A marker must stay until no transaction under
// its key can land any more: it is what stops a second payment.
import { address, type Instruction } from '@solana/kit'
import { getWithdrawNonceAccountInstruction } from '@solana-program/system'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { LookUpAnswer, SendAnswer } from '../port.ts'
import { nonceIn, readAccounts } from './accounts.ts'
import { parseSignatures } from './answers.ts'
import { freshLifetime, heightFrom, toAll } from './keyed-transactions.ts'
import { markerAddress } from './marker.ts'
import { FINAL } from './nodes.ts'
import { readPrepared } from './prepared.ts'
import type { RpcCall } from './rpc.ts'
import { signedTransaction } from './transactions.ts'
import { signs } from './wallet.ts'
import type { World } from './world.ts'

/** A payout, refund or sweep whose outcome the service has recorded. */
export type EndedKey = { key: string; prepared: string }

/** Markers that one transaction can close. All have the same nonce account, or none. */
export type Reclaimable = {
  markers: readonly string[]
  lamports: bigint
  nonceAccount: string | null
}

export type Rent = {
  /** Groups of markers whose time is over. Changes nothing. */
  propose(ended: readonly EndedKey[]): Promise<readonly Reclaimable[]>
  /** Like `prepare`, `send` and `lookUp` of a rail: commit the text before it is sent. */
  prepare(group: Reclaimable): string
  send(prepared: string): Promise<SendAnswer>
  lookUp(prepared: string): Promise<LookUpAnswer>
}

const MARKERS_PER_TRANSACTION = 8

const rentSchema = Type.Object({
  version: Type.Literal(1),
  nonceAccount: Type.Union([Type.String(), Type.Null()]),
  markers: Type.Array(Type.String(), { minItems: 1, maxItems: MARKERS_PER_TRANSACTION }),
})

export const openRent = (world: World): Rent => ({
  propose: (ended) => proposedRent(world, ended),
  prepare: ({ markers, nonceAccount }) => JSON.stringify({ version: 1, nonceAccount, markers }),
  send: (prepared) => sendRent(world, prepared),
  lookUp: (prepared) => lookUpRent(world, prepared),
})

async function proposedRent(world: World, ended: readonly EndedKey[]): Promise<Reclaimable[]> {
  const prepared = ended.flatMap(({ key, prepared: text }) => {
    const one = readPrepared(text, key)
    return 'movement' in one ? one : []
  })
  // A node ahead of the others must not end a key early.
  const over = await world.nodes.agreed(async (call) => {
    const { blockHeight } = await heightFrom(call)
    return prepared.filter(({ lastHeight }) => BigInt(lastHeight) < blockHeight)
  }, JSON.stringify)
  const proposals: Reclaimable[] = []
  for (const [nonceAccount, group] of Map.groupBy(over ?? [], (one) => one.nonceAccount))
    for (let at = 0; at < group.length; at += MARKERS_PER_TRANSACTION) {
      const markers = await Promise.all(
        group
          .slice(at, at + MARKERS_PER_TRANSACTION)
          .map(({ payer, seed }) => markerAddress(payer, seed)),
      )
      const held = await world.nodes.first((call) => heldBy(call, markers))
      const lamports = held.reduce((sum, one) => sum + one.lamports, 0n)
      if (held.length > 0)
        proposals.push({
          markers: held.map(({ marker }) => marker),
          lamports,
          nonceAccount,
        })
    }
  return proposals
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
  const options = { ...FINAL, limit: 10 }
  const [newest] = await world.nodes.first(async (call) =>
    parseSignatures(await call('getSignaturesForAddress', [markers[0], options]), 10).filter(
      ({ isFailed }) => !isFailed,
    ),
  )
  return { state: 'settled', reference: newest?.signature ?? markers[0] ?? '' }
}

function readRent(text: string) {
  const read: unknown = JSON.parse(text)
  if (!Value.Check(rentSchema, read))
    throw new Error('what was prepared for the rent cannot be read')
  return read
}
