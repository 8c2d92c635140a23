// The statement of a chain: what moved at the payer and at the deposit addresses, day by day. Moves between them are no
// movements of the rail. It reads the logs of the tokens, and not what the service has recorded.
import type { Hex } from 'viem'
import { instantAt, type Instant } from '../../../platform/clock.ts'
import type { RailMovement, Watch } from '../port.ts'
import { pagesOf } from './daily-look.ts'
import type { Endpoints } from './endpoints.ts'
import { quantityOf } from './answers.ts'
import { blockAt, type Block } from './head.ts'
import type { Log, logReader } from './logs.ts'
import type { EvmSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { topicOf, TRANSFER } from './token.ts'
import { chunksOf } from './transfers-in.ts'

type Deps = {
  settings: Pick<EvmSettings, 'tokens' | 'startBlock'>
  endpoints: Endpoints
  finalHead: () => Promise<Block>
  readLogs: ReturnType<typeof logReader>
  payer: string | null
}

const ACCOUNTS_PER_QUERY = 250
const DAY_MS = 86_400_000

/** From the beginning of a day to the end of a day, as far as the chain is final. In the order of the chain. */
export async function* movementsOn(
  deps: Deps,
  period: { from: Instant; to: Instant },
  watch: Watch,
): AsyncGenerator<RailMovement> {
  const head = await deps.finalHead()
  const ours = new Set(deps.payer === null ? [] : [topicOf(lowerCase(deps.payer))])
  for (const pages of [watch.recent, watch.older])
    for await (const page of pagesOf(pages))
      for (const { account } of page) ours.add(topicOf(lowerCase(account)))
  let first = await firstBlockFrom(deps, head, period.from)
  for (let day = period.from; day < period.to; day = instantAt(day + DAY_MS)) {
    const next = await firstBlockFrom(deps, head, instantAt(day + DAY_MS), first)
    if (next > first)
      for (const log of await logsOf(deps, [...ours], first, next - 1n)) {
        const movement = movementOf(deps, log, ours, day)
        if (movement !== undefined) yield movement
      }
    first = next
  }
}

async function logsOf(
  { settings: { tokens }, readLogs }: Deps,
  ours: readonly Hex[],
  from: bigint,
  to: bigint,
): Promise<Log[]> {
  const contracts = tokens.map(({ address }) => address)
  const logs = new Map<string, Log>()
  for (const chunk of chunksOf(ours, ACCOUNTS_PER_QUERY))
    for (const topics of [
      [[TRANSFER], chunk, null],
      [[TRANSFER], null, chunk],
    ])
      for (const log of await readLogs({ contracts, topics }, from, to))
        logs.set(`${log.transaction}/${log.index}`, log)
  return [...logs.values()].toSorted((a, b) =>
    a.block === b.block ? a.index - b.index : a.block < b.block ? -1 : 1,
  )
}

function movementOf(
  { settings: { tokens } }: Deps,
  log: Log,
  ours: ReadonlySet<Hex>,
  day: Instant,
): RailMovement | undefined {
  const [, sender, receiver] = log.topics
  const currency = tokens.find(({ address }) => address === log.contract)?.currency
  if (sender === undefined || receiver === undefined || currency === undefined) return undefined
  const isOut = ours.has(sender)
  if (isOut === ours.has(receiver)) return undefined
  const amountMinor = quantityOf(log.data, 'the amount of a transfer')
  return {
    transaction: log.transaction,
    index: log.index,
    day,
    currency,
    amountMinor: isOut ? -amountMinor : amountMinor,
  }
}

/** The first block that is not before an instant; the one after the head if there is none. */
export async function firstBlockFrom(
  { endpoints, settings }: Pick<Deps, 'endpoints'> & { settings: Pick<EvmSettings, 'startBlock'> },
  head: Block,
  at: Instant,
  above = settings.startBlock ?? 0n,
): Promise<bigint> {
  let low = above
  let high = head.number + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await blockAt(endpoints, middle)
    if (timestamp * 1000n >= BigInt(at)) high = middle
    else low = middle + 1n
  }
  return low
}
