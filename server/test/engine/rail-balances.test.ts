// A payout or refund is committed only if the desk's reported balance at the rail covers it with all others. What is not
// covered waits and goes on by itself.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { resumeOrders } from '../../src/engine/liquidity/resume-orders.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { signerName, upsertOutflowCap } from '../../src/outside/rails/outflow-caps.ts'
import type { Holding, SendRequest } from '../../src/outside/rails/port.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { selectBalanceLeft } from '../../src/engine/treasury/desk-balances.ts'
import { observeBalances } from '../../src/engine/treasury/observe-balances.ts'
import { forFile } from '../support/for-file.ts'
import {
  advanceAll,
  claimDue,
  fillDue,
  fundedOrders,
  insertIntents,
  stateOf,
  statesOf,
} from '../support/orders.ts'
import { testService } from '../support/service.ts'

const RAIL = 'bank:test'
let holdings: Holding[] = []
let isSendLost = false
let servesAll = false

const corridor = await forFile(
  testService({
    worker: false,
    // Orders are funded over the simulated rail, which takes simulated funding.
    replace: ({ rails }) => ({
      rails: {
        ...rails,
        all: async () =>
          (await rails.all()).flatMap((rail) => [
            {
              ...rail,
              name: RAIL,
              served: rail.served.filter(
                ({ method }) => servesAll || method === 'COP_BANK_ACCOUNT',
              ),
              balances: async () => holdings,
              send: async (request: SendRequest, prepared: string) => {
                if (isSendLost) throw new Error('the process was killed')
                return rail.send(request, prepared)
              },
            },
            rail,
          ]),
      },
    }),
  }),
)
beforeEach(async () => {
  isSendLost = false
  servesAll = false
  holdings = []
  await corridor.sql`delete from observed_balances`
  corridor.clock.advance(60_000)
})

const holds = async (currency: string, amountMinor: bigint): Promise<void> => {
  holdings = [{ account: 'operating', currency, amountMinor }]
  await observeBalances(corridor.deps)
}
const left = (currency = 'COP') => selectBalanceLeft(corridor.deps.db, RAIL, currency)

const pathOf = (order: { id: string }) => `${corridor.organization}/orders/${order.id}`

describe('payouts', () => {
  test('beyond the balance wait unseen by their customers, and go on once money is there', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 4)
    await holds('COP', 2n * eachMinor + 1n)
    await advanceAll(corridor)
    expect((await statesOf(corridor, orders)).toSorted()).toEqual([
      'STEP_3_SETTLING_PAYOUT liquidity',
      'STEP_3_SETTLING_PAYOUT liquidity',
      'STEP_4_COMPLETED',
      'STEP_4_COMPLETED',
    ])
    const waiting = async () =>
      (await selectWaiting(corridor.deps.db)).find(
        ({ what }) => what === 'orders_without_liquidity',
      )?.count
    expect(await waiting()).toBe(2)
    expect(await resumeOrders(corridor.deps)).toBe(0)
    // Money for one of them arrives. The worker asks the rail itself.
    corridor.clock.advance(60_000)
    holdings = [{ account: 'operating', currency: 'COP', amountMinor: eachMinor + 1n }]
    expect(await resumeOrders(corridor.deps)).toBe(1)
    await advanceAll(corridor)
    expect(await waiting()).toBe(1)
    corridor.clock.advance(60_000)
    holdings = [{ account: 'operating', currency: 'COP', amountMinor: eachMinor }]
    expect(await resumeOrders(corridor.deps)).toBe(1)
    await advanceAll(corridor)
    expect(await statesOf(corridor, orders)).toEqual(orders.map(() => 'STEP_4_COMPLETED'))
    for (const order of orders) {
      const { data } = await corridor.get<{ events: EventJson[] }>(`${pathOf(order)}/timeline`)
      expect(data.events.map(({ type }) => type)).not.toContain('order.parked')
      expect(JSON.stringify(data)).not.toContain('liquidity')
    }
  })

  test('that many connections commit at once never exceed the balance', async () => {
    const { eachMinor } = await fundedOrders(corridor, 12)
    await fillDue(corridor)
    const claimed = await claimDue(corridor, 12)
    await holds('COP', 5n * eachMinor)
    const answers = await insertIntents(corridor, claimed, RAIL)
    expect(answers.filter((answer) => answer === 'liquidity')).toHaveLength(7)
    expect(await left()).toBe(0n)
    await corridor.sql`update orders set lease_token = null, leased_until = null
        where lease_token is not null`
    await corridor.sql`delete from observed_balances`
    await advanceAll(corridor)
  })

  test('are part of the balance once they settled before it was asked for', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 1)
    await holds('COP', 3n * eachMinor)
    await advanceAll(corridor)
    expect(await statesOf(corridor, orders)).toEqual(['STEP_4_COMPLETED'])
    expect(await left()).toBe(2n * eachMinor)
    corridor.clock.advance(60_000)
    await holds('COP', 2n * eachMinor)
    expect(await left()).toBe(2n * eachMinor)
  })

  test('keep their reservation while the process that committed them is dead', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 2)
    await holds('COP', eachMinor)
    isSendLost = true
    await advanceAll(corridor)
    expect(await left()).toBe(0n)
    expect((await statesOf(corridor, orders)).toSorted()).toEqual([
      'STEP_3_SETTLING_PAYOUT',
      'STEP_3_SETTLING_PAYOUT liquidity',
    ])
    isSendLost = false
    corridor.clock.advance(600_000)
    await advanceAll(corridor)
    expect((await statesOf(corridor, orders)).toSorted()).toEqual([
      'STEP_3_SETTLING_PAYOUT liquidity',
      'STEP_4_COMPLETED',
    ])
    corridor.clock.advance(60_000)
    holdings = [{ account: 'operating', currency: 'COP', amountMinor: eachMinor }]
    await resumeOrders(corridor.deps)
    await advanceAll(corridor)
    expect(await statesOf(corridor, orders)).toEqual(['STEP_4_COMPLETED', 'STEP_4_COMPLETED'])
  })

  test('are not limited in a currency that the rail never reported', async () => {
    const { orders } = await fundedOrders(corridor, 1)
    await holds('MXN', 0n)
    await advanceAll(corridor)
    expect(await left()).toBeNull()
    expect(await statesOf(corridor, orders)).toEqual(['STEP_4_COMPLETED'])
  })
})

