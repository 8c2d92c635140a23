// People of a customer: invitation, sign-in, roles, sessions and what the admin decides.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerRoles, type CustomerRole } from '../../src/platform/access/customer-roles.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { forgetSessions } from '../../src/parties/users/forget-sessions.ts'
import { later } from '../../src/platform/clock.ts'
import { endSessionsOfBefore } from '../../src/parties/users/session-queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { siteOf } from '../../src/parties/users/passkeys.ts'
import { newAuthenticator } from '../support/authenticator.ts'
import { codeOf, forgettingCounts, newPerson, PASSWORD, standingClock } from '../support/desk.ts'
import {
  byPage,
  COMPANY,
  cookieOf,
  enrolPerson,
  firstAdmin,
  newColleague,
  personWith,
  signInPerson,
  tokenIn,
  type CustomerPerson,
  type InvitedJson,
  type PersonJson,
} from '../support/people.ts'
import { testService, type TestService } from '../support/service.ts'

let corridor: TestService
let admin: CustomerPerson
let count = 0
const clock = standingClock()
const env = { CORRIDOR_SECRETS: newSecrets() }
// Each test begins without failed sign-ins.
const sharedCounts = forgettingCounts()

beforeAll(async () => {
  corridor = await testService({ clock, env, worker: false, replace: () => ({ sharedCounts }) })
  admin = await firstAdmin(desk())
})
afterAll(() => corridor.close())
beforeEach(async () => {
  sharedCounts.forget()
  clock.advanceReal(60_000)
})

const desk = () => ({ corridor, clock })
const newLogin = () => `person-${(count += 1)}`
const colleague = (role: CustomerRole) => newColleague(desk(), admin, newLogin(), role)
const read = ({ act }: CustomerPerson) => act('GET', `${corridor.organization}/orders?limit=1`)
const keyOf = async (enterprise: string) => (await corridor.newKey({ enterprise })).key
const other = async () => {
  const rows = await corridor.sql`select name from enterprises where name <> ${COMPANY} order by id
      limit 1`
  return String(rows[0]?.name)
}

describe('an invitation', () => {
  test('lets a person choose a password once, and sign in with it afterwards', async () => {
    const login = newLogin()
    const { data } = await admin.act<InvitedJson>('POST', '/v1/people', { login, role: 'viewer' })
    expect(data.person).toMatchObject({ login, role: 'viewer', status: 'INVITED' })
    const person = await enrolPerson(desk(), data)
    expect((await read(person)).status).toBe(200)
    const stolen = await byPage(desk())('POST', '/entrance/enrolment', {
      token: tokenIn(data.link),
      password: 'the password of a thief',
    })
    expect(stolen.problem.code).toBe('enrolment_failed')
    expect((await read(person)).status).toBe(200)
    const again = await signInPerson(desk(), person)
    expect(again.status).toBe(200)
    expect((await read(personWith(desk(), person, person.secret, cookieOf(again)))).status).toBe(
      200,
    )
  })

  test('of whoever used its link first is the only one, and the other is told', async () => {
    const { data } = await admin.act<InvitedJson>('POST', '/v1/people', {
      login: newLogin(),
      role: 'preparer',
    })
    const page = byPage(desk())
    const token = tokenIn(data.link)
    const begin = () =>
      page<{ totp_secret: string }>('POST', '/entrance/enrolment', { token, password: PASSWORD })
    const [first, second] = [await begin(), await begin()]
    const confirm = async (secret: string) =>
      page('POST', '/entrance/enrolment/confirm', {
        token,
        code: await codeOf(secret, clock.realNow()),
      })
    expect((await confirm(first.data.totp_secret)).status).toBe(401)
    expect((await confirm(second.data.totp_secret)).status).toBe(200)
    expect((await confirm(second.data.totp_secret)).problem.code).toBe('enrolment_failed')
  })

  test('of an API key is for the first admin, and ends when somebody has enrolled', async () => {
    const key = await keyOf(await other())
    const ask = (body: object, by = key) =>
      corridor.post<InvitedJson>('/v1/people', body, { key: by })
    expect((await ask({ login: 'ana', role: 'developer' })).problem.code).toBe('person_required')
    const lost = await ask({ login: 'ana', role: 'admin' })
    expect(lost.status).toBe(201)
    const found = await ask({ login: 'ana', role: 'admin' })
    expect(found.data.person.id).toBe(lost.data.person.id)
    const late = { token: tokenIn(lost.data.link), password: PASSWORD }
    expect((await byPage(desk())('POST', '/entrance/enrolment', late)).status).toBe(401)
    const ana = await enrolPerson(desk(), found.data)
    expect((await ask({ login: 'eve', role: 'admin' })).problem.code).toBe('person_required')
    expect((await ask({ login: 'ana', role: 'admin' })).problem.code).toBe('person_required')
    expect((await ana.act<PersonJson[]>('GET', '/v1/people')).data).toHaveLength(1)
  })

  test('of a key that is bound to an organization is refused', async () => {
    const { key } = await corridor.newKey({ organization: corridor.sandbox.organization_id })
    const answer = await corridor.post('/v1/people', { login: 'eve', role: 'admin' }, { key })
    expect(answer.problem.code).toBe('organization_not_permitted')
  })
})

