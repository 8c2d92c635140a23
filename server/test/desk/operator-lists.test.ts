// Operators list and read everything that a deployment has, within the enterprises that they see. Every answer is compared
// with operator-openapi.json.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toTimestamp } from '../../src/platform/clock.ts'
import { eventTypes } from '../../src/engine/events/types.ts'
import { newUuid } from '../../src/platform/ids.ts'
import { orderStatuses } from '../../src/engine/orders/states.ts'
import { payoutStatuses } from '../../src/engine/payouts/status.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { newProgram, openDesk, ratesArrive, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { runDueWork } from '../support/orders.ts'
import type { TestService } from '../support/service.ts'

type Program = Pick<Person, 'act'>
type Row = { id: string } & Record<string, unknown>

let corridor: TestService
let viewer: Program
let mine: Program
let outsider: Program
let newPrograms: () => Promise<void>
const orders: OrderJson[] = []

beforeAll(async () => {
  const desk = await openDesk()
  corridor = desk.corridor
  newPrograms = async () => {
    viewer = await newProgram(corridor, 'viewer')
    mine = await newProgram(corridor, 'viewer', [desk.own])
    outsider = await newProgram(corridor, 'viewer', desk.others)
  }
  await ratesArrive(corridor)
  await corridor.deps.feeds.push()
  for (let made = 0; made < 3; made++) orders.push(await corridor.order())
  const [first, second] = orders
  for (const order of [first, second]) if (order !== undefined) await corridor.fund(order.id)
  await corridor.post(`${corridor.organization}/webhook-endpoints`, {
    url: 'https://receiver.example/hook',
  })
  await corridor.post(`${corridor.organization}/orders/${orders[2]?.id}/cancel`)
  await runDueWork(corridor)
  await refundOf(orders[1])
  await movement()
  await suspended()
})
afterAll(() => corridor.close())
// A key may send 100 requests a second.
beforeEach(() => newPrograms())

const list = async (who: Program, path: string): Promise<Row[]> => {
  const answer = await who.act<Row[]>('GET', `/${path}`)
  expect(answer.status, path).toBe(200)
  return answer.data
}
/** The ids of all pages of one row. */
async function pagesOf(who: Program, path: string): Promise<string[]> {
  const read: string[] = []
  let cursor = ''
  do {
    const page = await who.act<Row[]>('GET', `/${path}?limit=1${cursor}`)
    read.push(...ids(page.data))
    const next = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
    cursor = next === undefined ? '' : `&cursor=${next}`
  } while (cursor !== '')
  return read
}
const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)
const idOf = (order: OrderJson | undefined) => requireUuid('ord', order?.id ?? '')
const insert = (text: string, values: unknown[]) => corridor.database.owner.query(text, values)

const refundOf = async (order: OrderJson | undefined) => {
  const at = corridor.deps.clock.now()
  await insert(
    `insert into refunds (organization_id, id, order_id, currency, amount_minor, reason, status, rail_key, created_at,
       updated_at, due_at) values ($1, $2, $3, 'USDC', 500, 'excess', 'PENDING', 'a key', $4, $4, $4)`,
    [
      requireUuid('org', corridor.sandbox.organization_id),
      newUuid('rf', at),
      idOf(order),
      toTimestamp(at),
    ],
  )
}

const movement = async () => {
  const at = corridor.deps.clock.now()
  const entry = {
    status: 'PROPOSED',
    created_at: toTimestamp(at),
    reason: 'a test',
    evidence: null,
  }
  await insert(
    `insert into treasury_movements (id, from_account, to_account, currency, amount_minor, status, status_history,
       created_at, updated_at) values ($1, 'rail:sandbox', 'treasury', 'USDC', 700, 'PROPOSED', $2, $3, $3)`,
    [newUuid('mv', at), JSON.stringify([{ ...entry, posting_id: null }]), toTimestamp(at)],
  )
}

const suspended = async () => {
  const at = corridor.deps.clock.now()
  await insert(
    `insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at)
     values ($1, 'sandbox', 'an unknown payment', 0, 'somewhere', 'USDC', 900, 'unmatched', $2)`,
    [newUuid('dep', at), toTimestamp(at)],
  )
}

