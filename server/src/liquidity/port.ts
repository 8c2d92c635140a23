// What the service asks of a liquidity provider. An adapter translates between this and the provider's
// own interface; it never touches the database of the service.

/** A customer rate at 18 decimals. */
export type Quoted = { payinCurrency: string; payoutCurrency: string; rate: bigint }

export type FillRequest = {
  /** Stable for the order: all attempts carry the same key and the same amounts. */
  key: string
  payinCurrency: string
  payinMinor: bigint
  payoutCurrency: string
  payoutMinor: bigint
}

/** An upstream status that is not known is `pending`; a timeout or 5xx is thrown and never means declined. */
export type FillAnswer =
  | { state: 'filled'; reference: string }
  | { state: 'pending' }
  | { state: 'declined' }

export type LiquidityProvider = {
  /** Present customer rates of the pairs the adapter was opened with. */
  rates(): Quoted[]
  /** Safe to repeat: the second call with a key answers as the first and does nothing more. */
  execute(request: FillRequest): Promise<FillAnswer>
  /** `unknown` only when the provider says that it never received the key. */
  lookUp(key: string): Promise<FillAnswer | { state: 'unknown' }>
}
