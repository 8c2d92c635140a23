// Acts on holds, deposits, refunds, reversals and the desk's own money: who may do them, that each is refused where the
// state does not allow it, and that each has its entry in the audit trail.
import { describe, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { publicId } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, newProgram, openDesk, ratesArrive, type Person } from '../support/desk.ts'
import { runDueWork } from '../support/orders.ts'
import { openEverything } from '../support/waiting-items.ts'

type Program = Pick<Person, 'act'>
type EntryJson = { act: string; subject: string; actor: string; detail: object }
type ItemJson = {
  id: string
  status: string
  outcome: string
  address: string
  exit: string | null
}

const desk = await forFile(openDesk())
const { corridor } = desk
const cora = await newPerson(desk, 'cora', 'compliance')
const tom = await newPerson(desk, 'tom', 'treasurer')
const admin = await newProgram(corridor, 'admin')
const operator = await newProgram(corridor, 'operator')
const treasurer = await newProgram(corridor, 'treasurer')
const compliance = await newProgram(corridor, 'compliance')
const outsider = await newProgram(corridor, 'compliance', desk.others)
const some = await newProgram(corridor, 'treasurer', [desk.own])
await ratesArrive(corridor)
await openEverything(corridor)
const order = await corridor.order()

const why = { reason: 'for a test' }
const post = (who: Program, path: string, body: object = {}) =>
  who.act<{ changed: string[] } & ItemJson>('POST', path, { ...why, ...body })
const get = async <T>(path: string) => (await admin.act<T>('GET', path)).data
const entriesOf = async (subject: string) =>
  (await get<EntryJson[]>(`/audit?subject=${subject}`)).map(({ act }) => act)
const refusal = { status: 409, problem: { code: 'act_refused' } }