/** How each list is filtered: a filter that finds the newest row of the own enterprise, and one that finds nothing. */
const lists = [
  { name: 'organizations', finds: 'status=ACTIVE', misses: 'status=COMPLIANCE_HOLD' },
  { name: 'orders', finds: 'payin_currency=USDC', misses: 'status=STEP_3_SETTLING_PAYOUT' },
  { name: 'deposits', finds: 'outcome=counted&rail=sandbox', misses: 'outcome=late' },
  { name: 'payouts', finds: 'status=SETTLED&currency=COP', misses: 'status=REJECTED' },
  { name: 'refunds', finds: 'status=PENDING&currency=USDC', misses: 'rail=evm:base' },
  {
    name: 'events',
    finds: 'type=order.created',
    misses: 'type=order.completed&organization_id=nonsense',
  },
  { name: 'webhook_endpoints', finds: 'status=ENABLED', misses: 'status=DISABLED' },
  { name: 'instruments', finds: 'status=ACTIVE', misses: 'status=COMPLIANCE_HOLD' },
  { name: 'routes', finds: 'status=ENABLED', misses: 'name=no+such+route' },
  { name: 'api_keys', finds: 'status=ACTIVE', misses: 'status=REVOKED' },
]

describe.each(lists)('$name', ({ name, finds, misses }) => {
  test('are listed newest first, in pages, and each is shown', async () => {
    const all = await list(viewer, `${name}?limit=200`)
    expect(all.length).toBeGreaterThan(0)
    expect(ids(all)).toEqual(ids(all).toSorted().toReversed())
    const read = await pagesOf(viewer, name)
    expect(read).toEqual(ids(all))
    const [newest] = all
    if (name === 'orders') return
    expect((await viewer.act('GET', `/${name}/${newest?.id}`)).data).toEqual(newest)
  })

  test('are filtered by status, owner and time', async () => {
    const found = await list(viewer, `${name}?${finds}`)
    expect(found.length).toBeGreaterThan(0)
    expect(await list(viewer, `${name}?${misses}`)).toEqual([])
    for (const owner of ['enterprise_id', 'organization_id']) {
      if (name === 'organizations' && owner === 'organization_id') continue
      const value = String(found.find((row) => typeof row[owner] === 'string')?.[owner] ?? '')
      if (value === '') continue
      const owned = await list(viewer, `${name}?${finds}&${owner}=${value}`)
      expect(ids(owned)).toEqual(ids(found.filter((row) => row[owner] === value)))
      expect(await list(viewer, `${name}?${owner}=nonsense`)).toEqual([])
    }
    const after = await list(viewer, `${name}?created_after=2200-01-01T00:00:00Z`)
    const before = await list(viewer, `${name}?created_before=2000-01-01T00:00:00Z`)
    expect([...after, ...before]).toEqual([])
    const since = `created_after=2000-01-01T00:00:00Z&created_before=2200-01-01T00:00:00Z`
    expect(ids(await list(viewer, `${name}?limit=200&${since}`))).toEqual(
      ids(await list(viewer, `${name}?limit=200`)),
    )
  })

  test('are those of the enterprises that the operator sees', async () => {
    const all = await list(viewer, `${name}?limit=200`)
    const own = await list(mine, `${name}?limit=200`)
    expect(ids(own)).toEqual(ids(all.filter((row) => row.enterprise_id === enterpriseOfDemo(own))))
    const others = await list(outsider, `${name}?limit=200`)
    expect(ids(others).filter((id) => ids(own).includes(id))).toEqual([])
    const [hidden] = own
    for (const query of [`enterprise_id=${String(hidden?.enterprise_id)}`])
      expect(await list(outsider, `${name}?${query}`)).toEqual([])
    if (typeof hidden?.organization_id === 'string' && name !== 'organizations')
      expect(await list(outsider, `${name}?organization_id=${hidden.organization_id}`)).toEqual([])
    expect((await outsider.act('GET', `/${name}/${hidden?.id}`)).status).toBe(404)
  })

  test('refuse what they do not know', async () => {
    for (const query of ['status=NOTHING', 'created_after=yesterday', 'sort=id', 'limit=201'])
      expect((await viewer.act('GET', `/${name}?${query}`)).status, query).toBe(400)
    expect((await viewer.act('GET', `/${name}?cursor=AAAA`)).problem.code).toBe('invalid_cursor')
    expect((await viewer.act('GET', `/${name}/nonsense`)).status).toBe(404)
  })
})

const enterpriseOfDemo = (own: readonly Row[]): unknown => own[0]?.enterprise_id

test('nobody reads without a key or session', async () => {
  const { status } = await corridor.call('GET', '/operator/v1/payouts', { key: null })
  expect(status).toBe(401)
  const customer = await corridor.call('GET', '/operator/v1/payouts')
  expect(customer.status).toBe(401)
})

