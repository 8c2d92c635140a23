// Screening by a connector: only its signed `clear` lets money go on. Whatever else it says or does, the deposit or payout
// waits and is asked about again, and other orders go on.
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newSigningKey } from '../../src/outside/connectors/keys.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { orderForOperator } from '../../src/engine/orders/operator-view.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { releaseHeld } from '../../src/engine/screening/release.ts'
import { screenDepositOnce, screenDeposits } from '../../src/engine/screening/screen-deposits.ts'
import { eventually } from '../support/until.ts'
import { startLyingScreener, type LyingScreener, type Reply } from '../support/lying-screener.ts'
import { screenedWorld, type ScreenedWorld } from '../support/screening.ts'
import { testService, type TestService } from '../support/service.ts'

const SUSPECT = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const lines: object[] = []
let corridor: TestService
let world: ScreenedWorld
let screener: LyingScreener

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  corridor = await testService({ worker: false, log })
  world = screenedWorld(corridor)
  screener = await startLyingScreener()
  await world.apply(screener.section())
  await corridor.deps.screeners.areConfiguredNow()
})
afterEach(() => screener.answer(screener.clear))
afterAll(async () => {
  screener.close()
  world.close()
  await corridor.close()
})

/** The first sender gets this answer; everybody else is clear. */
const about =
  (party: string, reply: Reply): Reply =>
  (asked, received, response) =>
    (JSON.stringify(asked).includes(party) ? reply : screener.clear)(asked, received, response)

const forgetLeases = () =>
  corridor.database.owner.query(`update screenings set due_at = now() where due_at is not null`)

/** Makes everything due now. */
async function workOnce(): Promise<void> {
  corridor.clock.advance(301_000)
  await forgetLeases()
  await world.runDueWork()
}

async function paidBy(sender: string): Promise<OrderJson> {
  const order = await corridor.order()
  await world.pay(order, sender)
  return order
}
const completes = (order: OrderJson) =>
  eventually(`${order.id} completes`, async () => {
    await workOnce()
    return (await world.stateOf(order)) === 'STEP_4_COMPLETED'
  })
const shownOf = async (order: OrderJson) =>
  orderForOperator(corridor.deps.db, await world.rowOf(order))
const unanswered = async () =>
  (await selectWaiting(corridor.deps.db)).find(({ what }) => what === 'unanswered_screenings')
    ?.count
const beneficiaryOf = async (order: OrderJson) => {
  const { payout_instrument_id: id, organization_id: organizationId } = await world.rowOf(order)
  const found = await corridor.deps.catalogue.instrument({ organizationId, id })
  return found?.details['legal_entity_name'] ?? ''
}

const forever: Reply = (_asked, _received, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'), 10)
  response.once('close', () => clearInterval(timer))
}
const tenMegabytes: Reply = (_asked, _received, response) => {
  response.writeHead(200).end(Buffer.alloc(10_000_000, 'x'))
}
const signed: LyingScreener['signed'] =
  (...options) =>
  (asked, received, response) =>
    screener.signed(...options)(asked, received, response)
const saysClear = (asked: { key: string }) => ({ key: asked.key, status: 'clear' })

