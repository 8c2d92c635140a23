// Operators create and revoke API keys of customers: by right, within the enterprises that they see, with an entry in the
// trail, and a secret that is shown once.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { countWorkingKeys } from '../../src/platform/access/queries.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, newProgram, openDesk, type Person } from '../support/desk.ts'

type Created = { id: string; secret: string; status: string; organization_id: string | null }
type Caller = Pick<Person, 'act'>

const desk = await forFile(openDesk())
const { corridor } = desk
const admin = await newPerson(desk, 'ada', 'admin')
const second = await newPerson(desk, 'eve', 'admin')
const path = `/enterprises/${publicId('ent', desk.own)}/api_keys`

let labels = 0
const bodyOf = (more: object = {}) => ({
  label: `key ${++labels}`,
  scopes: ['read'],
  reason: 'the contract is signed',
  ...more,
})
const create = (who: Caller = admin, more: object = {}) =>
  who.act<Created>('POST', path, bodyOf(more))
const revoke = (who: Caller, id: string) =>
  who.act<Created>('POST', `/api_keys/${id}/revoke`, { reason: 'it leaked' })
const works = async (secret: string) =>
  (await corridor.get('/v1/organizations', { key: secret })).status

describe('a key of a customer', () => {
  test('works at once, is shown once, and is in the trail without its secret', async () => {
    const { status, data } = await create()
    expect(status).toBe(201)
    expect(await works(data.secret)).toBe(200)
    const shown = await admin.act('GET', `/api_keys/${data.id}`)
    expect(shown.text).not.toContain(data.secret)
    const rows = await corridor.sql`select act, actor, reason, chain, detail from audit_entries
        where subject = ${data.id}`
    expect(rows).toMatchObject([
      { act: 'key.create', actor: 'user:ada', reason: 'the contract is signed', chain: desk.own },
    ])
    const everything = await corridor.database.owner.query(
      `select string_agg(t::text, ' ') as text from (select detail::text as t from audit_entries
         union all select k::text from api_keys k union all select a::text from approvals a) all_of_it`,
    )
    expect(everything.rows[0].text).not.toContain(data.secret)
  })

  test('has the organization, addresses and end that were asked for', async () => {
    const organization_id = corridor.sandbox.organization_id
    const { data } = await create(admin, {
      organization_id,
      allowed_addresses: ['203.0.113.7'],
      expires_at: '2200-01-31T00:00:00Z',
    })
    expect(data).toMatchObject({
      organization_id,
      allowed_addresses: ['203.0.113.7/32'],
      expires_at: '2200-01-31T00:00:00.000Z',
    })
    expect(await works(data.secret)).toBe(403)
  })

  test.each([
    [{ expires_at: '2020-01-31T00:00:00Z' }, '/expires_at'],
    [{ allowed_addresses: [] }, '/allowed_addresses'],
    [{ allowed_addresses: ['10.0.0.1/8'] }, '/allowed_addresses/0'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['admin'] }, '/scopes/0'],
    [{ label: '\u202ex' }, '/label'],
    [{ reason: undefined }, '/reason'],
  ])('is refused with %j, and none is made', async (wrong, pointer) => {
    const before = await countWorkingKeys(corridor.deps.db, desk.own, corridor.clock.now())
    const { status, problem } = await create(admin, wrong)
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, pointer])
    expect(await countWorkingKeys(corridor.deps.db, desk.own, corridor.clock.now())).toBe(before)
  })

  test('is bound to no organization of another enterprise', async () => {
    const { data } = await admin.act<{ id: string; enterprise_id: string }[]>(
      'GET',
      '/organizations?limit=200',
    )
    const foreign = data.find((one) => one.enterprise_id !== publicId('ent', desk.own))
    expect((await create(admin, { organization_id: foreign?.id })).status).toBe(404)
  })

  test('is created by admins alone, and revoked by whoever hears of a leak', async () => {
    const { data } = await create()
    for (const role of ['viewer', 'operator', 'treasurer', 'compliance'] as const)
      expect((await create(await newProgram(corridor, role))).problem.code).toBe('right_missing')
    for (const role of ['viewer', 'treasurer'] as const)
      expect((await revoke(await newProgram(corridor, role), data.id)).status).toBe(403)
    expect(await works(data.secret)).toBe(200)
    const revoked = await revoke(await newProgram(corridor, 'operator'), data.id)
    expect(revoked.data.status).toBe('REVOKED')
    // The service trusts what it read of a key for less than a second.
    desk.clock.advanceReal(1000)
    expect(await works(data.secret)).toBe(401)
    expect((await revoke(admin, data.id)).problem.code).toBe('act_refused')
  })

  test('of an enterprise that the operator does not see is unknown', async () => {
    const limited = await newProgram(corridor, 'admin', desk.others)
    const { data } = await create()
    expect((await create(limited)).status).toBe(404)
    expect((await revoke(limited, data.id)).status).toBe(404)
    expect(await works(data.secret)).toBe(200)
    const own = await newProgram(corridor, 'admin', [desk.own])
    expect((await create(own)).status).toBe(201)
  })

  test('is made by no operator whose session has ended', async () => {
    const gone = await newPerson(desk, 'gone', 'admin')
    await admin.act('PATCH', '/users/gone', { is_disabled: true, reason: 'left' })
    expect((await create(gone)).status).toBe(401)
  })
})

