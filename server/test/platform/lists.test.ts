// Lists: complete or in pages, filtered, and streamed at any length.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { createLog } from '../../src/platform/log.ts'
import { readSandbox, start } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService, type Reply, type TestService } from '../support/service.ts'

const secrets = newSecrets()
let database: TestDatabase
let corridor: TestService

beforeAll(async () => {
  database = await testDatabase()
  corridor = await testService({ database, env: { CORRIDOR_SECRETS: secrets } })
})
afterAll(async () => {
  await corridor.close()
  await database.close()
})

const ordersPath = (organization = corridor.organization) => `${organization}/orders`
const list = async (query: string, organization?: string) =>
  (await corridor.get<OrderJson[]>(`${ordersPath(organization)}?${query}`)).data
const idsOf = (orders: readonly OrderJson[]) => orders.map((order) => order.id)

describe('a list of orders', () => {
  let made: OrderJson[]
  beforeAll(async () => {
    made = []
    for (let index = 0; index < 6; index++) {
      const offering = await corridor.offering('USDC', index % 2 === 0 ? 'COP' : 'MXN')
      const quote = await corridor.quote(offering.id)
      const body = {
        quote_id: quote.id,
        ...(index < 4 ? { external_reference_id: `invoice ${index}/ü&=` } : {}),
      }
      made.push((await corridor.post<OrderJson>(ordersPath(), body)).data)
      corridor.clock.advance(1000)
    }
    const [first, second] = made
    for (const order of [first, second]) {
      await corridor.fund(order?.id ?? '')
      await corridor.until(order?.id ?? '', 'STEP_4_COMPLETED')
    }
  })

  test('is complete and newest first without paging parameters', async () => {
    const { data, headers } = await corridor.get<OrderJson[]>(ordersPath())
    expect(idsOf(data)).toEqual(idsOf(made).reverse())
    expect(headers.get('link')).toBeNull()
  })

  test('shows each order exactly as Get order does', async () => {
    for (const order of await list('')) {
      expect(order).toEqual((await corridor.get<OrderJson>(`${ordersPath()}/${order.id}`)).data)
    }
  })

  test('can be filtered by status, reference and offering', async () => {
    const newestFirst = made.toReversed()
    expect(idsOf(await list('status=STEP_4_COMPLETED'))).toEqual(idsOf(newestFirst.slice(4)))
    expect(idsOf(await list('status=STEP_1_AWAITING_FUNDING'))).toEqual(
      idsOf(newestFirst.slice(0, 4)),
    )
    expect(await list('status=FAILED_REFUND_PROCESSED')).toEqual([])
    const reference = encodeURIComponent(made[2]?.external_reference_id ?? '')
    expect(idsOf(await list(`external_reference_id=${reference}`))).toEqual([made[2]?.id])
    expect(await list('external_reference_id=invoice')).toEqual([])
    expect(idsOf(await list(`offering_id=${made[3]?.offering_id}`))).toEqual([made[3]?.id])
    expect(await list('offering_id=off_01jqe8m2x4fv5s0t6w7y8z9abc')).toEqual([])
    expect(await list(`offering_id=${made[3]?.id}`)).toEqual([])
  })

  test('excludes the instants of created_after and created_before themselves', async () => {
    const at = (index: number, ms = 0) =>
      new Date(Date.parse(made[index]?.created_at ?? '') + ms).toISOString()
    expect(idsOf(await list(`created_after=${at(3)}`))).toEqual([made[5]?.id, made[4]?.id])
    expect(idsOf(await list(`created_after=${at(3, -1)}`))).toEqual([
      made[5]?.id,
      made[4]?.id,
      made[3]?.id,
    ])
    expect(idsOf(await list(`created_before=${at(1)}`))).toEqual([made[0]?.id])
    expect(idsOf(await list(`created_before=${at(1, 1)}`))).toEqual([made[1]?.id, made[0]?.id])
    expect(await list(`created_after=${at(2)}&created_before=${at(2)}`)).toEqual([])
    expect(await list(`created_after=${at(5)}&created_before=${at(0)}`)).toEqual([])
  })

  test('accepts instants in any time zone', async () => {
    const bogota = new Date(Date.parse(made[3]?.created_at ?? '') - 5 * 3_600_000)
      .toISOString()
      .replace('Z', '-05:00')
    expect(idsOf(await list(`created_after=${bogota}`))).toEqual([made[5]?.id, made[4]?.id])
  })

  test('applies all filters of any combination', async () => {
    const { created_at: after, offering_id: offering } = made[0] ?? {
      created_at: '',
      offering_id: '',
    }
    const filters: [string, (order: OrderJson) => boolean][] = [
      [
        'status=STEP_1_AWAITING_FUNDING',
        (order) => order.status.current_status === 'STEP_1_AWAITING_FUNDING',
      ],
      [`created_after=${after}`, (order) => order.created_at > after],
      [
        `created_before=${made[5]?.created_at}`,
        (order) => order.created_at < (made[5]?.created_at ?? ''),
      ],
      [
        `external_reference_id=${encodeURIComponent('invoice 3/ü&=')}`,
        (order) => order.external_reference_id === 'invoice 3/ü&=',
      ],
      [`offering_id=${offering}`, (order) => order.offering_id === offering],
    ]
    const all = await list('')
    for (let set = 0; set < 2 ** filters.length; set++) {
      const chosen = filters.filter((_, index) => (set & (1 << index)) !== 0)
      const query = chosen.map(([text]) => text).join('&')
      const expected = idsOf(all.filter((order) => chosen.every(([, keeps]) => keeps(order))))
      expect(idsOf(await list(query)), query).toEqual(expected)
      const page = await corridor.get<OrderJson[]>(`${ordersPath()}?${query}&limit=1`)
      expect(idsOf(page.data), `${query}, its first page`).toEqual(expected.slice(0, 1))
      expect(await followPages(page), `${query}, page by page`).toEqual(expected)
    }
  })

  test('has no next link on the last page, even when that page is full', async () => {
    const page = await corridor.get<OrderJson[]>(`${ordersPath()}?limit=6`)
    expect(page.data).toHaveLength(6)
    expect(nextOf(page)).toBeUndefined()
  })

  test('refuses malformed instants and filters that no order can match', async () => {
    for (const query of [
      'created_after=yesterday',
      'created_after=2026-03-04',
      'created_before=2026-03-04T17:00:00',
      'created_before=1772643600000',
      'created_after=0000-01-01T00:00:00Z',
      'created_before=9999-12-31T23:59:59-23:59',
      'created_after=',
      'created_after=2026-13-01T00:00:00Z',
      'status=DONE',
      'status=step_4_completed',
      'external_reference_id=%00',
      'external_reference_id=',
      `external_reference_id=${'x'.repeat(129)}`,
      'sort=asc',
      'limit=0',
      'limit=201',
      'limit=1000',
      'limit=-1',
      'limit=01',
      'limit=1.5',
      'limit=',
      'limit=ten',
      'limit=1&limit=2',
      'status=STEP_4_COMPLETED&status=STEP_1_AWAITING_FUNDING',
    ]) {
      const refused = await corridor.get(`${ordersPath()}?${query}`)
      expect(refused.status, query).toBe(400)
      expect(['invalid_request', 'unknown_field'], query).toContain(refused.problem.code)
      expect(refused.problem.errors?.[0]?.pointer, query).toBe(`?${query.split('=', 1)[0]}`)
    }
  })
})

