// Reads event logs of contracts by ranges of blocks. Checks that every log is one that was asked for. Asks for fewer blocks
// if an endpoint refuses.
import type { Hex } from 'viem'
import { addressIn, BadAnswer, bytesOf, hashOf, listOf, quantityOf, recordOf } from './answers.ts'
import type { Endpoints } from './endpoints.ts'
import { blockCall, blockOf, hexOf } from './head.ts'
import { RpcError, type Endpoint } from './rpc.ts'

/** All text in lower case. `index`: the position of the log in its block. */
export type Log = {
  contract: Hex
  topics: readonly Hex[]
  data: Hex
  block: bigint
  blockHash: Hex
  transaction: Hex
  index: number
}

/** `topics`: the allowed values by position; null allows all. All in lower case. */
export type Filter = { contracts: readonly Hex[]; topics: readonly (readonly Hex[] | null)[] }

type LogReader = (filter: Filter, from: bigint, to: bigint) => Promise<readonly Log[]>

/** The returned function reads the blocks `from` to `to`, both included, on which the endpoints agree. */
export function logReader(endpoints: Endpoints, blockRange: bigint): LogReader {
  // Remembered, so that a refused range is not asked for in every poll. Grows again by one doubling per success.
  let size = blockRange
  return async (filter, from, to) => {
    const logs: Log[] = []
    for (let at = from; at <= to; ) {
      const end = at + size - 1n < to ? at + size - 1n : to
      try {
        const found = await endpoints.agreed('logs', (endpoint) =>
          readRange(endpoint, filter, at, end),
        )
        logs.push(...found)
        at = end + 1n
        if (size < blockRange) size = size * 2n < blockRange ? size * 2n : blockRange
      } catch (error) {
        const isRefused = error instanceof RpcError && error.kind === 'refused'
        if (!isRefused || end === at) throw error
        size = (end - at + 1n) / 2n
      }
    }
    return logs
  }
}

/**
 * A node that lags behind answers for blocks that it does not have with an empty list. The last block is therefore asked
 * for in the same batch, which one node answers.
 */
async function readRange(
  { ask, label }: Endpoint,
  filter: Filter,
  from: bigint,
  to: bigint,
): Promise<readonly Log[]> {
  const { contracts: address, topics } = filter
  const range = { fromBlock: hexOf(from), toBlock: hexOf(to) }
  const [answer, last] = await ask([
    { method: 'eth_getLogs', params: [{ ...range, address, topics }] },
    blockCall(to),
  ])
  blockOf(last, label)
  const logs = new Map<string, Log>()
  for (const item of listOf(answer, `${label}: the logs`)) {
    const log = logOf(item, label)
    if (log.block < from || log.block > to || !matches(log, filter))
      throw new BadAnswer(`${label} answers with logs that were not asked for`)
    const id = `${log.transaction}/${log.index}`
    const same = logs.get(id)
    if (same !== undefined && JSON.stringify(contentOf(same)) !== JSON.stringify(contentOf(log)))
      throw new BadAnswer(`${label} answers with two versions of a log`)
    logs.set(id, log)
  }
  return [...logs.values()].toSorted((a, b) =>
    a.block === b.block ? a.index - b.index : a.block < b.block ? -1 : 1,
  )
}

function logOf(item: unknown, label: string): Log {
  const log = recordOf(item, `${label}: a log`)
  const what = `${label}: a field of a log`
  if (log['removed'] === true) throw new BadAnswer(`${label} answers with a removed log`)
  const index = quantityOf(log['logIndex'], what)
  if (index > MOST_INDEX) throw new BadAnswer(`${what} is too large`)
  return {
    contract: addressIn(log['address'], what),
    topics: listOf(log['topics'], what).map((topic) => hashOf(topic, what)),
    data: bytesOf(log['data'], what),
    block: quantityOf(log['blockNumber'], what),
    blockHash: hashOf(log['blockHash'], what),
    transaction: hashOf(log['transactionHash'], what),
    index: Number.parseInt(String(index), 10),
  }
}

const MOST_INDEX = 2n ** 31n - 1n

const matches = ({ contract, topics }: Log, filter: Filter): boolean =>
  filter.contracts.includes(contract) &&
  topics.length >= filter.topics.length &&
  filter.topics.every(
    (allowed, at) => allowed === null || allowed.some((one) => one === topics[at]),
  )

const contentOf = ({ block, ...log }: Log) => ({ ...log, block: `${block}` })
