// The request log: what a developer finds of her requests, and what nobody finds there.
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { openRequestLog } from '../../src/customers/request-log/log.ts'
import { forgetRequests } from '../../src/customers/request-log/keep.ts'
import { harmless, namesIn, shapeOf } from '../../src/customers/request-log/shape.ts'
import { later } from '../../src/platform/clock.ts'
import { newUuid } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { NOON, testService } from '../support/service.ts'

type Entry = {
  request_id: string
  api_key_id: string
  method: string
  path: string
  operation: string
  status: number
  error_code: string | null
  error_pointers: string[]
  created_id: string | null
  body: { pointer: string; type: string; length: number | null }[] | null
}

const DAY = 86_400_000
const silentLog = pino({ level: 'silent' })
const corridor = await forFile(testService({ worker: false }))

const read = async (query: string, key?: string | null) =>
  (await corridor.get<Entry[]>(`/v1/api-requests?limit=50${query}`, key == null ? {} : { key }))
    .data
/** The entries with this request id, once they are written. */
async function entriesOf(requestId: string, key?: string | null): Promise<Entry[]> {
  await expect
    .poll(() => read(`&request_id=${requestId}`, key), { timeout: 10_000 })
    .not.toEqual([])
  return read(`&request_id=${requestId}`, key)
}
const named = (id: string) => ({ headers: { 'x-request-id': id } })

describe('an entry', () => {
  test('of a creation says what was created and which fields were sent, without a value', async () => {
    const body = { label: 'Back office of Ana', scopes: ['read'] }
    const { data } = await corridor.post<{ id: string }>('/v1/api-keys', body, named('made-1'))
    const [entry] = await entriesOf('made-1')
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/v1/api-keys',
      operation: 'createApiKey',
      status: 201,
      error_code: null,
      created_id: data.id,
      body: [
        { pointer: '', type: 'object', length: null },
        { pointer: '/label', type: 'string', length: 18 },
        { pointer: '/scopes', type: 'array', length: 1 },
        { pointer: '/scopes/0', type: 'string', length: 4 },
      ],
    })
    expect(JSON.stringify(entry)).not.toContain('Ana')
  })

  test('of a refusal says why and where, and names of fields that no operation has are left out', async () => {
    const secret = 'ES9121000418450200051332'
    const body = { label: 'Shop', scopes: ['read'], [secret]: 1 }
    await corridor.post('/v1/api-keys', body, named('refused-1'))
    await corridor.get(`/v1/${secret}`, named('refused-2'))
    await corridor.get(`/v1/api-keys/${secret}?${secret}=1`, named('refused-3'))
    const [entry] = await entriesOf('refused-1')
    expect(entry).toMatchObject({ status: 400, error_code: 'unknown_field', created_id: null })
    expect(entry?.error_pointers).toContain('/…')
    const [unknown] = await entriesOf('refused-2')
    expect(unknown).toMatchObject({ status: 404, path: '/v1/…', error_code: 'not_found' })
    const [query] = await entriesOf('refused-3')
    expect(query).toMatchObject({ path: '/v1/api-keys/…', error_pointers: ['?…'] })
    const refused = await read('&refused=true')
    expect(refused.map(({ request_id }) => request_id)).toEqual(
      expect.arrayContaining(['refused-1', 'refused-2', 'refused-3']),
    )
    expect(JSON.stringify(refused)).not.toContain(secret)
  })
})

test('a key bound to an organization sees the requests of such keys only', async () => {
  const [organization] = await corridor.organizations()
  const bound = { label: 'Shop', scopes: ['read'], organization_id: organization?.id }
  const { data } = await corridor.post<{ id: string; secret: string }>(
    '/v1/api-keys',
    bound,
    named('by-owner'),
  )
  await entriesOf('by-owner')
  await corridor.get('/v1/organizations', { key: data.secret, ...named('by-shop') })
  const [own] = await entriesOf('by-shop', data.secret)
  expect(own?.api_key_id).toBe(data.id)
  expect(await read('&request_id=by-owner', data.secret)).toEqual([])
  const ofKey = await read(`&api_key_id=${data.id}`)
  expect(ofKey.map(({ request_id }) => request_id)).toContain('by-shop')
})

