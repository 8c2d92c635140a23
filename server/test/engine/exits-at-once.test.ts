// Two exits of one order at once, over HTTP: exactly one of them takes effect, and the ledger and the audit trail agree.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { newProgram, type Person } from '../support/desk.ts'
import { exitsWorld, type ExitsWorld } from '../support/exits.ts'
import { requireUuid } from '../support/ids.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { fillDue, rowOf } from '../support/orders.ts'
import { otherInstruments } from '../support/places.ts'

const CALLERS = 10

type Program = Pick<Person, 'act'>
type Exit = { name: string; body?: () => object }

let world: ExitsWorld
let operators: Program[]
let other: InstrumentJson
beforeAll(async () => {
  world = await exitsWorld()
  operators = []
  while (operators.length < CALLERS) operators.push(await newProgram(world.corridor, 'operator'))
  other = (await otherInstruments(world)).account
})
afterAll(async () => {
  const { deps } = world.corridor
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
  expect((await verifyAudit(deps.db, [])).faults).toEqual([])
  await world.corridor.close()
})

const release: Exit = { name: 'release' }
const fail: Exit = { name: 'fail' }
const refund: Exit = { name: 'refund' }
const acceptLoss: Exit = { name: 'accept-loss', body: () => ({ amount: '100000000.00' }) }
const provider: Exit = { name: 'provider', body: () => ({ liquidity_provider: 'BETA' }) }
const elsewhere: Exit = {
  name: 'pay-elsewhere',
  body: () => ({ external_payment_instrument_id: other.id }),
}
const freeze: Exit = { name: 'freeze' }

/** Ten callers at once, half of them with each exit. What was answered, by exit. */
async function race(order: OrderJson, exits: readonly [Exit, Exit]) {
  return Promise.all(
    operators.map(async (operator, at) => {
      const exit = at % 2 === 0 ? exits[0] : exits[1]
      const path = `/orders/${order.id}/${exit.name}`
      const body = { reason: `caller ${at}`, ...exit.body?.() }
      const { status, text } = await operator.act('POST', path, body)
      return { exit: exit.name, status, text }
    }),
  )
}

/** The acts of the trail on an order that took effect. */
async function actsOn(order: OrderJson): Promise<string[]> {
  const rows = await world.corridor.sql<{ act: string }>`select act from audit_entries
      where subject = ${order.id} and act like 'order.%' order by number`
  return rows.map(({ act }) => act)
}

async function expectOne(order: OrderJson, exits: readonly [Exit, Exit]): Promise<void> {
  const before = await rowOf(world.corridor, order)
  const answers = await race(order, exits)
  const what = JSON.stringify(answers.map(({ exit, status }) => [exit, status]))
  const won = answers.filter(({ status }) => status === 200)
  expect(won, what).toHaveLength(1)
  for (const { status, text } of answers) expect([200, 409], text).toContain(status)
  expect(await actsOn(order)).toEqual([`order.${won[0]?.exit ?? ''}`])
  expect((await rowOf(world.corridor, order)).version, what).toBe(before.version + 1)
  expect((await verifyLedger(world.corridor.deps.db)).difference).toBeUndefined()
}

describe('of an order that is set aside before its conversion', () => {
  test.each<[Exit, Exit]>([
    [release, refund],
    [release, fail],
    [acceptLoss, fail],
    [acceptLoss, refund],
    [provider, refund],
    [provider, release],
    [acceptLoss, provider],
  ])('exactly one of %o and %o takes effect', async (one, two) => {
    world.reset()
    const order = await world.parkedForSlippage()
    await expectOne(order, [one, two])
  })

  test('fail and refund at once refund it once: a failed order may still be refunded', async () => {
    world.reset()
    const order = await world.parkedForSlippage()
    const answers = await race(order, [fail, refund])
    for (const { status, text } of answers) expect([200, 409], text).toContain(status)
    const acts = await actsOn(order)
    expect([['order.fail'], ['order.refund'], ['order.fail', 'order.refund']]).toContainEqual(acts)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(acts.length)
    const rows = await world.corridor.sql`select from refunds
        where order_id = ${requireUuid('ord', order.id)}`
    expect(rows).toHaveLength(acts.includes('order.refund') ? 1 : 0)
  })

  test('a freeze and an exit at once leave it in one of both states', async () => {
    world.reset()
    const order = await world.parkedForSlippage()
    const answers = await race(order, [freeze, refund])
    for (const { status, text } of answers) expect([200, 409], text).toContain(status)
    const acts = await actsOn(order)
    expect(acts.length).toBeGreaterThan(0)
    expect(new Set(acts).size).toBe(acts.length)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(acts.length)
  })
})

describe('of an order whose payout is set aside', () => {
  test.each<[Exit, Exit]>([
    [elsewhere, refund],
    [release, refund],
    [elsewhere, release],
  ])('exactly one of %o and %o takes effect', async (one, two) => {
    world.reset()
    const order = await world.funded()
    await fillDue(world.corridor)
    await parkPayout(order)
    await expectOne(order, [one, two])
  })
})

/** The destination is on hold when the payout is due, so that the order is set aside for real. */
async function parkPayout(order: OrderJson): Promise<void> {
  const { deps, sandbox } = world.corridor
  const instrument = {
    organizationId: requireUuid('org', sandbox.organization_id),
    id: requireUuid('epi', order.payout.external_payment_instrument.id),
  }
  await setInstrumentStatus(deps.db, instrument, 'COMPLIANCE_HOLD', world.clock.now())
  await advanceOrders(deps)
  await setInstrumentStatus(deps.db, instrument, 'ACTIVE', world.clock.now())
  expect((await rowOf(world.corridor, order)).parked_reason).toBe('compliance_hold')
}
