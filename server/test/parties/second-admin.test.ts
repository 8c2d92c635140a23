// An enterprise that wants a second admin: one makes a link, another admits whoever used it, and settings need both.
import { beforeEach, describe, expect, test } from 'vitest'
import { toTimestamp } from '../../src/platform/clock.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { forFile } from '../support/for-file.ts'
import { codeOf, forgettingCounts, newPerson, PASSWORD, standingClock } from '../support/desk.ts'
import {
  byPage,
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
import { testService } from '../support/service.ts'

type Standing = PersonJson & { awaits_admission: boolean; enrolled_at: string | null }
type SettingsJson = {
  second_admin: boolean
  keys_may_sign_in: boolean
  second_person_from: unknown[]
  waiting: { change: object; asked_by: string } | null
}

let [ana, ben]: CustomerPerson[] = []
let count = 0
const clock = standingClock()
const sharedCounts = forgettingCounts()
const desk = () => ({ corridor, clock })
const admins = () => {
  if (ana === undefined || ben === undefined) throw new Error('nobody was invited')
  return { ana, ben }
}

const env = { CORRIDOR_SECRETS: newSecrets() }
const corridor = await forFile(
  testService({ clock, env, worker: false, replace: () => ({ sharedCounts }) }),
)
ana = await firstAdmin(desk())
const alone = await ana.act('PATCH', '/v1/people-settings', { second_admin: true })
expect(alone.problem.code).toBe('second_admin_missing')
ben = await newColleague(desk(), ana, 'ben', 'admin')
const on = await ana.act<SettingsJson>('PATCH', '/v1/people-settings', { second_admin: true })
expect(on.data.second_admin).toBe(true)
beforeEach(() => {
  sharedCounts.forget()
  clock.advanceReal(60_000)
})

const invited = async (by: CustomerPerson, role = 'preparer') => {
  const login = `person-${(count += 1)}`
  const { data } = await by.act<InvitedJson>('POST', '/v1/people', { login, role })
  return data
}
/** When an admin sees that the person enrolled. A time of now if that was never. */
const enrolledAt = async ({ id }: { id: string }): Promise<string> => {
  const { data } = await admins().ana.act<Standing[]>('GET', '/v1/people')
  const seen = data.find((person) => person.id === id)?.enrolled_at
  return seen ?? toTimestamp(clock.realNow())
}
const admit = async (by: CustomerPerson, whom: { id: string }, seen?: string) =>
  by.act<Standing>('POST', `/v1/people/${whom.id}/admit`, {
    enrolled_at: seen ?? (await enrolledAt(whom)),
  })
const read = ({ act }: CustomerPerson) => act('GET', `${corridor.organization}/orders?limit=1`)
const change = (by: CustomerPerson, body: object) =>
  by.act<SettingsJson>('PATCH', '/v1/people-settings', body)

describe('whoever used a link', () => {
  test('does nothing before an admin who did not make the link has admitted the person', async () => {
    const person = await enrolPerson(desk(), await invited(admins().ana))
    expect((await read(person)).problem.code).toBe('admission_needed')
    const made = await person.act('POST', '/v1/organizations', { name: 'Branch' })
    expect(made.problem.code).toBe('admission_needed')
    const { data } = await person.act<{ person: Standing }>('GET', '/session')
    expect(data.person.awaits_admission).toBe(true)
    expect((await admit(admins().ana, person)).problem.code).toBe('admission_closed')
    expect((await admit(person, person)).problem.code).toBe('admission_needed')
    expect((await admit(admins().ben, person)).data).toMatchObject({ awaits_admission: false })
    expect((await read(person)).status).toBe(200)
    expect((await admit(admins().ben, person)).status, 'admitting again changes nothing').toBe(200)
    const { rows } = await corridor.database.owner.query(
      `select actor from audit_entries where act = 'customer_user.admitted' and subject = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ actor: `customer:${admins().ben.id}` }])
  })

  test('waits also after a reset, a new sign-in and a change of the role, and is admitted only when it is used', async () => {
    const first = await enrolPerson(desk(), await invited(admins().ana))
    await admit(admins().ben, first)
    const reset = await admins().ben.act<InvitedJson>('POST', `/v1/people/${first.id}/reset`)
    expect((await admit(admins().ana, first)).problem.detail).toContain('not used the link')
    const person = await enrolPerson(desk(), reset.data)
    await admins().ben.act('PATCH', `/v1/people/${person.id}`, { role: 'approver' })
    expect((await admit(admins().ben, person)).problem.code).toBe('admission_closed')
    const again = cookieOf(await signInPerson(desk(), person))
    const signedIn = personWith(desk(), person, person.secret, again)
    expect((await read(signedIn)).problem.code).toBe('admission_needed')
    expect((await admit(admins().ana, person)).status).toBe(200)
    expect((await read(signedIn)).status).toBe(200)
  })

  test('is not admitted by an admin who saw another enrolment', async () => {
    const person = await enrolPerson(desk(), await invited(admins().ana))
    const seen = await enrolledAt(person)
    const reset = await admins().ana.act<InvitedJson>('POST', `/v1/people/${person.id}/reset`)
    const other = await enrolPerson(desk(), reset.data)
    const refused = await admit(admins().ben, person, seen)
    expect(refused.problem).toMatchObject({ code: 'admission_closed' })
    expect(refused.problem.detail).toContain('speak with the person again')
    expect((await read(other)).problem.code).toBe('admission_needed')
    const sent = await admins().ben.act('POST', `/v1/people/${person.id}/admit`)
    expect(sent.status, 'an admission names the enrolment').toBe(400)
    expect((await admit(admins().ben, other)).status).toBe(200)
    expect((await admit(admins().ben, other, seen)).problem.code).toBe('admission_closed')
    expect((await read(other)).status).toBe(200)
  })

  test('that was made before a second admin was asked needs an admission too', async () => {
    const second = { second_admin: false }
    await change(admins().ana, second)
    expect((await change(admins().ben, second)).data).toMatchObject(second)
    const before = await enrolPerson(desk(), await invited(admins().ana))
    const link = await invited(admins().ana)
    await change(admins().ana, { second_admin: true })
    expect((await read(before)).status, 'who had a password stays admitted').toBe(200)
    const person = await enrolPerson(desk(), link)
    expect((await read(person)).problem.code).toBe('admission_needed')
    expect((await admit(admins().ana, person)).problem.code).toBe('admission_closed')
    expect((await admit(admins().ben, person)).status).toBe(200)
    expect((await read(person)).status).toBe(200)
  })

  test('as an admin does not count before the admission: the last one who may act stays', async () => {
    const cid = await enrolPerson(desk(), await invited(admins().ana, 'admin'))
    const disable = (whom: CustomerPerson) =>
      admins().ana.act('PATCH', `/v1/people/${whom.id}`, { is_disabled: true })
    expect((await disable(admins().ben)).status).toBe(200)
    expect((await disable(admins().ana)).problem.code).toBe('last_admin')
    await admins().ana.act('PATCH', `/v1/people/${admins().ben.id}`, { is_disabled: false })
    ben = personWith(
      desk(),
      admins().ben,
      admins().ben.secret,
      cookieOf(await signInPerson(desk(), admins().ben)),
    )
    expect((await admit(admins().ben, cid)).status).toBe(200)
    expect((await cid.act('GET', '/v1/people')).status).toBe(200)
    await disable(cid)
  })

  test('of the desk needs no admission, so that nobody is locked out', async () => {
    const operator = await newPerson(desk(), 'operator', 'admin')
    const { data: session } = await admins().ana.act<{ enterprise_id: string }>('GET', '/session')
    const asked = { login: 'rescued', reason: 'called back' }
    const path = `/enterprises/${session.enterprise_id}/invite_admin`
    const { data } = await operator.act<InvitedJson>('POST', path, asked)
    const rescued = await enrolPerson(desk(), data)
    expect((await rescued.act('GET', '/v1/people')).status).toBe(200)
    await admins().ana.act('PATCH', `/v1/people/${rescued.id}`, { is_disabled: true })
  })

  test('is no second use: a used link stays used while its person waits', async () => {
    const link = await invited(admins().ana)
    const { secret } = await enrolPerson(desk(), link)
    const token = tokenIn(link.link)
    const page = byPage(desk())
    const stolen = await page('POST', '/entrance/enrolment', { token, password: PASSWORD })
    expect(stolen.problem.code).toBe('enrolment_failed')
    const code = await codeOf(secret, clock.realNow())
    expect((await page('POST', '/entrance/enrolment/confirm', { token, code })).status).toBe(401)
  })
})

describe('a change of the settings', () => {
  const bound = { second_person_from: [{ currency: 'USDC', amount: '5000.00' }] }

  test('waits until another admin sends the same one', async () => {
    const asked = await change(admins().ana, bound)
    expect(asked.data).toMatchObject({
      second_person_from: [],
      waiting: { change: bound, asked_by: admins().ana.id },
    })
    const again = await change(admins().ana, bound)
    expect(again.data.second_person_from, 'nobody confirms the own change').toEqual([])
    const other = await change(admins().ben, { keys_may_sign_in: false })
    expect(other.data, 'another change is another question').toMatchObject({
      keys_may_sign_in: true,
      waiting: { asked_by: admins().ben.id },
    })
    await change(admins().ana, bound)
    const { data } = await change(admins().ben, bound)
    expect(data).toMatchObject({ ...bound, waiting: null })
  })

  test('to ask for no second admin needs two, too', async () => {
    const { data } = await change(admins().ana, { second_admin: false })
    expect(data).toMatchObject({ second_admin: true, waiting: { change: { second_admin: false } } })
    const dropped = await change(admins().ben, {})
    expect(dropped.data).toMatchObject({ second_admin: true, waiting: null })
    await change(admins().ana, { second_admin: false })
    expect((await change(admins().ben, { second_admin: false })).data.second_admin).toBe(false)
    await change(admins().ana, { second_admin: true })
  })

  test('ends after three days, and is not confirmed for an admin who left', async () => {
    const wanted = { keys_may_sign_in: false }
    await change(admins().ana, wanted)
    await corridor.database.owner.query(
      `update enterprise_settings set waiting = jsonb_set(waiting, '{at}', to_jsonb('2020-01-01T00:00:00.000Z'::text))`,
    )
    const seen = await admins().ben.act<SettingsJson>('GET', '/v1/people-settings')
    expect(seen.data.waiting).toBeNull()
    expect((await change(admins().ben, wanted)).data.keys_may_sign_in).toBe(true)
    await change(admins().ben, {})
    const cid = await enrolPerson(desk(), await invited(admins().ana, 'admin'))
    await admit(admins().ben, cid)
    await change(cid, wanted)
    await admins().ana.act('PATCH', `/v1/people/${cid.id}`, { is_disabled: true })
    expect((await change(admins().ben, wanted)).data.keys_may_sign_in).toBe(true)
  })

  test('of two at the same instant is confirmed once', async () => {
    const wanted = { second_person_for_keys: true }
    const answers = await Promise.all([change(admins().ana, wanted), change(admins().ben, wanted)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ data }) => data.waiting === null).toSorted()).toEqual([false, true])
  })
})
