// A flood of one-unit deposits costs the desk rows: no send, no event, no webhook and no question to a screener.
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import {
  selectDepositByTransaction,
  selectUnmatchedDeposits,
} from '../../src/engine/deposits/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { forFile } from '../support/for-file.ts'
import { smallAmounts } from '../support/operator-files.ts'
import { reversalWorld } from '../support/reversals.ts'
import { screenedWorld } from '../support/screening.ts'
import { testService } from '../support/service.ts'

const MANY = 300
const corridor = await forFile(testService({ worker: false }))
const world = reversalWorld(corridor)
await corridor.deps.feeds.push()

const rule = (below: string) => smallAmounts(corridor, below)
async function counts() {
  const { rows } = await corridor.database.owner.query<Record<string, number>>(
    `select (select count(*)::int from deposits) as deposits, (select count(*)::int from refunds) as refunds,
            (select count(*)::int from events) as events, (select count(*)::int from screenings) as screenings,
            (select count(*)::int from ledger_transfers) as transfers, (select sum(version)::int from orders) as versions`,
  )
  return rows[0] ?? {}
}
async function flood(orders: readonly OrderJson[], number: number): Promise<void> {
  const entries = Array.from({ length: number }, (_, at) => {
    const order = orders[at % orders.length]
    if (order === undefined) throw new Error('there is no order')
    return world.depositFor(order, 1n)
  })
  await world.report(...entries)
}

test.each([
  ['keep', 1],
  ['write_off', 2],
] as const)('at one order and at many, with %s', async (below, transfersOfEach) => {
  await rule(below)
  const { order: completed } = await world.funded()
  await advanceOrders(corridor.deps)
  const open = await world.orderOf()
  const others = []
  while (others.length < 20) others.push(await world.orderOf())
  const before = await counts()
  for (const orders of [[completed], [open], others]) await flood(orders, MANY)
  const after = await counts()
  expect(after).toEqual({
    ...before,
    deposits: (before['deposits'] ?? 0) + 3 * MANY,
    transfers: (before['transfers'] ?? 0) + 3 * MANY * transfersOfEach,
  })
  corridor.clock.advance(60_000)
  expect(await sendRefunds(corridor.deps)).toBe(0)
  expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toEqual([])
  expect(await world.statusOf(open)).toBe('STEP_1_AWAITING_FUNDING')
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('of a sender that screening rejects asks no screener and credits nothing, until it is assigned', async () => {
  await rule('keep')
  const screened = screenedWorld(corridor)
  await screened.screenWith(['address bad-payer'])
  const order = await world.orderOf()
  const before = await counts()
  const bad = { sender: 'bad-payer' }
  const deposits = Array.from({ length: 10 }, () => world.depositFor(order, 1n, bad))
  await world.report(...deposits)
  expect(await counts()).toMatchObject({
    screenings: before['screenings'],
    refunds: before['refunds'],
    versions: before['versions'],
  })
  const [first] = deposits
  const row = await selectDepositByTransaction(
    corridor.deps.db,
    'sandbox',
    first?.transaction ?? '',
    0,
  )
  if (row === undefined) throw new Error('the deposit was not recorded')
  await expect(
    assignDeposit(corridor.deps, row, await world.rowOf(order), { wrongAsset: false }),
  ).rejects.toThrow('screening holds it')
  await screened.screenNobody()
  screened.close()
})
