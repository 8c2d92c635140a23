// Finds deposits: transfers of the configured tokens to watched accounts, in final blocks. The last blocks are read again
// in every poll, so that an endpoint that dropped a log once delays a deposit but does not lose it. Reports may repeat;
// the service counts them once.
import type { Hex } from 'viem'
import type { Clock, Instant } from '../../../platform/clock.ts'
import type { Polled, RailEntry, Watch, WatchedAccount } from '../port.ts'
import { timeOfBlock, type BlockTimes } from './block-times.ts'
import { cursorOf, cursorText, type Cursor, type Reported } from './cursor.ts'
import { dailyLook, pagesOf, type LookDeps } from './daily-look.ts'
import { atLeastZero, blockAt, type Block } from './head.ts'
import type { EvmSettings } from './settings.ts'
import { depositsTo, entriesOf, type Deposit } from './transfers-in.ts'

type DepositDeps = LookDeps & {
  settings: Pick<EvmSettings, 'tokens' | 'blockRange' | 'overlapBlocks' | 'startBlock'>
  finalHead: () => Promise<Block>
  timeOf: BlockTimes
  clock: Pick<Clock, 'realNow'>
}

/** Ranges of blocks before the head that the first poll reads if no block to start at is configured. */
const FIRST_RANGES = 20n
/** A poll that has this much behind it ends with the range that it reads. The service waits for one minute. */
const LONGEST_MS = 15_000
const MOST_REPORTED = 300

export async function pollDeposits(
  deps: DepositDeps,
  cursorAsText: string | null,
  watch: Watch,
): Promise<Polled> {
  // The head is read before the accounts: an account handed out later received nothing up to it.
  const head = await deps.finalHead()
  const before = cursorAsText === null ? firstCursor(deps.settings, head) : cursorOf(cursorAsText)
  // An endpoint that lags behind tells nothing new.
  if (head.number < before.block) return { cursor: cursorText(before), entries: [], readUpTo: null }
  const recent = await newDeposits(deps, before, head, watch)
  const older = await dailyLook(deps, recent.cursor, head, watch)
  return {
    cursor: cursorText(older.cursor),
    entries: [...recent.entries, ...(await entriesOf(deps.timeOf, older.deposits))],
    hasMore: recent.cursor.block < head.number,
    readUpTo: recent.readUpTo,
  }
}

function firstCursor({ startBlock, blockRange }: DepositDeps['settings'], head: Block): Cursor {
  const block = (startBlock ?? atLeastZero(head.number - FIRST_RANGES * blockRange)) - 1n
  return { block, hash: null, reported: [], pass: { block, at: head.timestamp }, running: null }
}

async function newDeposits(
  deps: DepositDeps,
  before: Cursor,
  head: Block,
  watch: Watch,
): Promise<{ cursor: Cursor; entries: RailEntry[]; readUpTo: Instant }> {
  const { overlapBlocks } = deps.settings
  const isChanged = before.hash !== null && (await hashAt(deps, before.block, head)) !== before.hash
  if (head.number === before.block && !isChanged)
    return { cursor: before, entries: [], readUpTo: timeOfBlock(head) }
  const accounts: WatchedAccount[] = []
  for await (const page of pagesOf(watch.recent)) accounts.push(...page)
  const from = atLeastZero(before.block + 1n - overlapBlocks)
  const { deposits, to } = await readUntil(deps, accounts, from, before.block, head.number)
  const last = to === head.number ? head : await blockAt(deps.endpoints, to)
  const reversals = isChanged ? await removedOf(deps, before.reported, deposits) : []
  return {
    cursor: {
      ...before,
      block: last.number,
      hash: last.hash,
      reported: reportedOf(deposits, last.number - overlapBlocks),
    },
    entries: [...reversals, ...(await entriesOf(deps.timeOf, deposits))],
    readUpTo: timeOfBlock(last),
  }
}

const hashAt = async ({ endpoints }: DepositDeps, block: bigint, head: Block): Promise<Hex> =>
  (block === head.number ? head : await blockAt(endpoints, block)).hash

const reportedOf = (deposits: readonly Deposit[], after: bigint): Reported[] =>
  deposits
    .filter(({ block }) => block > after)
    .map(({ transaction, index, block, blockHash }) => ({ transaction, index, block, blockHash }))
    .slice(-MOST_REPORTED)

/** Reads at least up to `least`, and up to `most` if time permits. */
async function readUntil(
  deps: DepositDeps,
  accounts: readonly WatchedAccount[],
  from: bigint,
  least: bigint,
  most: bigint,
): Promise<{ deposits: Deposit[]; to: bigint }> {
  const { clock, settings } = deps
  const began = clock.realNow()
  const deposits: Deposit[] = []
  for (let at = from; ; ) {
    const to = at + settings.blockRange - 1n < most ? at + settings.blockRange - 1n : most
    deposits.push(...(await depositsTo(deps, accounts, at, to)))
    const isLate = clock.realNow() - began > LONGEST_MS
    if (to === most || (isLate && to > least)) return { deposits, to }
    at = to + 1n
  }
}

/** Deposits that were reported and that a reorganization below the rail's finality removed. */
async function removedOf(
  { endpoints, log }: DepositDeps,
  reported: readonly Reported[],
  present: readonly Deposit[],
): Promise<RailEntry[]> {
  const still = new Set(present.map(({ transaction, index }) => `${transaction}/${index}`))
  const removed: RailEntry[] = []
  for (const { transaction, index, block, blockHash } of reported) {
    if (still.has(`${transaction}/${index}`)) continue
    // The account may no longer be watched, or a log may be missing. Only another block proves the removal.
    if ((await blockAt(endpoints, block)).hash === blockHash) continue
    log.warn(
      { block: `${block}`, transaction },
      'a reorganization below the configured finality removed a deposit',
    )
    removed.push({
      kind: 'reversal',
      transaction: `${transaction}@${blockHash}`,
      index,
      ofTransaction: transaction,
      ofIndex: index,
      code: 'reorganized',
      isPresent: true,
    })
  }
  return removed
}