describe.each<[string, Reply]>([
  ['does not answer', () => undefined],
  ['closes the connection', (_asked, _received, response) => response.destroy()],
  ['answers without an end', forever],
  ['answers 10 MB', tenMegabytes],
  ['does not sign', (asked, _received, response) => response.end(JSON.stringify(saysClear(asked)))],
  ['signs with another key', signed(saysClear, 200, { pem: newSigningKey() })],
  ['signs with a date of ten minutes ago', signed(saysClear, 200, { nowMs: Date.now() - 600_000 })],
  ['answers for a live system', signed(saysClear, 200, { tag: 'corridor-live' })],
  ['answers about another key', signed(() => ({ key: 'dep_1:1', status: 'clear' }))],
  ['answers a word that nobody knows', signed(({ key }) => ({ key, status: 'ok' }))],
  ['answers clear in capitals', signed(({ key }) => ({ key, status: 'CLEAR' }))],
  ['holds without a reason', signed(({ key }) => ({ key, status: 'held' }))],
  [
    'answers twice differently at once',
    signed(({ key }) => `{"key":"${key}","status":"held","reason":"x","status":"clear"}`),
  ],
  ['answers no JSON', signed(() => 'clear')],
  ['answers clear with a 500', signed(saysClear, 500)],
  ['answers clear with a 404', signed(saysClear, 404)],
  ['has not decided yet', signed(({ key }) => ({ key, status: 'pending' }))],
])('a screener that %s', (_name, lie) => {
  test('credits no deposit, stops no other order, and is asked again under the same key', async () => {
    screener.asked.length = 0
    screener.answer(about(SUSPECT, lie))
    const [order, other] = [await paidBy(SUSPECT), await paidBy(OTHER)]
    await completes(other)
    await workOnce()
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    expect(await world.heldDepositOf(order)).toMatchObject({ state: 'asking', screener: null })
    expect(await unanswered()).toBe(1)
    screener.answer(screener.clear)
    await completes(order)
    const asked = screener.asked.filter(({ accounts }) => accounts.includes(SUSPECT))
    expect(asked.length).toBeGreaterThan(1)
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(asked[0]?.key).toMatch(/^dep_\w{26}:1$/)
    expect(await unanswered()).toBe(0)
  })
})

describe('a payout', () => {
  test('waits unparked while the screener is slow, delays no other order, and is paid once', async () => {
    const answers: (() => void)[] = []
    const order = await paidBy(OTHER)
    const beneficiary = await beneficiaryOf(order)
    screener.answer((asked, received, response) => {
      if (asked.subject !== 'payout' || !asked.key.startsWith(order.id))
        return screener.clear(asked, received, response)
      answers.push(() => screener.clear(asked, received, response))
    })
    const others = [await paidBy(OTHER), await paidBy(OTHER)]
    for (const other of others) await completes(other)
    await workOnce()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT')
    const { payouts, screenings } = await shownOf(order)
    expect(payouts).toEqual([])
    expect(screenings?.map(({ subject, state }) => [subject, state])).toEqual([
      ['deposit', 'clear'],
      ['payout', 'asking'],
    ])
    // Late answers: their requests have timed out.
    for (const late of answers) late()
    screener.answer(screener.clear)
    await completes(order)
    const about = screener.asked.filter(({ key }) => key.startsWith(order.id))
    expect(new Set(about.map(({ key }) => key))).toEqual(new Set([`${order.id}:payout:1:1`]))
    expect(about[0]?.names).toEqual([beneficiary])
    expect((await shownOf(order)).payouts).toHaveLength(1)
  })

  test('to a rejected beneficiary parks; a release asks again in a new round, and pays once it is clear', async () => {
    const reject = signed(({ key }) => ({ key, status: 'rejected', reason: 'case 4711' }))
    const order = await paidBy(OTHER)
    screener.answer(about(await beneficiaryOf(order), reject))
    await workOnce()
    await workOnce()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
    const release = async () =>
      releaseOrder(corridor.deps, await world.rowOf(order), 'the company was asked')
    expect(await release()).not.toHaveProperty('refused')
    await workOnce()
    expect(await world.stateOf(order), 'rejected again').toBe('STEP_3_SETTLING_PAYOUT screening')
    screener.answer(screener.clear)
    expect(await release()).not.toHaveProperty('refused')
    await completes(order)
    const keys = screener.asked.flatMap(({ key }) => (key.startsWith(order.id) ? [key] : []))
    expect(new Set(keys)).toEqual(
      new Set([1, 2, 3].map((round) => `${order.id}:payout:1:${round}`)),
    )
  })
})

