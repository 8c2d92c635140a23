// What limits cost whom: an excess is refused before a statement is spent, unknown and foreign organizations cost the
// same, strangers do not shut out whoever has a working key, and readers who stall take little memory.
import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { generateKey } from '../src/access/keys.ts'
import type { Deps } from '../src/deps.ts'
import { newUuid, publicId } from '../src/ids.ts'
import { createMemberships } from '../src/organizations/membership.ts'
import type { OrganizationJson } from '../src/organizations/view.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'
import { insertManyOrganizations, MANY_ORGANIZATIONS } from './support/many-organizations.ts'
import { testService, type TestService } from './support/service.ts'

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

const unknownOrganization = () => publicId('org', newUuid(Date.now()))

/** The names of the statements that a service sends from now on. */
// Keys and rates are read again each second, whoever calls.
const BY_THE_CLOCK = new Set([
  'select_keys_by_hashes',
  'select_trading_pairs',
  'select_sandbox_clock',
])

function statementsOf({ db }: Deps): string[] {
  const names: string[] = []
  const query = db.query.bind(db)
  vi.spyOn(db, 'query').mockImplementation((...sent: unknown[]) => {
    const [statement] = sent
    if (typeof statement === 'object' && statement !== null && 'name' in statement)
      if (!BY_THE_CLOCK.has(String(statement.name))) names.push(String(statement.name))
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
        [...encryptionKeys].map(([id, key]) => [id, key.toString('base64')]),
      ),
      deposit_seed: depositSeed.toString('base64'),
    }),
  }
}

describe('an excess of requests', () => {
  test('is refused before anything is asked of the database, unknown organizations too', async () => {
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

  test('counts what an operation costs: a complete list is ten pages, offerings are fifty', async () => {
    const { key } = await corridor.newKey()
    const costOf = async (ask: (key: string) => Promise<{ headers: Headers; status: number }>) => {
      for (let tries = 0; ; tries++) {
        const left = async () =>
          Number(
            (await corridor.get(`${corridor.organization}/orders?limit=1`, { key })).headers.get(
              'ratelimit-remaining',
            ),
          )
        const before = await left()
        const reply = await ask(key)
        const after = await left()
        expect(reply.status).toBeLessThan(300)
        // Once in a while a second ends in between.
        if (after < before || tries > 20) return before - after - 1
      }
    }
    expect(
      await costOf((own) => corridor.get(`${corridor.organization}/orders`, { key: own })),
    ).toBe(10)
    expect(
      await costOf((own) => corridor.get(`${corridor.organization}/orders?limit=5`, { key: own })),
    ).toBe(1)
    expect(
      await costOf((own) =>
        corridor.post(`${corridor.organization}/offerings`, undefined, { key: own }),
      ),
    ).toBe(50)
  })
})

describe('an organization that is not the caller’s', () => {
  test('costs one statement whether it exists or not, and none when it is asked for again within a second', async () => {
    const [foreign = ''] = await foreignOrganizations()
    for (const id of [foreign, unknownOrganization()]) {
      // Whoever it belongs to has called before.
      const statements = statementsOf(corridor.deps)
      const texts = []
      for (let asked = 0; asked < 3; asked++) {
        const reply = await corridor.get(`/v1/organizations/${id}`)
        expect(reply.status).toBe(404)
        texts.push(Object.keys(reply.problem).join())
      }
      // On a slow machine the second passes in between.
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
      await database.owner.query<{ id: string }>(
        `select id from enterprises where name = 'Demo Enterprise'`,
      )
    ).rows.map(({ id }) => id)
    const uuids = (
      await database.owner.query<{ id: string }>(
        `select o.id from organizations o join enterprises e on e.id = o.enterprise_id where e.name <> 'Demo Enterprise'`,
      )
    ).rows.map(({ id }) => id)
    expect(uuids).toHaveLength(foreign.length)
    for (let round = 0; round < 300; round++) {
      const of = round % 2 === 0 ? 'foreign' : 'unknown'
      // Each time as if it had never been asked for.
      const fresh = createMemberships(corridor.deps.db)
      const organizationId = of === 'foreign' ? (uuids[0] ?? '') : newUuid(Date.now())
      const began = performance.now()
      expect(await fresh.isMember({ enterpriseId: enterpriseId ?? '', organizationId })).toBe(false)
      tookMs[of].push(performance.now() - began)
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN
    const ratio = median(tookMs.foreign) / median(tookMs.unknown)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  test('is found at once when it was just created, by every process', async () => {
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

  test('is forgotten within a second, so that one which comes to be is found', async () => {
    let nowMs = 0
    const memberships = createMemberships(corridor.deps.db, () => nowMs)
    const { rows } = await database.owner.query<{ id: string; enterprise_id: string }>(
      'select id, enterprise_id from organizations limit 1',
    )
    const [known] = rows
    const asked = { enterpriseId: newUuid(1), organizationId: known?.id ?? '' }
    const statements = statementsOf(corridor.deps)
    for (nowMs = 0; nowMs <= 2000; nowMs += 250)
      expect(await memberships.isMember(asked)).toBe(false)
    expect(statements).toHaveLength(3)
    vi.restoreAllMocks()
  })
})

describe('an address over its limit of failures', () => {
  test('has no keys looked up for it but a few a second; a key that works goes on working, also a new one', async () => {
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
      // Those that it has not seen are told to come later, and one after the other would each be a statement.
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

  test('are at most ten of a key at once, and the next is 429 until one has ended', async () => {
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
    // One is read to its end, one is left.
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

  test('are not read ahead of a reader who stalls', async () => {
    const { key } = await corridor.newKey()
    const statements = statementsOf(corridor.deps)
    const pages = () => statements.filter((name) => name === 'select_organizations').length
    const list = await open(key)
    // Until nothing more is read.
    for (let before = -1; before !== pages(); ) {
      before = pages()
      await sleep(500)
    }
    const stalledAt = pages()
    expect(stalledAt).toBeLessThan(MANY_ORGANIZATIONS / 200)
    // What was read of the database is what the reader has, the sockets and 128 kB that are being written.
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
  }, 60_000)
})

async function foreignOrganizations(): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `select o.id from organizations o join enterprises e on e.id = o.enterprise_id
      where e.name <> 'Demo Enterprise' order by o.id`,
  )
  return rows.map(({ id }) => publicId('org', id))
}
