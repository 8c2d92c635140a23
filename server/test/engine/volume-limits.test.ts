// What an organization and its instruments order in a day and a month never exceeds the limits of the desk.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { keepOpenTotals } from '../../src/engine/orders/exposure.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type { VolumeLimitJson } from '../../src/engine/volume-limits/view.ts'
import { newProgram, type Person } from '../support/desk.ts'
import { applied } from '../support/operator-files.ts'
import { NOON, testService, type TestService } from '../support/service.ts'

const DAY_MS = 86_400_000
const env = { CORRIDOR_SECRETS: newSecrets() }
let corridor: TestService
/** A second process on the same database. */
let other: TestService
let treasurer: Pick<Person, 'act'>
let offeringId: string
let now: number = NOON

beforeAll(async () => {
  corridor = await testService({ env })
  other = await testService({ env, database: corridor.database, worker: false })
  treasurer = await newProgram(corridor, 'treasurer')
})
afterAll(async () => {
  await other.close()
  await corridor.close()
})

// Each test has a month of its own.
beforeEach(async () => {
  now += 35 * DAY_MS
  corridor.clock.set(now)
  other.clock.set(now)
  await setLimits('{}', '{}')
  offeringId = (await corridor.offering()).id
})
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

/** Limits of the organization, and of the wallet that pays in. */
const setLimits = (organization: string, wallet: string) =>
  applied(
    corridor,
    `
enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        volume_limits: ${organization}
        instruments:
          - alias: Treasury wallet
            currency: USDC
            method: SOLANA_ADDRESS
            details: { address: 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q }
            volume_limits: ${wallet}
`,
  )

const orderQuote = (quoteId: string, by = corridor) =>
  by.post<OrderJson>(`${by.organization}/orders`, { quote_id: quoteId })
const newQuoteId = async (amount: string) => (await corridor.quote(offeringId, amount)).id
const orderAmount = async (amount: string) => orderQuote(await newQuoteId(amount))
const cancel = (id: string) =>
  corridor.post(`${corridor.organization}/orders/${id}/cancel`, {}, { idempotencyKey: null })
const limits = async () =>
  (await corridor.get<VolumeLimitJson[]>(`${corridor.organization}/volume_limits`)).data
const path = () => `/organizations/${corridor.sandbox.organization_id}/volume_limits`

