// A database restored from a backup, while the provider remembers what it converted since: fills stay halted until the
// provider was asked and what the database does not know is listed.
import { expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { noteFillsRead } from '../../src/engine/halts/end-restore-halts.ts'
import { compareFills } from '../../src/engine/halts/compare-fills.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { selectUnknownFills } from '../../src/engine/halts/restore-queries.ts'
import type { LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import { recordSentBefore } from '../../src/engine/marks/sent-before.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { run } from '../support/command.ts'
import { requireUuid } from '../support/ids.ts'
import { advanceAll, stateOf } from '../support/orders.ts'
import {
  backUp,
  corridor,
  restore,
  start,
  useRestorableWorld,
  verified,
  world,
} from '../support/restored-service.ts'
import { manualClock } from '../support/service.ts'

useRestorableWorld()

const resuming = () => executionBy(corridor.deps, COMMAND, 'resume', 'a test')
const fillHalts = async () =>
  (await selectHalts(corridor.deps.db))
    .filter(({ what }) => what === 'fills')
    .toSorted((a, b) => String(a.provider).localeCompare(String(b.provider)))

test('after a restore fills wait until the provider was asked, unknown ones are listed, and nothing is converted twice', async () => {
  const known = await corridor.order()
  await corridor.fund(known.id)
  await advanceAll(corridor)
  const lost = await corridor.order()
  await corridor.fund(lost.id)
  expect(await stateOf(corridor, lost)).toBe('STEP_2_FILLING_FX')
  const backup = await backUp()

  await advanceAll(corridor)
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')
  const converted = await world.executed('fill')
  expect(converted).toHaveLength(2)

  await restore(backup)
  expect(await fillHalts()).toMatchObject([
    { provider: 'ALPHA', cause: 'restore', read_at: null, lists_fills: null },
    { provider: 'BETA', cause: 'restore', read_at: null, lists_fills: null },
  ])
  world.clock.advance(60_000)
  await advanceAll(corridor)
  expect(await stateOf(corridor, lost)).toBe('STEP_2_FILLING_FX')
  const [halted] = await fillHalts()
  if (halted === undefined) throw new Error('nothing is halted')
  expect(await resume(corridor.deps, resuming(), halted.id)).toMatchObject({
    refused: expect.stringContaining('Corridor has not yet read the provider again'),
  })

  await compareFills(corridor.deps)
  // The database knows all fills of the other provider: there are none.
  expect(await fillHalts()).toMatchObject([
    { provider: 'ALPHA', lists_fills: true, unknown_fills: 1 },
  ])
  expect(await selectUnknownFills(corridor.deps.db, halted.id)).toEqual([
    expect.objectContaining({
      key: `${lost.id}:fill:1`,
      payin_currency: 'USDC',
      payout_currency: 'COP',
      sold_minor: expect.any(BigInt),
      delivered_minor: expect.any(BigInt),
    }),
  ])
  expect(await selectWaiting(corridor.deps.db)).toContainEqual(
    expect.objectContaining({ what: 'unknown_fills', count: 1 }),
  )
  const { stdout } = await run(['halts'], { DATABASE_URL: world.database.url, ...world.env })
  expect(stdout).toMatch(/fills +all +ALPHA .* 1 unknown fills/)
  expect(stdout).toMatch(new RegExp(`${lost.id}:fill:1 +988\\.1`))

  await watchRails(corridor.deps)
  for (const { id } of await selectHalts(corridor.deps.db))
    expect(await resume(corridor.deps, resuming(), id)).toMatchObject({
      resumed_at: expect.any(Number),
    })
  await corridor.deps.halts.present('fresh')
  // The first attempt has another rate than the fill of its key. The next one looks the key up.
  for (let rounds = 0; rounds < 10; rounds += 1) {
    world.clock.advance(60_000)
    while ((await advanceOrders(corridor.deps)) > 0);
  }
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')
  expect(await world.executed('fill')).toEqual(converted)
  expect(await verified()).toBeUndefined()
})

test('a backup with an open halt of an earlier restore is compared anew after the next restore', async () => {
  const first = await backUp()
  const unknown = await corridor.order()
  await corridor.fund(unknown.id)
  await advanceAll(corridor)
  await restore(first)
  await watchRails(corridor.deps)
  await compareFills(corridor.deps)
  expect(await fillHalts()).toMatchObject([{ lists_fills: true, unknown_fills: 1 }])
  const second = await backUp()

  // An operator resumes, and one more order is converted and paid.
  for (const { id } of await selectHalts(corridor.deps.db))
    await resume(corridor.deps, resuming(), id)
  await corridor.deps.halts.present('fresh')
  const later = await corridor.order()
  await corridor.fund(later.id)
  await advanceAll(corridor)
  expect(await stateOf(corridor, later)).toBe('STEP_4_COMPLETED')
  await restore(second)
  for (const halt of await selectHalts(corridor.deps.db))
    expect(halt).toMatchObject({ read_at: null, lists_sends: null, lists_fills: null })
  await watchRails(corridor.deps)
  await compareFills(corridor.deps)
  expect(await selectHalts(corridor.deps.db)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ rail: 'sandbox', lists_sends: true, unknown_sends: 2 }),
      expect.objectContaining({ provider: 'ALPHA', lists_fills: true, unknown_fills: 2 }),
    ]),
  )
})

