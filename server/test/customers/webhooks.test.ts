// Webhooks as receivers see them: real requests on loopback, verified with the library of the Standard Webhooks
// specification.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { newSecrets } from '../../src/platform/config.ts'
import { createTargets } from '../../src/platform/outgoing/target.ts'
import { RETRY_AFTER_MS } from '../../src/customers/webhooks/attempt-delivery.ts'
import { FAILING_MS } from '../../src/customers/webhooks/endpoint-health.ts'
import type {
  DeliveryJson,
  EndpointJson,
  EndpointWithSecretJson,
} from '../../src/customers/webhooks/view.ts'
import { forFile } from '../support/for-file.ts'
import { dialerTo } from '../support/dialer.ts'
import { openReceiver, type Received, type Receiver } from '../support/receiver.ts'
import { testService, type Reply } from '../support/service.ts'
import { until } from '../support/until.ts'

const DAY_MS = 24 * 3_600_000
const env = { CORRIDOR_SECRETS: newSecrets() }

const receivers: Receiver[] = []
const open: string[] = []

const corridor = await forFile(testService({ env }))
const list = `${corridor.organization}/webhook-endpoints`
afterEach(async () => {
  for (const id of open.splice(0)) await corridor.call('DELETE', `${list}/${id}`)
  for (const receiver of receivers.splice(0)) receiver.close()
})

async function newReceiver(): Promise<Receiver> {
  const receiver = await openReceiver()
  receivers.push(receiver)
  return receiver
}

async function register(
  url: string,
  more: { event_types?: string[]; description?: string } = {},
): Promise<EndpointWithSecretJson> {
  const { data } = await corridor.post<EndpointWithSecretJson>(list, { url, ...more })
  open.push(data.id)
  return data
}

const act = <Data = unknown>(endpoint: EndpointJson, action: string, body?: unknown) =>
  corridor.post<Data>(`${list}/${endpoint.id}/${action}`, body, { idempotencyKey: null })
const updateEndpoint = (endpoint: EndpointJson, body: object) =>
  corridor.call<EndpointJson>('PATCH', `${list}/${endpoint.id}`, { body })
const sendTest = async (endpoint: EndpointJson): Promise<string> =>
  (await act<{ event_id: string }>(endpoint, 'test')).data.event_id
const read = async (endpoint: EndpointJson): Promise<EndpointJson> =>
  (await corridor.get<EndpointJson>(`${list}/${endpoint.id}`)).data
const deliveries = async (endpoint: EndpointJson, query = ''): Promise<DeliveryJson[]> =>
  (await corridor.get<DeliveryJson[]>(`${list}/${endpoint.id}/deliveries${query}`)).data

const untilDelivery = (endpoint: EndpointJson, isSo: (one: DeliveryJson) => boolean) =>
  until(
    async () => (await deliveries(endpoint))[0],
    (one) => one !== undefined && isSo(one),
  )

function textHeaders({ headers }: Received): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
const signatures = (one: Received) => textHeaders(one)['webhook-signature']?.split(' ') ?? []
function isSignedWith(one: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(one.body, textHeaders(one))
    return true
  } catch {
    return false
  }
}
type Body = { type: string; timestamp: string; data: Record<string, unknown> }
const parsed = (one: Received): Body => {
  const body: Body = JSON.parse(one.body)
  return body
}