describe('an order', () => {
  test('is refused beyond the limit of a day, and the refusal names the limit and its room', async () => {
    await setLimits("{ USDC: { day: '1500.00', month: '9000.00' } }", '{}')
    const first = (await orderAmount('1000.00')).data
    const refused = await orderAmount('500.01')
    expect(refused.status).toBe(409)
    expect(refused.problem).toMatchObject({
      code: 'volume_limit_reached',
      volume_limit: {
        external_payment_instrument_id: null,
        currency: 'USDC',
        period: 'day',
        limit: '1500.00',
        used: '1000.00',
        remaining: '500.00',
      },
    })
    // Unfunded orders would expire and no longer count.
    await corridor.fund(first.id)
    await corridor.fund((await orderAmount('500.00')).data.id)
    corridor.clock.advance(DAY_MS)
    offeringId = (await corridor.offering()).id
    expect((await orderAmount('1500.00')).status).toBe(201)
    expect(await limits()).toEqual([
      expect.objectContaining({ period: 'day', used: '1500.00', remaining: '0.00' }),
      expect.objectContaining({ period: 'month', used: '3000.00', remaining: '6000.00' }),
    ])
  })

  test('is refused beyond the limit of its instrument', async () => {
    await setLimits("{ USDC: { day: '5000.00' } }", "{ month: '800.00' }")
    expect((await orderAmount('700.00')).status).toBe(201)
    const { problem } = await orderAmount('200.00')
    expect(problem).toMatchObject({
      code: 'volume_limit_reached',
      volume_limit: {
        external_payment_instrument_id: expect.stringMatching(/^epi_/),
        period: 'month',
        remaining: '100.00',
      },
    })
  })

  test('no longer counts when it is cancelled or expires unfunded, and goes on counting when funded', async () => {
    await setLimits("{ USDC: { month: '1000.00' } }", "{ month: '1000.00' }")
    const full = async () => (await orderAmount('1000.00')).data
    await cancel((await full()).id)
    const expiring = await full()
    expect((await orderAmount('10.00')).problem.code).toBe('volume_limit_reached')
    corridor.clock.advance(2 * 3_600_000 + 1)
    await corridor.until(expiring.id, 'FAILED_FUNDING_EXPIRED')
    offeringId = (await corridor.offering()).id
    const declined = (await orderAmount('911.01')).data
    await corridor.fund(declined.id)
    await corridor.until(declined.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    expect((await limits()).map(({ used }) => used)).toEqual(['911.01', '911.01'])
  })

  test('that a retry continues is counted once', async () => {
    await setLimits("{ USDC: { day: '1000.00' } }", '{}')
    const declined = (await orderAmount('911.01')).data
    await corridor.fund(declined.id)
    await corridor.until(declined.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const retried = await corridor.post(`${corridor.organization}/orders/${declined.id}/retry`, {
      quote_id: await newQuoteId('900.00'),
    })
    expect(retried.status).toBe(201)
    expect((await limits())[0]).toMatchObject({ used: '911.01' })
  })
})

test('twenty concurrent orders of two processes never exceed a limit together', async () => {
  await setLimits("{ USDC: { day: '5500.00', month: '7200.00' } }", "{ day: '6000.00' }")
  const quotes = async () => Promise.all(Array.from({ length: 20 }, () => newQuoteId('1000.00')))
  const racing = async () => {
    const replies = await Promise.all(
      (await quotes()).map((id, index) => orderQuote(id, index % 2 === 0 ? corridor : other)),
    )
    for (const { status, text } of replies) expect([201, 409], text).toContain(status)
    return replies.filter(({ status }) => status === 201).map(({ data }) => data)
  }
  const first = await racing()
  expect(first).toHaveLength(5)
  // Orders end while others are created.
  const [again] = await Promise.all([racing(), ...first.slice(0, 2).map(({ id }) => cancel(id))])
  expect(again.length).toBeLessThanOrEqual(2)
  const [day] = await limits()
  expect(day?.used).toBe(`${(3 + again.length) * 1000}.00`)
})

test('a new limit counts what was ordered before it, and a limit that ends counts nothing', async () => {
  await orderAmount('1000.00')
  await cancel((await orderAmount('300.00')).data.id)
  expect(await setLimits("{ USDC: { day: '1200.00' } }", '{}')).toEqual([
    'change organization Demo Payments; volume_limits.USDC.day: none -> 1200.00',
  ])
  expect((await limits())[0]).toMatchObject({ used: '1000.00', remaining: '200.00' })
  await setLimits('{}', '{}')
  expect(await limits()).toEqual([])
  expect((await orderAmount('1000.00')).status).toBe(201)
  await setLimits("{ USDC: { day: '1200.00' } }", '{}')
  expect((await limits())[0]).toMatchObject({ used: '2000.00', remaining: '0.00' })
})

test('without a limit, an order writes no count and needs no further statement', async () => {
  const quoteId = await newQuoteId('100.00')
  const queries = vi.spyOn(corridor.deps.db, 'query')
  expect((await orderQuote(quoteId)).status).toBe(201)
  const statements = JSON.stringify(queries.mock.calls.map(([first]) => first))
  queries.mockRestore()
  expect(statements).toContain('"insert_orders"')
  expect(statements).not.toMatch(/"name":"\w*volume/)
  // Orders of other months may expire meanwhile, and give back what they counted for.
  const counted = await corridor.database.owner.query(
    `select from volume_used where date_trunc('month', starts_at) = date_trunc('month', $1::timestamptz)`,
    [new Date(now)],
  )
  expect(counted.rowCount).toBe(0)
})

test('a count that an older process left wrong is corrected', async () => {
  await setLimits("{ USDC: { day: '5000.00' } }", '{}')
  await orderAmount('1000.00')
  await corridor.sql`update volume_used set used_minor = used_minor - 5`
  expect((await verifyLedger(corridor.deps.db)).difference).toContain('count for a limit')
  await keepOpenTotals(corridor.deps)
  expect((await limits())[0]).toMatchObject({ used: '1000.00' })
})

describe('an operator', () => {
  const raise = (who: Pick<Person, 'act'>, change: object = {}) =>
    who.act<VolumeLimitJson>('POST', `${path()}/raise`, {
      currency: 'USDC',
      period: 'day',
      amount: '3000.00',
      until: new Date(now + 3_600_000).toISOString(),
      reason: 'payroll of March',
      ...change,
    })

  test('raises a limit for a while, with an entry in the audit trail', async () => {
    await setLimits("{ USDC: { day: '1000.00' } }", '{}')
    expect((await raise(treasurer)).data).toMatchObject({
      limit: '3000.00',
      raised_until: new Date(now + 3_600_000).toISOString(),
    })
    expect((await orderAmount('2500.00')).status).toBe(201)
    const compliance = await newProgram(corridor, 'compliance')
    const { data } = await compliance.act<object[]>('GET', '/audit?act=volume_limit.raise')
    expect(data[0]).toMatchObject({
      reason: 'payroll of March',
      subject: corridor.sandbox.organization_id,
      detail: { before: { limit: '1000.00' }, after: { limit: '3000.00' } },
    })
    corridor.clock.advance(3_600_000)
    expect((await orderAmount('10.00')).problem).toMatchObject({
      volume_limit: { limit: '1000.00', remaining: '0.00', raised_until: null },
    })
    expect((await treasurer.act<VolumeLimitJson[]>('GET', path())).data).toEqual(await limits())
  })

  test.each([
    ['not above the usual limit', { amount: '1000.00' }, 'act_refused'],
    ['in the past', { until: '2020-01-01T00:00:00Z' }, 'invalid_request'],
    ['with too many decimals', { amount: '1.0000001' }, 'invalid_request'],
    ['for a limit that is not set', { period: 'month' }, 'not_found'],
  ])('cannot raise a limit %s', async (_what, change, code) => {
    await setLimits("{ USDC: { day: '1000.00' } }", '{}')
    expect((await raise(treasurer, change)).problem.code).toBe(code)
    expect((await limits())[0]).toMatchObject({ limit: '1000.00', raised_until: null })
  })

  test('of another enterprise gets 404, and a viewer 403', async () => {
    await setLimits("{ USDC: { day: '1000.00' } }", '{}')
    const others = (await selectEnterprises(corridor.deps.db)).filter(
      ({ name }) => name !== 'Demo Enterprise',
    )
    const outsider = await newProgram(
      corridor,
      'treasurer',
      others.map(({ id }) => id),
    )
    expect((await raise(outsider)).problem.code).toBe('not_found')
    expect((await raise(await newProgram(corridor, 'viewer'))).problem.code).toBe('right_missing')
  })
})