test('an empty list is {"data":[]}', async () => {
  const { data } = await corridor.post<OrganizationJson>('/v1/organizations', {
    name: 'Nothing Yet',
    contact: { email: 'none@nothing.example', first_name: 'N', last_name: 'Y' },
  })
  for (const name of ['orders', 'external_payment_instruments', 'configured-routes']) {
    for (const query of ['', '?limit=1']) {
      const empty = await corridor.get(`/v1/organizations/${data.id}/${name}${query}`)
      expect(empty.status, name).toBe(200)
      expect(empty.text, name).toBe('{"data":[]}')
      expect(empty.headers.get('link'), name).toBeNull()
    }
  }
})

describe('a list of 3,000 orders', () => {
  let organization = ''
  let all: string[]
  beforeAll(async () => {
    organization = await copyOrders('Demo Retail', 3000)
    all = idsOf(await list('', organization))
  })

  test('is complete and newest first when no page is requested', async () => {
    expect(all).toHaveLength(3001)
    expect(new Set(all).size).toBe(3001)
    expect(all).toEqual(all.toSorted().reverse())
  })

  test('has pages of 1 to 200 by limit, and of 50 when only a cursor is sent', async () => {
    for (const limit of [1, 199, 200]) {
      const page = await corridor.get<OrderJson[]>(`${ordersPath(organization)}?limit=${limit}`)
      expect(idsOf(page.data)).toEqual(all.slice(0, limit))
      expect(nextOf(page)).toContain(`${ordersPath(organization)}?limit=${limit}&cursor=`)
    }
    const cursor = new URL(
      nextOf(await corridor.get(`${ordersPath(organization)}?limit=1`)) ?? '',
    ).searchParams.get('cursor')
    expect(idsOf(await list(`cursor=${cursor}`, organization))).toEqual(all.slice(1, 51))
  })

  test('answers HEAD without reading rows', async () => {
    const reply = await corridor.call('HEAD', ordersPath(organization))
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.text).toBe('')
  })

  test('visits each order exactly once by its next links while new orders arrive', async () => {
    const visited: string[] = []
    let page = await corridor.get<OrderJson[]>(`${ordersPath(organization)}?limit=200`)
    for (;;) {
      visited.push(...idsOf(page.data))
      const next = nextOf(page)
      if (next === undefined) break
      await copyOrders('Demo Retail', 3)
      page = await corridor.get<OrderJson[]>(pathOf(next))
    }
    expect(visited).toEqual(all)
  })

  test('is completed when the service stops during it, and the stop is fast', async () => {
    const service = await testService({
      database,
      worker: false,
      env: { CORRIDOR_SECRETS: secrets },
    })
    const agent = new Agent({ keepAlive: true })
    try {
      const response = await openList(
        service.url,
        service.sandbox.api_key,
        ordersPath(organization),
        agent,
      )
      await once(response, 'readable')
      const startedAt = performance.now()
      const stopped = service.stop()
      await sleep(200)
      const { text } = await read(response)
      expect(response.complete).toBe(true)
      const body: { data: unknown[] } = JSON.parse(text)
      expect(body.data.length).toBeGreaterThanOrEqual(all.length)
      await stopped
      expect(performance.now() - startedAt).toBeLessThan(20_000)
    } finally {
      agent.destroy()
      await service.close()
    }
  })

  test('finds a reference and the newest page without reading the whole organization', async () => {
    const id = uuidOf('org', organization.split('/').at(-1) ?? '')
    const client = await database.owner.connect()
    try {
      // The planner must know the table, as in the service's sessions: see platform/db/pool.ts.
      await client.query('analyze orders')
      await client.query('set plan_cache_mode = force_generic_plan')
      const readsOf = async (name: string, where: string, values: string[]) => {
        await client.query(`prepare ${name} as select * from orders where organization_id = $1 ${where}
          order by organization_id desc, id desc limit $2`)
        const { rows } = await client.query(
          `explain (analyze, format json) execute ${name}(${[id, '50', ...values].map((value) => `'${value}'`).join(', ')})`,
        )
        const plan = JSON.stringify(rows[0]['QUERY PLAN'])
        expect(plan).not.toContain('Seq Scan')
        const removed = [...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map((match) =>
          Number(match[1]),
        )
        return { plan, removed: Math.max(0, ...removed) }
      }
      const newest = await readsOf('newest', '', [])
      expect(newest.plan).toContain('orders_pkey')
      expect(newest.plan).not.toContain('"Sort"')
      expect((await readsOf('later', 'and id < $3', [id ?? ''])).removed).toBe(0)
      const reference = await readsOf('reference', 'and external_reference_id = $3', ['invoice 1'])
      expect(reference.plan).toContain('orders_external_reference')
      expect(reference.removed).toBe(0)
    } finally {
      client.release()
    }
  })
})

