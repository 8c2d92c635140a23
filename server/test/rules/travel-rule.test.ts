// The rules about who sends and gets money: records of the travel rule, verification of organizations and instruments, and
// the payers of deposits. What does not fit is held, goes on when what it lacks is there, and always has a way back.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { OperatorFileError } from '../../src/desk/operator-file/operator-file.ts'
import type { Uuid } from '../../src/platform/ids.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { resumeLacking } from '../../src/engine/screening/lacking.ts'
import { releaseHeld } from '../../src/engine/screening/release.ts'
import { newProgram, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { screenedWorld, type ScreenedWorld } from '../support/screening.ts'
import { testService, type TestService } from '../support/service.ts'

const AWAITING = 'STEP_1_AWAITING_FUNDING'
const COMPLETED = 'STEP_4_COMPLETED'

let corridor: TestService
let world: ScreenedWorld
let compliance: Pick<Person, 'act'>
let operator: Pick<Person, 'act'>
let instruments = ''
let others: Uuid<'ent'>[]
beforeAll(async () => {
  corridor = await testService({ worker: false })
  world = screenedWorld(corridor)
  compliance = await newProgram(corridor, 'compliance')
  operator = await newProgram(corridor, 'operator')
  others = (await selectEnterprises(corridor.deps.db)).flatMap(({ id, name }) =>
    name === 'Other Enterprise' ? [id] : [],
  )
  instruments = `${corridor.organization}/external_payment_instruments`
})
afterAll(async () => {
  world.close()
  await corridor.close()
})
afterEach(async () => {
  await world.screenNobody()
  await corridor.sql`delete from travel_rule_records`
  await corridor.sql`delete from verifications`
})

const rule = (thresholds: string) =>
  world.apply(
    `screening: [{ name: travel, kind: travel_rule, settings: { thresholds: { ${thresholds} } } }]`,
  )
const legal = (name: string) => ({
  nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }],
})
const content = {
  originator: {
    originatorPersons: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [
              {
                primaryIdentifier: 'Secreta',
                secondaryIdentifier: 'Ana',
                nameIdentifierType: 'LEGL',
              },
            ],
          },
          dateAndPlaceOfBirth: { dateOfBirth: '1984-03-02', placeOfBirth: 'Bogotá' },
        },
      },
    ],
  },
  beneficiary: { beneficiaryPersons: [{ legalPerson: { name: legal('Acme SA') } }] },
}
type Instrument = { id: string; currency: string }
const wallet = async (): Promise<string> => {
  const { data } = await corridor.get<Instrument[]>(instruments)
  const found = data.find(({ currency }) => currency === 'USDC')
  if (found === undefined) throw new Error('the organization has no wallet')
  return found.id
}
const give = async (body: unknown = content, idempotencyKey: string = randomUUID()) =>
  corridor.post<{ id: string }>(`${instruments}/${await wallet()}/travel-rule`, body, {
    idempotencyKey,
  })
/** What the worker does every five seconds, and then what is due. */
async function work(): Promise<void> {
  await resumeLacking(corridor.deps)
  await world.runDueWork()
  await world.runDueWork()
}
async function paid(sender: string | null = 'a payer'): Promise<OrderJson> {
  const order = await corridor.order()
  await world.pay(order, sender)
  await world.runDueWork()
  return order
}
const toWallet = async () => {
  const { id } = await corridor.offering('NGN', 'USDC')
  const order = await corridor.order((await corridor.quote(id, '10000000.00')).id)
  await corridor.fund(order.id)
  await world.runDueWork()
  return order
}
const eventsOf = async (order: OrderJson, type: string) =>
  (
    await corridor.get<{ type: string; data: { order_id?: string } }[]>(
      `${corridor.organization}/events?type=${type}&limit=200`,
    )
  ).data.filter(({ data }) => data.order_id === order.id)
const hits = async () =>
  (
    await operator.act<{ facts: { reason: string } }[]>('GET', '/queue?kind=screening_hit')
  ).data.map(({ facts }) => facts.reason)
const isBalanced = async () =>
  expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })

