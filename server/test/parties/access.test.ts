// API keys: which requests they authenticate, and when they stop working.
import { instantAt } from '../../src/platform/clock.ts'
import { describe, expect, test } from 'vitest'
import { updateKeyRevoked } from '../../src/platform/access/queries.ts'
import { generateKey, isPlausibleKey } from '../../src/platform/access/keys.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService())

describe('authentication failures', () => {
  test('missing, malformed, mistyped, unknown, expired and revoked keys get the same 401 body', async () => {
    const expired = await corridor.newKey({ expiresAt: corridor.clock.now() })
    const revoked = await corridor.newKey()
    await updateKeyRevoked(corridor.deps.db, revoked.id, corridor.clock.now())
    const mistyped =
      corridor.sandbox.api_key.slice(0, -1) + (corridor.sandbox.api_key.endsWith('0') ? '1' : '0')
    const headers = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic abc',
      corridor.sandbox.api_key,
      `Bearer ${mistyped}`,
      `Bearer ${generateKey('sandbox')}`,
      `Bearer ${generateKey('live')}`,
      `Bearer ${expired.key}`,
      `Bearer ${revoked.key}`,
      `Bearer ${corridor.sandbox.api_key}x`,
      `Bearer ${corridor.sandbox.api_key} x`,
    ]
    const texts = new Set<string>()
    for (const authorization of headers) {
      const reply = await corridor.get('/v1/organizations', {
        key: null,
        headers: {
          'x-request-id': 'same',
          ...(authorization === undefined ? {} : { authorization }),
        },
      })
      expect(reply.status, String(authorization)).toBe(401)
      expect(reply.problem.code).toBe('unauthenticated')
      expect(reply.problem.detail).toContain('"Authorization: Bearer"')
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      texts.add(reply.text)
    }
    expect(texts.size).toBe(1)
  })

  test('a key in the query string does not authenticate', async () => {
    const reply = await corridor.get(
      `/v1/organizations?authorization=Bearer%20${corridor.sandbox.api_key}`,
      { key: null },
    )
    expect(reply.problem.code).toBe('unauthenticated')
  })

  test('a mistyped key is refused without a database query', async () => {
    const mistyped = generateKey('sandbox').slice(0, -1) + '?'
    expect(isPlausibleKey(mistyped, 'sandbox')).toBe(false)
    const key = generateKey('sandbox')
    const flipped = `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`
    expect(isPlausibleKey(key, 'sandbox')).toBe(true)
    expect(isPlausibleKey(flipped, 'sandbox')).toBe(false)
    expect(isPlausibleKey(key, 'live')).toBe(false)
  })
})

test("a revoked key stops working within one second; the enterprise's other keys keep working", async () => {
  const [old, fresh] = [await corridor.newKey(), await corridor.newKey()]
  expect((await corridor.get('/v1/organizations', { key: old.key })).status).toBe(200)
  await updateKeyRevoked(corridor.deps.db, old.id, corridor.clock.now())
  // Poll: a loaded machine may ask late.
  const status = async () => (await corridor.get('/v1/organizations', { key: old.key })).status
  await expect.poll(status, { interval: 100 }).toBe(401)
  expect((await corridor.get('/v1/organizations', { key: fresh.key })).status).toBe(200)
})

test('a read-only key can read; a write with it names the missing scope', async () => {
  const { key } = await corridor.newKey({ scopes: ['read'] })
  expect((await corridor.get('/v1/organizations', { key })).status).toBe(200)
  const refused = await corridor.post(`${corridor.organization}/offerings`, undefined, { key })
  expect(refused.status).toBe(403)
  expect(refused.problem.code).toBe('insufficient_scope')
  expect(refused.problem['required_scope']).toBe('write')
})

test('a key limited to IP addresses works from those addresses only', async () => {
  const elsewhere = await corridor.newKey({ allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] })
  const here = await corridor.newKey({ allowedAddresses: ['127.0.0.0/8'] })
  expect((await corridor.get('/v1/organizations', { key: elsewhere.key })).problem.code).toBe(
    'address_not_allowed',
  )
  expect((await corridor.get('/v1/organizations', { key: here.key })).status).toBe(200)
})

