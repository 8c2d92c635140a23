// Acts that need a second person: they wait, bind to the state that the proposer saw, and are carried out once.
import { expect, test } from 'vitest'
import { selectApprovalRules, updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { later, toTimestamp } from '../../src/platform/clock.ts'
import { publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { createSharedCounts } from '../../src/service/processes/shared-counts.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { changeUser } from '../../src/parties/operators/manage-users.ts'
import { upsertVolumeLimit } from '../../src/engine/volume-limits/queries.ts'
import { forFile } from '../support/for-file.ts'
import { untilBlocked } from '../support/database.ts'
import { newPerson, personOf, standingClock, type Person, ratesArrive } from '../support/desk.ts'
import { minorOf } from '../support/orders.ts'
import { parkedOrder } from '../support/parked.ts'
import { testService, type Problem } from '../support/service.ts'

type ApprovalJson = {
  id: string
  act: string
  subject: string
  status: string
  decided_by: string | null
  decided_at: string | null
  amounts: { currency: string; amount: string }[]
}
type EntryJson = { act: string; subject: string; actor: string; reason: string; detail: unknown }

const APPROVERS = 20

let foreign: Uuid<'ent'>
const clock = standingClock()
const approvers: Person[] = []

const counts = createSharedCounts()
const corridor = await forFile(
  testService({ clock, worker: false, replace: () => ({ sharedCounts: counts }) }),
)
const desk = { corridor, clock }
const enterprises = await selectEnterprises(corridor.deps.db)
const first = enterprises.find(({ name }) => name === 'Demo Enterprise') ?? enterprises[0]
if (first === undefined) throw new Error('the demo world has no enterprise')
const mine = first.id
const others = enterprises.map(({ id }) => id).filter((id) => id !== mine)
if (others[0] === undefined) throw new Error('the demo world has one enterprise')
foreign = others[0]
const ben = await newPerson(desk, 'ben', 'operator')
const cleo = await newPerson(desk, 'cleo', 'treasurer')
const admin = await newPerson(desk, 'admin', 'admin')
const viewer = await newPerson(desk, 'viewer', 'viewer')
const outsider = await newPerson(desk, 'outsider', 'treasurer', others)
const dora = await newPerson(desk, 'dora', 'operator')
for (let at = 0; at < APPROVERS; at += 1)
  approvers.push(await newPerson(desk, `approver-${at}`, 'treasurer'))
await updateApprovalRules(corridor.deps.db, [
  { act: 'order.refund', enterprise_id: null, from: null, roles: ['treasurer', 'operator'] },
  {
    act: 'order.fail',
    enterprise_id: mine,
    from: { currency: 'USDC', minor: '1' },
    roles: ['treasurer'],
  },
])
await ratesArrive(corridor)

async function proposed(order: OrderJson, who = ben): Promise<ApprovalJson> {
  const asked = await who.act<ApprovalJson>('POST', `/orders/${order.id}/refund`, {
    reason: 'asked by telephone',
  })
  expect(asked.status).toBe(202)
  return asked.data
}
const decide = (who: Person, { id }: ApprovalJson, decision = 'approve') =>
  who.act<{ approval: ApprovalJson; answer: { status: string } }>(
    'POST',
    `/approvals/${id}/${decision}`,
    { reason: 'I looked at it' },
  )
const statusOf = async ({ id }: { id: string }) =>
  (await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)).data.status
    .current_status
const approvalOf = async ({ id }: ApprovalJson) =>
  (await ben.act<ApprovalJson>('GET', `/approvals/${id}`)).data
const entriesOf = async (subject: string) =>
  (await admin.act<EntryJson[]>('GET', `/audit?subject=${subject}`)).data
const acts = async (subject: string) =>
  (await entriesOf(subject)).map(({ act }) => act).toReversed()

test('an act that a rule covers waits, and changes nothing', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  expect(approval).toMatchObject({
    act: 'order.refund',
    subject: order.id,
    status: 'PENDING',
    amounts: [expect.objectContaining({ currency: 'USDC' }), expect.anything()],
  })
  expect(await statusOf(order)).toBe('STEP_2_FILLING_FX')
  expect(await acts(order.id)).toEqual([])
  expect(await acts(approval.id)).toEqual(['approval.proposed'])
  const listed = await cleo.act<ApprovalJson[]>('GET', '/approvals?status=PENDING')
  expect(listed.data).toContainEqual(approval)
})