describe('holds', () => {
  test('an organization is held and released, and only while that changes something', async () => {
    const id = corridor.organization.split('/').at(-1) ?? ''
    const statusOf = async () =>
      (await get<{ status: { current_status: string } }>(`/organizations/${id}`)).status
        .current_status
    expect(await post(compliance, `/organizations/${id}/release`)).toMatchObject(refusal)
    expect((await post(operator, `/organizations/${id}/hold`)).status).toBe(403)
    expect((await post(outsider, `/organizations/${id}/hold`)).status).toBe(404)
    expect(await statusOf()).toBe('ACTIVE')
    expect((await post(compliance, `/organizations/${id}/hold`)).data).toEqual({ changed: [id] })
    expect(await statusOf()).toBe('COMPLIANCE_HOLD')
    expect(await post(compliance, `/organizations/${id}/hold`)).toMatchObject(refusal)
    expect((await post(compliance, `/organizations/${id}/release`)).status).toBe(200)
    expect(await statusOf()).toBe('ACTIVE')
    expect(await entriesOf(id)).toEqual(['organization.release', 'organization.hold'])
  })

  test('the list says who placed the hold of an organization and why, also of its enterprise', async () => {
    const id = corridor.organization.split('/').at(-1) ?? ''
    type Held = { id: string; placed_by: string; reason: string }
    const listed = async () =>
      (await get<{ organizations: Held[] }>('/holds')).organizations.find((one) => one.id === id)
    expect(await listed()).toBeUndefined()
    await post(cora, `/organizations/${id}/hold`, { reason: 'asked by the bank' })
    expect(await listed()).toMatchObject({
      placed_by: 'user:cora',
      reason: 'asked by the bank',
      parked_orders: 0,
    })
    await post(cora, `/organizations/${id}/release`)
    const enterprise = `/enterprises/${publicId('ent', desk.own)}`
    await post(compliance, `${enterprise}/hold`, { reason: 'all of it' })
    expect(await listed()).toMatchObject({ reason: 'all of it' })
    await post(compliance, `${enterprise}/release`)
    expect(await listed()).toBeUndefined()
  })

  test('the account of an instrument is held and released', async () => {
    const { id } = order.payout.external_payment_instrument
    expect(await post(compliance, `/instruments/${id}/release`)).toMatchObject(refusal)
    expect((await post(outsider, `/instruments/${id}/hold`)).status).toBe(404)
    expect((await post(compliance, `/instruments/${id}/hold`)).data.changed).toContain(id)
    expect(await post(compliance, `/instruments/${id}/hold`)).toMatchObject(refusal)
    expect((await post(compliance, `/instruments/${id}/release`)).data.changed).toContain(id)
    expect(await entriesOf(id)).toEqual(['instrument.release', 'instrument.hold'])
  })

  test('of twenty holds at once one is placed', async () => {
    const { id } = order.payout.external_payment_instrument
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(compliance, `/instruments/${id}/hold`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    await post(compliance, `/instruments/${id}/release`)
  })

  test('an approved release lapses when another hold was placed meanwhile', async () => {
    const id = corridor.organization.split('/').at(-1) ?? ''
    const roles = ['compliance', 'treasurer'] as const
    await updateApprovalRules(corridor.deps.db, [
      { act: 'organization.release', enterprise_id: null, from: null, roles },
    ])
    await post(compliance, `/organizations/${id}/hold`)
    const proposed = await post(cora, `/organizations/${id}/release`)
    expect(proposed.status).toBe(202)
    await updateApprovalRules(corridor.deps.db, [])
    await post(compliance, `/organizations/${id}/release`)
    corridor.clock.advance(1000)
    await post(compliance, `/organizations/${id}/hold`)
    const approved = await post(tom, `/approvals/${proposed.data.id}/approve`)
    expect(approved.status).toBe(409)
    expect(await entriesOf(proposed.data.id)).toEqual(['approval.lapsed', 'approval.proposed'])
    await post(compliance, `/organizations/${id}/release`)
  })
})

describe('deposits', () => {
  const unmatched = async () =>
    (await get<ItemJson[]>('/deposits?outcome=unmatched')).find(
      (one) => one.address === 'an account of nobody' && one.exit === null,
    )

  test('one in suspense is assigned to an order once', async () => {
    const deposit = await unmatched()
    const path = `/deposits/${deposit?.id}/assign`
    expect((await post(outsider, path, { order_id: order.id })).status).toBe(403)
    expect((await post(operator, path, { order_id: 'ord_x' })).status).toBe(400)
    const assigned = await post(operator, path, { order_id: order.id })
    expect(assigned).toMatchObject({ status: 200, data: { id: order.id } })
    expect(await post(operator, path, { order_id: order.id })).toMatchObject(refusal)
    const [entry] = await get<EntryJson[]>(`/audit?subject=${order.id}`)
    expect(entry).toMatchObject({ act: 'deposit.assign', detail: { deposit_id: deposit?.id } })
  })

  test('one that screening holds is released by compliance', async () => {
    const rows = await corridor.sql<{ key: string }>`select key from screenings
        where subject = 'deposit' and state = 'hold'`
    const id = rows[0]?.key ?? ''
    expect((await post(operator, `/deposits/${id}/release`)).status).toBe(403)
    expect((await post(outsider, `/deposits/${id}/release`)).status).toBe(404)
    const released = await post(compliance, `/deposits/${id}/release`)
    expect(released).toMatchObject({ status: 200, data: { deposit_id: id } })
    expect(await entriesOf(id)).toEqual(['deposit.release'])
  })

  test('the debt of a reversed one is written off once', async () => {
    const [open] = await get<{ order_id: string; owed: { currency: string } }[]>('/reversals')
    if (open === undefined) throw new Error('no reversal is open')
    const { currency } = open.owed
    const path = `/orders/${open.order_id}/reversal`
    expect((await post(compliance, `${path}/write-off`, { currency })).status).toBe(403)
    expect((await outsider.act<unknown[]>('GET', '/reversals')).data).toEqual([])
    expect((await post(operator, `${path}/write-off`, { currency })).status).toBe(200)
    expect(await post(operator, `${path}/received`, { currency })).toMatchObject(refusal)
    expect(await get<unknown[]>('/reversals')).toEqual([])
    expect((await entriesOf(open.order_id))[0]).toBe('reversal.write-off')
  })
})

describe('refunds', () => {
  test('one that screening does not hold is not released', async () => {
    await runDueWork(corridor)
    const [refund] = await get<ItemJson[]>('/refunds')
    const path = `/refunds/${refund?.id}/release`
    expect((await post(operator, path)).status).toBe(403)
    expect(await post(compliance, path)).toMatchObject(refusal)
    expect((await post(compliance, '/refunds/rf_x/release')).status).toBe(404)
    expect(await entriesOf(refund?.id ?? '')).toEqual([])
  })
})

describe("the desk's own money", () => {
  const movement = {
    from_account: 'treasury',
    to_account: 'rail:sandbox',
    currency: 'COP',
    amount: '5000000.00',
    value_date: '2027-01-31',
    evidence: 'transfer of Monday',
  }

  test('a movement is proposed, approved, sent and settled by a treasurer', async () => {
    expect((await post(operator, '/movements', movement)).status).toBe(403)
    expect((await post(some, '/movements', movement)).status).toBe(403)
    const { status, data } = await post(treasurer, '/movements', movement)
    expect({ status, data }).toMatchObject({ status: 201, data: { status: 'PROPOSED' } })
    expect(await post(treasurer, `/movements/${data.id}/settle`)).toMatchObject({
      status: 409,
      problem: { detail: `${data.id} is PROPOSED: it allows approve, cancel` },
    })
    for (const act of ['approve', 'send', 'settle'])
      expect((await post(treasurer, `/movements/${data.id}/${act}`)).status).toBe(200)
    expect(await get(`/movements/${data.id}`)).toMatchObject({ status: 'SETTLED' })
    expect(await entriesOf(data.id)).toEqual([
      'movement.settle',
      'movement.send',
      'movement.approve',
      'movement.propose',
    ])
  })

  test('of ten approvals of a movement at once one is written', async () => {
    const { data } = await post(treasurer, '/movements', movement)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(treasurer, `/movements/${data.id}/approve`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await entriesOf(data.id)).toEqual(['movement.approve', 'movement.propose'])
    expect((await post(treasurer, `/movements/${data.id}/cancel`)).status).toBe(200)
  })

  test.each([
    [{ from_account: 'rail:sandbx' }, 'from_account rail:sandbx is not an account of the desk'],
    [{ from_account: 'rail:sandbox' }, 'name the same account'],
    [{ amount: '1.001' }, '1.001 is not a positive amount of COP'],
    [{ value_date: '2027-02-31' }, '2027-02-31 is not a date'],
    [{ currency: 'XXX' }, 'XXX is not a currency'],
  ])('a movement with %j is refused', async (wrong, said) => {
    const answer = await post(treasurer, '/movements', { ...movement, ...wrong })
    expect(answer.problem.detail ?? JSON.stringify(answer.problem)).toContain(said)
  })
})

test('after all this the trail is as it was written', async () => {
  expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
})
