// The desk lets an admin of a customer in who is locked out, and the customer sees it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { publicId } from '../../src/platform/ids.ts'
import { newPerson, openDesk, type Person } from '../support/desk.ts'
import {
  byPage,
  enrolPerson,
  firstAdmin,
  newColleague,
  signInPerson,
  tokenIn,
  type CustomerPerson,
  type InvitedJson,
  type PersonJson,
} from '../support/people.ts'

let desk: Awaited<ReturnType<typeof openDesk>>
let ana: Person
let eve: Person
let admin: CustomerPerson
let colleague: CustomerPerson
beforeAll(async () => {
  desk = await openDesk()
  ana = await newPerson(desk, 'ana', 'admin')
  eve = await newPerson(desk, 'eve', 'admin')
  admin = await firstAdmin(desk)
  colleague = await newColleague(desk, admin, 'viewer-1', 'viewer')
})
afterAll(() => desk.corridor.close())

type EntryJson = { act: string; actor: string; subject: string; reason: string; detail: unknown }

const own = () => publicId('ent', desk.own)
const invite = <Data = InvitedJson>(
  by: Person,
  login: string,
  { enterprise = own(), reason = 'called back' } = {},
) => by.act<Data>('POST', `/enterprises/${enterprise}/invite_admin`, { login, reason })
const mayManage = async (person: CustomerPerson) =>
  (await person.act<PersonJson[]>('GET', '/v1/people')).status

test('an only admin who lost the telephone enters again, and the old sessions have ended', async () => {
  const { status, data } = await invite(ana, 'admin')
  expect(status).toBe(200)
  expect(data.person).toMatchObject({ id: admin.id, role: 'admin', status: 'INVITED' })
  expect(await mayManage(admin)).toBe(401)
  expect((await signInPerson(desk, admin)).problem.code).toBe('sign_in_failed')
  expect((await colleague.act('GET', '/v1/people-settings')).status, 'others stay').toBe(200)
  admin = await enrolPerson(desk, data)
  expect(await mayManage(admin)).toBe(200)
  const late = { token: tokenIn(data.link), password: 'the password of an operator' }
  expect((await byPage(desk)('POST', '/entrance/enrolment', late)).status).toBe(401)
})

test('a new login becomes an admin, and so does a disabled person of another role', async () => {
  const { data } = await invite(ana, 'second-admin')
  expect(await mayManage(await enrolPerson(desk, data))).toBe(200)
  await admin.act('PATCH', `/v1/people/${colleague.id}`, { is_disabled: true })
  const again = await invite(ana, 'viewer-1')
  expect(again.data.person).toMatchObject({ id: colleague.id, role: 'admin', status: 'INVITED' })
  expect(await mayManage(await enrolPerson(desk, again.data))).toBe(200)
})

test('the first admin of an enterprise without people enters by a link of the desk', async () => {
  const [company] = desk.others
  if (company === undefined) throw new Error('there is one enterprise only')
  const { status, data } = await invite(ana, 'first', { enterprise: publicId('ent', company) })
  expect(status).toBe(200)
  expect(await mayManage(await enrolPerson(desk, data))).toBe(200)
})

test('the customer sees that the desk did it and from where the link was used, and no name or reason', async () => {
  const { data, text } = await admin.act<(EntryJson & { actor_id: string | null })[]>(
    'GET',
    '/v1/people-audit?limit=100',
  )
  const ofAdmin = data.filter(({ subject }) => subject === admin.id).toReversed()
  const told = ofAdmin.filter(({ act }) => act !== 'customer_user.sign_in_failed')
  expect(told.slice(2, 4).map(({ act, actor }) => [act, actor])).toEqual([
    ['customer_user.invited', 'desk'],
    ['customer_user.enrolled', 'person'],
  ])
  expect(String(told[3]?.detail)).toContain('address')
  expect(text).not.toContain('called back')
  expect(text).not.toContain('user:ana')
  expect(text).not.toContain('enterprise.invite-admin')
})

