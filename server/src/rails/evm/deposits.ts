// Finds deposits: transfers of the configured tokens to watched accounts, in final blocks. The last blocks are read again
// in every poll, and once a day all accounts that hold money are read again, so that an endpoint that dropped a log
// once delays a deposit but does not lose it. Reports may repeat; the service counts them once.
import type { Hex } from 'viem'
import { hex } from '@scure/base'
import type { Logger } from 'pino'
import { evmAddress } from '../../instruments/checksums.ts'
import { MAX_MINOR } from '../../money/decimal.ts'
import type { Polled, RailEntry, Watch, WatchedAccount } from '../port.ts'
import { quantityOf } from './answers.ts'
import { cursorOf, cursorText, type Cursor, type Reported } from './cursor.ts'
import type { Endpoints } from './endpoints.ts'
import { atLeastZero, blockAt, type Block } from './head.ts'
import type { Log, logReader } from './logs.ts'
import type { EvmSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { balanceCall, topicOf, TRANSFER } from './token.ts'

export type DepositDeps = {
  settings: Pick<EvmSettings, 'tokens' | 'blockRange' | 'overlapBlocks' | 'startBlock'>
  endpoints: Endpoints
  finalHead: () => Promise<Block>
  readLogs: ReturnType<typeof logReader>
  log: Pick<Logger, 'warn'>
}

/** Bounds of one poll. The next poll goes on where this one ends. */
const RANGES_PER_POLL = 20n
const PAGES_PER_POLL = 4
const ACCOUNTS_PER_QUERY = 250
const BALANCES_PER_BATCH = 50
const MOST_REPORTED = 300
const DAY_SECONDS = 86_400n

export async function pollDeposits(
  deps: DepositDeps,
  cursorAsText: string | null,
  watch: Watch,
): Promise<Polled> {
  // The head is read before the accounts: an account handed out later received nothing up to it.
  const head = await deps.finalHead()
  const before = cursorAsText === null ? firstCursor(deps.settings, head) : cursorOf(cursorAsText)
  // An endpoint that lags behind tells nothing new.
  if (head.number < before.block) return { cursor: cursorText(before), entries: [] }
  const recent = await newDeposits(deps, before, head, watch)
  const older = await dailyLook(deps, recent.cursor, head, watch)
  return {
    cursor: cursorText(older.cursor),
    entries: [...recent.entries, ...older.logs.map((log) => depositOf(log))],
  }
}

const firstCursor = ({ startBlock, blockRange }: DepositDeps['settings'], head: Block): Cursor => {
  const block = (startBlock ?? atLeastZero(head.number - RANGES_PER_POLL * blockRange)) - 1n
  const pass = { block, at: head.timestamp }
  return { block, hash: null, reported: [], pass, running: null }
}

type Deposit = Log & { account: string; sender: string; currency: string; amountMinor: bigint }

async function newDeposits(
  deps: DepositDeps,
  before: Cursor,
  head: Block,
  watch: Watch,
): Promise<{ cursor: Cursor; entries: RailEntry[] }> {
  const { overlapBlocks, blockRange } = deps.settings
  const last = before.block + RANGES_PER_POLL * blockRange
  const to = head.number < last ? head : await blockAt(deps.endpoints, last)
  const present = before.hash === null ? null : await presentHash(deps, before.block, to)
  const isChanged = present !== before.hash
  if (to.number === before.block && !isChanged) return { cursor: before, entries: [] }
  const from = atLeastZero(before.block + 1n - overlapBlocks)
  const accounts = await allOf(watch.recent)
  const deposits = await depositsTo(deps, accounts, from, to.number)
  const reversals = isChanged ? await removedOf(deps, before.reported, deposits, from) : []
  const kept = to.number - overlapBlocks
  return {
    cursor: {
      ...before,
      block: to.number,
      hash: to.hash,
      reported: deposits
        .filter(({ block }) => block > kept)
        .map(({ transaction, index, block, blockHash }) => ({
          transaction,
          index,
          block,
          blockHash,
        }))
        .slice(-MOST_REPORTED),
    },
    entries: [...reversals, ...deposits.map((deposit) => depositOf(deposit))],
  }
}

const presentHash = async ({ endpoints }: DepositDeps, block: bigint, to: Block): Promise<Hex> =>
  (block === to.number ? to : await blockAt(endpoints, block)).hash

/** Deposits that were reported and that a reorganization below the rail's finality removed. */
async function removedOf(
  { endpoints, log }: DepositDeps,
  reported: readonly Reported[],
  present: readonly Deposit[],
  from: bigint,
): Promise<RailEntry[]> {
  const still = new Set(present.map(({ transaction, index }) => `${transaction}/${index}`))
  const removed: RailEntry[] = []
  for (const { transaction, index, block, blockHash } of reported) {
    if (block < from || still.has(`${transaction}/${index}`)) continue
    // The account may no longer be watched, or a log may be missing. Only another block proves the removal.
    if ((await blockAt(endpoints, block)).hash === blockHash) continue
    log.warn(
      { block: `${block}`, transaction },
      'A reorganization below the finality removed a deposit.',
    )
    removed.push({
      kind: 'reversal',
      transaction: `${transaction}@${blockHash}`,
      index,
      ofTransaction: transaction,
      ofIndex: index,
      code: 'reorganized',
    })
  }
  return removed
}

/**
 * Once a day of the chain's time: reads the day's blocks again for every account that holds money, also for accounts of
 * orders that ended long ago.
 */
async function dailyLook(
  deps: DepositDeps,
  cursor: Cursor,
  head: Block,
  watch: Watch,
): Promise<{ cursor: Cursor; logs: readonly Deposit[] }> {
  const { pass } = cursor
  const isDue = cursor.block === head.number && head.timestamp >= pass.at + DAY_SECONDS
  if (cursor.running === null && !isDue) return { cursor, logs: [] }
  const running = cursor.running ?? { to: cursor.block, at: head.timestamp, after: null }
  const logs: Deposit[] = []
  const look = async (accounts: readonly WatchedAccount[]) => {
    const holding = await holdingAccounts(deps, accounts)
    logs.push(...(await depositsTo(deps, holding, pass.block + 1n, running.to)))
  }
  // Recent accounts are few. They go first, since an old account may become recent again while a look goes on.
  if (cursor.running === null) await look(await allOf(watch.recent))
  let after = running.after
  for (let page = 0; page < PAGES_PER_POLL; page += 1) {
    const accounts = await watch.older(after)
    const last = accounts.at(-1)
    if (last === undefined)
      return {
        cursor: { ...cursor, pass: { block: running.to, at: running.at }, running: null },
        logs,
      }
    await look(accounts)
    after = last.account
  }
  return { cursor: { ...cursor, running: { ...running, after } }, logs }
}

async function allOf(page: Watch['recent']): Promise<readonly WatchedAccount[]> {
  const accounts: WatchedAccount[] = []
  for (let after: string | null = null; ; ) {
    const found = await page(after)
    const last = found.at(-1)
    if (last === undefined) return accounts
    accounts.push(...found)
    after = last.account
  }
}

/** Accounts that hold any of the tokens now. */
async function holdingAccounts(
  { endpoints, settings: { tokens } }: DepositDeps,
  accounts: readonly WatchedAccount[],
): Promise<readonly WatchedAccount[]> {
  const pairs = accounts.flatMap((account) => tokens.map((token) => ({ account, token })))
  const holding = new Set<WatchedAccount>()
  for (const chunk of chunksOf(pairs, BALANCES_PER_BATCH)) {
    const calls = chunk.map(({ account, token }) =>
      balanceCall(token.address, lowerCase(account.account)),
    )
    const balances = await endpoints.first(async ({ ask, label }) =>
      (await ask(calls)).map((answer) => quantityOf(answer, `${label}: a balance`)),
    )
    for (const [at, { account }] of chunk.entries())
      if ((balances[at] ?? 0n) > 0n) holding.add(account)
  }
  return [...holding]
}

async function depositsTo(
  { settings: { tokens }, readLogs, log }: DepositDeps,
  accounts: readonly WatchedAccount[],
  from: bigint,
  to: bigint,
): Promise<Deposit[]> {
  const deposits: Deposit[] = []
  for (const chunk of chunksOf(accounts, ACCOUNTS_PER_QUERY)) {
    // The account in the spelling in which it was handed out.
    const byTopic = new Map(chunk.map(({ account }) => [topicOf(lowerCase(account)), account]))
    const topics = [[TRANSFER], null, [...byTopic.keys()]]
    const logs = await readLogs({ tokens: tokens.map(({ address }) => address), topics }, from, to)
    for (const found of logs) {
      const [, sender = '', receiver] = found.topics
      const currency = tokens.find(({ address }) => address === found.token)?.currency
      const account = receiver === undefined ? undefined : byTopic.get(receiver)
      if (currency === undefined || account === undefined) continue
      const amountMinor = quantityOf(found.data, 'the amount of a transfer')
      // Transfers of nothing are sent to confuse wallets.
      if (amountMinor === 0n) continue
      if (amountMinor > MAX_MINOR) {
        log.warn(
          { transaction: found.transaction },
          'A transfer is larger than any amount. It is ignored.',
        )
        continue
      }
      deposits.push({ ...found, account, sender: checksummed(sender), currency, amountMinor })
    }
  }
  return deposits.toSorted((a, b) =>
    a.block === b.block ? a.index - b.index : a.block < b.block ? -1 : 1,
  )
}

const depositOf = ({
  transaction,
  index,
  account,
  sender,
  currency,
  amountMinor,
}: Deposit): RailEntry => ({
  kind: 'deposit',
  transaction,
  index,
  account,
  reference: null,
  sender,
  currency,
  amountMinor,
})

const checksummed = (topic: string): string => evmAddress(hex.decode(topic.slice(-40)))

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
