// Operators' lists by a currency or a rail: every row that exists is listed, and a value that no row has is answered without
// reading rows.
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import type { Scope } from '../../src/platform/db/operator-listing.ts'
import { seenDeposits } from '../../src/engine/deposits/list-queries.ts'
import { seenOrders } from '../../src/engine/orders/operator-queries.ts'
import { seenPayouts } from '../../src/engine/payouts/list-queries.ts'
import { seenRefunds } from '../../src/engine/refunds/list-queries.ts'
import { forFile } from '../support/for-file.ts'
import { advanceAll, rowOf, runDueWork } from '../support/orders.ts'
import { depositFor, report } from '../support/restored-orders.ts'
import { testService } from '../support/service.ts'

const money = { currency: 'USDC', rail: 'sandbox' }
const lists = [
  { name: 'orders', seen: seenOrders, fields: { payin_currency: 'USDC', payout_currency: 'COP' } },
  { name: 'deposits', seen: seenDeposits, fields: money },
  { name: 'payouts', seen: seenPayouts, fields: { ...money, currency: 'COP' } },
  { name: 'refunds', seen: seenRefunds, fields: money },
]
type List = (typeof lists)[number]

const corridor = await forFile(testService({ worker: false }))
const paid = await corridor.order()
await corridor.fund(paid.id)
await advanceAll(corridor)
const cancelled = await corridor.order()
await report(corridor, depositFor(cancelled, 'a part', 300_000_000n))
await corridor.post(`${corridor.organization}/orders/${cancelled.id}/cancel`)
await runDueWork(corridor)
const { organization_id: organizationId, enterprise_id: id } = await rowOf(corridor, paid)
const scopes = [
  { enterpriseIds: null, organizationId: null },
  { enterpriseIds: [id], organizationId: null },
  { enterpriseIds: [id], organizationId },
]

const read = ({ seen }: List, scope: Scope, given: Record<string, string>) =>
  seen.select(corridor.deps.db, scope, { given, now: systemClock.now() }, null, 50)

describe.each(lists)('$name', (list) => {
  test('are found by each value that they have, by everybody who reads', async () => {
    for (const scope of scopes)
      for (const [field, value] of Object.entries(list.fields))
        expect(await read(list, scope, { [field]: value }), field).not.toEqual([])
  })

  test('of a value that none has are none, and none is read', async () => {
    for (const scope of scopes)
      for (const field of Object.keys(list.fields)) {
        expect(await read(list, scope, { [field]: 'BRL' })).toEqual([])
        expect(await scansOf(list, scope, { [field]: 'BRL' }), field).toEqual([])
      }
  })
})

test('the database notes a value with its first row, whichever way the row comes', async () => {
  const { owner } = corridor.database
  const all = async () =>
    (await owner.query('select * from listed_values order by field, value, organization_id')).rows
  const noted = await all()
  await owner.query('delete from listed_values')
  await owner.query('select list_all_values()')
  expect(await all()).toEqual(noted)
})

/** The scans of the table that the statement of the list begins, with a plan that fits all values. */
async function scansOf(
  list: List,
  scope: Scope,
  given: Record<string, string>,
): Promise<unknown[]> {
  const client = await corridor.database.owner.connect()
  const scans: unknown[] = []
  const literal = (value: unknown): string =>
    value == null ? 'null' : `'${Array.isArray(value) ? `{${value.join(',')}}` : String(value)}'`
  const query = client.query.bind(client)
  try {
    await query('set plan_cache_mode = force_generic_plan')
    const explaining = async ({ text, values }: { text: string; values: unknown[] }) => {
      // How far a page reads is looked up in an index of ids, of at most 20,000 rows.
      if (text.startsWith('select id from')) return { rows: [] }
      await query(`prepare listing as ${text}`)
      const { rows } = await query(
        `explain (analyze, format json) execute listing (${values.map(literal).join(', ')})`,
      )
      await query('deallocate listing')
      note(Object(rows[0])['QUERY PLAN'])
      return { rows: [] }
    }
    const note = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { 'Relation Name': of, 'Actual Loops': loops } = Object(node)
      if (of === list.name && loops > 0) scans.push(node)
      for (const part of Object.values(node)) note(part)
    }
    const filter = { given, now: systemClock.now() }
    await list.seen.select(Object.assign(client, { query: explaining }), scope, filter, null, 50)
    return scans
  } finally {
    Object.assign(client, { query })
    client.release(true)
  }
}
