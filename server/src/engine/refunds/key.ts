// The idempotency key of a refund at its rail. It follows from the order and from what is paid back, so that a service on a
// restored database, which decides again, sends under the key that the rail knows.
import { createHash } from 'node:crypto'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { refundReasons } from './words.ts'

type RefundReason = (typeof refundReasons)[number]

/** A deposit as its rail names it. Its identifier in the database changes when it is read again. */
type DepositAtRail = {
  rail: string
  transaction: string
  outputIndex: number
  /** How often it came at this place before. */
  occurrence: number
}

const DIGITS = 20

/**
 * The first attempt. `name`: the order's in keys. `deposit`: the one that caused the refund. An order pays each other kind of
 * money back once.
 */
export function refundKey(
  name: Uuid<'ord'>,
  reason: RefundReason,
  deposit: DepositAtRail | undefined,
): string {
  const kind = KINDS[reason]
  if (kind === 'collected') throw new Error(`a refund of ${publicId('ord', name)} has no number`)
  if (kind === 'deposit' && deposit === undefined)
    throw new Error(`a refund of ${publicId('ord', name)} for ${reason} names no deposit`)
  const of = kind === 'deposit' && deposit !== undefined ? nameOf(deposit) : kind
  return `${publicId('ord', name)}:refund:${of}:1`
}

/** `sequence`: 1 for the first refund that pays collected ones of the order back. */
export const collectedKey = (name: Uuid<'ord'>, sequence: number): string =>
  `${publicId('ord', name)}:refund:collected-${sequence}:1`

export const isCollectedKey = (key: string): boolean => key.includes(':refund:collected-')

/** The refund of the rest, where another one replaced some. `sequence`: 1 for the first such rest of the order. */
export const restKey = (name: Uuid<'ord'>, sequence: number): string =>
  `${publicId('ord', name)}:refund:rest-${sequence}:1`

export const isRestKey = (key: string): boolean => key.includes(':refund:rest-')

/** The refund names a deposit. Keys of earlier versions were random. */
export const isOfDeposit = (key: string): boolean => NAMES_DEPOSIT.test(key)

const NAMES_DEPOSIT = new RegExp(`:refund:d[0-9a-f]{${DIGITS}}:`)

export const isSameButAttempt = (key: string, other: string): boolean =>
  key.replace(/\d+$/, '') === other.replace(/\d+$/, '')

/** The refund pays back what the order held: it had ended. */
export const endsOrder = (key: string): boolean =>
  kindsOfOrders.some((kind) => key.includes(`:refund:${kind}:`))

/** Reasons of refunds that name no deposit and that an order has once. */
export type OrderRefundReason = {
  [Reason in RefundReason]: (typeof KINDS)[Reason] extends (typeof kindsOfOrders)[number]
    ? Reason
    : never
}[RefundReason]

const kindsOfOrders = ['unfunded', 'total', 'leftover'] as const

/** The keys of the first attempts at refunds of an order that name no deposit. */
export const refundKeysOf = (name: Uuid<'ord'>): string[] =>
  kindsOfOrders.map((kind) => `${publicId('ord', name)}:refund:${kind}:1`)

/** The beginning of the keys under which a deposit in suspense goes back. Like a refund's, they outlive its identifier. */
export const depositReturnKeys = (deposit: DepositAtRail): string =>
  `deposit:${nameOf(deposit)}:return:`

export const isReturnKey = (key: string): boolean => key.startsWith('deposit:')

/** A key ends in the number of the attempt. */
export const nextKey = (key: string): string =>
  key.replace(/\d+$/, (number) => String(Number.parseInt(number, 10) + 1))

/** `first`, or the key after the last of its kind that the order has used: it may have kept that refund, and been paid out. */
export const keyAfter = (first: string, used: readonly string[]): string => {
  const [last] = used
    .filter((key) => isSameButAttempt(key, first))
    .toSorted((one, other) => attemptOf(other) - attemptOf(one))
  return last === undefined ? first : nextKey(last)
}

const attemptOf = (key: string): number => Number.parseInt(/\d+$/.exec(key)?.[0] ?? '0', 10)

const KINDS = {
  excess: 'deposit',
  extra: 'deposit',
  late: 'deposit',
  wrong_asset: 'deposit',
  funding_expired: 'unfunded',
  cancelled: 'unfunded',
  declined: 'total',
  payout_rejected: 'total',
  payout_ended: 'total',
  payout_returned: 'total',
  retry_leftover: 'leftover',
  collected: 'collected',
} as const satisfies Record<RefundReason, 'deposit' | 'collected' | (typeof kindsOfOrders)[number]>

// Names of transactions are up to hundreds of characters, and a key has 90. Two spellings that differ in letter case are one.
// One that came again is other money. The first has the name that it always had.
const nameOf = ({ rail, transaction, outputIndex, occurrence }: DepositAtRail): string =>
  `d${createHash('sha256')
    .update(
      JSON.stringify([
        rail,
        transaction.toLowerCase(),
        outputIndex,
        ...(occurrence === 0 ? [] : [occurrence]),
      ]),
    )
    .digest('hex')
    .slice(0, DIGITS)}`
