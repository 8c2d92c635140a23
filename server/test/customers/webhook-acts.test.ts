// Acts of operators on webhook endpoints: customers see them, rules of approval cover them, and the trail has each.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { later, toTimestamp } from '../../src/platform/clock.ts'
import type { DeliveryJson, EndpointJson } from '../../src/customers/webhooks/view.ts'
import { newPerson, newProgram, openDesk, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import type { TestService } from '../support/service.ts'

type Program = Pick<Person, 'act'>
type EntryJson = { act: string; reason: string; detail: Record<string, unknown> }
type ItemJson = { kind: string; subject: string }

let corridor: TestService
let receiver: Receiver
let desk: Awaited<ReturnType<typeof openDesk>>
let operator: Program
let admin: Program
let outsider: Program
let endpoint: EndpointJson
let list: string

beforeAll(async () => {
  desk = await openDesk()
  corridor = desk.corridor
  receiver = await openReceiver()
  operator = await newProgram(corridor, 'operator')
  admin = await newProgram(corridor, 'admin')
  outsider = await newProgram(corridor, 'operator', desk.others)
  list = `${corridor.organization}/webhook-endpoints`
})
afterAll(async () => {
  receiver.close()
  await corridor.close()
})
afterEach(async () => {
  await updateApprovalRules(corridor.deps.db, [])
  await corridor.call('DELETE', `${list}/${endpoint.id}`)
})

const reason = 'asked by telephone'
const created = async () => {
  endpoint = (await corridor.post<EndpointJson>(list, { url: receiver.url })).data
  return endpoint
}
const post = <T = EndpointJson>(who: Program, act: string, body: object = {}) =>
  who.act<T>('POST', `/webhook_endpoints/${endpoint.id}/${act}`, { reason, ...body })
const seen = async () => (await corridor.get<EndpointJson>(`${list}/${endpoint.id}`)).data
const entries = async () =>
  (await admin.act<EntryJson[]>('GET', `/audit?subject=${endpoint.id}`)).data
const disabledByService = async () => {
  await corridor.sql`update webhook_endpoints set status = 'DISABLED', disabled_reason = 'failing'
      where id = ${requireUuid('whe', endpoint.id)}`
}
const isQueued = async () => {
  const { data } = await operator.act<ItemJson[]>('GET', '/queue?kind=webhook_disabled&limit=200')
  return JSON.stringify(data).includes(endpoint.id)
}
const refusal = { status: 409, problem: { code: 'act_refused' } }
const period = () => ({
  created_after: toTimestamp(later(corridor.clock.now(), -3_600_000)),
  created_before: toTimestamp(later(corridor.clock.now(), 3_600_000)),
})

test('an operator disables an endpoint, and its customer sees why and may enable it', async () => {
  await created()
  expect((await post(operator, 'disable')).data).toMatchObject({ disabled_reason: 'operator' })
  expect(await seen()).toMatchObject({ status: 'DISABLED', disabled_reason: 'operator' })
  expect(await post(operator, 'disable')).toMatchObject(refusal)
  const body = { status: 'ENABLED' }
  expect((await corridor.call('PATCH', `${list}/${endpoint.id}`, { body })).status).toBe(200)
  expect(await seen()).toMatchObject({ status: 'ENABLED', disabled_reason: null })
  expect(await entries()).toEqual([
    expect.objectContaining({
      act: 'webhook_endpoint.disable',
      reason,
      detail: {
        before: { status: 'ENABLED', disabled_reason: null },
        after: { status: 'DISABLED', disabled_reason: 'operator' },
      },
    }),
  ])
})

test.each(['enable', 'disable'])('%s ends the item of the queue', async (act) => {
  await created()
  await disabledByService()
  expect(await isQueued()).toBe(true)
  expect((await post(operator, act)).status).toBe(200)
  expect(await isQueued()).toBe(false)
})

test('an endpoint that its customer disabled is not enabled by an operator', async () => {
  await created()
  const body = { status: 'DISABLED' }
  await corridor.call('PATCH', `${list}/${endpoint.id}`, { body })
  expect(await post(operator, 'enable')).toMatchObject(refusal)
  expect(await post(operator, 'disable')).toMatchObject(refusal)
  expect(await post(operator, 'redeliver', period())).toMatchObject(refusal)
  expect(await seen()).toMatchObject({ disabled_reason: 'customer' })
  expect(await entries()).toEqual([])
})

test('the events of a period are queued again, and the trail says how many', async () => {
  await corridor.order()
  await created()
  const { data } = await post<{ queued: number }>(operator, 'redeliver', period())
  expect(data.queued).toBeGreaterThan(0)
  const queued = (await corridor.get<DeliveryJson[]>(`${list}/${endpoint.id}/deliveries`)).data
  expect(queued).toHaveLength(data.queued)
  expect(await entries()).toEqual([
    expect.objectContaining({
      act: 'webhook_endpoint.redeliver',
      detail: { after: expect.objectContaining({ queued: data.queued }) },
    }),
  ])
})

test('other roles, operators of other enterprises and bad periods change nothing', async () => {
  await created()
  const viewer = await newProgram(corridor, 'viewer')
  for (const act of ['disable', 'enable']) {
    expect((await post(viewer, act)).status).toBe(403)
    expect((await post(outsider, act)).status).toBe(404)
  }
  for (const bad of ['yesterday', '2026-02-30T00:00:00Z', ''])
    expect(
      (await post(operator, 'redeliver', { ...period(), created_after: bad })).problem,
    ).toMatchObject({ errors: [expect.objectContaining({ pointer: '/created_after' })] })
  expect((await post(operator, 'redeliver')).status).toBe(400)
  expect(endpoint).toMatchObject(await seen())
  expect(await entries()).toEqual([])
})

test('of operators who disable at once, one does', async () => {
  await created()
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => post(operator, 'disable')))).map(
    ({ status }) => status,
  )
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
  expect(await entries()).toHaveLength(1)
})

test('an approved redelivery lapses when the URL has changed', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'webhook_endpoint.redeliver', enterprise_id: null, from: null, roles: ['operator'] },
  ])
  const first = await newPerson(desk, 'first', 'operator')
  const second = await newPerson(desk, 'second', 'operator')
  await created()
  const propose = async () => {
    const asked = await post<{ id: string }>(first, 'redeliver', period())
    expect(asked.status).toBe(202)
    return asked.data.id
  }
  const approve = (id: string) =>
    second.act<{ answer: object }>('POST', `/approvals/${id}/approve`, { reason: 'looked at' })
  expect((await approve(await propose())).data.answer).toEqual({ queued: expect.any(Number) })
  const late = await propose()
  const body = { url: `${receiver.url}/elsewhere` }
  expect((await corridor.call('PATCH', `${list}/${endpoint.id}`, { body })).status).toBe(200)
  expect((await approve(late)).problem.detail).toContain('lapsed')
  expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
})
