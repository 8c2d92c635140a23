// Invitations by mail: the link goes to the address once, under the desk's name. Neither is stored, and the answer says what became
// of the mail. The mail server is a real one on loopback.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, standingClock } from '../support/desk.ts'
import { openMailServer, type MailServer } from '../support/mail-server.ts'
import { applied } from '../support/operator-files.ts'
import {
  byPage,
  COMPANY,
  enrolPerson,
  firstAdmin,
  newColleague,
  tokenIn,
  type CustomerPerson,
  type InvitedJson,
} from '../support/people.ts'
import { testService, type TestService } from '../support/service.ts'
import { eventually } from '../support/until.ts'

const clock = standingClock()
let mail: MailServer
let corridor: TestService
let admin: CustomerPerson
let count = 0
const desk = () => ({ corridor, clock })
const invite = (address: string, more: object = {}) => {
  const login = `guest-${(count += 1)}`
  const body = { login, role: 'viewer', mail: { address, ...more } }
  return admin.act<InvitedJson>('POST', '/v1/people', body)
}

const logged: string[] = []

async function open(smtp: string | null): Promise<void> {
  const env = { CORRIDOR_SMTP_URL: smtp ?? '', CORRIDOR_MAIL_FROM: 'Desk <notices@desk.example>' }
  corridor = await testService({
    clock,
    worker: false,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    ...(smtp === null ? {} : { env }),
  })
  await applied(corridor, "brand: { name: 'Andes: Pay' }")
  admin = await firstAdmin(desk())
}

/** Every table of the service that has the text in a row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await corridor.database.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const sql = `select from ${name} t where t::text like $1 limit 1`
    const { rowCount } = await corridor.database.owner.query(sql, [`%${text}%`])
    if (rowCount === 1) found.push(name)
  }
  return found
}

describe('an invitation by mail', () => {
  beforeAll(async () => {
    mail = await openMailServer()
    await open(mail.url)
  })
  afterAll(async () => {
    await corridor.close()
    await mail.close()
  })
  beforeEach(() => {
    mail.is('takes')
    mail.taken.length = 0
  })

  test('brings the link of the answer, once, under the name of the desk', async () => {
    const { status, data } = await invite('ana@acme.example')
    expect(status).toBe(201)
    expect(data.mail).toBe('SENT')
    expect(mail.taken).toHaveLength(1)
    const [sent] = mail.taken
    expect(sent).toMatchObject({
      to: 'ana@acme.example',
      subject: 'Andes: Pay: you are invited for Demo Enterprise',
    })
    expect(sent?.text).toContain(data.person.login)
    const link = /http\S+#\S+/.exec(sent?.text ?? '')?.[0] ?? ''
    expect(link).toBe(data.link)
    await enrolPerson(desk(), { ...data, link })
    const again = { token: tokenIn(link), password: 'the password of a thief' }
    const late = await byPage(desk())('POST', '/entrance/enrolment', again)
    expect(late.problem.code).toBe('enrolment_failed')
  })

  test('leaves neither address nor link in the database, the trail or the log', async () => {
    const address = 'only.here@acme.example'
    const { data } = await invite(address, { language: 'es' })
    expect(mail.taken[0]).toMatchObject({ subject: 'Andes: Pay: le invitan por Demo Enterprise' })
    const refused = await invite('gone.only.here@acme.example')
    expect(refused.data.mail).toBe('REFUSED')
    // The request log notes what keys do.
    const body = { login: 'eve', role: 'admin', mail: { address: 'only.here' } }
    const bad = await corridor.post('/v1/people', body)
    expect(bad.status).toBe(400)
    expect(bad.problem.errors).toMatchObject([{ pointer: '/mail/address' }])
    expect(bad.text).not.toContain('only.here')
    await eventually('the request is in the log', async () => {
      const rows =
        await corridor.sql`select from api_requests where operation = 'invitePerson' and status = 400`
      return rows.length === 1
    })
    const audit = await admin.act('GET', '/v1/people-audit?limit=5')
    expect(audit.text).toContain('is_mailed')
    for (const secret of ['only.here', tokenIn(data.link)]) {
      expect(await tablesWith(secret)).toEqual([])
      expect(audit.text).not.toContain(secret)
      expect(logged.filter((line) => line.includes(secret))).toEqual([])
    }
    expect(logged.join()).toContain('the mail of an invitation was not taken')
  })

  test('is asked for by the key of a first admin too, and by nobody who may not invite', async () => {
    const rows = await corridor.sql`select name from enterprises where name <> ${COMPANY} limit 1`
    const { key } = await corridor.newKey({ enterprise: String(rows[0]?.name) })
    const body = { login: 'boss', role: 'admin', mail: { address: 'boss@other.example' } }
    const first = await corridor.post<InvitedJson>('/v1/people', body, { key })
    expect(first.data.mail).toBe('SENT')
    expect(mail.taken.map(({ to }) => to)).toEqual(['boss@other.example'])
    const viewer = await newColleague(desk(), admin, 'only-viewer', 'viewer')
    const refused = await viewer.act('POST', '/v1/people', { ...body, login: 'eve' })
    expect(refused.problem.code).toBe('role_not_permitted')
    expect(mail.taken).toHaveLength(1)
  })

  test('to a silent server holds two places of an enterprise, and the person is invited all the same', async () => {
    mail.is('hangs')
    const asked = mail.asked()
    const waiting = [invite('a@acme.example'), invite('b@acme.example')]
    await eventually('both places are taken', async () => mail.asked() === asked + 2)
    const third = await invite('c@acme.example')
    expect(third.data).toMatchObject({ mail: 'BUSY', person: { status: 'INVITED' } })
    expect(third.data.link).toContain('#ce_')
    mail.answer()
    const sent = await Promise.all(waiting)
    expect(sent.map(({ data }) => data.mail)).toEqual(['SENT', 'SENT'])
    mail.is('fails')
    const failed = await invite('d@acme.example')
    expect(failed.data).toMatchObject({ mail: 'FAILED', person: { status: 'INVITED' } })
  })
})

describe('without a mail server', () => {
  beforeAll(() => open(null))
  afterAll(() => corridor.close())

  test('the answer says that no mail went out, and has the link', async () => {
    const { status, data } = await invite('ana@acme.example')
    expect(status).toBe(201)
    expect(data.mail).toBe('OFF')
    await enrolPerson(desk(), data)
    const plain = await admin.act<InvitedJson>('POST', '/v1/people', {
      login: 'plain',
      role: 'viewer',
    })
    expect(plain.data.mail).toBeNull()
  })

  test('an authenticator app shows the name of the desk, and one login', async () => {
    const { data } = await invite('bob@acme.example')
    const token = tokenIn(data.link)
    const begun = await byPage(desk())<{ totp_uri: string }>('POST', '/entrance/enrolment', {
      token,
      password: PASSWORD,
    })
    const { login } = data.person
    expect(begun.data.totp_uri).toMatch(`otpauth://totp/Andes%20Pay:${login}?`)
    expect(new URL(begun.data.totp_uri).searchParams.get('issuer')).toBe('Andes Pay')
  })
})