describe('the travel rule', () => {
  test('holds a deposit of a wallet from the threshold on, until the record is given', async () => {
    await rule("USDC: '1000.00'")
    const order = await paid()
    expect(await world.stateOf(order)).toBe(AWAITING)
    expect(await world.heldDepositOf(order)).toMatchObject({
      state: 'hold',
      screener: 'travel',
      reason: 'no travel rule record',
    })
    expect(await hits()).toContain('no travel rule record')
    await expect
      .poll(() => eventsOf(order, 'instrument.travel_rule_required'))
      .toMatchObject([
        {
          data: {
            external_payment_instrument_id: await wallet(),
            currency: 'USDC',
            amount: '1000.00',
          },
        },
      ])
    await work()
    expect(await world.stateOf(order)).toBe(AWAITING)

    expect((await give()).status).toBe(201)
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
    expect(await hits()).toEqual([])
    await isBalanced()
  })

  test.each([
    ['below the threshold', "USDC: '1000.000001'"],
    ['in another currency', "USDT: '1.00'"],
  ])('holds nothing %s', async (_what, thresholds) => {
    await rule(thresholds)
    expect(await world.stateOf(await paid())).toBe(COMPLETED)
  })

  test('counts many small deposits for one order as one transfer', async () => {
    await rule("USDC: '1000.00'")
    const order = await corridor.order()
    const row = await world.rowOf(order)
    const [[, account] = ['', '']] = Object.entries(row.funding_details)
    await recordDeposit(
      corridor.deps,
      { name: 'sandbox' },
      {
        kind: 'deposit',
        transaction: randomUUID(),
        index: 0,
        account,
        reference: row.reference_number,
        sender: 'a payer',
        currency: 'USDC',
        amountMinor: 1_000_000n,
      },
      row,
    )
    await world.runDueWork()
    expect(await world.heldDepositOf(order)).toMatchObject({ state: 'hold' })
  })

  test('holds nothing if the record was given before', async () => {
    await give()
    await rule("USDC: '1.00'")
    expect(await world.stateOf(await paid())).toBe(COMPLETED)
  })

  test('parks a payout to a wallet, which is paid once when the record is given', async () => {
    await rule("USDC: '100.00'")
    const order = await toWallet()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
    await expect.poll(() => eventsOf(order, 'instrument.travel_rule_required')).toHaveLength(1)
    await work()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
    await give()
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
    const rows = await corridor.sql`select id from payouts
        where order_id = ${requireUuid('ord', order.id)}`
    expect(rows).toHaveLength(1)
    await isBalanced()
  })

  test('leaves the ways back: a parked order is refunded, a held deposit is refunded after a cancel', async () => {
    await rule("USDC: '100.00'")
    const parked = await toWallet()
    const ended = await endOrder(corridor.deps, await world.rowOf(parked), 'refund', 'no record')
    expect(ended).not.toHaveProperty('refused')
    await work()
    expect(await world.stateOf(parked)).toBe('FAILED_REFUND_PROCESSED')

    const order = await paid()
    const held = await world.heldDepositOf(order)
    await corridor.post(`${corridor.organization}/orders/${order.id}/cancel`, undefined, {
      idempotencyKey: null,
    })
    await releaseHeld(corridor.deps, held.key, 'goes back to the payer')
    await work()
    expect(await world.stateOf(order)).toBe('FAILED_REFUND_PROCESSED')
    await isBalanced()
  })

  test('does not go on while the order is frozen', async () => {
    await rule("USDC: '100.00'")
    const order = await toWallet()
    await operator.act('POST', `/orders/${order.id}/freeze`, { reason: 'a look' })
    await give()
    await work()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
    await operator.act('POST', `/orders/${order.id}/unfreeze`, { reason: 'all is well' })
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
  })

  test('is asked when an operator assigns a deposit to an order', async () => {
    await rule("USDC: '1000.00'")
    const order = await corridor.order()
    await recordDeposit(
      corridor.deps,
      { name: 'sandbox' },
      {
        kind: 'deposit',
        transaction: randomUUID(),
        index: 0,
        account: 'an account of nobody',
        reference: null,
        sender: 'a payer',
        currency: 'USDC',
        amountMinor: 1_000_000_000n,
      },
    )
    await world.runDueWork()
    const [deposit] = await selectUnmatchedDeposits(corridor.deps.db, false)
    if (deposit === undefined) throw new Error('no deposit is unmatched')
    const assign = async () =>
      assignDeposit(corridor.deps, deposit, await world.rowOf(order), { wrongAsset: false })
    await expect(assign()).rejects.toThrow('screening holds it')
    await give()
    await work()
    await assign()
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
  })

  test('keeps the record sealed; compliance reads it with an entry, others do not', async () => {
    const record = await give()
    expect(record.text).not.toContain('Secreta')
    const id = await wallet()
    const shown = await corridor.get(`${instruments}/${id}/travel-rule`)
    expect(shown.data).toMatchObject({ required_from: null, record: { id: record.data.id } })
    expect(shown.text).not.toContain('Secreta')
    const rows = await corridor.sql<{ record_sealed: Buffer }>`select record_sealed
        from travel_rule_records`
    expect(rows.some(({ record_sealed }) => record_sealed.includes('Secreta'))).toBe(false)
    const path = `/instruments/${id}/travel_rule/read`
    const reason = { reason: 'asked by the supervisor' }
    const read = await compliance.act<{ content: object }>('POST', path, reason)
    expect(read.data.content).toEqual(content)
    expect((await operator.act('POST', path, reason)).problem.code).toBe('right_missing')
    const elsewhere = await newProgram(corridor, 'compliance', others)
    expect((await elsewhere.act('POST', path, reason)).status).toBe(404)
    const audit = await corridor.database.owner.query<{ detail: object }>(
      `select detail from audit_entries where act = 'travel_rule.read'`,
    )
    expect(audit.rows).toHaveLength(1)
    expect(JSON.stringify(audit.rows)).not.toContain('Secreta')
  })

  test('tells the customer from which amount on a record is needed', async () => {
    await rule("USDC: '1000.00'")
    const shown = await corridor.get(`${instruments}/${await wallet()}/travel-rule`)
    expect(shown.data).toMatchObject({ required_from: '1000.00', record: null })
  })

  test('repeated records replay, and other organizations get 404', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([give(content, key), give(content, key)])
    expect(second.text).toBe(first.text)
    const other = await give(
      { ...content, beneficiary: { beneficiaryPersons: [{ legalPerson: { name: legal('B') } }] } },
      key,
    )
    expect(other.problem.code).toBe('idempotency_key_reused')
    const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
    const path = `${instruments}/${await wallet()}/travel-rule`
    expect((await corridor.get(path, { key: stranger })).status).toBe(404)
    expect((await corridor.post(path, content, { key: stranger })).status).toBe(404)
  })

  const person = (more: object, type = 'LEGL') => ({
    naturalPerson: {
      name: { nameIdentifier: [{ primaryIdentifier: 'A', nameIdentifierType: type }] },
      ...more,
    },
  })
  test.each<[string, object, string]>([
    ['an originator of whom nothing else is told', person({}), 'required'],
    [
      'an originator without a legal name',
      person({ customerIdentification: '1' }, 'ALIA'),
      'required',
    ],
    [
      'a person and company at once',
      { ...person({ customerIdentification: '1' }), legalPerson: { name: legal('B') } },
      'invalid_value',
    ],
    ['nobody', {}, 'invalid_value'],
  ])('a record is refused with %s', async (_what, one, code) => {
    const refused = await give({ ...content, originator: { originatorPersons: [one] } })
    expect(refused.problem).toMatchObject({
      code: 'invalid_details',
      errors: [{ pointer: '/originator/originatorPersons/0', code }],
    })
  })

  test('a record of an instrument that is no wallet is refused', async () => {
    const { data } = await corridor.get<Instrument[]>(instruments)
    const bank = data.find(({ currency }) => currency === 'COP')
    const refused = await corridor.post(`${instruments}/${bank?.id}/travel-rule`, content)
    expect(refused.problem.code).toBe('invalid_details')
  })

  test.each([
    ["USDX: '1.00'", /thresholds.USDX is not a known currency/],
    ["USDC: '-1'", /thresholds.USDC must be an amount/],
    ['', /thresholds has no currency/],
  ])('the operator file is refused with the thresholds { %s }', async (thresholds, reason) => {
    const problems = await rule(thresholds).then(
      () => [],
      (error: unknown) => (error instanceof OperatorFileError ? [error.message] : []),
    )
    expect(problems.join()).toMatch(reason)
  })
})

