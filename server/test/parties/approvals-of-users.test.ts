// Acts on users, operator keys and halts can need a second person, too; and an approval lapses when its proposer may not
// do the act any more.
import { describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { createSharedCounts } from '../../src/service/processes/shared-counts.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'
import { changeUser, type UserChange } from '../../src/parties/operators/manage-users.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { selectUserByLogin } from '../../src/parties/users/queries.ts'
import type { Role } from '../../src/parties/operators/roles.ts'
import { forFile } from '../support/for-file.ts'
import { untilBlocked } from '../support/database.ts'
import {
  enrol,
  newPerson,
  personOf,
  ratesArrive,
  standingClock,
  type Person,
} from '../support/desk.ts'
import { stateOfAct } from '../support/open-acts.ts'
import { parsed } from '../support/operator-files.ts'
import { parkedOrder } from '../support/parked.ts'
import { testService } from '../support/service.ts'

type ApprovalJson = { id: string; act: string; subject: string; status: string }

const clock = standingClock()
const counts = createSharedCounts()
const corridor = await forFile(
  testService({ clock, worker: false, replace: () => ({ sharedCounts: counts }) }),
)
const desk = { corridor, clock }
const ana = await newPerson(desk, 'ana', 'admin')
const newUsers = async () =>
  (await ana.act<{ subject: string }[]>('GET', '/queue?kind=new_user')).data.map(
    ({ subject }) => subject,
  )
/** While nobody can decide about the first admin. */
const ofTheFirst = await newUsers()
const eve = await newPerson(desk, 'eve', 'admin')
const cleo = await newPerson(desk, 'cleo', 'treasurer')
const acts = [
  'user.created',
  'user.changed',
  'user.reset',
  'operator_key.created',
  'operator_key.revoked',
] as const
await updateApprovalRules(corridor.deps.db, [
  ...acts.map((act) => ({
    act,
    enterprise_id: null,
    from: null,
    roles: ['admin' as const],
  })),
  { act: 'halt', enterprise_id: null, from: null, roles: ['treasurer', 'operator'] },
  { act: 'resume', enterprise_id: null, from: null, roles: ['treasurer', 'operator'] },
  { act: 'order.refund', enterprise_id: null, from: null, roles: ['treasurer'] },
])

const ask = async (who: Pick<Person, 'act'>, method: string, path: string, body: object = {}) => {
  const asked = await who.act<ApprovalJson>(method, path, { reason: 'asked for', ...body })
  expect(asked.status).toBe(202)
  return asked.data
}
const approve = <Answer = unknown>(who: Pick<Person, 'act'>, { id }: ApprovalJson) =>
  who.act<{ answer: Answer }>('POST', `/approvals/${id}/approve`, { reason: 'looked at it' })
const change = (login: string, wanted: UserChange) => {
  const by = executionBy(corridor.deps, COMMAND, 'user.changed', 'a test')
  return changeUser(corridor.deps, by, login, wanted)
}
const lapsed = async (who: Pick<Person, 'act'>, approval: ApprovalJson) => {
  const { problem } = await approve(who, approval)
  expect(problem.code).toBe('act_refused')
  const after = await ana.act<ApprovalJson>('GET', `/approvals/${approval.id}`)
  expect(after.data.status).toBe('LAPSED')
  return problem.detail
}
let logins = 0
const newLogin = () => `user-${++logins}`
const newUser = async (role: Role, enterpriseIds: Uuid<'ent'>[] | null = null) =>
  newPerson({ corridor, clock }, newLogin(), role, enterpriseIds)
const newKey = async (maker: string, label: string, role: Role) => {
  const user = await selectUserByLogin(corridor.deps.db, maker, null)
  if (user === undefined) throw new Error('there is no maker')
  const entry = executionBy(corridor.deps, COMMAND, 'operator_key.created', 'a test')
  const input = { label, role, enterpriseIds: null, expiresAt: null }
  const { key } = await createOperatorKey(corridor.deps, { ...entry, person: user.id }, input)
  return personOf(corridor, label, '', key)
}

const admit = (who: Pick<Person, 'act'>, login: string) =>
  who.act('POST', `/users/${login}/admit`, { reason: 'spoke with the user' })

/** Until another admin has admitted the user, the user may do nothing. */
async function admitted(person: Person, by: { gotToken: Person; other: Person }): Promise<void> {
  const { login } = person
  expect((await person.act('GET', '/approvals')).problem.code).toBe('not_admitted')
  expect((await person.act('GET', '/me')).status).toBe(200)
  expect((await admit(person, login)).problem.code).toBe('not_admitted')
  const openTo = (who: Person) => stateOfAct(who, `user:${login}`, 'user.admitted')
  expect((await admit(by.gotToken, login)).problem.detail).toContain(
    'got the enrolment token from you',
  )
  expect(await openTo(by.gotToken), 'the queue offers no admission that is refused').toBe(
    'own_invitation',
  )
  expect(await openTo(by.other)).toBe('open')
  const queue = await by.other.act<{ subject: string }[]>('GET', '/queue?kind=new_user')
  expect(queue.data.map(({ subject }) => subject)).toContain(login)
  expect((await admit(by.other, login)).status).toBe(200)
  expect((await person.act('GET', '/approvals')).status).toBe(200)
  expect((await admit(by.other, login)).problem.detail).toContain('was admitted before')
}

test('the first admin is no item before there is a second one, who can decide it', async () => {
  expect(ofTheFirst).toEqual([])
  expect(await newUsers()).toEqual(expect.arrayContaining(['ana', 'eve']))
})

describe('users', () => {
  test('are created when a second admin approves, who gets the token', async () => {
    const login = newLogin()
    const approval = await ask(ana, 'POST', '/users', { login, role: 'viewer' })
    expect(approval).toMatchObject({ act: 'user.created', subject: login })
    expect(await selectUserByLogin(corridor.deps.db, login, null)).toBeUndefined()
    expect((await approve(ana, approval)).problem.code).toBe('act_refused')
    expect((await approve(cleo, approval)).status).toBe(403)
    const { data } = await approve<{ enrolment_token: string }>(eve, approval)
    const person = await enrol({ corridor, clock }, login, data.answer.enrolment_token)
    await admitted(person, { gotToken: eve, other: ana })
    const shown = await ana.act<ApprovalJson>('GET', `/approvals/${approval.id}`)
    expect(JSON.stringify(shown.data)).not.toContain('ce_')
  })

  test('who were reset are admitted again by another admin than the one with the token', async () => {
    const { login } = await newUser('viewer')
    const approval = await ask(ana, 'POST', `/users/${login}/reset`)
    const { data } = await approve<{ enrolment_token: string }>(eve, approval)
    const person = await enrol({ corridor, clock }, login, data.answer.enrolment_token)
    await admitted(person, { gotToken: eve, other: ana })
  })

  test('change in the state that the proposer saw, or not at all', async () => {
    const { login } = await newUser('viewer')
    const promoted = await ask(ana, 'PATCH', `/users/${login}`, { role: 'operator' })
    await change(login, { isDisabled: true })
    expect(await lapsed(eve, promoted)).toContain('has changed since')
    expect(await selectUserByLogin(corridor.deps.db, login, null)).toMatchObject({ role: 'viewer' })
    const again = await ask(ana, 'PATCH', `/users/${login}`, { role: 'operator' })
    expect((await approve(eve, again)).status).toBe(200)
    expect(await selectUserByLogin(corridor.deps.db, login, null)).toMatchObject({
      role: 'operator',
    })
  })

  test('are reset once, however many approve at the same time', async () => {
    const { login, act } = await newUser('viewer')
    const approval = await ask(ana, 'POST', `/users/${login}/reset`)
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(eve, approval)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await act('GET', '/approvals')).status).toBe(401)
  })

  test('that are created meanwhile are no second time', async () => {
    const login = newLogin()
    const first = await ask(ana, 'POST', '/users', { login, role: 'viewer' })
    expect((await ana.act('POST', '/users', { login, role: 'admin', reason: 'x' })).status).toBe(
      409,
    )
    expect((await approve(eve, first)).status).toBe(200)
    const taken = await ana.act('POST', '/users', { login, role: 'viewer', reason: 'x' })
    expect(taken.problem.code).toBe('login_taken')
  })

  test('are not proposed by whoever may not manage them', async () => {
    const body = { login: newLogin(), role: 'admin', reason: 'x' }
    expect((await cleo.act('POST', '/users', body)).status).toBe(403)
  })
})