test('an order that one provider converted in the lost time is converted at no other one', async () => {
  for (const { id } of await selectHalts(corridor.deps.db))
    await resume(corridor.deps, resuming(), id)
  await corridor.deps.halts.present('fresh')
  const lost = await corridor.order()
  await corridor.fund(lost.id)
  const backup = await backUp()
  await advanceAll(corridor)
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')

  await restore(backup)
  // A second provider offers more.
  await corridor.stop()
  const { owner } = world.database
  await owner.query(
    `insert into trading_pairs (provider_name, payin_currency, payout_currency, position, hours, max_rate_age_ms, settings)
     select 'BETA', payin_currency, payout_currency, 99, hours, max_rate_age_ms, settings
       from trading_pairs where provider_name = 'ALPHA' and payout_currency = 'COP' and payin_currency = 'USDC'`,
  )
  await owner.query(
    `update configured_routes set further_providers = '{BETA}' where payout_currency = 'COP' and payin_currency = 'USDC'`,
  )
  await start()
  await watchRails(corridor.deps)
  await compareFills(corridor.deps)
  expect((await fillHalts()).map(({ provider }) => provider)).toEqual(['ALPHA'])
  for (const { id, what } of await selectHalts(corridor.deps.db))
    if (what === 'sends') await resume(corridor.deps, resuming(), id)
  await corridor.deps.halts.present('fresh')
  const rounds = async () => {
    for (let round = 0; round < 3; round += 1) {
      world.clock.advance(60_000)
      await advanceAll(corridor)
    }
  }
  await rounds()
  expect(await stateOf(corridor, lost)).toBe('STEP_2_FILLING_FX')
  const fills = `select provider_name from fills where order_id = $1`
  const id = requireUuid('ord', lost.id)
  expect((await owner.query(fills, [id])).rows).toEqual([])

  const order = await selectOperatorOrder(corridor.deps.db, id)
  if (order === undefined) throw new Error('the order is gone')
  const recording = executionBy(corridor.deps, COMMAND, 'order.sent-before', 'compared')
  const key = `${lost.id}:fill:1`
  await recordSentBefore(corridor.deps, recording, order, { key, reason: 'ALPHA lists it' })
  for (const halt of await selectHalts(corridor.deps.db))
    await resume(corridor.deps, resuming(), halt.id)
  await corridor.deps.halts.present('fresh')
  await rounds()
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')
  expect((await owner.query(fills, [id])).rows).toEqual([{ provider_name: 'ALPHA' }])
  expect(await verified()).toBeUndefined()
})

/** Reads the fills of ALPHA from a provider that tells this, as after another restore. */
async function readFrom(fills: LiquidityProvider['fills']) {
  await world.database.sql`delete from unknown_fills`
  await world.database.sql`update halts set resumed_at = now() where resumed_at is null`
  await world.database.sql`select halt_restored_sends()`
  const halt = (await fillHalts()).find(({ provider }) => provider === 'ALPHA')
  if (halt === undefined) throw new Error('nothing is halted')
  const adapter = await corridor.deps.feeds.provider('ALPHA')
  const lying = { ...adapter, ...(fills === undefined ? {} : { fills }) }
  const feeds = { provider: async () => lying }
  await noteFillsRead({ ...corridor.deps, feeds }, 'ALPHA', halt)
  const [after] = (await fillHalts()).filter(({ provider }) => provider === 'ALPHA')
  return after
}
const invented = (reference: string) => ({
  key: null,
  reference,
  payinCurrency: 'USDC',
  soldMinor: 100n,
  payoutCurrency: 'COP',
  deliveredMinor: null,
})
async function* pagesOf(count: number, size: number) {
  for (let page = 0; page < count; page += 1)
    yield Array.from({ length: size }, (_, index) => invented(`made up ${page}/${index}`))
}

test('a list that lacks a conversion that the database knows ends no halt', async () => {
  const real = (await corridor.deps.feeds.provider('ALPHA')).fills
  // The clock of the business is the real one again: the database has a fill of this hour.
  await world.database.sql`update fills set created_at = now() - interval '5 minutes',
       filled_at = greatest(filled_at, now()) where filled_at is not null`
  const now = manualClock(Date.now())
  const deps = { ...corridor.deps, clock: now }
  const before = corridor.deps
  corridor.deps = deps
  expect(await readFrom(real)).toMatchObject({ lists_fills: true })
  expect(await readFrom(async () => ({ isComplete: true, pages: pagesOf(0, 0) }))).toMatchObject({
    lists_fills: null,
    unknown_fills: 0,
    read_at: expect.any(Number),
  })
  corridor.deps = before
})

test('a list that invents conversions fills no disk, and is left to its statement', async () => {
  expect(await readFrom(async () => ({ isComplete: true, pages: pagesOf(30, 500) }))).toMatchObject(
    { lists_fills: false, unknown_fills: 10_000 },
  )
})

test('a list that another restore overtakes writes nothing for it', async () => {
  const overtaken = async function* () {
    yield [invented('before')]
    await world.database.sql`select pg_sleep(0.01)`
    await world.database.sql`select halt_restored_sends()`
    yield [invented('after')]
  }
  const halt = await readFrom(async () => ({ isComplete: true, pages: overtaken() }))
  expect(halt).toMatchObject({ lists_fills: null, read_at: null, unknown_fills: 1 })
  if (halt === undefined) throw new Error('the halt has ended')
  const [noted] = await selectUnknownFills(corridor.deps.db, halt.id)
  expect(noted?.reference).toBe('before')
})

test('a list without an end is given up, and an operator may go on', async () => {
  const endless = async function* () {
    for (;;) yield []
  }
  const halt = await readFrom(async () => ({ isComplete: true, pages: endless() }))
  expect(halt).toMatchObject({ lists_fills: null, unknown_fills: 0, read_at: expect.any(Number) })
  if (halt === undefined) throw new Error('the halt has ended')
  expect(await resume(corridor.deps, resuming(), halt.id)).toMatchObject({
    resumed_at: expect.any(Number),
  })
})
