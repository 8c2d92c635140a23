// The SQL that reads the ledger's lines of one account. It reads the transfers in windows of identifiers, so that no
// statement is long and no transaction stays open.
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import type { Instant } from '../../platform/clock.ts'

const ofOrder = (name: string): string =>
  `${name}.order_id = t.order_id and ${name}.organization_id = t.organization_id`

export type AccountLineRow = {
  id: bigint
  posting: string
  posted_at: Instant
  order_id: string | null
  minor: bigint
  reference_number: string | null
  references: (string | null)[]
}

/**
 * The lines of an account among the transfers after `after` up to `upTo` that no statement was matched with yet. The
 * transfers of a movement that closed a difference belong to that difference.
 */
export const selectAccountLines = allRows<
  AccountLineRow,
  [
    { account: string; currency: string },
    { after: bigint; upTo: bigint },
    { from: Instant; to: Instant },
  ]
>(
  'select_account_lines',
  ['account', 'currency', 'after', 'up_to', 'from', 'to'],
  `select t.id, t.posting, t.posted_at, t.order_id,
          case when t.debit_account = $1 then t.amount_minor::bigint else -t.amount_minor::bigint end as minor,
          (select reference_number from orders o where o.organization_id = t.organization_id and o.id = t.order_id)
            as reference_number,
          case t.posting
          when 'deposit' then array(
            select transaction from deposits d
             where ${ofOrder('d')} and d.currency = t.currency and d.amount_minor = t.amount_minor)
          when 'payout' then array(
            select rail_reference from payouts p where ${ofOrder('p')} and p.amount_minor = t.amount_minor)
          when 'refund' then array(
            select rail_reference from refunds r where ${ofOrder('r')} and r.amount_minor = t.amount_minor)
          when 'send_fee' then array(
            select rail_reference from payouts p where ${ofOrder('p')} and p.fee_minor = t.amount_minor
            union all
            select rail_reference from refunds r where ${ofOrder('r')} and r.fee_minor = t.amount_minor)
          when 'fill' then array(
            select provider_reference from fills f
             where ${ofOrder('f')} and $1 = 'provider:' || f.provider_name
               and ((f.payin_currency = t.currency and f.sold_minor = t.amount_minor)
                 or (f.payout_currency = t.currency and f.delivered_minor = t.amount_minor)))
          when 'payout_returned' then array(select transaction from returns r where ${ofOrder('r')})
          when 'refund_returned' then array(select transaction from returns r where ${ofOrder('r')})
          when 'movement' then array(
            select e ->> 'evidence' from treasury_movements m, jsonb_array_elements(m.status_history) e
             where e ->> 'posting_id' = t.posting_id::text)
          else '{}'::text[] end as references
     from ledger_transfers t
    where t.id > $3::bigint and t.id <= $4::bigint and t.currency = $2 and $1 in (t.debit_account, t.credit_account)
      and t.posted_at >= $5 and t.posted_at < $6
      and not exists (select from reconciled_transfers r where r.account = $1 and r.transfer_id = t.id)
      and (t.posting <> 'movement' or not exists (
        select from reconciliation_differences d join treasury_movements m on m.id = d.movement_id,
               jsonb_array_elements(m.status_history) e
         where d.account = $1 and d.currency = $2 and d.outcome = 'movement' and e ->> 'posting_id' = t.posting_id::text))
    order by t.id`,
  ({ account, currency }, { after, upTo }, { from, to }) => [
    account,
    currency,
    after,
    upTo,
    sqlInstant(from),
    sqlInstant(to),
  ],
)
