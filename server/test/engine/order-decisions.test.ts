// Decisions on orders over the operator API: who may take them, what they change, and what the audit trail has of them.
import { expect, test } from 'vitest'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, type Person, ratesArrive } from '../support/desk.ts'
import { parkedOrder } from '../support/parked.ts'
import type { Problem } from '../support/service.ts'

type DeskOrderJson = { id: string; status: string; parked_reason: string | null }
type EntryJson = { act: string; subject: string; actor: string; reason: string; detail: unknown }

const desk = await forFile(openDesk())
const { own, others } = desk
const { corridor } = desk
const operator = await newPerson(desk, 'operator', 'operator', [own])
const compliance = await newPerson(desk, 'compliance', 'compliance')
const outsider = await newPerson(desk, 'outsider', 'operator', others)
await ratesArrive(corridor)

const decide = (who: Person, order: OrderJson, decision: string, reason = 'asked by telephone') =>
  who.act<DeskOrderJson>('POST', `/orders/${order.id}/${decision}`, { reason })
const entriesOf = async (order: OrderJson) =>
  (await compliance.act<EntryJson[]>('GET', `/audit?subject=${order.id}`)).data

test('a parked order is listed until it is released', async () => {
  const order = await parkedOrder(corridor)
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
  const order = await parkedOrder(corridor)
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
  const order = await parkedOrder(corridor)
  const answers = await Promise.all([
    decide(operator, order, 'fail'),
    decide(operator, order, 'fail'),
    decide(operator, order, 'fail'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await entriesOf(order)).toHaveLength(1)
})

test('only an operator decides, and the refusal of others is in the trail', async () => {
  const order = await parkedOrder(corridor)
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
  const order = await parkedOrder(corridor)
  const foreign = await decide(outsider, order, 'fail')
  const unknown = await outsider.act('POST', '/orders/ord_01jqe8m2x4fv5s0t6w7y8z9abc/fail', {
    reason: 'x',
  })
  const bare = (problem: Problem) => ({ ...problem, request_id: '', instance: '' })
  expect(bare(foreign.problem)).toEqual(bare(unknown.problem))
  expect((await outsider.act<DeskOrderJson[]>('GET', '/orders/parked')).data).toEqual([])
})

test('a decision without a reason is refused', async () => {
  const order = await parkedOrder(corridor)
  const refused = await operator.act('POST', `/orders/${order.id}/fail`, {})
  expect(refused.problem.errors).toEqual([expect.objectContaining({ pointer: '/reason' })])
})
