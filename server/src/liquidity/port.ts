// What the service asks of a liquidity provider. An adapter translates between this and the provider's
// own interface; it never touches the database of the service.

/** A customer rate at 18 decimals. */
export type Quoted = { payinCurrency: string; payoutCurrency: string; rate: bigint }

export type Conversion = { payinCurrency: string; payinMinor: bigint; payoutCurrency: string }

/** What the provider pays out for a payin at this moment; `rate` at 18 decimals. */
export type FirmQuote = { rate: bigint; payoutMinor: bigint }

export type FillRequest = Conversion & {
  /** Stable for the attempt: every repetition carries the same key and the same amounts. */
  key: string
  payoutMinor: bigint
}

/**
 * An upstream status that is not known is `pending`; a timeout or 5xx is thrown and never means declined. A
 * decline that is not final may be asked again, under a new key and at a new firm quote.
 */
export type FillAnswer =
  | { state: 'filled'; reference: string }
  | { state: 'pending' }
  | { state: 'declined'; isFinal: boolean }

export type LiquidityProvider = {
  /** Present customer rates of the pairs the adapter was opened with. */
  rates(): Quoted[]
  /** `key` of the fill to come, for the provider's records. Commits to nothing. */
  firmQuote(key: string, conversion: Conversion): Promise<FirmQuote>
  /** Safe to repeat: the second call with a key answers as the first and does nothing more. */
  execute(request: FillRequest): Promise<FillAnswer>
  /** `unknown` only when the provider says that it never received the key. */
  lookUp(key: string): Promise<FillAnswer | { state: 'unknown' }>
}
