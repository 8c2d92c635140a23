// Adds payouts to the orders of stored.ts. One in a hundred payouts came back, and nearly all of those were paid again.
import type { Pool } from '../server/src/platform/db/pool.ts'

const OPEN_RETURNS = 200
const PARKED = 200

/** SQL: the thousand other organizations of stored.ts, if they are not there yet. */
export const ORGANIZATIONS = `
  insert into organizations (id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
    status_history, first_version, created_at, updated_at)
  select md5('organization ' || i)::uuid, enterprise_id, 'Stored ' || i, contact_email, contact_first_name,
         contact_last_name, status, status_history, first_version, created_at, updated_at
    from (select * from organizations order by id limit 1) o, generate_series(0, 999) i
      on conflict do nothing`

/** Stores the payouts of all stored orders, returns, parked orders and a thousand organizations. */
export async function storePayouts(pool: Pool, say: (text: string) => void): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off; set statement_timeout = 0')
    say('storing organizations, payouts and returns')
    await client.query(ORGANIZATIONS)
    await client.query(
      `insert into configured_routes
       select (jsonb_populate_record(r, jsonb_build_object('organization_id', md5('organization ' || i)::uuid))).*
         from configured_routes r, generate_series(0, 999) i
        where (r.organization_id, r.id) = (select organization_id, route_id from orders
                                            where organization_id in (select organization_id from configured_routes)
                                            order by id desc limit 1)`,
    )
    const payout = (sequence: number) => `
      insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
        rail_reference, settled_at, returned_at)
      select organization_id, uuidv7(created_at - now() + interval '${sequence} s'), id, ${sequence}, id || ':${sequence}',
             'COP_BANK_ACCOUNT', payout_currency, payout_total_minor, created_at, 'R' || id, created_at,
             case when ${sequence} = 1 and number % 100 = 0 then created_at end
        from (select *, row_number() over (order by id) as number from orders where status = 'STEP_4_COMPLETED') o`
    await client.query(payout(1))
    await client.query(
      `insert into returns (rail, transaction, index, organization_id, order_id, payout_id, key, currency, sent_minor,
         returned_minor, code, recorded_at)
       select 'sandbox', id::text, 0, organization_id, order_id, id, rail_key, currency, amount_minor, amount_minor,
              'AC04', returned_at from payouts where returned_at is not null`,
    )
    await client.query(
      `${payout(2)} where number % 100 = 0 and id not in (
         select order_id from payouts where returned_at is not null order by id desc limit ${OPEN_RETURNS})`,
    )
    const held = await client.query(
      `select from information_schema.columns where table_name = 'orders' and column_name = 'payout_held_since'`,
    )
    if ((held.rowCount ?? 0) > 0)
      await client.query(
        `update orders set payout_held_since = p.returned_at
           from (select * from payouts where returned_at is not null order by id desc limit ${OPEN_RETURNS}) p
          where (orders.organization_id, orders.id) = (p.organization_id, p.order_id)`,
      )
    await client.query(
      `update orders set parked_reason = 'slippage', parked_at = created_at
        where id in (select id from orders order by id desc offset 1000 limit ${PARKED})`,
    )
  } finally {
    client.release(true)
  }
  say('vacuuming')
  await pool.query('set statement_timeout = 0')
  for (const table of ['orders', 'payouts', 'returns', 'organizations'])
    await pool.query(`vacuum analyze ${table}`)
}
