// Reads of the chain that relaying needs before a transaction is sent, and the broadcast of its bytes. Nodes word
// their refusals differently; the meanings are told apart here.
import type { Hex } from 'viem'
import { quantityOf, recordOf } from './answers.ts'
import { reachedByMost, type Endpoints } from './endpoints.ts'
import type { Market } from './fees.ts'
import { blockCall } from './head.ts'
import { RpcError, type Call } from './rpc.ts'

/** `mined`: the first nonce that is not in a block. `next`: the first nonce that is not in the pool of the nodes. */
export type Present = { mined: number; next: number; market: Market }

export async function presentOf(endpoints: Endpoints, relayer: Hex): Promise<Present> {
  const count = (block: string): Call => ({
    method: 'eth_getTransactionCount',
    params: [relayer, block],
  })
  const calls = [
    count('latest'),
    count('pending'),
    blockCall('latest'),
    { method: 'eth_maxPriorityFeePerGas', params: [] },
  ]
  const answers = await endpoints.each(async ({ ask, label }) => {
    const [mined, next, block, tip] = await ask(calls)
    return {
      mined: quantityOf(mined, `${label}: the count of transactions`),
      next: quantityOf(next, `${label}: the count of transactions`),
      baseFee: quantityOf(
        recordOf(block, `${label}: a block`)['baseFeePerGas'],
        `${label}: the base fee`,
      ),
      tip: quantityOf(tip, `${label}: the tip`),
    }
  })
  const most = (pick: (answer: (typeof answers)[number]) => bigint): bigint =>
    reachedByMost(answers.map(pick))
  const mined = nonceOf(most(({ mined: count }) => count))
  return {
    mined,
    next: Math.max(mined, nonceOf(most(({ next }) => next))),
    market: { baseFee: most(({ baseFee }) => baseFee), tip: most(({ tip }) => tip) },
  }
}

function nonceOf(count: bigint): number {
  if (count > 2n ** 40n) throw new RpcError('unreachable', 'the count of transactions is too large')
  return Number.parseInt(String(count), 10)
}

/**
 * accepted: at least one node has the transaction. spent: a mined transaction has the nonce. taken: another transaction
 * in the pool has it, and this offer is too low to replace it. poor: the relayer cannot pay the fee. unclear: it may or
 * may not have arrived.
 */
export type Verdict = 'accepted' | 'spent' | 'taken' | 'poor' | 'unclear'

const MEANINGS: readonly (readonly [RegExp, Verdict])[] = [
  [/already known|already imported|known transaction|already exists/i, 'accepted'],
  [/nonce (is )?too low|old nonce|invalid nonce/i, 'spent'],
  [/underpriced|replacement/i, 'taken'],
  [/insufficient funds|insufficient balance/i, 'poor'],
]

/** Sends the bytes to all endpoints: each may reach other nodes, and one may drop them. */
export async function broadcast(endpoints: Endpoints, raw: Hex): Promise<Verdict> {
  const call = { method: 'eth_sendRawTransaction', params: [raw] }
  const verdicts = await endpoints
    .each(async ({ ask }): Promise<Verdict> => {
      try {
        await ask([call])
        return 'accepted'
      } catch (error) {
        return error instanceof RpcError ? verdictOf(error) : 'unclear'
      }
    })
    // Too few endpoints answered. One of the others may have taken it.
    .catch((): Verdict[] => ['unclear'])
  const order: readonly Verdict[] = ['accepted', 'spent', 'taken', 'poor']
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'unclear'
}

const verdictOf = ({ answer }: RpcError): Verdict =>
  MEANINGS.find(([pattern]) => pattern.test(answer))?.[1] ?? 'unclear'
