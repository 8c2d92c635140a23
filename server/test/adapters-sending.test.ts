// The promises of sending that every configured rail keeps, as the simulated one does in adapters.test.ts. `evm` and
// `solana` are skipped where their chains do not run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { railWorlds, type RailWorld } from './support/promised-rails.ts'

describe.each(railWorlds)('a rail of the kind %s', (_kind, start) => {
  describe.skipIf(start === null)('in its own world', () => {
    let world: RailWorld
    beforeAll(async () => {
      if (start !== null) world = await start()
    })
    afterAll(() => world?.close())

    test('reports a prepared key that was not sent as unknown, also after a restart', async () => {
      const request = await world.request()
      const prepared = await world.open().prepare(request)
      expect(await world.open().lookUp(request.key, prepared)).toEqual({ state: 'unknown' })
    })

    test('never refuses a key that it was sent 20 times at once, however often it is sent again', async () => {
      const rail = world.open()
      const request = await world.request()
      const prepared = await rail.prepare(request)
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, () => rail.send(request, prepared)),
      )
      const states = answers.map((one) => (one.status === 'fulfilled' ? one.value.state : 'thrown'))
      expect(states).not.toContain('rejected')
      expect(states).toContain('pending')
      // Solana knows only what is final: until then it may answer unknown, and the service sends the same bytes again.
      expect((await world.open().lookUp(request.key, prepared)).state).not.toBe('rejected')
      expect((await world.open().send(request, prepared)).state).toMatch(/^(pending|settled)$/)
    })

    test('sends nothing for the preparation of another key', async () => {
      const rail = world.open()
      const [one, other] = [await world.request(), await world.request()]
      const prepared = await rail.prepare(one)
      await expect(rail.send(other, prepared)).rejects.toThrow()
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
