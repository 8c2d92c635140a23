// Queries for operators, across all organizations.
import type { Instant } from '../../platform/clock.ts'
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { containsMetadata } from '../../platform/db/metadata-pairs.ts'
import { joinByIndex, NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement, type Statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { rareOrders } from './open-orders.ts'
import { ORDER_COLUMNS_OF, type OrderRow } from './queries.ts'

export type OperatorOrder = OrderRow & {
  organization_name: string
  enterprise_id: Uuid<'ent'>
  /** The provider that made the offer; without an offer, the provider of the route. */
  provider_name: string
  parked_at: Instant | null
  /** Rate of the offer that the order is parked for, else of its fill; decimal text. */
  firm_rate: string | null
  /** It is parked for a hold that has ended, so that an operator can release it. */
  hold_is_over: boolean
  /** The offer and earlier fills deliver this together. */
  provider_payout_minor: bigint | null
}

// As `order.release` in open-exits.ts has it, with the instrument of a payout that was asked for and not prepared.
const HOLD_IS_OVER = `
         case when o.parked_reason = 'compliance_hold'
              then g.status = 'ACTIVE'
                   and not exists (select from external_payment_instruments e
                                    where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                      and e.id in (o.payin_instrument_id, coalesce(
                                            (select instrument_id from payouts p
                                              where p.order_id = o.id and p.organization_id = o.organization_id
                                                and p.rail is null and p.settled_at is null and p.rejected_at is null
                                              order by sequence desc limit 1), o.payout_instrument_id)))
              else false end`

/** SQL parts: the columns of an OperatorOrder, and the tables beside the order `o`. */
export const OPERATOR_COLUMNS = `
         ${ORDER_COLUMNS_OF('o')}, o.parked_at, g.name as organization_name, g.enterprise_id,
         ${HOLD_IS_OVER} as hold_is_over,
         coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
         coalesce(n.firm_rate, f.firm_rate) as firm_rate,
         coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor`
export const OPERATOR_JOINS = `
    ${joinByIndex('organizations', 'id = o.organization_id', 'g')}
    ${joinByIndex('configured_routes', 'organization_id = o.organization_id and id = o.route_id', 'r')}
    left join lateral (
      select * from order_notes
       where organization_id = o.organization_id and order_id = o.id
         and action = 'parked' and o.parked_reason is not null
       order by version desc limit 1) n on true
    left join lateral (
      select *, coalesce(sum(delivered_minor) over (order by sequence rows between unbounded preceding and 1 preceding), 0)
                  as delivered_before
        from fills
       where organization_id = o.organization_id and order_id = o.id and declined_at is null
       order by sequence desc limit 1) f on true`

/** The left side of each condition of operators' lists and exports. */
export const orderFilters = {
  status: 'status =',
  payin_currency: 'payin_currency =',
  payout_currency: 'payout_currency =',
  min_payin: 'payin_total_minor >=',
  max_payin: 'payin_total_minor <=',
  min_payout: 'payout_total_minor >=',
  max_payout: 'payout_total_minor <=',
  text: `(reference_number || ' ' || coalesce(external_reference_id, '')) ilike`,
} as const

/** The filters by amount, and the filter that names the currency of each. */
export const amountsOfOrders = {
  min_payin: 'payin_currency',
  max_payin: 'payin_currency',
  min_payout: 'payout_currency',
  max_payout: 'payout_currency',
} as const

/** Orders of all organizations, newest first. */
export const seenOrders = operatorListing('select_seen_orders', {
  table: 'orders',
  kind: 'ord',
  columns: OPERATOR_COLUMNS,
  filters: { ...orderFilters, ...containsMetadata },
  // No index has the currencies either: a pair that has not been traded for long would be searched for in every order.
  read: {
    filters: [
      'payin_currency',
      'payout_currency',
      'min_payin',
      'max_payin',
      'min_payout',
      'max_payout',
      'text',
      'metadata',
    ],
    paced: 'orders',
  },
  listed: { payin_currency: 'orders.payin_currency', payout_currency: 'orders.payout_currency' },
  rare: { status: rareOrders },
  madeAt: 'created_at',
  hasKeyOfId: true,
  joined: { row: 'o', joins: OPERATOR_JOINS },
})

/** An order of a list, by the instant that the list is ordered by. */
export type WaitingKey = { at: Instant; id: Uuid<'ord'> }

/** Null for all enterprises, from the beginning, and for all rows. */
type WaitingPage = {
  enterpriseIds: readonly Uuid<'ent'>[] | null
  after: WaitingKey | null
  limit: number | null
  /** Only orders that are parked for the hold of this organization, instrument or enterprise. */
  heldBy?: Uuid<'org' | 'epi' | 'ent'> | null
}
const ALL: WaitingPage = { enterpriseIds: null, after: null, limit: null }

/** A list of orders that need an operator. `from` has their ids and the instant `since`, which an index of them has. */
const waiting = (name: string, from: string, more: readonly string[] = []) =>
  statement(
    name,
    ['enterprise_ids', 'after_at', 'after_id', 'limit', ...more],
    `select ${OPERATOR_COLUMNS}, since
       from (
         select w.organization_id, w.id, w.since from (${from}) w
          where w.since >= coalesce($2::timestamptz, '-infinity')
            and (w.since, w.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, ${NIL_UUID}))
            and ($1::uuid[] is null
                 or exists (select from organizations e where e.id = w.organization_id and e.enterprise_id = any ($1)))
          order by w.since, w.id limit $4) waiting
       ${joinByIndex('orders', 'organization_id = waiting.organization_id and id = waiting.id', 'o')} ${OPERATOR_JOINS}
      order by since, o.id`,
  )

type WaitingOrder = OperatorOrder & { since: Instant }

const selectWaitingOrders =
  (list: Statement) =>
  (db: Db, page = ALL): Promise<WaitingOrder[]> =>
    rows(db, list, paramsOf(page))

const paramsOf = ({ enterpriseIds, after, limit }: WaitingPage) => [
  enterpriseIds,
  after === null ? null : sqlInstant(after.at),
  after?.id,
  limit,
]

// As `parked_orders` counts them in the lists of organizations and instruments on hold.
const PARKED_FOR_HOLD = `
  (d.parked_reason = 'compliance_hold' and (
     d.organization_id = $5
     or exists (select from organizations o
                 where o.id = d.organization_id and o.enterprise_id = $5 and o.status = 'COMPLIANCE_HOLD')
     or exists (select from external_payment_instruments e
                  join organizations o on o.id = e.organization_id
                  join organizations n on n.id = d.organization_id and n.enterprise_id = o.enterprise_id
                  join external_payment_instruments m on m.organization_id = d.organization_id
                   and m.id in (d.payin_instrument_id, d.payout_instrument_id)
                   and (m.id = e.id or m.fingerprint = e.fingerprint)
                 where e.id = $5)))`

const PARKED = waiting(
  'select_parked_orders',
  `select organization_id, id, parked_at as since from orders d
    where parked_reason is not null and ($5::uuid is null or ${PARKED_FOR_HOLD})`,
  ['held_by'],
)

/** Longest parked first. */
export const selectParkedOrders = (db: Db, page = ALL): Promise<WaitingOrder[]> =>
  rows(db, PARKED, [...paramsOf(page), page.heldBy ?? null])

/** Longest frozen first. */
export const selectFrozenOrders = selectWaitingOrders(
  waiting(
    'select_frozen_orders',
    'select organization_id, id, frozen_at as since from orders where frozen_at is not null',
  ),
)

/** Orders for which a rail contradicts the outcome that an operator recorded, oldest contradiction first. */
export const selectContradictedOrders = selectWaitingOrders(
  waiting(
    'select_contradicted_orders',
    `select organization_id, order_id as id, min(answered_at) as since from rail_marks
      where answer <> outcome and decided_at is null and order_id is not null group by organization_id, order_id`,
  ),
)

/** Orders that wait for liquidity, longest first. */
export const selectOrdersWithoutLiquidity = allRows<OrderRow, [limit: number]>(
  'select_orders_without_liquidity',
  ['limit'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where parked_reason is not null and parked_reason = 'liquidity' order by parked_at, id limit $1`,
)

/** Orders that screening parked and whose beneficiary may be asked about again, longest first. */
export const selectOrdersToAskAgain = allRows<OrderRow, [limit: number]>(
  'select_orders_to_ask_again',
  ['limit'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where parked_reason is not null and parked_reason = 'screening' and frozen_at is null
      and exists (select from screenings s
                   where s.organization_id = orders.organization_id and s.order_id = orders.id
                     and s.subject = 'payout' and s.state = 'asking' and s.lacking is not null)
    order by parked_at, id limit $1`,
)

export const selectOperatorOrder = (db: Db, id: Uuid<'ord'>): Promise<OperatorOrder | undefined> =>
  seenOrders.find(db, id)

/** Orders of all organizations, by primary key. */
export const selectOrdersAfter = allRows<
  OrderRow,
  [after: { organization_id: Uuid<'org'>; id: Uuid<'ord'> } | undefined, limit: number]
>(
  'select_orders_after',
  ['organization_id', 'id', 'limit'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where (organization_id, id) > (coalesce($1::uuid, ${NIL_UUID}), coalesce($2::uuid, ${NIL_UUID}))
    order by organization_id, id limit $3`,
  (after, limit) => [after?.organization_id, after?.id, limit],
)
