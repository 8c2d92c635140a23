// A database restored from a backup, while a connector remembers what it converted and paid since. Also connectors whose
// lists lie, never end, or do not exist.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { listedSends, type ListReader } from '../../src/outside/connectors/listing.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { selectHalts, type HaltRow } from '../../src/engine/halts/queries.ts'
import { selectUnknownFills, selectUnknownSends } from '../../src/engine/halts/restore-queries.ts'
import { bounded } from '../../src/outside/rails/listed-sends.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import {
  reaches,
  restorableConnectedService,
  type RestorableConnectedService,
} from '../support/connected-service.ts'
import { manualClock, type TestService } from '../support/service.ts'

describe('after a restore a connector tells what it did', () => {
  const clock = manualClock()
  let world: RestorableConnectedService
  let corridor: TestService
  beforeAll(async () => {
    world = await restorableConnectedService(clock)
    corridor = world.corridor
  })
  afterAll(async () => {
    await corridor?.close()
    await world?.close()
  })

  const again = async () => void (corridor = await world.again())
  async function paid(): Promise<string> {
    const { id: offeringId } = await corridor.offering('USDC', 'MXN')
    const { id } = await corridor.order((await corridor.quote(offeringId)).id)
    await corridor.fund(id)
    await reaches(corridor, id, 'STEP_4_COMPLETED')
    return id
  }
  /** Moves the beginning of the halts back, and has their lists read again. */
  const readAgain = (ago: string) =>
    world.database.owner.query(
      `update halts set halted_at = halted_at - $1::interval, read_at = null
        where resumed_at is null and lists_sends is null and lists_fills is null`,
      [ago],
    )
  async function untilHalt(
    isOfIt: (halt: HaltRow) => boolean,
    isSo: (halt: HaltRow | undefined) => boolean,
  ): Promise<HaltRow | undefined> {
    for (let tries = 0; tries < 2000; tries += 1) {
      const found = (await selectHalts(corridor.deps.db)).find(isOfIt)
      if (isSo(found)) return found
      // A list counts only if its reading began after the halt became old, so read it again.
      if (tries % 40 === 39) await readAgain('0 minutes')
      await sleep(50)
    }
    throw new Error('the halt stays as it is')
  }
  const ofRail = ({ rail }: HaltRow) => rail === 'bank:example'
  const ofProvider = ({ provider }: HaltRow) => provider === 'EXAMPLE'
  /** So long ago that no request of before the halt can arrive any more. */
  const longHalted = () => readAgain('11 minutes')

  test('with nothing unknown the halts end by themselves, once no late request can arrive', async () => {
    await paid()
    await corridor.stop()
    await world.backups.restore(await world.backups.backUp())
    await again()
    for (const of of [ofRail, ofProvider])
      expect(await untilHalt(of, (halt) => halt?.read_at != null)).toMatchObject({
        lists_sends: null,
        lists_fills: null,
        unknown_sends: 0,
        unknown_fills: 0,
      })
    await longHalted()
    for (const of of [ofRail, ofProvider]) await untilHalt(of, (halt) => halt === undefined)
    await paid()
  })

  test('what the database lost is listed with its key, and nothing is paid or converted again', async () => {
    await corridor.stop()
    const backup = await world.backups.backUp()
    await again()
    const lost = await paid()
    const before = await world.connector.control('GET', '/book')
    await corridor.stop()
    await world.backups.restore(backup)
    await again()
    await longHalted()
    const [rail, provider] = [
      await untilHalt(ofRail, (halt) => halt?.lists_sends === true),
      await untilHalt(ofProvider, (halt) => halt?.lists_fills === true),
    ]
    if (rail === undefined || provider === undefined) throw new Error('nothing is halted')
    expect(await selectUnknownSends(corridor.deps.db, rail.id)).toMatchObject([
      { key: `${lost}:payout:1`, currency: 'MXN' },
    ])
    expect(await selectUnknownFills(corridor.deps.db, provider.id)).toMatchObject([
      { key: `${lost}:fill:1`, payin_currency: 'USDC', payout_currency: 'MXN' },
    ])
    for (const { id } of [rail, provider])
      await resume(corridor.deps, executionBy(corridor.deps, COMMAND, 'resume', 'seen'), id)
    expect(await world.connector.control('GET', '/book')).toEqual(before)
    await paid()
  })
})

describe('the list of a connector', () => {
  const since = systemClock.now()
  const reading = (
    pages: (path: string) => unknown,
    stated: { lists?: string[] } = { lists: ['sends'] },
  ) => {
    const call = async ({ path }: { path: string }) =>
      path === '/capabilities' ? { protocol: '1', pairs: [], served: [], ...stated } : pages(path)
    // The client checks every answer against its schema, which these keep.
    return listedSends({ call } as ListReader, systemClock, { since, until: since })
  }
  const send = (key: string) => ({ key, status: 'settled', currency: 'MXN', amount: '1.00' })
  async function count(list: ReturnType<typeof reading>): Promise<number> {
    let found = 0
    for await (const page of (await list)?.pages ?? []) found += page.length
    return found
  }

  test('that an older connector does not offer is not asked for', async () => {
    expect(await reading(() => ({}), { lists: [] })).toBeNull()
    expect(await reading(() => ({}), {})).toBeNull()
  })

  test('is refused if a page leads back to itself, or has too many entries', async () => {
    const same = () => ({ cursor: '1', sends: [send('a')] })
    await expect(count(reading(same))).rejects.toThrow('repeats the cursor')
    const flood = () => ({ cursor: '1', sends: Array.from({ length: 501 }, () => send('a')) })
    await expect(count(reading(flood))).rejects.toThrow('more than 500 entries')
  })

  test('is refused if an amount is none, and repeats its key as its reference', async () => {
    const zero = () => ({ cursor: '1', sends: [{ ...send('a'), amount: '0.00' }] })
    await expect(count(reading(zero))).rejects.toThrow('zero')
  })

  test('is given up after a number of pages, entries or milliseconds', async () => {
    let turns = 0
    const endless = () => ({ cursor: String((turns += 1)), sends: [send(`k${turns}`)] })
    const list = await reading(endless)
    if (list === null) throw new Error('it lists nothing')
    const read = async (most: { ms: number; listed: number; pages: number }) => {
      for await (const page of bounded(list.pages, most)) expect(page).toHaveLength(1)
    }
    const much = 1_000_000
    await expect(read({ ms: much, listed: much, pages: 3 })).rejects.toThrow('does not end')
    expect(turns).toBeLessThan(6)
  })
})