describe('a sign-in', () => {
  test('names the company in any case or by its identifier, and has one answer for what is wrong', async () => {
    const person = await colleague('viewer')
    const { data: session } = await person.act<{ enterprise_id: string }>('GET', '/session')
    expect((await signInPerson(desk(), person, 'demo enterprise ')).status).toBe(200)
    clock.advanceReal(30_000)
    expect((await signInPerson(desk(), person, session.enterprise_id)).status).toBe(200)
    clock.advanceReal(30_000)
    const wrong = [
      await signInPerson(desk(), person, 'Nobody Inc'),
      await signInPerson(desk(), person, await other()),
      await signInPerson(desk(), { ...person, login: 'nobody' }),
    ]
    const texts = wrong.map(({ problem }) => JSON.stringify({ ...problem, request_id: '' }))
    expect(new Set(texts).size).toBe(1)
    expect(wrong[0]?.problem.code).toBe('sign_in_failed')
  })

  test('is no sign-in of the desk, and its session is none of the operator API', async () => {
    const operator = await newPerson(desk(), 'desk-admin', 'admin')
    const code = await codeOf(admin.secret, clock.realNow())
    const atDesk = await corridor.post(
      '/operator/v1/sign-in',
      { login: admin.login, password: PASSWORD, code },
      { key: null },
    )
    expect(atDesk.problem.code).toBe('sign_in_failed')
    const token = admin.cookie.split('=')[1] ?? ''
    const asBearer = await corridor.get('/operator/v1/me', { key: token })
    expect(asBearer.problem.code).toBe('not_signed_in')
    const asCookie = await corridor.get('/console/operator/v1/me', {
      key: null,
      headers: { cookie: `corridor_operator=${token}` },
    })
    expect(asCookie.problem.code).toBe('not_signed_in')
    expect((await signInPerson(desk(), operator)).problem.code).toBe('sign_in_failed')
    const asCustomer = personWith(desk(), admin, '', `corridor_session=${operator.token}`)
    expect((await read(asCustomer)).status).toBe(401)
    expect((await operator.act<{ login: string }[]>('GET', '/users')).data).not.toContainEqual(
      expect.objectContaining({ login: admin.login }),
    )
  })

  test('works with a passkey alone, and not with one of the desk', async () => {
    const person = await colleague('viewer')
    const authenticator = newAuthenticator(siteOf(corridor.deps.publicUrl()).origin)
    type Creation = Parameters<typeof authenticator.create>[0]
    type Asked = Parameters<typeof authenticator.sign>[0]
    clock.advanceReal(30_000)
    const code = await codeOf(person.secret, clock.realNow())
    const begun = await person.act<Creation>('POST', '/session/passkeys/options', { code })
    const credential = authenticator.create(begun.data)
    const added = await person.act('POST', '/session/passkeys', { name: 'laptop', credential })
    expect(added.status).toBe(201)
    const page = byPage(desk())
    const asked = await page<Asked>('POST', '/entrance/sign-in/passkey/options', {})
    const signed = authenticator.sign(asked.data)
    const atDesk = await corridor.post('/operator/v1/sign-in/passkey', signed, { key: null })
    expect(atDesk.problem.code).toBe('sign_in_failed')
    const entered = await page('POST', '/entrance/sign-in/passkey', signed)
    expect(entered.status).toBe(200)
    expect((await read(personWith(desk(), person, '', cookieOf(entered)))).status).toBe(200)
  })

  test('of a flood of strangers is refused, and costs the operators no place', async () => {
    const attempt = () => signInPerson(desk(), { login: 'nobody', secret: admin.secret })
    const statuses = (await Promise.all(Array.from({ length: 12 }, attempt))).map(
      ({ status }) => status,
    )
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    for (let failures = 0; failures < 12; failures++) await attempt()
    expect((await attempt()).status).toBe(429)
    const operator = await newPerson(desk(), 'desk-viewer', 'viewer')
    expect((await operator.act('GET', '/me')).status).toBe(200)
  })

  test('from a page of another site is refused', async () => {
    const answer = await corridor.call('POST', '/console/entrance/sign-in', {
      key: null,
      body: { company: COMPANY, login: 'admin', password: PASSWORD, code: '000000' },
      headers: { 'sec-fetch-site': 'cross-site', 'x-corridor-console': '1' },
    })
    expect(answer.problem.code).toBe('unauthenticated')
  })
})

