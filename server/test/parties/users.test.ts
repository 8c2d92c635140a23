// Users of the operator API: enrolment, sign-in, sessions, roles and keys.
import { beforeEach, describe, expect, test } from 'vitest'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { mayUse, roles } from '../../src/parties/operators/roles.ts'
import { forFile } from '../support/for-file.ts'
import {
  codeOf,
  enrol,
  forgettingCounts,
  newPerson,
  PASSWORD,
  type Person,
  personOf,
  type SessionJson,
  standingClock,
} from '../support/desk.ts'
import { testService, type Reply } from '../support/service.ts'

let admin: Person
let count = 0
const clock = standingClock()
// Each test begins without failed sign-ins.
const sharedCounts = forgettingCounts()

const corridor = await forFile(testService({ clock, replace: () => ({ sharedCounts }) }))
admin = await newPerson({ corridor, clock }, 'admin', 'admin')
beforeEach(() => {
  sharedCounts.forget()
  clock.advanceReal(60_000)
})

const newLogin = () => `person-${(count += 1)}`
const desk = () => ({ corridor, clock })

const signIn = (login: string, password: string, code: string): Promise<Reply<SessionJson>> =>
  corridor.post('/operator/v1/sign-in', { login, password, code }, { key: null })
const signInAs = async ({ login, secret }: Person) =>
  signIn(login, PASSWORD, await codeOf(secret, clock.realNow()))

type Invited = { user: { login: string; status: string }; enrolment_token: string }
const invite = (login: string, more: object = {}) =>
  admin.act<Invited>('POST', '/users', { login, role: 'viewer', reason: 'joins the desk', ...more })

describe('a user', () => {
  test('that an admin creates enrols once, and signs in afterwards', async () => {
    const login = newLogin()
    const { status, data } = await invite(login)
    expect(status).toBe(201)
    expect(data.user).toMatchObject({ login, role: 'viewer', status: 'INVITED' })
    const person = await enrol(desk(), login, data.enrolment_token)
    expect(person.enrolled).toMatchObject({ status: 'ACTIVE', enrolment_expires_at: null })
    expect((await person.act('GET', '/me')).data).toMatchObject({
      actor: `user:${login}`,
      role: 'viewer',
      enterprise_ids: null,
    })
    const again = await corridor.post(
      '/operator/v1/enrolment',
      { token: data.enrolment_token, password: PASSWORD },
      { key: null },
    )
    expect(again.problem.code).toBe('enrolment_failed')
    const session = await signInAs(person)
    expect(session.data.user).toMatchObject({ login, status: 'ACTIVE' })
  })

  test('cannot use the login of another', async () => {
    const login = newLogin()
    await invite(login)
    expect((await invite(login)).problem.code).toBe('login_taken')
  })

  test('whose enrolment token is a day old cannot enrol', async () => {
    const { data } = await invite(newLogin())
    clock.advanceReal(86_400_000)
    admin = await again(admin)
    const late = await corridor.post(
      '/operator/v1/enrolment',
      { token: data.enrolment_token, password: PASSWORD },
      { key: null },
    )
    expect(late.problem.code).toBe('enrolment_failed')
  })

  test('who was reset has no session, and needs a new password and second factor', async () => {
    const person = await newPerson(desk(), newLogin(), 'operator')
    const { data } = await admin.act<Invited>('POST', `/users/${person.login}/reset`, {
      reason: 'lost the telephone',
    })
    expect((await person.act('GET', '/me')).status).toBe(401)
    expect((await signInAs(person)).problem.code).toBe('sign_in_failed')
    const restored = await enrol(desk(), person.login, data.enrolment_token)
    expect(restored.secret).not.toBe(person.secret)
    expect((await restored.act('GET', '/me')).status).toBe(200)
  })

  test('who is disabled loses the sessions and cannot sign in until enabled again', async () => {
    const person = await newPerson(desk(), newLogin(), 'operator')
    const change = (isDisabled: boolean) =>
      admin.act('PATCH', `/users/${person.login}`, { is_disabled: isDisabled, reason: 'on leave' })
    expect((await change(true)).data).toMatchObject({ status: 'DISABLED' })
    expect((await person.act('GET', '/me')).status).toBe(401)
    expect((await signInAs(person)).problem.code).toBe('sign_in_failed')
    await change(false)
    clock.advanceReal(60_000)
    expect((await person.act('GET', '/me')).status).toBe(401)
    expect((await signInAs(person)).status).toBe(200)
  })

  test('whose role changes has the new rights with the next request', async () => {
    const person = await newPerson(desk(), newLogin(), 'viewer')
    expect((await person.act('GET', '/audit')).problem).toMatchObject({
      code: 'right_missing',
      role: 'viewer',
      roles_with_the_right: ['compliance', 'admin'],
    })
    await admin.act('PATCH', `/users/${person.login}`, { role: 'compliance', reason: 'new job' })
    expect((await person.act('GET', '/audit')).status).toBe(200)
  })
})

