// A deposit that a reorganization removed, and that a later block has again at the same place, is credited again, once.
import { describe, expect, test } from 'vitest'
import type { RailEntry, SeenDeposit } from '../../src/outside/rails/port.ts'
import { forFile } from '../support/for-file.ts'
import { reversalWorld, TOTAL } from '../support/reversals.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const rail = reversalWorld(corridor)

const mined = (deposit: SeenDeposit): SeenDeposit => ({ ...deposit, isPresent: true })
const removed = (deposit: SeenDeposit): RailEntry => {
  const reversal = rail.reversalOf(deposit)
  if (reversal.kind !== 'reversal') throw new Error('this is no reversal')
  return { ...reversal, isPresent: true }
}
async function depositsOf(transaction: string): Promise<string[]> {
  const { rows } = await corridor.database.owner.query<{ text: string }>(
    `select occurrence || ' ' || outcome || case when reversed_at is null then '' else ' reversed' end as text
       from deposits where transaction = $1 order by occurrence`,
    [transaction],
  )
  return rows.map(({ text }) => text)
}

describe('a deposit that was removed and mined again', () => {
  test('funds its order, however often it is reported', async () => {
    const order = await rail.orderOf()
    const deposit = mined(rail.depositFor(order))
    await rail.report(deposit)
    await rail.report(removed(deposit))
    await rail.report(deposit)
    await rail.report(deposit, { ...deposit, transaction: deposit.transaction.toUpperCase() })
    await rail.report(deposit)
    expect(await depositsOf(deposit.transaction)).toEqual(['0 counted reversed', '1 counted'])
    expect((await rail.rowOf(order)).received_minor).toBe(TOTAL)
    await rail.expectTaken()
  })

  test('is removed again, and counts once more', async () => {
    const order = await rail.orderOf()
    const deposit = mined(rail.depositFor(order, 600_000_000n))
    for (let times = 0; times < 3; times++) {
      await rail.report(deposit)
      expect((await rail.rowOf(order)).received_minor).toBe(600_000_000n)
      await rail.report(removed(deposit))
      await rail.report(removed(deposit))
      expect((await rail.rowOf(order)).received_minor).toBe(0n)
    }
    expect(await depositsOf(deposit.transaction)).toEqual([
      '0 counted reversed',
      '1 counted reversed',
      '2 counted reversed',
    ])
  })

  test('is refunded each time if the order was funded already, under a key of its own', async () => {
    const order = await rail.orderOf()
    await rail.report(mined(rail.depositFor(order)))
    const extra = mined(rail.depositFor(order, 5_000_000n))
    await rail.report(extra)
    await rail.report(removed(extra))
    await rail.report(extra)
    expect(await depositsOf(extra.transaction)).toEqual(['0 extra reversed', '1 extra'])
    await rail.expectTaken()
  })

  test('is in suspense again if it belongs to no order', async () => {
    const order = await rail.orderOf()
    const stray = mined(rail.depositFor(order, 5_000_000n, { account: 'nobody' }))
    await rail.report(stray)
    await rail.report(removed(stray))
    await rail.report(stray)
    expect(await depositsOf(stray.transaction)).toEqual(['0 unmatched reversed', '1 unmatched'])
  })

  test('counts once when all of it is read before anything is taken up', async () => {
    const order = await rail.orderOf()
    const { owner } = corridor.database
    const deposit = mined(rail.depositFor(order, 600_000_000n))
    await owner.query(
      'alter table deposits add constraint blocked check (amount_minor <> 600000000) not valid',
    )
    try {
      await rail.report(deposit)
      await rail.report(removed(deposit))
      await rail.report(deposit)
    } finally {
      await owner.query('alter table deposits drop constraint blocked')
    }
    await rail.report()
    expect(await depositsOf(deposit.transaction)).toEqual(['1 counted'])
    expect((await rail.rowOf(order)).received_minor).toBe(600_000_000n)
    await rail.report()
    await rail.expectTaken()
  })
})

test('a rail that tells what once happened repeats itself: its deposit counts no more after a reversal', async () => {
  const order = await rail.orderOf()
  const deposit = rail.depositFor(order, 600_000_000n)
  await rail.report(deposit)
  await rail.report(rail.reversalOf(deposit))
  await rail.report(deposit)
  expect(await depositsOf(deposit.transaction)).toEqual(['0 counted reversed'])
})
