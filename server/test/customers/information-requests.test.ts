// Information requests: an operator asks, the customer answers over the API, and only who may reads what was answered.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicId } from '../../src/platform/ids.ts'
import type { DocumentJson, RequestJson } from '../../src/customers/information-requests/view.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram, openDesk } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'

let list = ''
let opening = ''
const opened = await forFile(openDesk())
const desk = opened
const { corridor } = opened
const own = opened.own
const compliance = await newProgram(corridor, 'compliance')
const operator = await newProgram(corridor, 'operator')
const other = await newProgram(corridor, 'compliance', opened.others)
list = `${corridor.organization}/information-requests`
opening = `/organizations/${corridor.sandbox.organization_id}/information_requests`

const PDF = Buffer.from('%PDF-1.7 secret content of a passport')
const fields = [
  { name: 'source_of_funds', about: 'Where the money is from.', type: 'text', required: true },
  { name: 'born_on', about: 'The birthday of the payer.', type: 'date', required: false },
  { name: 'lives_in', about: 'The country of the payer.', type: 'country', required: false },
]
const documents = [
  { name: 'passport', about: 'The passport.', required: true, largest_bytes: 1000 },
  { name: 'invoice', about: 'The invoice.', required: false, largest_bytes: 10 },
]
const inADay = () => new Date(desk.clock.realNow() + 86_400_000).toISOString()
const asking = (more: object = {}) => ({
  message: 'Please explain.',
  fields,
  documents,
  deadline: inADay(),
  reason: 'unusual amount',
  ...more,
})

