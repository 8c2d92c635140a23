// Slow and fast receivers and repeated redeliveries: no endpoint exceeds its requests, and none waits for others.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { newUuid, NO_ID, publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { createEndpoint } from '../../src/customers/webhooks/create-endpoint.ts'
import type { DeliveryJson, EndpointJson } from '../../src/customers/webhooks/view.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/until.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { testService, type TestService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const env = { CORRIDOR_SECRETS: newSecrets() }
let database: TestDatabase
let corridor: TestService
let receiver: Receiver
let quick: Receiver
beforeEach(async () => {
  database = await testDatabase()
  corridor = await testService({ database, env })
  ;[receiver, quick] = await Promise.all([openReceiver(), openReceiver()])
})
afterEach(async () => {
  receiver.close()
  quick.close()
  await corridor.close()
  await database.close()
})

type Endpoint = { organization: string; id: string }
const pathOf = ({ organization, id }: Endpoint): string =>
  `/v1/organizations/${organization}/webhook-endpoints/${id}`

async function endpointOf(organization: string, url: string): Promise<Endpoint> {
  const { value } = await createEndpoint(
    corridor.deps,
    { ownerId: requireUuid('org', organization), enterpriseId: null },
    { url },
    { key: randomUUID(), requestHash: Buffer.alloc(32) },
  )
  return { organization, id: value.id }
}

/** Queues `count` due events for each endpoint and returns their identifiers. */
async function queueEvents(endpoints: readonly Endpoint[], count: number): Promise<Uuid<'evt'>[]> {
  const ids = Array.from({ length: count }, () => newUuid('evt', corridor.clock.now()))
  const organizations = endpoints.map((one) => uuidOf('org', one.organization))
  await database.owner.query(
    `insert into events (organization_id, id, type, data, created_at)
     select distinct o, e, 'instrument.status_changed', '{}'::jsonb, $3::timestamptz
       from unnest($1::uuid[]) o, unnest($2::uuid[]) e`,
    [organizations, ids, new Date(corridor.clock.now())],
  )
  await database.owner.query(
    `insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
     select o, w, e, 'PENDING', $4, $4, $4 from unnest($1::uuid[], $2::uuid[]) as t (o, w), unnest($3::uuid[]) e`,
    [
      organizations,
      endpoints.map(({ id }) => uuidOf('whe', id)),
      ids,
      new Date(corridor.clock.now()),
    ],
  )
  corridor.deps.wakeWorker()
  return ids
}

async function newOrganizations(count: number): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      corridor.post<OrganizationJson>('/v1/organizations', {
        name: `Slots ${index}`,
        contact: { email: 'a@slots.example', first_name: 'A', last_name: 'B' },
      }),
    ),
  )
  return made.map(({ data }) => data.id)
}

/** Moves each organization to an enterprise of its own. */
async function giveOwnEnterprises(organizations: readonly string[]): Promise<void> {
  for (const organization of organizations) {
    await database.owner.query(
      `with made as (
         insert into enterprises (id, name, created_at) values ($2, $3, now()) returning id
       )
       update organizations o set enterprise_id = made.id from made where o.id = $1`,
      [
        uuidOf('org', organization),
        newUuid('ent', corridor.clock.now()),
        `Enterprise ${organization}`,
      ],
    )
  }
}

/** An event that waited for a slot of an unresponsive endpoint would arrive when its request times out, after 15 s. */
const AT_ONCE_MS = 6000

/** Milliseconds until one more event of the endpoint has arrived. */
async function timeToArrive(endpoint: Endpoint): Promise<number> {
  const startedMs = performance.now()
  const count = quick.received.length + 1
  await queueEvents([endpoint], 1)
  const [one] = (await quick.until(count)).slice(-1)
  return (one?.atMs ?? Infinity) - startedMs
}

describe('twenty unresponsive endpoints in each of thirty organizations', () => {
  let slow: Endpoint[]
  let slowOrganizations: string[]
  /** The most requests that were unanswered at the same time. */
  let most: number
  beforeEach(async () => {
    slowOrganizations = await newOrganizations(30)
    slow = []
    for (const organization of slowOrganizations)
      for (let count = 0; count < 20; count++)
        slow.push(await endpointOf(organization, receiver.url))
    let open = 0
    most = 0
    receiver.answerWith((response) => {
      most = Math.max(most, ++open)
      response.once('close', () => open--)
    })
  })
  const flooded = async (requests: number) => {
    await queueEvents(slow, 10)
    await receiver.until(requests)
    // Any further request would follow at once.
    await sleep(1000)
  }

  test('delay no other organization, in their enterprise or another', async () => {
    const [neighbour = '', stranger = ''] = await newOrganizations(2)
    await giveOwnEnterprises([stranger])
    const known = await endpointOf(neighbour, quick.url)
    const unknown = await endpointOf(stranger, quick.url)
    // The endpoint has answered quickly once, so it counts as quick.
    await timeToArrive(known)
    await flooded(90)
    expect(await timeToArrive(unknown)).toBeLessThan(AT_ONCE_MS)
    expect(await timeToArrive(known)).toBeLessThan(AT_ONCE_MS)
    // These are the slots that slow endpoints may use, without the reserve.
    expect(most).toBe(96)
  })

  test('delay no other enterprise when each organization has its own', async () => {
    await giveOwnEnterprises(slowOrganizations)
    const [stranger = ''] = await newOrganizations(1)
    const endpoint = await endpointOf(stranger, quick.url)
    await flooded(180)
    expect(await timeToArrive(endpoint)).toBeLessThan(AT_ONCE_MS)
    // This endpoint answers quickly, so it may use the reserve.
    await queueEvents([endpoint], 100)
    await quick.until(101)
    // The earlier requests time out, and others take their slots.
    expect(most).toBeLessThanOrEqual(256 - 64)
  })
})