describe('a cursor', () => {
  test('is valid only for its own list: path, filters and organization', async () => {
    const next = nextOf(
      await corridor.get(`${ordersPath()}?limit=1&status=STEP_1_AWAITING_FUNDING`),
    )
    const cursor = new URL(next ?? '').searchParams.get('cursor')
    const retail = await organizationNamed('Demo Retail')
    expect((await corridor.get(pathOf(next ?? ''))).status).toBe(200)
    expect(
      (
        await corridor.get(
          `${ordersPath()}?status=STEP_1_AWAITING_FUNDING&cursor=${cursor}&limit=7`,
        )
      ).status,
    ).toBe(200)
    for (const path of [
      `${ordersPath()}?cursor=${cursor}`,
      `${ordersPath()}?cursor=${cursor}&status=STEP_4_COMPLETED`,
      `${ordersPath()}?cursor=${cursor}&status=STEP_1_AWAITING_FUNDING&created_after=2020-01-01T00:00:00Z`,
      `${ordersPath(retail)}?cursor=${cursor}&status=STEP_1_AWAITING_FUNDING`,
      `${corridor.organization}/external_payment_instruments?cursor=${cursor}`,
      `/v1/organizations?cursor=${cursor}`,
      '/v1/liquidity-providers?cursor=' + cursor,
    ]) {
      const refused = await corridor.get(path)
      expect(refused.status, path).toBe(400)
      expect(refused.problem.code, path).toBe('invalid_cursor')
    }
  })

  test('is refused when altered, shortened or invented', async () => {
    const good =
      new URL(nextOf(await corridor.get(`${ordersPath()}?limit=1`)) ?? '').searchParams.get(
        'cursor',
      ) ?? ''
    const other = good.startsWith('A') ? 'B' : 'A'
    for (const cursor of [
      '',
      'x',
      '%00',
      good.slice(0, -1),
      `${good}A`,
      other + good.slice(1),
      `${good}=`,
      good.toLowerCase(),
      'A'.repeat(100),
    ]) {
      const refused = await corridor.get(`${ordersPath()}?cursor=${cursor}`)
      expect(refused.status, cursor).toBe(400)
      expect(refused.problem.code, cursor).toBe('invalid_cursor')
    }
  })

  test('works for every list', async () => {
    for (const path of [
      '/v1/organizations',
      `${corridor.organization}/external_payment_instruments`,
      `${corridor.organization}/configured-routes`,
      '/v1/liquidity-providers',
    ]) {
      const whole = await corridor.get<object[]>(path)
      const pages: object[] = []
      let page = await corridor.get<object[]>(`${path}?limit=1`)
      for (;;) {
        expect(page.data.length, path).toBe(1)
        pages.push(...page.data)
        const next = nextOf(page)
        if (next === undefined) break
        page = await corridor.get<object[]>(pathOf(next))
      }
      expect(pages, path).toEqual(whole.data)
    }
  })
})