describe('operator keys', () => {
  test('belong to the person who approved and got the secret', async () => {
    const approval = await ask(ana, 'POST', '/keys', { label: 'monitoring', role: 'admin' })
    const { data } = await approve<{ key: string; operator_key: { id: string } }>(eve, approval)
    const program = personOf(corridor, 'monitoring', '', data.answer.key)
    const login = newLogin()
    const asked = await ask(program, 'POST', '/users', { login, role: 'viewer' })
    expect((await approve(eve, asked)).problem.detail).toContain('you proposed this act')
    expect((await approve(ana, asked)).status).toBe(200)

    const revoked = await ask(ana, 'POST', `/keys/${data.answer.operator_key.id}/revoke`)
    expect((await program.act('GET', '/approvals')).status).toBe(200)
    expect((await approve(eve, revoked)).status).toBe(200)
    expect((await program.act('GET', '/approvals')).status).toBe(401)
  })
})

describe('halts', () => {
  test('begin and end when a second person approves', async () => {
    const { act } = await newUser('operator')
    const asked = await ask({ act }, 'POST', '/halts', { what: 'quotes' })
    expect(await selectHalts(corridor.deps.db)).toEqual([])
    expect((await approve(cleo, asked)).status).toBe(200)
    const [halt] = await selectHalts(corridor.deps.db)
    expect(halt).toMatchObject({ what: 'quotes', actor: 'user:cleo', reason: 'asked for' })
    const list = await ana.act<{ id: string }[]>('GET', '/halts')
    const ended = await ask({ act }, 'POST', `/halts/${list.data[0]?.id}/resume`)
    expect((await approve(cleo, ended)).status).toBe(200)
    expect(await selectHalts(corridor.deps.db)).toEqual([])
  })

  test('that somebody else began meanwhile lapse', async () => {
    const { act } = await newUser('operator')
    const asked = await ask({ act }, 'POST', '/halts', { what: 'fills' })
    const by = executionBy(corridor.deps, COMMAND, 'halt', 'an emergency')
    const { halt, resume } = await import('../../src/engine/halts/act.ts')
    const begun = await halt(corridor.deps, by, { what: 'fills', rail: null, provider: null })
    if ('refused' in begun) throw new Error(begun.refused)
    await lapsed(cleo, asked)
    await resume(corridor.deps, by, begun.id)
  })
})

