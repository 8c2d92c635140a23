// The SQL that describes what a search found: a name or reference, the amount, and the status of an order. It looks up each result
// by its primary key.
import { joinByIndex, rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { OrderStatus } from '../../engine/orders/states.ts'
import type { FoundKind, FoundRow } from './queries.ts'

export type Label = {
  kind: FoundKind
  id: Uuid
  /** Null for money of no order. */
  label: string | null
  currency: string | null
  minor: bigint | null
  status: OrderStatus | null
}

const named = (kind: FoundKind, table: string, where: string, name: string): string =>
  `select w.kind, w.id, ${name} as label, null::text as currency, null::bigint as minor, null::text as status
     from wanted w ${joinByIndex(table, where, 'n')} where w.kind = '${kind}'`

const ofMoney = (kind: FoundKind, table: string, where: string): string =>
  `select w.kind, w.id, o.reference_number, n.currency, n.amount_minor, null
     from wanted w ${joinByIndex(table, where, 'n')}
     left join lateral (select reference_number from orders
                         where organization_id = w.organization_id and id = w.order_id offset 0) o on true
    where w.kind = '${kind}'`

const ITS_KEY = 'organization_id = w.organization_id and id = w.id'

const SELECT_LABELS = statement(
  'select_found_labels',
  ['kinds', 'ids', 'organization_ids', 'order_ids'],
  `with wanted as (
     select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[]) w (kind, id, organization_id, order_id)
   )
   ${[
     named('enterprise', 'enterprises', 'id = w.id', 'n.name'),
     named('organization', 'organizations', 'id = w.id', 'n.name'),
     named('instrument', 'external_payment_instruments', ITS_KEY, 'n.alias'),
     `select w.kind, w.id, n.reference_number, n.payin_currency, n.payin_total_minor, n.status
     from wanted w ${joinByIndex('orders', ITS_KEY, 'n')} where w.kind = 'order'`,
     ofMoney('deposit', 'deposits', 'id = w.id'),
     ofMoney('payout', 'payouts', ITS_KEY),
     ofMoney('refund', 'refunds', ITS_KEY),
   ].join('\n   union all\n   ')}`,
)

/** Returns them in any order. */
export const selectLabels = (db: Db, found: readonly FoundRow[]): Promise<Label[]> =>
  rows<Label>(db, SELECT_LABELS, [
    found.map(({ kind }) => kind),
    found.map(({ id }) => id),
    found.map((row) => row.organization_id),
    found.map((row) => row.order_id),
  ])
