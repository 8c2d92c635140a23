// A parked order that an operator lets be filled at a loss, or at another provider.
import { afterEach, describe, expect, test } from 'vitest'
import { insertFillIntents, selectFills } from '../../src/engine/fills/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { promisedGrossMinor } from '../../src/engine/ledger/postings.ts'
import { selectTransfers } from '../../src/engine/ledger/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { formatAmount } from '../../src/platform/money/decimal.ts'
import { acceptLoss } from '../../src/engine/orders/accept-loss.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { changeProvider } from '../../src/engine/orders/change-provider.ts'
import { selectNotes } from '../../src/engine/orders/notes.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { claimFirst, rowOf, runDueWork, stateOf } from '../support/orders.ts'

const world = await forFile(exitsWorld())
const operator = await newPerson(world, 'operator', 'operator')
afterEach(async () => {
  world.reset()
  await runDueWork(world.corridor)
  expect((await verifyLedger(world.corridor.deps.db)).difference).toBeUndefined()
})

const { stringify } = JSON
const act = (order: OrderJson, path: string, body: object) =>
  operator.act('POST', `/orders/${order.id}/${path}`, { reason: 'the desk agreed', ...body })
const fillsOf = async (order: OrderJson) =>
  selectFills(world.corridor.deps.db, [await rowOf(world.corridor, order)])
/** What the desk loses by the offer that the order is parked for. */
async function lossOf(order: OrderJson): Promise<bigint> {
  const row = await rowOf(world.corridor, order)
  return promisedGrossMinor(row) - (row.provider_payout_minor ?? 0n)
}
const cop = (minor: bigint) => formatAmount(minor, 'COP')

