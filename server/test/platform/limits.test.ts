// Costs of limits: an excess costs no statement, unknown and foreign organizations cost the same, strangers do not lock
// out working keys, and readers who stall take little memory.
import { instantAt } from '../../src/platform/clock.ts'
import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { generateKey } from '../../src/platform/access/keys.ts'
import type { Deps } from '../../src/service/deps.ts'
import { newUuid, NO_ID, publicId, type Uuid } from '../../src/platform/ids.ts'
import { createMemberships } from '../../src/parties/organizations/membership.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { insertManyOrganizations, MANY_ORGANIZATIONS } from '../support/many-organizations.ts'
import { testService, type TestService } from '../support/service.ts'

let database: TestDatabase
let corridor: TestService
beforeAll(async () => {
  database = await testDatabase()
  corridor = await testService({ database, worker: false })
})
afterAll(async () => {
  await corridor.close()
  await database.close()
})
afterEach(() => vi.restoreAllMocks())

const unknownOrganization = () => publicId('org', newUuid('org', instantAt(Date.now())))

/** Records the names of the statements that a service sends from now on. */
// Keys and rates are read every second without any request.
const PERIODIC_STATEMENTS = new Set([
  'select_keys_by_hashes',
  'select_trading_pairs',
  'select_sandbox_clock',
  'insert_requests',
])

function statementsOf({ db }: Deps): string[] {
  const names: string[] = []
  const query = db.query.bind(db)
  vi.spyOn(db, 'query').mockImplementation((...sent: unknown[]) => {
    const [statement] = sent
    if (typeof statement === 'object' && statement !== null && 'name' in statement)
      if (!PERIODIC_STATEMENTS.has(String(statement.name))) names.push(String(statement.name))
    return Reflect.apply(query, db, sent)
  })
  return names
}

const limitedService = (env: Record<string, string>) =>
  testService({ database, worker: false, env: { ...secretsOf(), ...env } })
const secretsOf = () => {
  const { currentKeyId, encryptionKeys, depositSeed } = corridor.deps.config.secrets
  return {
    CORRIDOR_SECRETS: JSON.stringify({
      current_key_id: currentKeyId,
      encryption_keys: Object.fromEntries(
        [...encryptionKeys].map(([id, key]) => [id, key.export().toString('base64')]),
      ),
      deposit_seed: depositSeed.toString('base64'),
    }),
  }
}

describe('rate limits', () => {
  test('refuse an excess before any statement, also for unknown organizations', async () => {
    const limited = await limitedService({ CORRIDOR_RATE_LIMIT: '5' })
    try {
      const { key } = await limited.newKey()
      await limited.get('/v1/organizations?limit=1', { key })
      const statements = statementsOf(limited.deps)
      const replies = await Promise.all(
        Array.from({ length: 60 }, () =>
          limited.get(`/v1/organizations/${unknownOrganization()}`, { key }),
        ),
      )
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThan(20)
      for (const reply of refused) expect(reply.headers.get('ratelimit-limit')).toBe('5')
      const looked = statements.filter((name) => name === 'select_memberships').length
      expect(looked).toBeLessThanOrEqual(60 - refused.length)
    } finally {
      await limited.close()
    }
  })

  test('count the cost of an operation: a complete list costs ten pages, offerings fifty', async () => {
    const costOf = async (call: (key: string) => Promise<{ headers: Headers; status: number }>) => {
      // The first request of a key begins its window.
      const { status, headers } = await call((await corridor.newKey()).key)
      expect(status).toBeLessThan(300)
      return Number(headers.get('ratelimit-limit')) - Number(headers.get('ratelimit-remaining'))
    }
    expect(await costOf((key) => corridor.get(`${corridor.organization}/orders`, { key }))).toBe(10)
    expect(
      await costOf((key) => corridor.get(`${corridor.organization}/orders?limit=5`, { key })),
    ).toBe(1)
    expect(
      await costOf((key) =>
        corridor.post(`${corridor.organization}/offerings`, undefined, { key }),
      ),
    ).toBe(50)
  })
})

