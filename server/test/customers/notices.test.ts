// Notices: people of customers are told by mail, and the chat of an enterprise, of what they chose. The mail server and the chat
// are real servers on loopback.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NoticeKind } from '../../src/customers/notices/kinds.ts'
import { dropNoticesOfBefore } from '../../src/customers/notices/queries.ts'
import { createNoticeTask } from '../../src/customers/notices/send.ts'
import type { CustomerRole } from '../../src/platform/access/customer-roles.ts'
import { metricsText } from '../../src/platform/metrics.ts'
import { createSharedCounts } from '../../src/service/processes/shared-counts.ts'
import { newProgram, ratesArrive, standingClock } from '../support/desk.ts'
import { openMailServer, type MailServer, type Taken } from '../support/mail-server.ts'
import {
  firstAdmin,
  newColleague,
  type CustomerPerson,
  type InvitedJson,
  enrolPerson,
} from '../support/people.ts'
import { requireUuid } from '../support/ids.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { testService, type TestService } from '../support/service.ts'
import { eventually } from '../support/until.ts'

type Choice = {
  address: string | null
  kinds: NoticeKind[]
  offered: NoticeKind[]
  language: string
}

const clock = standingClock()
let mail: MailServer
let chat: Receiver
let corridor: TestService
let admin: CustomerPerson
const desk = () => ({ corridor, clock })

async function open(worker: boolean): Promise<void> {
  mail = await openMailServer()
  chat = await openReceiver()
  corridor = await testService({
    clock,
    worker,
    env: { CORRIDOR_SMTP_URL: mail.url, CORRIDOR_MAIL_FROM: 'Desk <notices@desk.example>' },
    replace: () => ({ sharedCounts: createSharedCounts() }),
  })
  admin = await firstAdmin(desk())
}
async function close(): Promise<void> {
  await corridor.close()
  chat.close()
  await mail.close()
}

let count = 0
const colleague = (role: CustomerRole) =>
  newColleague(desk(), admin, `person-${(count += 1)}`, role)
const choose = async (person: CustomerPerson, kinds: NoticeKind[], more: object = {}) => {
  clock.advance(1000)
  const address = `${person.login}@acme.example`
  const body = { address, kinds, ...more }
  const { status, data, text } = await person.act<Choice>('PATCH', '/v1/person-notices', body)
  expect(status, text).toBe(200)
  return data
}
const mailsTo = (person: CustomerPerson): Taken[] =>
  mail.taken.filter(({ to }) => to === `${person.login}@acme.example`)
const chatTexts = (): string[] =>
  chat.received.map(({ body }) => {
    const sent: unknown = JSON.parse(body)
    return JSON.stringify(sent)
  })

const ALL: NoticeKind[] = [
  'order_needs_funds',
  'order_failed',
  'order_completed',
  'information_requested',
  'approval_waits',
  'webhook_disabled',
]

