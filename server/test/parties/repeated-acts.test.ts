// Operators repeat acts whose answer they missed: with one Idempotency-Key an act has one effect, also of requests at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { newPerson, openDesk, type Desk, type Person } from '../support/desk.ts'
import type { TestService } from '../support/service.ts'

let corridor: TestService
let ben: Person
let cleo: Person
beforeAll(async () => {
  const desk: Desk & { corridor: TestService } = await openDesk()
  corridor = desk.corridor
  ben = await newPerson(desk, 'ben', 'treasurer')
  cleo = await newPerson(desk, 'cleo', 'treasurer')
})
afterAll(() => corridor.close())

const movement = {
  from_account: 'rail:sandbox',
  to_account: 'treasury',
  currency: 'USDC',
  amount: '5.00',
  reason: 'the month ends',
}
const propose = (key: string, body: object = movement, who = ben) =>
  corridor.call<{ id: string }>('POST', '/operator/v1/movements', {
    key: who.token,
    idempotencyKey: key,
    body,
  })
const movements = async () => (await ben.act<object[]>('GET', '/movements?limit=200')).data.length

test('an act that is repeated is refused, and the refusal names what was done', async () => {
  const before = await movements()
  const first = await propose('key-1')
  expect(first.status).toBe(201)
  const again = await propose('key-1')
  expect(again.status).toBe(409)
  expect(again.problem).toMatchObject({
    code: 'act_already_done',
    act: 'movement.propose',
    subject: first.data.id,
  })
  expect(await movements()).toBe(before + 1)
})

test('an act that cannot be done a second time is refused as done, not for what it changed', async () => {
  const { data } = await propose('key-cancel')
  const cancel = () =>
    corridor.call('POST', `/operator/v1/movements/${data.id}/cancel`, {
      key: ben.token,
      idempotencyKey: 'key-cancelled',
      body: { reason: 'a mistake' },
    })
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).problem).toMatchObject({ code: 'act_already_done', subject: data.id })
})

test('of twenty requests at once with one key one takes effect', async () => {
  const before = await movements()
  const answers = await Promise.all(Array.from({ length: 20 }, () => propose('key-2')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 409),
  ])
  expect(await movements()).toBe(before + 1)
})

test('another request with a used key is refused, and a key of somebody else is another one', async () => {
  const before = await movements()
  const other = await propose('key-1', { ...movement, amount: '6.00' })
  expect([other.status, other.problem.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await movements()).toBe(before)
  expect((await propose('key-1', movement, cleo)).status).toBe(201)
  expect((await propose('a key with spaces')).problem.code).toBe('idempotency_key_invalid')
})

test('a refused act leaves its key free', async () => {
  const refused = await propose('key-3', { ...movement, to_account: 'rail:sandbox' })
  expect(refused.problem.code).toBe('act_refused')
  expect((await propose('key-3')).status).toBe(201)
})

test('an act that waits for an approval is proposed once, and the refusal names the approval', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'movement.propose', enterprise_id: null, from: null, roles: ['treasurer'] },
  ])
  const answers = await Promise.all(Array.from({ length: 5 }, () => propose('key-4')))
  const [asked, ...others] = answers.toSorted((a, b) => a.status - b.status)
  expect(asked?.status).toBe(202)
  for (const { problem } of others)
    expect(problem).toMatchObject({ code: 'act_already_done', subject: asked?.data.id })
  const approve = await cleo.act('POST', `/approvals/${asked?.data.id}/approve`, { reason: 'yes' })
  expect(approve.status).toBe(200)
  expect((await propose('key-4')).problem.subject).toBe(asked?.data.id)
})