test('a second person approves it: it is carried out as it was asked', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  const { data } = await decide(cleo, approval)
  expect(data.approval).toMatchObject({ status: 'APPROVED', decided_by: 'user:cleo' })
  expect(data.answer).toMatchObject({ status: 'FAILED_REFUND_REQUESTED' })
  expect(await statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
  expect(await entriesOf(order.id)).toEqual([
    expect.objectContaining({
      actor: 'user:cleo',
      act: 'order.refund',
      reason: 'I looked at it',
      detail: expect.objectContaining({
        approval: { id: approval.id, proposed_by: 'user:ben', reason: 'asked by telephone' },
      }),
    }),
  ])
  expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
})

test('a release that was approved is noted with the reason of whoever asked for it', async () => {
  const rules = await selectApprovalRules(corridor.deps.db)
  await updateApprovalRules(corridor.deps.db, [
    { act: 'order.release', enterprise_id: null, from: null, roles: ['treasurer'] },
  ])
  const order = await parkedOrder(corridor)
  const asked = await ben.act<ApprovalJson>('POST', `/orders/${order.id}/release`, {
    reason: 'the rate is back',
  })
  await updateApprovalRules(corridor.deps.db, rules)
  expect((await decide(cleo, asked.data)).status).toBe(200)
  const { data } = await ben.act<{ record: { notes: object[] } }>('GET', `/orders/${order.id}`)
  expect(data.record.notes).toContainEqual(
    expect.objectContaining({ action: 'released', reason: 'the rate is back' }),
  )
})

test(`of ${APPROVERS} people who approve at once, one carries it out`, async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  const answers = await Promise.all(approvers.map((who) => decide(who, approval)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(APPROVERS - 1)
  expect(await acts(order.id)).toEqual(['order.refund'])
  expect((await acts(approval.id)).filter((act) => act === 'approval.refused')).toHaveLength(
    APPROVERS - 1,
  )
  expect(await statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
})

test('approve, reject and withdraw at once: one happens', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  const [one, two] = approvers
  if (one === undefined || two === undefined) throw new Error('there are no approvers')
  const answers = await Promise.all([
    decide(one, approval, 'approve'),
    decide(two, approval, 'reject'),
    decide(ben, approval, 'withdraw'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { status } = await approvalOf(approval)
  expect(await acts(order.id)).toEqual(status === 'APPROVED' ? ['order.refund'] : [])
})

test('an approval lapses when the order has moved on', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  expect((await ben.act('POST', `/orders/${order.id}/release`, { reason: 'goes on' })).status).toBe(
    200,
  )
  const refused = await decide(cleo, approval)
  expect(refused.problem).toMatchObject({ code: 'act_refused', status: 409 })
  expect(refused.problem.detail).toContain('has lapsed')
  expect(await approvalOf(approval)).toMatchObject({ status: 'LAPSED' })
  expect(await acts(approval.id)).toEqual(['approval.proposed', 'approval.lapsed'])
  expect(await acts(order.id)).toEqual(['order.release'])
  expect((await decide(cleo, approval)).problem.detail).toContain('is LAPSED')
})

test('an attempt that the present state refuses, such as a hold, is in the trail, and the approval waits', async () => {
  const rules = await selectApprovalRules(corridor.deps.db)
  const release = { enterprise_id: null, from: null, roles: ['treasurer' as const] }
  await updateApprovalRules(corridor.deps.db, [...rules, { act: 'order.release', ...release }])
  const cora = await newPerson({ corridor, clock }, 'cora', 'compliance')
  const hold = async (name: 'hold' | 'release') => {
    const path = `/organizations/${corridor.sandbox.organization_id}/${name}`
    expect((await cora.act('POST', path, { reason: 'asked' })).status).toBe(200)
  }
  const order = await parkedOrder(corridor)
  const { status, data: approval } = await ben.act<ApprovalJson>(
    'POST',
    `/orders/${order.id}/release`,
    { reason: 'the rate is well' },
  )
  expect(status).toBe(202)
  await hold('hold')
  expect((await decide(cleo, approval)).problem).toMatchObject({
    code: 'act_refused',
    closed: 'on_hold',
  })
  expect(await approvalOf(approval)).toMatchObject({ status: 'PENDING' })
  expect(await entriesOf(approval.id)).toContainEqual(
    expect.objectContaining({
      actor: 'user:cleo',
      act: 'approval.refused',
      detail: { code: 'act_refused', closed: 'on_hold', status: 'PENDING', act: 'order.release' },
    }),
  )
  await hold('release')
  expect((await decide(cleo, approval)).status).toBe(200)
  await updateApprovalRules(corridor.deps.db, rules)
})

test('an order that moves on between the read and the write is not refunded', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  // The lock holds the approval's write until the order has another version.
  const client = await corridor.database.owner.connect()
  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [uuidOf('ord', order.id)])
  const deciding = decide(cleo, approval)
  await untilBlocked(corridor.database, 'orders')
  await client.query('update orders set version = version + 1 where id = $1', [
    uuidOf('ord', order.id),
  ])
  await client.query('commit')
  client.release()
  expect((await deciding).problem.detail).toContain('has lapsed')
  expect(await approvalOf(approval)).toMatchObject({ status: 'LAPSED' })
  expect(await acts(order.id)).toEqual([])
  expect(await statusOf(order)).toBe('STEP_2_FILLING_FX')
})

test('nobody approves or rejects an act of his or her own, with whatever session or key', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  const { data: key } = await admin.act<{ key: string; operator_key: { id: string } }>(
    'POST',
    '/keys',
    { label: 'of ben', role: 'treasurer', reason: 'for a test' },
  )
  // Only admins make keys: this one is as if ben had been one.
  await corridor.sql`update operator_keys set created_by = (select id from users
      where login = 'ben') where id = ${uuidOf('opk', key.operator_key.id)}`
  const second = personOf(corridor, 'ben', ben.secret, key.key)
  for (const who of [ben, second])
    for (const decision of ['approve', 'reject']) {
      const refused = await decide(who, approval, decision)
      expect(refused.problem.detail).toContain('you proposed this act, so somebody else must')
    }
  expect(await approvalOf(approval)).toMatchObject({ status: 'PENDING', decided_by: null })
  expect(await statusOf(order)).toBe('STEP_2_FILLING_FX')
  expect((await acts(approval.id)).filter((act) => act === 'approval.refused')).toHaveLength(4)
  expect(await decide(second, approval, 'withdraw')).toMatchObject({ status: 200 })
})

