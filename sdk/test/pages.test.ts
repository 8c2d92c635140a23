// Lists in pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './support/world.ts'

let world: World
let made: string[]
beforeAll(async () => {
  world = await openWorld({ worker: false })
  made = []
  for (let count = 0; count < 7; count++) made.push((await world.order()).id)
})
afterAll(() => world.close())

test.each([1, 2, 7, 8, 200])('a loop over pages of %i sees each order once', async (limit) => {
  world.proxy.next('cut after', 'none', 'cut body')
  const seen: string[] = []
  for await (const { id } of world.connect().orders.list(world.organization, { limit }))
    seen.push(id)
  expect(seen.toSorted()).toEqual(made.toSorted())
})

test('pages are read when they are needed', async () => {
  world.proxy.next()
  for await (const _order of world.connect().orders.list(world.organization, { limit: 2 })) break
  expect(world.proxy.seen).toHaveLength(1)
})

test('a page has the cursor of the next one, and filters stay', async () => {
  world.proxy.next()
  const { orders } = world.connect()
  const query = { limit: 3, status: 'STEP_1_AWAITING_FUNDING' } as const
  const first = await orders.list(world.organization, query).page()
  const cursor = first.cursor ?? ''
  const rest = await orders.list(world.organization, { ...query, cursor }).all()
  expect([...first.data, ...rest].map(({ id }) => id).toSorted()).toEqual(made.toSorted())
  expect(world.proxy.seen.every(({ path }) => path.includes('status=STEP_1'))).toBe(true)
  const none = { ...query, status: 'STEP_4_COMPLETED' } as const
  expect(await orders.list(world.organization, none).all()).toEqual([])
})

test('events end at the last one, and their cursor goes on from there', async () => {
  const { events } = world.connect()
  // An event shows once no older transaction is open on the server, also one of another database.
  const ordersAfter = async (cursor?: string) => {
    const query = cursor === undefined ? { limit: 200 } : { limit: 200, cursor }
    const all = await events.list(world.organization, query).all()
    return all.map(({ order_id }) => order_id)
  }
  await expect.poll(() => ordersAfter()).toContain(made.at(-1))
  let cursor = ''
  const seen: string[] = []
  for await (const page of events.list(world.organization, { limit: 3 }).pages()) {
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.cursor ?? ''
  }
  expect(seen.length).toBeGreaterThanOrEqual(7)
  expect(new Set(seen).size).toBe(seen.length)
  world.proxy.next()
  expect(await events.list(world.organization, { limit: 200 }).all()).toHaveLength(seen.length)
  expect(world.proxy.seen, 'no page is read after a short one').toHaveLength(1)
  const { id } = await world.order()
  made.push(id)
  await expect.poll(() => ordersAfter(cursor)).toEqual([id])
})
