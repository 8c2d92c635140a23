// Lists by time can be read from either end, and narrowed by what no index has: the parts of names, acts and proposers.
// Every answer is compared with operator-openapi.json.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newUuid } from '../../src/platform/ids.ts'
import { newPerson, newProgram, openDesk, ratesArrive, type Person } from '../support/desk.ts'
import { applied } from '../support/operator-files.ts'
import { requireUuid } from '../support/ids.ts'
import type { TestService } from '../support/service.ts'

type Row = { id: string; created_at: string } & Record<string, unknown>
type Program = Pick<Person, 'act'>

let corridor: TestService
let viewer: Program
let mine: Program
let admin: Program
let desk: Awaited<ReturnType<typeof openDesk>>
const orders: string[] = []

beforeAll(async () => {
  desk = await openDesk()
  ;({ corridor } = desk)
  await ratesArrive(corridor)
  await corridor.deps.feeds.push()
  for (let made = 0; made < 3; made++) orders.push((await corridor.order()).id)
  const organization = requireUuid('org', corridor.sandbox.organization_id)
  for (const [index, order] of orders.entries()) {
    const at = corridor.deps.clock.now()
    await corridor.database.owner.query(
      `insert into refunds (organization_id, id, order_id, currency, amount_minor, reason, status, rail_key, created_at,
         updated_at, due_at) values ($1, $2, $3, 'USDC', $4, 'excess', 'PENDING', $5, $6, $6, $6)`,
      [
        organization,
        newUuid('rf', at),
        requireUuid('ord', order),
        (index + 1) * 1_000_000,
        `key ${index}`,
        new Date(at),
      ],
    )
  }
})
afterAll(() => corridor.close())
// A key may send 100 requests a second.
beforeEach(async () => {
  viewer = await newProgram(corridor, 'viewer')
  mine = await newProgram(corridor, 'viewer', [desk.own])
  admin = await newProgram(corridor, 'admin')
})

const list = async (path: string, who = viewer) => {
  const { status, data, headers } = await who.act<Row[]>('GET', `/${path}`)
  expect(status, path).toBe(200)
  return { rows: data, next: /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] }
}
const ids = async (path: string, who = viewer) => (await list(path, who)).rows.map(({ id }) => id)

