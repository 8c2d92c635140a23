// Fills a database as after a year of use: orders with their quotes and four events each, copied from one order by SQL.
// A fifth of them belong to the measured organization, the rest to a thousand others.
import { rows, type Db, type Pool } from '../server/src/platform/db/pool.ts'

const EVENTS = 4
const CHUNK = 50_000
const SPREAD = '365 days'

/** Stores `count` orders. One order must exist to copy. */
export async function store(db: Pool, count: number, say: (text: string) => void): Promise<void> {
  const client = await db.connect()
  try {
    // The copied rows are valid, so skip foreign keys and triggers, and do not wait for the disk.
    await client.query(`set session_replication_role = replica`)
    await client.query(`set synchronous_commit = off; set statement_timeout = 0`)
    await client.query(
      `select make_month(parent, month::date)
         from unnest(array['events', 'webhook_deliveries']) as parent
        cross join generate_series(date_trunc('month', now() - interval '${SPREAD}'), now(), '1 month') as month`,
    )
    const text = await copyingStatement(client)
    for (let stored = 0; stored < count; stored += CHUNK) {
      say(`storing orders, ${stored} of ${count}`)
      await client.query(text, [Math.min(CHUNK, count - stored), stored, count])
    }
  } finally {
    client.release(true)
  }
  say('vacuuming')
  await db.query('set statement_timeout = 0')
  await db.query('vacuum analyze quotes, orders, events')
  await db.query('checkpoint')
}

// Copies every column except the identifying ones. Identifiers carry increasing times, like real ones, and so go to the
// end of their indexes. This statement covers the time from where $2 of $3 orders were created.
async function copyingStatement(db: Db): Promise<string> {
  const copied = async (table: string, from: string, others: Record<string, string>) => {
    const columns = await rows<{ name: string }>(
      db,
      {
        name: `columns_of_${table}`,
        text: `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
        order by ordinal_position`,
      },
      [table],
    )
    const names = columns.map(({ name }) => name)
    return `insert into ${table} (${names.join(', ')})
      select ${names.map((name) => others[name] ?? `${from}.${name}`).join(', ')}`
  }
  const quotes = await copied('quotes', 'q', {
    organization_id: 'n.organization_id',
    id: 'n.quote_id',
    idempotency_key: `'stored-' || n.quote_id`,
    created_at: 'n.at',
    submission_expires_at: `n.at + interval '30 minutes'`,
    funding_expires_at: `n.at + interval '2 hours'`,
  })
  const orders = await copied('orders', 'o', {
    organization_id: 'n.organization_id',
    id: 'n.order_id',
    quote_id: 'n.quote_id',
    external_reference_id: 'null',
    reference_number: `'CO-20260101-' || lpad(upper(to_hex(n.i + $2::int)), 8, '0')`,
    funding_address: 'md5(n.order_id::text)',
    idempotency_key: `'stored-' || n.order_id`,
    status: `'STEP_4_COMPLETED'`,
    status_history: `o.status_history || '[{"status": "STEP_2_FILLING_FX", "created_at": "2026-01-01T00:00:01.000Z"},
      {"status": "STEP_3_SETTLING_PAYOUT", "created_at": "2026-01-01T00:00:02.000Z"},
      {"status": "STEP_4_COMPLETED", "created_at": "2026-01-01T00:00:03.000Z"}]'`,
    last_event: String(EVENTS),
    due_at: 'null',
    created_at: 'n.at',
    updated_at: 'n.at',
  })
  const events = await copied('events', 'e', {
    organization_id: 'n.organization_id',
    id: 'uuidv7(n.shift)',
    order_id: 'n.order_id',
    sequence: 's.step',
    created_at: 'n.at',
    transaction: 'pg_current_xact_id()',
  })
  return `
    with template as (select organization_id, id, quote_id from orders order by id desc limit 1),
    numbered as materialized (
      select i, uuidv7(shift) as order_id, uuidv7(shift) as quote_id, shift, now() + shift as at,
             case when i % 5 = 0 then t.organization_id
                  else md5('organization ' || i % 1000)::uuid end as organization_id
        from template t, generate_series(1, $1::int) as i
       cross join lateral (select ($2::float8 / $3 - 1) * interval '${SPREAD}' + i * interval '1 millisecond') as s (shift)
    ), stored_quotes as (
      ${quotes} from numbered n, template t join quotes q on (q.organization_id, q.id) = (t.organization_id, t.quote_id)
    ), stored_orders as (
      ${orders} from numbered n, template t join orders o on (o.organization_id, o.id) = (t.organization_id, t.id)
    )
    ${events} from numbered n cross join generate_series(1, ${EVENTS}) as s (step),
              template t join events e on (e.organization_id, e.order_id, e.sequence) = (t.organization_id, t.id, 1)`
}