async function again(person: Person): Promise<Person> {
  const { data } = await signInAs(person)
  const { secret, login } = person
  return personOf(corridor, login, secret, data.token)
}

describe('a sign-in', () => {
  test('with a wrong login, password or code has one answer', async () => {
    const person = await newPerson(desk(), newLogin(), 'viewer')
    const code = await codeOf(person.secret, clock.realNow())
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = [
      await signIn('nobody', PASSWORD, code),
      await signIn(person.login, 'another password', code),
      await signIn(person.login, PASSWORD, wrong),
    ]
    const texts = answers.map(({ problem }) => ({ ...problem, request_id: '' }))
    expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(1)
    expect(texts[0]).toMatchObject({ status: 401, code: 'sign_in_failed' })
  })

  test('needs a code that was not used before, also at the same instant', async () => {
    const person = await newPerson(desk(), newLogin(), 'viewer')
    const code = await codeOf(person.secret, clock.realNow())
    const answers = await Promise.all([1, 2, 3].map(() => signIn(person.login, PASSWORD, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await signIn(person.login, PASSWORD, code)).status).toBe(401)
  })

  test('accepts the code of the half minutes before and after, and none further away', async () => {
    const person = await newPerson(desk(), newLogin(), 'viewer')
    clock.advanceReal(120_000)
    const at = (ms: number) => codeOf(person.secret, (clock.realNow() + ms) as typeof now)
    const now = clock.realNow()
    expect((await signIn(person.login, PASSWORD, await at(-90_000))).status).toBe(401)
    expect((await signIn(person.login, PASSWORD, await at(90_000))).status).toBe(401)
    expect((await signIn(person.login, PASSWORD, await at(-30_000))).status).toBe(200)
    expect((await signIn(person.login, PASSWORD, await at(30_000))).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends with the sign-out', async () => {
    const person = await newPerson(desk(), newLogin(), 'viewer')
    expect((await person.act('POST', '/sign-out')).status).toBe(200)
    expect((await person.act('GET', '/me')).problem.code).toBe('not_signed_in')
  })

  test('ends after an hour without a request, and 12 hours after the sign-in', async () => {
    const idle = await newPerson(desk(), newLogin(), 'viewer')
    clock.advanceReal(3_600_000)
    expect((await idle.act('GET', '/me')).status).toBe(401)
    const busy = await newPerson(desk(), newLogin(), 'viewer')
    for (let half = 0; half < 23; half += 1) {
      clock.advanceReal(1_800_000)
      expect((await busy.act('GET', '/me')).status).toBe(200)
    }
    clock.advanceReal(1_800_000)
    expect((await busy.act('GET', '/me')).status).toBe(401)
    admin = await again(admin)
  })

  test('is no API key, and an API key is no session', async () => {
    const answer = await corridor.get(`${corridor.organization}/orders?limit=1`, {
      key: admin.token,
    })
    expect(answer.problem.code).toBe('unauthenticated')
    expect((await corridor.get('/operator/v1/me')).problem.code).toBe('not_signed_in')
  })
})

describe('an operator key', () => {
  const create = (more: object = {}) =>
    admin.act<{ key: string; operator_key: { id: string } }>('POST', '/keys', {
      label: newLogin(),
      role: 'viewer',
      reason: 'for the monitoring',
      ...more,
    })
  const withKey = (key: string, path = '/me') => corridor.get(`/operator/v1${path}`, { key })

  test('has the rights of its role, until it is revoked', async () => {
    const { data } = await create()
    expect((await withKey(data.key)).data).toMatchObject({ role: 'viewer' })
    expect((await withKey(data.key, '/users')).problem.code).toBe('right_missing')
    const revoked = await admin.act('POST', `/keys/${data.operator_key.id}/revoke`, {
      reason: 'no longer used',
    })
    expect(revoked.data).toMatchObject({ revoked_at: expect.any(String) })
    expect((await withKey(data.key)).status).toBe(401)
  })

  test('stops working when it expires', async () => {
    const expires_at = new Date(clock.realNow() + 60_000).toISOString()
    const { data } = await create({ expires_at })
    expect((await withKey(data.key)).status).toBe(200)
    clock.advanceReal(60_000)
    expect((await withKey(data.key)).status).toBe(401)
  })

  test('of a disabled admin is revoked or taken over, as whoever disables decides', async () => {
    const leaver = await newPerson(desk(), newLogin(), 'admin')
    const body = { label: newLogin(), role: 'admin', reason: 'for the monitoring' }
    const { data } = await leaver.act<{ key: string }>('POST', '/keys', body)
    const program = personOf(corridor, body.label, '', data.key)
    const path = `/users/${leaver.login}`
    const disable = (more: object) =>
      admin.act('PATCH', path, { is_disabled: true, reason: 'left', ...more })

    const undecided = await disable({})
    expect(undecided.problem).toMatchObject({ code: 'act_refused' })
    expect(undecided.problem.detail).toContain(body.label)
    expect((await admin.act('PATCH', path, { role: 'viewer', reason: 'x' })).status).toBe(409)
    expect((await leaver.act('GET', '/me')).status).toBe(200)

    expect((await disable({ keys: 'take_over' })).status).toBe(200)
    expect((await program.act('GET', '/me')).status).toBe(200)
    const enable = { is_disabled: false, reason: 'came back' }
    expect((await admin.act('PATCH', path, enable)).status).toBe(200)
    expect((await disable({})).status).toBe(200)
  })

  test('of a disabled admin that is revoked enables nobody again', async () => {
    const leaver = await newPerson(desk(), newLogin(), 'admin')
    const body = { label: newLogin(), role: 'admin', reason: 'for the monitoring' }
    const { data } = await leaver.act<{ key: string }>('POST', '/keys', body)
    const program = personOf(corridor, body.label, '', data.key)
    const path = `/users/${leaver.login}`
    const own = await program.act('PATCH', path, { is_disabled: false, reason: 'x' })
    expect(own.problem.detail).toContain('cannot enable')
    await admin.act('PATCH', path, { is_disabled: true, keys: 'revoke', reason: 'left' })
    expect((await program.act('PATCH', path, { is_disabled: false, reason: 'x' })).status).toBe(401)
  })

  test('has a label that no other working key has', async () => {
    const label = newLogin()
    await create({ label })
    expect((await create({ label })).problem.code).toBe('label_taken')
  })

  test('is refused for an unknown enterprise, a past expiry and a missing reason', async () => {
    const pointers = async (more: object) =>
      (await create(more)).problem.errors?.map(({ pointer }) => pointer)
    expect(await pointers({ enterprise_ids: ['ent_01jqe8m2x4fv5s0t6w7y8z9abc'] })).toEqual([
      '/enterprise_ids/0',
    ])
    expect(await pointers({ expires_at: '2020-01-01T00:00:00Z' })).toEqual(['/expires_at'])
    expect(await pointers({ reason: '' })).toEqual(['/reason'])
  })
})

test('ten failed sign-ins from an address delay the next ones by minutes', async () => {
  const person = await newPerson(desk(), newLogin(), 'viewer')
  for (let tries = 0; tries < 10; tries += 1) await signIn('nobody', PASSWORD, '123456')
  const refused = await signInAs(person)
  expect(refused).toMatchObject({ status: 429 })
  expect(Number.parseInt(refused.headers.get('retry-after') ?? '', 10)).toBeGreaterThan(10)
  expect((await person.act('GET', '/me')).status).toBe(200)
})

test('twenty wrong codes beside the right password end guessing, also from other addresses', async () => {
  const person = await newPerson(desk(), newLogin(), 'viewer')
  for (let tries = 0; tries < 20; tries += 1)
    sharedCounts.take(
      `wrong codes of ${person.login} at a sign-in`,
      { most: 20, windowMs: 3_600_000 },
      1,
    )
  expect((await signInAs(person)).problem.code).toBe('sign_in_failed')
})

test('wrong codes of a stolen session keep its person from no sign-in', async () => {
  const person = await newPerson(desk(), newLogin(), 'viewer')
  const right = await codeOf(person.secret, clock.realNow())
  const code = right === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 21; tries += 1) {
    const guessed = await person.act('POST', '/passkeys/options', { code })
    expect(guessed.problem.code).toBe('code_wrong')
  }
  expect((await signInAs(person)).status).toBe(200)
})

test('a login that does not exist fails no sooner than a wrong password', async () => {
  const person = await newPerson(desk(), newLogin(), 'viewer')
  const tookMs = async (login: string) => {
    const began = performance.now()
    await signIn(login, 'another password', '123456')
    return performance.now() - began
  }
  expect(await tookMs('nobody')).toBeGreaterThanOrEqual(249)
  expect(await tookMs(person.login)).toBeGreaterThanOrEqual(249)
})

test('wrong tokens from an address keep out nobody there who has a session or key', async () => {
  const person = await newPerson(desk(), newLogin(), 'viewer')
  const stranger = (token: string) =>
    corridor.get('/operator/v1/me', { key: token, idempotencyKey: null })
  const wrong = `cs_${'a'.repeat(43)}`
  const most = corridor.deps.config.authFailuresPerMinute
  sharedCounts.take('failures of 127.0.0.1', { most, windowMs: 60_000 }, most)
  expect((await stranger(wrong)).status).toBe(429)
  expect((await person.act('GET', '/me')).status).toBe(200)
  const flood = Promise.all(Array.from({ length: 50 }, () => stranger(wrong)))
  expect((await person.act('GET', '/me')).status).toBe(200)
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([429]))
})

