// Counts the work that waits for an operator: the items of the queue, by its rule.
import type { Instant } from '../../platform/clock.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { labels } from '../queue/kinds.ts'
import { ofEveryKind, SOURCES } from '../queue/source-queries.ts'

/** `since`: of the oldest item. Null if there is none. */
type Waiting = { what: string; count: number; since: Instant | null }

export const selectWaiting = allRows<Waiting>(
  'select_waiting',
  [],
  `${ofEveryKind(
    (kind) =>
      `select '${labels[kind]}' as what, count(*)::int as count, min(since)::timestamptz as since from (${SOURCES[kind]}) ${kind}`,
  )}
   -- Parts of the above.
   union all
   select 'orders_without_liquidity', count(*)::int, min(parked_at)::timestamptz from orders
    where parked_reason is not null and parked_reason = 'liquidity'
   union all
   select 'held_deposits', count(*)::int, min(held.since)::timestamptz from (${SOURCES.screening_hit} and s.deposit_id is not null) held
   -- They end by an act on the halt, and are no items of the queue.
   union all
   select 'halts', count(*)::int, min(halted_at)::timestamptz from halts where resumed_at is null
   union all
   select 'unknown_sends', count(*)::int, min(h.halted_at)::timestamptz from unknown_sends u join halts h on h.id = u.halt_id
    where h.resumed_at is null
   union all
   select 'unknown_fills', count(*)::int, min(h.halted_at)::timestamptz from unknown_fills u join halts h on h.id = u.halt_id
    where h.resumed_at is null`,
)
