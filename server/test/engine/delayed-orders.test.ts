// Customers are told once about each delay of an order, and never why the desk set it aside.
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import type { Haltable } from '../../src/engine/halts/halted.ts'
import { newUuid, publicId } from '../../src/platform/ids.ts'
import { insertOrderDelays, selectHeldOrders } from '../../src/engine/orders/delay-queries.ts'
import { resolutions } from '../../src/engine/orders/delays.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { freezeOrder, unfreezeOrder } from '../../src/engine/orders/freeze-order.ts'
import { park } from '../../src/engine/orders/leases.ts'
import type { ParkedReason } from '../../src/engine/orders/queries.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import { tellDelays } from '../../src/engine/orders/tell-delays.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { banksOfColombia } from '../support/bank-calendars.ts'
import { exitsWorld } from '../support/exits.ts'
import { claimFirst, fillDue, rowOf, runDueWork, stateOf } from '../support/orders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const world = await forFile(exitsWorld())
afterEach(async () => {
  world.reset()
  const { owner } = world.corridor.database
  await owner.query('update orders set frozen_at = null, parked_reason = null, parked_at = null')
  await owner.query('update halts set resumed_at = now() where resumed_at is null')
  await world.corridor.deps.halts.present('fresh')
  await world.advance()
  await world.sendRefunds()
  await runDueWork(world.corridor)
})

const pathOf = (order: OrderJson) => `${world.corridor.organization}/orders/${order.id}`
const eventsOf = async (order: OrderJson): Promise<EventJson[]> =>
  (await world.corridor.get<{ events: EventJson[] }>(`${pathOf(order)}/timeline`)).data.events
const delaysOf = async (order: OrderJson) =>
  (await eventsOf(order)).filter(({ type }) => type === 'order.delayed')
const wordsOf = async (order: OrderJson) =>
  (await delaysOf(order)).map(({ data }) => `${data['code']}: ${data['resolution']}`)

/** What the background task does, again and again. */
async function tell(): Promise<void> {
  for (let round = 0; round < 3; round++) await tellDelays(world.corridor.deps)
}
async function tellAfter(ms: number): Promise<void> {
  world.clock.advance(ms)
  await tell()
}

async function parkedFor(reason: ParkedReason): Promise<OrderJson> {
  const order = await world.funded()
  await park(world.corridor.deps, await claimFirst(world.corridor), reason)
  return order
}
const release = async (order: OrderJson) =>
  releaseOrder(world.corridor.deps, await rowOf(world.corridor, order))

/** The provider has the order and does not say what became of it. */
async function fillingSlowly(): Promise<OrderJson> {
  const order = await world.funded()
  world.script.provider = 'silent'
  await world.advance()
  expect(await stateOf(world.corridor, order)).toBe('STEP_2_FILLING_FX')
  return order
}

async function settlingSlowly(): Promise<OrderJson> {
  const order = await world.funded()
  await fillDue(world.corridor)
  world.script.answer = { state: 'pending' }
  await world.advance()
  expect(await stateOf(world.corridor, order)).toBe('STEP_3_SETTLING_PAYOUT')
  return order
}

