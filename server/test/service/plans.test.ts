// A prepared statement is planned once for a connection, and the plan outlives the planner's statistics. The rows read
// for one order must not grow with the number of orders.
import { expect, test } from 'vitest'
import { seenEvents } from '../../src/engine/events/operator-queries.ts'
import { SEALED } from '../../src/desk/operator-file/reseal.ts'
import { statementsOnDemand } from '../../src/platform/db/statement.ts'
import { forFile } from '../support/for-file.ts'
import { completeOrders } from '../support/orders.ts'
import { testService } from '../support/service.ts'
import { everyStatement } from '../support/statements.ts'

const corridor = await forFile(testService({ worker: false }))

/**
 * Rows that statements have read since the last call. Excluded are the clock's table, which is polled, and orders,
 * whose old versions are read until a vacuum, and a vacuum would cause new plans.
 */
async function rowsRead(): Promise<number> {
  const { deps, database } = corridor
  // An idle connection reports its counts seconds later, so query every connection at once.
  await Promise.all(
    Array.from({ length: deps.config.database.poolSize }, () =>
      deps.db.query('select pg_stat_force_next_flush(), pg_sleep(0.1)'),
    ),
  )
  const { rows } = await database.owner.query(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
      where schemaname = 'public' and relname not in ('sandbox_clock', 'orders')`,
  )
  const before = seen
  seen = rows[0].read
  return seen - before
}
let seen = 0

test('an order reads fewer than twice the rows among 600 orders than among 30', async () => {
  const orders = 30
  // Plans are made and kept while the tables are nearly empty, and statistics say so.
  await corridor.sql`analyze`
  await completeOrders(corridor, orders)
  await corridor.sql`analyze`
  await rowsRead()
  await completeOrders(corridor, orders)
  const amongFew = (await rowsRead()) / orders
  await completeOrders(corridor, 500)
  await rowsRead()
  await completeOrders(corridor, orders)
  const amongMany = (await rowsRead()) / orders
  expect(amongMany, `rows per order; ${amongFew} among 30 orders`).toBeLessThan(amongFew * 2)
})

test('the queue and its count read no table that grows with orders, but its open items', async () => {
  const { owner } = corridor.database
  const statements = await everyStatement()
  await owner.query('begin')
  try {
    // The tables are small here. What remains is whether an index has the open items.
    await owner.query('set local enable_seqscan = off')
    await owner.query('set local plan_cache_mode = force_generic_plan')
    for (const name of ['select_queue', 'select_waiting']) {
      const [read] = statements.filter((one) => one.name === name)
      if (read === undefined) throw new Error(`there is no statement ${name}`)
      await owner.query(`prepare ${name} as ${read.text}`)
      const values = read.parameters.map(() => 'null').join(', ')
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
        `explain execute ${name}${values === '' ? '' : `(${values})`}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // Halts are as few as restores and decisions to halt.
      expect(plan.match(/Seq Scan on (?!halts).*/g) ?? [], name).toEqual([])
      // Each kind comes from the index of its open items.
      for (const index of OPEN_ITEMS) expect(plan, name).toContain(index)
      await owner.query(`deallocate ${name}`)
    }
  } finally {
    await owner.query('rollback')
  }
})

const OPEN_ITEMS = [
  'orders_parked',
  'orders_payout_held',
  'deposits_in_suspense',
  'refunds_waiting',
  'deposits_reversed',
  'instruments_held',
]

