// The promises of receiving that every rail keeps: deposits, returns, reversals, and the cursor. The service commits the
// entries of a poll together with its cursor, and counts an entry that is reported again once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDetails, fieldsOf } from '../../src/outside/methods/methods.ts'
import type { Rail, RailEntry } from '../../src/outside/rails/port.ts'
import { railKinds } from '../support/promised/rails.ts'
import { newOrderId, type Paid, type RailWorld } from '../support/promised/worlds.ts'

const identityOf = ({ transaction, index }: RailEntry): string => `${transaction} ${index}`

const depositOf = ({ account, currency, amountMinor, sender }: Paid) =>
  expect.objectContaining({ kind: 'deposit', account, currency, amountMinor, sender })

/** The service: what it committed, and a rail that can be restarted. */
function serviceOf(world: RailWorld) {
  let rail: Rail = world.open()
  let cursor: string | null = null
  const committed = new Map<string, RailEntry>()
  const service = {
    rail: () => rail,
    cursor: () => cursor,
    committed: () => [...committed.values()],
    restart: () => void (rail = world.open()),
    /** `isLost`: the process dies, or the commit fails, after the rail answered. */
    async poll({ isLost = false } = {}): Promise<readonly RailEntry[]> {
      const polled = await rail.poll(cursor, world.watch(rail))
      if (isLost) return polled.entries
      cursor = polled.cursor
      for (const entry of polled.entries) committed.set(identityOf(entry), entry)
      return polled.entries
    },
    /** Polls until the rail has nothing more. Returns the entries that the service had not committed before. */
    async drain(): Promise<readonly RailEntry[]> {
      const before = new Set(committed.keys())
      for (let polls = 0; polls < 50; polls += 1) {
        const from = cursor
        await service.poll()
        if (cursor === from)
          return [...committed].flatMap(([identity, entry]) => (before.has(identity) ? [] : entry))
      }
      throw new Error('the cursor still moves after 50 polls')
    },
    /** Every entry that the rail reports from a cursor on. */
    async readFrom(from: string | null): Promise<readonly RailEntry[]> {
      committed.clear()
      cursor = from
      return service.drain()
    },
  }
  return service
}

describe.each(railKinds)('a rail of the kind $kind', (kind) => {
  const { start, skip, sharesAccounts = false } = kind
  describe.skipIf(skip !== undefined)(skip ?? 'in its own world', () => {
    let world: RailWorld
    beforeAll(async () => void (world = await start()))
    afterAll(() => world?.close())

    /** A service that has read everything up to now. */
    async function started() {
      const service = serviceOf(world)
      await service.drain()
      return service
    }

    test('gives each order a valid account that never changes, for every method', () => {
      const rail = world.open()
      for (const { method } of rail.served) {
        const orderId = newOrderId()
        const details = rail.fundingAccount(method, orderId)
        expect(world.open().fundingAccount(method, orderId)).toEqual(details)
        if (details === 'from_pool') continue
        expect(fieldsOf(method)).toEqual(expect.arrayContaining(Object.keys(details)))
        expect(checkDetails(method, details)).toEqual([])
        if (!sharesAccounts) expect(rail.fundingAccount(method, newOrderId())).not.toEqual(details)
      }
    })

    test('reports a deposit with its account, amount and sender', async () => {
      const service = await started()
      const paid = await world.pay(1_234n)
      expect(await service.drain()).toEqual([depositOf(paid)])
    })

    test('tells when the money of a deposit came, and the same when it reports it again', async () => {
      const service = await started()
      const before = service.cursor()
      const { amountMinor } = await world.pay(1_235n)
      const [found] = await service.drain()
      if (found?.kind !== 'deposit') throw new Error('no deposit was reported')
      expect(found).toMatchObject({ amountMinor, receivedAt: expect.any(Number) })
      expect(Number.isSafeInteger(found.receivedAt)).toBe(true)
      service.restart()
      expect(await service.readFrom(before)).toContainEqual(found)
    })

    test('reports a deposit once, though the outside shows it again and in another form', async () => {
      const service = await started()
      const paid = await world.pay(2_000n)
      const found = await service.drain()
      await world.showAgain(paid)
      expect(await service.drain()).toEqual([])
      service.restart()
      expect(await service.drain()).toEqual([])
      expect(found).toEqual([depositOf(paid)])
    })

    test('goes on after reads that found nothing', async () => {
      const service = await started()
      for (let times = 0; times < 3; times += 1) {
        await world.pass()
        expect(await service.drain()).toEqual([])
      }
      const paid = await world.pay(3_000n)
      expect(await service.drain()).toEqual([depositOf(paid)])
    })

    test('reports again what was not committed, also to the next process', async () => {
      const service = await started()
      const paid: Paid[] = []
      for (const amountMinor of [4_001n, 4_002n, 4_003n]) {
        paid.push(await world.pay(amountMinor))
        await service.poll({ isLost: true })
        if (paid.length === 2) service.restart()
      }
      const found = await service.drain()
      expect(found).toHaveLength(3)
      expect(found).toEqual(expect.arrayContaining(paid.map(depositOf)))
    })

    test('moves no cursor past deposits that arrive while it reads', async () => {
      const service = await started()
      const paid: Paid[] = []
      for (const amountMinor of [5_001n, 5_002n, 5_003n, 5_004n, 5_005n]) {
        const [arrived] = await Promise.all([world.pay(amountMinor), service.poll()])
        paid.push(arrived)
      }
      await service.drain()
      expect(service.committed()).toEqual(expect.arrayContaining(paid.map(depositOf)))
    })

    test('reports the same from every cursor that is taken back, under the same ids', async () => {
      const service = await started()
      const steps: { cursor: string | null; entries: readonly RailEntry[] }[] = []
      for (const amountMinor of [6_001n, 6_002n, 6_003n]) {
        const cursor = service.cursor()
        await world.pay(amountMinor)
        steps.push({ cursor, entries: await service.drain() })
      }
      for (const restarts of [false, true]) {
        if (restarts) service.restart()
        for (const [index, { cursor }] of steps.entries()) {
          const after = steps.slice(index).flatMap(({ entries }) => entries)
          expect(after).toHaveLength(3 - index)
          expect(await service.readFrom(cursor)).toEqual(expect.arrayContaining(after))
        }
      }
    })

    test.skipIf(kind.can.returns === undefined)(
      'reports a payment that came back as a return',
      async () => {
        const service = await started()
        const { key, currency, amountMinor } = (await world.giveBack?.(service.rail())) ?? {}
        const returned = expect.objectContaining({ kind: 'return', key, currency, amountMinor })
        expect(await service.drain()).toEqual([returned])
        service.restart()
        expect(await service.drain()).toEqual([])
      },
    )

    test.skipIf(kind.can.reversals === undefined)(
      'reports once that a deposit was taken back',
      async () => {
        const service = await started()
        const paid = await world.pay(7_000n)
        const [deposit] = await service.drain()
        await world.takeBack?.(paid)
        const reversal = expect.objectContaining({
          kind: 'reversal',
          ofTransaction: deposit?.transaction,
          ofIndex: deposit?.index,
        })
        expect(await service.drain()).toEqual([reversal])
        await world.pass()
        service.restart()
        expect(await service.drain()).toEqual([])
      },
    )
  })
})