describe('an order that is set aside', () => {
  test.each<[ParkedReason, string]>([
    ['compliance_hold', `review: ${resolutions.review}`],
    ['slippage', `review: ${resolutions.review}`],
    ['screening', `review: ${resolutions.review}`],
    ['deposit_reversed', `review: ${resolutions.review}`],
    ['attempts', `processing: ${resolutions.attention}`],
    ['outflow_limit', `processing: ${resolutions.attention}`],
  ])('for %s is told once, without the reason', async (reason, words) => {
    const order = await parkedFor(reason)
    await tell()
    expect(await wordsOf(order), 'within the first minute').toEqual([])
    await tellAfter(MINUTE_MS)
    await tellAfter(DAY_MS)
    expect(await wordsOf(order)).toEqual([words])
    expect(JSON.stringify(await eventsOf(order))).not.toMatch(
      /compliance|slippage|screen|attempts|outflow|reversed|ALPHA|provider/i,
    )
  })

  test('has an event with its status, an expected time and the next sequence number', async () => {
    const order = await parkedFor('slippage')
    const { data: shown } = await world.corridor.get<OrderJson>(pathOf(order))
    await tellAfter(MINUTE_MS)
    const events = await eventsOf(order)
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    const at = world.clock.now()
    expect(events.at(-1)).toMatchObject({
      type: 'order.delayed',
      order_id: order.id,
      created_at: new Date(at).toISOString(),
      data: {
        order_id: order.id,
        reference_number: order.reference_number,
        external_reference_id: null,
        status: 'STEP_2_FILLING_FX',
        code: 'review',
        resolution: resolutions.review,
        expected_at: new Date(at + DAY_MS).toISOString(),
      },
    })
    expect((await world.corridor.get<OrderJson>(pathOf(order))).data, 'the order').toEqual(shown)
  })

  test('reaches the webhook endpoints that listen to delays, once', async () => {
    const { post, call, organization, database } = world.corridor
    const endpoint = await post<{ id: string }>(`${organization}/webhook-endpoints`, {
      url: 'http://127.0.0.1:9/delays',
      event_types: ['order.delayed'],
    })
    expect(endpoint.status).toBe(201)
    await parkedFor('slippage')
    await tellAfter(MINUTE_MS)
    const rows = await database.sql`select event_id from webhook_deliveries`
    expect(rows).toHaveLength(1)
    await call('DELETE', `${organization}/webhook-endpoints/${endpoint.data.id}`)
  })

  test('is told again when it is set aside again', async () => {
    const order = await parkedFor('slippage')
    await tellAfter(MINUTE_MS)
    await release(order)
    await tell()
    await park(world.corridor.deps, await claimFirst(world.corridor), 'attempts')
    await tellAfter(MINUTE_MS)
    expect(await wordsOf(order)).toEqual([
      `review: ${resolutions.review}`,
      `processing: ${resolutions.attention}`,
    ])
  })

  test('by a freeze is told as a review', async () => {
    const order = await world.funded()
    const { deps } = world.corridor
    await freezeOrder(deps, await rowOf(world.corridor, order), 'a court asks')
    await tellAfter(MINUTE_MS)
    await tellAfter(DAY_MS)
    await unfreezeOrder(deps, await rowOf(world.corridor, order), 'answered')
    await tell()
    expect(await wordsOf(order)).toEqual([`review: ${resolutions.review}`])
    expect(JSON.stringify(await eventsOf(order))).not.toMatch(/court|frozen|freeze/i)
  })

  test('is not told once it has ended', async () => {
    const order = await parkedFor('attempts')
    await endOrder(world.corridor.deps, await rowOf(world.corridor, order), 'refund', 'asked for')
    await tellAfter(DAY_MS)
    expect(await wordsOf(order)).toEqual([])
  })
})