describe('a role', () => {
  const acts = {
    read: ['GET', () => `${corridor.organization}/orders?limit=1`, undefined],
    prepare: [
      'POST',
      () => '/v1/organizations',
      { name: 'Branch', contact: { email: 'a@b.example', first_name: 'Ana', last_name: 'Diaz' } },
    ],
    develop: ['POST', () => '/v1/api-keys', { label: 'Back office', scopes: ['read'] }],
    log: ['GET', () => '/v1/api-requests?limit=1', undefined],
    people: ['GET', () => '/v1/people', undefined],
  } as const
  const may: Record<CustomerRole, readonly (keyof typeof acts)[]> = {
    viewer: ['read'],
    preparer: ['read', 'prepare'],
    approver: ['read', 'prepare'],
    developer: ['read', 'develop', 'log'],
    admin: ['read', 'people'],
  }

  test.each(customerRoles)('%s does what it may, and is told who may do the rest', async (role) => {
    const person = await colleague(role)
    for (const name of ['read', 'prepare', 'develop', 'log', 'people'] as const) {
      const [method, path, body] = acts[name]
      const { status, problem } = await reasoned(person.act(method, path(), body))
      if (may[role].includes(name))
        expect([name, status]).toEqual([name, status < 300 ? status : 0])
      else
        expect([name, problem]).toEqual([
          name,
          expect.objectContaining({ code: 'role_not_permitted', role }),
        ])
    }
  })

  test('that was changed applies from the next request on', async () => {
    const person = await colleague('viewer')
    expect((await person.act('GET', '/v1/api-requests?limit=1')).status).toBe(403)
    await admin.act('PATCH', `/v1/people/${person.id}`, { role: 'developer' })
    expect((await person.act('GET', '/v1/api-requests?limit=1')).status).toBe(200)
  })
})

const reasoned = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  return { status, problem: status >= 400 ? JSON.parse(text) : undefined }
}

