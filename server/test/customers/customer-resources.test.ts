// Deposits, payouts, refunds and quotes as customers list and get them.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementsOnDemand } from '../../src/platform/db/statement.ts'
import { everyStatement, quoted } from '../support/statements.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { testService, type Reply, type TestService } from '../support/service.ts'

type Deposit = {
  id: string
  order_id: string
  currency: string
  outcome: string
  recorded_at: string
}
type Payout = { id: string; order_id: string; currency: string; status: string; created_at: string }
type Refund = {
  id: string
  order_id: string
  deposit_id: string | null
  currency: string
  amount: string
  status: string
  created_at: string
}
type Timeline = { deposits: Deposit[]; payouts: Payout[]; refunds: Refund[] }
const kinds = ['deposits', 'payouts', 'refunds'] as const

let corridor: TestService
let orders: OrderJson[]

beforeAll(async () => {
  corridor = await testService()
  orders = []
  const { id } = await corridor.offering()
  // Completed, over-funded, rejected by the rail, and funded with a wrong asset first.
  for (const amount of ['1911.00', '1911.10', '1911.06', '1911.12']) {
    const order = await corridor.order((await corridor.quote(id, amount)).id)
    await corridor.fund(order.id)
    const end = amount === '1911.06' ? 'FAILED_REFUND_PROCESSED' : 'STEP_4_COMPLETED'
    await eventually(async () => {
      const { data } = await corridor.get<OrderJson>(`${path('orders')}/${order.id}`)
      return data.status.current_status === end
    })
    orders.push(order)
    corridor.clock.advance(60_000)
  }
  await eventually(async () => {
    const refunds = await list<Refund>('refunds')
    return refunds.length === 3 && refunds.every(({ status }) => status === 'PROCESSED')
  })
})
afterAll(() => corridor.close())

