// Metadata of customers: kept and shown as it was given, found by equality within its organization, and in events and exports.
// outside/metadata-stays-inside.test.ts looks for it outside.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { later } from '../../src/platform/clock.ts'
import { eraseExpired } from '../../src/rules/retention/erase.ts'
import { newProgram, openDesk } from '../support/desk.ts'
import { forFile } from '../support/for-file.ts'
import { runDueWork } from '../support/orders.ts'
import { tablesWith } from '../support/tables-with.ts'

type Metadata = Record<string, string>
type Kind = 'organizations' | 'external_payment_instruments' | 'quotes' | 'orders'

const { corridor } = await forFile(openDesk())
const desk = await newProgram(corridor, 'compliance')
await corridor.deps.feeds.push()
const { id: offeringId } = await corridor.offering()

const pathOf = (kind: Kind) =>
  kind === 'organizations' ? '/v1/organizations' : `${corridor.organization}/${kind}`
const contact = { email: 'a@acme.example', first_name: 'A', last_name: 'B' }
const details = {
  address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  chain: 'base',
}
const bodyOf = async (kind: Kind): Promise<object> => {
  if (kind === 'organizations') return { name: 'Acme', contact }
  if (kind === 'quotes') return { offering_id: offeringId, payin_amount: '1000.00' }
  if (kind === 'orders') return { quote_id: (await corridor.quote(offeringId)).id }
  return { alias: 'Wallet', currency: 'USDC', method: 'EVM_ADDRESS', details }
}
type Made = { id: string; metadata?: Metadata }
async function make<T extends Made>(kind: Kind, metadata?: unknown, idempotencyKey?: string) {
  const body = { ...(await bodyOf(kind)), ...(metadata === undefined ? {} : { metadata }) }
  const again = () =>
    corridor.post<T>(pathOf(kind), body, idempotencyKey === undefined ? {} : { idempotencyKey })
  return Object.assign(await again(), { again })
}
const kinds: Kind[] = ['organizations', 'external_payment_instruments', 'quotes', 'orders']
const query = (metadata: Metadata, more = '') =>
  `?${Object.entries(metadata)
    .map(([key, value]) => `metadata[${key}]=${encodeURIComponent(value)}`)
    .join('&')}${more}`
const found = async (kind: Kind, metadata: Metadata, more = '') =>
  (await corridor.get<Made[]>(`${pathOf(kind)}${query(metadata, more)}`)).data.map(({ id }) => id)

test.each(kinds)(
  'metadata of %s is shown as it was given, also to a repeated request',
  async (kind) => {
    const metadata = {
      zone: '5',
      a: 'ñ "quoted" \\ 😀',
      'Invoice_no.1-x': 'x'.repeat(500),
      '10': 'a=b',
    }
    const reply = await make(kind, metadata, randomUUID())
    const { data, text, again } = reply
    expect(data.metadata).toEqual(metadata)
    const replayed = await again()
    expect(replayed.text).toBe(text)
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    const read = await corridor.get(`${pathOf(kind)}/${data.id}`)
    expect(read.text).toBe(text)
    // The last member, with sorted keys.
    expect(text).toMatch(
      /"metadata":\{"10":"a=b","Invoice_no\.1-x":"x+","a":".*","zone":"5"\}\}\}$/,
    )
  },
)

test.each(kinds)('%s without metadata are answered as before', async (kind) => {
  for (const none of [undefined, {}]) {
    const { data, text } = await make(kind, none)
    expect(text).not.toContain('metadata')
    const read = await corridor.get(`${pathOf(kind)}/${data.id}`)
    expect(read.text).toBe(text)
  }
})

test.each(kinds)(
  'a key of idempotency that was used with other metadata is refused for %s',
  async (kind) => {
    const key = randomUUID()
    const body = await bodyOf(kind)
    const send = (metadata: Metadata) =>
      corridor.post(pathOf(kind), { ...body, metadata }, { idempotencyKey: key })
    expect((await send({ a: '1', b: '2' })).status).toBe(201)
    expect((await send({ b: '2', a: '1' })).headers.get('idempotent-replayed')).toBe('true')
    expect((await send({ a: '1', b: '3' })).problem.code).toBe('idempotency_key_reused')
  },
)

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