describe('a deposit', () => {
  const held = signed(({ key }) => ({ key, status: 'held', reason: 'case 4711' }))

  test('that is held shows the reason of the screener, and is credited once by concurrent releases', async () => {
    screener.answer(about(SUSPECT, held))
    const order = await paidBy(SUSPECT)
    await workOnce()
    const { key } = await world.heldDepositOf(order)
    expect(await world.heldDepositOf(order)).toMatchObject({
      state: 'hold',
      screener: 'vendor',
      reason: 'case 4711',
    })
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await releaseHeld(corridor.deps, key, 'reviewed')
        await Promise.all([screenDepositOnce(corridor.deps, key), workOnce()])
      }),
    )
    await completes(order)
    expect((await shownOf(order)).deposits).toMatchObject([{ outcome: 'counted' }])
    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
  })

  test('that was rejected is asked about again by a release, and a late answer of the round before counts no more', async () => {
    // The answer of round 2 must not come too late for the call.
    await world.apply(screener.section('vendor', 12))
    screener.answer(signed(({ key }) => ({ key, status: 'rejected', reason: 'listed' })))
    const order = await paidBy(SUSPECT)
    await workOnce()
    const { key } = await world.heldDepositOf(order)
    const late = Promise.withResolvers<() => void>()
    screener.answer((asked, received, response) =>
      late.resolve(() => screener.clear(asked, received, response)),
    )
    expect(await releaseHeld(corridor.deps, key, 'asked')).toMatchObject({
      state: 'asking',
      round: 2,
    })
    const asking = screenDepositOnce(corridor.deps, key)
    const answerLate = await late.promise
    screener.answer(held)
    // The screeners change while the answer of round 2 is on its way.
    await world.apply(screener.section('vendor2', 12))
    answerLate()
    await asking
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    await workOnce()
    const after = await world.heldDepositOf(order)
    await world.apply(screener.section())
    expect(after).toMatchObject({ state: 'hold', round: 3 })
  })

  test('that two workers ask about keeps the first answer, is no longer due, and a contradiction is logged', async () => {
    await world.apply(screener.section('vendor', 12))
    const waiting: ((status: string) => void)[] = []
    screener.answer((asked, received, response) =>
      waiting.push((status) =>
        screener.signed(({ key }) => ({ key, status, reason: 'x' }))(asked, received, response),
      ),
    )
    const order = await paidBy(SUSPECT)
    const { key } = await world.heldDepositOf(order)
    const workers = []
    for (const asking of [1, 2]) {
      await forgetLeases()
      workers.push(screenDeposits(corridor.deps))
      await eventually('the worker asks', async () => waiting.length === asking)
    }
    screener.answer(screener.clear)
    waiting[0]?.('held')
    await eventually(
      'the first answer is stored',
      async () => (await world.heldDepositOf(order)).state === 'hold',
    )
    waiting[1]?.('clear')
    await Promise.all(workers)
    await forgetLeases()
    expect(await screenDeposits(corridor.deps)).toBe(0)
    await workOnce()
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'a screener gave two different answers',
        key,
        first: 'hold',
        second: 'clear',
      }),
    )
    await releaseHeld(corridor.deps, key, 'reviewed')
    await completes(order)
  })
})

test('a screener that does not answer is a problem for the doctor and the metrics; an answer ends it', async () => {
  screener.answer((_asked, _received, response) => response.destroy())
  const order = await paidBy(OTHER)
  await workOnce()
  const [health] = await corridor.deps.screeners.health()
  expect(health).toEqual({
    screener: 'vendor',
    problems: [expect.stringMatching(/^does not answer: no answer/)],
  })
  screener.answer(screener.clear)
  await completes(order)
  expect(await corridor.deps.screeners.health()).toEqual([{ screener: 'vendor', problems: [] }])
})

test('no log line names a sender or a beneficiary', async () => {
  expect(lines.length).toBeGreaterThan(0)
  const order = await corridor.order()
  for (const secret of [SUSPECT, OTHER, await beneficiaryOf(order)])
    expect(JSON.stringify(lines)).not.toContain(secret)
})