describe('an organization or instrument that is not verified', () => {
  const path = () => `/organizations/${corridor.sandbox.organization_id}/verification`
  const verification = (settings: string) =>
    world.apply(`screening: [{ name: kyc, kind: verification, settings: { ${settings} } }]`)
  const set = (at: string, state: string) =>
    compliance.act('POST', at, { state, reason: 'papers seen' })

  test('has its deposits held until it is verified', async () => {
    await verification('deposits: [organization, instrument]')
    const order = await paid()
    expect(await hits()).toContain('the organization is not verified')
    await set(path(), 'verified')
    await work()
    expect(await hits()).toContain('the instrument is not verified')
    expect((await set(`/instruments/${await wallet()}/verification`, 'verified')).status).toBe(200)
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
    expect(await eventsOf(order, 'instrument.travel_rule_required')).toEqual([])
  })

  test('is not paid until it is verified, and again not after a rejection', async () => {
    await verification('payouts: [instrument]')
    const order = await toWallet()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
    const of = `/instruments/${await wallet()}/verification`
    await set(of, 'verified')
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
    await set(of, 'rejected')
    expect(await world.stateOf(await toWallet())).toBe('STEP_3_SETTLING_PAYOUT screening')
  })

  test('keeps its status and shape, and the audit trail has before and after', async () => {
    const before = await corridor.get(corridor.organization)
    expect((await set(path(), 'verified')).data).toMatchObject({
      state: 'verified',
      reason: 'papers seen',
      external_payment_instrument_id: null,
    })
    expect((await corridor.get(corridor.organization)).text).toBe(before.text)
    expect((await set(path(), 'verified')).problem.code).toBe('act_refused')
    await set(path(), 'rejected')
    const listed = await compliance.act<object[]>('GET', `${path()}s`)
    expect(listed.data).toMatchObject([{ state: 'rejected' }])
    const rows = await corridor.sql<{ detail: string }>`select detail from audit_entries
        where act = 'organization.verify' order by number desc limit 1`
    expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([
      { before: { state: 'verified' }, after: { state: 'rejected' } },
    ])
    expect((await operator.act('POST', path(), { state: 'verified', reason: 'x' })).status).toBe(
      403,
    )
    const elsewhere = await newProgram(corridor, 'compliance', others)
    const unseen = await elsewhere.act('POST', path(), { state: 'verified', reason: 'x' })
    expect(unseen.status).toBe(404)
  })

  test('is changed by one of several operators at once', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => set(path(), 'verified')))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })
})

