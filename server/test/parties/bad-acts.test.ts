// What the operator API must refuse: each bad request is refused, has an entry in the audit trail, and changes nothing.
import { expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { codeOf, newPerson, openDesk, PASSWORD, type Person, ratesArrive } from '../support/desk.ts'
import { parkedOrder } from '../support/parked.ts'

type EntryJson = { act: string; subject: string; actor: string; detail: Record<string, unknown> }
type ApprovalJson = { id: string; status: string }

const desk = await forFile(openDesk())
const { others } = desk
const { corridor } = desk
const clock = desk.clock
const admin = await newPerson(desk, 'admin', 'admin')
const ben = await newPerson(desk, 'ben', 'operator')
const cleo = await newPerson(desk, 'cleo', 'treasurer')
const viewer = await newPerson(desk, 'viewer', 'viewer')
const outsider = await newPerson(desk, 'outsider', 'operator', others)
const eva = await newPerson(desk, 'eva', 'operator')
const fay = await newPerson(desk, 'fay', 'operator')
await updateApprovalRules(corridor.deps.db, [
  { act: 'order.refund', enterprise_id: null, from: null, roles: ['treasurer', 'operator'] },
])
await ratesArrive(corridor)

const act = (who: Person, order: OrderJson, name = 'fail') =>
  who.act<ApprovalJson>('POST', `/orders/${order.id}/${name}`, { reason: 'for a test' })
const approve = (who: Person, { id }: ApprovalJson) =>
  who.act('POST', `/approvals/${id}/approve`, { reason: 'for a test' })
const newest = async (query: string): Promise<EntryJson | undefined> =>
  (await admin.act<EntryJson[]>('GET', `/audit?limit=1&${query}`)).data[0]
const stateOf = async ({ id }: OrderJson) => {
  const { rows } = await corridor.database.owner.query<{ status: string; version: number }>(
    `select status, version, parked_reason from orders where reference_number = $1`,
    [
      (await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)).data
        .reference_number,
    ],
  )
  return rows[0]
}

test("a viewer's act is refused, audited, and changes nothing", async () => {
  const order = await parkedOrder(corridor)
  const before = await stateOf(order)
  expect((await act(viewer, order)).problem).toMatchObject({ status: 403, code: 'right_missing' })
  expect(await newest('actor=user:viewer')).toMatchObject({
    act: 'refused',
    detail: { operation: 'POST /operator/v1/orders/:order_id/fail', role: 'viewer' },
  })
  expect(await stateOf(order)).toEqual(before)
})

test("one's own approval is refused, audited, and changes nothing", async () => {
  const order = await parkedOrder(corridor)
  const before = await stateOf(order)
  const { data: approval } = await act(ben, order, 'refund')
  expect((await approve(ben, approval)).problem).toMatchObject({ code: 'act_refused' })
  expect(await newest(`subject=${approval.id}`)).toMatchObject({
    act: 'approval.refused',
    actor: 'user:ben',
  })
  expect(await stateOf(order)).toEqual(before)
})

test('a stale approval is refused, audited, and changes nothing', async () => {
  const order = await parkedOrder(corridor)
  const { data: approval } = await act(ben, order, 'refund')
  await act(ben, order, 'release')
  const before = await stateOf(order)
  expect((await approve(cleo, approval)).problem).toMatchObject({ code: 'act_refused' })
  expect(await newest(`subject=${approval.id}`)).toMatchObject({
    act: 'approval.lapsed',
    actor: 'user:cleo',
    detail: { before: { status: 'PENDING' }, after: { status: 'LAPSED' } },
  })
  expect(await stateOf(order)).toEqual(before)
})

test('a second approval is refused, audited, and changes nothing', async () => {
  const order = await parkedOrder(corridor)
  const { data: approval } = await act(ben, order, 'refund')
  expect((await approve(cleo, approval)).status).toBe(200)
  const before = await stateOf(order)
  expect((await approve(cleo, approval)).status).toBe(409)
  expect(await newest(`subject=${approval.id}`)).toMatchObject({ act: 'approval.refused' })
  expect(await stateOf(order)).toEqual(before)
})

test('a replayed session is refused, and audited once in an hour', async () => {
  const order = await parkedOrder(corridor)
  const before = await stateOf(order)
  await eva.act('POST', '/sign-out')
  for (let tries = 0; tries < 3; tries += 1)
    expect((await act(eva, order)).problem).toMatchObject({ code: 'not_signed_in' })
  const { data } = await admin.act<EntryJson[]>('GET', '/audit?actor=user:eva')
  expect(data.map((entry) => entry.act)).toEqual([
    'session.replayed',
    'user.signed_out',
    'user.enrolled',
  ])
  expect(await stateOf(order)).toEqual(before)
})

test('a reused TOTP is refused, audited, and starts no session', async () => {
  const code = await codeOf(fay.secret, clock.realNow())
  const signIn = () =>
    corridor.post('/operator/v1/sign-in', { login: 'fay', password: PASSWORD, code }, { key: null })
  const sessions = async () =>
    (
      await corridor.sql`select from user_sessions s join users u on u.id = s.user_id
        where u.login = 'fay'`
    ).length
  expect((await signIn()).status).toBe(200)
  const before = await sessions()
  expect((await signIn()).status).toBe(401)
  expect(await newest('actor=user:fay')).toMatchObject({ act: 'user.sign_in_failed' })
  expect(await sessions()).toBe(before)
})

test('acts and approvals of another enterprise are unknown', async () => {
  const order = await parkedOrder(corridor)
  const before = await stateOf(order)
  const { data: approval } = await act(ben, order, 'refund')
  expect((await act(outsider, order)).status).toBe(404)
  expect((await act(outsider, order, 'refund')).status).toBe(404)
  for (const decision of ['approve', 'reject', 'withdraw']) {
    const path = `/approvals/${approval.id}/${decision}`
    expect((await outsider.act('POST', path, { reason: 'x' })).status).toBe(404)
  }
  expect((await outsider.act('GET', `/approvals/${approval.id}`)).status).toBe(404)
  expect(await stateOf(order)).toEqual(before)
})

test('after all this the trail is as it was written', async () => {
  expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
})