describe('oldest first', () => {
  test.each([
    'orders',
    'refunds',
    'organizations',
    'enterprises',
    'api_keys',
    'instruments',
    'routes',
    'orders?payin_currency=USDC&min_payin=1',
    'orders?status=STEP_1_AWAITING_FUNDING',
    'refunds?status=PENDING',
  ])('%s are the rows of newest first, the other way round, page by page', async (path) => {
    const sign = path.includes('?') ? '&' : '?'
    for (const who of [viewer, mine]) {
      const newest = await ids(path, who)
      expect(newest.length, path).toBeGreaterThan(0)
      const read: string[] = []
      let cursor = ''
      do {
        const page = await list(`${path}${sign}sort=oldest_first&limit=1${cursor}`, who)
        read.push(...page.rows.map(({ id }) => id))
        cursor = page.next === undefined ? '' : `&cursor=${page.next}`
      } while (cursor !== '')
      expect(read).toEqual(newest.toReversed())
    }
  })

  test('a cursor of one order is refused by the other', async () => {
    const { next } = await list('orders?limit=1')
    const { problem } = await viewer.act('GET', `/orders?sort=oldest_first&cursor=${next}`)
    expect(problem.code).toBe('invalid_cursor')
  })

  test.each(['audit', 'reconciliations'])('%s is read so, page by page', async (path) => {
    for (let made = 0; made < 3; made++)
      await corridor.database.owner.query(
        `insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days, lines_there,
           lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
         select $1::uuid, 'rail:sandbox', 'USDC', 'csv', sha256($1::uuid::text::bytea), '2026-01-01', '2026-01-02', 1, 1, 0, 1, 1, 1, 1, 0,
                'command', 'test', now()`,
        [newUuid('rcn', corridor.deps.clock.now())],
      )
    const read = async (query: string) =>
      (await list(`${path}?${query}`, admin)).rows.map(({ id, hash }) => id ?? hash)
    const newest = await read('limit=200')
    expect(newest.length).toBeGreaterThan(2)
    const oldest: unknown[] = []
    let cursor = ''
    do {
      const page = await list(`${path}?sort=oldest_first&limit=1${cursor}`, admin)
      oldest.push(...page.rows.map(({ id, hash }) => id ?? hash))
      cursor = page.next === undefined ? '' : `&cursor=${page.next}`
    } while (cursor !== '')
    expect(oldest).toEqual(newest.toReversed())
    const { next } = await list(`${path}?limit=1`, admin)
    const { problem } = await admin.act('GET', `/${path}?sort=oldest_first&cursor=${next}`)
    expect(problem.code).toBe('invalid_cursor')
  })

  test('quotes and deliveries of customers are read so, and deliveries by operators', async () => {
    const rows = async (path: string) => (await corridor.get<Row[]>(path)).data.map(({ id }) => id)
    const quotes = `${corridor.organization}/quotes`
    for (let made = 0; made < 3; made++) await corridor.quote()
    const newest = await rows(quotes)
    expect(newest.length).toBeGreaterThan(2)
    expect(await rows(`${quotes}?sort=oldest_first`)).toEqual(newest.toReversed())
    expect(await rows(`${quotes}?sort=oldest_first&limit=2`)).toEqual(
      newest.toReversed().slice(0, 2),
    )
    const { data: endpoint } = await corridor.post<{ id: string }>(
      `${corridor.organization}/webhook-endpoints`,
      { url: 'http://127.0.0.1:9/' },
    )
    for (let made = 0; made < 3; made++) await corridor.order()
    const deliveries = `${corridor.organization}/webhook-endpoints/${endpoint.id}/deliveries`
    const sent = await rows(deliveries)
    expect(sent).toHaveLength(3)
    expect(await rows(`${deliveries}?sort=oldest_first`)).toEqual(sent.toReversed())
    const ofDesk = `webhook_endpoints/${endpoint.id}/deliveries?sort=oldest_first`
    expect(await ids(ofDesk)).toEqual(sent.toReversed())
    expect(await ids(`${ofDesk}&status=PENDING`)).toEqual(sent.toReversed())
  })

  test('many filters at once are a list like every other', async () => {
    const { data } = await viewer.act<{ id: string }[]>('GET', '/enterprises')
    const all = `enterprise_id=${data[0]?.id}&currency=USDC&rail=sandbox&text=abc&sort=oldest_first`
    for (const list of ['payouts?status=SETTLED', 'refunds?status=FAILED']) {
      const { status, text } = await viewer.act('GET', `/${list}&${all}`)
      expect(status, text).toBe(200)
    }
  })

  test('customers read their refunds so, in pages and as a whole', async () => {
    const path = `${corridor.organization}/refunds`
    const read = async (query: string) => (await corridor.get<Row[]>(`${path}?${query}`)).data
    const newest = (await read('')).map(({ id }) => id)
    const oldest = (await read('sort=oldest_first')).map(({ id }) => id)
    expect(newest).toHaveLength(3)
    expect(oldest).toEqual(newest.toReversed())
    expect((await read('sort=oldest_first&limit=1')).map(({ id }) => id)).toEqual(
      oldest.slice(0, 1),
    )
  })
})

describe('amounts of customers', () => {
  test.each([
    ['refunds?currency=USDC&min_amount=2', 2],
    ['refunds?currency=USDC&min_amount=2&max_amount=2.00', 1],
    ['refunds?currency=USDC&max_amount=0.99', 0],
    ['payouts?currency=COP&min_amount=1', 0],
    ['deposits?currency=USDC&min_amount=1', 0],
  ])('%s', async (query, count) => {
    const { data } = await corridor.get<Row[]>(`${corridor.organization}/${query}`)
    expect(data).toHaveLength(count)
  })

  test('need the currency that they are of', async () => {
    const { status, problem } = await corridor.get(`${corridor.organization}/refunds?min_amount=2`)
    expect(status).toBe(400)
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['?currency'])
  })

  test('lists that are complete go on behind 20,000 rows without a match', async () => {
    await corridor.sql`insert into refunds
       select (jsonb_populate_record(r, jsonb_build_object(
                'id', lpad(to_hex(('x' || left(replace(r.id::text, '-', ''), 12))::bit(48)::bigint + 600000 + n), 12, '0') || '70008000000000000000',
                'rail_key', 'copy ' || n, 'amount_minor', 5))).*
         from refunds r, generate_series(1, 20100) n where r.rail_key = 'key 0'`
    const { data } = await corridor.get<Row[]>(
      `${corridor.organization}/refunds?currency=USDC&min_amount=1`,
    )
    expect(data).toHaveLength(3)
    const oldest = 'refunds?currency=USDC&max_amount=1&sort=oldest_first&limit=2'
    expect((await list(oldest)).rows).toHaveLength(2)
  }, 60_000)
})

