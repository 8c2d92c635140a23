// Operators fill pools of funding accounts. The accounts are bank details: an approval keeps them encrypted until it is
// decided, and no answer, entry or log has more than how they end.
import { describe, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'
import { reseal } from '../../src/desk/operator-file/reseal.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, newProgram, openDesk, type Person } from '../support/desk.ts'

const CLABES = ['032180000118359719', '002010077777777771']
type Account = { id: string; account_end: string; status: string; retired_reason: string | null }
type Approval = { id: string; status: string; asked: { body: { accounts: unknown } } }

const desk = await forFile(openDesk())
const { corridor } = desk
const tess = await newPerson(desk, 'tess', 'treasurer')
const theo = await newPerson(desk, 'theo', 'treasurer')

const accounts = CLABES.map((clabe) => ({
  clabe,
  account_holder_name: 'Desk',
  bank_name: 'Banco',
}))
const add = <Data = { added: number; known: number }>(
  who: Pick<Person, 'act'>,
  more: object = {},
) =>
  who.act<Data>('POST', '/funding_accounts', {
    rail: 'sandbox',
    method: 'MXN_CLABE',
    currency: 'MXN',
    accounts,
    reason: 'opened by the bank',
    ...more,
  })
const everythingWritten = async () => {
  const { rows } = await corridor.database.owner.query<{ text: string }>(
    `select string_agg(t, ' ') as text
       from (select a::text as t from approvals a union all select e::text from audit_entries e) all_of_it`,
  )
  return rows[0]?.text ?? ''
}

test('an act that waits shows how accounts end, and keeps the rest encrypted until it is decided', async () => {
  const { db } = corridor.deps
  await updateApprovalRules(db, [
    { act: 'account.add', enterprise_id: null, from: null, roles: ['treasurer'] },
  ])
  const asked = await add<Approval>(tess)
  expect(asked.status).toBe(202)
  expect(asked.data.asked.body.accounts).toEqual(['…9719', '…7771'])
  for (const clabe of CLABES) expect(await everythingWritten()).not.toContain(clabe)
  expect((await tess.act('GET', '/funding_accounts')).data).toEqual([])

  const sealed = async () =>
    (
      await corridor.sql`select body_sealed from approvals
        where id is not null`
    ).map(({ body_sealed: bytes }) => bytes !== null)
  expect(await sealed()).toEqual([true])
  const approved = await theo.act<{ approval: Approval; answer: object }>(
    'POST',
    `/approvals/${asked.data.id}/approve`,
    { reason: 'I saw the letter of the bank' },
  )
  expect(approved.data).toMatchObject({ answer: { added: 2, known: 0 } })
  expect(await sealed()).toEqual([false])
  for (const clabe of CLABES) {
    expect(approved.text).not.toContain(clabe)
    expect(await everythingWritten()).not.toContain(clabe)
  }
  const listed = await tess.act<Account[]>('GET', '/funding_accounts?rail=sandbox')
  expect(listed.data.map((one) => one.account_end).toSorted()).toEqual(['7771', '9719'])

  const rejected = await add<Approval>(tess, { currency: 'MXN' })
  await theo.act('POST', `/approvals/${rejected.data.id}/reject`, { reason: 'no' })
  expect(await sealed()).toEqual([false, false])
  await updateApprovalRules(db, [])
})

test('what waits is sealed anew under a new key', async () => {
  const { db, config } = corridor.deps
  await updateApprovalRules(db, [
    { act: 'account.add', enterprise_id: null, from: null, roles: ['treasurer'] },
  ])
  const asked = await add<Approval>(tess)
  const { secrets } = readConfig({ CORRIDOR_SECRETS: newSecrets() })
  const both = {
    ...secrets,
    encryptionKeys: new Map([...config.secrets.encryptionKeys, ...secrets.encryptionKeys]),
  }
  const done = await reseal(corridor.database.owner, both)
  expect(done.find(({ name }) => name === 'bodies of approvals')).toMatchObject({
    count: secrets.currentKeyId === config.secrets.currentKeyId ? 0 : 1,
    unreadable: [],
  })
  await tess.act('POST', `/approvals/${asked.data.id}/withdraw`, { reason: 'a test' })
  await updateApprovalRules(db, [])
})

describe('accounts', () => {
  test('that the pool has already are added no second time', async () => {
    expect((await add(tess)).data).toEqual({ added: 0, known: 2 })
    const [first, second] = await Promise.all([add(tess), add(theo)])
    expect([first.data.added, second.data.added]).toEqual([0, 0])
  })

  test('are refused without a value, and all of them', async () => {
    const wrong = [...accounts, { ...accounts[0], clabe: '032180000118359710' }]
    const { problem, text } = await add(tess, { accounts: wrong })
    expect(problem.errors?.[0]?.pointer).toBe('/accounts/2/clabe')
    expect(text).not.toContain('03218')
    expect((await add(tess, { rail: 'nowhere' })).problem.errors?.[0]?.pointer).toBe('/rail')
    expect((await add(tess, { currency: 'COP' })).problem.errors?.[0]?.pointer).toBe('/method')
    const many = Array.from({ length: 201 }, () => accounts[0])
    expect((await add(tess, { accounts: many })).status).toBe(400)
    const polluting = await add(tess, { accounts: [JSON.parse('{"__proto__": "x"}')] })
    expect(polluting.status).toBe(400)
    expect((await tess.act<Account[]>('GET', '/funding_accounts')).data).toHaveLength(2)
  })

  test('are managed by treasurers of all enterprises', async () => {
    for (const role of ['viewer', 'operator', 'compliance', 'admin'] as const)
      expect((await add(await newProgram(corridor, role))).problem.code).toBe('right_missing')
    const limited = await newProgram(corridor, 'treasurer', [desk.own])
    expect((await add(limited)).problem.code).toBe('right_missing')
    expect((await limited.act('GET', '/funding_accounts')).data).toEqual([])
    expect((await limited.act('GET', '/rail_entries/waiting')).data).toEqual([])
    const [one] = (await tess.act<Account[]>('GET', '/funding_accounts')).data
    expect((await limited.act('GET', `/funding_accounts/${one?.id}`)).status).toBe(404)
  })

  test('are retired once, however many try', async () => {
    const [one] = (await tess.act<Account[]>('GET', '/funding_accounts')).data
    const retire = (who: Person) =>
      who.act<Account>('POST', `/funding_accounts/${one?.id}/retire`, { reason: 'closed' })
    const answers = await Promise.all([retire(tess), retire(theo), retire(tess), retire(theo)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const shown = await tess.act<Account>('GET', `/funding_accounts/${one?.id}`)
    expect(shown.data).toMatchObject({ status: 'RETIRED', retired_reason: 'closed' })
  })
})
