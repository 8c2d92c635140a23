// A rail that reports very much, or what nobody can take up, delays the deposits of no other rail.
import { expect, test } from 'vitest'
import { entryToStore } from '../../src/outside/rails/entries.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { insertRailEntries, selectRailCursor } from '../../src/outside/rails/queries.ts'
import { createEntryTaker } from '../../src/engine/entries/take-entries.ts'
import { forFile } from '../support/for-file.ts'
import { reversalWorld } from '../support/reversals.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const world = reversalWorld(corridor)

const RETURNS = 2000
let made = 0
const unknownReturn = (): RailEntry => ({
  kind: 'return',
  transaction: `R${(made += 1)}`,
  index: 0,
  key: `ord_nobody:payout:${made}`,
  sendReference: null,
  currency: 'USDC',
  amountMinor: 1n,
  code: 'closed',
})

/** Stores what rails report, and takes nothing up. */
async function store(reports: Record<string, readonly RailEntry[]>): Promise<void> {
  const { db, config, clock } = corridor.deps
  const at = clock.now()
  for (const [name, reported] of Object.entries(reports)) {
    const { cursor: from } = await selectRailCursor(db, name)
    const entries = reported.map((entry) => entryToStore(config.secrets, entry, at))
    const moved = { from, to: `${(made += 1)}`, at, readUpTo: at }
    expect(await insertRailEntries(db, name, moved, entries)).toHaveLength(reported.length)
  }
}
const failedOf = async (rail: string): Promise<number> => {
  const rows = await corridor.sql<{ number: number }>`select count(*)::int as number
      from rail_entries where rail = ${rail} and problem is not null`
  return rows[0]?.number ?? 0
}

test.each([
  ['the deposits of another rail', 'flooding'],
  ['the deposits of their own rail by more than one batch', 'sandbox'],
])('returns that belong to nothing do not delay %s', async (_name, flooded) => {
  const order = await world.orderOf()
  await store({ [flooded]: Array.from({ length: RETURNS }, unknownReturn) })
  const taker = createEntryTaker()
  await taker.run(corridor.deps)
  await store({ sandbox: [world.depositFor(order)] })
  await taker.run(corridor.deps)
  await expect
    .poll(() => world.statusOf(order), { interval: 10, timeout: 20_000 })
    .toBe('STEP_2_FILLING_FX')
  expect(await failedOf(flooded)).toBeLessThan(RETURNS)
  await taker.stop()
})

test('an entry that fails again and again is tried once an hour', async () => {
  const { owner } = corridor.database
  await store({ patient: [unknownReturn()] })
  await owner.query(`update rail_entries set attempt = 40 where rail = 'patient'`)
  const taker = createEntryTaker()
  await taker.run(corridor.deps)
  await expect.poll(() => failedOf('patient'), { timeout: 20_000 }).toBe(1)
  await taker.stop()
  const { rows } = await owner.query<{ minutes: number }>(
    `select extract(epoch from due_at - now())::int / 60 as minutes from rail_entries where rail = 'patient'`,
  )
  expect(rows[0]?.minutes).toBeGreaterThan(50)
})
