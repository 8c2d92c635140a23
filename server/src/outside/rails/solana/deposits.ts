// Finds deposits. Batched balances at `finalized` tell that something came; the transactions of an account explain it.
// Nodes have lost transactions from `getSignaturesForAddress`, so a balance that is not explained is asked about again
// and is a problem meanwhile. This file keeps what the process has seen; explain.ts reads transactions, and cursor.ts says
// what was committed.
import { randomUUID } from 'node:crypto'
import { address, type Address } from '@solana/kit'
import { LruMap } from 'toad-cache'
import { later, type Instant } from '../../../platform/clock.ts'
import type { Polled, Watch, WatchedAccount } from '../port.ts'
import { MOST_ACCOUNTS, readAccounts, tokenAccountIn } from './accounts.ts'
import { cursorAfter, openReported, roundsIn } from './cursor.ts'
import { explainBalance, type Holder } from './explain.ts'
import type { Token } from './settings.ts'
import { tokenAccountOf } from './wallet.ts'
import type { World } from './world.ts'
import { railProblem, type RailProblem } from '../../rail-problems.ts'

export type Deposits = {
  poll(cursor: string | null, watch: Watch): Promise<Polled>
  problems(): RailProblem[]
}

const CONCURRENT_BATCHES = 4
const OLDER_PAGES_PER_POLL = 2
const OLDER_EVERY_MS = 24 * 3_600_000
/** The same balance can hide a sweep and a new deposit, so accounts that hold money are listed again. */
const LIST_AGAIN_MS = 10 * 60_000
const HOLDERS_PER_POLL = 100
/** A block is final about 13 seconds after it was made, and nodes lag behind. */
const FINAL_MS = 60_000
/** While so many entries are uncommitted, nothing more is read. */
const MOST_ENTRIES = 2000
/** Committed entries that are kept, for a database that is set back. */
const MOST_KEPT = 10_000
// The address of a token account takes about 1 ms.
const REMEMBERED_ADDRESSES = 100_000

type Watched = { tokenAccount: Address; account: string; orderId: string; token: Token }

/** Batched balances of the accounts that are watched. */
function openBalances(world: World) {
  const addresses = new LruMap<Address>(REMEMBERED_ADDRESSES)
  const holders = new Map<string, Holder>()
  // Accounts whose transactions are listed after a restore, although they may hold nothing any more.
  const relisted = new Set<string>()
  let polls = 0
  // A pass over the older accounts takes several polls. It keeps the pages of the poll in which it began.
  let older: { after: string | null; pages: Watch['older'] | null; nextAt: Instant } = {
    after: null,
    pages: null,
    nextAt: world.clock.now(),
  }
  // A node could hide balances, so another one is asked in every tenth poll.
  const turn = (): number => (polls % 10 === 9 ? 1 + Math.floor(polls / 10) : 0)

  async function readBalances(
    accounts: readonly WatchedAccount[],
    isRestored = false,
  ): Promise<void> {
    const all = await watched(world.settings.tokens, addresses, accounts)
    const work = batchesOf(all, MOST_ACCOUNTS)
    const reader = async () => {
      for (const batch of work) await readBatch(batch, isRestored)
    }
    await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, reader))
  }

  async function readBatch(batch: readonly Watched[], isRestored: boolean): Promise<void> {
    const keys = batch.map(({ tokenAccount }) => tokenAccount)
    const { slot, accounts } = await world.nodes.first((call) => readAccounts(call, keys), turn())
    for (const [index, one] of batch.entries()) {
      const token = tokenAccountIn(accounts[index] ?? null)
      const balanceMinor = token?.mint === one.token.mint ? token.amountMinor : 0n
      const known = holders.get(one.tokenAccount)
      const isListed = isRestored && !relisted.has(one.tokenAccount)
      if (isListed) relisted.add(one.tokenAccount)
      if (known === undefined && (balanceMinor > 0n || isListed))
        holders.set(one.tokenAccount, newHolder(one, balanceMinor, slot, world.clock.now()))
      // A node that lags shows a balance from before transactions that were read.
      if (known === undefined || slot < known.newestSlot) continue
      if (known.balanceMinor !== balanceMinor) known.retryAt = world.clock.now()
      known.balanceMinor = balanceMinor
      known.balanceSlot = slot
    }
  }

  async function readRecent(watch: Watch): Promise<void> {
    for await (const page of pagesOf((after) => watch.recent(after), null))
      await readBalances(page, watch.isRestored)
  }

  async function readOlder(watch: Watch): Promise<void> {
    if (older.nextAt > world.clock.now()) return
    older.pages ??= watch.older
    let pages = 0
    for await (const page of pagesOf(older.pages, older.after)) {
      await readBalances(page)
      older.after = page.at(-1)?.account ?? null
      pages += 1
      if (pages === OLDER_PAGES_PER_POLL) return
    }
    const nextAt = later(world.clock.now(), OLDER_EVERY_MS)
    older = { after: null, pages: null, nextAt }
  }

  return {
    holders,
    async read(watch: Watch): Promise<void> {
      polls += 1
      await readRecent(watch)
      await readOlder(watch)
    },
    forget(): void {
      holders.clear()
      relisted.clear()
    },
  }
}

