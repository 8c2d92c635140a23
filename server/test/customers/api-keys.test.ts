// API keys that customers create, list, rotate and revoke with a key of theirs.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { selectKeyById } from '../../src/platform/access/customer-queries.ts'
import { revokeKey } from '../../src/customers/api-keys/revoke-key.ts'
import { inTransaction } from '../../src/platform/db/pool.ts'
import type { KeyJson, KeyWithSecretJson } from '../../src/customers/api-keys/view.ts'
import { later } from '../../src/platform/clock.ts'
import { forFile } from '../support/for-file.ts'
import { requireUuid } from '../support/ids.ts'
import { testService, type Reply, type Request } from '../support/service.ts'

const HOUR = 3_600_000
const path = '/v1/api-keys'
const label = 'Back office'

const corridor = await forFile(testService({ worker: false }))

const create = (body: object, request: Request = {}) =>
  corridor.post<KeyWithSecretJson>(path, { label, scopes: ['read'], ...body }, request)
const rotate = (id: string, body: object = {}, request: Request = {}) =>
  corridor.post<KeyWithSecretJson>(`${path}/${id}/rotate`, body, request)
const revoke = (id: string, request: Request = {}) =>
  corridor.call<KeyJson>('DELETE', `${path}/${id}`, request)
const read = (id: string) => corridor.get<KeyJson>(`${path}/${id}`)
const at = (ms: number) => new Date(corridor.clock.now() + ms).toISOString()

/** Whether a key works, once every cache of it has ended. */
async function works(key: string | null): Promise<boolean> {
  const isNow = async () => (await corridor.get('/v1/organizations', { key })).status === 200
  if (!(await isNow())) return false
  // Keys are cached for less than a second.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return isNow()
}
const refusal = ({ status, problem }: Reply<unknown>) => ({
  status,
  code: problem.code,
  pointers: problem.errors?.map(({ pointer }) => pointer),
})
const tooBroad = (...pointers: string[]) => ({ status: 403, code: 'api_key_too_broad', pointers })

describe('a created key', () => {
  test('works with what was asked for, and shows its secret once', async () => {
    const [organization] = await corridor.organizations()
    const expiresAt = at(HOUR)
    const { status, data } = await create({
      organization_id: organization?.id,
      allowed_addresses: ['127.0.0.1', '203.0.113.0/24'],
      expires_at: expiresAt,
    })
    expect(status).toBe(201)
    const { secret, ...shown } = data
    expect(shown).toMatchObject({
      label,
      status: 'ACTIVE',
      scopes: ['read'],
      organization_id: organization?.id,
      allowed_addresses: ['127.0.0.1/32', '203.0.113.0/24'],
      expires_at: expiresAt,
    })
    expect((await read(data.id)).data).toEqual(shown)
    expect((await corridor.get(path)).text).not.toContain(String(secret).slice(-20))
    expect(await works(secret)).toBe(true)
    const refused = await corridor.post('/v1/organizations', {}, { key: secret })
    expect(refused.problem.code).toBe('insufficient_scope')
  })

  test('is listed first or last, as the reader asks', async () => {
    const { data } = await create({})
    const ids = async (sort: string) =>
      (await corridor.get<KeyJson[]>(`${path}?limit=200${sort}`)).data.map(({ id }) => id)
    const oldest = await ids('')
    expect(oldest.at(-1)).toBe(data.id)
    expect(await ids('&sort=newest_first')).toEqual(oldest.toReversed())
    expect(await ids('&sort=oldest_first')).toEqual(oldest)
  })

  test('inherits from its maker what is left out', async () => {
    const [organization] = await corridor.organizations()
    const maker = await create({
      scopes: ['read', 'write'],
      organization_id: organization?.id,
      allowed_addresses: ['127.0.0.0/8'],
      expires_at: at(HOUR),
    })
    const made = await create({}, { key: maker.data.secret })
    const { organization_id, allowed_addresses, expires_at } = maker.data
    expect(made.data).toMatchObject({ organization_id, allowed_addresses, expires_at })
  })

  test('is returned to a repeated request without its secret, and otherwise byte for byte', async () => {
    const request = { idempotencyKey: randomUUID() }
    const first = await create({ expires_at: null }, request)
    const { secret, id } = first.data
    await rotate(id, { overlap_seconds: 5 })
    await revoke(id)
    const again = await create({}, request)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text.replace(`"${secret}"`, 'null'))
    const other = await create({ scopes: ['write'] }, request)
    expect(refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  test('is one for many concurrent requests with the same Idempotency-Key, and one of them has the secret', async () => {
    const request = { idempotencyKey: randomUUID() }
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({}, request)))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect(replies.filter(({ data }) => data.secret !== null)).toHaveLength(1)
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
  })

  test('is refused with malformed values', async () => {
    const cases: [object, string][] = [
      [{ label: '' }, '/label'],
      [{ label: 'x'.repeat(201) }, '/label'],
      [{ scopes: [] }, '/scopes'],
      [{ scopes: ['admin'] }, '/scopes/0'],
      [{ scopes: ['read', 'read'] }, '/scopes'],
      [{ expires_at: 'tomorrow' }, '/expires_at'],
      [{ expires_at: at(0) }, '/expires_at'],
      [{ expires_at: at(-HOUR) }, '/expires_at'],
      [{ allowed_addresses: ['nowhere'] }, '/allowed_addresses/0'],
      [{ allowed_addresses: ['203.0.113.0/24', '203.0.113.1/24'] }, '/allowed_addresses/1'],
      [{ allowed_addresses: ['1.2.3'] }, '/allowed_addresses/0'],
      [{ allowed_addresses: ['203.0.113.0/33'] }, '/allowed_addresses/0'],
      [{ allowed_addresses: ['203.0.113.0/24/8'] }, '/allowed_addresses/0'],
      [{ allowed_addresses: Array(51).fill('203.0.113.1') }, '/allowed_addresses'],
    ]
    for (const [body, pointer] of cases) {
      const reply = await create(body)
      expect({ body, ...refusal(reply) }).toMatchObject({ status: 400, pointers: [pointer] })
    }
    expect((await create({ admin: true })).problem.code).toBe('unknown_field')
  })
})

