// Resources of another enterprise get the same answers as unknown ones.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService())
const strangersKey = (await corridor.newKey({ enterprise: 'Other Enterprise' })).key

/** Every operation with an identifier, once with an existing and once with an unknown one. */
async function operations() {
  const quote = await corridor.quote()
  const order = await corridor.order(quote.id)
  const unused = await corridor.quote()
  const [instrument] = await corridor.instruments()
  const ours = {
    org: corridor.sandbox.organization_id,
    epi: instrument?.id ?? '',
    off: quote.offering_id,
    qt: quote.id,
    ord: order.id,
    unused: unused.id,
  }
  const nowhere = Object.fromEntries(
    Object.entries(ours).map(([name, id]) => [name, `${id.slice(0, -20)}${'0'.repeat(20)}`]),
  ) as typeof ours
  const requests = (ids: typeof ours) =>
    [
      ['GET', `/v1/organizations/${ids.org}`],
      ['GET', `/v1/organizations/${ids.org}/configured-routes`],
      ['GET', `/v1/organizations/${ids.org}/volume_limits`],
      ['GET', `/v1/organizations/${ids.org}/external_payment_instruments`],
      ['GET', `/v1/organizations/${ids.org}/external_payment_instruments/${ids.epi}`],
      ['DELETE', `/v1/organizations/${ids.org}/external_payment_instruments/${ids.epi}`],
      [
        'POST',
        `/v1/organizations/${ids.org}/external_payment_instruments`,
        { alias: 'a', currency: 'USDC', method: 'SOLANA_ADDRESS', details: {} },
      ],
      ['POST', `/v1/organizations/${ids.org}/offerings`],
      ['GET', `/v1/organizations/${ids.org}/offerings/${ids.off}`],
      [
        'POST',
        `/v1/organizations/${ids.org}/quotes`,
        { offering_id: ids.off, payin_amount: '100.00' },
      ],
      ['GET', `/v1/organizations/${ids.org}/quotes/${ids.qt}`],
      ['POST', `/v1/organizations/${ids.org}/orders`, { quote_id: ids.unused }],
      ['GET', `/v1/organizations/${ids.org}/orders`],
      ['GET', `/v1/organizations/${ids.org}/order-search`],
      ...['quotes', 'deposits', 'payouts', 'refunds'].map((name): [string, string] => [
        'GET',
        `/v1/organizations/${ids.org}/${name}`,
      ]),
      ['GET', `/v1/organizations/${ids.org}/orders/${ids.ord}`],
      ['POST', `/v1/organizations/${ids.org}/orders/${ids.ord}/simulate-demo-funding`, {}],
    ] as [string, string, unknown?][]
  return { ours, nowhere, requests }
}

test('an organization of another enterprise gets the same bytes as an unknown one', async () => {
  const { ours, nowhere, requests } = await operations()
  const unknown = requests(nowhere)
  for (const [index, [method, path, body]] of requests(ours).entries()) {
    const headers = { 'x-request-id': 'same' }
    const foreign = await corridor.call(method, path, { key: strangersKey, body, headers })
    const [, unknownPath = ''] = unknown[index] ?? []
    const absent = await corridor.call(method, unknownPath, { key: strangersKey, body, headers })
    expect(foreign.status, `${method} ${path}`).toBe(404)
    expect(foreign.problem.code).toBe('not_found')
    expect(foreign.text.replaceAll(path, 'PATH')).toBe(absent.text.replaceAll(unknownPath, 'PATH'))
  }
})

test('objects of another organization are unknown', async () => {
  const { ours } = await operations()
  const [, other] = await corridor.organizations()
  const base = `/v1/organizations/${other?.id}`
  const replies = [
    await corridor.get(`${base}/external_payment_instruments/${ours.epi}`),
    await corridor.call('DELETE', `${base}/external_payment_instruments/${ours.epi}`),
    await corridor.get(`${base}/offerings/${ours.off}`),
    await corridor.post(`${base}/quotes`, { offering_id: ours.off, payin_amount: '100.00' }),
    await corridor.get(`${base}/quotes/${ours.qt}`),
    await corridor.post(`${base}/orders`, { quote_id: ours.unused }),
    await corridor.get(`${base}/orders/${ours.ord}`),
    await corridor.post(`${base}/orders/${ours.ord}/simulate-demo-funding`, {}),
  ]
  for (const reply of replies) expect(reply.problem.code).toBe('not_found')
  expect((await corridor.get(`${base}/orders`)).data).toEqual([])
  expect((await corridor.order(ours.unused)).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
})

test('a key lists only the organizations of its own enterprise', async () => {
  const mine = (await corridor.organizations()).map((one) => one.id)
  const theirs = (
    await corridor.get<{ id: string }[]>('/v1/organizations', { key: strangersKey })
  ).data.map((one) => one.id)
  expect(theirs.length).toBeGreaterThan(0)
  expect(theirs.filter((id) => mine.includes(id))).toEqual([])
})

test('malformed and wrongly prefixed identifiers in a path get the answer of unknown ones', async () => {
  const order = await corridor.order()
  const bad = [
    order.id.replace('ord_', 'qt_'),
    order.id.toUpperCase(),
    `${order.id}0`,
    order.id.slice(0, -1),
    'x',
    '%00',
    `${order.id}%00`,
    '%F0%9F%92%A9',
    "'; drop table orders; --",
    'ord_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'x'.repeat(90),
  ]
  for (const id of bad) {
    const path = `${corridor.organization}/orders/${id.startsWith('%') || id.endsWith('%00') ? id : encodeURIComponent(id)}`
    const reply = await corridor.get(path)
    expect(reply.status, id).toBe(404)
    expect(reply.problem.title).toBe('The resource does not exist.')
  }
})

test('a key bound to one organization is refused in a sister organization, with the reason', async () => {
  const [mine, sister] = await corridor.organizations()
  const { key } = await corridor.newKey({ organization: mine?.id ?? '' })
  expect((await corridor.get(`/v1/organizations/${mine?.id}`, { key })).status).toBe(200)
  const refused = await corridor.get(`/v1/organizations/${sister?.id}`, { key })
  expect(refused.status).toBe(403)
  expect(refused.problem.code).toBe('organization_not_permitted')
  expect((await corridor.get<unknown[]>('/v1/organizations', { key })).data).toHaveLength(1)
  const creating = await corridor.post(
    '/v1/organizations',
    { name: 'N', contact: { email: 'a@b.co', first_name: 'A', last_name: 'B' } },
    { key, idempotencyKey: randomUUID() },
  )
  expect(creating.problem.code).toBe('organization_not_permitted')
})
