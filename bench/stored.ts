// Fills a database as after a year of use: completed orders with their quotes, histories, four events each and, if the
// copied order was completed, its transfers. They are copied from one order by SQL, and spread evenly over the year. A fifth of
// them belong to the measured organization, the rest to a thousand others.
import type { Instant } from '../server/src/platform/clock.ts'
import { rows, type Db, type Pool } from '../server/src/platform/db/pool.ts'

/** What happens to an order, with its event. */
const LIFE = [
  ['STEP_1_AWAITING_FUNDING', 'order.created'],
  ['STEP_2_FILLING_FX', 'order.funded'],
  ['STEP_3_SETTLING_PAYOUT', 'order.filled'],
  ['STEP_4_COMPLETED', 'order.completed'],
] as const
const CHUNK = 50_000
export const STORED_DAYS = 365
/** The longest life is shorter, so that nothing happened in the future. */
export const UNTIL_HOURS = 2

/**
 * Stores `count` orders. One order must exist to copy: the newest one.
 *
 * @param afterChunk is called with the beginning of each part of the year, once its orders are committed
 */
export async function store(
  db: Pool,
  count: number,
  say: (text: string) => void,
  afterChunk: (beganAt: Instant) => Promise<void> = async () => undefined,
): Promise<void> {
  const client = await db.connect()
  try {
    // The copied rows are valid, so skip foreign keys and triggers, and do not wait for the disk.
    await client.query(`set session_replication_role = replica`)
    await client.query(`set synchronous_commit = off; set statement_timeout = 0`)
    await client.query(
      `select make_month(parent, month::date)
         from unnest(array['events', 'webhook_deliveries']) as parent
        cross join generate_series(date_trunc('month', now() - interval '${STORED_DAYS + 1} days'), now(), '1 month') as month`,
    )
    const text = await copyingStatement(client)
    for (let stored = 0; stored < count; stored += CHUNK) {
      say(`storing orders, ${stored} of ${count}`)
      const { rows: began } = await client.query<{ at: Instant }>(text, [
        Math.min(CHUNK, count - stored),
        stored,
        count,
      ])
      if (began[0] !== undefined) await afterChunk(began[0].at)
    }
  } finally {
    client.release(true)
  }
  say('vacuuming')
  await db.query('set statement_timeout = 0')
  await db.query('vacuum analyze quotes, orders, events, ledger_transfers')
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
    status_history: 'h.history',
    last_event: String(LIFE.length),
    due_at: 'null',
    created_at: 'n.at',
    updated_at: 'n.at',
  })
  const events = await copied('events', 'e', {
    organization_id: 'n.organization_id',
    id: 'uuidv7(s.at - now())',
    type: 's.type',
    data: `e.data || jsonb_build_object('status', s.status)`,
    order_id: 'n.order_id',
    sequence: 's.step',
    created_at: 's.at',
    transaction: 'pg_current_xact_id()',
  })
  const transfers = await copied('ledger_transfers', 'l', {
    organization_id: 'n.organization_id',
    order_id: 'n.order_id',
    posting_id: 'md5(n.order_id::text || l.posting_id)::uuid',
    posted_at: 'n.at + (l.posted_at - t.created_at)',
  })
  const life = LIFE.map(([status, type], index) => `(${index + 1}, '${status}', '${type}')`).join(
    ', ',
  )
  // An order is funded after a minute, and completed 5 seconds to an hour later: each tenth longer is about as frequent.
  return `
    with template as (select organization_id, id, quote_id, created_at from orders order by id desc limit 1),
    numbered as materialized (
      select i, uuidv7(shift) as order_id, uuidv7(shift) as quote_id, now() + shift as at,
             case when i % 5 = 0 then t.organization_id
                  else md5('organization ' || i % 1000)::uuid end as organization_id
        from template t, generate_series(1, $1::int) as i
       cross join lateral (select (($2::float8 + i) / $3 - 1) * interval '${STORED_DAYS} days' - interval '${UNTIL_HOURS} hours') as s (shift)
    ), steps as materialized (
      select i, step, status, type,
             (at + case when step = 1 then interval '0' else interval '60 seconds' end
                 + (step - 2) / 2.0 * greatest(0, sign(step - 2)) * 5 * exp(6.58 * (i::bigint * 7919 % 1000) / 1000) * interval '1 second')::instant as at
        from numbered cross join (values ${life}) life (step, status, type)
    ), histories as materialized (
      select i, jsonb_agg(jsonb_build_object('status', status, 'created_at',
                  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by step) as history
        from steps group by i
    ), stored_quotes as (
      ${quotes} from numbered n, template t join quotes q on (q.organization_id, q.id) = (t.organization_id, t.quote_id)
    ), stored_orders as (
      ${orders} from numbered n join histories h using (i), template t
                join orders o on (o.organization_id, o.id) = (t.organization_id, t.id)
    ), stored_events as (
      ${events} from numbered n join steps s using (i), template t
                join events e on (e.organization_id, e.order_id, e.sequence) = (t.organization_id, t.id, 1)
    ), stored_transfers as (
      ${transfers} from numbered n, template t join ledger_transfers l on l.order_id = t.id order by n.i, l.id
    )
    select min(at) as at from numbered`
}