test('the database itself refuses an approval by its proposer, and a second decision', async () => {
  const approval = await proposed(await parkedOrder(corridor))
  const own = corridor.database.owner.query(
    `update approvals set status = 'APPROVED', decided_by = 'x', decided_person = proposed_person, decided_at = now()
      where id = $1`,
    [uuidOf('apr', approval.id)],
  )
  await expect(own).rejects.toThrow('approvals_check')
  await decide(cleo, approval, 'reject')
  const again = corridor.database.owner.query(
    `update approvals set status = 'APPROVED' where id = $1`,
    [uuidOf('apr', approval.id)],
  )
  await expect(again).rejects.toThrow('a decision is final')
})

test('a role that the rule does not name, a viewer and a foreign operator cannot approve', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  expect((await decide(admin, approval)).problem).toMatchObject({
    code: 'right_missing',
    roles_with_the_right: ['treasurer', 'operator'],
  })
  expect((await decide(viewer, approval)).problem.code).toBe('right_missing')
  const foreign = await decide(outsider, approval)
  const unknown = await outsider.act('POST', '/approvals/apr_01jqe8m2x4fv5s0t6w7y8z9abc/approve', {
    reason: 'x',
  })
  const bare = (problem: Problem) => ({ ...problem, request_id: '', instance: '' })
  expect(foreign.status).toBe(404)
  expect(bare(foreign.problem)).toEqual(bare(unknown.problem))
  expect((await outsider.act<ApprovalJson[]>('GET', '/approvals')).data).toEqual([])
  expect(await approvalOf(approval)).toMatchObject({ status: 'PENDING' })
  expect(await statusOf(order)).toBe('STEP_2_FILLING_FX')
})

test('an approval expires, and the act can be proposed anew', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order)
  await corridor.database.owner.query(
    `update approvals set proposed_at = proposed_at - interval '73 hours', expires_at = expires_at - interval '73 hours'
      where id = $1`,
    [uuidOf('apr', approval.id)],
  )
  expect(await approvalOf(approval)).toMatchObject({ status: 'EXPIRED' })
  expect((await decide(cleo, approval)).problem.detail).toContain('is EXPIRED')
  expect(await statusOf(order)).toBe('STEP_2_FILLING_FX')
  expect(await decide(cleo, await proposed(order))).toMatchObject({ status: 200 })
})

test('the same act waits once', async () => {
  const order = await parkedOrder(corridor)
  await proposed(order)
  const again = await ben.act('POST', `/orders/${order.id}/refund`, { reason: 'once more' })
  expect(again.problem.detail).toContain('already waits for an approval')
})

test('only the proposer withdraws', async () => {
  const approval = await proposed(await parkedOrder(corridor))
  expect((await decide(cleo, approval, 'withdraw')).status).toBe(409)
  expect((await decide(ben, approval, 'withdraw')).status).toBe(200)
  expect(await approvalOf(approval)).toMatchObject({ status: 'WITHDRAWN', decided_by: 'user:ben' })
})