describe('the act of a proposer', () => {
  const refund = async (who: Pick<Person, 'act'>) => {
    await ratesArrive(corridor)
    const order = await parkedOrder(corridor)
    return ask(who, 'POST', `/orders/${order.id}/refund`)
  }

  test('whose role was lowered lapses', async () => {
    const { login, act } = await newUser('operator')
    const approval = await refund({ act })
    await change(login, { role: 'viewer' })
    expect(await lapsed(cleo, approval)).toContain(`user:${login} now has the role viewer`)
  })

  test('who does not see the enterprise any more lapses', async () => {
    const { login, act } = await newUser('operator')
    const approval = await refund({ act })
    const others = (await selectEnterprises(corridor.deps.db)).map(({ id }) => id)
    const order = await corridor.database.owner.query(`select chain from approvals where id = $1`, [
      uuidOf('apr', approval.id),
    ])
    const seen = others.filter((id) => id !== order.rows[0].chain)
    await change(login, { enterpriseIds: seen })
    expect(await lapsed(cleo, approval)).toContain('no longer sees the enterprise')
  })

  test('lapses with the key that proposed it', async () => {
    const robot = await newKey((await newUser('admin')).login, 'robot', 'operator')
    const approval = await refund(robot)
    await corridor.sql`update operator_keys set revoked_at = created_at where label = 'robot'`
    expect(await lapsed(cleo, approval)).toContain('key:robot was revoked or has expired')
  })

  test('is not approved or rejected with a key whose maker was disabled', async () => {
    const { login } = await newUser('admin')
    const key = await newKey(login, 'kept', 'treasurer')
    // Disabled by an earlier version, which left the keys alone.
    const text = 'update users set disabled_at = created_at where login = $1'
    await corridor.database.owner.query(text, [login])
    const approval = await refund(await newUser('operator'))
    const why = 'the creator of this key was disabled, so it cannot decide'
    expect((await approve(key, approval)).problem.detail).toContain(why)
    const rejected = await key.act('POST', `/approvals/${approval.id}/reject`, { reason: 'x' })
    expect(rejected.problem.detail).toContain(why)
    expect((await approve(cleo, approval)).status).toBe(200)
  })

  test('who loses the right after the approval was read lapses', async () => {
    const { login, act } = await newUser('operator')
    const approval = await refund({ act })
    // The lock holds the decision until the proposer has another role.
    const client = await corridor.database.owner.connect()
    await client.query('begin')
    await client.query('select from approvals where id = $1 for update', [
      uuidOf('apr', approval.id),
    ])
    const approving = lapsed(cleo, approval)
    await untilBlocked(corridor.database, 'approvals')
    await change(login, { role: 'viewer' })
    await client.query('commit')
    client.release()
    expect(await approving).toContain(`user:${login} lost the right to propose it`)
  })

  test('who loses the right while others approve is carried out before that, or never', async () => {
    const { login, act } = await newUser('operator')
    const approval = await refund({ act })
    const [answer] = await Promise.all([approve(cleo, approval), change(login, { role: 'viewer' })])
    const { data } = await ana.act<ApprovalJson>('GET', `/approvals/${approval.id}`)
    expect(data.status).toBe(answer.status === 200 ? 'APPROVED' : 'LAPSED')
  })
})

