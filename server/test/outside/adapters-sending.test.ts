// The promises of sending that every rail keeps. A rail whose chain does not run on this machine is skipped.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { railKinds } from '../support/promised/rails.ts'
import type { RailWorld } from '../support/promised/worlds.ts'

describe.each(railKinds)('a rail of the kind $kind', ({ start, skip, preparesNothing }) => {
  describe.skipIf(skip !== undefined)(skip ?? 'in its own world', () => {
    let world: RailWorld
    beforeAll(async () => void (world = await start()))
    afterAll(() => world?.close())

    test('reports a prepared key that was not sent as unknown, also after a restart', async () => {
      const request = await world.request()
      const prepared = await world.open().prepare(request)
      expect(await world.open().lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    })

    test('pays once and never refuses a key that it was sent 20 times at once, however often it is sent again', async () => {
      const rail = world.open()
      const request = await world.request()
      const prepared = await rail.prepare(request)
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, () => rail.send(request, prepared)),
      )
      const states = answers.map((one) => (one.status === 'fulfilled' ? one.value.state : 'thrown'))
      expect(states).not.toContain('rejected')
      expect(states).toEqual(expect.arrayContaining([expect.stringMatching(/^(pending|settled)$/)]))
      const settled = answers.flatMap((one) =>
        one.status === 'fulfilled' && one.value.state === 'settled' ? one.value.reference : [],
      )
      expect(new Set(settled).size).toBeLessThan(2)
      // Solana knows only what is final: until then it may answer unknown, and the service sends the same bytes again.
      expect((await world.open().lookUp(request.key, prepared)).state).not.toBe('rejected')
      expect((await world.open().send(request, prepared)).state).toMatch(/^(pending|settled)$/)
    })

    test.skipIf(preparesNothing)('sends nothing for the preparation of another key', async () => {
      const rail = world.open()
      const [one, other] = [await world.request(), await world.request()]
      const prepared = await rail.prepare(one)
      await expect(rail.send(other, prepared)).rejects.toThrow()
      expect(await rail.lookUp(one.key, prepared)).toEqual({ state: 'unknown' })
    })

    test('refuses a repeated key with another amount', async () => {
      const rail = world.open()
      const request = await world.request()
      const prepared = await rail.prepare(request)
      await rail.send(request, prepared)
      await expect(rail.send({ ...request, amountMinor: 1n }, prepared)).rejects.toThrow()
    })
  })
})
