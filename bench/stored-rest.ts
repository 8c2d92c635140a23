// Adds the rows that lists with status filters read to the database of stored.ts: deposits, refunds, movements,
// deliveries, requests and reconciliations. A value of a filter is either common, or 20 rows spread over the year have it.
import type { Pool } from '../server/src/platform/db/pool.ts'

/** Rows with each rare value. A page shows 50. */
const RARE = 20

const RARE_ORDERS = [
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'FAILED_FUNDING_EXPIRED',
  'FAILED_CANCELLED',
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
  'FAILED_REFUND_REQUESTED',
  'FAILED_REFUND_PROCESSED',
]
const RARE_EVENTS = ['order.delayed', 'payout.returned', 'refund.updated', 'information.requested']

/** SQL: one value of `values` for each of the rows with numbers that are spread over `total`, else `common`. */
const rarely = (total: string, values: readonly string[], common: string): string =>
  `coalesce((array[${values.map((value) => `'${value}'`).join(', ')}])[
     nullif(case when number % greatest(1, ${total} / ${RARE * values.length}) = 0
                 then 1 + (number / greatest(1, ${total} / ${RARE * values.length})) % ${values.length} end, 0)], '${common}')`

const NUMBERED = `(select *, row_number() over (order by id) as number, count(*) over () as total from orders) o`