test('the trail of the desk has who did it, why and what was before, and no secret', async () => {
  const { data, text } = await ana.act<EntryJson[]>('GET', '/audit?act=enterprise.invite-admin')
  expect(data.map(({ actor, subject, reason }) => [actor, subject, reason])).toContainEqual([
    'user:ana',
    colleague.id,
    'called back',
  ])
  expect(data.find(({ subject }) => subject === colleague.id)?.detail).toEqual({
    before: { role: 'viewer', is_disabled: true },
    after: { role: 'admin', is_disabled: false },
  })
  expect(text).not.toContain('ce_')
  expect((await verifyAudit(desk.corridor.deps.db, [])).faults).toEqual([])
})

test('other enterprises are not touched, also where they have the same login', async () => {
  const [other] = desk.others
  if (other === undefined) throw new Error('the demo world has one enterprise')
  const { data } = await invite(ana, 'admin', { enterprise: publicId('ent', other) })
  expect(data.person.id).not.toBe(admin.id)
  expect(await mayManage(admin)).toBe(200)
  const limited = await newPerson(desk, 'abe', 'admin', [other])
  expect((await invite(limited, 'admin')).status).toBe(404)
  const officer = await newPerson(desk, 'officer', 'compliance')
  expect((await invite(officer, 'admin')).problem.code).toBe('right_missing')
})

test('with a rule the link goes to the second person, who binds to the person as proposed', async () => {
  await updateApprovalRules(desk.corridor.deps.db, [
    { act: 'enterprise.invite-admin', enterprise_id: null, from: null, roles: ['admin'] },
  ])
  const asked = await invite<{ id: string }>(ana, 'admin')
  expect(asked.status).toBe(202)
  expect(await mayManage(admin), 'nothing has changed').toBe(200)
  const approve = (by: Person, id: string) =>
    by.act<{ answer: InvitedJson }>('POST', `/approvals/${id}/approve`, { reason: 'called too' })
  expect((await approve(ana, asked.data.id)).problem.code).toBe('act_refused')
  const { data } = await approve(eve, asked.data.id)
  expect(await mayManage(admin)).toBe(401)
  const late = await invite<{ id: string }>(ana, 'admin')
  admin = await enrolPerson(desk, data.answer)
  expect(await mayManage(admin)).toBe(200)
  const lapsed = await approve(eve, late.data.id)
  expect(lapsed.problem.detail).toContain('has lapsed')
  expect(await mayManage(admin), 'who has enrolled since is left alone').toBe(200)
})

test('a proposal for another login does not make an earlier one lapse', async () => {
  const first = await invite<{ id: string }>(ana, 'third-admin')
  const other = await invite<{ id: string }>(eve, 'fourth-admin')
  expect([first.status, other.status]).toEqual([202, 202])
  expect((await invite(eve, 'third-admin')).problem.detail).toContain('already waits')
  const statusOf = async (id: string) =>
    (await ana.act<{ status: string }>('GET', `/approvals/${id}`)).data.status
  expect(await statusOf(first.data.id)).toBe('PENDING')
  const decide = (by: Person, id: string, verb: string) =>
    by.act<{ answer: InvitedJson }>('POST', `/approvals/${id}/${verb}`, { reason: 'called too' })
  const { data } = await decide(eve, first.data.id, 'approve')
  expect(data.answer.person).toMatchObject({ login: 'third-admin', role: 'admin' })
  expect(await statusOf(other.data.id)).toBe('PENDING')
  expect((await decide(ana, other.data.id, 'reject')).status).toBe(200)
})

test('the list of open acts has it, and who must approve', async () => {
  const { data } = await ana.act<{ act: string; is_open: boolean; approvers: unknown }[]>(
    'GET',
    `/acts/${own()}`,
  )
  expect(data).toContainEqual(
    expect.objectContaining({
      act: 'enterprise.invite-admin',
      is_open: true,
      approvers: ['admin'],
    }),
  )
})