/** The generic plan without some ways, which are the fastest only because tables are small here. */
async function planOf(name: string, without = ['seqscan']): Promise<string> {
  const { owner } = corridor.database
  const all = [...(await everyStatement()), ...statementsOnDemand()]
  const [read] = all.filter((one) => one.name === name)
  if (read === undefined) throw new Error(`there is no statement ${name}`)
  await owner.query('begin')
  try {
    for (const way of without) await owner.query(`set local enable_${way} = off`)
    await owner.query('set local plan_cache_mode = force_generic_plan')
    await owner.query(`prepare planned as ${read.text}`)
    const values = read.parameters.map(() => 'null').join(', ')
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain execute planned(${values})`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await owner.query('rollback')
    await owner.query('deallocate all')
  }
}

test('exposure reads open orders through the indexes of the worker', async () => {
  const plan = await planOf('select_exposure')
  for (const index of ['orders_due', 'orders_parked']) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on orders')
})

test('events of a common type are filtered after the months are merged, not in each month', async () => {
  const { deps, clock } = corridor
  const filter = { given: { type: 'order.funded' }, now: clock.now() }
  // The statement is made at its first use.
  await seenEvents.select(deps.db, { enterpriseIds: null, organizationId: null }, filter, null, 50)
  for (const scope of ['all', 'enterprises']) {
    const plan = await planOf(`select_seen_events ${scope} type`, ['seqscan', 'bitmapscan', 'sort'])
    const lines = plan.split('\n')
    const above = lines.flatMap((line, at) => (line.includes('type =') ? [lines[at - 1]] : []))
    expect(above.length, plan).toBeGreaterThan(0)
    for (const line of above) expect(line, plan).toContain('Subquery Scan on events')
    if (scope === 'all') expect(plan, plan).toMatch(/Index Scan Backward using events_\w+_id_idx/)
  }
})

test('lists with filters are searched in indexes', async () => {
  const without = ['seqscan', 'bitmapscan', 'sort']
  const feed = await planOf('select_events type', without)
  expect(feed).toMatch(/Index Only Scan using events_\w*type_idx/)
  for (const name of ['select_newest_events', 'select_newest_events type']) {
    const newest = await planOf(name, without)
    expect(newest, newest).toMatch(/Index( Only)? Scan Backward using events_\w*type_idx/)
  }
  const deposits = await planOf(
    'select_seen_deposits enterprises outcome currency rail read345',
    without,
  )
  // Both give the order. Which one is cheaper depends on the deposits that the tests before this one left.
  const newestFirst = /Index Scan Backward using deposits_(of_organization|pkey)/g
  expect(deposits.match(newestFirst), deposits).toHaveLength(2)
  const orders = await planOf(
    'select_orders page status after from before to ref offering',
    without,
  )
  expect(orders).toMatch(/Index Cond: .*id >= .*id < /)
  for (const name of ['select_orders', 'select_quotes']) {
    const paired = await planOf(`${name} page metadata pair`, without)
    const page = /Scan( Backward)? using metadata_pairs_pkey.*\n *Index Cond: .*pair = .*id < /
    expect(paired, paired).toMatch(page)
    expect(paired, paired).not.toContain('Sort')
  }
})

test('a later page of the audit trail begins in an index where the page before it ended', async () => {
  const without = ['seqscan', 'bitmapscan', 'sort']
  for (const end of ['', ' oldest']) {
    const all = await planOf(`select_audit${end}`, without)
    const compared = end === '' ? '<' : '>'
    expect(all, all).toContain('using audit_entries_by_time')
    expect(all, all).toMatch(
      new RegExp(`Index Cond: .*ROW\\(.*at.*, chain, number\\) ${compared} ROW`),
    )
    expect(all, all).toMatch(/Index Cond: .*at\)?(::\S+ \S+ \S+ \S+)? > COALESCE/)
    const ofCustomer = await planOf(`select_audit_of_customer${end}`, without)
    expect(ofCustomer, ofCustomer).toMatch(new RegExp(`Index Cond: .*number ${compared} COALESCE`))
  }
})

test('a page of sealed values is read by the primary key, not by sorting the table', async () => {
  const { owner } = corridor.database
  await owner.query('begin')
  try {
    // The tables are small here. What remains is whether the index gives the order.
    for (const way of ['seqscan', 'bitmapscan', 'sort'])
      await owner.query(`set local enable_${way} = off`)
    for (const { select } of SEALED) {
      await owner.query(`prepare page as ${select.text}`)
      const nil = '00000000-0000-0000-0000-000000000000'
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
        `explain execute page('k2', '${nil}', '${nil}', 500)`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, select.name).toMatch(/Index Scan using \w+_pkey/)
      expect(plan, select.name).not.toContain('Sort')
      await owner.query('deallocate page')
    }
  } finally {
    await owner.query('rollback')
  }
})
