// Compares accounts with their lines, the ledger, and the orders that they pay or that pay into them, for `ledger verify`.
import type { Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { LINES_OF_ACCOUNTS } from './queries.ts'

/** The first account or key that is not as it should be, and why. */
const selectAccountFault = oneRow<{ of: string; why: string }>(
  'select_account_fault',
  [],
  `with lined as (
     select a.number, a.balance_minor, a.lines, count(l.number) as count, coalesce(max(l.number), 0) as last,
            coalesce(sum(l.amount_minor), 0) as sum_minor
       from accounts a left join account_lines l on (l.organization_id, l.account_id) = (a.organization_id, a.id)
      group by a.organization_id, a.id
   ), running as (
     select a.number, l.number as line, l.balance_minor,
            sum(l.amount_minor) over (partition by l.organization_id, l.account_id order by l.number) as sum_minor
       from ${LINES_OF_ACCOUNTS}
   ), posted as (
     select t.posting_id, t.currency, case when t.credit_account like 'account:%' then t.credit_account else t.debit_account end as account,
            case when t.credit_account like 'account:%' then t.amount_minor::bigint else -t.amount_minor::bigint end as amount_minor
       from ledger_transfers t where t.posting = 'account'
   ), wanted as (
     select l.posting_id, a.currency, 'account:' || a.number as account, l.amount_minor
       from ${LINES_OF_ACCOUNTS}
   ), paid as (
     select l.organization_id, l.order_id, a.rail, a.currency, a.number as address, -l.amount_minor as amount_minor
       from ${LINES_OF_ACCOUNTS}
      where l.kind = 'order'
   ), funded as (
     select d.organization_id, d.order_id, d.rail, d.currency, d.address, d.amount_minor::bigint
       from deposits d where d.rail in (select rail from accounts)
   ), arrived as (
     select l.key, a.currency, l.amount_minor from ${LINES_OF_ACCOUNTS} where l.key is not null
   ), settled as (
     select rail_key as key, currency, amount_minor::bigint from payouts
      where rail in (select rail from accounts) and settled_at is not null
     union all
     select rail_key, currency, amount_minor - reversed_minor from refunds
      where rail in (select rail from accounts) and status = 'PROCESSED'
   ), ended as (
     select rail_key as key from payouts where rail in (select rail from accounts) and rejected_at is not null
     union all
     select rail_key from refunds where rail in (select rail from accounts) and status in ('FAILED', 'KEPT', 'COLLECTED', 'WRITTEN_OFF')
   )
   (select number as of, 'has ' || balance_minor || ' minor units on ' || lines || ' lines, but its ' || count || ' lines sum to ' || sum_minor as why
      from lined where balance_minor <> sum_minor or lines <> count or count <> last limit 1)
   union all
   (select number, 'has ' || balance_minor || ' minor units after line ' || line || ', but its lines sum to ' || sum_minor
      from running where balance_minor <> sum_minor limit 1)
   union all
   (select coalesce(w.account, p.account), 'has a line and a transfer that differ, posting ' || posting_id
      from wanted w full join posted p using (posting_id)
     where (w.account, w.currency, w.amount_minor) is distinct from (p.account, p.currency::text, p.amount_minor) limit 1)
   union all
   (select coalesce(p.address, f.address), 'paid an order that was not funded by it, or the other way round: ' || order_id
      from paid p full join funded f using (organization_id, order_id)
     where (p.rail, p.currency::text, p.address, p.amount_minor) is distinct from (f.rail, f.currency::text, f.address, f.amount_minor) limit 1)
   union all
   (select s.key, 'is settled, but no line has its amount' from settled s left join arrived a using (key)
     where (a.currency::text, a.amount_minor) is distinct from (s.currency::text, s.amount_minor) limit 1)
   union all
   (select key, 'is recorded as not sent, but came to its account' from ended join arrived using (key) limit 1)
   limit 1`,
)

export async function verifyAccounts(db: Db): Promise<string | undefined> {
  const fault = await selectAccountFault(db)
  return fault === undefined ? undefined : `account ${fault.of}: it ${fault.why}`
}
