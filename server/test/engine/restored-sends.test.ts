// A database restored from a backup, while the rail remembers what was sent since: sends stay halted until the rail was
// read again and what the database does not know is listed.
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { expect, test } from 'vitest'
import { settlePlace } from '../../src/platform/db/place.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { noteRailRead } from '../../src/engine/halts/end-restore-halts.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { selectUnknownSends } from '../../src/engine/halts/restore-queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import type { Rail, RailEntry } from '../../src/outside/rails/port.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { createRailWatcher, watchRails } from '../../src/engine/entries/watch-rails.ts'
import { run } from '../support/command.ts'
import { advanceAll, fillDue, stateOf } from '../support/orders.ts'
import {
  backUp,
  corridor,
  restore,
  useRestorableWorld,
  verified,
  world,
} from '../support/restored-service.ts'

/** The halts of sends. restored-fills.test.ts has those of fills. */
const sendHalts = async (db: Parameters<typeof selectHalts>[0]) =>
  (await selectHalts(db)).filter(({ what }) => what === 'sends')
const by = (act: 'halt' | 'resume') => executionBy(corridor.deps, COMMAND, act, 'a test')
useRestorableWorld()

test('after a restore sends wait until the rail was read, unknown ones are listed, and nothing is paid twice', async () => {
  const settled = await corridor.order()
  await corridor.fund(settled.id)
  await advanceAll(corridor)
  const lost = await corridor.order()
  await corridor.fund(lost.id)
  await fillDue(corridor)
  expect(await stateOf(corridor, lost)).toBe('STEP_3_SETTLING_PAYOUT')
  const backup = await backUp()

  // Since the backup one order is paid out, and another is made and paid out.
  expect(await sendHalts(corridor.deps.db), 'an ordinary start halts nothing').toEqual([])
  await advanceAll(corridor)
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')
  const unknown = await corridor.order()
  await corridor.fund(unknown.id)
  await advanceAll(corridor)
  const paid = await world.executed('payout')
  expect(paid).toHaveLength(3)

  await restore(backup)
  const { db } = corridor.deps
  const [halted] = await sendHalts(db)
  expect(halted).toMatchObject({ what: 'sends', rail: 'sandbox', cause: 'restore', read_at: null })
  if (halted === undefined) throw new Error('nothing is halted')
  expect(await stateOf(corridor, lost)).toBe('STEP_3_SETTLING_PAYOUT')
  world.clock.advance(60_000)
  await advanceAll(corridor)
  expect(await stateOf(corridor, lost)).toBe('STEP_3_SETTLING_PAYOUT')
  expect(await resume(corridor.deps, by('resume'), halted.id)).toMatchObject({
    refused: expect.stringContaining('Corridor has not yet read the rail again'),
  })

  await watchRails(corridor.deps)
  const [read] = await sendHalts(db)
  expect(read).toMatchObject({ lists_sends: true, unknown_sends: 2 })
  expect(await selectUnknownSends(db, halted.id)).toEqual(
    expect.arrayContaining(
      [lost, unknown].map(({ id }) =>
        expect.objectContaining({ key: `${id}:payout:1`, currency: 'COP' }),
      ),
    ),
  )
  expect(await selectWaiting(db)).toContainEqual(
    expect.objectContaining({ what: 'unknown_sends', count: 2 }),
  )
  const { stdout } = await run(['halts'], { DATABASE_URL: world.database.url, ...world.env })
  expect(stdout).toMatch(/sends +sandbox +all .* 2 unknown sends/)
  expect(stdout).toContain(`${unknown.id}:payout:1`)
  // More polls neither list again nor resume.
  await watchRails(corridor.deps)
  expect(await sendHalts(db)).toHaveLength(1)

  // The operator has seen them. The known order is completed by what the rail executed, under the same key.
  expect(await resume(corridor.deps, by('resume'), halted.id)).toMatchObject({
    resumed_at: expect.any(Number),
  })
  await corridor.deps.halts.present('fresh')
  world.clock.advance(60_000)
  while ((await advanceOrders(corridor.deps)) > 0);
  expect(await stateOf(corridor, lost)).toBe('STEP_4_COMPLETED')
  expect(await world.executed('payout')).toEqual(paid)
  expect(await verified()).toBeUndefined()
})

test('a restore after which the database knows every send resumes by itself, beside a halt of an operator', async () => {
  await restore()
  const { db } = corridor.deps
  const made = await halt(corridor.deps, by('halt'), {
    what: 'sends',
    rail: 'sandbox',
    provider: null,
  })
  if ('refused' in made) throw new Error(made.refused)
  expect(await sendHalts(db)).toHaveLength(2)
  // The send of the first restore is known to be unknown, so give it an order that is not.
  await world.database.sql`delete from simulator.executions e where key like 'rail/%'
        and not exists (select from payouts where rail_key = substr(e.key, 6))`
  await watchRails(corridor.deps)
  expect((await sendHalts(db)).map(({ cause }) => cause)).toEqual(['operator'])
  await resume(corridor.deps, by('resume'), made.id)
  expect(await settlePlace(world.database.owner), 'another start halts nothing').toBe(0)
})