test('rows of an order are found by the order', async () => {
  const [first, second, third] = orders
  for (const name of ['deposits', 'payouts', 'events']) {
    const found = await list(viewer, `${name}?order_id=${first?.id}&limit=200`)
    expect(found.length, name).toBeGreaterThan(0)
    const all = await list(viewer, `${name}?limit=200`)
    const isOfOrder = (row: Row) =>
      row.order_id === first?.id ||
      (row.event as { order_id?: string } | undefined)?.order_id === first?.id
    expect(ids(found), name).toEqual(ids(all.filter(isOfOrder)))
    expect(await list(outsider, `${name}?order_id=${first?.id}`)).toEqual([])
    expect(await list(viewer, `${name}?order_id=nonsense`)).toEqual([])
  }
  expect(await list(viewer, `refunds?order_id=${second?.id}`)).toHaveLength(1)
  expect(await list(viewer, `payouts?order_id=${third?.id}`)).toEqual([])
})

test('a deposit in suspense is seen by operators of all enterprises only', async () => {
  const [suspense] = await list(viewer, 'deposits?outcome=unmatched')
  expect(suspense).toMatchObject({ enterprise_id: null, order_id: null, amount: '0.0009' })
  expect(await list(mine, 'deposits?outcome=unmatched')).toEqual([])
  expect((await viewer.act('GET', `/deposits/${suspense?.id}`)).status).toBe(200)
  expect((await mine.act('GET', `/deposits/${suspense?.id}`)).status).toBe(404)
})

test('movements of the treasury are seen by operators of all enterprises only', async () => {
  const [row] = await list(viewer, 'movements?status=PROPOSED&account=treasury&currency=USDC')
  expect(row).toMatchObject({ amount: '0.0007', from_account: 'rail:sandbox' })
  expect((await viewer.act('GET', `/movements/${row?.id}`)).data).toEqual(row)
  expect(await list(viewer, 'movements?status=SETTLED')).toEqual([])
  expect(await list(mine, 'movements')).toEqual([])
  expect((await mine.act('GET', `/movements/${row?.id}`)).status).toBe(404)
})

test('enterprises are listed with what is on hold', async () => {
  const all = await list(viewer, 'enterprises')
  const own = await list(mine, 'enterprises')
  expect(own).toEqual([expect.objectContaining({ name: 'Demo Enterprise', held_since: null })])
  expect(all.length).toBeGreaterThan(1)
  expect((await mine.act('GET', `/enterprises/${own[0]?.id}`)).data).toEqual(own[0])
  expect((await outsider.act('GET', `/enterprises/${own[0]?.id}`)).status).toBe(404)
})

test('instruments and keys show no details and no secrets', async () => {
  const customers = await corridor.get<{ id: string; details: Record<string, string> }[]>(
    `${corridor.organization}/external_payment_instruments`,
  )
  const text = JSON.stringify([
    await list(viewer, 'instruments?limit=200'),
    await list(viewer, 'api_keys?limit=200'),
    await list(viewer, 'webhook_endpoints'),
  ])
  for (const { id, details } of customers.data) {
    expect(text).toContain(id)
    for (const value of Object.values(details))
      if (value.length > 8) expect(text).not.toContain(value)
  }
  expect(text).not.toMatch(/secret|ck_sandbox|whsec_/)
})

test('deliveries of a webhook endpoint are listed, newest event first', async () => {
  const [endpoint] = await list(viewer, 'webhook_endpoints')
  const path = `webhook_endpoints/${endpoint?.id}/deliveries`
  const all = await viewer.act<Row[]>('GET', `/${path}?limit=200`)
  expect(all.data.length).toBeGreaterThan(3)
  const page = await viewer.act<Row[]>('GET', `/${path}?limit=2&status=PENDING`)
  const next = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  const second = await list(viewer, `${path}?limit=2&status=PENDING&cursor=${next}`)
  expect([...ids(page.data), ...ids(second)]).toEqual(ids(all.data).slice(0, 4))
  expect(await list(viewer, `${path}?status=FAILED`)).toEqual([])
  expect((await outsider.act('GET', `/${path}`)).status).toBe(404)
  expect((await viewer.act('GET', '/webhook_endpoints/nonsense/deliveries')).status).toBe(404)
})