describe('an accepted loss', () => {
  test('lets the order be filled at exactly that loss, which the ledger shows', async () => {
    const order = await world.parkedForSlippage()
    expect(await stateOf(world.corridor, order)).toBe('STEP_2_FILLING_FX slippage')
    const loss = await lossOf(order)
    expect((await act(order, 'accept-loss', { amount: cop(loss) })).status).toBe(200)
    await advanceOrders(world.corridor.deps)
    const row = await rowOf(world.corridor, order)
    expect(row.status).toBe('STEP_4_COMPLETED')
    const results = (await selectTransfers(world.corridor.deps.db, [row])).filter(
      ({ posting }) => posting === 'fx_result',
    )
    expect(results).toMatchObject([
      { debit_account: 'fx_result', credit_account: 'fx', amount_minor: loss },
    ])
    expect(await selectNotes(world.corridor.deps.db, [row])).toMatchObject([
      { action: 'parked' },
      { action: 'loss_accepted', reason: `up to ${cop(loss)} COP: the desk agreed` },
    ])
  })

  test('of a minor unit less parks the order again', async () => {
    const order = await world.parkedForSlippage()
    const loss = await lossOf(order)
    await act(order, 'accept-loss', { amount: cop(loss - 1n) })
    await advanceOrders(world.corridor.deps)
    expect(await stateOf(world.corridor, order)).toBe('STEP_2_FILLING_FX slippage')
    expect(await fillsOf(order)).toEqual([])
    await act(order, 'accept-loss', { amount: cop(loss) })
    await advanceOrders(world.corridor.deps)
    expect(await stateOf(world.corridor, order)).toBe('STEP_4_COMPLETED')
  })

  test('is checked by the statement of the fill, whatever the worker believes', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'accept-loss', { amount: '100.00' })
    const claimed = await claimFirst(world.corridor)
    const intent = {
      organizationId: claimed.organization_id,
      orderId: claimed.id,
      leaseToken: claimed.lease_token,
      sequence: 1,
      providerKey: `${order.id}:fill:1`,
      providerName: 'ALPHA',
      payinMinor: 988_100000n,
      firmRate: '1',
      providerPayoutMinor: 1n,
      quoteToken: `SIMQ-${order.id}:fill:1`,
      quoteExpiresAt: null,
      choice: '',
      keepsPromise: false,
      createdAt: world.clock.now(),
    }
    const insert = async (lossMinor: bigint, providerName = 'ALPHA') =>
      (await insertFillIntents(world.corridor.deps.db, [{ ...intent, lossMinor, providerName }]))[0]
    expect(await insert(10001n)).toBeNull()
    expect(await insert(10000n)).toMatchObject({ sequence: 1 })
    await world.corridor.sql`update orders set lease_token = null, leased_until = null
        where id = ${claimed.id}`
    world.reset()
    await world.advance()
  })

  test.each([
    ['0.00', 'expected a positive amount'],
    ['1.001', 'no more decimals than COP has'],
    ['99999999999.00', 'expected a positive amount of COP up to'],
  ])('of %s is refused and changes nothing', async (amount, problem) => {
    const order = await world.parkedForSlippage()
    const before = stringify(await rowOf(world.corridor, order), textOfBigint)
    const refused = await act(order, 'accept-loss', { amount })
    expect(refused.problem.code).toBe('act_refused')
    expect(refused.problem.detail).toContain(problem)
    expect(stringify(await rowOf(world.corridor, order), textOfBigint)).toBe(before)
    await act(order, 'refund', {})
  })

  test.each(['-1.00', 'much', '1e3'])('that is written as %s is a bad request', async (amount) => {
    const order = await world.parkedForSlippage()
    expect((await act(order, 'accept-loss', { amount })).problem.errors).toMatchObject([
      { pointer: '/amount' },
    ])
    await act(order, 'refund', {})
  })

  test('of two operators at once is one decision', async () => {
    const order = await world.parkedForSlippage()
    const answers = await Promise.all(
      ['1.00', '2.00', '3.00'].map((amount) => act(order, 'accept-loss', { amount })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('the provider with the smallest loss fills the order', async () => {
    const order = await world.parkedForSlippage()
    const { deps } = world.corridor
    const row = await rowOf(world.corridor, order)
    const route = await deps.catalogue.route(
      { organizationId: row.organization_id, id: row.route_id },
      'fresh',
    )
    if (route === undefined) throw new Error('the order has no route')
    world.script.cutBps = { ALPHA: 1000, BETA: 900 }
    const withBoth = {
      ...deps,
      catalogue: {
        ...deps.catalogue,
        route: async () => ({ ...route, further_providers: ['BETA'] }),
      },
    }
    await acceptLoss(deps, row, '1000000.00', 'agreed')
    await advanceOrders(withBoth)
    expect(await fillsOf(order)).toMatchObject([{ provider_name: 'BETA' }])
  })
})

const textOfBigint = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

describe('another provider', () => {
  test('fills the order, although its route does not name it', async () => {
    const order = await world.parkedForSlippage()
    expect((await act(order, 'provider', { liquidity_provider: 'BETA' })).status).toBe(200)
    await advanceOrders(world.corridor.deps)
    expect(await stateOf(world.corridor, order)).toBe('STEP_4_COMPLETED')
    expect(await fillsOf(order)).toMatchObject([
      { provider_name: 'BETA', choice: 'chosen by an operator' },
    ])
    expect(world.script.sent).toContain(`BETA ${order.id}:fill:1`)
  })

  test('is the only one that is asked, and may be replaced while the order is parked', async () => {
    const order = await world.parkedForSlippage()
    world.script.cutBps = { BETA: 1000 }
    await act(order, 'provider', { liquidity_provider: 'BETA' })
    await advanceOrders(world.corridor.deps)
    expect(await stateOf(world.corridor, order)).toBe('STEP_2_FILLING_FX slippage')
    await act(order, 'provider', { liquidity_provider: 'ALPHA' })
    await advanceOrders(world.corridor.deps)
    expect(await fillsOf(order)).toMatchObject([{ provider_name: 'ALPHA' }])
  })

  test.each([
    ['GAMMA', 'no configured provider of that name converts USDC to COP'],
    ['alpha', 'no configured provider of that name converts USDC to COP'],
  ])('%s is refused and changes nothing', async (name, problem) => {
    const order = await world.parkedForSlippage()
    const { version } = await rowOf(world.corridor, order)
    const refused = await act(order, 'provider', { liquidity_provider: name })
    expect(refused.problem.detail).toContain(problem)
    expect((await rowOf(world.corridor, order)).version).toBe(version)
    await act(order, 'refund', {})
  })

  test('is refused while the outcome of a fill is unknown, and the old one is asked about it', async () => {
    const order = await world.funded()
    world.script.provider = 'silent'
    for (let round = 0; round < 16; round++) await world.advance()
    expect(await stateOf(world.corridor, order)).toBe('STEP_2_FILLING_FX attempts')
    const refused = await act(order, 'provider', { liquidity_provider: 'BETA' })
    expect(refused.problem.detail).toContain(`fill ${order.id}:fill:1 at ALPHA is not known`)
    world.script.provider = 'answers'
    await act(order, 'release', {})
    await world.advance()
    expect(await fillsOf(order)).toMatchObject([{ provider_name: 'ALPHA' }])
  })

  test('chosen while another operator refunds: exactly one of the two happens', async () => {
    const order = await world.parkedForSlippage()
    const row = await rowOf(world.corridor, order)
    const [chosen, failed] = await Promise.all([
      changeProvider(world.corridor.deps, row, 'BETA', 'agreed'),
      act(order, 'refund', {}),
    ])
    expect([!('refused' in chosen), failed.status === 200].filter(Boolean)).toHaveLength(1)
    await runDueWork(world.corridor)
    await world.advance()
    expect(['STEP_4_COMPLETED', 'FAILED_REFUND_PROCESSED', 'FAILED_REFUND_REQUESTED']).toContain(
      (await rowOf(world.corridor, order)).status,
    )
    expect(publicId('ord', row.id)).toBe(order.id)
  })
})