test('a list that breaks off is read again from its beginning, and each unknown send is noted once', async () => {
  await restore()
  const { db } = corridor.deps
  const simulated = (await corridor.deps.rails.all()).find(({ name }) => name === 'sandbox')
  const [halted] = await sendHalts(db)
  if (simulated === undefined || halted === undefined) throw new Error('nothing is halted')
  const unknown = (reference: string) => ({
    reference,
    key: null,
    currency: 'COP',
    amountMinor: 100n,
  })
  const lists = (isComplete: boolean, ...pages: (readonly string[] | Error)[]): Rail => ({
    ...simulated,
    sends: async () => ({
      isComplete,
      pages: (async function* () {
        for (const page of pages) {
          if (page instanceof Error) throw page
          yield page.map(unknown)
        }
      })(),
    }),
  })
  const read = async (rail: Rail) => {
    const [before] = await sendHalts(db)
    if (before === undefined) throw new Error('nothing is halted')
    await noteRailRead(corridor.deps, rail, before)
    // The pause before the next list has passed.
    await world.database.sql`update halts set read_at = read_at - interval '2 minutes'`
    const [after] = await sendHalts(db)
    return [after?.lists_sends, after?.unknown_sends, after?.read_at !== null]
  }
  expect(await read(lists(true, ['a', 'b'], new Error('the process ends')))).toEqual([
    null,
    2,
    true,
  ])
  expect(await read(lists(false, ['a', 'b'], ['c']))).toEqual([null, 3, true])
  expect(await read(lists(true, ['b'], ['c', 'd']))).toEqual([true, 4, true])
  expect(await read(lists(true, ['e'])), 'a complete list is final').toEqual([true, 4, true])
  // The halt ends only once somebody has said of each send without a key that no order made or owes it.
  const refusal = { code: 'act_refused', message: expect.stringContaining('without a key') }
  for (const names of [[], ['a', 'b', 'c']])
    await expect(resume(corridor.deps, by('resume'), halted.id, names)).rejects.toMatchObject(
      refusal,
    )
  await expect(
    resume(corridor.deps, by('resume'), halted.id, ['a', 'b', 'c', 'x']),
  ).rejects.toMatchObject({ message: expect.stringContaining('x is no send') })
  expect(await resume(corridor.deps, by('resume'), halted.id, ['a', 'b', 'c', 'd'])).toMatchObject({
    unknown_sends: 0,
  })
})

test('a list that takes long delays no deposits, and is read once at a time', async () => {
  const { db } = corridor.deps
  await world.database.sql`select halt_restored_sends()`
  await corridor.deps.halts.present('fresh')
  const simulated = (await corridor.deps.rails.all()).find(({ name }) => name === 'sandbox')
  if (simulated === undefined) throw new Error('there is no rail')
  const [stopped, counted] = [Promise.withResolvers<null>(), { polls: 0, lists: 0 }]
  const slow: Rail = {
    ...simulated,
    pollEveryMs: 10,
    async poll(...asked) {
      counted.polls += 1
      return simulated.poll(...asked)
    },
    async sends() {
      counted.lists += 1
      return stopped.promise
    },
  }
  const watcher = createRailWatcher()
  const rails = { ...corridor.deps.rails, all: async () => [slow] }
  await expect
    .poll(
      async () => {
        await watcher.run({ ...corridor.deps, rails })
        return counted.polls
      },
      { interval: 20, timeout: 60_000 },
    )
    .toBeGreaterThan(5)
  expect(counted.lists).toBe(1)
  expect((await sendHalts(db))[0]).toMatchObject({ read_at: null })
  stopped.resolve(null)
  await expect.poll(async () => (await sendHalts(db))[0]?.lists_sends).toBe(false)
  await watcher.stop()
  for (const { id } of await selectHalts(db)) await resume(corridor.deps, by('resume'), id)
  await world.database.sql`update halts set resumed_at = now() where resumed_at is null`
})

test('a rail that repeats its last entries in every poll is compared', async () => {
  const { db } = corridor.deps
  await world.database.sql`select halt_restored_sends()`
  await corridor.deps.halts.present('fresh')
  const simulated = (await corridor.deps.rails.all()).find(({ name }) => name === 'sandbox')
  if (simulated === undefined) throw new Error('there is no rail')
  const deposit: RailEntry = {
    kind: 'deposit',
    transaction: 'repeated',
    index: 0,
    account: 'nobody',
    reference: null,
    sender: null,
    currency: 'USDC',
    amountMinor: 1_000_000n,
  }
  const poll = async () => ({ cursor: 'the same', entries: [deposit], hasMore: false })
  const rails = fixedRails([{ ...simulated, poll, sends: async () => null }])
  await watchRails({ ...corridor.deps, rails })
  expect((await sendHalts(db))[0]).toMatchObject({ read_at: null })
  await watchRails({ ...corridor.deps, rails })
  expect((await sendHalts(db))[0]).toMatchObject({ read_at: expect.any(Number) })
  await world.database.sql`update halts set resumed_at = now() where resumed_at is null`
})

test('a database that lacks acknowledged changes halts the sends of every rail', async () => {
  const { db } = corridor.deps
  expect(await sendHalts(db)).toEqual([])
  const order = await corridor.order()
  await world.database.sql`update orders set version = version - 1 where id = (
    select id from orders order by created_at desc limit 1)`
  expect(order.id).toMatch(/^ord_/)
  // A new connection has the service look up what was acknowledged.
  await world.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
  await expect
    .poll(
      async () => {
        await fetch(`${corridor.url}/readyz`)
        return (await sendHalts(world.database.owner)).map(({ cause }) => cause)
      },
      { timeout: 60_000 },
    )
    .toEqual(['restore'])
  const rows = await world.database.sql`select provider from halts where what = 'fills'
      and resumed_at is null order by provider`
  expect(rows).toEqual([{ provider: 'ALPHA' }, { provider: 'BETA' }])
})
