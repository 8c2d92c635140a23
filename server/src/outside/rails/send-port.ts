// The part of the interface in port.ts about payouts, refunds and sweeps.
import type { Instant } from '../../platform/clock.ts'
import type { InstrumentMethod } from '../methods/methods.ts'

export type Money = { currency: string; amountMinor: bigint }

/** A payout or a refund: both send money to an instrument. Every retry of a key has the same content. */
export type SendRequest = {
  /** Idempotency key of the attempt, up to 90 characters, for example 'ord_...:payout:1'. */
  key: string
  method: InstrumentMethod
  currency: string
  amountMinor: bigint
  /** Details of the beneficiary's instrument. */
  details: Record<string, string>
  /** The order's reference number, for the statement of the beneficiary. */
  reference: string
}

/** The code of a refused send whose beneficiary is the desk itself. */
export const TO_THE_DESK = 'beneficiary_is_the_desk'

export type SendAnswer =
  /**
   * `reference`: the rail's own name, such as a transaction hash. `fee`: paid by the desk on top of the amount; negative
   * if the desk got money back. `isProvisional`: the network may still take it back, so the service looks it up again.
   */
  | { state: 'settled'; reference: string; fee?: Money; isProvisional?: true }
  /** The outcome is open. Also the answer for every status that the adapter does not know. */
  | { state: 'pending' }
  /** Definite: nothing was paid or will be paid under this key. `code`: the rail's reason, for operators. */
  | { state: 'rejected'; code: string }

/** `unknown` only if the rail states that it never received the key. */
export type LookUpAnswer = SendAnswer | { state: 'unknown' }

export type CancelAnswer =
  /** The rail was asked and has not decided. The service asks again, and looks the key up. */
  | { state: 'pending' }
  /** Definite: nothing was paid or will be paid under this key, whatever is sent under it later. */
  | { state: 'cancelled'; code: string }
  /** It was executed, or cannot be stopped any more. The look-up tells the outcome. */
  | { state: 'too_late' }
  /** The rail refuses for good. The send goes on as if nobody had asked. */
  | { state: 'impossible'; reason: string }

/** `until`: the latest instant at which it can happen. Null if the rail cannot tell. */
export type StillPossible =
  | { isPossible: false; because: string }
  | { isPossible: true; until: Instant | null; why: string }

/**
 * Whether a payout, refund or sweep may be broadcast now. `halted`: sends over the rail are halted. `withheld`: its outcome
 * is recorded, its cancellation was asked for, its order is frozen, or its organization or instrument is on hold.
 */
export type MaySend = 'yes' | 'halted' | 'withheld'

/**
 * A payout or refund that the rail has executed or accepted. `key`: null if the rail cannot tell it. `reference` names one
 * send of the rail, and is the same in every list. `amountMinor`: null if the rail does not have it any more.
 */
export type ListedSend = {
  key: string | null
  reference: string
  currency: string
  amountMinor: bigint | null
}

export type SendsAsked = {
  since: Instant
  /** The service began no send after it. What was on its way then may still be executed later. */
  until: Instant
  /**
   * Keys under which the rail may have sent something since then, in pages, for rails that store only a digest of a key.
   * Each call begins anew.
   */
  keys(): AsyncIterable<readonly string[]>
}

/** `isComplete`: nothing that was on its way at `until` can be missing. If false, the service asks again later. */
export type SendsListed = { isComplete: boolean; pages: AsyncIterable<readonly ListedSend[]> }