test('refusals for a missing right fill no audit trail', async () => {
  const person = await newPerson(desk(), newLogin(), 'viewer')
  const answers = []
  for (let tries = 0; tries < 30; tries += 1) answers.push(await person.act('GET', '/audit'))
  expect(new Set(answers.map(({ problem }) => problem.code))).toEqual(new Set(['right_missing']))
  const { data } = await admin.act<{ act: string }[]>(
    'GET',
    `/audit?actor=user:${person.login}&limit=200`,
  )
  expect(data.filter(({ act }) => act === 'refused')).toHaveLength(10)
})

test('an admin of some enterprises manages no users', async () => {
  const [enterprise] = await selectEnterprises(corridor.deps.db)
  if (enterprise === undefined) throw new Error('the demo world has no enterprise')
  const limited = await newPerson(desk(), newLogin(), 'admin', [enterprise.id])
  const refused = await limited.act('POST', '/users', {
    login: newLogin(),
    role: 'admin',
    reason: 'for more rights',
  })
  expect(refused.problem.code).toBe('right_missing')
})

test('an admin moves no money, and only an admin manages users', () => {
  expect(roles.filter((role) => mayUse(role, 'decide_orders'))).toEqual(['operator'])
  expect(roles.filter((role) => mayUse(role, 'manage_users'))).toEqual(['admin'])
  expect(roles.filter((role) => mayUse(role, 'read'))).toEqual(roles)
})