describe('an order that is late', () => {
  test('in its conversion is told once, after a quarter of an hour', async () => {
    const order = await fillingSlowly()
    await tellAfter(8 * MINUTE_MS)
    expect(await wordsOf(order)).toEqual([])
    await tellAfter(2 * MINUTE_MS)
    await tellAfter(DAY_MS)
    const [delay, ...others] = await delaysOf(order)
    expect(others).toEqual([])
    expect(delay?.data).toMatchObject({ code: 'processing', resolution: resolutions.conversion })
    expect(Date.parse(String(delay?.data['expected_at']))).toBe(
      Date.parse(delay?.created_at ?? '') + 15 * MINUTE_MS,
    )
  })

  test.each([
    ['T+0', '2026-07-04T10:00:00Z', '2026-07-04T12:00:00Z', 'Saturday'],
    ['T+1', '2026-07-13T10:00:00Z', '2026-07-14T12:00:00Z', 'Monday to Tuesday'],
    ['T+1', '2026-07-24T10:00:00Z', '2026-07-27T12:00:00Z', 'Friday to Monday'],
    ['T+1', '2026-08-01T10:00:00Z', '2026-08-04T12:00:00Z', 'Saturday to Tuesday'],
    ['T+1', '2026-08-09T10:00:00Z', '2026-08-11T12:00:00Z', 'Sunday to Tuesday'],
    ['T+2', '2026-08-19T10:00:00Z', '2026-08-21T12:00:00Z', 'Wednesday to Friday'],
    ['T+2', '2026-08-27T10:00:00Z', '2026-08-31T12:00:00Z', 'Thursday to Monday'],
    ['T+2', '2026-09-05T10:00:00Z', '2026-09-09T12:00:00Z', 'Saturday to Wednesday'],
  ])('in its payout of %s is told once, from %s at %s: %s', async (settlement, from, late) => {
    const order = await settlingSlowly()
    const { owner } = world.corridor.database
    await owner.query('update configured_routes set estimated_settlement_time = $1', [settlement])
    await owner.query(`update orders set updated_at = $1 where status = 'STEP_3_SETTLING_PAYOUT'`, [
      from,
    ])
    world.clock.set(Date.parse(late) - 1)
    await tell()
    expect(await wordsOf(order), 'a millisecond before').toEqual([])
    await tellAfter(1)
    expect(await wordsOf(order)).toEqual([`processing: ${resolutions.payout}`])
    await tellAfter(2 * DAY_MS)
    expect(await wordsOf(order)).toHaveLength(1)
    await owner.query(`update configured_routes set estimated_settlement_time = 'T+0'`)
  })

  test.each([
    ['T+1', '2026-10-09T15:00:00Z', '2026-10-13T17:00:00Z', 'a Monday that is a holiday'],
    ['T+2', '2026-10-30T15:00:00Z', '2026-11-04T17:00:00Z', 'All Saints, observed on a Monday'],
    ['T+0', '2026-12-25T15:00:00Z', '2026-12-28T17:00:00Z', 'Christmas before a weekend'],
    ['T+1', '2026-12-31T15:00:00Z', '2027-01-04T17:00:00Z', 'the end of the year'],
  ])(
    'in its payout of %s by a bank is told after its holidays, from %s at %s: %s',
    async (settlement, from, late) => {
      const order = await settlingSlowly()
      const { deps, database } = world.corridor
      const rails = { ...deps.rails, holidays: () => new Map([['sandbox', [banksOfColombia]]]) }
      await database.sql`update configured_routes set estimated_settlement_time = ${settlement}`
      await database.sql`update orders set updated_at = ${from}
          where status = 'STEP_3_SETTLING_PAYOUT'`
      world.clock.set(Date.parse(late) - 1)
      await tellDelays({ ...deps, rails })
      expect(await wordsOf(order), 'a millisecond before').toEqual([])
      world.clock.advance(1)
      await tellDelays({ ...deps, rails })
      expect(await wordsOf(order)).toEqual([`processing: ${resolutions.payout}`])
      await database.sql`update configured_routes set estimated_settlement_time = 'T+0'`
    },
  )

  test('by a bank is expected on a bank day', async () => {
    const order = await settlingSlowly()
    const { deps, database } = world.corridor
    const rails = { ...deps.rails, holidays: () => new Map([['sandbox', [banksOfColombia]]]) }
    await database.sql`update orders set updated_at = '2027-01-08T15:00:00Z'
        where status = 'STEP_3_SETTLING_PAYOUT'`
    // Friday, 23:30 in Bogota. Monday is Epiphany, as Colombia observes it.
    world.clock.set(Date.parse('2027-01-09T04:30:00Z'))
    await tellDelays({ ...deps, rails })
    const [told] = await delaysOf(order)
    expect(told?.data['expected_at']).toBe('2027-01-12T06:30:00.000Z')
  })

  test('in both steps is told in each', async () => {
    const order = await fillingSlowly()
    await tellAfter(15 * MINUTE_MS)
    world.script.provider = 'answers'
    world.script.answer = { state: 'pending' }
    await world.advance()
    await tellAfter(2 * HOUR_MS)
    expect(await wordsOf(order)).toEqual([
      `processing: ${resolutions.conversion}`,
      `processing: ${resolutions.payout}`,
    ])
  })

  test('because no liquidity is left is told as a slow conversion, not at once', async () => {
    const order = await parkedFor('liquidity')
    await tellAfter(14 * MINUTE_MS)
    expect(await wordsOf(order)).toEqual([])
    await tellAfter(MINUTE_MS)
    expect(await wordsOf(order)).toEqual([`processing: ${resolutions.conversion}`])
  })

  test('after a release is told only if it takes long again', async () => {
    const order = await parkedFor('slippage')
    await tellAfter(DAY_MS)
    await release(order)
    await tellAfter(14 * MINUTE_MS)
    expect(await wordsOf(order)).toHaveLength(1)
    await tellAfter(MINUTE_MS)
    expect(await wordsOf(order)).toEqual([
      `review: ${resolutions.review}`,
      `processing: ${resolutions.conversion}`,
    ])
  })

  test('and then finishes has no further event of a delay', async () => {
    const order = await settlingSlowly()
    world.script.answer = null
    world.clock.advance(DAY_MS)
    await world.advance()
    await tellAfter(DAY_MS)
    expect((await eventsOf(order)).map(({ type }) => type)).toEqual([
      'order.created',
      'deposit.recorded',
      'order.funded',
      'order.filled',
      'order.completed',
    ])
  })

  test('for its funding is never told', async () => {
    const order = await world.corridor.order()
    await tellAfter(HOUR_MS)
    expect(await wordsOf(order)).toEqual([])
  })
})

