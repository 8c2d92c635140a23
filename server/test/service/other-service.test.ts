// Two services on copies of one database work with the same bank, exchange or chain. One of them stops.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { instantAt, later, systemClock } from '../../src/platform/clock.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { isNewer, readClaim, writeClaim, type Claim } from '../../src/outside/claim.ts'
import { selectClaim } from '../../src/engine/halts/claim-queries.ts'
import { lookForOtherService } from '../../src/engine/halts/other-service.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { claimIn } from '../../src/outside/rails/bank-files/claim.ts'
import { folderExchange } from '../../src/outside/rails/bank-files/folder.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { noAnvil } from '../support/anvil.ts'
import { bankFolders } from '../support/bank-files.ts'
import {
  restorableConnectedService,
  type RestorableConnectedService,
} from '../support/connected-service.ts'
import { sqlOf, testDatabase, type TestDatabase } from '../support/database.ts'
import { startEvmService, type EvmService } from '../support/evm-service.ts'
import { statusOf } from '../support/orders.ts'
import { untilOpen } from '../support/rails.ts'
import { backupsOf, type Backups } from '../support/restored-database.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'

/** A copy of the database, as `backUp` names it, beside the original. */
function besides(database: TestDatabase, copy: string): TestDatabase {
  const connection = { ...database.connection, database: copy }
  const owner = openPool(connection, { size: 2 })
  return {
    connection,
    url: database.url.replace(database.connection.database, copy),
    owner,
    sql: sqlOf(owner),
    async close() {
      await owner.end()
      await database.owner.query(`drop database ${copy} with (force)`)
    },
  }
}

const haltsOf = async ({ deps }: TestService, cause: string) =>
  (await selectHalts(deps.db))
    .filter((halt) => halt.cause === cause)
    .toSorted((one, other) => (one.what > other.what ? -1 : 1))

describe('at a connector that remembers claims', () => {
  const clock = manualClock()
  let world: RestorableConnectedService
  let first: TestService
  let copy: TestDatabase
  let second: TestService
  beforeAll(async () => {
    world = await restorableConnectedService(clock)
    await lookForOtherService(world.corridor.deps)
    await world.corridor.stop()
    copy = besides(world.database, await world.backups.backUp())
    first = await world.again()
  })
  afterAll(async () => {
    await second?.stop()
    await first?.close()
    await copy?.close()
    await world?.close()
  })

  test('a service that starts again on its database goes on', async () => {
    await lookForOtherService(first.deps)
    expect(await haltsOf(first, 'other_service')).toEqual([])
  })

  test('the service on the older copy halts all sends and fills, and says why', async () => {
    second = await world.again(copy)
    await lookForOtherService(second.deps)
    expect(await haltsOf(second, 'other_service')).toEqual([])

    await lookForOtherService(first.deps)
    const why = expect.stringMatching(
      /^another service on a copy of this database works with the (rail bank:example|provider EXAMPLE) since \S+: stop one of the two, see docs\/backups\.md$/,
    )
    expect(await haltsOf(first, 'other_service')).toMatchObject([
      { what: 'sends', rail: null, reason: why },
      { what: 'fills', provider: null, reason: why },
    ])
    const ready = await (await fetch(`${first.url}/readyz`)).json()
    expect(Object(ready).checks.halts.detail).toContain('another service on a copy')
  })

  test('an operator resumes on the service that stays, and the other one stops', async () => {
    for (const { id } of await haltsOf(first, 'other_service'))
      await resume(
        first.deps,
        executionBy(first.deps, COMMAND, 'resume', 'the other is a trial'),
        id,
      )
    await lookForOtherService(first.deps)
    expect(await haltsOf(first, 'other_service')).toEqual([])

    await lookForOtherService(second.deps)
    expect((await haltsOf(second, 'other_service')).map(({ what }) => what)).toEqual([
      'sends',
      'fills',
    ])
  })

  test('a claim that is far in the future is surpassed by the operator who resumes', async () => {
    const future = later(systemClock.realNow(), 86_400_000)
    await copy.sql`update deployment set claimed_at = ${new Date(future)}`
    await lookForOtherService(second.deps)
    await lookForOtherService(first.deps)
    for (const { id } of await haltsOf(first, 'other_service'))
      await resume(
        first.deps,
        executionBy(first.deps, COMMAND, 'resume', 'the other is a trial'),
        id,
      )
    expect((await selectClaim(first.deps.db)).at).toBeGreaterThan(future)
    await lookForOtherService(first.deps)
    expect(await haltsOf(first, 'other_service')).toEqual([])
  })
})