describe('a list of 100,000 orders', () => {
  let organization = ''
  let total = 0
  beforeAll(async () => {
    organization = await copyOrders('Demo Retail', 100_000)
    const rows = await database.sql`select count(*)::int as n from orders
        where organization_id = ${uuidOf('org', organization.split('/').at(-1) ?? '')}`
    total = rows[0]?.n
  })

  test('streams in constant memory, each order once, and starts at once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
    const real = await start(['serve'], {
      PORT: '0',
      CORRIDOR_DATA_DIR: dataDir,
      CORRIDOR_RATE_LIMIT: '1000000',
      DATABASE_URL: database.url,
      CORRIDOR_SECRETS: secrets,
      LOG_LEVEL: 'warn', // The heap is too small for a buffered list and large enough for a streamed one.
      NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4',
    })
    try {
      const { base_url: url, api_key: key } = readSandbox(dataDir)
      const residentMb = async () => {
        const text = await (await fetch(`${url}/metrics`)).text()
        return Number(/^corridor_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20
      }
      await fetch(`${url}${ordersPath(organization)}?limit=200`, {
        headers: { authorization: `Bearer ${key}` },
      }).then((reply) => reply.text())
      const before = await residentMb()
      let most = before
      const startedAt = performance.now()
      const response = await openList(url, key, ordersPath(organization))
      const watch = setInterval(
        () =>
          void residentMb().then(
            (mb) => (most = Math.max(most, mb)),
            () => undefined,
          ),
        100,
      )
      let firstMs = 0
      let seen = 0
      let rest = ''
      let text = ''
      for await (const chunk of response) {
        firstMs ||= performance.now() - startedAt
        text = rest + String(chunk)
        const pieces = text.split('"reference_number":')
        seen += pieces.length - 1
        rest = pieces.at(-1)?.slice(-40) ?? ''
      }
      clearInterval(watch)
      const seconds = (performance.now() - startedAt) / 1000
      const figures = `${total} orders in ${seconds.toFixed(1)} s (${Math.round(total / seconds)} rows/s), first byte after ${firstMs.toFixed(0)} ms, ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`
      expect(response.complete).toBe(true)
      expect(text.endsWith(']}')).toBe(true)
      expect(seen).toBe(total)
      expect(firstMs, figures).toBeLessThan(10_000)
      // All orders at once would take more than 150 MB.
      expect(most - before, figures).toBeLessThan(90)
    } finally {
      await real.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 600_000)

  test('holds no transaction open while its reader is slow', async () => {
    const response = await openList(
      corridor.url,
      corridor.sandbox.api_key,
      ordersPath(organization),
    )
    await once(response, 'readable')
    await sleep(700)
    // On a busy machine any statement may run for 300 ms. A transaction of the list would stay open.
    await expect
      .poll(async () => {
        const { rows } = await database.owner.query(
          `select state, now() - xact_start as open_for, query from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '300 milliseconds'`,
        )
        return rows
      })
      .toEqual([])
    response.destroy()
  })

  test('stops reading from the database when its reader disconnects', async () => {
    const response = await openList(
      corridor.url,
      corridor.sandbox.api_key,
      ordersPath(organization),
    )
    await once(response, 'readable')
    response.destroy()
    await sleep(500)
    const reads = async () =>
      (
        await database.owner
          .query(`select calls.n from (select count(*)::int as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%from orders where organization_id%') calls`)
      ).rows[0].n
    expect(await reads()).toBe(0)
    expect((await corridor.get(`${ordersPath(organization)}?limit=1`)).status).toBe(200)
  })

  test('is aborted when its reader is too slow, and the reader sees that it is incomplete', async () => {
    const lines: string[] = []
    const service = await testService({
      database,
      worker: false,
      env: { CORRIDOR_SECRETS: secrets },
      log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
      replace: ({ drainTimeoutMs }) => {
        expect(drainTimeoutMs).toBe(30_000)
        return { drainTimeoutMs: 300 }
      },
    })
    try {
      const response = await openList(
        service.url,
        service.sandbox.api_key,
        ordersPath(organization),
      )
      await once(response, 'readable')
      for (let tries = 0; tries < 1600 && !lines.join('').includes('a list was aborted'); tries++)
        await sleep(25)
      expect(lines.join('')).toContain('did not read in 300 ms')
      // Slow readers are normal, so the level is info, not warning.
      expect(lines.find((line) => line.includes('was aborted'))).toContain('"level":30')
      const body = await read(response)
      expect(response.statusCode).toBe(200)
      expect(body.failed).toBe('ECONNRESET')
      expect(response.complete).toBe(false)
      expect(() => JSON.parse(body.text)).toThrow()
    } finally {
      await service.close()
    }
  })

  test('breaks off when the database fails, and the next list is complete again', async () => {
    const response = await openList(
      corridor.url,
      corridor.sandbox.api_key,
      ordersPath(organization),
    )
    await once(response, 'readable')
    await sleep(300)
    await setConnections(false)
    const body = await read(response)
    await setConnections(true)
    expect(body.failed).toBe('ECONNRESET')
    expect(response.complete).toBe(false)
    expect(body.text.startsWith('{"data":[{')).toBe(true)
    expect(() => JSON.parse(body.text)).toThrow()
    const again = await openList(
      corridor.url,
      corridor.sandbox.api_key,
      `${ordersPath(organization)}?status=STEP_4_COMPLETED`,
    )
    expect(await read(again)).toEqual({ text: '{"data":[]}', failed: undefined })
  })
})

/** Ends all sessions and refuses new ones, or allows connections again. */
async function setConnections(allowed: boolean): Promise<void> {
  const { database: name, ...server } = database.connection
  const admin = openPool({ ...server, database: 'postgres' }, { size: 1 })
  await admin.query(`alter database ${name} allow_connections ${allowed}`)
  if (!allowed)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
  await admin.end()
}

/** Requests a list and resolves with its headers; the body stays unread. */
function openList(
  url: string,
  key: string,
  path: string,
  agent: Agent | false = false,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(url + path, { agent, headers: { authorization: `Bearer ${key}` } }, resolve).on(
      'error',
      reject,
    )
  })
}