describe('a payer rule', () => {
  const ours = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const own = async (): Promise<string> => {
    const { data } = await corridor.get<{ details: { address?: string } }>(
      `${instruments}/${await wallet()}`,
    )
    return data.details.address ?? ours
  }
  const payers = (settings = '') =>
    world.apply(`screening: [{ name: payers, kind: payer, settings: { ${settings} } }]`)

  test('credits money from an account of the organization, or with the name of its holder', async () => {
    await payers()
    expect(await world.stateOf(await paid(await own()))).toBe(COMPLETED)
    expect(await world.stateOf(await paid('demo payments GMBH'))).toBe(COMPLETED)
  })

  test('holds money from anybody else, which an operator releases', async () => {
    await payers()
    const order = await paid('9'.repeat(40))
    expect(await world.stateOf(order)).toBe(AWAITING)
    const held = await world.heldDepositOf(order)
    expect(held).toMatchObject({ state: 'hold', reason: 'the payer is not the customer' })
    await releaseHeld(corridor.deps, held.key, 'a subsidiary')
    await work()
    expect(await world.stateOf(order)).toBe(COMPLETED)
    await isBalanced()
  })

  test('credits money from a listed payer', async () => {
    world.list('payers.txt', ['address 0x52908400098527886E0F7030069857D2E4169EE7'])
    await payers('file: payers.txt')
    const listed = await paid('0x52908400098527886e0f7030069857d2e4169ee7')
    expect(await world.stateOf(listed)).toBe(COMPLETED)
    expect(await world.stateOf(await paid('somebody else'))).toBe(AWAITING)
  })

  test('rejects instead, if the file says so', async () => {
    await payers('other: reject')
    expect(await world.heldDepositOf(await paid('somebody'))).toMatchObject({ state: 'reject' })
  })

  test.each([
    ['holds', '', AWAITING],
    ['credits', 'unknown_sender: clear', COMPLETED],
  ])('%s money of which the rail tells no payer, with { %s }', async (_what, settings, state) => {
    await payers(settings)
    expect(await world.stateOf(await paid(null))).toBe(state)
  })
})

test('a hold that ends by itself comes first, and the others are asked about afterwards', async () => {
  await world.apply(`screening:
  - { name: payers, kind: payer }
  - { name: travel, kind: travel_rule, settings: { thresholds: { USDC: '1.00' } } }`)
  const order = await paid('somebody')
  expect(await world.heldDepositOf(order)).toMatchObject({
    screener: 'travel',
    reason: 'no travel rule record; payers: the payer is not the customer',
  })
  await give()
  await work()
  expect(await world.heldDepositOf(order)).toMatchObject({ state: 'hold', screener: 'payers' })
})
