// What a series and a round of the worker read does not grow with the orders: counted in pages of the database, not in time.
import { expect, test } from 'vitest'
import { NO_ID } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { completeOrders, countForCharts } from '../support/orders.ts'
import { testService } from '../support/service.ts'
import { everyStatement } from '../support/statements.ts'

const corridor = await forFile(testService({ worker: false }))

const MARGIN = ['fee', 'fx_result', 'network_fee']
const from = '2026-03-04T00:00:00Z'
const to = '2026-03-05T00:00:00Z'
const READS: Record<string, unknown[]> = {
  select_order_sums: [[NO_ID], 'hour', from, to],
  select_ledger_flows: [[NO_ID], MARGIN, 'hour', from, to],
  select_rate_samples: [['ALPHA'], 'USDC', 'COP', 'minutes', from, to],
  select_balance_samples: ['rail:sandbox', 'USDC', from, to, 'hour'],
  settle_order_sums: [NO_ID, from],
  settle_ledger_flows: [],
}

/** Pages that each statement reads. Nothing stays of what it writes. */
async function pages(): Promise<Record<string, number>> {
  const statements = await everyStatement()
  const client = await corridor.database.owner.connect()
  const read: Record<string, number> = {}
  try {
    for (const [name, values] of Object.entries(READS)) {
      const text = statements.find((one) => one.name === name)?.text ?? ''
      await client.query('begin')
      const { rows } = await client.query({
        text: `explain (analyze, buffers, format json) ${text}`,
        values,
      })
      await client.query('rollback')
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      read[name] = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
  } finally {
    client.release()
  }
  return read
}

test('one more order costs the same pages among 600 orders as among 20', async () => {
  const { owner } = corridor.database
  const after = async (orders: number): Promise<Record<string, number>> => {
    await completeOrders(corridor, orders)
    await countForCharts(corridor)
    await owner.query('vacuum analyze')
    await completeOrders(corridor, 1)
    return pages()
  }
  const amongFew = await after(20)
  const amongMany = await after(580)
  for (const [name, read] of Object.entries(amongMany))
    expect(read, `${name}: ${amongFew[name]} pages among 20 orders`).toBeLessThan(
      2 * (amongFew[name] ?? 0) + 20,
    )
})

test('a day reads the same pages beside years of hours, enterprises and organizations', async () => {
  const { owner } = corridor.database
  const before = await pages()
  await owner.query(
    `insert into order_sums (scope, unit, at, payin_currency, payout_currency, status, orders, payin_minor, payout_minor, cost_minor)
     select case when scope < 1 then '${NO_ID}'::uuid else gen_random_uuid() end, 'hour',
            '2025-01-01T00:00:00Z'::timestamptz + at * interval '1 hour', 'USDC', 'COP', status, 1, 1, 1, 1
       from generate_series(0, 9) scope, generate_series(0, 9000) at,
            unnest(array['STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_4_COMPLETED']) status
         on conflict do nothing`,
  )
  await owner.query(
    `insert into ledger_flows
     select '${NO_ID}'::uuid, 'hour', 'fee', '2024-01-01T00:00:00Z'::timestamptz + at * interval '1 hour', 'USDC', false, 1
       from generate_series(0, 19000) at on conflict do nothing`,
  )
  await owner.query('vacuum analyze order_sums, ledger_flows')
  const after = await pages()
  for (const name of ['select_order_sums', 'select_ledger_flows'])
    expect(after[name], `${name}: ${before[name]} pages before`).toBeLessThan(
      (before[name] ?? 0) + 30,
    )
})

test('a point has one row for each status, whatever times its orders took', async () => {
  const { owner } = corridor.database
  const { rows } = await owner.query(
    `select count(*)::int as rows, sum(orders)::int as orders, max((select sum(n) from unnest(ages) n))::int as completed
       from order_sums where scope = '${NO_ID}' and unit = 'month' and status = 'STEP_4_COMPLETED' and at >= '${from}'::timestamptz - interval '31 days'`,
  )
  expect(rows).toEqual([{ rows: 1, orders: rows[0].completed, completed: expect.any(Number) }])
  expect(rows[0].completed).toBeGreaterThan(600)
})
