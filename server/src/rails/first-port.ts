// The interface that a rail's adapter implements: funding details, deposits, payouts and refunds. An adapter never uses
// the database of the service.
import type { Instant } from '../clock.ts'
import type { InstrumentMethod } from '../instruments/methods.ts'

/** A payout, or a refund: both send money to an instrument. */
export type SendRequest = {
  /** Idempotency key of the attempt. Every retry has the same key and the same content. */
  key: string
  method: InstrumentMethod
  currency: string
  amountMinor: bigint
  details: Record<string, string>
}

/** An unknown upstream status is `pending`. An adapter throws on a timeout or a 5xx, which never mean rejected. */
export type SendAnswer =
  | { state: 'settled'; reference: string }
  | { state: 'pending' }
  | { state: 'rejected' }

/** A deposit that is final by the rail's rules. The transaction and the index identify it. */
export type SeenDeposit = {
  transaction: string
  outputIndex: number
  address: string
  /** The payer's text, if the rail carries one. It identifies the order at an address that several orders share. */
  reference: string | null
  currency: string
  amountMinor: bigint
}

export type Rail = {
  name: string
  methods: readonly InstrumentMethod[]
  /** The desk's account for an order, with the fields of the method. Always the same for the same order. */
  fundingDetails(method: InstrumentMethod, orderId: string): Record<string, string>
  /** Idempotent: a second call with a key sends nothing and returns the answer of the first. */
  send(request: SendRequest): Promise<SendAnswer>
  /** `unknown` only if the rail states that it never received the key. */
  lookUp(key: string): Promise<SendAnswer | { state: 'unknown' }>
  /** Deposits up to `at` that are not acknowledged. A deposit is returned again until it is acknowledged. */
  deposits(at: Instant): Promise<readonly SeenDeposit[]>
  acknowledge(deposits: readonly SeenDeposit[]): Promise<void>
}
