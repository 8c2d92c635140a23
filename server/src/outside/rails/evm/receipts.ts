// Reads the receipt of a transaction: whether it succeeded, what it cost, and which tokens it moved.
import type { Hex } from 'viem'
import { addressIn, hashOf, listOf, quantityOf, recordOf } from './answers.ts'
import type { Call } from './rpc.ts'
import { AUTHORIZATION_USED, TRANSFER } from './token.ts'

export type Transfer = { token: Hex; topics: readonly Hex[]; amountMinor: bigint }
type Receipt = {
  isSuccess: boolean
  blockHash: Hex
  from: Hex
  feeWei: bigint
  usesAuthorization: boolean
  transfers: readonly Transfer[]
}

export const receiptCall = (transaction: string): Call => ({
  method: 'eth_getTransactionReceipt',
  params: [transaction],
})

export function receiptOf(answer: unknown, label: string): Receipt {
  const what = `${label}: a receipt`
  const receipt = recordOf(answer, what)
  // Rollups charge for the data that they publish on top of the gas.
  const dataFeeWei = receipt['l1Fee'] ?? '0x0'
  const gasFeeWei =
    quantityOf(receipt['gasUsed'], what) * quantityOf(receipt['effectiveGasPrice'], what)
  const logs = listOf(receipt['logs'], what).map((item) => logOf(item, what))
  return {
    isSuccess: quantityOf(receipt['status'], what) === 1n,
    blockHash: hashOf(receipt['blockHash'], what),
    from: addressIn(receipt['from'], what),
    feeWei: gasFeeWei + quantityOf(dataFeeWei, what),
    usesAuthorization: logs.some(({ topics }) => topics[0] === AUTHORIZATION_USED),
    transfers: logs.flatMap(({ log, topics }) => transferOf(log, topics, what)),
  }
}

function logOf(item: unknown, what: string) {
  const log = recordOf(item, what)
  return { log, topics: listOf(log['topics'], what).map((topic) => hashOf(topic, what)) }
}

function transferOf(
  log: Record<string, unknown>,
  topics: readonly Hex[],
  what: string,
): Transfer[] {
  if (topics[0] !== TRANSFER || topics.length !== 3) return []
  const amountMinor = quantityOf(log['data'], what)
  return [{ token: addressIn(log['address'], what), topics, amountMinor }]
}
