// Explains the balance of one token account by its transactions, and makes an entry of each that brought tokens. A
// transaction counts once enough nodes tell it alike.
import { later, type Instant } from '../../../platform/clock.ts'
import type { RailEntry } from '../port.ts'
import { parseSignatures, parseTransaction, type SignatureInfo } from './answers.ts'
import { FINAL, transactionOptions } from './nodes.ts'
import type { RpcCall } from './rpc.ts'
import type { Token } from './settings.ts'
import { transferIn, type Transfer } from './transfers.ts'
import type { World } from './world.ts'

/** A token account of an order that holds or held money, as this process knows it. */
export type Holder = {
  tokenAccount: string
  /** The wallet that owns it: the order's deposit address. */
  account: string
  orderId: string
  token: Token
  balanceMinor: bigint
  balanceSlot: bigint
  /** The sum of the transactions that were read. */
  explainedMinor: bigint
  newestSlot: bigint
  /** Signatures of transactions that were read. */
  seen: Set<string>
  /** Listed but not read, the oldest first. */
  unread: SignatureInfo[]
  /** When its transactions were listed last; null before. */
  listedAt: Instant | null
  retryAt: Instant
  failures: number
  problem: string | undefined
}

const SIGNATURES_PER_PAGE = 1000
const MOST_PAGES = 5
/** A flood of tiny deposits to one address delays the others by so many transactions. */
const TRANSACTIONS_PER_POLL = 50
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1_000, 600_000]
const FAILURES_TO_TELL = 3

/** Returns the entries that are new. Never throws: a problem of one account does not stop the others. */
export async function explainBalance(world: World, holder: Holder): Promise<RailEntry[]> {
  const entries: RailEntry[] = []
  try {
    if (holder.unread.length === 0) await listSignatures(world, holder)
    for (let reads = 0; reads < TRANSACTIONS_PER_POLL; reads += 1) {
      const [next] = holder.unread
      if (next === undefined) break
      const found = await readTransfer(world, holder, next)
      holder.unread.shift()
      holder.seen.add(next.signature)
      if (found?.transfer == null) continue
      const { slot, transfer } = found
      holder.explainedMinor += transfer.amountMinor
      if (slot > holder.newestSlot) holder.newestSlot = slot
      if (transfer.amountMinor > 0n) entries.push(entryOf(holder, next, transfer))
    }
    judge(world, holder)
  } catch (error) {
    noteProblem(world, holder, error instanceof Error ? error.message : 'it failed')
  }
  return entries
}

const entryOf = (
  holder: Holder,
  { signature, at }: SignatureInfo,
  transfer: Transfer,
): RailEntry => ({
  kind: 'deposit',
  transaction: signature,
  index: transfer.index,
  account: holder.account,
  reference: transfer.memo,
  sender: transfer.sender,
  currency: holder.token.currency,
  amountMinor: transfer.amountMinor,
  receivedAt: at,
})

/** Unites the lists of all nodes, because each of them may have lost some. */
async function listSignatures(world: World, holder: Holder): Promise<void> {
  const lists = await world.nodes.every((call) => signaturesFrom(call, holder))
  const found = new Map(lists.flat().map((one) => [one.signature, one]))
  holder.unread = [...found.values()]
    .filter(({ signature }) => !holder.seen.has(signature))
    .toSorted((a, b) => (a.slot < b.slot ? -1 : a.slot > b.slot ? 1 : 0))
  holder.listedAt = world.clock.now()
}

async function signaturesFrom(call: RpcCall, holder: Holder): Promise<SignatureInfo[]> {
  const found: SignatureInfo[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const before = found.at(-1)?.signature
    const options = {
      ...FINAL,
      limit: SIGNATURES_PER_PAGE,
      ...(before === undefined ? {} : { before }),
    }
    const answer = await call('getSignaturesForAddress', [holder.tokenAccount, options])
    const list = parseSignatures(answer, SIGNATURES_PER_PAGE)
    found.push(...list)
    const isOld = list.some(({ signature }) => holder.seen.has(signature))
    if (list.length < SIGNATURES_PER_PAGE || isOld) break
  }
  return found
}

/** Null if the transaction failed. Throws if a node does not have it or two contradict each other. */
async function readTransfer(
  world: World,
  holder: Holder,
  { signature, isFailed }: SignatureInfo,
): Promise<{ slot: bigint; transfer: Transfer | null } | null> {
  if (isFailed) return null
  const found = await world.nodes.agreed(
    async (call) => {
      const answer = await call('getTransaction', [signature, transactionOptions])
      const transaction = parseTransaction(answer, signature)
      if (transaction === null) return null
      const transfer = transferIn(transaction, holder.tokenAccount, holder.token.mint)
      return { slot: BigInt(transaction.slot), transfer }
    },
    (one) =>
      JSON.stringify(one, (_name, value: unknown) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
  )
  if (found === undefined)
    throw new Error(`the RPC nodes contradict each other about the transaction ${signature}`)
  if (found === null)
    throw new Error(`the RPC nodes list the transaction ${signature} but do not have it`)
  return found
}

function judge(world: World, holder: Holder): void {
  if (holder.unread.length > 0) return
  // The balance was read before the newest transaction: the next poll reads it again.
  const isStale = holder.newestSlot > holder.balanceSlot
  if (holder.explainedMinor === holder.balanceMinor || isStale) {
    holder.failures = 0
    holder.problem = undefined
    return
  }
  const { currency } = holder.token
  noteProblem(
    world,
    holder,
    `its balance is ${holder.balanceMinor} minor units of ${currency}, but its transactions explain ${holder.explainedMinor}`,
  )
}

function noteProblem(world: World, holder: Holder, what: string): void {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** holder.failures, LONGEST_RETRY_MS)
  holder.failures += 1
  holder.retryAt = later(world.clock.now(), delayMs)
  // Nodes are often some slots apart for a moment.
  if (holder.failures < FAILURES_TO_TELL) return
  const problem = `token account ${holder.tokenAccount} of the deposit address ${holder.account}: ${what}`
  if (holder.problem !== problem) world.log.warn({ order_id: holder.orderId }, problem)
  holder.problem = problem
}
