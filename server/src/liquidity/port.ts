// The interface that a liquidity provider's adapter implements. An adapter never uses the database of the service.

/** An indicative rate for customers, at 18 decimals. */
export type Quoted = { payinCurrency: string; payoutCurrency: string; rate: bigint }

export type Conversion = { payinCurrency: string; payinMinor: bigint; payoutCurrency: string }

/** The payout that the provider offers now for a payin; `rate` at 18 decimals. */
export type FirmQuote = { rate: bigint; payoutMinor: bigint }

export type FillRequest = Conversion & {
  /** Idempotency key of the attempt. Every retry has the same key and the same amounts. */
  key: string
  payoutMinor: bigint
}

/**
 * An unknown upstream status is `pending`. An adapter throws on a timeout or a 5xx, which never mean declined. After a
 * decline that is not final, the service may send a new request, with a new key and a new firm quote.
 */
export type FillAnswer =
  | { state: 'filled'; reference: string }
  | { state: 'pending' }
  | { state: 'declined'; isFinal: boolean }

export type LiquidityProvider = {
  /** Current rates of the pairs that the adapter was opened with. */
  rates(): Quoted[]
  /** Asks for a firm quote, without commitment. `key` is that of the later fill, for the provider's records. */
  firmQuote(key: string, conversion: Conversion): Promise<FirmQuote>
  /** Idempotent: a second call with a key does nothing and returns the answer of the first. */
  execute(request: FillRequest): Promise<FillAnswer>
  /** `unknown` only if the provider states that it never received the key. */
  lookUp(key: string): Promise<FillAnswer | { state: 'unknown' }>
}