describe('a key makes only narrower keys:', () => {
  test('a key that may only read makes, rotates and revokes none', async () => {
    const { data: reading } = await create({})
    const request = { key: reading.secret }
    for (const reply of [
      await create({}, request),
      await rotate(reading.id, {}, request),
      await revoke(reading.id, request),
    ])
      expect(reply.problem.code).toBe('insufficient_scope')
  })

  test('a key that may only write makes none that reads', async () => {
    const { data: writing } = await create({ scopes: ['write'] })
    const request = { key: writing.secret }
    expect(refusal(await create({ scopes: ['read'] }, request))).toEqual(tooBroad('/scopes'))
    expect(refusal(await create({ scopes: ['write', 'read'] }, request))).toEqual(
      tooBroad('/scopes'),
    )
    expect((await create({ scopes: ['write'] }, request)).status).toBe(201)
  })

  test('a key bound to an organization makes none for another, and none for the enterprise', async () => {
    const [mine, sister] = await corridor.organizations()
    const { key } = await corridor.newKey({ organization: mine?.id ?? '' })
    const other = await create({ organization_id: sister?.id }, { key })
    expect(refusal(other)).toMatchObject({ status: 403, code: 'organization_not_permitted' })
    expect((await create({ organization_id: null }, { key })).data.organization_id).toBe(mine?.id)
    const [stranger] = (
      await corridor.get<{ id: string }[]>('/v1/organizations', {
        key: (await corridor.newKey({ enterprise: 'Other Enterprise' })).key,
      })
    ).data
    for (const id of [stranger?.id, 'org_01jqe8m2x4fv5s0t6w7y8z9abc', 'org', '']) {
      const foreign = await create({ organization_id: id })
      expect(refusal(foreign)).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('a key with addresses makes none that works elsewhere', async () => {
    const { key } = await corridor.newKey({ allowedAddresses: ['127.0.0.0/8', '203.0.113.0/24'] })
    const asked = async (...allowed_addresses: string[]) => create({ allowed_addresses }, { key })
    expect(refusal(await asked())).toEqual(tooBroad('/allowed_addresses'))
    expect(refusal(await asked('203.0.112.0/23'))).toEqual(tooBroad('/allowed_addresses/0'))
    expect(refusal(await asked('127.0.0.1', '198.51.100.1', '::/0'))).toEqual(
      tooBroad('/allowed_addresses/1', '/allowed_addresses/2'),
    )
    expect((await asked('203.0.113.128/25', '127.0.0.1')).status).toBe(201)
  })

  test('a key that expires makes none that outlives it', async () => {
    const { key } = await corridor.newKey({ expiresAt: later(corridor.clock.now(), HOUR) })
    const asked = async (expires_at: string | null) => create({ expires_at }, { key })
    expect(refusal(await asked(at(HOUR + 1)))).toEqual(tooBroad('/expires_at'))
    expect((await asked(at(HOUR))).status).toBe(201)
    expect((await asked(null)).data.expires_at).toBe(at(HOUR))
  })

  test('a key in the overlap of its rotation makes none that outlives the overlap', async () => {
    const { data: old } = await create({ scopes: ['read', 'write'] })
    const request = { key: old.secret }
    expect((await rotate(old.id, { overlap_seconds: 60 }, request)).status).toBe(201)
    expect(refusal(await create({ expires_at: at(60_001) }, request))).toEqual(
      tooBroad('/expires_at'),
    )
    expect((await create({}, request)).data.expires_at).toBe(at(60_000))
  })

  test('no rotation reaches a broader key', async () => {
    const [mine] = await corridor.organizations()
    const { data: broad } = await create({ scopes: ['read', 'write'] })
    const narrow = await Promise.all(
      [
        { scopes: ['write' as const] },
        { expiresAt: later(corridor.clock.now(), HOUR) },
        { allowedAddresses: ['127.0.0.0/8'] },
      ].map((input) => corridor.newKey(input)),
    )
    for (const { key } of narrow) {
      expect((await rotate(broad.id, {}, { key })).problem.code).toBe('api_key_too_broad')
      expect((await revoke(broad.id, { key })).problem.code).toBe('api_key_too_broad')
    }
    const { key: bound } = await corridor.newKey({ organization: mine?.id ?? '' })
    expect((await rotate(broad.id, {}, { key: bound })).status).toBe(404)
    expect((await revoke(broad.id, { key: bound })).status).toBe(404)
    expect((await corridor.get(`${path}/${broad.id}`, { key: bound })).status).toBe(404)
    const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
    for (const id of [broad.id, 'key_01jqe8m2x4fv5s0t6w7y8z9abc', 'x'])
      for (const reply of [
        await corridor.get(`${path}/${id}`, { key: stranger }),
        await rotate(id, {}, { key: stranger }),
        await revoke(id, { key: stranger }),
      ])
        expect(refusal(reply)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await read(broad.id)).data.status).toBe('ACTIVE')
  })

  test('a bound key sees no creation of another organization through a repeated Idempotency-Key', async () => {
    const [mine, sister] = await corridor.organizations()
    const request = { idempotencyKey: randomUUID() }
    const broad = await create({ scopes: ['read'] }, request)
    for (const organization of [mine, sister]) {
      const { key } = await corridor.newKey({ organization: organization?.id ?? '' })
      const own = await create({ scopes: ['read'] }, { ...request, key })
      expect(own.headers.get('idempotent-replayed')).toBeNull()
      expect(own.data.id).not.toBe(broad.data.id)
    }
  })
})

describe('a rotation', () => {
  test('gives the same rights to a new key, and ends the old one after the overlap', async () => {
    const expiresAt = at(100 * HOUR)
    const { data: old } = await create({ scopes: ['read', 'write'], expires_at: expiresAt })
    const { status, data: made } = await rotate(old.id, {}, { key: old.secret })
    expect(status).toBe(201)
    const { id, secret, replaces_key_id, created_at, ...same } = made
    expect(same).toEqual({ ...withoutOwn(old), expires_at: expiresAt })
    expect(replaces_key_id).toBe(old.id)
    const present = (await read(old.id)).data
    expect(present).toMatchObject({ replaced_by_key_id: id, expires_at: at(24 * HOUR) })
    expect(await works(old.secret)).toBe(true)
    corridor.clock.advance(24 * HOUR)
    expect(await works(old.secret)).toBe(false)
    expect(await works(secret)).toBe(true)
    expect((await read(old.id)).data.status).toBe('EXPIRED')
    expect(Date.parse(created_at)).toBeGreaterThan(0)
  })

  test('without an overlap ends the old key within a second', async () => {
    const { data: old } = await create({})
    const { data: made } = await rotate(old.id, { overlap_seconds: 0 })
    expect(await works(old.secret)).toBe(false)
    expect(await works(made.secret)).toBe(true)
  })

  test('never lengthens a key, and happens once for each key', async () => {
    const { data: old } = await create({ expires_at: at(60_000) })
    const { data: made } = await rotate(old.id)
    expect(made.expires_at).toBe(old.expires_at)
    expect((await read(old.id)).data.expires_at).toBe(old.expires_at)
    const again = await rotate(old.id)
    expect(refusal(again)).toMatchObject({ status: 409, code: 'api_key_not_active' })
    expect(again.problem.detail).toContain(made.id)
    await expect(
      corridor.database.owner.query(
        `update api_keys set expires_at = expires_at + interval '1 second' where id = $1`,
        [requireUuid('key', old.id)],
      ),
    ).rejects.toThrow('never extended')
  })

  test('is refused for a revoked and an expired key, and for an overlap that is too long', async () => {
    const { data: one } = await create({})
    await revoke(one.id)
    expect((await rotate(one.id)).problem.code).toBe('api_key_not_active')
    const { data: two } = await create({ expires_at: at(1000) })
    corridor.clock.advance(1000)
    expect((await rotate(two.id)).problem.code).toBe('api_key_not_active')
    const { data: three } = await create({})
    for (const overlap_seconds of [-1, 604_801, 0.5, '60', null])
      expect((await rotate(three.id, { overlap_seconds })).status).toBe(400)
  })

  test('is returned to a repeated request without its secret, also by the new key', async () => {
    const { data: old } = await create({ scopes: ['read', 'write'] })
    const request = { idempotencyKey: randomUUID() }
    const first = await rotate(old.id, { overlap_seconds: 0 }, { ...request, key: old.secret })
    const again = await rotate(
      old.id,
      { overlap_seconds: 0 },
      { ...request, key: first.data.secret },
    )
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text.replace(`"${first.data.secret}"`, 'null'))
  })

  test('happens once when it is raced by others and by a revocation', async () => {
    for (let round = 0; round < 10; round++) {
      const { data: old } = await create({ scopes: ['read', 'write'] })
      const replies = await Promise.all([
        ...Array.from({ length: 5 }, () => rotate(old.id, {}, { key: old.secret })),
        revoke(old.id),
      ])
      const made = replies.slice(0, 5).filter(({ status }) => status === 201)
      expect(made.length).toBeLessThanOrEqual(1)
      expect((await read(old.id)).data.status).toBe('REVOKED')
      expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }
  })
})

describe('a revocation', () => {
  test('ends the keys made by the key, and those made by them', async () => {
    const { data: root } = await create({ scopes: ['read', 'write'] })
    const { data: child } = await create({ scopes: ['read', 'write'] }, { key: root.secret })
    const { data: grandchild } = await create({}, { key: child.secret })
    const { data: rotated } = await rotate(grandchild.id)
    const { data: other } = await create({})
    expect((await revoke(root.id, { key: root.secret })).data.status).toBe('REVOKED')
    for (const { id } of [root, child, grandchild, rotated])
      expect((await read(id)).data.status, id).toBe('REVOKED')
    expect((await read(other.id)).data.status).toBe('ACTIVE')
    expect(await works(child.secret)).toBe(false)
    expect((await revoke(root.id)).data.status).toBe('REVOKED')
  })

  test('of a replaced key leaves the keys made by it to its replacement', async () => {
    const { data: old } = await create({ scopes: ['read', 'write'] })
    const { data: child } = await create({}, { key: old.secret })
    const { data: made } = await rotate(old.id)
    await revoke(old.id)
    expect((await read(child.id)).data.status).toBe('ACTIVE')
    await revoke(made.id)
    expect((await read(child.id)).data.status).toBe('REVOKED')
  })

  test('of a leaked key ends the keys that it rotated, however they were rotated further', async () => {
    const { data: leaked } = await create({ scopes: ['read', 'write'] })
    const { data: victim } = await create({ scopes: ['read', 'write'] })
    const { data: taken } = await rotate(victim.id, {}, { key: leaked.secret })
    const { data: further } = await rotate(taken.id, {}, { key: taken.secret })
    const { data: made } = await create({}, { key: further.secret })
    const { data: moved } = await rotate(leaked.id, { overlap_seconds: 0 }, { key: leaked.secret })
    await revoke(moved.id)
    for (const { id } of [moved, taken, further, made])
      expect((await read(id)).data.status, id).toBe('REVOKED')
    expect(await works(further.secret)).toBe(false)
    // The secret of the key before the rotation was never in the hands of the finder.
    expect((await read(victim.id)).data.status).toBe('ACTIVE')
  })

  test('of a key leaves a key that somebody else has rotated since', async () => {
    const { data: leaked } = await create({ scopes: ['read', 'write'] })
    const { data: victim } = await create({})
    const { data: taken } = await rotate(victim.id, {}, { key: leaked.secret })
    const { data: saved } = await rotate(taken.id)
    await revoke(leaked.id)
    expect((await read(taken.id)).data.status).toBe('REVOKED')
    expect((await read(saved.id)).data.status).toBe('ACTIVE')
  })

  test('by an operator ends the keys made by the key as well', async () => {
    const { data: root } = await create({ scopes: ['read', 'write'] })
    const { data: child } = await create({}, { key: root.secret })
    const { db, clock } = corridor.deps
    const row = await selectKeyById(db, requireUuid('key', root.id))
    if (row === undefined) throw new Error('the key was not created')
    expect(await inTransaction(db, (inside) => revokeKey(inside, row, clock.now()))).toBe(true)
    expect((await read(child.id)).data.status).toBe('REVOKED')
  })

  test('leaves no key that the revoked one makes at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { data: maker } = await create({ scopes: ['read', 'write'] })
      const replies = await Promise.all([
        ...Array.from({ length: 5 }, () => create({}, { key: maker.secret })),
        revoke(maker.id),
        ...Array.from({ length: 5 }, () => create({}, { key: maker.secret })),
      ])
      for (const { status, text } of replies) expect([200, 201, 401], text).toContain(status)
      for (const reply of replies.filter(({ status }) => status === 201))
        expect((await read(reply.data.id)).data.status).toBe('REVOKED')
    }
  })
})