describe('an organization that is not the caller’s', () => {
  test('costs one statement whether it exists or not, and none when requested again within a second', async () => {
    const [foreign = ''] = await foreignOrganizations()
    for (const id of [foreign, unknownOrganization()]) {
      // The organization's owner has called before.
      const statements = statementsOf(corridor.deps)
      const texts = []
      for (let asked = 0; asked < 3; asked++) {
        const reply = await corridor.get(`/v1/organizations/${id}`)
        expect(reply.status).toBe(404)
        texts.push(Object.keys(reply.problem).join())
      }
      // On a slow machine the second may end in between.
      expect(statements.length).toBeGreaterThan(0)
      expect(new Set(statements)).toEqual(new Set(['select_memberships']))
      expect(new Set(texts).size).toBe(1)
      vi.restoreAllMocks()
    }
  })

  test('takes as long to be refused as an unknown one', async () => {
    const tookMs: Record<'foreign' | 'unknown', number[]> = { foreign: [], unknown: [] }
    const foreign = await foreignOrganizations()
    const [enterpriseId] = (
      await database.sql<{ id: Uuid<'ent'> }>`select id from enterprises
        where name = 'Demo Enterprise'`
    ).map(({ id }) => id)
    const uuids = (
      await database.sql<{ id: Uuid<'org'> }>`select o.id from organizations o
        join enterprises e on e.id = o.enterprise_id
        where e.name <> 'Demo Enterprise'`
    ).map(({ id }) => id)
    expect(uuids).toHaveLength(foreign.length)
    for (let round = 0; round < 300; round++) {
      const of = round % 2 === 0 ? 'foreign' : 'unknown'
      // A new cache for each request.
      const fresh = createMemberships(corridor.deps.db)
      const organizationId =
        of === 'foreign' ? (uuids[0] ?? NO_ID) : newUuid('org', instantAt(Date.now()))
      const began = performance.now()
      expect(await fresh.isMember({ enterpriseId: enterpriseId ?? NO_ID, organizationId })).toBe(
        false,
      )
      tookMs[of].push(performance.now() - began)
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN
    const ratio = median(tookMs.foreign) / median(tookMs.unknown)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  test('is found by every process at once after it was created', async () => {
    const second = await limitedService({})
    try {
      for (let made = 0; made < 5; made++) {
        await corridor.get(`/v1/organizations/${unknownOrganization()}`)
        const { data } = await corridor.post<OrganizationJson>('/v1/organizations', {
          name: `Fresh ${made}`,
          contact: { email: 'fresh@example.com', first_name: 'F', last_name: 'R' },
        })
        expect((await corridor.get(`/v1/organizations/${data.id}`)).status).toBe(200)
        const { key } = await second.newKey()
        expect((await second.get(`/v1/organizations/${data.id}`, { key })).status).toBe(200)
      }
    } finally {
      await second.close()
    }
  })

  test('is cached as unknown for at most a second, so that it is found once it exists', async () => {
    let nowMs = 0
    const memberships = createMemberships(corridor.deps.db, () => nowMs)
    const rows = await database.sql<{
      id: Uuid<'org'>
      enterprise_id: string
    }>`select id, enterprise_id
        from organizations limit 1`
    const [known] = rows
    const asked = { enterpriseId: newUuid('ent', instantAt(1)), organizationId: known?.id ?? NO_ID }
    const statements = statementsOf(corridor.deps)
    for (nowMs = 0; nowMs <= 2000; nowMs += 250)
      expect(await memberships.isMember(asked)).toBe(false)
    expect(statements).toHaveLength(3)
    vi.restoreAllMocks()
  })
})

describe('an address over its limit of failed authentications', () => {
  test('causes only a few key lookups a second, and known and new keys keep working', async () => {
    const limited = await limitedService({ CORRIDOR_AUTH_FAILURE_LIMIT: '3' })
    try {
      const known = (await limited.newKey()).key
      const fresh = (await limited.newKey()).key
      expect((await limited.get('/v1/organizations?limit=1', { key: known })).status).toBe(200)
      const strange = (count: number) =>
        Promise.all(
          Array.from({ length: count }, () =>
            limited.get('/v1/organizations', { key: generateKey('sandbox') }),
          ),
        )
      await strange(4)
      // Most unknown keys are refused without a lookup. Sequential lookups would cost a statement each.
      const lookedUp = vi.spyOn(limited.deps.db, 'query')
      const began = performance.now()
      const statuses = []
      for (let tries = 0; tries < 40; tries++) statuses.push((await strange(1))[0]?.status)
      const seconds = Math.ceil((performance.now() - began) / 1000) + 1
      expect(new Set(statuses)).toEqual(new Set([429]))
      expect(lookedUp.mock.calls.length).toBeLessThanOrEqual(10 * seconds)
      for (let tries = 0; tries < 3; tries++) {
        expect((await limited.get('/v1/organizations?limit=1', { key: known })).status).toBe(200)
        await sleep(400)
      }
      await sleep(1000)
      expect((await limited.get('/v1/organizations?limit=1', { key: fresh })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('complete lists', () => {
  beforeAll(() => insertManyOrganizations(database))

  const open = (key: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpGet(
        `${corridor.url}/v1/organizations`,
        { agent: false, headers: { authorization: `Bearer ${key}` } },
        resolve,
      ).on('error', reject)
    })

  test('of one key are at most ten at once, and the next gets 429 until one has ended', async () => {
    const { key } = await corridor.newKey()
    const other = (await corridor.newKey()).key
    const lists = await Promise.all(Array.from({ length: 10 }, () => open(key)))
    expect(lists.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200))
    const refused = await open(key)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('5')
    refused.resume()
    expect((await corridor.get('/v1/organizations?limit=1', { key })).status).toBe(200)
    const others = await open(other)
    expect(others.statusCode).toBe(200)
    others.destroy()
    // One list is read to its end, one is closed.
    const [read, left] = lists
    read?.resume()
    if (read !== undefined) await once(read, 'end')
    left?.destroy()
    let isLetIn = false
    for (let tries = 0; tries < 1200 && !isLetIn; tries++) {
      const again = await open(key)
      isLetIn = again.statusCode === 200
      again.destroy()
      if (!isLetIn) await sleep(50)
    }
    expect(isLetIn).toBe(true)
    for (const list of lists) list.destroy()
  })

  test('are not read from the database ahead of a reader who stalls', async () => {
    const { key } = await corridor.newKey()
    const statements = statementsOf(corridor.deps)
    const pages = () => statements.filter((name) => name === 'select_organizations').length
    const list = await open(key)
    // Wait until no further page is read.
    for (let before = -1; before !== pages(); ) {
      before = pages()
      await sleep(500)
    }
    const stalledAt = pages()
    expect(stalledAt).toBeLessThan(MANY_ORGANIZATIONS / 200)
    // The pages read are in the reader, the sockets or the 128 kB being written.
    let bytes = 0
    let ids = 0
    const rest = new Promise<void>((resolve) => list.on('end', resolve))
    list.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      ids += chunk.toString('latin1').split('"org_').length - 1
    })
    await rest
    expect(bytes).toBeGreaterThan(0)
    expect(ids).toBeGreaterThanOrEqual(MANY_ORGANIZATIONS - 100)
    vi.restoreAllMocks()
  })
})

async function foreignOrganizations(): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: Uuid<'org'> }>(
    `select o.id from organizations o join enterprises e on e.id = o.enterprise_id
      where e.name <> 'Demo Enterprise' order by o.id`,
  )
  return rows.map(({ id }) => publicId('org', id))
}