describe('an admin', () => {
  test('disables a person, whose sessions end at once, and who cannot sign in', async () => {
    const person = await colleague('preparer')
    const { data } = await admin.act<PersonJson>('PATCH', `/v1/people/${person.id}`, {
      is_disabled: true,
    })
    expect(data.status).toBe('DISABLED')
    expect((await read(person)).status).toBe(401)
    expect((await signInPerson(desk(), person)).problem.code).toBe('sign_in_failed')
  })

  test('resets a person, who needs a new password and loses sessions and passkeys', async () => {
    const person = await colleague('preparer')
    const { data } = await admin.act<InvitedJson>('POST', `/v1/people/${person.id}/reset`)
    expect((await read(person)).status).toBe(401)
    expect((await signInPerson(desk(), person)).problem.code).toBe('sign_in_failed')
    const again = await enrolPerson(desk(), data)
    expect((await read(again)).status).toBe(200)
  })

  test('cannot be the last one to go, also when two leave at the same instant', async () => {
    const key = await keyOf(await companyWithoutPeople())
    const { data } = await corridor.post<InvitedJson>(
      '/v1/people',
      { login: 'first', role: 'admin' },
      { key },
    )
    const first = await enrolPerson(desk(), data)
    const change = (by: CustomerPerson, whom: CustomerPerson, body: object) =>
      by.act('PATCH', `/v1/people/${whom.id}`, body)
    expect((await change(first, first, { role: 'viewer' })).problem.code).toBe('last_admin')
    expect((await change(first, first, { is_disabled: true })).problem.code).toBe('last_admin')
    expect((await first.act('POST', `/v1/people/${first.id}/reset`)).problem.code).toBe(
      'last_admin',
    )
    expect((await first.act('GET', '/v1/people')).status).toBe(200)
    const second = await newColleague(desk(), first, 'second', 'admin')
    const answers = await Promise.all([
      change(first, second, { is_disabled: true }),
      change(second, first, { is_disabled: true }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('sees and changes nobody of another enterprise', async () => {
    const key = await keyOf(await companyWithoutPeople())
    const { data } = await corridor.post<InvitedJson>(
      '/v1/people',
      { login: 'stranger', role: 'admin' },
      { key },
    )
    const stranger = await enrolPerson(desk(), data)
    const seen = (await admin.act<PersonJson[]>('GET', '/v1/people')).data
    expect(seen.map(({ login }) => login)).not.toContain('stranger')
    const path = `/v1/people/${stranger.id}`
    expect((await admin.act('PATCH', path, { is_disabled: true })).status).toBe(404)
    expect((await admin.act('POST', `${path}/reset`)).status).toBe(404)
    const sessions = await admin.act<{ id: string; person_id: string }[]>(
      'GET',
      '/v1/person-sessions',
    )
    expect(sessions.data.map((one) => one.person_id)).not.toContain(stranger.id)
    const [own] = (await stranger.act<{ id: string }[]>('GET', '/v1/person-sessions')).data
    expect((await admin.act('DELETE', `/v1/person-sessions/${own?.id}`)).status).toBe(404)
    expect((await stranger.act('GET', `${corridor.organization}/orders?limit=1`)).status).toBe(404)
    const same = await admin.act('POST', '/v1/people', { login: 'stranger', role: 'viewer' })
    expect(same.status, 'logins of another enterprise are free').toBe(201)
  })

  test('keeps API keys from signing in, and ends their sessions of the console', async () => {
    const signIn = () => corridor.post('/console/session', undefined, { idempotencyKey: null })
    const cookie = cookieOf(await signIn())
    const page = byPage(desk(), cookie)
    const orders = `${corridor.organization}/orders?limit=1`
    expect((await page('GET', orders)).status).toBe(200)
    await admin.act('PATCH', '/v1/people-settings', { keys_may_sign_in: false })
    expect((await signIn()).problem.code).toBe('key_sign_in_off')
    clock.advanceReal(1000)
    expect((await page('GET', orders)).status).toBe(401)
    expect((await corridor.get(orders)).status, 'programs go on').toBe(200)
    await admin.act('PATCH', '/v1/people-settings', { keys_may_sign_in: true })
    expect((await signIn()).status).toBe(200)
  })
})

/** Each test takes another one. */
async function companyWithoutPeople(): Promise<string> {
  const name = `Company ${(count += 1)}`
  await corridor.sql`insert into enterprises (id, name, created_at)
      values (gen_random_uuid(), ${name}, now())`
  return name
}

describe('a session', () => {
  type SessionJson = { id: string; person_id: string; is_current: boolean }
  const sessionsOf = async ({ act }: CustomerPerson) =>
    (await act<SessionJson[]>('GET', '/v1/person-sessions')).data

  test('is seen and ended by its person, and another one of the person stays', async () => {
    const person = await colleague('viewer')
    const phone = personWith(desk(), person, '', cookieOf(await signInPerson(desk(), person)))
    const sessions = await sessionsOf(person)
    expect(sessions.map((one) => one.person_id)).toEqual([person.id, person.id])
    const there = sessions.find((one) => !one.is_current)
    expect((await person.act('DELETE', `/v1/person-sessions/${there?.id}`)).status).toBe(200)
    expect((await read(phone)).status).toBe(401)
    expect((await read(person)).status).toBe(200)
  })

  test('of a colleague is ended only by an admin', async () => {
    const [one, two] = [await colleague('viewer'), await colleague('developer')]
    const [session] = await sessionsOf(one)
    const path = `/v1/person-sessions/${session?.id}`
    expect((await two.act('DELETE', path)).status).toBe(404)
    expect((await read(one)).status).toBe(200)
    expect((await admin.act('DELETE', path)).status).toBe(200)
    expect((await read(one)).status).toBe(401)
  })

  test('that ends in one process has ended in all at once', async () => {
    const other = await testService({
      clock,
      env,
      worker: false,
      database: corridor.database,
      replace: () => ({ sharedCounts }),
    })
    const person = await colleague('viewer')
    const there = personWith({ ...desk(), corridor: other }, person, '', person.cookie)
    expect((await read(there)).status).toBe(200)
    const [session] = await sessionsOf(person)
    await person.act('DELETE', `/v1/person-sessions/${session?.id}`)
    expect((await read(there)).status).toBe(401)
    await other.stop()
  })

  test('ends with the sign-out, after an hour without use, and after twelve hours', async () => {
    const [out, idle] = [await colleague('viewer'), await colleague('viewer')]
    expect((await out.act('DELETE', '/session')).status).toBe(200)
    expect((await read(out)).status).toBe(401)
    clock.advanceReal(3_600_000)
    expect((await read(idle)).status).toBe(401)
    admin = personWith(desk(), admin, admin.secret, cookieOf(await signInPerson(desk(), admin)))
  })

  test('of a page that is open for somebody else does nothing', async () => {
    const [one, two] = [await colleague('viewer'), await colleague('viewer')]
    const path = `${corridor.organization}/orders?limit=1`
    const as = (id: string) => one.act('GET', path, undefined, { 'x-corridor-console': id })
    expect((await as(one.id)).status).toBe(200)
    expect((await as(two.id)).status).toBe(401)
  })

  test('does not outlive a restore of an earlier backup, and neither does an invitation', async () => {
    const person = await colleague('viewer')
    const { data } = await admin.act<InvitedJson>('POST', '/v1/people', {
      login: newLogin(),
      role: 'viewer',
    })
    await endSessionsOfBefore(corridor.deps.db, clock.realNow())
    expect((await read(person)).status).toBe(401)
    const used = await byPage(desk())('POST', '/entrance/enrolment', {
      token: tokenIn(data.link),
      password: PASSWORD,
    })
    expect(used.problem.code).toBe('enrolment_failed')
    clock.advanceReal(60_000)
    expect((await signInPerson(desk(), person)).status).toBe(200)
  })
})

describe('the audit trail', () => {
  // The test before ended all sessions.
  beforeAll(async () => {
    clock.advanceReal(60_000)
    sharedCounts.forget()
    admin = personWith(desk(), admin, admin.secret, cookieOf(await signInPerson(desk(), admin)))
  })

  type EntryJson = { act: string; actor: string; actor_id: string | null; subject: string }

  test('tells an admin, and nobody else, what people did, in a chain that the desk verifies', async () => {
    const person = await colleague('developer')
    await person.act('POST', '/v1/api-keys', { label: 'Reports', scopes: ['read'] })
    await admin.act('PATCH', `/v1/people/${person.id}`, { role: 'viewer' })
    const { data } = await admin.act<EntryJson[]>('GET', '/v1/people-audit?limit=50')
    const acts = data.filter((one) => [one.actor_id, one.subject].includes(person.id))
    expect(acts.map(({ act, actor_id: id }) => [act, id]).toReversed()).toEqual([
      ['customer_user.invited', admin.id],
      ['customer_user.enrolled', person.id],
      ['api_key.created', person.id],
      ['customer_user.changed', admin.id],
    ])
    expect((await person.act('GET', '/v1/people-audit')).problem.code).toBe('role_not_permitted')
    expect((await corridor.get('/v1/people-audit')).problem.code).toBe('person_required')
    const { faults } = await verifyAudit(corridor.deps.db, [])
    expect(faults).toEqual([])
  })

  test('shows nothing of the desk itself, and names no operator', async () => {
    const officer = await newPerson(desk(), 'officer', 'compliance')
    const { data: session } = await admin.act<{ enterprise_id: string }>('GET', '/session')
    const path = `/enterprises/${session.enterprise_id}`
    await officer.act('POST', `${path}/hold`, { reason: 'a secret of the desk' })
    await officer.act('POST', `${path}/release`, { reason: 'a secret of the desk' })
    const { text } = await admin.act('GET', '/v1/people-audit')
    expect(text).not.toContain('officer')
    expect(text).not.toContain('secret')
    expect(text).not.toContain('enterprise.hold')
  })
})

test('a session is deleted 90 days after its sign-in, and the trail keeps that somebody signed in', async () => {
  const person = await colleague('viewer')
  const sessions = async () => {
    const { rows } = await corridor.database.owner.query(
      'select s.id from user_sessions s join users u on u.id = s.user_id where u.login = $1',
      [person.login],
    )
    return rows.length
  }
  const { db } = corridor.deps
  const forget = async (days: number) => {
    const at = later(clock.realNow(), days * 86_400_000)
    while ((await forgetSessions({ db, clock: { ...clock, realNow: () => at } })) > 0);
  }
  await forget(89)
  expect(await sessions()).toBe(1)
  expect((await read(person)).status).toBe(200)
  await forget(90)
  expect(await sessions()).toBe(0)
  expect((await read(person)).status).toBe(401)
  const { rows } = await corridor.database.owner.query(
    `select act from audit_entries where subject = $1 and act = 'customer_user.enrolled'`,
    [person.id],
  )
  expect(rows).toHaveLength(1)
})