describe.skipIf(noAnvil !== undefined)('on an EVM chain', () => {
  const clock = manualClock()
  let database: TestDatabase
  let backups: Backups
  let evm: EvmService
  let copy: TestDatabase
  let second: TestService
  beforeAll(async () => {
    database = await testDatabase()
    backups = await backupsOf(database)
    evm = await startEvmService({ database, clock, env: { CORRIDOR_SECRETS: newSecrets() } })
  })
  afterAll(async () => {
    await second?.stop()
    await evm?.corridor.close()
    await evm?.close()
    await copy?.close()
    await backups?.close()
    await database?.close()
  })

  test('a send that a service on a copied disk made halts as after a restore', async () => {
    const { id: offering } = await evm.corridor.offering('NGN', 'USDC')
    const { id } = await evm.corridor.order((await evm.corridor.quote(offering, '1000000.00')).id)
    copy = besides(database, await backups.backUp())
    // The files of a disk that was copied: nothing tells this database that it is a copy.
    await copy.owner.query(
      `update deployment set place = regexp_replace(place, '\\d+$', oid::text)
         from pg_database where datname = current_database()`,
    )
    second = await testService({ database: copy, clock, env: evm.env, worker: false })
    await untilOpen(second.deps.rails)
    await lookForOtherService(second.deps)
    expect(await selectHalts(second.deps.db)).toEqual([])

    await evm.corridor.fund(id)
    for (let tries = 0; (await statusOf(evm.corridor, id)) !== 'STEP_4_COMPLETED'; tries += 1) {
      if (tries === 1200) throw new Error(`order ${id} was not paid`)
      await evm.chain.mine(1)
      clock.advance(2000)
      await sleep(50)
    }
    await evm.chain.mine(5)
    await lookForOtherService(evm.corridor.deps)
    expect(await selectHalts(evm.corridor.deps.db)).toEqual([])

    await lookForOtherService(second.deps)
    expect(
      (await haltsOf(second, 'restore')).map(({ rail, provider }) => rail ?? provider),
    ).toContain('evm:base')
  })
})

describe('in the work folder of bank files', () => {
  const claim = (at: number, instance: string): Claim => ({
    at: instantAt(at),
    instance: instance.repeat(36),
  })

  test('the newest claim is kept, and given to whoever has an older one', async () => {
    const exchange = folderExchange(bankFolders().folder)
    const [older, newer] = [claim(1000, 'b'), claim(2000, 'a')]
    expect(await claimIn(exchange, older)).toEqual(older)
    expect(await claimIn(exchange, newer)).toEqual(newer)
    expect(await claimIn(exchange, older)).toEqual(newer)
    const kept = (await exchange.list('work')).map(({ name }) => name)
    expect(kept).toEqual(['corridor-claim'])
  })

  test('many services that claim at once all learn of the newest claim', async () => {
    const exchange = folderExchange(bankFolders().folder)
    const claims = 'abcdef'.split('').map((instance) => claim(5, instance))
    // Some writes of the first rounds may undo each other.
    for (let round = 0; round < 3; round += 1)
      await Promise.allSettled(claims.map((own) => claimIn(exchange, own)))
    for (const own of claims.toReversed())
      expect(await claimIn(exchange, own)).toEqual(claim(5, 'f'))
  })
})

test('a claim is read as it was written, and nothing else is', () => {
  const own = { at: instantAt(1_772_000_000_123), instance: '0b2f8f54-6a3c-4c55-9a51-7f0a3d1c9e42' }
  expect(readClaim(writeClaim(own))).toEqual(own)
  for (const text of ['', '{}', 'null', writeClaim(own).slice(1), `[${writeClaim(own)}]`])
    expect(readClaim(text)).toBeUndefined()
  expect(isNewer(own, own)).toBe(false)
})