test('rails show their cursor, problems and halts; providers their rates and halts', async () => {
  const operator = await newProgram(corridor, 'operator')
  const halted = await operator.act<Row>('POST', '/halts', {
    what: 'sends',
    rail: 'sandbox',
    reason: 'a test',
  })
  const fills = await operator.act<Row>('POST', '/halts', {
    what: 'fills',
    provider: 'ALPHA',
    reason: 'a test',
  })
  const rails = await viewer.act<{ name: string; halts: Row[]; serves: unknown[] }[]>(
    'GET',
    '/rails',
  )
  expect(rails.data).toEqual([
    expect.objectContaining({
      name: 'sandbox',
      halts: [expect.objectContaining({ what: 'sends' })],
    }),
  ])
  expect((await viewer.act('GET', '/rails/sandbox')).status).toBe(200)
  expect((await viewer.act('GET', '/rails/nothing')).status).toBe(404)
  type Provider = { name: string; halts: Row[]; trading_pairs: { rate: string | null }[] }
  const { data: alpha } = await viewer.act<Provider>('GET', '/providers/ALPHA')
  expect(alpha.trading_pairs.some(({ rate }) => rate !== null)).toBe(true)
  expect(alpha.halts).toEqual([expect.objectContaining({ id: fills.data.id })])
  const providers = await viewer.act<Provider[]>('GET', '/providers')
  expect(providers.data.map(({ name }) => name)).toContain('ALPHA')
  expect(
    providers.data.filter(({ name }) => name !== 'ALPHA').flatMap(({ halts }) => halts),
  ).toEqual([])
  for (const { id } of [halted.data, fills.data])
    await operator.act('POST', `/halts/${id}/resume`, { reason: 'over' })
})

test('a provider with limits shows what is left of them', async () => {
  const { owner } = corridor.database
  type Pair = { payin_currency: string; payin_left: string | null; payout_left: string | null }
  const usdcToCop = async () => {
    await corridor.deps.catalogue.providers('fresh')
    const { data } = await viewer.act<{ trading_pairs: (Pair & { payout_currency: string })[] }>(
      'GET',
      '/providers/ALPHA',
    )
    return data.trading_pairs.find(
      ({ payin_currency, payout_currency }) =>
        payin_currency === 'USDC' && payout_currency === 'COP',
    )
  }
  expect(await usdcToCop()).toMatchObject({ payin_left: null, payout_left: null })
  await owner.query(
    `insert into provider_limits (provider, currency, settlement_limit_minor) values ('ALPHA', 'COP', 1)`,
  )
  try {
    expect(await usdcToCop()).toMatchObject({
      payin_left: null,
      payout_left: expect.stringMatching(/^-?\d+\.\d\d$/),
    })
  } finally {
    await owner.query(`delete from provider_limits where provider = 'ALPHA'`)
    await corridor.deps.catalogue.providers('fresh')
  }
})

test('frozen orders are listed longest first, in pages, of the enterprises that the operator sees', async () => {
  const operator = await newProgram(corridor, 'operator')
  const frozen: string[] = []
  for (let made = 0; made < 3; made++) {
    const { id } = await corridor.order()
    const answer = await operator.act('POST', `/orders/${id}/freeze`, { reason: 'a test' })
    expect(answer.status).toBe(200)
    frozen.push(id)
  }
  expect(ids(await list(mine, 'orders/frozen'))).toEqual(frozen)
  const read = await pagesOf(mine, 'orders/frozen')
  expect(read).toEqual(frozen)
  expect(await list(outsider, 'orders/frozen?limit=1')).toEqual([])
  expect((await mine.act('GET', '/orders/parked?cursor=AAAA')).problem.code).toBe('invalid_cursor')
  expect(await list(mine, 'orders/parked')).toEqual([])
  expect(await list(mine, 'orders/contradicted')).toEqual([])
})

describe('a filter by state finds exactly the rows that have it', () => {
  const states: Record<
    string,
    [field: string, values: readonly string[], stateOf: (row: Row) => unknown]
  > = {
    orders: ['status', orderStatuses, (row) => row['status']],
    payouts: ['status', payoutStatuses, (row) => row['status']],
    refunds: ['status', ['PENDING', 'SENT', 'PROCESSED', 'FAILED'], (row) => row['status']],
    deposits: [
      'outcome',
      ['counted', 'late', 'extra', 'wrong_asset', 'unmatched'],
      (row) => row['outcome'],
    ],
    events: ['type', eventTypes, (row) => Object(row['event']).type],
  }
  test.each(Object.entries(states))('%s', async (name, [field, values, stateOf]) => {
    for (const who of [viewer, mine]) {
      const all = await list(who, `${name}?limit=200`)
      expect(all.length).toBeGreaterThan(0)
      for (const value of values) {
        const found = await list(who, `${name}?limit=200&${field}=${value}`)
        expect(ids(found), value).toEqual(ids(all.filter((row) => stateOf(row) === value)))
      }
      await newPrograms()
    }
  })
})