test('the last use of each key is recorded', async () => {
  const { id, key } = await corridor.newKey()
  await corridor.get('/v1/organizations', { key })
  await corridor.deps.authenticator.recordUse()
  const rows = await corridor.sql`select last_used_at from api_keys where id = ${id}`
  expect(rows[0]?.last_used_at).toBe(corridor.clock.now())
})

test('in a sandbox a live key gets 403 sandbox_key_required from simulated funding, and 401 elsewhere', async () => {
  const order = await corridor.order()
  const live = generateKey('live')
  const simulated = await corridor.post(
    `${corridor.organization}/orders/${order.id}/simulate-demo-funding`,
    {},
    { key: live },
  )
  expect(simulated.status).toBe(403)
  expect(simulated.problem.code).toBe('sandbox_key_required')
  expect((await corridor.get(corridor.organization, { key: live })).status).toBe(401)
})

test('the database stores keys as hashes only', async () => {
  const rows = await corridor.sql`select * from api_keys`
  expect(
    JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(corridor.sandbox.api_key.slice(11, 30))
})

describe('rate limits', () => {
  test('every authenticated answer shows the units left, and an excess gets 429 with Retry-After', async () => {
    const limited = await testService({ env: { CORRIDOR_RATE_LIMIT: '5' } })
    try {
      const replies = await Promise.all(
        Array.from({ length: 9 }, () => limited.get('/v1/organizations')),
      )
      for (const reply of replies) {
        expect(reply.headers.get('ratelimit-limit')).toBe('5')
        expect(reply.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
        expect(reply.headers.get('ratelimit-reset')).toMatch(/^\d+$/)
      }
      const refused = replies.filter((reply) => reply.status === 429)
      expect(refused.length).toBeGreaterThan(0)
      for (const reply of refused) {
        expect(reply.problem.code).toBe('rate_limited')
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      await limited.close()
    }
  })

  test('failed authentications are limited by address, and a working key keeps working', async () => {
    const limited = await testService({ env: { CORRIDOR_AUTH_FAILURE_LIMIT: '3' } })
    try {
      const statuses: number[] = []
      for (let tries = 0; tries < 5; tries++)
        statuses.push((await limited.get('/v1/organizations', { key: null })).status)
      expect(statuses).toEqual([401, 401, 401, 429, 429])
      expect((await limited.get('/v1/organizations')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

test('a live deployment has no simulated funding and refuses sandbox keys', async () => {
  const { newSecrets } = await import('../../src/platform/config.ts')
  const { testDatabase } = await import('../support/database.ts')
  const { startService } = await import('../../src/service/serve.ts')
  const { readConfig } = await import('../../src/platform/config.ts')
  const { createKey } = await import('../../src/customers/api-keys/create-key.ts')
  const { insertEnterprises } = await import('../../src/parties/organizations/queries.ts')
  const { newUuid } = await import('../../src/platform/ids.ts')
  const pino = (await import('pino')).default
  const database = await testDatabase({ empty: true })
  const config = readConfig({
    PORT: '0',
    CORRIDOR_ENVIRONMENT: 'live',
    DATABASE_URL: database.url,
    CORRIDOR_SECRETS: newSecrets(),
  })
  const service = await startService(
    config,
    { http: true, worker: false },
    { log: pino({ level: 'silent' }) },
  )
  try {
    const enterprise = { id: newUuid('ent', instantAt(Date.now())), name: 'Live' }
    await insertEnterprises(service.deps.db, [enterprise], instantAt(Date.now()))
    const { key } = await createKey(service.deps.db, 'live', {
      enterpriseId: enterprise.id,
      organizationId: null,
      label: 'l',
      scopes: ['read', 'write'],
      allowedAddresses: [],
      at: instantAt(Date.now()),
      expiresAt: null,
    })
    const request = (path: string, bearer: string, method = 'GET') =>
      fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
    expect((await request('/v1/organizations', key)).status).toBe(200)
    expect((await request('/v1/organizations', corridor.sandbox.api_key)).status).toBe(401)
    const simulate = await request(
      `${corridor.organization}/orders/ord_01jqe8m2x4fv5s0t6w7y8z9abc/simulate-demo-funding`,
      key,
      'POST',
    )
    expect(simulate.status).toBe(404)
  } finally {
    await service.stop()
    await database.close()
  }
})
