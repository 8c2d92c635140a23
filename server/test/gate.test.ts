// The gate before the database: places, turns, and who is refused when too many wait.
import { expect, test } from 'vitest'
import { createGate, gateOf, type GateLimits, type Tenant } from '../src/db/gate.ts'
import { Failure } from '../src/errors.ts'

const limits: GateLimits = {
  places: 4,
  placesOfEnterprise: 3,
  placesOfOrganization: 2,
  waiting: 12,
  waitingOfOrganization: 8,
}
const tenant = (enterpriseId: string, organizationId: string | null = null): Tenant => ({
  enterpriseId,
  organizationId,
})
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

/** Asks for places; what was admitted or refused so far is in the answer, in order. */
function asking(gate: ReturnType<typeof createGate>) {
  const admitted: { name: string; leave(): void }[] = []
  const refused: string[] = []
  return {
    admitted,
    refused,
    names: () => admitted.map(({ name }) => name),
    ask(name: string, of: Tenant) {
      gate.enter(of).then(
        (leave) => void admitted.push({ name, leave }),
        (error: unknown) => {
          expect(error instanceof Failure && error.code).toBe('rate_limited')
          expect(error instanceof Failure && error.headers['retry-after']).toBe('1')
          refused.push(name)
        },
      )
    },
    async leaveFirst() {
      admitted.shift()?.leave()
      await turnOfTheLoop()
      await turnOfTheLoop()
    },
  }
}

test('one organization has a part of the places, its enterprise a larger one, and others the rest at once', async () => {
  const all = asking(createGate(limits))
  for (let n = 1; n <= 4; n++) all.ask(`a${n}`, tenant('A', 'a'))
  for (let n = 1; n <= 2; n++) all.ask(`b${n}`, tenant('A', 'b'))
  for (let n = 1; n <= 2; n++) all.ask(`c${n}`, tenant('C'))
  await turnOfTheLoop()
  expect(all.names()).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('those who wait take turns: enterprises, and within them organizations', async () => {
  const all = asking(createGate({ ...limits, places: 1 }))
  for (let n = 1; n <= 4; n++) all.ask(`a${n}`, tenant('A', 'a'))
  for (let n = 1; n <= 2; n++) all.ask(`b${n}`, tenant('A', 'b'))
  for (let n = 1; n <= 2; n++) all.ask(`c${n}`, tenant('C', 'c'))
  await turnOfTheLoop()
  const order = []
  for (let n = 0; n < 8; n++) {
    order.push(...all.names())
    await all.leaveFirst()
  }
  // Of A's waiting ones a2 to a4, b1 and b2 by turns; every second turn is of C while C has one waiting.
  expect(order).toEqual(['a1', 'a2', 'c1', 'b1', 'c2', 'a3', 'b2', 'a4'])
})

test('a flood is refused beyond its queue, and from the full queue of all, never another who comes', async () => {
  const all = asking(createGate(limits))
  for (let n = 1; n <= 11; n++) all.ask(`a${n}`, tenant('A', 'a'))
  for (let n = 1; n <= 5; n++) all.ask(`b${n}`, tenant('A', 'b'))
  await turnOfTheLoop()
  // Of a two run and eight wait; of b one runs and four wait.
  expect(all.refused).toEqual(['a11'])
  for (let n = 1; n <= 3; n++) all.ask(`c${n}`, tenant('C', 'c'))
  await turnOfTheLoop()
  expect(all.names()).toContain('c1')
  expect(all.refused).toEqual(['a11', 'a10', 'a9'])
})

test('a place that is given back twice, or after its work failed, is one place', async () => {
  const gate = createGate({ ...limits, placesOfOrganization: 1 })
  await expect(gate.run(tenant('A', 'a'), () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  const leave = await gate.enter(tenant('A', 'a'))
  leave()
  leave()
  const all = asking(gate)
  all.ask('first', tenant('A', 'a'))
  all.ask('second', tenant('A', 'a'))
  await turnOfTheLoop()
  expect(all.names()).toEqual(['first'])
})

test.each([1, 2, 3, 10, 200])(
  'of %s connections no organization has all but where there are few',
  async (size) => {
    const all = asking(gateOf(size))
    for (let n = 0; n < 300; n++) all.ask('flood', tenant('A', `${n % 10}`))
    await turnOfTheLoop()
    expect(all.admitted.length).toBeGreaterThan(0)
    expect(all.admitted.length).toBeLessThanOrEqual(Math.max(1, size / 3))
  },
)