test('a refund waits for money at its rail, is shown to operators, and is sent by itself', async () => {
  await corridor.deps.feeds.push()
  const order = await corridor.order((await corridor.quote(undefined, '1911.09')).id)
  await corridor.fund(order.id)
  await corridor.post(`${pathOf(order)}/cancel`, {}, { idempotencyKey: null })
  servesAll = true
  await holds('USDC', 1n)
  await sendRefunds(corridor.deps)
  expect((await selectWaitingRefunds(corridor.deps.db)).map((one) => one.waits_for)).toEqual([
    'liquidity',
  ])
  await holds('USDC', 10_000_000000n)
  corridor.clock.advance(60_000)
  await sendRefunds(corridor.deps)
  expect(await selectWaitingRefunds(corridor.deps.db)).toEqual([])
})

describe('the caps of a signer', () => {
  const KEY = 'env:CORRIDOR_TEST_PAYER'
  beforeAll(() =>
    corridor.database.owner.query(
      `insert into rails (name, kind, settings) values ($1, 'evm', jsonb_build_object('payer', $2::text))`,
      [RAIL, KEY],
    ),
  )

  test('bound the payouts of the rails that pay with its key, for one payout and for an hour', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 3)
    const cap = { rail: signerName(KEY), currency: 'COP' }
    await upsertOutflowCap(corridor.deps.db, {
      ...cap,
      max_send_minor: eachMinor,
      max_hour_minor: 2n * eachMinor,
    })
    await advanceAll(corridor)
    expect((await statesOf(corridor, orders)).toSorted()).toEqual([
      'STEP_3_SETTLING_PAYOUT outflow_limit',
      'STEP_4_COMPLETED',
      'STEP_4_COMPLETED',
    ])
    const rows = await corridor.sql`select rail, sum(amount_minor)::text as sent from outflows
        group by rail`
    expect(rows).toEqual([{ rail: signerName(KEY), sent: String(2n * eachMinor) }])
    await upsertOutflowCap(corridor.deps.db, {
      ...cap,
      max_send_minor: eachMinor - 1n,
      max_hour_minor: null,
    })
    const [next] = (await fundedOrders(corridor, 1)).orders
    await advanceAll(corridor)
    expect(next === undefined ? '' : await stateOf(corridor, next)).toBe(
      'STEP_3_SETTLING_PAYOUT outflow_limit',
    )
  })
})