async function watched(
  tokens: readonly Token[],
  addresses: LruMap<Address>,
  accounts: readonly WatchedAccount[],
): Promise<Watched[]> {
  const found: Watched[] = []
  for (const { account, orderId, method } of accounts) {
    if (method !== 'SOLANA_ADDRESS') continue
    for (const token of tokens) {
      const key = `${account} ${token.mint}`
      const tokenAccount =
        addresses.get(key) ?? (await tokenAccountOf(address(account), token.mint))
      addresses.set(key, tokenAccount)
      found.push({ tokenAccount, account, orderId, token })
    }
  }
  return found
}

function* batchesOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}

function dueHolders(holders: Iterable<Holder>, at: Instant): Holder[] {
  const due = [...holders].filter(({ retryAt }) => retryAt <= at)
  const again = due.filter(
    (one) => isExplained(one) && one.listedAt !== null && later(one.listedAt, LIST_AGAIN_MS) <= at,
  )
  return [...due.filter((one) => !isExplained(one)), ...again].slice(0, HOLDERS_PER_POLL)
}

export function openDeposits(world: World): Deposits {
  const balances = openBalances(world)
  const { holders } = balances
  const reported = openReported(MOST_KEPT)
  const process = randomUUID()
  // The newest round, and the newest one that was seen to be committed.
  let [round, committed] = [0, 0]
  async function explainAll(): Promise<void> {
    const work = dueHolders(holders.values(), world.clock.now()).values()
    let open = reported.open(committed).length
    const explainer = async () => {
      for (const holder of work) {
        if (open >= MOST_ENTRIES) return
        const entries = await explainBalance(world, holder)
        for (const entry of entries) reported.add(entry, holder.tokenAccount)
        open += entries.length
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, explainer))
    const waiting = new Set(reported.open(committed).map(({ tokenAccount }) => tokenAccount))
    for (const [key, holder] of holders)
      if (holder.balanceMinor === 0n && isExplained(holder) && !waiting.has(key))
        holders.delete(key)
  }

  async function pollOnce(cursor: string | null, watch: Watch): Promise<Polled> {
    const began = world.clock.now()
    await world.mintsAreRight()
    // Only the service knows what it committed. Everything after its cursor is reported until it comes back with a later
    // one, also if its database was set back.
    const rounds = roundsIn(cursor)
    const before = committed
    committed = rounds.get(process) ?? 0
    if (committed < before) balances.forget()
    await balances.read(watch)
    await explainAll()
    reported.forgetOldest(committed)
    const isAllExplained = [...holders.values()].every(isExplained)
    const readUpTo = isAllExplained ? later(began, -FINAL_MS) : null
    const open = reported.open(committed)
    // The service writes nothing while there are no entries and the cursor stays the same.
    if (open.length === 0) {
      // A balance of zero hides what was swept in the time that a restore lost.
      const hasMore = [...holders.values()].some(({ listedAt }) => listedAt === null)
      const present = cursor ?? cursorAfter(rounds, process, round)
      return { cursor: present, entries: [], readUpTo, ...(hasMore && { hasMore }) }
    }
    round += 1
    for (const one of open) one.round ??= round
    return {
      cursor: cursorAfter(rounds, process, round),
      entries: open.map(({ entry }) => entry),
      readUpTo,
    }
  }

  let previous: Promise<unknown> = Promise.resolve()
  return {
    poll(cursor, watch) {
      const next = previous.then(() => pollOnce(cursor, watch))
      previous = next.catch(() => undefined)
      return next
    },
    problems: () =>
      [...holders.values()].flatMap(({ problem }) =>
        problem === undefined ? [] : [railProblem('deposit_unexplained', { reason: problem })],
      ),
  }
}

const newHolder = (one: Watched, balanceMinor: bigint, slot: bigint, at: Instant): Holder => ({
  ...one,
  balanceMinor,
  balanceSlot: slot,
  explainedMinor: 0n,
  newestSlot: 0n,
  seen: new Set(),
  unread: [],
  listedAt: null,
  retryAt: at,
  failures: 0,
  problem: undefined,
})

const isExplained = (one: Holder): boolean =>
  one.listedAt !== null && one.unread.length === 0 && one.explainedMinor === one.balanceMinor

async function* pagesOf(
  read: (after: string | null) => Promise<readonly WatchedAccount[]>,
  start: string | null,
): AsyncGenerator<readonly WatchedAccount[]> {
  let after = start
  for (;;) {
    const page = await read(after)
    const last = page.at(-1)
    if (last === undefined || last.account === after) return
    yield page
    after = last.account
  }
}
