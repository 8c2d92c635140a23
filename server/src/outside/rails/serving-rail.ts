// Decides which rail moves money to and from an instrument. Two configured rails must not serve the same instrument.
import { DESK_ACCOUNT, type InstrumentMethod } from '../methods/methods.ts'
import type { Served } from './port.ts'

type Serving = { name: string; served: readonly Served[] }

/** The facts of an instrument that select its rail. */
export type Routed = {
  method: InstrumentMethod
  currency: string
  details: Readonly<Record<string, string>>
}

/** The first rail that serves the instrument; undefined if there is none. */
export const servingRail = <Rail extends Serving>(
  rails: readonly Rail[],
  instrument: Routed,
): Rail | undefined => rails.find(({ served }) => served.some((one) => covers(one, instrument)))

/** Whether the rail moves money to accounts at the desk: then the service itself is the other side. */
export const servesAccounts = ({ served }: Pick<Serving, 'served'>): boolean =>
  served.some(({ method }) => method === DESK_ACCOUNT)

const covers = (
  { method, currencies, where = {} }: Served,
  { method: wanted, currency, details }: Routed,
): boolean =>
  method === wanted &&
  currencies.includes(currency) &&
  Object.entries(where).every(([field, value]) => details[field] === value)

/** Whether the rail that serves the instrument also pays out to it. */
export const isPaidOut = (rails: readonly Serving[], instrument: Routed): boolean =>
  servingRail(rails, instrument)?.served.some(
    (one) => covers(one, instrument) && one.receivesOnly !== true,
  ) ?? false

/** Describes an instrument that both rails would serve; undefined if there is none. */
export function overlapOf(one: Serving, other: Serving): string | undefined {
  for (const mine of one.served)
    for (const theirs of other.served) {
      const currency = mine.currencies.find((code) => theirs.currencies.includes(code))
      if (mine.method !== theirs.method || currency === undefined) continue
      const where = { ...mine.where, ...theirs.where }
      const excludes = Object.entries(mine.where ?? {}).some(
        ([field, value]) => theirs.where?.[field] !== undefined && theirs.where[field] !== value,
      )
      if (excludes) continue
      const fields = Object.entries(where).map(([field, value]) => ` with ${field} ${value}`)
      return `${mine.method} in ${currency}${fields.join(' and')}`
    }
  return undefined
}