/** Moves the clock on, since steps of rails take time. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2400; tries++) {
    if (await isSo()) return
    corridor.clock.advance(2000)
    await sleep(25)
  }
  throw new Error('the orders did not come to their ends')
}

const path = (kind: string) => `${corridor.organization}/${kind}`
const list = async <Row>(kind: string, query = '') =>
  (await corridor.get<Row[]>(`${path(kind)}?${query}`)).data
const timelineOf = async (order: OrderJson) =>
  (await corridor.get<Timeline>(`${path('orders')}/${order.id}/timeline`)).data
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const nextOf = ({ headers }: Reply<unknown>) =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]?.slice(corridor.url.length)

describe.each(kinds)('the list of %s', (kind) => {
  test('has exactly the rows of the timelines of all orders, newest first', async () => {
    const timelines = await Promise.all(orders.map(timelineOf))
    const expected = timelines.flatMap((timeline): { id: string }[] => timeline[kind])
    const all = await list<{ id: string }>(kind)
    expect(all.length).toBeGreaterThan(0)
    expect(all).toEqual(expected.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
  })

  test('shows each row exactly as a get does', async () => {
    for (const row of await list<{ id: string }>(kind))
      expect((await corridor.get(`${path(kind)}/${row.id}`)).data).toEqual(row)
  })

  test('selects the rows of an order, a currency, a state and a period', async () => {
    const all = await list<Deposit & Payout & Refund>(kind)
    const state = kind === 'deposits' ? 'outcome' : 'status'
    const at = (row: Deposit & Payout) => (kind === 'deposits' ? row.recorded_at : row.created_at)
    const middle = all[Math.floor(all.length / 2)]
    if (middle === undefined) throw new Error(`there are no ${kind}`)
    const filters: [string, (row: Deposit & Payout & Refund) => boolean][] = [
      [`order_id=${middle.order_id}`, (row) => row.order_id === middle.order_id],
      [`currency=${middle.currency}`, (row) => row.currency === middle.currency],
      [`${state}=${middle[state]}`, (row) => row[state] === middle[state]],
      [`created_after=${at(middle)}`, (row) => at(row) > at(middle)],
      [`created_before=${at(middle)}`, (row) => at(row) < at(middle)],
    ]
    for (let set = 0; set < 2 ** filters.length; set++) {
      const chosen = filters.filter((_, index) => (set & (1 << index)) !== 0)
      const query = chosen.map(([text]) => text).join('&')
      const expected = idsOf(all.filter((row) => chosen.every(([, keeps]) => keeps(row))))
      expect(idsOf(await list<{ id: string }>(kind, query)), query).toEqual(expected)
      const visited: string[] = []
      for (let next: string | undefined = `${path(kind)}?${query}&limit=1`; next !== undefined; ) {
        const page = await corridor.get<{ id: string }[]>(next)
        visited.push(...idsOf(page.data))
        next = nextOf(page)
      }
      expect(visited, `${query}, page by page`).toEqual(expected)
    }
  })

  test('is empty for an order of nobody, of another kind, or of another organization', async () => {
    for (const id of ['ord_01jqe8m2x4fv5s0t6w7y8z9abc', orders[0]?.quote_id, 'x'])
      expect(await list(kind, `order_id=${id}`)).toEqual([])
    const [, other] = await corridor.organizations()
    const query = `${kind}?order_id=${orders[1]?.id}`
    expect((await corridor.get(`/v1/organizations/${other?.id}/${query}`)).data).toEqual([])
  })

  test('refuses unknown filters, states and cursors of another list', async () => {
    const state = kind === 'deposits' ? 'outcome' : 'status'
    for (const [query, code] of [
      [`${state}=DONE`, 'invalid_request'],
      ['currency=usdc', 'invalid_request'],
      ['created_after=yesterday', 'invalid_request'],
      ['limit=201', 'invalid_request'],
      ['reason=late', 'unknown_field'],
      ['cursor=AAAA', 'invalid_cursor'],
    ]) {
      const refused = await corridor.get(`${path(kind)}?${query}`)
      expect([query, refused.status, refused.problem.code]).toEqual([query, 400, code])
    }
    const next = nextOf(await corridor.get(`${path('quotes')}?limit=1`)) ?? ''
    const cursor = new URL(next, corridor.url).searchParams.get('cursor')
    const stolen = await corridor.get(`${path(kind)}?cursor=${cursor}`)
    expect(stolen.problem.code).toBe('invalid_cursor')
  })

  test('belongs to the organization: others get 404, or nothing', async () => {
    const [row] = await list<{ id: string }>(kind)
    const [, sister] = await corridor.organizations()
    const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
    const { key: bound } = await corridor.newKey({ organization: sister?.id ?? '' })
    const sistersPath = `/v1/organizations/${sister?.id}/${kind}`
    const replies: [number, Reply<unknown>][] = [
      [404, await corridor.get(path(kind), { key: stranger })],
      [404, await corridor.get(`${path(kind)}/${row?.id}`, { key: stranger })],
      [403, await corridor.get(`${path(kind)}/${row?.id}`, { key: bound })],
      [404, await corridor.get(`${sistersPath}/${row?.id}`)],
      [404, await corridor.get(`${path(kind)}/${row?.id.replace(/^[a-z]+/, 'ord')}`)],
    ]
    for (const [status, reply] of replies) expect(reply.status).toBe(status)
    expect((await corridor.get(sistersPath)).data).toEqual([])
  })

  test('answers a key that may only read', async () => {
    const { key } = await corridor.newKey({ scopes: ['read'] })
    expect((await corridor.get(path(kind), { key })).status).toBe(200)
  })
})

test('the resources never show a rail, a provider, an account of the desk or a sender', async () => {
  const texts = await Promise.all(kinds.map(async (kind) => (await corridor.get(path(kind))).text))
  for (const text of texts)
    expect(text).not.toMatch(
      /"(rail|rail_key|provider|sender|address|fee|loss|rejection_code|attempt)/,
    )
})

test('a deposit in suspense belongs to no organization until it is assigned', async () => {
  const before = await list('deposits')
  const id = randomUUID()
  await corridor.database.owner.query(
    `insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at)
     values ($1, 'sandbox', gen_random_uuid(), 0, 'nowhere', 'USDC', 1000000, 'unmatched', now())`,
    [id],
  )
  expect(await list('deposits')).toEqual(before)
})

describe('the list of quotes', () => {
  test('has every quote of the organization as it was created, newest first', async () => {
    const fresh = await corridor.quote()
    const all = await list<QuoteJson>('quotes')
    expect(all[0]).toEqual(fresh)
    expect(idsOf(all)).toEqual(idsOf(all).toSorted().reverse())
    expect(idsOf(all)).toEqual(expect.arrayContaining(orders.map((order) => order.quote_id)))
    for (const quote of all)
      expect((await corridor.get(`${path('quotes')}/${quote.id}`)).data).toEqual(quote)
  })

  test('can be filtered by offering and period, in pages', async () => {
    const all = await list<QuoteJson>('quotes')
    const oldest = all.at(-1)
    const of = `offering_id=${oldest?.offering_id}`
    expect(idsOf(await list('quotes', of))).toEqual(
      idsOf(all.filter((quote) => quote.offering_id === oldest?.offering_id)),
    )
    expect(idsOf(await list('quotes', `created_after=${oldest?.created_at}`))).toEqual(
      idsOf(all.filter((quote) => quote.created_at > (oldest?.created_at ?? ''))),
    )
    expect(await list('quotes', `created_before=${oldest?.created_at}`)).toEqual([])
    expect(await list('quotes', 'offering_id=off_01jqe8m2x4fv5s0t6w7y8z9abc')).toEqual([])
    const page = await corridor.get<QuoteJson[]>(`${path('quotes')}?limit=2`)
    const second = await corridor.get<QuoteJson[]>(nextOf(page) ?? '')
    expect(idsOf([...page.data, ...second.data])).toEqual(idsOf(all).slice(0, 4))
  })
})

// The tests above asked for these lists, in several forms.
test('no list reads a table of money as a whole', async () => {
  const organization = uuidOf('org', corridor.sandbox.organization_id)
  const statements = [...(await everyStatement()), ...statementsOnDemand()].filter(({ name }) =>
    /^select_(quotes|seen_(deposits|payouts|refunds) (one|order))( |$)/.test(name),
  )
  expect(statements.length).toBeGreaterThanOrEqual(8)
  const client = await corridor.database.owner.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { name, parameters, text } of statements) {
      await client.query(`prepare ${quoted(name)} as ${text}`)
      const values = parameters.map((parameter) =>
        parameter === 'limit'
          ? '50'
          : parameter === 'organization_id'
            ? `'${organization}'`
            : 'null',
      )
      const { rows } = await client.query(
        `explain (format json) execute ${quoted(name)}(${values.join(', ')})`,
      )
      const plan = JSON.stringify(rows[0]['QUERY PLAN'])
      const index = name.includes(' order')
        ? /"Index Name":"(\w+_of_order|payouts_order_id_sequence_organization_id_key)"/
        : /"Index Name":"(deposits_of_organization|\w+_pkey)"/
      expect(plan, name).toMatch(index)
      expect(plan, name).not.toMatch(
        /Seq Scan"[^{}]*"Relation Name":"(deposits|payouts|refunds|quotes)"/,
      )
    }
  } finally {
    await client.query('deallocate all')
    client.release()
  }
})