test('a creation that is repeated with its Idempotency-Key makes one key, and shows no secret again', async () => {
  const body = bodyOf()
  const idempotencyKey = randomUUID()
  const before = await countWorkingKeys(corridor.deps.db, desk.own, corridor.clock.now())
  const send = () =>
    corridor.call<Created>('POST', `/operator/v1${path}`, {
      key: admin.token,
      idempotencyKey,
      body,
    })
  const answers = await Promise.all(Array.from({ length: 5 }, send))
  const [made, ...more] = answers.filter(({ status }) => status === 201)
  expect(more).toEqual([])
  expect((await send()).problem.code).toBe('act_already_done')
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer.text).not.toContain(made?.data.secret)
  expect(await countWorkingKeys(corridor.deps.db, desk.own, corridor.clock.now())).toBe(before + 1)
})

test('a revocation that races with itself has one entry', async () => {
  const { data } = await create()
  const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(admin, data.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = await corridor.sql`select 1 from audit_entries where subject = ${data.id}
      and act = 'key.revoke'`
  expect(rows).toHaveLength(1)
})

test('a second admin who approves a key gets it, once', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'key.create', enterprise_id: null, from: null, roles: ['admin'] },
  ])
  const body = bodyOf()
  const asked = await admin.act<{ id: string; subject: string }>('POST', path, body)
  expect(asked.status).toBe(202)
  expect((await admin.act('POST', path, body)).problem.code).toBe('act_refused')
  const approve = (who: Person) =>
    who.act<{ answer: Created }>('POST', `/approvals/${asked.data.id}/approve`, { reason: 'yes' })
  expect((await approve(admin)).problem.code).toBe('act_refused')
  const answers = await Promise.all([approve(second), approve(second), approve(second)])
  const [made, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(await works(made?.data.answer.secret ?? '')).toBe(200)
  const shown = await admin.act('GET', `/approvals/${asked.data.id}`)
  expect(shown.text).not.toContain('ck_')
  await updateApprovalRules(corridor.deps.db, [])
})

// Last: the enterprise has no room for another key afterwards.
test('ten creations at one free place make one key', async () => {
  const { owner } = corridor.database
  const at = corridor.clock.now()
  const missing = 999 - (await countWorkingKeys(corridor.deps.db, desk.own, at))
  await owner.query(
    `insert into api_keys (id, enterprise_id, label, secret_hash, scopes, allowed_addresses, created_at)
     select gen_random_uuid(), $1, 'full', sha256(n::text::bytea), '{read}', '{}', now() from generate_series(1, $2) n`,
    [desk.own, missing],
  )
  const answers = await Promise.all(Array.from({ length: 10 }, () => create()))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ problem }) => problem.code)).toEqual(Array(9).fill('too_many_api_keys'))
  expect(await countWorkingKeys(corridor.deps.db, desk.own, at)).toBe(1000)
})
