// Pure rules of delays: what a customer is told about an order that is set aside or late. tell-delays.ts finds the orders.
// Customers never learn the reason of a parking, the name of a provider or rail, or what an operator wrote.
import { later, type Instant } from '../../platform/clock.ts'
import type { Expected } from '../../platform/config.ts'
import type { ParkedReason } from './queries.ts'

export const delayCodes = ['review', 'processing'] as const
type DelayCode = (typeof delayCodes)[number]

/** The next step, in words for people. */
export const resolutions = {
  review: 'The order is reviewed. It then goes on, or its money is refunded.',
  attention: 'The order needs attention by hand. It then goes on, or its money is refunded.',
  paused: 'Processing is paused. The order goes on by itself afterwards.',
  conversion: 'The conversion takes longer than usual. The order goes on by itself.',
  payout: 'The payment to the beneficiary takes longer than usual. The order goes on by itself.',
} as const
type Resolution = (typeof resolutions)[keyof typeof resolutions]

/** The reason of a parking as customers see it. It never reveals a compliance hold. Null: not told, it ends by itself. */
export const publicReason: Readonly<Record<ParkedReason, DelayCode | null>> = {
  compliance_hold: 'review',
  slippage: 'review',
  attempts: 'processing',
  outflow_limit: 'processing',
  deposit_reversed: 'review',
  screening: 'review',
  liquidity: null,
}

export type Delayed = {
  status: 'STEP_2_FILLING_FX' | 'STEP_3_SETTLING_PAYOUT'
  cause: 'parked' | 'frozen' | 'slow'
  parked_reason: ParkedReason | null
}

/** Moves an instant to the bank day on which it can happen. */
type OnBankDay = (at: Instant) => Instant

export type Delay = { code: DelayCode; resolution: Resolution; expectedAt: Instant }

/** `isHalted`: the next step of the order is halted. `onBankDay`: of the bank that pays out. */
export function delayOf(
  { status, cause, parked_reason: reason }: Delayed,
  isHalted: boolean,
  expected: Expected,
  at: Instant,
  onBankDay: OnBankDay,
): Delay {
  const reviewedAt = later(at, expected.reviewMs)
  if (cause !== 'slow') {
    const code = (cause === 'parked' && reason !== null ? publicReason[reason] : null) ?? 'review'
    const resolution = code === 'review' ? resolutions.review : resolutions.attention
    return { code, resolution, expectedAt: reviewedAt }
  }
  if (isHalted)
    return { code: 'processing', resolution: resolutions.paused, expectedAt: reviewedAt }
  return status === 'STEP_2_FILLING_FX'
    ? {
        code: 'processing',
        resolution: resolutions.conversion,
        expectedAt: later(at, expected.fillMs),
      }
    : {
        code: 'processing',
        resolution: resolutions.payout,
        expectedAt: onBankDay(later(at, expected.payoutMs)),
      }
}
