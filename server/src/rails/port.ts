// What the service asks of a rail: where a payer sends funds, what arrived, to pay out and to pay back. An
// adapter never touches the database of the service.
import type { Instant } from '../clock.ts'
import type { InstrumentMethod } from '../instruments/methods.ts'

/** A payout, or a refund: both send money to an instrument. */
export type SendRequest = {
  /** Stable for one attempt: every repetition carries the same bytes. */
  key: string
  method: InstrumentMethod
  currency: string
  amountMinor: bigint
  details: Record<string, string>
}

/** An upstream status that is not known is `pending`; a timeout or 5xx is thrown and never means rejected. */
export type SendAnswer =
  | { state: 'settled'; reference: string }
  | { state: 'pending' }
  | { state: 'rejected' }

/** Final by the rail's own rules, and named by it: the same deposit has the same transaction and index. */
export type SeenDeposit = {
  transaction: string
  outputIndex: number
  address: string
  /** What the payer wrote, where the rail carries it: tells orders with one address apart. */
  reference: string | null
  currency: string
  amountMinor: bigint
}

export type Rail = {
  name: string
  methods: readonly InstrumentMethod[]
  /** The desk's account for one order, shaped by the method: the same order gets the same one. */
  fundingDetails(method: InstrumentMethod, orderId: string): Record<string, string>
  /** Safe to repeat: the second call with a key answers as the first and sends nothing more. */
  send(request: SendRequest): Promise<SendAnswer>
  /** `unknown` only when the rail says that it never received the key. */
  lookUp(key: string): Promise<SendAnswer | { state: 'unknown' }>
  /** Deposits up to `at` that were not acknowledged yet; the same ones again until they are. */
  deposits(at: Instant): Promise<readonly SeenDeposit[]>
  acknowledge(deposits: readonly SeenDeposit[]): Promise<void>
}
