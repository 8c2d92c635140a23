// The pair of deploy/pair under load: after every fault nothing acknowledged is missing, and callers saw no other answers than
// 2xx, 409 and 503. What operators read comes from the standby. `npm run failover` measures how long each fault lasts.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cases } from '../failover/cases.ts'
import { startLoad } from '../failover/load.ts'
import { measure, startWorld, type World } from '../failover/measure.ts'
import { missingPrograms } from '../failover/pair.ts'
import { openPool, type Pool } from '../../src/platform/db/pool.ts'
import { openStandbyReads, type ReadServer } from '../../src/platform/db/standby-reads.ts'
import { run } from '../support/command.ts'

const missing = missingPrograms()

// A fault takes some seconds. A pair that is lost fails the file within minutes.
vi.setConfig({ testTimeout: 240_000 })

/** The promise is 5 s; this allows for a busy machine. Without the watch of commits it would be over 20 s. */
const ANSWER_MS = 15_000

async function epochOf(url: string): Promise<number> {
  const pool = openPool({ connectionString: url }, { size: 1 })
  const { rows } = await pool.query<{ event_epoch: number }>('select event_epoch from deployment')
  await pool.end()
  return rows[0]?.event_epoch ?? Number.NaN
}

describe.skipIf(missing.length > 0)('a pair', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world?.stop())

  test.each(cases)('$name', async (one) => {
    const { problems, slowestMs } = await measure(world, one)
    expect(problems).toEqual([])
    expect(slowestMs).toBeLessThan(ANSWER_MS)
  })

  test('all or nothing is confirmed without a standby, as the desk has chosen', async () => {
    const strict = await measure(world, {
      name: 'strict',
      async run(pair, load, leader) {
        await pair.configure({ synchronous_mode_strict: true })
        pair.killNode(pair.otherOf(leader))
        await load.untilRefused()
        const before = load.acknowledged()
        await load.untilRefused(100)
        expect(load.acknowledged()).toBe(before)
        await pair.up()
        await pair.configure({ synchronous_mode_strict: false })
        await load.untilWrites(20)
      },
    })
    expect(strict.problems).toEqual([])
  })

  test('callers notice a pair that confirms what its standby does not have', async () => {
    const { pair, sandbox } = world
    const leader = await pair.untilHealthy()
    const before = await epochOf(pair.url)
    await pair.configure({ synchronous_mode: false, maximum_lag_on_failover: 1_000_000_000 })
    await pair.untilAsynchronous()
    const load = startLoad(sandbox)
    await load.untilWrites(40)
    pair.cutReplication(leader)
    await load.untilWrites(60)
    pair.killNode(leader)
    await load.untilWrites(20)
    await load.stop()
    expect(await load.missing()).not.toEqual([])
    // Readers whose cursor is among what is missing go on with what came after it.
    expect(await epochOf(pair.url)).toBeGreaterThan(before)
    pair.reconnect()
    await pair.configure({ synchronous_mode: true })
    await pair.up()
  })
})

describe.skipIf(missing.length > 0)('reads of operators', () => {
  let world: World
  let primary: Pool
  let reads: Pool
  const servers: ReadServer[] = []
  beforeAll(async () => {
    world = await startWorld()
    const { url, standbyUrl } = world.pair
    primary = openPool({ connectionString: url }, { size: 2 })
    const onPrimary = openPool({ connectionString: url }, { size: 2, use: 'reads' })
    const note = (server: ReadServer) => void servers.push(server)
    reads = openStandbyReads({ onPrimary, url: standbyUrl, size: 2, note })
    await primary.query('create table written (id int)')
    await primary.query('grant select on written to corridor_service')
  })
  afterAll(async () => {
    await Promise.all([primary.end(), reads.end()])
    await world?.stop()
  })

  let written = 0
  /** Writes a row and reads it at once. Returns who answered. */
  async function readsOwnWrite(): Promise<ReadServer | undefined> {
    written += 1
    await primary.query('insert into written values ($1)', [written])
    const { rows } = await reads.query('select from written where id = $1', [written])
    expect(rows).toHaveLength(1)
    return servers.at(-1)
  }
  /** After a fault, statements of before it may fail once. */
  const readsAtLast = () => readsOwnWrite().catch(() => undefined)

  test('come from the standby and miss nothing that was acknowledged', async () => {
    await world.pair.untilHealthy()
    for (let time = 0; time < 50; time++) await readsOwnWrite()
    expect(servers).toContain('standby')
    const { status, said } = await run(['queue'], {
      ...world.env,
      DATABASE_READS_URL: world.pair.standbyUrl,
    })
    expect(status, said).toBe(0)
  })

  test('come from the primary if the other server is of another database', async () => {
    const { url, standbyUrl } = world.pair
    const found: ReadServer[] = []
    const foreign = openStandbyReads({
      onPrimary: openPool({ connectionString: url }, { size: 1, use: 'reads' }),
      url: standbyUrl.replace(/corridor$/, 'postgres'),
      size: 1,
      note: (server) => void found.push(server),
    })
    await foreign.query('select from written')
    await foreign.query('select from written')
    await foreign.end()
    expect(found).toEqual(['primary_standby_foreign', 'primary_standby_foreign'])
  })

  test('are repeated on the primary when replay breaks them off', async () => {
    const parameters = (delay: string) => ({
      postgresql: { parameters: { max_standby_streaming_delay: delay } },
    })
    await world.pair.configure(parameters('0'))
    await expect
      .poll(async () => {
        expect(await readsOwnWrite()).toBe('standby')
        return (await reads.query('show max_standby_streaming_delay')).rows
      })
      .toEqual([{ max_standby_streaming_delay: '0' }])
    const onStandby = openPool(
      { connectionString: world.pair.standbyUrl },
      { size: 1, use: 'reads_of_standby' },
    )
    const running = `select pid from pg_stat_activity where query like 'select count%pg_sleep%'`
    const reading = reads.query(
      'select count(*), pg_sleep(8) from (select from written limit 1) one',
    )
    await expect.poll(async () => (await onStandby.query(running)).rowCount).toBe(1)
    await onStandby.end()
    await primary.query('alter table written add column more text')
    expect((await reading).rows).toMatchObject([{ count: 1n }])
    expect(servers.at(-1)).toBe('primary_standby_unreachable')
    await world.pair.configure(parameters('10s'))
  })

  test('cannot write', async () => {
    const write = reads.query('update deployment set secrets_digest = null')
    await expect(write).rejects.toThrow(/read-only transaction/)
  })

  test('come from the primary while the standby is behind, and from the standby again after that', async () => {
    const standby = world.pair.otherOf(await world.pair.untilHealthy())
    world.pair.signalReplay(standby, 'SIGSTOP')
    expect(await readsOwnWrite()).toBe('primary_standby_behind')
    world.pair.signalReplay(standby, 'SIGCONT')
    await expect.poll(readsOwnWrite).toBe('standby')
  })

  test('come from the primary while the standby is silent or gone', async () => {
    const standby = world.pair.otherOf(await world.pair.untilHealthy())
    world.pair.silence(standby)
    await expect.poll(readsAtLast).toBe('primary_standby_unreachable')
    world.pair.wake(standby)
    await world.pair.untilHealthy()
    world.pair.killNode(standby)
    await expect.poll(readsAtLast).toBe('primary_standby_unreachable')
    await world.pair.up()
  })

  test('go on after a switch-over', async () => {
    const leader = await world.pair.untilHealthy()
    await world.pair.switchOver(leader)
    await world.pair.untilHealthy()
    await expect.poll(readsAtLast).toBe('standby')
  })
})
