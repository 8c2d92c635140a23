// The gate in front of the database: places, turns, and who is refused when the queue is full.
import { instantAt } from '../../src/platform/clock.ts'
import { expect, test } from 'vitest'
import { createGate, gateOf, type GateLimits, type Tenant } from '../../src/platform/db/gate.ts'
import { Failure } from '../../src/platform/errors.ts'
import { newUuid, type Uuid } from '../../src/platform/ids.ts'

const limits: GateLimits = {
  places: 4,
  placesOfEnterprise: 3,
  placesOfOrganization: 2,
  waiting: 12,
  waitingOfOrganization: 8,
}
// Any UUIDs will do, as long as each name has its own.
const ids = new Map<string, Uuid<'org'>>()
const idNamed = (name: string): Uuid<'org'> => {
  const id = ids.get(name) ?? newUuid('org', instantAt(Date.now()))
  ids.set(name, id)
  return id
}
const tenant = (enterpriseId: string, organizationId: string | null = null): Tenant => ({
  enterpriseId: idNamed(enterpriseId),
  organizationId: organizationId === null ? null : idNamed(organizationId),
})
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

/** Requests places, and records who was admitted and who was refused, in order. */
function requester(gate: ReturnType<typeof createGate>) {
  const admitted: { name: string; leave(): void }[] = []
  const refused: string[] = []
  return {
    admitted,
    refused,
    names: () => admitted.map(({ name }) => name),
    enter(name: string, of: Tenant) {
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

test('one organization gets a part of the places, its enterprise a larger part, and others the rest', async () => {
  const all = requester(createGate(limits))
  for (let n = 1; n <= 4; n++) all.enter(`a${n}`, tenant('A', 'a'))
  for (let n = 1; n <= 2; n++) all.enter(`b${n}`, tenant('A', 'b'))
  for (let n = 1; n <= 2; n++) all.enter(`c${n}`, tenant('C'))
  await turnOfTheLoop()
  expect(all.names()).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('waiting enterprises take turns, and organizations take turns within their enterprise', async () => {
  const all = requester(createGate({ ...limits, places: 1 }))
  for (let n = 1; n <= 4; n++) all.enter(`a${n}`, tenant('A', 'a'))
  for (let n = 1; n <= 2; n++) all.enter(`b${n}`, tenant('A', 'b'))
  for (let n = 1; n <= 2; n++) all.enter(`c${n}`, tenant('C', 'c'))
  await turnOfTheLoop()
  const order = []
  for (let n = 0; n < 8; n++) {
    order.push(...all.names())
    await all.leaveFirst()
  }
  // Every second turn is C's while C waits. A's organizations alternate: a2, b1, a3, b2, a4.
  expect(order).toEqual(['a1', 'a2', 'c1', 'b1', 'c2', 'a3', 'b2', 'a4'])
})

test('a flood is refused beyond its own queue and yields places in a full queue to newcomers', async () => {
  const all = requester(createGate(limits))
  for (let n = 1; n <= 11; n++) all.enter(`a${n}`, tenant('A', 'a'))
  for (let n = 1; n <= 5; n++) all.enter(`b${n}`, tenant('A', 'b'))
  await turnOfTheLoop()
  // Organization a: two run, eight wait. Organization b: one runs, four wait.
  expect(all.refused).toEqual(['a11'])
  for (let n = 1; n <= 3; n++) all.enter(`c${n}`, tenant('C', 'c'))
  await turnOfTheLoop()
  expect(all.names()).toContain('c1')
  expect(all.refused).toEqual(['a11', 'a10', 'a9'])
})

test('a place is freed once, even when it is released twice or its work fails', async () => {
  const gate = createGate({ ...limits, placesOfOrganization: 1 })
  await expect(gate.run(tenant('A', 'a'), () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  const leave = await gate.enter(tenant('A', 'a'))
  leave()
  leave()
  const all = requester(gate)
  all.enter('first', tenant('A', 'a'))
  all.enter('second', tenant('A', 'a'))
  await turnOfTheLoop()
  expect(all.names()).toEqual(['first'])
})

test.each([1, 2, 3, 10, 200])(
  'with %s connections no organization gets all places unless there are very few',
  async (size) => {
    const all = requester(gateOf(size))
    for (let n = 0; n < 300; n++) all.enter('flood', tenant('A', `${n % 10}`))
    await turnOfTheLoop()
    expect(all.admitted.length).toBeGreaterThan(0)
    expect(all.admitted.length).toBeLessThanOrEqual(Math.max(1, size / 3))
  },
)