describe('an order that waits for a halt', () => {
  const by = (act: 'halt' | 'resume') =>
    executionBy(world.corridor.deps, COMMAND, act, 'the market is closed')
  async function halted(what: Haltable, names: { rail?: string; provider?: string } = {}) {
    const { rail = null, provider = null } = names
    const row = await halt(world.corridor.deps, by('halt'), { what, rail, provider })
    if ('refused' in row) throw new Error(row.refused)
    await world.corridor.deps.halts.present('fresh')
    return row
  }

  test.each<[string, Haltable, { rail?: string; provider?: string }]>([
    ['of all fills', 'fills', {}],
    ['of fills at its provider', 'fills', { provider: 'ALPHA' }],
  ])('%s is told after a minute', async (_name, what, names) => {
    const order = await world.funded()
    await halted(what, names)
    await tell()
    expect(await wordsOf(order)).toEqual([])
    await tellAfter(MINUTE_MS)
    await tellAfter(DAY_MS)
    expect(await wordsOf(order)).toEqual([`processing: ${resolutions.paused}`])
    expect(JSON.stringify(await eventsOf(order))).not.toMatch(/halt|market|ALPHA/i)
  })

  test.each([{}, { rail: 'sandbox' }])('of sends (%o) is told after a minute', async (names) => {
    const order = await world.funded()
    await fillDue(world.corridor)
    const { id } = await halted('sends', names)
    await tellAfter(MINUTE_MS)
    expect(await wordsOf(order)).toEqual([`processing: ${resolutions.paused}`])
    await resume(world.corridor.deps, by('resume'), id)
  })

  test('is not told for a halt of another provider, or of what is under way', async () => {
    const waiting = await world.funded()
    await halted('fills', { provider: 'BETA' })
    await halted('sends')
    await halted('quotes')
    await tellAfter(2 * MINUTE_MS)
    expect(await wordsOf(waiting)).toEqual([])
  })
})

describe('at once', () => {
  test('two workers tell a delay once', async () => {
    const orders = [await parkedFor('slippage'), await parkedFor('attempts')]
    world.clock.advance(MINUTE_MS)
    const { db } = world.corridor.deps
    await Promise.all(Array.from({ length: 8 }, () => tellDelays(world.corridor.deps)))
    await tell()
    for (const order of orders) expect(await wordsOf(order)).toHaveLength(1)
    expect(await selectHeldOrders(db, world.clock.now(), 10)).toEqual([])
  })

  test('an order that moves on between the look and the write is not told', async () => {
    const order = await parkedFor('slippage')
    world.clock.advance(MINUTE_MS)
    const at = world.clock.now()
    const [seen] = await selectHeldOrders(world.corridor.deps.db, at, 10)
    if (seen === undefined) throw new Error('no order was found')
    expect(publicId('ord', seen.id)).toBe(order.id)
    await endOrder(world.corridor.deps, await rowOf(world.corridor, order), 'refund', 'asked for')
    const delay = { code: 'review', resolution: resolutions.review, expectedAt: at } as const
    const event = { id: newUuid('evt', at), type: 'order.delayed', data: {} }
    const written = await insertOrderDelays(world.corridor.deps.db, [
      { order: seen, delay, at, event },
    ])
    expect(written).toEqual([])
    expect(await wordsOf(order)).toEqual([])
  })

  test('an order that a worker has locked is told in the next round, and nobody waits', async () => {
    const order = await parkedFor('slippage')
    world.clock.advance(MINUTE_MS)
    const { owner } = world.corridor.database
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query('select from orders where parked_reason is not null for update')
      expect(await tellDelays(world.corridor.deps)).toBe(0)
      await client.query('rollback')
    } finally {
      client.release()
    }
    await tell()
    expect(await wordsOf(order)).toHaveLength(1)
  })
})