describe('with the worker of the service', () => {
  beforeAll(() => open(true))
  afterAll(close)

  test('each event is one mail to those who chose it, and one line in the chat', async () => {
    const [viewer, approver, developer, nobody] = [
      await colleague('viewer'),
      await colleague('approver'),
      await colleague('developer'),
      await colleague('viewer'),
    ]
    const preparer = await colleague('preparer')
    await choose(viewer, ALL)
    await choose(approver, ['approval_waits'], { language: 'es' })
    await choose(developer, ['webhook_disabled', 'order_failed'])
    await admin.act('PATCH', '/v1/chat-notices', { url: chat.url, kinds: ALL })
    await admin.act('PATCH', '/v1/people-settings', {
      second_person_from: [{ currency: 'USDC', amount: '900.00' }],
    })

    await ratesArrive(corridor)
    const paid = await corridor.order()
    await corridor.fund(paid.id)
    await corridor.until(paid.id, 'STEP_4_COMPLETED')
    const cancelled = await corridor.order()
    await corridor.post(`${corridor.organization}/orders/${cancelled.id}/cancel`)
    const operator = await newProgram(corridor, 'operator')
    const organization = corridor.sandbox.organization_id
    const asked = await operator.act(
      'POST',
      `/organizations/${organization}/information_requests`,
      {
        message: 'A secret question.',
        fields: [{ name: 'source', about: 'Whence.', type: 'text', required: true }],
        documents: [],
        deadline: new Date(clock.realNow() + 86_400_000).toISOString(),
        reason: 'unusual',
      },
    )
    expect(asked.status, asked.text).toBe(201)
    const prepared = await preparer.act('POST', `${corridor.organization}/order-requests`, {
      quote_id: (await corridor.quote()).id,
    })
    expect(prepared.status, prepared.text).toBe(201)
    const hook = await openReceiver()
    hook.answerWith(410)
    const list = `${corridor.organization}/webhook-endpoints`
    const { data: endpoint } = await corridor.post<{ id: string }>(list, { url: hook.url })
    await corridor.post(`${list}/${endpoint.id}/test`, undefined, { idempotencyKey: null })

    await eventually(
      'notices arrive',
      async () => mailsTo(viewer).length >= 5 && mailsTo(developer).length >= 2,
    )
    await eventually(
      'notices arrive',
      async () => mailsTo(approver).length >= 1 && chat.received.length >= 7,
    )
    hook.close()
    // Two more rounds bring nothing new.
    await sleep(4500)
    expect(
      mailsTo(viewer)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(
      [
        `Corridor: Order ${paid.reference_number} needs funds`,
        `Corridor: Order ${cancelled.reference_number} needs funds`,
        `Corridor: Order ${paid.reference_number} is completed`,
        `Corridor: Order ${cancelled.reference_number} failed`,
        'Corridor: Information is needed',
      ].toSorted(),
    )
    expect(
      mailsTo(developer)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(
      [
        `Corridor: Order ${cancelled.reference_number} failed`,
        'Corridor: A webhook endpoint was disabled',
      ].toSorted(),
    )
    const [waiting, ...more] = mailsTo(approver)
    expect(more).toEqual([])
    expect(waiting?.subject).toBe('Corridor: Una orden espera a una segunda persona')
    expect(waiting?.text).toContain('1000.00 USDC')
    expect(mailsTo(nobody)).toEqual([])
    expect(mailsTo(preparer)).toEqual([])
    expect(new Set(mail.taken.map(({ id }) => id)).size).toBe(mail.taken.length)
    for (const { id } of mail.taken) expect(id).toMatch(/^<ntc_[0-9a-z]{26}@desk\.example>$/)

    const done = mailsTo(viewer).find(({ subject }) => subject.endsWith('is completed'))
    expect(done?.text).toContain('Pay in: 1000.00 USDC')
    expect(done?.text).toContain(`/console/${organization}/orders/${paid.id}`)
    expect(done?.text).toContain(`/console/${organization}/account?company=Demo%20Enterprise`)
    expect(done?.text).toContain('for the company Demo Enterprise')
    const rows = await corridor.sql`select funding_details from orders`
    const values = JSON.stringify(rows).match(/[\w-]{9,}/g) ?? []
    const secret = values.filter((value) => /\d/.test(value) && !value.includes('_'))
    expect(secret.length).toBeGreaterThan(0)
    for (const { text } of mail.taken) {
      expect(text).not.toContain('secret question')
      for (const value of secret) expect(text).not.toContain(value)
    }

    const texts = chatTexts()
    expect(texts).toHaveLength(7)
    expect(texts.every((text) => text.startsWith('{"text":"'))).toBe(true)
    const metrics = await metricsText(corridor.deps.metrics)
    expect(metrics).toContain(
      `corridor_notices_total{way="mail",outcome="sent"} ${mail.taken.length}`,
    )
    expect(metrics).toContain('corridor_notices_total{way="chat",outcome="sent"} 7')
    expect(metrics).toContain('corridor_notices_waiting{way="mail"} 0')
  })
})

describe('a notice', () => {
  beforeAll(() => open(false))
  afterAll(close)
  let task: ReturnType<typeof createNoticeTask>
  beforeEach(async () => {
    task = createNoticeTask(corridor.deps)
    await ratesArrive(corridor)
  })
  afterEach(async () => {
    mail.is('takes')
    chat.answerWith(204)
    await task.stop()
    await corridor.sql`update notices set status = 'DROPPED', due_at = null where due_at is not null;
       update notice_targets set kinds = '{}'`
    mail.taken.length = 0
    chat.received.length = 0
  })

  const round = (one = task) => one.run(undefined, () => undefined)
  /** An event is seen once no older transaction is open, also one of another test. */
  const arrive = (holds: () => boolean | Promise<boolean>, one = task) =>
    eventually('notices arrive', async () => {
      await round(one)
      return holds()
    })
  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await corridor.sql`select status, count(*)::int as count from notices group by 1`
    return Object.fromEntries(rows.map(({ status, count: many }) => [String(status), Number(many)]))
  }
  const changed = async (before: Record<string, number>) => {
    const now = await statuses()
    return Object.fromEntries(
      Object.entries(now)
        .map(([status, many]) => [status, many - (before[status] ?? 0)] as const)
        .filter(([, many]) => many !== 0),
    )
  }
  const makeDue = () =>
    corridor.database.owner.query('update notices set due_at = now() where due_at is not null')

  test('is not sent for what happened before the choice', async () => {
    await corridor.order()
    const person = await colleague('viewer')
    await choose(person, ['order_needs_funds'])
    await ratesArrive(corridor)
    await round()
    expect(mailsTo(person)).toEqual([])
    const order = await corridor.order()
    await arrive(() => mailsTo(person).length === 1)
    expect(mailsTo(person)[0]?.subject).toContain(order.reference_number)
  })

  test("is not sent to the mailbox of before a reset, which may be somebody else's", async () => {
    const person = await colleague('viewer')
    await choose(person, ['order_needs_funds'])
    const { data } = await admin.act<InvitedJson>('POST', `/v1/people/${person.id}/reset`)
    await enrolPerson(desk(), data)
    await ratesArrive(corridor)
    await corridor.order()
    await round()
    const rows = await corridor.sql`select octet_length(address_sealed) as bytes from notice_targets
        where user_id = ${requireUuid('usr', person.id)}`
    expect(rows).toEqual([{ bytes: 0 }])
    await task.stop()
    expect(mail.taken).toEqual([])
  })

  test('of a disabled endpoint comes once, however often the endpoint is edited', async () => {
    const person = await colleague('developer')
    await choose(person, ['webhook_disabled'])
    const list = `${corridor.organization}/webhook-endpoints`
    const { data: endpoint } = await corridor.post<{ id: string }>(list, {
      url: 'https://receiver.example/hook',
    })
    clock.advance(1000)
    await corridor.database.owner.query(
      `update webhook_endpoints set status = 'DISABLED', disabled_reason = 'gone', failing_since = $2, updated_at = $2
        where id = $1`,
      [requireUuid('whe', endpoint.id), new Date(clock.now())],
    )
    await arrive(() => mailsTo(person).length === 1)
    for (const description of ['one', 'two']) {
      clock.advance(1000)
      const { status } = await corridor.call('PATCH', `${list}/${endpoint.id}`, {
        body: { description },
      })
      expect(status).toBe(200)
      await round()
    }
    await task.stop()
    expect(mailsTo(person)).toHaveLength(1)
  })

  test('to a mailbox that is refused ends at once, and others get theirs', async () => {
    const before = await statuses()
    const [gone, there] = [await colleague('viewer'), await colleague('viewer')]
    await choose(gone, ['order_needs_funds'], { address: 'gone@acme.example' })
    await choose(there, ['order_needs_funds'])
    await ratesArrive(corridor)
    await corridor.order()
    // A connection that broke is tried again.
    await eventually('notices arrive', async () => {
      await makeDue()
      await round()
      return mailsTo(there).length === 1 && mail.refused.length === 1
    })
    await expect.poll(() => changed(before)).toEqual({ SENT: 1, REFUSED: 1 })
    await makeDue()
    await round()
    expect(mail.refused).toEqual(['gone@acme.example'])
  })

  test('for a hanging mail server waits, while orders and the chat go on, and ends after six attempts', async () => {
    const before = await statuses()
    const person = await colleague('viewer')
    await choose(person, ['order_needs_funds'])
    await admin.act('PATCH', '/v1/chat-notices', { url: chat.url, kinds: ['order_needs_funds'] })
    await ratesArrive(corridor)
    mail.is('hangs')
    const asked = mail.asked()
    const started = performance.now()
    await corridor.order()
    await round()
    expect(performance.now() - started).toBeLessThan(5000)
    await arrive(() => mail.asked() > asked && chat.received.length === 1)
    await round()
    expect(mail.asked(), 'nobody claims it meanwhile').toBe(asked + 1)
    await corridor.order()
    await arrive(() => chat.received.length === 2)
    await task.stop()
    expect(await changed(before)).toMatchObject({ PENDING: 2, SENT: 2 })
    await corridor.sql`update notices set attempt = 5 where due_at is not null`
    await makeDue()
    const second = createNoticeTask(corridor.deps)
    await round(second)
    await second.stop()
    await expect.poll(() => changed(before)).toEqual({ SENT: 2, FAILED: 2 })
  })

  test('that was taken before the process could know is sent again under the same Message-ID, and no other', async () => {
    const person = await colleague('viewer')
    await choose(person, ['order_needs_funds'])
    await ratesArrive(corridor)
    await corridor.order()
    // The process ends after the server took the mail.
    const ends = createNoticeTask({
      ...corridor.deps,
      db: refusing(corridor.deps.db, 'update_notice_ended'),
    })
    await arrive(() => mailsTo(person).length === 1, ends)
    await ends.stop()
    await round()
    expect(mailsTo(person), 'it is leased').toHaveLength(1)
    await makeDue()
    await arrive(() => mailsTo(person).length === 2)
    await task.stop()
    const [first, second] = mailsTo(person)
    expect(second?.id).toBe(first?.id)
    const third = createNoticeTask(corridor.deps)
    await makeDue()
    await round(third)
    await third.stop()
    expect(mailsTo(person)).toHaveLength(2)
  })

  test('does not go to who was disabled, reset or has another role since, nor after the choice ended', async () => {
    const before = await statuses()
    const [gone, reset, moved, tired] = [
      await colleague('viewer'),
      await colleague('viewer'),
      await colleague('approver'),
      await colleague('viewer'),
    ]
    for (const person of [gone, reset, tired]) await choose(person, ['order_needs_funds'])
    await choose(moved, ['approval_waits', 'order_needs_funds'])
    await ratesArrive(corridor)
    await corridor.database.owner.query(
      `insert into notices (id, target_id, enterprise_id, kind, source, facts, status, due_at, created_at)
       select gen_random_uuid(), t.id, t.enterprise_id, k, 'test', '{}', 'PENDING', now(), now()
         from notice_targets t cross join unnest(t.kinds) k where t.kinds <> '{}' and k = 'approval_waits' or
              t.kinds = '{order_needs_funds}'`,
    )
    await admin.act('PATCH', `/v1/people/${gone.id}`, { is_disabled: true })
    await admin.act('POST', `/v1/people/${reset.id}/reset`)
    await admin.act('PATCH', `/v1/people/${moved.id}`, { role: 'viewer' })
    await tired.act('PATCH', '/v1/person-notices', { kinds: [] })
    await round()
    await expect.poll(() => changed(before)).toEqual({ DROPPED: 4 })
    expect(mail.taken).toEqual([])
  })

  test('of one enterprise waits for no other, whose chat is silent', async () => {
    const key = (await corridor.newKey({ enterprise: await otherEnterprise() })).key
    const { data } = await corridor.post<InvitedJson>(
      '/v1/people',
      { login: 'boss', role: 'admin' },
      { key },
    )
    const boss = await enrolPerson(desk(), data)
    const silent = await openReceiver()
    silent.answerWith(() => undefined)
    await boss.act('PATCH', '/v1/chat-notices', { url: silent.url, kinds: ['order_needs_funds'] })
    await admin.act('PATCH', '/v1/chat-notices', { url: chat.url, kinds: ['order_needs_funds'] })
    await ratesArrive(corridor)
    await corridor.database.owner.query(
      `insert into notices (id, target_id, enterprise_id, kind, source, facts, status, due_at, created_at)
       select gen_random_uuid(), t.id, t.enterprise_id, 'order_needs_funds', 'test ' || n, '{}', 'PENDING', now(), now()
         from notice_targets t join enterprises e on e.id = t.enterprise_id cross join generate_series(1, 60) n
        where t.user_id is null and e.name <> 'Demo Enterprise'`,
    )
    await corridor.order()
    await arrive(() => chat.received.length === 1 && silent.received.length === 2)
    await round()
    expect(silent.received).toHaveLength(2)
    silent.close()
  })

  test('is not queued beyond a thousand of an enterprise, and that is counted', async () => {
    const person = await colleague('viewer')
    await choose(person, ['order_needs_funds'])
    await ratesArrive(corridor)
    await corridor.database.owner.query(
      `insert into notices (id, target_id, enterprise_id, kind, source, facts, status, due_at, created_at)
       select gen_random_uuid(), t.id, t.enterprise_id, 'order_needs_funds', 'full ' || n, '{}', 'PENDING',
              now() + interval '1 day', now()
         from notice_targets t cross join generate_series(1, 1000) n where t.kinds <> '{}'`,
    )
    await corridor.order()
    const counted = 'corridor_notices_total{way="any",outcome="no_room"} 1'
    await arrive(async () => (await metricsText(corridor.deps.metrics)).includes(counted))
    expect(mailsTo(person)).toEqual([])
  })

  test('that waits when a restore is noticed is dropped, and events of before are not told again', async () => {
    const before = await statuses()
    const person = await colleague('viewer')
    await choose(person, ['order_needs_funds'])
    await ratesArrive(corridor)
    mail.is('hangs')
    await corridor.order()
    await arrive(async () => (await changed(before))['PENDING'] === 1)
    await corridor.order()
    await dropNoticesOfBefore(corridor.deps.db)
    await round()
    expect(await changed(before)).toEqual({ DROPPED: 1 })
  })

  test('choice is sealed, shown to its person alone, and in the trail without the address', async () => {
    const person = await colleague('viewer')
    const chosen = await choose(person, ['order_failed'], { language: 'es' })
    expect(chosen).toMatchObject({ language: 'es', kinds: ['order_failed'] })
    expect(chosen.offered).not.toContain('webhook_disabled')
    const kept = await person.act<Choice>('PATCH', '/v1/person-notices', { language: 'en' })
    expect(kept.data.kinds).toEqual(['order_failed'])
    const other = await colleague('viewer')
    expect((await other.act<Choice>('GET', '/v1/person-notices')).data.address).toBeNull()
    const rows = await corridor.sql`select encode(address_sealed, 'escape') as sealed
        from notice_targets where kinds <> '{}'`
    expect(JSON.stringify(rows)).not.toContain('acme.example')
    const audit = await admin.act('GET', '/v1/people-audit?limit=20')
    expect(audit.text).toContain('customer_user.notices_changed')
    expect(audit.text).not.toContain('acme.example')
    const none = await other.act('PATCH', '/v1/person-notices', { kinds: ['order_failed'] })
    expect(none.problem.errors).toMatchObject([{ pointer: '/kinds' }])
    const bad = await other.act('PATCH', '/v1/person-notices', { address: 'no address' })
    expect(bad.status).toBe(400)
    expect((await corridor.get('/v1/person-notices')).problem.code).toBe('person_required')
  })

  test('chat is set by an admin alone, its URL is guarded as those of webhooks, and only its host is shown', async () => {
    const viewer = await colleague('viewer')
    expect((await viewer.act('GET', '/v1/chat-notices')).problem.code).toBe('role_not_permitted')
    const set = (url: string | null) => admin.act('PATCH', '/v1/chat-notices', { url })
    expect((await set('https://10.0.0.1/hook')).problem.code).toBe('url_not_allowed')
    const { data, text } = await set(`${chat.url}?token=secret`)
    expect(data).toMatchObject({ host: new URL(chat.url).host, kinds: [] })
    expect(text).not.toContain('secret')
    expect((await admin.act('GET', '/v1/people-audit')).text).not.toContain('secret')
  })
})

async function otherEnterprise(): Promise<string> {
  await corridor.sql`insert into enterprises (id, name, created_at)
      values (gen_random_uuid(), 'Silent Inc', now())`
  return 'Silent Inc'
}

/** A pool whose statement of this name fails. */
function refusing<Pool extends object>(pool: Pool, name: string): Pool {
  return new Proxy(pool, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property)
      if (property !== 'query' || typeof value !== 'function') return value
      return (query: { name?: string }, ...rest: unknown[]) =>
        query.name === name
          ? Promise.reject(new Error('the process has ended'))
          : value.call(target, query, ...rest)
    },
  })
}
