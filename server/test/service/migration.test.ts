// Migrations keep the rows that a deployment has written.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { expectedMigrations, migrate } from '../../src/platform/db/migrate.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeEach(async () => void (database = await testDatabase({ empty: true })))
afterEach(() => database.close())

/** Migrates a database to the version before `name`. */
async function migrateUpTo(name: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-migrations-'))
  const before = expectedMigrations.slice(0, expectedMigrations.indexOf(name))
  for (const one of before)
    copyFileSync(join(import.meta.dirname, `../../migrations/${one}.sql`), join(dir, `${one}.sql`))
  const client = await database.owner.connect()
  await runner({
    dbClient: client,
    dir,
    direction: 'up',
    migrationsTable: 'migrations',
    noLock: true,
    log: () => undefined,
  })
  client.release(true)
  rmSync(dir, { recursive: true })
}

describe('migration 0003 (months)', () => {
  // An event every three days over two years, and some far ahead, in two organizations. Every second event has a
  // delivery, in each state.
  const FILL = `
    insert into events (organization_id, id, order_id, sequence, type, data, created_at, transaction)
    select organization_id, id, case when n % 3 = 0 then md5('order' || n / 12)::uuid end,
           case when n % 3 = 0 then n % 12 / 3 + 1 end, 'order.created', jsonb_build_object('n', n), at, (n % 7 + 1)::text::xid8
      from (select n, md5('organization' || n % 2)::uuid as organization_id, at,
                   (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000800000000000' || lpad(n::text, 4, '0'))::uuid as id
              from (select n, case when n = 999 then '4711-03-04T00:00:00Z'
                                   else '2025-01-01T00:00:00Z'::timestamptz + n * interval '3 days' - interval '1 millisecond' end as at
                      from generate_series(0, 250) n union all select 999, '4711-03-04T00:00:00Z') dated) numbered;
    insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, attempts, last_status_code, last_error,
      created_at, updated_at, due_at, lease_token, leased_until)
    select organization_id, md5('endpoint' || e)::uuid, id, case when n % 4 = 0 then 'PENDING' else 'DELIVERED' end, n % 10,
           200, 'timeout', created_at, created_at, case when n % 4 = 0 then created_at end,
           case when n % 8 = 0 then md5('lease')::uuid end, case when n % 8 = 0 then created_at end
      from (select *, (data ->> 'n')::int as n from events) events, generate_series(1, 2) e where n % 2 = 0`

  const everything = async () => {
    const read = async (table: string) =>
      (
        await database.owner.query(
          // Leave out columns that later migrations added.
          `select to_jsonb(t) - 'epoch' - 'is_asked_again' - 'event_organization_id' - 'last_answer' as row from ${table} t order by 1`,
        )
      ).rows
    return { events: await read('events'), deliveries: await read('webhook_deliveries') }
  }

  async function fill(): Promise<void> {
    await migrateUpTo('0003_months')
    const client = await database.owner.connect()
    // Skip foreign keys: the orders and endpoints of these rows do not exist.
    await client.query('set session_replication_role = replica')
    await client.query(FILL)
    client.release(true)
  }

  test('moves every event and delivery unchanged into its month', async () => {
    await fill()
    const before = await everything()
    expect([before.events.length, before.deliveries.length]).toEqual([252, 252])
    expect(await migrate(database.connection, 'sandbox', systemClock)).toContain('0003_months')
    expect(await everything()).toEqual(before)
    const { rows } = await database.owner.query(
      `select tableoid::regclass::text as name, to_char(created_at at time zone 'UTC', '"events_"YYYY"_"MM') as month
         from events`,
    )
    expect(rows.filter(({ name, month }) => name !== month)).toEqual([])
    expect(new Set(rows.map(({ name }) => name)).size).toBe(27)
    expect((await database.owner.query('select from webhook_deliveries_default')).rowCount).toBe(0)
    expect(
      (
        await database.owner.query(
          `select from pg_class where relnamespace = 'archive'::regnamespace`,
        )
      ).rowCount,
    ).toBe(0)
  })

  test('is rolled back when it fails midway, and succeeds when repeated', async () => {
    await fill()
    const before = await everything()
    // The migration meets a held lock midway.
    const other = await database.owner.connect()
    await other.query(
      `begin; select pg_advisory_xact_lock(hashtextextended('corridor months of webhook_deliveries', 0))`,
    )
    await expect(migrate(database.connection, 'sandbox', systemClock)).rejects.toThrow(
      /lock timeout/,
    )
    await other.query('rollback')
    other.release()
    expect(await everything()).toEqual(before)
    const migrating = [1, 2].map(() => migrate(database.connection, 'sandbox', systemClock))
    await Promise.all(migrating)
    expect(await everything()).toEqual(before)
  })
})

describe('migration 0007 (epochs)', () => {
  test.each([
    ['1', 0],
    ['1000000000000', 1],
  ])('with an event of transaction %s gives new events epoch %i', async (transaction, epoch) => {
    await migrateUpTo('0007_event_epochs_and_webhook_slots')
    const insert = (columns: string, values: string) =>
      database.owner.query(
        `insert into events (organization_id, id, type, data, created_at ${columns})
         values (gen_random_uuid(), gen_random_uuid(), 'webhook.test', '{}', now() ${values}) returning *`,
      )
    await insert(', transaction', `, '${transaction}'`)
    await migrate(database.connection, 'sandbox', systemClock)
    expect((await insert('', '')).rows).toMatchObject([{ epoch }])
    const { rows } = await database.owner.query(
      'select event_epoch, (select min(epoch) from events) as first from deployment',
    )
    expect(rows).toEqual([{ event_epoch: epoch, first: 0 }])
  })
})
