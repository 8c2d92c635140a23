// The outflow caps of a rail or of a signer in an operator file.
import Type, { type Static } from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import {
  selectOutflowCaps,
  upsertOutflowCap,
  type OutflowCap,
} from '../../outside/rails/outflow-caps.ts'
import { applyByCurrency } from './applying.ts'
import { limitChange } from './differences.ts'
import { amountsByCurrency, amountsOf, judgeAmount, type Place } from './judging.ts'

export const capKeys = {
  max_send: Type.Optional(amountsByCurrency),
  max_hour: Type.Optional(amountsByCurrency),
}
type Caps = Partial<Record<keyof typeof capKeys, Static<typeof amountsByCurrency>>>

/** `rail`: the name under which they are stored. `problemOf`: why a cap in a currency is refused; undefined if it is not. */
export function judgeCaps(
  place: Place,
  { max_send = {}, max_hour = {} }: Caps,
  rail: string,
  problemOf: (currency: string) => string | undefined,
): OutflowCap[] {
  const minor = (key: string, currency: string, text: string | undefined): bigint | null => {
    if (text === undefined) return null
    const at = place.at(key, currency)
    const problem = problemOf(currency)
    if (problem !== undefined || !isCurrency(currency)) {
      at.problem(problem ?? `unknown currency ${currency}`)
      return null
    }
    return judgeAmount(at, text, currency) ?? null
  }
  const currencies = new Set([...Object.keys(max_send), ...Object.keys(max_hour)])
  return [...currencies].map((currency) => {
    const max_send_minor = minor('max_send', currency, max_send[currency])
    const max_hour_minor = minor('max_hour', currency, max_hour[currency])
    if (max_send_minor !== null && max_hour_minor !== null && max_hour_minor < max_send_minor)
      place
        .at('max_hour', currency)
        .problem(`max_hour ${max_hour[currency]} is below max_send ${max_send[currency]}`)
    return { rail, currency, max_send_minor, max_hour_minor }
  })
}

/** Caps that the file omits end. Returns the changes. */
export const applyCaps = async (
  db: Db,
  rail: string,
  caps: readonly OutflowCap[],
): Promise<string[]> =>
  applyByCurrency(
    await selectOutflowCaps(db, rail),
    caps,
    (currency) => ({ rail, currency, max_send_minor: null, max_hour_minor: null }),
    capChanges,
    (cap) => upsertOutflowCap(db, cap),
  )

const capChanges = (before: OutflowCap, after: OutflowCap): string[] =>
  (['max_send', 'max_hour'] as const).flatMap((key) =>
    limitChange(
      `${key}.${after.currency}`,
      after.currency,
      before[`${key}_minor`],
      after[`${key}_minor`],
    ),
  )

export async function writeCaps(db: Db, rail: string) {
  const caps = await selectOutflowCaps(db, rail)
  return {
    max_send: amountsOf(caps, (cap) => cap.max_send_minor),
    max_hour: amountsOf(caps, (cap) => cap.max_hour_minor),
  }
}
