// The outcome of a key by the chain's own history. The marker of an old key is gone, because its rent was taken back. The
// transactions that name its address still tell whether the key was paid, cancelled or never used.
import {
  parseFirstBlock,
  parseHeight,
  parseSignatures,
  parseTransaction,
  type RpcTransaction,
  type SignatureInfo,
} from './answers.ts'
import { markerAddress, markerMadeBy } from './marker.ts'
import { FINAL, isLongHistory, transactionOptions } from './nodes.ts'
import type { Prepared } from './prepared.ts'
import type { RpcCall } from './rpc.ts'
import type { World } from './world.ts'

export type Told =
  | { state: 'paid'; signature: string; transaction: RpcTransaction }
  | { state: 'cancelled' }
  | { state: 'nothing' }
  /** Too few nodes have a history that is long enough, or they contradict each other. */
  | { state: 'unreadable' }

/** More transactions than a marker has: strangers can name its address once it was seen. */
const MOST_PAGES = 5
const SIGNATURES_PER_PAGE = 1000

export async function historyOf(world: World, prepared: Prepared): Promise<Told> {
  const marker = await markerAddress(prepared.payer, prepared.seed)
  // The lists of all nodes are united, because each of them may have lost some.
  const lists = await world.nodes.every(async (call) => ({
    isLong: await isLongFor(world, call, BigInt(prepared.preparedHeight)),
    signatures: await signaturesOf(call, marker),
  }))
  const all = new Map(lists.flatMap((list) => list.signatures).map((one) => [one.signature, one]))
  let told: Told = { state: 'nothing' }
  for (const { signature } of [...all.values()]
    .filter(({ isFailed }) => !isFailed)
    .toSorted(bySlot)) {
    const found = await madeBy(world, prepared, signature)
    if (found === undefined) return { state: 'unreadable' }
    if (found?.outcome === 'paid')
      return { state: 'paid', signature, transaction: found.transaction }
    if (found?.outcome === 'cancelled') told = { state: 'cancelled' }
  }
  const isTold = lists.filter(({ isLong }) => isLong).length >= world.settings.agreement
  return told.state === 'nothing' && !isTold ? { state: 'unreadable' } : told
}

/** The key was first used in the life of the oldest backup, or after its transaction was prepared. */
async function isLongFor(world: World, call: RpcCall, preparedHeight: bigint): Promise<boolean> {
  const { slot, blockHeight } = parseHeight(await call('getEpochInfo', [FINAL]))
  const first = parseFirstBlock(await call('getFirstAvailableBlock', []))
  // One slot in twenty has no block.
  const since = ((blockHeight - preparedHeight) * 11n) / 10n
  const { historySlots } = world.settings
  return isLongHistory({ slot, first }, since > historySlots ? since : historySlots)
}

async function signaturesOf(call: RpcCall, marker: string): Promise<SignatureInfo[]> {
  const found: SignatureInfo[] = []
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const before = found.at(-1)?.signature
    const options = {
      ...FINAL,
      limit: SIGNATURES_PER_PAGE,
      ...(before !== undefined && { before }),
    }
    const answer = await call('getSignaturesForAddress', [marker, options])
    const page = parseSignatures(answer, SIGNATURES_PER_PAGE)
    found.push(...page)
    if (page.length < SIGNATURES_PER_PAGE) return found
  }
  throw new Error(`the marker ${marker} has more than ${found.length} transactions`)
}

const bySlot = (a: SignatureInfo, b: SignatureInfo): number =>
  a.slot < b.slot ? -1 : a.slot > b.slot ? 1 : 0

/** Null if the transaction did not make the marker. Undefined if the nodes do not have it, or tell it differently. */
async function madeBy(
  world: World,
  { payer, seed }: Prepared,
  signature: string,
): Promise<{ outcome: 'paid' | 'cancelled'; transaction: RpcTransaction } | null | undefined> {
  const found = await world.nodes.agreed(
    async (call) => {
      const answer = await call('getTransaction', [signature, transactionOptions])
      const transaction = parseTransaction(answer, signature)
      if (transaction === null) return 'missing'
      const made = markerMadeBy(transaction, payer)
      const isIt = made?.seed === seed && transaction.meta.err === null
      return isIt ? { outcome: made.outcome, transaction } : null
    },
    (one) => (one === null || one === 'missing' ? String(one) : one.outcome),
  )
  return found === 'missing' ? undefined : found
}