test.each(kinds)('the limits of metadata of %s are named with the key', async (kind) => {
  const refused = async (metadata: unknown) => {
    const { status, problem } = await make(kind, metadata)
    expect(status).toBe(400)
    const [error, ...others] = problem.errors ?? []
    expect(others).toEqual([])
    return `${error?.pointer} ${error?.message}`
  }
  const name = 'must have a name of 1 to 40 letters, digits, _, - or .'
  expect((await make(kind, many(20))).status).toBe(201)
  expect(await refused(many(21))).toBe('/metadata must have at most 20 keys')
  expect(await refused({ 'a b': 'x' })).toBe(`/metadata/a b ${name}`)
  expect(await refused({ '': 'x' })).toBe(`/metadata/ ${name}`)
  expect(await refused({ ['k'.repeat(41)]: 'x' })).toBe(`/metadata/${'k'.repeat(41)} ${name}`)
  expect((await make(kind, { ['k'.repeat(40)]: 'x' })).status).toBe(201)
  expect(await refused({ é: 'x' })).toBe(`/metadata/é ${name}`)
  expect(await refused({ payin_amount: 1 })).toBe('/metadata/payin_amount must be a string')
  expect(await refused({ a: null })).toBe('/metadata/a must be a string')
  expect(await refused({ a: { b: 'c' } })).toBe('/metadata/a must be a string')
  expect(await refused({ a: '' })).toBe('/metadata/a must not be empty')
  expect(await refused({ a: 'x'.repeat(501) })).toBe('/metadata/a must have at most 500 characters')
  expect(await refused({ a: 'two\nlines' })).toMatch(/^\/metadata\/a must be one line of text/)
  expect(await refused({ a: '\0' })).toBe('/metadata/a holds U+0000 or half of a surrogate pair')
  expect(await refused({ a: '\ud800' })).toBe(
    '/metadata/a holds U+0000 or half of a surrogate pair',
  )
  expect(await refused('text')).toBe('/metadata must be an object')
  expect(await refused(null)).toBe('/metadata must be an object')
})

test.each(kinds)(
  '%s are found by up to three pairs, and not by a part of a value',
  async (kind) => {
    const run = randomUUID()
    const [both, first] = [
      { run, city: 'Bogotá, "C"' },
      { run, city: 'Cali' },
    ]
    const a = await make(kind, both)
    corridor.clock.advance(1)
    const b = await make(kind, first)
    corridor.clock.advance(1)
    const isOldestFirst = kind === 'organizations' || kind === 'external_payment_instruments'
    const all = isOldestFirst ? [a.data.id, b.data.id] : [b.data.id, a.data.id]
    expect(await found(kind, { run })).toEqual(all)
    expect(await found(kind, both)).toEqual([a.data.id])
    expect(await found(kind, { city: 'Cali', run })).toEqual([b.data.id])
    expect(await found(kind, { run: run.slice(1) })).toEqual([])
    expect(await found(kind, { Run: run })).toEqual([])
    expect(await found(kind, { city: run })).toEqual([])
    expect(await found(kind, { constructor: run })).toEqual([])
    expect(await found(kind, { ['__proto__']: run })).toEqual([])
    // Pages go on where the last one ended.
    const page = await corridor.get<Made[]>(`${pathOf(kind)}${query({ run }, '&limit=1')}`)
    expect(page.data.map(({ id }) => id)).toEqual(all.slice(0, 1))
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const second = await corridor.get<Made[]>(next.slice(next.indexOf('/v1/')))
    expect(second.data.map(({ id }) => id)).toEqual(all.slice(1))
    expect(second.headers.get('link')).toBeNull()
    const cursor = new URL(next).searchParams.get('cursor')
    const other = await corridor.get(`${pathOf(kind)}${query({ run: 'x' }, `&cursor=${cursor}`)}`)
    expect(other.problem.code).toBe('invalid_cursor')
  },
)

