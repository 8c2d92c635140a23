// What the service asks of a rail: where a payer sends funds, and to pay out. An adapter never touches
// the database of the service.
import type { InstrumentMethod } from '../instruments/methods.ts'

export type PayoutRequest = {
  /** Stable for one attempt of one order: every repetition carries the same bytes. */
  key: string
  method: InstrumentMethod
  currency: string
  amountMinor: bigint
  details: Record<string, string>
}

/** An upstream status that is not known is `pending`; a timeout or 5xx is thrown and never means rejected. */
export type PayoutAnswer =
  | { state: 'settled'; reference: string }
  | { state: 'pending' }
  | { state: 'rejected' }

export type Rail = {
  name: string
  methods: readonly InstrumentMethod[]
  /** The desk's account for one order, shaped by the method: the same order gets the same one. */
  fundingDetails(method: InstrumentMethod, orderId: string): Record<string, string>
  /** Safe to repeat: the second call with a key answers as the first and pays nothing more. */
  sendPayout(request: PayoutRequest): Promise<PayoutAnswer>
  /** `unknown` only when the rail says that it never received the key. */
  lookUp(key: string): Promise<PayoutAnswer | { state: 'unknown' }>
}
