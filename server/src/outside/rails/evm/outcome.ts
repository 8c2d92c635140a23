// The outcome of an authorization on the chain. Paid: its nonce is used, and the transfer is in the same transaction, in a
// block that is final or has the configured depth. Refused for good: cancelled in a final block, or unused in a final block
// after its validity. A reverted transaction says nothing, since anyone may submit the authorization again.
import type { Hex } from 'viem'
import type { LookUpAnswer, Money } from '../port.ts'
import type { Authorization } from './authorization.ts'
import type { Endpoints } from './endpoints.ts'
import { atLeastZero, type Block } from './head.ts'
import type { Filter, Log, logReader } from './logs.ts'
import { receiptCall, receiptOf, type Transfer } from './receipts.ts'
import { RpcError } from './rpc.ts'
import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  blockedCall,
  flagOf,
  stateCall,
  topicOf,
} from './token.ts'

export type OutcomeDeps = {
  endpoints: Endpoints
  /** A payment up to this block counts as settled. */
  settledHead: () => Promise<Block>
  /** Blocks up to this one are final. A refusal counts only in them, because the money of a refused payout is refunded. */
  finalHead: () => Promise<Block>
  readLogs: ReturnType<typeof logReader>
  nativeCurrency: string
  blocksPerSearch: bigint
  /** Addresses that pay the fee for the desk, in lower case. */
  relayers: readonly Hex[]
}

/** `unknown`: the chain has not seen the authorization. Sending the same bytes again is safe. */
export async function outcomeOf(
  deps: OutcomeDeps,
  authorization: Authorization,
): Promise<LookUpAnswer> {
  const head = await deps.finalHead()
  const { contract, from, nonce, validBefore } = authorization
  // Only this read of a payout does no harm if it is false: `unknown` sends the same bytes again, and `pending` asks
  // again.
  if (await isUsed(deps, authorization)) return usedOrCancelled(deps, authorization, head.number)
  if (head.timestamp < validBefore) return { state: 'unknown' }
  const isUsedInTime = await deps.endpoints.agreed(
    'an unused authorization',
    async ({ ask, label }) => {
      const [answer] = await ask([stateCall(contract, from, nonce, head.number)])
      return flagOf(answer, `${label}: authorizationState`)
    },
  )
  return isUsedInTime
    ? { state: 'pending' }
    : { state: 'rejected', code: await codeOf(deps, authorization) }
}

export const isUsed = (
  { endpoints }: Pick<OutcomeDeps, 'endpoints'>,
  { contract, from, nonce }: Authorization,
): Promise<boolean> =>
  endpoints.first(async ({ ask, label }) => {
    const [answer] = await ask([stateCall(contract, from, nonce, 'latest')])
    return flagOf(answer, `${label}: authorizationState`)
  })

async function codeOf({ endpoints }: OutcomeDeps, { token, to }: Authorization): Promise<string> {
  return (await isBlacklisted(endpoints, token, to)) ? BLACKLISTED : 'authorization_expired'
}

export const BLACKLISTED = 'beneficiary_blacklisted'

/** False too for a token without a blacklist. */
export async function isBlacklisted(
  endpoints: Endpoints,
  token: Hex,
  account: Hex,
): Promise<boolean> {
  try {
    return await endpoints.agreed('a blacklisted account', async ({ ask, label }) => {
      const [answer] = await ask([blockedCall(token, 'isBlacklisted', account)])
      return flagOf(answer, `${label}: isBlacklisted`)
    })
  } catch (error) {
    if (error instanceof RpcError && error.kind === 'reverted') return false
    throw error
  }
}

async function usedOrCancelled(
  deps: OutcomeDeps,
  authorization: Authorization,
  finalBlock: bigint,
): Promise<LookUpAnswer> {
  const { contract, from, nonce, startBlock } = authorization
  const head = await deps.settledHead()
  const topics = [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], [topicOf(from)], [nonce]]
  const filter = { contracts: [contract], topics }
  const [later] = await deps.readLogs(filter, startBlock, head.number)
  const end = later ?? (await earlierEnd(deps, authorization, filter, head))
  // Used, but not in a final block yet.
  if (end === undefined) return { state: 'pending' }
  const isFinal = end.block <= finalBlock
  if (end.topics[0] === AUTHORIZATION_CANCELED)
    return isFinal ? { state: 'rejected', code: 'authorization_cancelled' } : { state: 'pending' }
  return {
    ...(await settledBy(deps, authorization, end)),
    ...(!isFinal && { isProvisional: true }),
  }
}

/**
 * After a restore of the database an authorization may be made anew for a key that was paid before. The nonce is the same,
 * so the contract refuses the new one, and the end is in a block before `startBlock`.
 */
async function earlierEnd(
  { endpoints, readLogs, blocksPerSearch }: OutcomeDeps,
  { contract, from, nonce, startBlock }: Authorization,
  filter: Filter,
  head: Block,
): Promise<Log | undefined> {
  const hasEnded = await endpoints.agreed('a used authorization', async ({ ask, label }) => {
    const [answer] = await ask([stateCall(contract, from, nonce, head.number)])
    return flagOf(answer, `${label}: authorizationState`)
  })
  if (!hasEnded) return undefined
  for (let to = startBlock; to >= 0n; to -= blocksPerSearch) {
    const [end] = await readLogs(filter, atLeastZero(to - blocksPerSearch + 1n), to)
    if (end !== undefined) return end
  }
  throw new Error(`no block has the end of the authorization ${nonce}`)
}

async function settledBy(
  { endpoints, nativeCurrency, relayers }: OutcomeDeps,
  authorization: Authorization,
  used: Log,
): Promise<Extract<LookUpAnswer, { state: 'settled' }>> {
  const receipt = await endpoints.agreed('a receipt', async ({ ask, label }) => {
    const [answer] = await ask([receiptCall(used.transaction)])
    return receiptOf(answer, label)
  })
  const isPaid =
    receipt.isSuccess &&
    receipt.blockHash === used.blockHash &&
    receipt.transfers.some((transfer) => pays(transfer, authorization))
  // The contract writes both events or none, so the endpoint is wrong.
  if (!isPaid) throw new Error(`the transfer is missing in the receipt of ${used.transaction}`)
  const fee: Money = { currency: nativeCurrency, amountMinor: roundUpToGwei(receipt.feeWei) }
  return {
    state: 'settled',
    reference: used.transaction,
    // Anyone may submit an authorization. The desk pays the fee of its own relayers only.
    ...(relayers.includes(receipt.from) && { fee }),
  }
}

const pays = ({ token, topics, amountMinor }: Transfer, authorization: Authorization): boolean =>
  token === authorization.token &&
  topics[1] === topicOf(authorization.from) &&
  topics[2] === topicOf(authorization.to) &&
  amountMinor === authorization.amountMinor

const GWEI = 10n ** 9n
const roundUpToGwei = (wei: bigint): bigint => (wei + GWEI - 1n) / GWEI