test('filters by metadata apply beside the others', async () => {
  const run = randomUUID()
  const { data: cancelled } = await make<OrderJson>('orders', { run })
  const { data: open } = await make<OrderJson>('orders', { run })
  await corridor.post(`${pathOf('orders')}/${cancelled.id}/cancel`, undefined, {
    idempotencyKey: null,
  })
  expect(await found('orders', { run }, '&status=FAILED_CANCELLED')).toEqual([cancelled.id])
  expect(await found('orders', { run }, '&status=STEP_1_AWAITING_FUNDING')).toEqual([open.id])
  expect(await found('orders', { run }, `&offering_id=${open.offering_id}`)).toHaveLength(2)
  expect(await found('orders', { run }, `&created_after=${open.created_at}`)).toEqual([])
  const { data: older } = await make<QuoteJson>('quotes', { run })
  corridor.clock.advance(1)
  const { data: newer } = await make<QuoteJson>('quotes', { run })
  expect(await found('quotes', { run })).toEqual([newer.id, older.id])
  expect(await found('quotes', { run }, '&sort=oldest_first')).toEqual([older.id, newer.id])
  expect(await found('quotes', { run }, '&offering_id=off_01jqe8m2x4fv5s0t6w7y8z9abc')).toEqual([])
})

test.each(kinds)('a malformed filter of %s by metadata is refused with its name', async (kind) => {
  const refused = async (text: string) => {
    const { problem } = await corridor.get(`${pathOf(kind)}?${text}`)
    return [problem.code, ...(problem.errors ?? []).map((one) => `${one.pointer} ${one.message}`)]
  }
  expect(await refused('metadata=x')).toEqual([
    'invalid_request',
    '?metadata must be written as metadata[key]=value',
  ])
  expect((await refused('metadata=x&metadata[a]=1'))[0]).toBe('unknown_field')
  expect(await refused('metadata[a]=1&metadata[a]=2')).toEqual([
    'invalid_request',
    '?metadata/a must be sent once',
  ])
  expect(await refused('metadata[a]=')).toEqual([
    'invalid_request',
    '?metadata/a must not be empty',
  ])
  for (const key of ['', 'a%20b'])
    expect((await refused(`metadata[${key}]=1`)).join()).toMatch(
      /^invalid_request,.*letters, digits/,
    )
  expect(await refused('metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1')).toEqual([
    'invalid_request',
    '?metadata must have at most 3 keys',
  ])
})

test('a list without this filter refuses it', async () => {
  const { problem } = await corridor.get(`${corridor.organization}/payouts?metadata[a]=1`)
  expect(problem.code).toBe('unknown_field')
})

test('nobody finds the objects of another organization or enterprise', async () => {
  const run = randomUUID()
  const made: Partial<Record<Kind, string>> = {}
  for (const kind of kinds) made[kind] = (await make(kind, { run })).data.id
  const { data: other } = await make<OrganizationJson>('organizations', { other: run })
  for (const kind of ['quotes', 'orders', 'external_payment_instruments']) {
    const path = `/v1/organizations/${other.id}/${kind}${query({ run })}`
    expect((await corridor.get(path)).data).toEqual([])
  }
  const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const { data } = await corridor.get(`/v1/organizations${query({ run })}`, { key })
  expect(data).toEqual([])
  const bound = await corridor.newKey({ organization: other.id })
  const own = await corridor.get<Made[]>(`/v1/organizations${query({ run })}`, { key: bound.key })
  expect(own.data).toEqual([])
})

const dataOf = (events: readonly EventJson[]) =>
  events.map(({ type, data }) => [type, data['metadata']])