test('the act of somebody who was disabled lapses', async () => {
  const order = await parkedOrder(corridor)
  const approval = await proposed(order, dora)
  const by = executionBy(corridor.deps, COMMAND, 'user.changed', 'left')
  await changeUser(corridor.deps, by, 'dora', { isDisabled: true })
  expect((await decide(cleo, approval)).problem.detail).toContain('was disabled')
  expect(await statusOf(order)).toBe('STEP_2_FILLING_FX')
})

test('a rule covers its enterprise and amounts from its own on; other acts go on alone', async () => {
  const { payin } = await parkedOrder(corridor)
  const amount = minorOf(payin.total, 'USDC')
  const underRule = async (enterprise: Uuid<'ent'> | null, minor: bigint, currency = 'USDC') => {
    const from = { currency, minor: String(minor) }
    await updateApprovalRules(corridor.deps.db, [
      { act: 'order.fail', enterprise_id: enterprise, from, roles: ['treasurer'] },
    ])
    const order = await parkedOrder(corridor)
    return (await ben.act('POST', `/orders/${order.id}/fail`, { reason: 'x' })).status
  }
  expect(await underRule(mine, amount)).toBe(202)
  expect(await underRule(null, amount)).toBe(202)
  expect(await underRule(mine, amount + 1n)).toBe(200)
  expect(await underRule(mine, 1n, 'BRL')).toBe(200)
  expect(await underRule(foreign, 1n)).toBe(200)
})

test('details of instruments are refused before they could wait in plain text', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'configuration.apply', enterprise_id: null, from: null, roles: ['operator'] },
  ])
  const file = `enterprises: [{ name: A, organizations: [{ name: B, instruments: [{ alias: W, currency: USDC, method: SOLANA_ADDRESS, details: { address: 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q } }] }] }]`
  const asked = await cleo.act('POST', '/configuration/versions', { file, reason: 'x' })
  expect(asked.problem.detail).toContain('instruments')
  const { data } = await ben.act<object[]>('GET', '/approvals?status=PENDING')
  expect(JSON.stringify(data)).not.toContain('7v91N7iZ9m')
})

test('the release of a hold that has ended does not end a later hold', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'enterprise.release', enterprise_id: null, from: null, roles: ['compliance'] },
  ])
  const desk = { corridor, clock }
  const first = await newPerson(desk, 'first', 'compliance')
  const second = await newPerson(desk, 'second', 'compliance')
  const path = `/enterprises/${publicId('ent', mine)}`
  const because = { reason: 'a court order' }
  expect((await first.act('POST', `${path}/hold`, because)).status).toBe(200)
  const asked = await first.act<ApprovalJson>('POST', `${path}/release`, because)
  expect(asked.status).toBe(202)
  await updateApprovalRules(corridor.deps.db, [])
  expect((await first.act('POST', `${path}/release`, because)).status).toBe(200)
  clock.advance(1000)
  expect((await first.act('POST', `${path}/hold`, because)).status).toBe(200)
  const late = await decide(second, asked.data)
  const released = await first.act('POST', `${path}/release`, because)
  expect(late.problem.detail).toContain('lapsed')
  expect(released.status).toBe(200)
})

test('raises of two limits of an organization wait beside each other', async () => {
  const { db } = corridor.deps
  await updateApprovalRules(db, [
    { act: 'volume_limit.raise', enterprise_id: null, from: null, roles: ['compliance'] },
  ])
  const id = corridor.sandbox.organization_id
  const subject = uuidOf('org', id)
  if (subject === undefined) throw new Error('the demo world has no organization')
  const key = { organization_id: subject, subject_id: subject, currency: 'USDC' }
  const at = clock.now()
  await upsertVolumeLimit(db, { ...key, period: 'day' }, 1_000_000_000n, at)
  await upsertVolumeLimit(db, { ...key, period: 'month' }, 9_000_000_000n, at)
  const until = toTimestamp(later(at, 3_600_000))
  const asked: ApprovalJson[] = []
  for (const period of ['day', 'month']) {
    const body = { currency: 'USDC', period, amount: '20000.00', until, reason: 'payroll' }
    const path = `/organizations/${id}/volume_limits/raise`
    asked.push((await cleo.act<ApprovalJson>('POST', path, body)).data)
  }
  const statuses = asked.map(async (one) => {
    const { data } = await cleo.act<ApprovalJson>('GET', `/approvals/${one.id}`)
    return data.status
  })
  expect(await Promise.all(statuses)).toEqual(['PENDING', 'PENDING'])
})
