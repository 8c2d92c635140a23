// Lists what the payer sent, from its final transactions. A payout creates the marker of its key, so its instructions have
// the seed of the marker. Sweeps bring tokens to the payer, and cancellations move none: neither is listed.
import { later, toTimestamp, type Instant } from '../../../platform/clock.ts'
import { digested, withKeys } from '../listed-sends.ts'
import type { ListedSend, SendsAsked, SendsListed } from '../port.ts'
import {
  parseFirstBlock,
  parseSignatures,
  parseTransaction,
  type RpcTransaction,
  type SignatureInfo,
} from './answers.ts'
import { heightFrom } from './keyed-transactions.ts'
import { markerMadeBy, markerSeed } from './marker.ts'
import { FINAL, isLongHistory, transactionOptions } from './nodes.ts'
import type { RpcCall } from './rpc.ts'
import { transferIn } from './transfers.ts'
import { tokenAccountOf } from './wallet.ts'
import type { World } from './world.ts'

const SIGNATURES_PER_PAGE = 1000
/** Anyone can name the payer in a transaction. A list longer than this is left to an operator. */
const MOST_PAGES = 200
const TRANSACTIONS_AT_ONCE = 5
const CLOCKS_DIFFER_MS = 600_000
/** A blockhash lives for 150 blocks. Nodes may be as far apart. */
const LAST_BLOCKS = 300n

/** A slot takes 400 ms. */
const slotsIn = (ms: number): bigint => BigInt(Math.ceil(ms / 400))

type Found = Omit<ListedSend, 'key'> & { digest: string }

export function openSends(world: World): (asked: SendsAsked) => Promise<SendsListed> {
  /** The height at which no new transaction of before the halt can have been signed any more. */
  let begun: { until: Instant; height: bigint } | undefined

  function isOver(until: Instant, height: bigint): boolean {
    // A transaction with a durable nonce can be sent until the nonce changes, by anybody who has it.
    if (world.settings.nonceAccounts.length > 0) return false
    if (world.clock.realNow() < later(until, CLOCKS_DIFFER_MS)) return false
    if (begun?.until !== until) begun = { until, height }
    return height > begun.height + LAST_BLOCKS
  }

  return async ({ since, until, keys }) => {
    // The lists of all nodes are united, because each of them may have lost some.
    const lists = await world.nodes.every(async (call) => {
      const { slot, blockHeight } = await heightFrom(call)
      const first = parseFirstBlock(await call('getFirstAvailableBlock', []))
      const isLong = isLongHistory({ slot, first }, slotsIn(world.clock.realNow() - since))
      const signatures = await signaturesSince(call, world.payer.address, since)
      return { blockHeight, isLong, signatures }
    })
    if (lists.filter(({ isLong }) => isLong).length < world.settings.agreement)
      throw new Error(`too few RPC nodes have a history since ${toTimestamp(since)}`)
    const present = lists.filter(({ blockHeight }) => isOver(until, blockHeight))
    const signatures = new Set(lists.flatMap((list) => list.signatures))
    const digestOf = (key: string) => markerSeed(world.identitySeed, key)
    return {
      isComplete: present.length >= world.settings.agreement,
      pages: withKeys(sendsIn(world, [...signatures]), () => digested(keys(), digestOf)),
    }
  }
}

async function signaturesSince(call: RpcCall, payer: string, since: Instant): Promise<string[]> {
  const found: string[] = []
  let before: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const options = {
      ...FINAL,
      limit: SIGNATURES_PER_PAGE,
      ...(before !== undefined && { before }),
    }
    const answer = await call('getSignaturesForAddress', [payer, options])
    // The newest first.
    const page = parseSignatures(answer, SIGNATURES_PER_PAGE)
    found.push(...page.filter(isPaidSince(since)).map(({ signature }) => signature))
    const last = page.at(-1)
    const isOld = last !== undefined && last.at !== null && last.at < since
    if (last === undefined || isOld || page.length < SIGNATURES_PER_PAGE) return found
    before = last.signature
  }
  throw new Error(
    `the payer has more than ${MOST_PAGES * SIGNATURES_PER_PAGE} transactions since then`,
  )
}

const isPaidSince =
  (since: Instant) =>
  ({ isFailed, at }: SignatureInfo): boolean =>
    !isFailed && (at === null || at >= since)

async function* sendsIn(
  world: World,
  signatures: readonly string[],
): AsyncGenerator<readonly Found[], void> {
  const { payer, settings } = world
  const sources = await Promise.all(
    settings.tokens.map(async ({ currency, mint }) => ({
      currency,
      mint,
      account: await tokenAccountOf(payer.address, mint),
    })),
  )
  for (let from = 0; from < signatures.length; from += TRANSACTIONS_AT_ONCE) {
    const some = signatures.slice(from, from + TRANSACTIONS_AT_ONCE)
    const read = await Promise.all(some.map((signature) => readSend(world, signature, sources)))
    yield read.flatMap((found) => found ?? [])
  }
}

type Source = { currency: string; mint: string; account: string }

async function readSend(
  world: World,
  signature: string,
  sources: readonly Source[],
): Promise<Found | null> {
  const found = await world.nodes.agreed(
    async (call) => {
      const answer = await call('getTransaction', [signature, transactionOptions])
      const transaction = parseTransaction(answer, signature)
      if (transaction === null) return undefined
      return sendOf(transaction, world.payer.address, sources)
    },
    (one) => (one == null ? String(one) : `${one.digest} ${one.currency} ${one.amountMinor}`),
  )
  if (found === undefined)
    throw new Error(`the RPC nodes do not agree about the transaction ${signature}`)
  return found && { ...found, reference: signature }
}

/** Null if the transaction is no payout. */
function sendOf(
  transaction: RpcTransaction,
  payer: string,
  sources: readonly Source[],
): Omit<Found, 'reference'> | null {
  const digest = markerMadeBy(transaction, payer)?.seed
  if (digest === undefined) return null
  for (const { currency, mint, account } of sources) {
    const moved = transferIn(transaction, account, mint)?.amountMinor ?? 0n
    if (moved < 0n) return { digest, currency, amountMinor: -moved }
  }
  return null
}
