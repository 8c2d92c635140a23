// Decisions on orders over the operator API: who may take them, what they change, and what the audit trail has of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '../src/audit/verify.ts'
import { newLeaseToken, publicId } from '../src/ids.ts'
import { createSharedCounts } from '../src/processes/shared-counts.ts'
import { claimDueOrders } from '../src/orders/job-queries.ts'
import { park } from '../src/orders/leases.ts'
import type { OrderJson } from '../src/orders/view.ts'
import { selectEnterprises } from '../src/organizations/queries.ts'
import { newPerson, standingClock, type Person } from './support/desk.ts'
import { testService, type Problem, type TestService } from './support/service.ts'

type DeskOrderJson = { id: string; status: string; parked_reason: string | null }
type EntryJson = { act: string; subject: string; actor: string; reason: string; detail: unknown }

let corridor: TestService
let operator: Person
let compliance: Person
let outsider: Person
const clock = standingClock()

beforeAll(async () => {
  const counts = createSharedCounts()
  corridor = await testService({ clock, worker: false, replace: () => ({ sharedCounts: counts }) })
  const desk = { corridor, clock }
  const enterprises = await selectEnterprises(corridor.deps.db)
  const mine = enterprises.find(({ name }) => name === 'Demo Enterprise') ?? enterprises[0]
  const others = enterprises.filter((one) => one !== mine).map(({ id }) => id)
  if (mine === undefined || others.length === 0)
    throw new Error('the demo world has one enterprise')
  operator = await newPerson(desk, 'operator', 'operator', [mine.id])
  compliance = await newPerson(desk, 'compliance', 'compliance')
  outsider = await newPerson(desk, 'outsider', 'operator', others)
  // Enrolling people took half a minute each, so that the rates must arrive anew.
  while ((await corridor.post(`${corridor.organization}/offerings`)).status === 503) await sleep(20)
})
afterAll(() => corridor.close())

async function parkedOrder(): Promise<OrderJson> {
  const order = await corridor.order()
  await corridor.fund(order.id)
  const due = await claimDueOrders(corridor.deps.db, {
    now: corridor.clock.now(),
    leaseToken: newLeaseToken(),
    leaseMs: 30_000,
    limit: 100,
  })
  const claimed = due.find(({ id }) => publicId('ord', id) === order.id)
  if (claimed === undefined) throw new Error('the order is not due')
  await park(corridor.deps, claimed, 'slippage')
  return order
}

const decide = (who: Person, order: OrderJson, decision: string, reason = 'asked by telephone') =>
  who.act<DeskOrderJson>('POST', `/orders/${order.id}/${decision}`, { reason })
const entriesOf = async (order: OrderJson) =>
  (await compliance.act<EntryJson[]>('GET', `/audit?subject=${order.id}`)).data

test('a parked order is listed until it is released', async () => {
  const order = await parkedOrder()
  const listed = async () =>
    (await operator.act<DeskOrderJson[]>('GET', '/orders/parked')).data.filter(
      ({ id }) => id === order.id,
    )
  expect(await listed()).toEqual([
    expect.objectContaining({ parked_reason: 'slippage', status: 'STEP_2_FILLING_FX' }),
  ])
  expect((await decide(operator, order, 'release')).data).toMatchObject({ parked_reason: null })
  expect(await listed()).toEqual([])
})

test.each([
  ['fail', 'FAILED_DECLINED_BY_LIQ_PROVIDER'],
  ['refund', 'FAILED_REFUND_REQUESTED'],
])('%s ends a parked order, and the trail has the reason', async (decision, status) => {
  const order = await parkedOrder()
  expect((await decide(operator, order, decision)).data).toMatchObject({ status })
  expect(await entriesOf(order)).toEqual([
    expect.objectContaining({
      actor: 'user:operator',
      act: `order.${decision}`,
      reason: 'asked by telephone',
      detail: expect.objectContaining({ after: expect.objectContaining({ status }) }),
    }),
  ])
  expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
})

test('a decision that the state does not allow is refused, and changes nothing', async () => {
  const order = await corridor.order()
  const refused = await decide(operator, order, 'fail')
  expect(refused.problem.code).toBe('act_refused')
  expect(refused.problem.detail).toContain('only parked and declined orders can be ended')
  expect(await entriesOf(order)).toEqual([])
})

test('of two decisions at once, one is taken and has an entry', async () => {
  const order = await parkedOrder()
  const answers = await Promise.all([
    decide(operator, order, 'fail'),
    decide(operator, order, 'fail'),
    decide(operator, order, 'fail'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await entriesOf(order)).toHaveLength(1)
})

test('only an operator decides, and the refusal of others is in the trail', async () => {
  const order = await parkedOrder()
  expect((await decide(compliance, order, 'refund')).problem).toMatchObject({
    code: 'right_missing',
    roles_with_the_right: ['operator'],
  })
  const { data } = await compliance.act<EntryJson[]>('GET', '/audit?act=refused')
  expect(data[0]).toMatchObject({
    actor: 'user:compliance',
    detail: { operation: 'POST /operator/v1/orders/:order_id/refund' },
  })
})

test('an order of an enterprise that the operator does not see is like an unknown one', async () => {
  const order = await parkedOrder()
  const foreign = await decide(outsider, order, 'fail')
  const unknown = await outsider.act('POST', '/orders/ord_01jqe8m2x4fv5s0t6w7y8z9abc/fail', {
    reason: 'x',
  })
  const bare = (problem: Problem) => ({ ...problem, request_id: '', instance: '' })
  expect(bare(foreign.problem)).toEqual(bare(unknown.problem))
  expect((await outsider.act<DeskOrderJson[]>('GET', '/orders/parked')).data).toEqual([])
})

test('a decision without a reason is refused', async () => {
  const order = await parkedOrder()
  const refused = await operator.act('POST', `/orders/${order.id}/fail`, {})
  expect(refused.problem.errors).toEqual([expect.objectContaining({ pointer: '/reason' })])
})
