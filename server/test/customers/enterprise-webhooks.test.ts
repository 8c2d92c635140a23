// Webhook endpoints of an enterprise: the events of all its organizations, by real requests on loopback.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { publicId, uuidOf } from '../../src/platform/ids.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type {
  DeliveryJson,
  EndpointJson,
  EndpointWithSecretJson,
} from '../../src/customers/webhooks/view.ts'
import { newProgram } from '../support/desk.ts'
import { openReceiver, type Received, type Receiver } from '../support/receiver.ts'
import { testService, type TestService } from '../support/service.ts'

const list = '/v1/webhook-endpoints'
const contact = { email: 'a@b.example', first_name: 'A', last_name: 'B' }

let corridor: TestService
let receiver: Receiver
const made: string[] = []
beforeAll(async () => {
  corridor = await testService()
  receiver = await openReceiver()
})
afterEach(async () => {
  for (const id of made.splice(0)) await corridor.call('DELETE', `${list}/${id}`)
  receiver.received.splice(0)
})
afterAll(async () => {
  receiver.close()
  await corridor.close()
})

async function register(event_types: string[] = []): Promise<EndpointWithSecretJson> {
  const { data } = await corridor.post<EndpointWithSecretJson>(list, {
    url: receiver.url,
    event_types,
  })
  made.push(data.id)
  return data
}
const newOrganization = async (key?: string) =>
  (
    await corridor.post<{ id: string }>(
      '/v1/organizations',
      { name: 'New', contact },
      key === undefined ? {} : { key },
    )
  ).data.id
const bodyOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; organization_id?: string | null; data: object }
const deliveriesOf = async ({ id }: EndpointJson) =>
  (await corridor.get<DeliveryJson[]>(`${list}/${id}/deliveries`)).data
const act = <Data = unknown>({ id }: EndpointJson, action: string, body?: unknown) =>
  corridor.post<Data>(`${list}/${id}/${action}`, body, { idempotencyKey: null })

test('gets the events of every organization, each named in the signed body', async () => {
  const endpoint = await register(['order.created', 'organization.status_changed'])
  const order = await corridor.order()
  const created = await newOrganization()
  const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  await newOrganization(stranger)
  // The sandbox releases an organization at once: two events.
  const requests = await receiver.until(3)
  const bodies = requests.map(bodyOf)
  expect(bodies.map(({ organization_id }) => organization_id).toSorted()).toEqual(
    [corridor.sandbox.organization_id, created, created].toSorted(),
  )
  expect(bodies.find(({ type }) => type === 'order.created')?.data).toMatchObject({
    order_id: order.id,
  })
  for (const { body, headers } of requests)
    new Webhook(endpoint.secret).verify(
      body,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    )
  await expect
    .poll(async () => (await deliveriesOf(endpoint)).map(({ status }) => status), {
      timeout: 60_000,
    })
    .toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED'])
  expect((await deliveriesOf(endpoint)).map((one) => one.organization_id).toSorted()).toEqual(
    [corridor.sandbox.organization_id, created, created].toSorted(),
  )
})

test('stands beside the endpoint of an organization, whose body stays as it was', async () => {
  await register(['order.created'])
  const { data: own } = await corridor.post<EndpointJson>(
    `${corridor.organization}/webhook-endpoints`,
    { url: receiver.url, event_types: ['order.created'] },
  )
  await corridor.order()
  const requests = await receiver.until(2)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(requests.map((one) => Object.keys(bodyOf(one)).join()).toSorted()).toEqual([
    'type,timestamp,data',
    'type,timestamp,organization_id,data',
  ])
  await corridor.call('DELETE', `${corridor.organization}/webhook-endpoints/${own.id}`)
})

test('can be tested: the event is sent to it alone, and is in the list of no organization', async () => {
  const endpoint = await register(['order.created'])
  const { data } = await act<{ event_id: string }>(endpoint, 'test')
  const [request] = await receiver.until(1)
  expect(request?.headers['webhook-id']).toBe(data.event_id)
  expect(request === undefined ? undefined : bodyOf(request)).toMatchObject({
    type: 'webhook.test',
    organization_id: null,
  })
  expect((await deliveriesOf(endpoint))[0]?.organization_id).toBeNull()
  expect((await corridor.get(`${corridor.organization}/events?limit=200`)).text).not.toContain(
    data.event_id,
  )
})

