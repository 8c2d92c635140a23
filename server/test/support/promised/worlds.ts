// The worlds in which adapters keep their promises, and what their drivers share.
import { randomInt } from 'node:crypto'
import type { Conversion, LiquidityProvider } from '../../../src/outside/liquidity/port.ts'
import type { Provider } from '../../../src/outside/providers/view.ts'
import type { Rail, SendRequest, Watch } from '../../../src/outside/rails/port.ts'

export type RailWorld = {
  /** Opens a rail without memory, as a process that has just started. */
  open(): Rail
  /** The accounts that the service handed out. */
  watch(rail: Rail): Watch
  request(): Promise<SendRequest>
  /** A payer sends money to the account of an order. The next poll can report it. */
  pay(amountMinor: bigint): Promise<Paid>
  /** The outside shows the money once more, in another form where it has one. */
  showAgain(paid: Paid): Promise<void>
  /** Time passes in which the desk receives nothing. */
  pass(): Promise<void>
  /** A payment settles and then comes back. Absent where a payment is final. */
  giveBack?(rail: Rail): Promise<SendRequest>
  /** The outside takes reported money back. Absent where a reported deposit is final. */
  takeBack?(paid: Paid): Promise<void>
  close(): Promise<unknown>
}

/** `transaction`: the rail's name of the deposit. */
export type Paid = {
  transaction: string
  account: string
  currency: string
  amountMinor: bigint
  sender: string | null
}

/** What the outside does with the next conversion. */
export type Outcome =
  | 'fills'
  | 'fills_partly'
  | 'declines'
  /** It converts, and its answer is lost. */
  | 'loses_the_answer'
  /** It fails before it converts. */
  | 'fails_before'

export type ProviderWorld = {
  /** Opens a provider without memory, as a process that has just started. */
  open(): LiquidityProvider
  conversion: Conversion
  /** Returns the key of the conversion. */
  next(outcome: Outcome): Promise<string>
  /** The provider sold only a part of what `execute` asked for. Absent if `execute` itself answers so. */
  cutShort?(key: string): Promise<void>
  /** All quotes end. Absent if they do not. */
  endQuotes?(): Promise<void>
  /** So much time passes that an unseen key must be told as unknown. */
  settle(): Promise<void>
  close(): Promise<unknown>
}

export const nobody: Watch = { recent: async () => [], older: async () => [] }

/** An order id of the real form. Letters and digits as in a TypeID. */
export const newOrderId = (): string =>
  `ord_01${Array.from({ length: 24 }, () => '0123456789abcdefghjkmnpqrstvwxyz'[randomInt(32)]).join('')}`

export const newPayoutKey = (): string => `${newOrderId()}:payout:1`

/** Two decimals. */
export const amountText = (minor: bigint): string =>
  `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`

export const pairOf = (
  payinCurrency: string,
  payoutCurrency: string,
  settings: Record<string, unknown> = {},
): Provider['pairs'][number] => ({
  payinCurrency,
  payoutCurrency,
  hours: [],
  maxRateAgeMs: 60_000,
  settings,
})