describe('a webhook endpoint', () => {
  test('shows its secret at creation and never again', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url, {
      description: 'Back office',
      event_types: ['order.completed'],
    })
    const { secret, ...shown } = made
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown).toMatchObject({
      url: receiver.url,
      description: 'Back office',
      event_types: ['order.completed'],
      status: 'ENABLED',
      disabled_reason: null,
      failing_since: null,
    })
    expect(await read(made)).toEqual(shown)
    const listed = await corridor.get<EndpointJson[]>(list)
    expect(listed.data).toEqual([shown])
    expect(listed.text).not.toContain('whsec_')
    const stored = await corridor.database.owner.query<{ row: string }>(
      'select w::text as row from webhook_endpoints w',
    )
    for (const { row } of stored.rows) {
      expect(row).not.toContain(secret.slice(6))
      expect(row).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('is created once for a key; a replay has the secret again, whatever has changed since', async () => {
    const receiver = await newReceiver()
    const body = { url: receiver.url }
    const first = await corridor.post<EndpointWithSecretJson>(list, body, { idempotencyKey: 'one' })
    expect(first.status).toBe(201)
    await updateEndpoint(first.data, { description: 'changed', status: 'DISABLED' })
    await act(first.data, 'rotate-secret')
    const replay = await corridor.post(list, body, { idempotencyKey: 'one' })
    expect([replay.status, replay.text]).toEqual([201, first.text])
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    await corridor.call('DELETE', `${list}/${first.data.id}`)
    expect((await corridor.post(list, body, { idempotencyKey: 'one' })).text).toBe(first.text)

    const other = await corridor.post(list, { url: `${receiver.url}2` }, { idempotencyKey: 'one' })
    expect([other.status, other.problem.code]).toEqual([422, 'idempotency_key_reused'])
    const missing = await corridor.post(list, body, { idempotencyKey: null })
    expect([missing.status, missing.problem.code]).toEqual([400, 'idempotency_key_missing'])

    const crowd = await Promise.all(
      Array.from({ length: 8 }, () => corridor.post(list, body, { idempotencyKey: 'crowd' })),
    )
    expect(new Set(crowd.map(({ text }) => text)).size).toBe(1)
    expect((await corridor.get<EndpointJson[]>(list)).data).toHaveLength(1)
    open.push(...(await corridor.get<EndpointJson[]>(list)).data.map(({ id }) => id))
  })

  test('can be changed and deleted', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    const changed = await updateEndpoint(made, {
      url: `${receiver.url}/2`,
      event_types: ['order.funded'],
    })
    expect(changed.data).toMatchObject({
      url: `${receiver.url}/2`,
      event_types: ['order.funded'],
      description: '',
    })
    expect((await updateEndpoint(made, {})).data).toMatchObject({ event_types: ['order.funded'] })
    expect((await corridor.call('DELETE', `${list}/${made.id}`)).status).toBe(200)
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { description: 'x' }],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['POST', '/redeliver', { event_id: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc' }],
      ['GET', '/deliveries'],
    ] as const) {
      const refused = await corridor.call(method, `${list}/${made.id}${path}`, { body })
      expect([refused.status, refused.problem.code], path).toEqual([404, 'not_found'])
    }
  })

  test.each([
    [{ url: 'https://127.0.0.1/', event_types: ['order.unknown'] }, 400, 'invalid_request'],
    [{ url: 'https://127.0.0.1/', event_types: ['webhook.test'] }, 400, 'invalid_request'],
    [{ url: 'https://127.0.0.1/', secret: 'mine' }, 400, 'unknown_field'],
    [{ url: 'https://127.0.0.1/', description: 'a\nb' }, 400, 'invalid_request'],
    [{}, 400, 'invalid_request'],
  ])('is refused: %j', async (body, status, code) => {
    const refused = await corridor.post(list, body)
    expect([refused.status, refused.problem.code]).toEqual([status, code])
  })

  test('is refused beyond twenty in an organization', async () => {
    const { url } = await newReceiver()
    for (let made = 0; made < 20; made++) await register(url)
    const refused = await corridor.post(list, { url })
    expect([refused.status, refused.problem.code, refused.problem['limit']]).toEqual([
      409,
      'too_many_webhook_endpoints',
      20,
    ])
  })

  test('is created once by concurrent requests with one key at the limit of twenty', async () => {
    const { url } = await newReceiver()
    for (let made = 0; made < 19; made++) await register(url)
    const twins = await Promise.all(
      Array.from({ length: 4 }, () =>
        corridor.post(list, { url }, { idempotencyKey: 'the-last-endpoint' }),
      ),
    )
    expect(new Set(twins.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(twins[0]?.status).toBe(201)
  })

  test('does not exist for other enterprises', async () => {
    const made = await register((await newReceiver()).url)
    const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
    const requests = [
      ['GET', ''],
      ['POST', '', { url: 'https://127.0.0.1/' }],
      ['GET', `/${made.id}`],
      ['PATCH', `/${made.id}`, { status: 'DISABLED' }],
      ['DELETE', `/${made.id}`],
      ['POST', `/${made.id}/test`],
      ['POST', `/${made.id}/rotate-secret`],
      ['GET', `/${made.id}/deliveries`],
      ['POST', `/${made.id}/redeliver`, { event_id: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc' }],
    ] as const
    for (const [method, path, body] of requests) {
      const refused = await corridor.call(method, `${list}${path}`, { key, body })
      expect([refused.status, refused.problem.code], path).toEqual([404, 'not_found'])
    }
    const reader = await corridor.newKey({ scopes: ['read'] })
    for (const [method, path, body] of requests.filter(([name]) => name !== 'GET')) {
      const refused = await corridor.call(method, `${list}${path}`, { key: reader.key, body })
      expect([refused.status, refused.problem.code], path).toEqual([403, 'insufficient_scope'])
    }
    const others = (await corridor.organizations()).find(
      ({ id }) => id !== corridor.sandbox.organization_id,
    )
    if (others !== undefined) {
      const elsewhere = `/v1/organizations/${others.id}/webhook-endpoints/${made.id}`
      expect((await corridor.get(elsewhere)).status).toBe(404)
    }
    expect(await read(made)).toMatchObject({ status: 'ENABLED' })
  })
})

describe('a webhook delivery', () => {
  let receiver: Receiver
  let endpoint: EndpointWithSecretJson
  beforeEach(async () => {
    receiver = await newReceiver()
    endpoint = await register(receiver.url)
  })

  test('is signed as the specification requires', async () => {
    const eventId = await sendTest(endpoint)
    const [one] = await receiver.until(1)
    if (one === undefined) throw new Error('no webhook arrived')
    expect(new Webhook(endpoint.secret).verify(one.body, textHeaders(one))).toEqual({
      type: 'webhook.test',
      timestamp: new Date(corridor.clock.now()).toISOString(),
      data: { webhook_endpoint_id: endpoint.id },
    })
    expect(one.method).toBe('POST')
    expect(one.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': eventId,
    })
    expect(Object.keys(parsed(one))).toEqual(['type', 'timestamp', 'data'])
    expect(isSignedWith({ ...one, body: `${one.body} ` }, endpoint.secret)).toBe(false)
    expect(await untilDelivery(endpoint, ({ status }) => status !== 'PENDING')).toMatchObject({
      id: expect.stringMatching(/^whd_/),
      event_id: eventId,
      event_type: 'webhook.test',
      status: 'DELIVERED',
      attempts: 1,
      last_status_code: 204,
      last_error: null,
      next_attempt_at: null,
    })
  })

  test('of each event of an order arrives exactly once', async () => {
    const chosen = await newReceiver()
    await register(chosen.url, { event_types: ['order.completed', 'deposit.recorded'] })
    const order = await corridor.order()
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const told = await until(
      async () => (await deliveries(endpoint)).filter(({ status }) => status === 'DELIVERED'),
      (all) => all.some(({ event_type }) => event_type === 'order.completed'),
    )
    await sleep(600)
    const types = receiver.received.map((one) => parsed(one).type).sort()
    expect(types).toEqual([
      'deposit.recorded',
      'order.completed',
      'order.created',
      'order.filled',
      'order.funded',
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
    expect(told.length).toBeLessThanOrEqual(5)
    for (const one of receiver.received) {
      expect(isSignedWith(one, endpoint.secret)).toBe(true)
      expect(parsed(one).data['order_id']).toBe(order.id)
    }
    expect(chosen.received.map((one) => parsed(one).type).sort()).toEqual([
      'deposit.recorded',
      'order.completed',
    ])
  })

  test('is attempted ten times on schedule, with the same bytes and webhook-id', async () => {
    receiver.answerWith(503)
    const eventId = await sendTest(endpoint)
    for (const [index, afterMs] of RETRY_AFTER_MS.entries()) {
      const failed = await untilDelivery(endpoint, ({ attempts }) => attempts === index + 1)
      const nextAt = corridor.clock.now() + afterMs
      expect(failed).toMatchObject({
        status: 'PENDING',
        last_status_code: 503,
        next_attempt_at: new Date(nextAt).toISOString(),
      })
      corridor.clock.set(nextAt - 1)
      await sleep(index < 2 ? 300 : 0)
      expect(receiver.received).toHaveLength(index + 1)
      corridor.clock.set(nextAt)
      await receiver.until(index + 2)
    }
    expect(await untilDelivery(endpoint, ({ status }) => status === 'FAILED')).toMatchObject({
      attempts: 10,
      next_attempt_at: null,
    })
    expect(RETRY_AFTER_MS.map((ms) => ms / 1000)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([eventId]),
    )
    for (const one of receiver.received) expect(isSignedWith(one, endpoint.secret)).toBe(true)
    expect((await read(endpoint)).failing_since).not.toBeNull()
  })

  test('follows no redirect, reads a bounded part of the answer, and counts any 2xx as success', async () => {
    const elsewhere = await newReceiver()
    receiver.answerWith((response) =>
      response.writeHead(307, { location: elsewhere.url }).end('moved'),
    )
    await sendTest(endpoint)
    const moved = await untilDelivery(endpoint, ({ attempts }) => attempts === 1)
    expect(moved).toMatchObject({ status: 'PENDING', last_status_code: 307 })
    expect(elsewhere.received).toEqual([])

    let writtenBytes = 0
    receiver.answerWith((response) => {
      response.writeHead(299)
      const more = () => {
        while (!response.destroyed && writtenBytes < 500_000_000) {
          writtenBytes += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
        }
      }
      more()
    })
    corridor.clock.advance(5000)
    const taken = await untilDelivery(endpoint, ({ status }) => status === 'DELIVERED')
    expect(taken).toMatchObject({ attempts: 2, last_status_code: 299 })
    expect(writtenBytes).toBeLessThan(20_000_000)
  })

  test('that is not accepted keeps how the answer begins, and one that is accepted keeps nothing', async () => {
    // The last character that is kept has two halves, of which only one fits.
    const written = `unknown\u0000event\n${'x'.repeat(985)}\u{1f600} and more`
    receiver.answerWith((response) => response.writeHead(500).end(written))
    await sendTest(endpoint)
    const refused = await untilDelivery(endpoint, ({ attempts }) => attempts === 1)
    expect(refused?.last_answer).toBe(`unknown event ${'x'.repeat(985)}\ufffd`)
    receiver.answerWith((response) => response.writeHead(200).end('welcome'))
    corridor.clock.advance(5000)
    const taken = await untilDelivery(endpoint, ({ status }) => status === 'DELIVERED')
    expect(taken?.last_answer).toBeNull()
  })

  test('to a refused connection is retried and records the error', async () => {
    receiver.close()
    await sendTest(endpoint)
    const failed = await untilDelivery(endpoint, ({ attempts }) => attempts === 1)
    expect(failed).toMatchObject({
      status: 'PENDING',
      last_status_code: null,
      last_error: 'ECONNREFUSED',
    })
  })

  test('without a recorded outcome is repeated with the same webhook-id', async () => {
    // The lease of the sender ends while it waits for the answer, as after its kill. Another process takes over.
    receiver.answerWith(() => undefined)
    const eventId = await sendTest(endpoint)
    await receiver.until(1)
    receiver.answerWith(204)
    const { database } = corridor
    const other = await testService({ database, env })
    await database.sql`update webhook_leases set leased_until = now()`
    const both = await receiver.until(2)
    expect(both.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
    expect(both[0]?.body).toBe(both[1]?.body)
    await untilDelivery(
      endpoint,
      ({ status, attempts }) => status === 'DELIVERED' && attempts === 1,
    )
    // The first sender gets no answer. The outcome of the other one stays.
    receiver.close()
    await sleep(300)
    expect((await deliveries(endpoint))[0]).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    await other.close()
  })

  test('does not wait for the hanging requests of another endpoint', async () => {
    receiver.answerWith(() => undefined)
    for (let sent = 0; sent < 20; sent++) await sendTest(endpoint)
    await receiver.until(8)
    await sleep(500)
    expect(receiver.received).toHaveLength(8)
    const quick = await newReceiver()
    const other = await register(quick.url)
    const startedMs = performance.now()
    await sendTest(other)
    const [one] = await quick.until(1)
    expect((one?.atMs ?? Infinity) - startedMs).toBeLessThan(10_000)
  })
})

describe('secret rotation', () => {
  test('signs with both secrets for 24 hours, then with the new one only', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    const { data: rotated } = await act<EndpointWithSecretJson>(made, 'rotate-secret')
    expect(rotated.secret).not.toBe(made.secret)
    const send = async () => {
      // Counted before: the webhook may arrive before the answer to the request.
      const count = receiver.received.length + 1
      await sendTest(made)
      const one = (await receiver.until(count)).at(-1)
      if (one === undefined) throw new Error('no webhook arrived')
      return one
    }
    const during = await send()
    expect(signatures(during)).toHaveLength(2)
    expect(isSignedWith(during, made.secret)).toBe(true)
    expect(isSignedWith(during, rotated.secret)).toBe(true)
    corridor.clock.advance(DAY_MS - 1)
    expect(isSignedWith(await send(), made.secret)).toBe(true)
    corridor.clock.advance(1)
    const after = await send()
    expect(signatures(after)).toHaveLength(1)
    expect(isSignedWith(after, made.secret)).toBe(false)
    expect(isSignedWith(after, rotated.secret)).toBe(true)
  })

  test('keeps every secret of concurrent rotations, up to five', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    const both = await Promise.all(
      [1, 2].map(() => act<EndpointWithSecretJson>(made, 'rotate-secret')),
    )
    await sendTest(made)
    const [one] = await receiver.until(1)
    if (one === undefined) throw new Error('no webhook arrived')
    for (const { data } of both) expect(isSignedWith(one, data.secret)).toBe(true)
    for (let times = 0; times < 5; times++) await act(made, 'rotate-secret')
    await sendTest(made)
    const last = (await receiver.until(2)).at(-1)
    expect(last === undefined ? [] : signatures(last)).toHaveLength(5)
  })
})

describe('disabling an endpoint', () => {
  test('by its customer stops deliveries until it is enabled again', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    receiver.answerWith(500)
    await sendTest(made)
    await untilDelivery(made, ({ attempts }) => attempts === 1)
    const off = await updateEndpoint(made, { status: 'DISABLED' })
    expect(off.data).toMatchObject({ status: 'DISABLED', disabled_reason: 'customer' })
    for (const action of ['test', 'redeliver']) {
      const body = action === 'test' ? undefined : { event_id: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc' }
      const refused = await act(made, action, body)
      expect([refused.status, refused.problem.code]).toEqual([409, 'webhook_endpoint_disabled'])
    }
    await corridor.order()
    corridor.clock.advance(5000)
    const failed = await untilDelivery(made, ({ status }) => status === 'FAILED')
    expect(failed).toMatchObject({ attempts: 1, last_error: 'endpoint_disabled' })
    expect(await deliveries(made)).toHaveLength(1)
    expect(receiver.received).toHaveLength(1)

    const on = await updateEndpoint(made, { status: 'ENABLED' })
    expect(on.data).toMatchObject({ disabled_reason: null, failing_since: null })
    receiver.answerWith(200)
    await sendTest(made)
    await receiver.until(2)
  })

  test('follows an answer of 410 at once', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    receiver.answerWith(410)
    await sendTest(made)
    const gone = await until(
      () => read(made),
      ({ status }) => status === 'DISABLED',
    )
    expect(gone.disabled_reason).toBe('gone')
    expect(await deliveries(made)).toMatchObject([
      { status: 'FAILED', attempts: 1, last_status_code: 410 },
    ])
  })

  test('follows five days without a success, and each success restarts the five days', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    const fail = async () => {
      receiver.answerWith(500)
      const eventId = await sendTest(made)
      await until(
        async () => (await deliveries(made)).find(({ event_id }) => event_id === eventId),
        (one) => one !== undefined && one.attempts > 0,
      )
    }
    // An attempt counts when it begins, and the endpoint fails when it ends.
    const failing = () =>
      until(
        () => read(made),
        ({ failing_since }) => failing_since !== null,
      )
    await fail()
    const since = await failing()
    expect(since.failing_since).toBe(new Date(corridor.clock.now()).toISOString())
    receiver.answerWith(200)
    await sendTest(made)
    await until(
      () => read(made),
      ({ failing_since }) => failing_since === null,
    )
    await fail()
    await failing()
    const startedAt = corridor.clock.now()
    corridor.clock.set(startedAt + FAILING_MS - 1)
    await fail()
    expect((await read(made)).status).toBe('ENABLED')
    corridor.clock.set(startedAt + FAILING_MS)
    // Refused if an attempt that began before ends only now.
    await act(made, 'test')
    const off = await until(
      () => read(made),
      ({ status }) => status === 'DISABLED',
    )
    expect(off.disabled_reason).toBe('failing')
  })
})