test('events of an order have its metadata, and those of one without have none', async () => {
  const metadata = { run: randomUUID() }
  const { data: order } = await make<OrderJson>('orders', metadata)
  const { data: plain } = await make<OrderJson>('orders')
  for (const { id } of [order, plain]) await corridor.fund(id)
  await runDueWork(corridor)
  const eventsOf = async ({ id }: Made) =>
    (await corridor.get<{ events: EventJson[] }>(`${pathOf('orders')}/${id}/timeline`)).data.events
  const told = dataOf(await eventsOf(order))
  expect(told.map(([type]) => type)).toEqual([
    'order.created',
    'deposit.recorded',
    'order.funded',
    'order.filled',
    'order.completed',
  ])
  for (const [type, found] of told) expect(found, String(type)).toEqual(metadata)
  for (const { data } of await eventsOf(plain)) expect(data).not.toHaveProperty('metadata')
})

test('a retry has the metadata of the declined order unless it is given its own', async () => {
  const declined = async () => {
    const quote = await corridor.quote(offeringId, '1911.01')
    const body = { quote_id: quote.id, metadata: { run: 'first' } }
    const { data } = await corridor.post<OrderJson>(pathOf('orders'), body)
    await corridor.fund(data.id)
    await runDueWork(corridor)
    return data.id
  }
  const retried = async (more: object) => {
    const id = await declined()
    const quote = await corridor.quote(offeringId, '900.00')
    const body = { quote_id: quote.id, ...more }
    const { data } = await corridor.post<OrderJson>(`${pathOf('orders')}/${id}/retry`, body)
    return data.metadata
  }
  expect(await retried({})).toEqual({ run: 'first' })
  expect(await retried({ metadata: { run: 'second' } })).toEqual({ run: 'second' })
  expect(await retried({ metadata: {} })).toBeUndefined()
})

test('operators see metadata, find by it, and export that of orders', async () => {
  const run = randomUUID()
  const metadata = { run, b: '=1+1' }
  for (const [kind, name] of [
    ['organizations', 'organizations'],
    ['external_payment_instruments', 'instruments'],
    ['orders', 'orders'],
  ] as const) {
    const { data } = await make(kind, metadata)
    await make(kind, { run: 'other' })
    const list = await desk.act<Made[]>('GET', `/${name}${query({ run })}`)
    expect(list.data).toMatchObject([{ id: data.id, metadata }])
    expect((await desk.act<Made[]>('GET', `/${name}${query({ run, b: 'x' })}`)).data).toEqual([])
  }
  const [id = ''] = await found('orders', { run })
  const { data: one } = await desk.act<{ order: Made }>('GET', `/orders/${id}`)
  expect(one.order.metadata).toEqual(metadata)
  const exported = async (format: string) =>
    (await desk.act('POST', '/exports', { export: 'orders', format, reason: 'audit' })).text
  const lines = (await exported('jsonl')).split('\n').filter((line) => line.includes(id))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ metadata: `{"b":"=1+1","run":"${run}"}` })
  const csv = await exported('csv')
  expect(csv.slice(0, csv.indexOf('\r\n'))).toMatch(/,updated_at,metadata$/)
  expect(csv).toContain(`"{""b"":""=1+1"",""run"":""${run}""}"`)
})

test('retention erases the metadata of an instrument with its details', async () => {
  const run = randomUUID()
  const { data } = await make<InstrumentJson>('external_payment_instruments', { run })
  const path = `${pathOf('external_payment_instruments')}/${data.id}`
  await corridor.call('DELETE', path)
  const { deps } = corridor
  const days = (count: number) => count * 86_400_000
  const clock = {
    now: () => later(deps.clock.now(), days(31)),
    realNow: () => later(deps.clock.realNow(), days(31)),
  }
  expect((await corridor.get<Made>(path)).data.metadata).toEqual({ run })
  await eraseExpired({ ...deps, clock, config: { ...deps.config, detailsKeptDays: 30 } })
  expect((await corridor.get(path)).text).not.toContain('metadata')
  expect(await found('external_payment_instruments', { run })).toEqual([])
  expect(await tablesWith(corridor, run)).toEqual([])
})