describe('concurrent requests to an endpoint', () => {
  const atOnce = async (endpoint: Endpoint): Promise<number> => {
    const rows = await database.sql<{ most_at_once: number }>`select most_at_once
        from webhook_endpoints where id = ${uuidOf('whe', endpoint.id)}`
    return rows[0]?.most_at_once ?? 0
  }
  /** Sends one event after another until the endpoint may have `count` concurrent requests. */
  const sendUntil = (endpoint: Endpoint, count: number) =>
    eventually(`the endpoint may have ${count} concurrent requests`, async () => {
      await timeToArrive(endpoint)
      return (await atOnce(endpoint)) === count
    })
  /** The number of requests in flight out of many when none is answered. */
  const unanswered = async (endpoint: Endpoint, least: number): Promise<number> => {
    quick.answerWith(() => undefined)
    const before = quick.received.length
    await queueEvents([endpoint], 60)
    await quick.until(before + least)
    // Any further request would follow at once.
    await sleep(1000)
    return quick.received.length - before
  }

  test('increase to 32 while it answers fast', async () => {
    const endpoint = await endpointOf(corridor.sandbox.organization_id, quick.url)
    expect(await atOnce(endpoint)).toBe(8)
    await sendUntil(endpoint, 32)
    expect(await unanswered(endpoint, 32)).toBe(32)
  })

  test('return to eight when it becomes slow', async () => {
    const endpoint = await endpointOf(corridor.sandbox.organization_id, quick.url)
    await sendUntil(endpoint, 32)
    quick.answerWith(async (response) => {
      await sleep(300)
      response.writeHead(204).end()
    })
    await sendUntil(endpoint, 8)
    expect(await unanswered(endpoint, 8)).toBe(8)
  })

  test('return to eight when it fails, and to one until it accepts again', async () => {
    const endpoint = await endpointOf(corridor.sandbox.organization_id, quick.url)
    await sendUntil(endpoint, 32)
    quick.answerWith(500)
    await sendUntil(endpoint, 8)
    expect(await unanswered(endpoint, 1)).toBe(1)
  })

  test('leave half of the slots free for the first requests of other endpoints', async () => {
    const organizations = await newOrganizations(11)
    await giveOwnEnterprises(organizations)
    const [stranger = '', ...others] = organizations
    const endpoint = await endpointOf(stranger, quick.url)
    const fast: Endpoint[] = []
    for (const organization of others) fast.push(await endpointOf(organization, receiver.url))
    await database.sql`update webhook_endpoints set most_at_once = 32, is_quick = true`
    receiver.answerWith(() => undefined)
    await queueEvents(fast, 40)
    await receiver.until(128)
    expect(await timeToArrive(endpoint)).toBeLessThan(AT_ONCE_MS)
    expect(receiver.received).toHaveLength(128)
  })
})

describe('redelivery', () => {
  const redeliver = (endpoint: Endpoint, event: Uuid<'evt'>) =>
    corridor.post(
      `${pathOf(endpoint)}/redeliver`,
      { event_id: publicId('evt', event) },
      { idempotencyKey: null },
    )
  const deliveriesOf = async (endpoint: Endpoint) =>
    (await corridor.get<DeliveryJson[]>(`${pathOf(endpoint)}/deliveries`)).data

  test('of an event in flight sends it once more, after the present attempt', async () => {
    const held: (() => void)[] = []
    receiver.answerWith((response) => held.push(() => response.writeHead(204).end()))
    const endpoint = await endpointOf(corridor.sandbox.organization_id, receiver.url)
    const [event = NO_ID] = await queueEvents([endpoint], 1)
    await receiver.until(1)
    for (let times = 0; times < 60; times++)
      expect((await redeliver(endpoint, event)).status).toBe(200)
    await sleep(500)
    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'PENDING', attempts: 0 }])
    held[0]?.()
    await receiver.until(2)
    held[1]?.()
    await eventually('the event is delivered', async () => {
      const [one] = await deliveriesOf(endpoint)
      return one?.status === 'DELIVERED' && one.attempts === 1
    })
    await sleep(300)
    expect(receiver.received).toHaveLength(2)
  })

  test('makes at most 32 concurrent requests to an endpoint across all processes', async () => {
    const other = await testService({ database, env })
    try {
      let open = 0
      let most = 0
      receiver.answerWith(async (response) => {
        most = Math.max(most, ++open)
        await sleep(5 + Math.random() * 30)
        open--
        response.writeHead(204).end()
      })
      const endpoint = await endpointOf(corridor.sandbox.organization_id, receiver.url)
      const events = await queueEvents([endpoint], 40)
      const until = performance.now() + 3000
      while (performance.now() < until) {
        await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            redeliver(
              endpoint,
              events[(receiver.received.length + index) % events.length] ?? NO_ID,
            ),
          ),
        )
        other.deps.wakeWorker()
      }
      await eventually('all events are delivered', async () =>
        (await deliveriesOf(endpoint)).every(({ status }) => status === 'DELIVERED'),
      )
      expect(most).toBeGreaterThan(1)
      expect(most).toBeLessThanOrEqual(32)
      const { data } = await corridor.get<EndpointJson>(pathOf(endpoint))
      expect(data.failing_since).toBeNull()
    } finally {
      await other.close()
    }
  })
})
