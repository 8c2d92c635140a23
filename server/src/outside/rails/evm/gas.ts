// The outcome of transactions that relayers sent: mined and what it cost, or displaced by another one with its nonce.
import type { Hex } from 'viem'
import type { Gas, RelayedOutcome, RelayedTransaction } from '../port.ts'
import { quantityOf } from './answers.ts'
import type { Endpoints } from './endpoints.ts'
import { hexOf, type Block } from './head.ts'
import { inBatches, MOST_CALLS } from './holdings.ts'
import { receiptCall, receiptOf } from './receipts.ts'

type GasDeps = {
  endpoints: Endpoints
  finalHead: () => Promise<Block>
  nativeCurrency: string
  /** Addresses whose fees are reported with what they settle, in lower case. */
  relayers: readonly Hex[]
}

export function openGas(deps: GasDeps): Gas {
  async function outcomesOf(
    sender: string,
    noted: readonly RelayedTransaction[],
    head: Block,
  ): Promise<Map<string, RelayedOutcome>> {
    const countCall = {
      method: 'eth_getTransactionCount',
      params: [sender, hexOf(head.number)],
    }
    const found = new Map<string, RelayedOutcome>()
    for (const batch of inBatches(noted, MOST_CALLS - 1)) {
      const calls = batch.map(({ transaction }) => receiptCall(transaction))
      // One node answers both: one that lacks the block cannot make a mined transaction look displaced.
      const { used, receipts } = await deps.endpoints.agreed(
        'the transactions of a relayer',
        async ({ ask, label }) => {
          const [count, ...answers] = await ask([countCall, ...calls])
          return {
            used: quantityOf(count, `${label}: the count of transactions`),
            receipts: answers.map((one) => (one === null ? null : receiptOf(one, label))),
          }
        },
      )
      for (const [at, { transaction, nonce }] of batch.entries()) {
        const receipt = receipts[at] ?? null
        // Another transaction with the nonce may still be mined, or the block of this one may be replaced.
        if (nonce >= used) found.set(transaction, { state: 'pending' })
        else if (receipt === null) found.set(transaction, { state: 'displaced' })
        else {
          const { isSuccess, usesAuthorization, from, feeWei } = receipt
          const isReported = isSuccess && usesAuthorization && deps.relayers.includes(from)
          found.set(transaction, { state: 'mined', feeUnits: feeWei, isReported })
        }
      }
    }
    return found
  }

  return {
    currency: deps.nativeCurrency,
    unitsPerMinor: 10n ** 9n,
    async lookUp(noted) {
      const head = await deps.finalHead()
      const outcomes = new Map<string, RelayedOutcome>()
      for (const [sender, own] of Map.groupBy(noted, (one) => one.sender))
        for (const [transaction, outcome] of await outcomesOf(sender, own, head))
          outcomes.set(transaction, outcome)
      return noted.map(({ transaction }) => outcomes.get(transaction) ?? { state: 'pending' })
    },
  }
}