async function read(
  response: IncomingMessage,
): Promise<{ text: string; failed: string | undefined }> {
  let text = ''
  try {
    for await (const chunk of response) text += String(chunk)
    return { text, failed: undefined }
  } catch (error) {
    return {
      text,
      failed: error instanceof Error && 'code' in error ? String(error.code) : String(error),
    }
  }
}

const nextOf = (reply: Reply<unknown>) =>
  /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1]
const pathOf = (url: string) => url.slice(corridor.url.length)

async function followPages(first: Reply<OrderJson[]>): Promise<string[]> {
  const ids = idsOf(first.data)
  for (let next = nextOf(first); next !== undefined; ) {
    const page = await corridor.get<OrderJson[]>(pathOf(next))
    ids.push(...idsOf(page.data))
    next = nextOf(page)
  }
  return ids
}

async function organizationNamed(name: string): Promise<string> {
  const found = (await corridor.organizations()).find((organization) => organization.name === name)
  if (found === undefined) throw new Error(`there is no organization ${name}`)
  return `/v1/organizations/${found.id}`
}

/** Copies an order of the organization `count` times, each newer than the last, directly in the database. */
async function copyOrders(name: string, count: number): Promise<string> {
  const organization = await organizationNamed(name)
  if ((await corridor.get<OrderJson[]>(`${ordersPath(organization)}?limit=1`)).data.length === 0) {
    const {
      data: [offering],
    } = await corridor.post<{ id: string }[]>(`${organization}/offerings`)
    const quote = await corridor.post<{ id: string }>(`${organization}/quotes`, {
      offering_id: offering?.id,
      payin_amount: '100.00',
    })
    await corridor.post<OrderJson>(ordersPath(organization), { quote_id: quote.data.id })
  }
  const client = await database.owner.connect()
  try {
    // No foreign key triggers: the copies refer to quotes that do not exist.
    await client.query('set session_replication_role = replica')
    await client.query(COPY, [uuidOf('org', organization.split('/').at(-1) ?? ''), count])
    await client.query('set session_replication_role = default')
  } finally {
    client.release()
  }
  return organization
}

