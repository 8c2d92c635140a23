// The interface that a liquidity provider's adapter implements: rates, firm quotes and conversions. An adapter never
// uses the database of the service. It throws on a timeout, a 429, a 5xx and every answer that it does not understand; a
// throw never means declined.
import type { Logger } from 'pino'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config.ts'
import type { Abilities, AbilityOf } from '../abilities.ts'
import type { Claim } from '../claim.ts'
import type { Provider } from '../providers/view.ts'
import type { Holding, Money } from '../rails/port.ts'
import type { Simulator } from '../simulator/simulator.ts'

/** An indicative rate for customers. */
export type Quoted = {
  payinCurrency: string
  payoutCurrency: string
  /** Payout currency for one unit of payin currency, at 18 decimals. */
  rate: bigint
  /** When the provider made the rate, by real time (`clock.realNow`). The age of the rate counts from it. */
  observedAt: Instant
}

export type Conversion = { payinCurrency: string; payinMinor: bigint; payoutCurrency: string }

/** The payout that the provider offers now for a payin; `rate` at 18 decimals. */
export type FirmQuote = {
  rate: bigint
  payoutMinor: bigint
  /**
   * The provider's identity of the quote, opaque to the service, at most 4000 characters. The service commits it with
   * the intent and gives it back to `execute` and `lookUp`. It is not encrypted, so it holds no secret.
   */
  token: string
  /** Null if the quote does not expire. */
  expiresAt: Instant | null
}

export type FillRequest = Conversion & {
  /** Idempotency key of the attempt, up to 90 characters. Every retry has the same key, amounts and token. */
  key: string
  payoutMinor: bigint
}

export type FillAnswer =
  /**
   * Sold `soldMinor` for `deliveredMinor`. Less than the asked payin means a partial fill: the provider sells no more
   * under this key, and the service asks for the rest under a new one. `fee`: charged by the provider in addition, not
   * yet part of the two amounts. `reference`: the provider's own name of the trade.
   */
  | { state: 'filled'; soldMinor: bigint; deliveredMinor: bigint; fee?: Money; reference: string }
  /** The outcome is open. Also the answer for every status that the adapter does not know. */
  | { state: 'pending' }
  /**
   * Definite: nothing was sold or will be sold under this key. `isFinal: false`: the service may ask for a new firm
   * quote under a new key. `code`: the provider's reason, for operators.
   */
  | { state: 'declined'; isFinal: boolean; code: string }

/**
 * A conversion that the provider has executed or accepted. `key`: null if the provider cannot tell it. `reference` names
 * one conversion of the provider, and is the same in every list. An amount is null as long as the outcome is open.
 */
export type ListedFill = {
  key: string | null
  reference: string
  payinCurrency: string
  soldMinor: bigint | null
  payoutCurrency: string
  deliveredMinor: bigint | null
}

export type FillsAsked = {
  since: Instant
  /** The service began no fill after it. What was on its way then may still be executed later. */
  until: Instant
  /** The fills that the database has since then, in pages, for providers that do not store the key. Each call begins anew. */
  known(): AsyncIterable<readonly { key: string; token: string }[]>
}

/** `isComplete`: nothing that was on its way at `until` can be missing. If false, the service asks again later. */
type FillsListed = { isComplete: boolean; pages: AsyncIterable<readonly ListedFill[]> }

export type LiquidityProvider = {
  /** Current rates of the pairs that the adapter was opened with. Called once a second. */
  rates(): Promise<readonly Quoted[]>
  /** Asks for a firm quote, without commitment. `key` is that of the later fill, for the provider's records. */
  firmQuote(key: string, conversion: Conversion): Promise<FirmQuote>
  /** Idempotent: a second call with a key sells nothing and returns the answer of the first. */
  execute(request: FillRequest, token: string): Promise<FillAnswer>
  /**
   * `unknown` only if the provider states that it never received the key. If the quote has expired, it also promises
   * that the provider will not execute the quote any more: the service then asks for a new one.
   */
  lookUp(key: string, token: string): Promise<FillAnswer | { state: 'unknown' }>
  /** The money that the desk holds at the provider and can sell now. */
  balances(): Promise<readonly Holding[]>
  /**
   * Conversions since a time, to compare them with a restored database. Absent if the provider cannot list them, or null
   * if it says so: an operator then compares its statement.
   */
  fills?(asked: FillsAsked): Promise<FillsListed | null>
  /** See `claim` of rails. */
  claim?(own: Claim): Promise<Claim | null>
  close?(): Promise<void>
}

export type ProviderAbility = AbilityOf<LiquidityProvider>

/** A kind of provider that can be configured. `open` imports its module only if a provider of the kind is configured. */
export type ProviderKind = {
  /** Only a sandbox deployment may use it. */
  sandboxOnly: boolean
  /** Absent: it trades one currency for another. `same`: it passes on the currency that it takes. */
  pairs?: 'same'
  can: Abilities<ProviderAbility>
  /** The reason to refuse the provider's settings; undefined if they are valid. */
  settingsProblem(settings: Record<string, unknown>): string | undefined
  /** The reason to refuse a pair's settings; undefined if they are valid. */
  pairSettingsProblem(settings: Record<string, unknown>): string | undefined
  open(provider: Provider, world: ProviderWorld): Promise<LiquidityProvider>
}

export type ProviderWorld = {
  clock: Clock
  log: Logger
  environment: Environment
  /** The value of a secret by its reference, 'env:NAME' or 'file:PATH'. Throws if it is missing. */
  secret(reference: string): string
  simulator: Simulator
}