test('rules let only admins approve acts on users and keys, because they get the secret', () => {
  const file = (roles: string) => `approvals: [{ act: user.created, roles: [${roles}] }]`
  expect(() => parsed(file('treasurer'))).toThrow('treasurer cannot approve user.created')
  expect(() => parsed(file('admin'))).not.toThrow()
})

test('a file with rules is warned while one admin alone could create a second user', () => {
  const rule = (act: string) => `{ act: ${act}, roles: [admin] }`
  const people = [
    'user.created',
    'user.changed',
    'user.reset',
    'operator_key.created',
    'enterprise.invite-admin',
  ]
  const warnings = (acts: readonly string[]) =>
    parsed(`approvals: [${acts.map(rule).join(', ')}]`).warnings.join()
  expect(warnings(people)).toBe('')
  for (const act of people) expect(warnings(people.filter((one) => one !== act))).toContain(act)
  expect(parsed('approvals: []').warnings).toEqual([])
})

test('every act has its entry, and the trail is whole', async () => {
  const { faults } = await verifyAudit(corridor.deps.db, [])
  expect(faults).toEqual([])
  const entries = await ana.act<{ act: string; detail: unknown }[]>('GET', '/audit?subject=user-1')
  expect(entries.data).toContainEqual(
    expect.objectContaining({
      act: 'user.created',
      detail: expect.objectContaining({
        approval: expect.objectContaining({ proposed_by: 'user:ana' }),
      }),
    }),
  )
})
