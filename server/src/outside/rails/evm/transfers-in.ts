// Reads transfers of the configured tokens to given accounts.
import { hex } from '@scure/base'
import type { Logger } from 'pino'
import { evmAddress } from '../../methods/checksums.ts'
import { MAX_MINOR } from '../../../platform/money/decimal.ts'
import type { RailEntry, WatchedAccount } from '../port.ts'
import { quantityOf } from './answers.ts'
import type { Log, logReader } from './logs.ts'
import type { EvmSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import type { BlockTimes } from './block-times.ts'
import { topicOf, TRANSFER } from './token.ts'

export type Deposit = Log & {
  account: string
  sender: string
  currency: string
  amountMinor: bigint
}

export type ReaderDeps = {
  settings: Pick<EvmSettings, 'tokens'>
  readLogs: ReturnType<typeof logReader>
  log: Pick<Logger, 'warn'>
}

/** Long lists of topics are refused by some endpoints. */
const ACCOUNTS_PER_QUERY = 250
const QUERIES_AT_ONCE = 4
const BLOCKS_AT_ONCE = 20

/** In the order of the chain. */
export async function depositsTo(
  deps: ReaderDeps,
  accounts: readonly WatchedAccount[],
  from: bigint,
  to: bigint,
): Promise<Deposit[]> {
  const deposits: Deposit[] = []
  const chunks = chunksOf(accounts, ACCOUNTS_PER_QUERY)
  for (const some of chunksOf(chunks, QUERIES_AT_ONCE)) {
    const found = await Promise.all(some.map((chunk) => readChunk(deps, chunk, from, to)))
    deposits.push(...found.flat())
  }
  return deposits.toSorted((a, b) =>
    a.block === b.block ? a.index - b.index : a.block < b.block ? -1 : 1,
  )
}

async function readChunk(
  { settings: { tokens }, readLogs, log }: ReaderDeps,
  chunk: readonly WatchedAccount[],
  from: bigint,
  to: bigint,
): Promise<Deposit[]> {
  // The account in the spelling in which it was handed out.
  const byTopic = new Map(chunk.map(({ account }) => [topicOf(lowerCase(account)), account]))
  const topics = [[TRANSFER], null, [...byTopic.keys()]]
  const contracts = tokens.map(({ address }) => address)
  const logs = await readLogs({ contracts, topics }, from, to)
  return logs.flatMap((found) => {
    const [, sender = '', receiver] = found.topics
    const currency = tokens.find(({ address }) => address === found.contract)?.currency
    const account = receiver === undefined ? undefined : byTopic.get(receiver)
    if (currency === undefined || account === undefined) return []
    const amountMinor = quantityOf(found.data, 'the amount of a transfer')
    // Transfers of nothing are sent to confuse wallets.
    if (amountMinor === 0n) return []
    if (amountMinor > MAX_MINOR) {
      const { transaction } = found
      log.warn({ transaction }, 'a transfer is larger than any amount: it is ignored')
      return []
    }
    return [{ ...found, account, sender: checksummed(sender), currency, amountMinor }]
  })
}

/** The money of a deposit came with its block. */
export async function entriesOf(
  timeOf: BlockTimes,
  deposits: readonly Deposit[],
): Promise<RailEntry[]> {
  const entryOf = async (deposit: Deposit): Promise<RailEntry> => {
    const { transaction, index, account, sender, currency, amountMinor } = deposit
    const money = { transaction, index, account, reference: null, sender, currency, amountMinor }
    return { kind: 'deposit', ...money, receivedAt: await timeOf(deposit), isPresent: true }
  }
  const entries: RailEntry[] = []
  for (const some of chunksOf(deposits, BLOCKS_AT_ONCE))
    entries.push(...(await Promise.all(some.map(entryOf))))
  return entries
}

const checksummed = (topic: string): string => evmAddress(hex.decode(topic.slice(-40)))

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