const statements: readonly (readonly [string, string])[] = [
  [
    'deposits',
    `insert into deposits (id, rail, transaction, output_index, organization_id, order_id, address, currency, amount_minor,
       outcome, recorded_at, sweep_id)
     select uuidv7(created_at - now()), 'sandbox', 'sim:' || id, 0, case when outcome <> 'unmatched' then organization_id end,
            case when outcome <> 'unmatched' then id end, 'address', payin_currency, payin_total_minor, outcome, created_at, null
       from (select o.*, ${rarely('total', ['late', 'extra', 'wrong_asset', 'unmatched'], 'counted')} as outcome from ${NUMBERED}) o`,
  ],
  [
    'refunds',
    `insert into refunds (organization_id, id, order_id, currency, amount_minor, reason, status, rail_key, rail_reference,
       created_at, updated_at, rail)
     select organization_id, uuidv7(created_at - now()), id, payin_currency, 100, 'excess', value, 'refund ' || id,
            case when value = 'PROCESSED' then 'R' end, created_at, created_at, 'sandbox'
       from (select o.*, ${rarely('total', ['FAILED', 'SENT', 'PENDING'], 'PROCESSED')} as value from ${NUMBERED}) o
      where number % 2 = 0 or value <> 'PROCESSED'`,
  ],
  [
    'payouts',
    `update payouts p set settled_at = null, rail_reference = null,
            rejected_at = p.created_at
       from (select organization_id, id, row_number() over () as place
               from (select *, row_number() over (order by id) as number, count(*) over () as total from payouts
                      where returned_at is null and sequence = 1) p
              where number % greatest(1, total / ${RARE}) = 0) n
      where (p.organization_id, p.id) = (n.organization_id, n.id)`,
  ],
  [
    'orders',
    `update orders t set status = n.status, due_at = case when n.status like 'STEP%' then now() + interval '1 day' end,
            status_history = jsonb_set(status_history, '{-1,status}', to_jsonb(n.status))
       from (select organization_id, id, ${rarely('total', RARE_ORDERS, '')} as status from ${NUMBERED}) n
      where n.status <> '' and (t.organization_id, t.id) = (n.organization_id, n.id)`,
  ],
  [
    'payouts',
    `update payouts p set settled_at = null, rail_reference = null
       from orders o where (o.organization_id, o.id) = (p.organization_id, p.order_id)
        and o.status = 'STEP_3_SETTLING_PAYOUT' and p.returned_at is null`,
  ],
  ['refunds', `update refunds set due_at = now() + interval '2 years' where status = 'SENT'`],
  [
    'events',
    `update events set type = (array['order.created', 'order.funded', 'order.filled', 'order.completed',
       'deposit.recorded', 'payout.settled'])[1 + abs(hashtext(id::text)) % 6]
      where created_at > now() - interval '20 days'`,
  ],
  [
    'events',
    `update events t set type = n.type
       from (select organization_id, id, ${rarely('total', RARE_EVENTS, '')} as type
               from (select *, row_number() over (order by id) as number, count(*) over () as total from events) e) n
      where n.type <> '' and (t.organization_id, t.id) = (n.organization_id, n.id)`,
  ],
  [
    'treasury_movements',
    `insert into treasury_movements (id, from_account, to_account, currency, amount_minor, status, status_history,
       created_at, updated_at)
     select uuidv7(created_at - now()), 'rail:sandbox', 'treasury', 'USDC', 100, value,
            jsonb_build_array(jsonb_build_object('status', value, 'created_at', '2026-01-01T00:00:00.000Z', 'reason', 'stored',
              'evidence', null, 'posting_id', null)), created_at, created_at
       from (select o.*, ${rarely('total', ['PROPOSED', 'APPROVED', 'SENT', 'FAILED', 'CANCELLED'], 'SETTLED')} as value
               from ${NUMBERED}) o where number % 10 = 0 or value <> 'SETTLED'`,
  ],
  [
    'webhook_deliveries',
    `insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, attempts, created_at, updated_at, due_at)
     select organization_id, endpoint, id, value, 1, created_at, created_at,
            case when value = 'PENDING' then created_at + interval '2 years' end
       from (select *, ${rarely('total', ['FAILED', 'PENDING'], 'DELIVERED')} as value
               from (select e.*, w.id as endpoint, row_number() over (order by e.id) as number, count(*) over () as total
                       from events e join webhook_endpoints w using (organization_id)) e) e`,
  ],
  [
    'information_requests',
    `insert into information_requests (organization_id, id, order_id, message, fields, documents, deadline, status,
       created_at, updated_at, closed_at, answered_at, answer_key_id, answer_sealed, answer_document_ids, idempotency_key,
       request_hash)
     select organization_id, uuidv7(created_at - now()), id, 'Who is it?', '[]', '[]', created_at, value, created_at,
            created_at, case when value = 'CLOSED' then created_at end,
            case when value = 'ANSWERED' then created_at end, case when value = 'ANSWERED' then 'k' end,
            case when value = 'ANSWERED' then '\\x00'::bytea end, case when value = 'ANSWERED' then '{}'::uuid[] end,
            case when value = 'ANSWERED' then id::text end, case when value = 'ANSWERED' then '\\x00'::bytea end
       from (select o.*, ${rarely('total', ['OPEN', 'ANSWERED'], 'CLOSED')} as value from ${NUMBERED}) o
      where number % 10 = 0 or value <> 'CLOSED'`,
  ],
  [
    'external_payment_instruments',
    `insert into external_payment_instruments (organization_id, id, alias, currency, method, details_key_id, details_sealed,
       status, status_history, first_version, created_at, updated_at, fingerprint)
     select o.organization_id, uuidv7(o.created_at - now()), 'stored', t.currency, t.method, t.details_key_id, t.details_sealed,
            o.status, jsonb_build_array(jsonb_build_object('status', o.status, 'created_at', '2026-01-01T00:00:00.000Z')), 1,
            o.created_at, o.created_at, sha256(convert_to((number / case when number % 5000 < 2 then 5000 else 1 end)::text
              || case when number % 5000 < 2 then 'shared' else '' end, 'utf8'))
       from (select o.organization_id, o.created_at, o.number,
                    ${rarely('total', ['COMPLIANCE_HOLD', 'ARCHIVED'], 'ACTIVE')} as status from ${NUMBERED}) o,
            (select * from external_payment_instruments order by id limit 1) t
      where number % 10 < 2`,
  ],
  [
    'reconciliations',
    `insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
       lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
     select uuidv7(n * interval '-1 hour'), 'rail:' || n % 50, 'COP', 'csv', sha256(n::text::bytea), '2026-01-01', '2026-01-02', 1,
            10, 0, 10, 10, 10, 10, 0, 'command', 'stored', now() from generate_series(1, 20000) n`,
  ],
  [
    'reconciliation_differences',
    `insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
       there_minor, here_minor, transfer_ids, noted_at)
     select gen_random_uuid(), r.id, r.account, r.currency, 'missing_here', r.id || ':' || n, '[]', '[]', 1, 0, '{}', now()
       from reconciliations r, generate_series(1, 10) n`,
  ],
]

/** An endpoint must exist: it gets deliveries of all events of its organization. */
export async function storeRest(pool: Pool, say: (text: string) => void): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off; set statement_timeout = 0')
    for (const [table, text] of statements) {
      say(`storing ${table}`)
      await client.query(text)
    }
  } finally {
    client.release(true)
  }
  await pool.query('set statement_timeout = 0')
  for (const [table] of statements) {
    say(`vacuuming ${table}`)
    await pool.query(`vacuum analyze ${table}`)
  }
}
