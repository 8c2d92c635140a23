// Events of rare types have an index of their own: events_rare.
import type { Rare } from '../../platform/db/rare.ts'
import { eventTypes } from './types.ts'

/** Every order makes these. The condition of events_rare names them too. */
const COMMON: readonly string[] = [
  'order.created',
  'order.funded',
  'order.filled',
  'order.completed',
  'deposit.recorded',
  'payout.settled',
]

const IS_RARE = `type <> all (array[${COMMON.map((type) => `'${type}'`).join(', ')}])`

/** The conditions of rare types. */
export const rareEvents: Readonly<Record<string, Rare>> = Object.fromEntries(
  eventTypes
    .filter((type) => !COMMON.includes(type))
    .map((type) => [type, { condition: `type = '${type}' and ${IS_RARE}`, isOfAll: true }]),
)