test('gets events again: one, or those of a period, of all organizations and of no other enterprise', async () => {
  const after = new Date(corridor.clock.now()).toISOString()
  corridor.clock.advance(1000)
  await corridor.order()
  const created = await newOrganization()
  const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const strange = await newOrganization(stranger)
  corridor.clock.advance(1000)
  const endpoint = await register(['order.created', 'organization.status_changed'])
  const before = new Date(corridor.clock.now() + 1000).toISOString()
  const period = { created_after: after, created_before: before }
  expect((await act(endpoint, 'redeliver', period)).data).toEqual({ queued: 3 })
  const names = (await receiver.until(3)).map((one) => bodyOf(one).organization_id)
  expect(names.toSorted()).toEqual([corridor.sandbox.organization_id, created, created].toSorted())
  const eventOf = async (organization: string, key?: string) =>
    (
      await corridor.get<{ id: string }[]>(
        `/v1/organizations/${organization}/events`,
        key === undefined ? {} : { key },
      )
    ).data.at(-1)?.id
  // An open transaction anywhere in the cluster delays events.
  await expect.poll(() => eventOf(strange, stranger)).toBeDefined()
  await expect.poll(() => eventOf(created)).toBeDefined()
  const one = { event_id: await eventOf(created) }
  expect((await act(endpoint, 'redeliver', one)).data).toEqual({ queued: 1 })
  const foreign = { event_id: await eventOf(strange, stranger) }
  expect((await act(endpoint, 'redeliver', foreign)).problem.code).toBe('not_found')
})

test('can be changed, rotated, listed and deleted like the endpoint of an organization', async () => {
  const endpoint = await register()
  const { secret, ...shown } = endpoint
  expect((await corridor.get<EndpointJson[]>(list)).data).toEqual([shown])
  expect((await corridor.get(`${list}/${endpoint.id}`)).data).toEqual(shown)
  const rotated = await act<EndpointWithSecretJson>(endpoint, 'rotate-secret')
  expect(rotated.data.secret).not.toBe(secret)
  const changed = await corridor.call<EndpointJson>('PATCH', `${list}/${endpoint.id}`, {
    body: { status: 'DISABLED' },
  })
  expect(changed.data.disabled_reason).toBe('customer')
  expect((await act(endpoint, 'test')).problem.code).toBe('webhook_endpoint_disabled')
  expect((await corridor.call('DELETE', `${list}/${endpoint.id}`)).status).toBe(200)
  expect((await corridor.get(`${list}/${endpoint.id}`)).status).toBe(404)
  const again = await corridor.get(`${corridor.organization}/webhook-endpoints/${endpoint.id}`)
  expect(again.status).toBe(404)
})

test('is returned byte for byte to a repeated request', async () => {
  const request = { idempotencyKey: 'mine' }
  const first = await corridor.post<EndpointJson>(list, { url: receiver.url }, request)
  made.push(first.data.id)
  const again = await corridor.post(list, { url: receiver.url }, request)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.text).toBe(first.text)
})

test('is beyond a key bound to an organization, a key that only reads, and other enterprises', async () => {
  const endpoint = await register()
  const [mine] = await corridor.organizations()
  const { key: bound } = await corridor.newKey({ organization: mine?.id ?? '' })
  const { key: reading } = await corridor.newKey({ scopes: ['read'] })
  const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const one = `${list}/${endpoint.id}`
  const body = { url: receiver.url }
  const all: [string, string, unknown?][] = [
    ['GET', list],
    ['POST', list, body],
    ['GET', one],
    ['PATCH', one, { description: 'x' }],
    ['POST', `${one}/rotate-secret`],
    ['POST', `${one}/test`],
    ['GET', `${one}/deliveries`],
    ['POST', `${one}/redeliver`, { event_id: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc' }],
    ['DELETE', one],
  ]
  for (const [method, path, sent] of all) {
    const request = sent === undefined ? {} : { body: sent }
    const refused = await corridor.call(method, path, { ...request, key: bound })
    expect([method, path, refused.status, refused.problem.code]).toEqual([
      method,
      path,
      403,
      'organization_not_permitted',
    ])
    if (method !== 'GET') {
      const write = await corridor.call(method, path, { ...request, key: reading })
      expect(write.problem.code).toBe('insufficient_scope')
    }
    if (path !== list) {
      const foreign = await corridor.call(method, path, { ...request, key: stranger })
      expect([method, path, foreign.status]).toEqual([method, path, 404])
    }
  }
  expect((await corridor.get(one)).status).toBe(200)
})

test('an enterprise has at most 20, however many requests race for them', async () => {
  const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => corridor.post(list, { url: receiver.url }, { key })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  for (const reply of replies.filter(({ status }) => status !== 201))
    expect(reply.problem.code).toBe('too_many_webhook_endpoints')
  expect((await corridor.get<EndpointJson[]>(list)).data).toEqual([])
})

test('a disabled endpoint of an enterprise is an item of that enterprise in the queue', async () => {
  const endpoint = await register()
  const id = uuidOf('whe', endpoint.id)
  await corridor.sql`update webhook_endpoints set status = 'DISABLED', disabled_reason = 'failing'
      where id = ${id}`
  const enterprises = await selectEnterprises(corridor.deps.db)
  const mine = enterprises.find(({ name }) => name === 'Demo Enterprise')
  if (mine === undefined) throw new Error('the demo world has no enterprise')
  const operator = await newProgram(corridor, 'operator', [mine.id])
  const { data } = await operator.act<object[]>('GET', '/queue?kind=webhook_disabled')
  expect(data).toEqual([
    expect.objectContaining({
      subject: endpoint.id,
      enterprise_id: publicId('ent', mine.id),
      organization_id: null,
    }),
  ])
})