describe('organizations', () => {
  test('are found by a part of their name, in any case', async () => {
    const [first] = (await list('organizations')).rows
    const part = String(first?.['name']).slice(1, 6).toUpperCase()
    expect(await ids(`organizations?text=${encodeURIComponent(part)}`)).toContain(first?.id)
    expect(await ids('organizations?text=%25')).toEqual([])
    expect(await ids('organizations?text=nobody-has-this')).toEqual([])
  })
})

describe('users', () => {
  test('are found by role, status and a part of their login', async () => {
    await admin.act('POST', '/users', { login: 'dora', role: 'treasurer', reason: 'she joins' })
    const logins = async (query: string) =>
      (await admin.act<{ login: string }[]>('GET', `/users?${query}`)).data.map(
        ({ login }) => login,
      )
    expect(await logins('role=treasurer&status=INVITED')).toContain('dora')
    expect(await logins('text=OR')).toContain('dora')
    expect(await logins('status=DISABLED')).toEqual([])
    expect(await logins('text=nobody')).toEqual([])
  })
})

describe('approvals', () => {
  test('are found by act, proposer and day, also those of the past', async () => {
    await applied(corridor, 'approvals: [{ act: organization.hold, roles: [operator] }]')
    await newPerson(desk, 'otto', 'operator')
    const proposer = await newPerson(desk, 'rita', 'compliance')
    const held = await proposer.act<{ id: string; proposed_by: string }>(
      'POST',
      `/organizations/${corridor.sandbox.organization_id}/hold`,
      { reason: 'a question' },
    )
    expect(held.status, held.text).toBe(202)
    const { id, proposed_by: by } = held.data
    const proposedBy = encodeURIComponent(by)
    expect(await ids('approvals?act=organization.hold')).toEqual([id])
    expect(await ids(`approvals?proposed_by=${proposedBy}&status=PENDING`)).toEqual([id])
    expect(await ids('approvals?proposed_by=user:nobody')).toEqual([])
    expect(await ids('approvals?act=order.refund')).toEqual([])
    expect(await ids('approvals?created_after=2020-01-01T00:00:00Z&sort=oldest_first')).toEqual([
      id,
    ])
    expect(await ids('approvals?created_before=2020-01-01T00:00:00Z')).toEqual([])
    expect((await viewer.act('GET', '/approvals?act=nothing')).status).toBe(400)
  })
})

describe('information requests', () => {
  test('are found by organization, status and day', async () => {
    const compliance = await newProgram(corridor, 'compliance')
    const asked = await compliance.act<Row>(
      'POST',
      `/organizations/${corridor.sandbox.organization_id}/information_requests`,
      {
        message: 'Where is it from?',
        fields: [{ name: 'source', about: 'Its origin', type: 'text', required: true }],
        documents: [],
        deadline: new Date(corridor.deps.clock.realNow() + 86_400_000).toISOString(),
        reason: 'a question',
      },
    )
    expect(asked.status).toBe(201)
    const { id } = asked.data
    const day = 'created_after=2020-01-01T00:00:00Z'
    for (const who of [viewer, mine]) {
      expect(await ids(`information_requests?status=OPEN&${day}`, who)).toEqual([id])
      expect(
        await ids(`information_requests?organization_id=${corridor.sandbox.organization_id}`, who),
      ).toEqual([id])
      expect(await ids('information_requests?created_before=2020-01-01T00:00:00Z', who)).toEqual([])
      expect(await ids('information_requests?status=CLOSED', who)).toEqual([])
    }
  })
})