test('a flood of one key takes its allowance, not that of others, and refusals have their own', () => {
  const log = openRequestLog(corridor.deps.db, silentLog)
  const [ours, theirs] = [newUuid('ent', NOON), newUuid('ent', NOON)]
  const taken = (enterpriseId: typeof ours, id: string, isRefusal: boolean) =>
    Array.from({ length: 1000 }, () => log.takes({ enterpriseId, id }, isRefusal)).filter(Boolean)
      .length
  expect(taken(ours, 'loud', false)).toBeLessThan(310)
  expect(taken(ours, 'loud', true)).toBeGreaterThanOrEqual(300)
  expect(log.takes({ enterpriseId: ours, id: 'quiet' }, false)).toBe(true)
  const keys = Array.from({ length: 30 }, (_, at) => taken(ours, `key${at}`, false))
  expect(
    keys.reduce((sum, of) => sum + of, 0),
    'of all its keys',
  ).toBeLessThan(3100)
  expect(taken(theirs, 'other', false)).toBeGreaterThanOrEqual(300)
})

test('entries are kept seven days', async () => {
  await corridor.get('/v1/api-keys', named('old'))
  await entriesOf('old')
  const after = (ms: number) => {
    const now = () => later(corridor.clock.now(), ms)
    return forgetRequests({ db: corridor.deps.db, clock: { now, realNow: now } })
  }
  await after(7 * DAY - 60_000)
  expect(await read('&request_id=old')).toHaveLength(1)
  expect(await after(7 * DAY + 60_000)).toBeGreaterThan(0)
  expect(await read('&request_id=old')).toEqual([])
})

const request = {
  id: newUuid('rq', NOON),
  enterprise_id: newUuid('ent', NOON),
  organization_id: null,
  key_id: newUuid('key', NOON),
  request_id: 'one',
  at: NOON,
  method: 'GET',
  path: '/v1/organizations',
  operation: 'listOrganizations',
  status: 200,
  took_ms: 1,
  code: null,
  faults: [],
  object_id: null,
  body: null,
}

test('while the database refuses, memory stays bounded, and requests noted later are written', async () => {
  let isAway = true
  const written: number[] = []
  const query = (asked: { values: string[] }) => {
    if (isAway) return Promise.reject(new Error('away'))
    written.push(JSON.parse(asked.values[0] ?? '[]').length)
    return Promise.resolve({ rows: [] })
  }
  const db = Object.create(corridor.deps.db, { query: { value: query } })
  const away = openRequestLog(db, silentLog)
  for (let at = 0; at < 20_000; at += 1) away.note(request)
  await away.close()
  expect(written).toEqual([])
  isAway = false
  for (let at = 0; at < 20_000; at += 1) away.note(request)
  await away.close()
  expect(written).toEqual(Array.from({ length: 10 }, () => 500))
})

describe('the shape of a body', () => {
  test('is bounded in fields and in depth', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, at]))
    const names = namesIn({ properties: { a: {} } })
    expect(shapeOf(wide, names)).toHaveLength(50)
    let deep: object = {}
    for (let at = 0; at < 1000; at += 1) deep = { a: deep }
    expect(shapeOf(deep, names)).toHaveLength(6)
    expect(shapeOf(undefined, names)).toBeNull()
  })

  test.each([
    ['/payin_amount', '/payin_amount'],
    ['?limit', '?limit'],
    ['/ES91 2100', '/…'],
    ['/items/3/Ana María', '/items/3/…'],
    ['/de89370400440532013000', '/…'],
    ['', ''],
  ])('a pointer %j is shown as %j', (pointer, shown) =>
    expect(harmless(pointer, new Set(['payin_amount', 'limit', 'items']))).toBe(shown),
  )
})