describe('redelivery', () => {
  test('repeats one event with the same bytes', async () => {
    const receiver = await newReceiver()
    const made = await register(receiver.url)
    const eventId = await sendTest(made)
    await untilDelivery(made, ({ status }) => status === 'DELIVERED')
    expect((await act(made, 'redeliver', { event_id: eventId })).data).toEqual({ queued: 1 })
    const both = await receiver.until(2)
    expect(both[1]?.body).toBe(both[0]?.body)
    expect(both.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
    expect(await deliveries(made)).toHaveLength(1)
  })

  test('repeats the events of a time range, including those from before the endpoint', async () => {
    corridor.clock.advance(DAY_MS)
    const from = corridor.clock.now()
    corridor.clock.advance(1)
    await corridor.order()
    await corridor.order()
    corridor.clock.advance(1)
    const to = corridor.clock.now()
    await corridor.order()
    const receiver = await newReceiver()
    const made = await register(receiver.url, { event_types: ['order.created'] })
    const range = {
      created_after: new Date(from).toISOString(),
      created_before: new Date(to).toISOString(),
    }
    expect((await act(made, 'redeliver', range)).data).toEqual({ queued: 2 })
    const came = await receiver.until(2)
    expect(came.map((one) => parsed(one).type)).toEqual(['order.created', 'order.created'])
    expect(new Set(came.map(({ headers }) => headers['webhook-id'])).size).toBe(2)

    const pages: string[] = []
    for (
      let path: string | undefined = `${list}/${made.id}/deliveries?limit=1`;
      path !== undefined;

    ) {
      const page: Reply<DeliveryJson[]> = await corridor.get(path)
      pages.push(...page.data.map(({ event_id }) => event_id))
      const next: string | undefined = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
      path = next?.slice(corridor.url.length)
    }
    expect(pages).toEqual((await deliveries(made)).map(({ event_id }) => event_id))
    expect(pages).toHaveLength(2)
  })

  test.each([
    [{}, 400],
    [{ created_after: '2026-03-04T00:00:00Z' }, 400],
    [{ created_after: 'yesterday', created_before: '2026-03-04T00:00:00Z' }, 400],
    [{ event_id: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc', created_after: '2026-03-04T00:00:00Z' }, 400],
    [{ event_id: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc' }, 404],
    [{ event_id: 'nothing' }, 404],
  ])('is refused: %j', async (body, status) => {
    const made = await register((await newReceiver()).url)
    expect((await act(made, 'redeliver', body)).status).toBe(status)
  })
})

test('the log has no secret, signature or receiver address', async () => {
  const receiver = await newReceiver()
  let said = ''
  const log = pino({ level: 'trace' }, { write: (line: string) => void (said += line) })
  const talkative = await testService({ log })
  const path = `${talkative.organization}/webhook-endpoints`
  const { data } = await talkative.post<EndpointWithSecretJson>(path, { url: receiver.url })
  const rotated = await talkative.post<EndpointWithSecretJson>(
    `${path}/${data.id}/rotate-secret`,
    undefined,
    { idempotencyKey: null },
  )
  receiver.answerWith(410)
  await talkative.post(`${path}/${data.id}/test`, undefined, { idempotencyKey: null })
  await expect.poll(() => said).toContain('a webhook endpoint was disabled')
  await talkative.close()
  for (const secret of [data.secret, rotated.data.secret, 'whsec_', 'v1,', '/hook'])
    expect(said).not.toContain(secret)
})

/** A service that may send to public addresses only, whose dialer opens no socket. */
async function guardedService(answers: (readonly string[])[]) {
  const { dial, dialed } = dialerTo(null)
  const resolve = () => Promise.resolve(answers.shift() ?? ['127.0.0.1'])
  const service = await testService({
    replace: () => ({
      targets: createTargets(
        { environment: 'sandbox', webhookTargets: 'public' },
        { resolve, dial },
      ),
    }),
  })
  return { service, dialed }
}

test('a disallowed address is refused when an endpoint is created or changed', async () => {
  const { service, dialed } = await guardedService([['93.184.215.14']])
  const path = `${service.organization}/webhook-endpoints`
  const { data } = await service.post<EndpointJson>(path, { url: 'https://receiver.example/' })
  for (const url of [
    'http://192.0.2.1/',
    'https://198.51.100.7/',
    'https://user:pass@receiver.example/',
    'nothing',
  ])
    for (const refused of [
      await service.post(path, { url }),
      await service.call('PATCH', `${path}/${data.id}`, { body: { url } }),
    ]) {
      expect([refused.status, refused.problem.code], url).toEqual([422, 'url_not_allowed'])
      expect(refused.problem.errors?.[0]?.pointer).toBe('/url')
    }
  expect(dialed).toEqual([])
  await service.close()
})

test('a name that becomes private after its registration gets no request', async () => {
  const { service: guarded, dialed } = await guardedService([['93.184.215.14']])
  const path = `${guarded.organization}/webhook-endpoints`
  const { data } = await guarded.post<EndpointJson>(path, { url: 'https://rebinding.example/' })
  await guarded.post(`${path}/${data.id}/test`, undefined, { idempotencyKey: null })
  const failed = await until(
    async () => (await guarded.get<DeliveryJson[]>(`${path}/${data.id}/deliveries`)).data[0],
    (one) => one !== undefined && one.attempts === 1,
  )
  expect(failed).toMatchObject({ status: 'PENDING', last_error: 'address_not_allowed' })
  expect(dialed).toEqual([])
  await guarded.close()
})

describe('docs/webhooks.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const example = (language: string) =>
    new RegExp(`\`\`\`${language}\\n([^\`]*(?:\`[^\`]+\`[^\`]*)*?)\n\`\`\`\\n`).exec(page)?.[1] ??
    ''

  describe('has examples that work', () => {
    let dir: string
    beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'corridor-docs-'))))
    afterAll(() => rmSync(dir, { recursive: true, force: true }))

    async function genuineAndForged() {
      const receiver = await newReceiver()
      const made = await register(receiver.url)
      await act(made, 'rotate-secret')
      await sendTest(made)
      const [one] = await receiver.until(1)
      if (one === undefined) throw new Error('no webhook arrived')
      const input = (body: string) => JSON.stringify([made.secret, textHeaders(one), body])
      return [input(one.body), input(one.body.replace('test', 'best'))]
    }
    const said = async (program: string, args: string[]) =>
      (await promisify(execFile)(program, args)).stdout.trim().toLowerCase()

    test('in JavaScript', async () => {
      const file = join(dir, 'verify.mjs')
      writeFileSync(
        file,
        `${example('js')}\nconsole['log'](isGenuine(...JSON.parse(process.argv[2])))`,
      )
      const inputs = await genuineAndForged()
      const answers = await Promise.all(
        inputs.map((input) => said(process.execPath, [file, input])),
      )
      expect(answers).toEqual(['true', 'false'])
    })

    test('in Python', async (context) => {
      const version = await said('python3', ['--version']).catch(() => '')
      if (!/^python 3\.(9|\d\d)/.test(version)) return context.skip()
      const file = join(dir, 'verify.py')
      writeFileSync(
        file,
        `${example('python')}\nimport json, sys\n` +
          'secret, headers, body = json.loads(sys.argv[1])\nprint(is_genuine(secret, headers, body.encode()))',
      )
      const inputs = await genuineAndForged()
      const answers = await Promise.all(inputs.map((input) => said('python3', [file, input])))
      expect(answers).toEqual(['true', 'false'])
    })
  })
})
