// The name of an order in the keys of its fills, payouts and refunds. That of a retry follows from the order that it retries,
// so that a retry which a restore lost, and which is made again, uses the keys that rails and providers know.
import { publicId, type Uuid } from '../../platform/ids.ts'

export type NamedInKeys = { id: Uuid<'ord'>; key_id: Uuid<'ord'> | null }

export const keyIdOf = ({ id, key_id: keyId }: NamedInKeys): Uuid<'ord'> => keyId ?? id

/** Keys begin with it. */
export const keyNameOf = (order: NamedInKeys): string => publicId('ord', keyIdOf(order))

const NUMBER_DIGITS = 4
const NUMBERS = 0x10000

/** The name that a retry of the order has in keys: the last 16 bits count on, and the others are those of the first order. */
export const keyIdOfRetry = (order: NamedInKeys): Uuid<'ord'> => {
  const before = keyIdOf(order)
  const number = Number.parseInt(before.slice(-NUMBER_DIGITS), 16)
  return `${firstPart(before)}${hex((number + 1) % NUMBERS)}` as Uuid<'ord'>
}

/** A restore lost the retry: only its name in keys is known. The id of a retry that has a row is random. */
export const isRetryLost = (order: NamedInKeys & { retry_order_id: Uuid<'ord'> | null }): boolean =>
  order.retry_order_id === keyIdOfRetry(order)

/** SQL bounds of the names of an order, its retries and theirs. */
export const namesOfFamily = (name: string): { from: string; to: string } => ({
  from: `(left(${name}::text, -${NUMBER_DIGITS}) || '0000')::uuid`,
  to: `(left(${name}::text, -${NUMBER_DIGITS}) || 'ffff')::uuid`,
})

export const areOfOneFamily = (one: Uuid<'ord'>, other: Uuid<'ord'>): boolean =>
  firstPart(one) === firstPart(other)

const firstPart = (name: string): string => name.slice(0, -NUMBER_DIGITS)
const hex = (number: number): string => number.toString(16).padStart(NUMBER_DIGITS, '0')
