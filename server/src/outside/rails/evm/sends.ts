// Lists what the payer sent by authorizations, from the events of the contracts in final blocks. Payouts and refunds are
// all that the payer signs. Sweeps are signed by deposit addresses, and a cancelled authorization moves nothing.
import type { Hex } from 'viem'
import type { Instant } from '../../../platform/clock.ts'
import { digested, withKeys } from '../listed-sends.ts'
import type { ListedSend, SendsAsked, SendsListed } from '../port.ts'
import { quantityOf } from './answers.ts'
import { nonceOf } from './authorization.ts'
import type { Endpoints } from './endpoints.ts'
import type { Block } from './head.ts'
import type { Log, logReader } from './logs.ts'
import { firstBlockFrom } from './movements.ts'
import type { EvmSettings, TokenSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { AUTHORIZATION_USED, topicOf, TRANSFER } from './token.ts'

type Settings = Pick<EvmSettings, 'tokens' | 'startBlock' | 'blockRange' | 'authorizationSeconds'>
type Deps = {
  settings: Settings
  endpoints: Endpoints
  finalHead: () => Promise<Block>
  readLogs: ReturnType<typeof logReader>
  payer: string | null
}

type DigestedSend = Omit<ListedSend, 'key'> & { digest: string }

/** The clocks of the chain and of the service may differ by this much. */
const CLOCKS_DIFFER_SECONDS = 600n

/**
 * An authorization may be used until it expires, whoever has it. So the list is complete when a final block is later than
 * the end of every authorization that was signed before `until`.
 */
export async function sendsOf(deps: Deps, asked: SendsAsked): Promise<SendsListed> {
  const head = await deps.finalHead()
  const isComplete = deps.payer === null || head.timestamp >= lastUse(deps.settings, asked.until)
  const found = authorized(deps, asked.since, head)
  return { isComplete, pages: withKeys(found, () => digested(asked.keys(), nonceOf)) }
}

const lastUse = ({ authorizationSeconds }: Settings, until: Instant): bigint =>
  BigInt(until) / 1000n + authorizationSeconds + CLOCKS_DIFFER_SECONDS

async function* authorized(
  deps: Deps,
  since: Instant,
  head: Block,
): AsyncGenerator<readonly DigestedSend[], void> {
  const { settings, payer, readLogs } = deps
  if (payer === null) return
  const tokens = settings.tokens.filter(({ authorizer }) => authorizer !== null)
  const contracts = [
    ...new Set(tokens.flatMap(({ address, authorizer }) => [address, authorizer ?? address])),
  ]
  if (contracts.length === 0) return
  const topics = [[AUTHORIZATION_USED, TRANSFER], [topicOf(lowerCase(payer))]]
  const first = await firstBlockFrom(deps, head, since)
  for (let from = first; from <= head.number; from += settings.blockRange) {
    const end = from + settings.blockRange - 1n
    const to = end < head.number ? end : head.number
    const logs = await readLogs({ contracts, topics }, from, to)
    const byTransaction = Map.groupBy(logs, ({ transaction }) => transaction)
    yield [...byTransaction.values()].flatMap((some) => sendsIn(some, tokens))
  }
}

/** Anyone may submit several authorizations in one transaction. */
function sendsIn(logs: readonly Log[], tokens: readonly TokenSettings[]): DigestedSend[] {
  const transfers = new Set(logs.filter(({ topics }) => topics[0] === TRANSFER))
  return logs.flatMap((used, at) => {
    const token = tokens.find(({ authorizer }) => authorizer === used.contract)
    const nonce: Hex | undefined = used.topics[2]
    if (used.topics[0] !== AUTHORIZATION_USED || token === undefined || nonce === undefined)
      return []
    const ofToken = [...transfers].filter(({ contract }) => contract === token.address)
    // The contracts write the transfer after the use. Another token may write it before.
    const moved = ofToken.find(({ index }) => index > used.index) ?? ofToken.at(-1)
    // The contract writes both events or none, so the endpoint is wrong.
    if (moved === undefined) throw new Error(`the transfer is missing in ${used.transaction}`)
    transfers.delete(moved)
    return [
      {
        digest: nonce,
        reference: referenceOf(used, logs.slice(0, at)),
        currency: token.currency,
        amountMinor: quantityOf(moved.data, 'the amount of a transfer'),
      },
    ]
  })
}

/** The hash of the transaction, as of settled payouts. Further sends of the transaction have the position of their log. */
const referenceOf = ({ transaction, index }: Log, before: readonly Log[]): string =>
  before.some(({ topics }) => topics[0] === AUTHORIZATION_USED)
    ? `${transaction}/${index}`
    : transaction
