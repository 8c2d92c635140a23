// The promise of listing that every rail and every provider keeps: after a restore of the database it tells what was done.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Abilities } from '../../src/outside/abilities.ts'
import { instantAt } from '../../src/platform/clock.ts'
import type { LiquidityProvider, ListedFill } from '../../src/outside/liquidity/port.ts'
import type { ListedSend, Rail, SendRequest } from '../../src/outside/rails/port.ts'
import { providerKinds as kinds } from '../../src/outside/liquidity/registry.ts'
import { providerAbilities, railAbilities } from '../support/ability-words.ts'
import { providerKinds } from '../support/promised/providers.ts'
import { railKinds } from '../support/promised/rails.ts'
import type { ProviderWorld, RailWorld } from '../support/promised/worlds.ts'

const LONG_AGO = instantAt(Date.UTC(2020, 0, 1))
const FAR_OFF = instantAt(Date.UTC(2100, 0, 1))

async function entriesOf<Entry>(
  list: Promise<{ pages: AsyncIterable<readonly Entry[]> } | null> | undefined,
): Promise<Entry[]> {
  const listed = await list
  if (listed == null) throw new Error('it lists nothing')
  const found: Entry[] = []
  for await (const page of listed.pages) found.push(...page)
  return found
}

/** A part that needs a setting may be absent here. */
function expectDeclared(adapter: object, parts: string[], can: Abilities<string>): void {
  const present = parts.filter((part) => part in adapter)
  const declared = parts.filter((part) => can[part] !== undefined)
  expect(declared).toEqual(expect.arrayContaining(present))
  expect(present).toEqual(
    expect.arrayContaining(declared.filter((part) => can[part] !== 'setting')),
  )
}

describe.each(railKinds)('a rail of the kind $kind', ({ start, skip, can }) => {
  describe.skipIf(skip !== undefined)(skip ?? 'in its own world', () => {
    let world: RailWorld
    beforeAll(async () => void (world = await start()))
    afterAll(() => world?.close())

    /** Sends as the worker does. */
    async function sent(rail: Rail): Promise<SendRequest> {
      const request = await world.request()
      const prepared = await rail.prepare(request)
      for (let rounds = 0; rounds < 5; rounds += 1) {
        const known = rounds === 0 ? { state: 'unknown' } : await rail.lookUp(request.key, prepared)
        if (known.state === 'unknown') await rail.send(request, prepared)
        if (known.state === 'settled') break
        await world.pass()
      }
      return request
    }
    async function* keysOf(requests: readonly SendRequest[]) {
      yield []
      yield requests.map(({ key }) => key)
    }
    const list = (rail: Rail, known: readonly SendRequest[], since = LONG_AGO) =>
      entriesOf<ListedSend>(rail.sends?.({ since, until: LONG_AGO, keys: () => keysOf(known) }))

    test('can do what its kind declares, and nothing else', () => {
      const { returns: _returns, reversals: _reversals, ...parts } = railAbilities
      expectDeclared(world.open(), Object.keys(parts), can)
    })

    test('lists each payment once with its key and amount, also after a restart, and none that was not sent', async () => {
      const rail = world.open()
      const requests = [await sent(rail), await sent(rail)]
      const unsent = await world.request()
      await rail.prepare(unsent)
      await world.pass()
      const listed = await list(world.open(), [...requests, unsent])
      const found = listed.filter(({ key }) => key === null || key.startsWith('ord_'))
      expect(found.toSorted(byKey)).toEqual(
        requests
          .map(({ key, currency, amountMinor }) => ({
            key,
            currency,
            amountMinor,
            reference: expect.any(String),
          }))
          .toSorted(byKey),
      )
      expect(new Set(listed.map(({ reference }) => reference)).size).toBe(listed.length)
      expect((await list(rail, [...requests, unsent])).toSorted(byKey)).toEqual(
        listed.toSorted(byKey),
      )
    })

    test('lists nothing of a time before the one that it is asked for', async () => {
      await sent(world.open())
      await world.pass()
      expect(await list(world.open(), [], FAR_OFF)).toEqual([])
    })
  })
})

const byKey = (a: { key: string | null }, b: { key: string | null }): number =>
  (a.key ?? '') < (b.key ?? '') ? -1 : 1

describe.each(providerKinds)('a provider of the kind $kind', ({ kind, start }) => {
  let world: ProviderWorld
  let provider: LiquidityProvider
  beforeAll(async () => {
    world = await start()
    provider = world.open()
  })
  afterAll(() => world?.close())

  test('can do what its kind declares, and nothing else', () => {
    const can = kinds.get(kind)?.can
    if (can === undefined) throw new Error(`${kind} is not in the registry`)
    expectDeclared(provider, Object.keys(providerAbilities), can)
  })

  test('lists each conversion once with its key and amounts, also after a restart, and none that was not asked for', async () => {
    const asked: { key: string; token: string; payoutMinor: bigint }[] = []
    for (const isExecuted of [true, true, false]) {
      const key = await world.next('fills')
      const { payoutMinor, token } = await provider.firmQuote(key, world.conversion)
      if (isExecuted) await provider.execute({ key, ...world.conversion, payoutMinor }, token)
      asked.push({ key, token, payoutMinor })
    }
    async function* known() {
      yield []
      yield asked
    }
    const list = (one: LiquidityProvider, since = LONG_AGO) =>
      entriesOf<ListedFill>(one.fills?.({ since, until: LONG_AGO, known }))
    const listed = await list(world.open())
    const { payinCurrency, payinMinor, payoutCurrency } = world.conversion
    expect(listed.toSorted(byKey)).toEqual(
      asked
        .slice(0, 2)
        .map(({ key, payoutMinor }) => ({
          key,
          payinCurrency,
          soldMinor: payinMinor,
          payoutCurrency,
          deliveredMinor: payoutMinor,
          reference: expect.any(String),
        }))
        .toSorted(byKey),
    )
    expect(new Set(listed.map(({ reference }) => reference)).size).toBe(2)
    expect((await list(provider)).toSorted(byKey)).toEqual(listed.toSorted(byKey))
    expect(await list(provider, FAR_OFF)).toEqual([])
  })
})