const COPY = `
  with newest as (select * from orders where organization_id = $1 order by id desc limit 1),
  copies as (
    select n, o.created_at + n * interval '1 millisecond' as at,
           (to_hex((extract(epoch from o.created_at) * 1000)::bigint + n)) as ms, md5(random()::text || n) as noise
      from newest o, generate_series(1, $2::int) as n
  )
  insert into orders (organization_id, id, quote_id, offering_id, route_id, reference_number, external_reference_id,
    payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency,
    payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
    payout_total_minor, funding_details, funding_address, funding_expires_at, status, status_history, created_at, updated_at, operation,
    idempotency_key, request_hash, due_at)
  select o.organization_id, (lpad(c.ms, 12, '0') || '7' || substr(c.noise, 1, 3) || '8' || substr(c.noise, 4, 15))::uuid,
         gen_random_uuid(), o.offering_id, o.route_id, 'CO-' || lpad(floor(random() * 100000000)::text, 8, '0') || '-' || upper(substr(c.noise, 1, 8)), 'invoice ' || c.noise,
         o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency,
         o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor,
         o.payout_total_minor, o.funding_details, o.funding_address, o.funding_expires_at, o.status, o.status_history, c.at, c.at, o.operation,
         c.noise, o.request_hash, o.due_at
    from newest o, copies c`