test('the list has all keys of the enterprise in pages, and for a bound key those of its organization', async () => {
  const [mine] = await corridor.organizations()
  const { key } = await corridor.newKey({ organization: mine?.id ?? '' })
  const all = (await corridor.get<KeyJson[]>(path)).data
  const visited: KeyJson[] = []
  for (let next: string | undefined = `${path}?limit=7`; next !== undefined; ) {
    const page: Reply<KeyJson[]> = await corridor.get(next)
    visited.push(...page.data)
    next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]?.slice(corridor.url.length)
  }
  expect(visited.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())
  const bound = (await corridor.get<KeyJson[]>(path, { key })).data.map(({ id }) => id)
  expect(bound).toEqual(
    all.filter(({ organization_id }) => organization_id === mine?.id).map(({ id }) => id),
  )
  const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const theirs = (await corridor.get<KeyJson[]>(path, { key: stranger })).data
  expect(theirs.filter(({ id }) => all.some((one) => one.id === id))).toEqual([])
})

test('an enterprise has at most 1000 working keys, however they are made', async () => {
  const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const { data: first } = await create({}, { key })
  await corridor.sql`insert into api_keys (id, enterprise_id, label, secret_hash, scopes, created_at)
     select gen_random_uuid(), enterprise_id, 'many', sha256(n::text::bytea), '{read}', created_at
       from api_keys, generate_series(1, 1000) n where id = ${requireUuid('key', first.id)}`
  expect(refusal(await create({}, { key }))).toMatchObject({
    status: 409,
    code: 'too_many_api_keys',
  })
  expect((await rotate(first.id, {}, { key })).problem.code).toBe('too_many_api_keys')
  expect((await corridor.get<KeyJson>(`${path}/${first.id}`, { key })).data.expires_at).toBeNull()
})

const withoutOwn = ({ id, secret, replaces_key_id, created_at, ...same }: KeyWithSecretJson) => {
  void [id, secret, replaces_key_id, created_at]
  return same
}