async function ask(more: object = {}): Promise<RequestJson> {
  const opened = await operator.act<RequestJson>('POST', opening, asking(more))
  expect(opened.status, opened.text).toBe(201)
  return opened.data
}
const upload = (id: string, more: object = {}, idempotencyKey?: string) =>
  corridor.post<DocumentJson>(
    `${list}/${id}/documents`,
    { name: 'passport', type: 'application/pdf', content: PDF.toString('base64'), ...more },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
const answer = (id: string, body: object, idempotencyKey?: string) =>
  corridor.post<RequestJson>(
    `${list}/${id}/answer`,
    body,
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
const typesOf = async () =>
  (
    await corridor.get<{ type: string; data: { information_request_id?: string } }[]>(
      `${corridor.organization}/events`,
    )
  ).data
/** An event is listed when all older transactions have ended. */
const eventsOf = async (id: string) =>
  (await typesOf()).filter(({ data }) => data.information_request_id === id).map(({ type }) => type)
const itemsOf = async (id: string) =>
  (
    await operator.act<{ subject: string; facts: { status: string } }[]>(
      'GET',
      '/queue?kind=information_request&limit=200',
    )
  ).data.filter(({ subject }) => subject === id)

test('a customer answers with fields and documents, and compliance reads them', async () => {
  const request = await ask()
  expect(request).toMatchObject({ status: 'OPEN', order_id: null, is_overdue: false })
  expect((await corridor.get<RequestJson>(`${list}/${request.id}`)).data).toMatchObject({
    id: request.id,
    status: 'OPEN',
    fields,
    documents,
  })
  const document = await upload(request.id)
  expect(document.status, document.text).toBe(201)
  const sent = { fields: { source_of_funds: 'Sale of goods', born_on: '1984-03-02' } }
  const answered = await answer(request.id, { ...sent, document_ids: [document.data.id] })
  expect(answered.status, answered.text).toBe(201)
  expect(answered.data.status).toBe('ANSWERED')
  expect(answered.text).not.toContain('Sale of goods')
  expect(await itemsOf(request.id)).toMatchObject([{ facts: { status: 'ANSWERED' } }])

  const read = await compliance.act<{ fields: object; documents: DocumentJson[] }>(
    'POST',
    `/information_requests/${request.id}/read`,
    { reason: 'to decide' },
  )
  expect(read.data.fields).toEqual(sent.fields)
  expect(read.data.documents.map(({ id }) => id)).toEqual([document.data.id])
  const content = await compliance.act<{ content: string }>(
    'POST',
    `/information_requests/${request.id}/documents/${document.data.id}/read`,
    { reason: 'to decide' },
  )
  expect(Buffer.from(content.data.content, 'base64')).toEqual(PDF)

  const closed = await operator.act<RequestJson>(
    'POST',
    `/information_requests/${request.id}/close`,
    { reason: 'all is well' },
  )
  expect(closed.data.status).toBe('CLOSED')
  expect(await itemsOf(request.id)).toEqual([])
  await expect
    .poll(() => eventsOf(request.id))
    .toEqual(['information.requested', 'information.answered', 'information.closed'])
  const rows = await corridor.sql<{ act: string; detail: object }>`select act, detail
      from audit_entries where subject = ${request.id} order by number`
  expect(rows.map(({ act }) => act)).toEqual(
    ['open', 'read', 'read_document', 'close'].map((act) => `information_request.${act}`),
  )
  expect(JSON.stringify(rows)).not.toMatch(/Sale of goods|secret content/)
})

test('what was answered is encrypted in the database', async () => {
  const request = await ask()
  const { data: document } = await upload(request.id)
  await answer(request.id, {
    fields: { source_of_funds: 'Sale of a house' },
    document_ids: [document.id],
  })
  const { rows } = await corridor.database.owner.query<{ answer: Buffer; content: Buffer }>(
    `select r.answer_sealed as answer, d.content_sealed as content
       from information_requests r join information_documents d on d.request_id = r.id where r.id = $1`,
    [requireUuid('irq', request.id)],
  )
  expect(rows[0]?.answer.includes('Sale of a house')).toBe(false)
  expect(rows[0]?.content.includes('secret content')).toBe(false)
})

test('a request about an order can hold it, in the same transaction', async () => {
  const order = await corridor.order()
  const request = await ask({ order_id: order.id, hold_order: true })
  expect(request.order_id).toBe(order.id)
  const frozen = await operator.act<{ id: string }[]>('GET', '/orders/frozen')
  expect(frozen.data.map(({ id }) => id)).toContain(order.id)
  const again = await operator.act(
    'POST',
    opening,
    asking({ order_id: order.id, hold_order: true }),
  )
  expect([again.status, again.problem.code]).toEqual([409, 'act_refused'])
  const of = await corridor.get<RequestJson[]>(`${list}?order_id=${order.id}`)
  expect(of.data.map(({ id }) => id)).toEqual([request.id])
  const withoutOrder = await operator.act('POST', opening, asking({ hold_order: true }))
  expect(withoutOrder.status).toBe(409)
})

test.each<[string, object, string[]]>([
  ['a required field is missing', { fields: {} }, ['/fields/source_of_funds', '/document_ids']],
  [
    'a field is not asked for',
    { fields: { source_of_funds: 'a', more: 'b' } },
    ['/fields/more', '/document_ids'],
  ],
  [
    'a date is none',
    { fields: { source_of_funds: 'a', born_on: '2023-02-29' } },
    ['/fields/born_on', '/document_ids'],
  ],
  [
    'a country is none',
    { fields: { source_of_funds: 'a', lives_in: 'Colombia' } },
    ['/fields/lives_in', '/document_ids'],
  ],
  [
    'a value is too long',
    { fields: { source_of_funds: 'a'.repeat(1001) } },
    ['/fields/source_of_funds', '/document_ids'],
  ],
  [
    'a document is unknown',
    { fields: { source_of_funds: 'a' }, document_ids: [publicId('ird', randomUUID() as never)] },
    ['/document_ids/0'],
  ],
])('an answer is refused where %s', async (_what, body, pointers) => {
  const request = await ask()
  const refused = await answer(request.id, body)
  expect(refused.problem.code).toBe('invalid_answer')
  expect(refused.problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers)
  expect((await corridor.get<RequestJson>(`${list}/${request.id}`)).data.status).toBe('OPEN')
})

test.each<[string, object, number, string]>([
  ['names nothing wanted', { name: 'selfie' }, 422, 'invalid_answer'],
  ['is no base64', { content: 'a*==' }, 400, 'invalid_request'],
  ['is no PNG', { type: 'image/png' }, 422, 'invalid_document'],
  ['is too large for its kind', { name: 'invoice' }, 413, 'document_too_large'],
  ['is larger than any may be', { content: 'A'.repeat(4_100_000) }, 413, 'document_too_large'],
  ['has another type', { type: 'text/html' }, 400, 'invalid_request'],
])('a document is refused that %s', async (_what, more, status, code) => {
  const { id } = await ask()
  const refused = await upload(id, more)
  expect([refused.status, refused.problem.code]).toEqual([status, code])
})

test('repeated uploads and answers replay, and another request under the key is refused', async () => {
  const request = await ask({ fields: [] })
  const [key, answerKey] = [randomUUID(), randomUUID()]
  const first = await upload(request.id, {}, key)
  const second = await upload(request.id, {}, key)
  expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  const reused = await upload(request.id, { name: 'invoice' }, key)
  expect(reused.problem.code).toBe('idempotency_key_reused')

  const body = { fields: {}, document_ids: [first.data.id] }
  const all = await Promise.all(
    Array.from({ length: 5 }, () => answer(request.id, body, answerKey)),
  )
  expect(new Set(all.map(({ text }) => text)).size).toBe(1)
  expect(all.filter((one) => one.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  await operator.act('POST', `/information_requests/${request.id}/close`, { reason: 'done' })
  expect((await answer(request.id, body, answerKey)).text).toBe(all[0]?.text)
  const late = await answer(request.id, body)
  expect([late.status, late.problem.code]).toEqual([409, 'information_request_not_open'])
  expect((await upload(request.id)).problem.code).toBe('information_request_not_open')
  await expect.poll(() => eventsOf(request.id)).toHaveLength(3)
})

test('uploads are limited, also when they come at once', async () => {
  const request = await ask()
  const all = await Promise.all(Array.from({ length: 33 }, () => upload(request.id)))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(30)
  expect(all.filter(({ status }) => status === 409)[0]?.problem).toMatchObject({
    code: 'too_many_documents',
    limit: 30,
  })
})

test('other organizations and operators of other enterprises get what unknown ones get', async () => {
  const request = await ask()
  const { data: document } = await upload(request.id)
  const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const foreign = [
    await corridor.get(list, { key }),
    await corridor.get(`${list}/${request.id}`, { key }),
    await corridor.post(`${list}/${request.id}/answer`, { fields: {} }, { key }),
  ]
  const [, second] = await corridor.organizations()
  const elsewhere = `/v1/organizations/${second?.id}/information-requests/${request.id}`
  foreign.push(await corridor.get(elsewhere))
  foreign.push(await corridor.post(`${elsewhere}/answer`, { fields: {} }))
  for (const reply of foreign) expect(reply.problem.code).toBe('not_found')

  const reason = { reason: 'curious' }
  const operators = [
    await other.act('POST', opening, asking()),
    await other.act('GET', `/information_requests/${request.id}`),
    await other.act('POST', `/information_requests/${request.id}/read`, reason),
    await other.act(
      'POST',
      `/information_requests/${request.id}/documents/${document.id}/read`,
      reason,
    ),
    await other.act('POST', `/information_requests/${request.id}/close`, reason),
  ]
  expect(operators.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await other.act<unknown[]>('GET', '/information_requests')).data).toEqual([])
  const mine = await newProgram(corridor, 'compliance', [own])
  expect((await mine.act('GET', `/information_requests/${request.id}`)).status).toBe(200)
  const others = await compliance.act('POST', opening, asking({ order_id: 'ord_unknown' }))
  expect(others.status).toBe(404)
})

test('only compliance reads answers, and a viewer asks nothing', async () => {
  const request = await ask()
  const viewer = await newProgram(corridor, 'viewer')
  const refused = [
    await operator.act('POST', `/information_requests/${request.id}/read`, { reason: 'curious' }),
    await viewer.act('POST', opening, asking()),
    await viewer.act('POST', `/information_requests/${request.id}/close`, { reason: 'curious' }),
  ]
  expect(refused.map(({ problem }) => problem.code)).toEqual(
    Array.from({ length: 3 }, () => 'right_missing'),
  )
  const unanswered = await compliance.act('POST', `/information_requests/${request.id}/read`, {
    reason: 'too early',
  })
  expect(unanswered.problem.code).toBe('act_refused')
})

test.each<[string, object, number]>([
  ['asks for nothing', { fields: [], documents: [] }, 409],
  ['names a field twice', { fields: [fields[0], fields[0]] }, 409],
  ['allows too large a document', { documents: [{ ...documents[0], largest_bytes: 9e6 }] }, 400],
  ['has a deadline in the past', { deadline: '2020-01-01T00:00:00Z' }, 400],
  ['has no reason', { reason: undefined }, 400],
])('nothing is asked by a request that %s', async (_what, more, status) => {
  const before = (await corridor.get<unknown[]>(list)).data.length
  expect((await operator.act('POST', opening, asking(more))).status).toBe(status)
  expect((await corridor.get<unknown[]>(list)).data).toHaveLength(before)
})

test('an open request after its deadline is in the queue, and can still be answered', async () => {
  const request = await ask({ documents: [] })
  expect(await itemsOf(request.id)).toEqual([])
  await corridor.sql`update information_requests set deadline = now() - interval '1 minute'
      where id = ${requireUuid('irq', request.id)}`
  expect(await itemsOf(request.id)).toMatchObject([{ facts: { status: 'OPEN' } }])
  const late = await answer(request.id, { fields: { source_of_funds: 'a' } })
  expect(late.status).toBe(201)
})

test('an answer and a close at once: one of them happens first, and both are told', async () => {
  const request = await ask({ documents: [] })
  const [answered, closed] = await Promise.all([
    answer(request.id, { fields: { source_of_funds: 'a' } }),
    operator.act('POST', `/information_requests/${request.id}/close`, { reason: 'not needed' }),
  ])
  const later = async () => (await eventsOf(request.id)).slice(1)
  await expect
    .poll(later)
    .toEqual(
      answered.status === 201
        ? ['information.answered', ...(closed.status === 200 ? ['information.closed'] : [])]
        : ['information.closed'],
    )
})
