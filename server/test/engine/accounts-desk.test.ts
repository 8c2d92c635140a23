// What the desk does to accounts of organizations: it holds, halts, puts right and sees them; and what a second process and a
// lost answer do.
import { expect, test } from 'vitest'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { accountsFile, deskAccount } from '../support/desk-accounts.ts'
import { newProgram } from '../support/desk.ts'
import { applied } from '../support/operator-files.ts'
import { forFile } from '../support/for-file.ts'
import { advanceAll, fillDue, rowOf, runDueWork, stateOf } from '../support/orders.ts'
import { manualClock, testService } from '../support/service.ts'

const clock = manualClock()
const env = { CORRIDOR_SECRETS: newSecrets() }
/** The next answer of the rail of accounts is lost, after it has done what it was asked. */
let losesNext = false
/** The next request to it is lost before it does anything. */
let losesBefore = false
const losing = (rail: Rail): Rail => ({
  ...rail,
  send: async (request, prepared) => {
    if (losesBefore && rail.name === 'accounts') {
      losesBefore = false
      throw new Error('the request is lost')
    }
    const answer = await rail.send(request, prepared)
    if (!losesNext || rail.name !== 'accounts') return answer
    losesNext = false
    throw new Error('the answer is lost')
  },
})
const corridor = await forFile(
  testService({
    clock,
    env,
    worker: false,
    replace: ({ rails }) => ({
      rails: { ...rails, all: async () => (await rails.all()).map(losing) },
    }),
  }),
)
const { organization, post, deps } = corridor
const desk = await deskAccount(corridor)
const treasurer = await newProgram(corridor, 'treasurer')
const compliance = await newProgram(corridor, 'compliance')
const reason = 'a test'
const by = (act: 'halt' | 'resume') => executionBy(deps, COMMAND, act, reason)
const verified = async () => (await verifyLedger(deps.db)).difference

const correct = (body: object) =>
  treasurer.act<{ available: string }>('POST', `/desk_accounts/${desk.account.id}/correct`, {
    counter_account: 'treasury',
    reason,
    ...body,
  })
const ordered = async (amount: string) => {
  await deps.feeds.push()
  const quote_id = (await corridor.quote(desk.from, amount)).id
  return post<OrderJson>(`${organization}/orders`, { quote_id })
}

test('a treasurer puts an account right, and one below zero pays nothing', async () => {
  const credited = await correct({ direction: 'credit', amount: '1000.00' })
  expect(credited).toMatchObject({ status: 200, data: { available: '1000.00' } })
  expect((await correct({ direction: 'debit', amount: '400.00' })).data.available).toBe('600.00')
  expect((await correct({ direction: 'debit', amount: '700.00' })).data.available).toBe('-100.00')
  expect(await ordered('10.00')).toMatchObject({
    status: 409,
    problem: { code: 'insufficient_funds', available: '-100.00', missing: '110.00' },
  })
  expect((await correct({ direction: 'credit', amount: '700.00' })).data.available).toBe('600.00')
  for (const counter_account of ['rail:accounts', 'customer:org_1', 'nothing'])
    expect((await correct({ direction: 'credit', amount: '1.00', counter_account })).status).toBe(
      409,
    )
  expect((await correct({ direction: 'credit', amount: '0.0000001' })).status).toBe(400)
  expect(await desk.available()).toBe('600.00')
  const { data } = await treasurer.act<{ amount: string }[]>(
    'GET',
    `/desk_accounts/${desk.account.id}/lines`,
  )
  expect(data.map(({ amount }) => amount)).toEqual(['700.00', '-700.00', '-400.00', '1000.00'])
  expect(await verified()).toBeUndefined()
})

test('the desk finds it by its number, and its ledger account has what it has', async () => {
  const number = desk.account.account_number
  const found = await treasurer.act<{ id: string }[]>('GET', `/desk_accounts?number=${number}`)
  expect(found.data.map(({ id }) => id)).toEqual([desk.account.id])
  const rows = await corridor.sql<{ minor: string }>`
    select (-sum(amount_minor))::text as minor from ledger_entries where account = ${`account:${number}`}`
  expect(rows).toEqual([{ minor: '600000000' }])
})

test('a held account pays nothing, and pays again after its release', async () => {
  const act = (verb: string) =>
    compliance.act('POST', `/instruments/${desk.account.id}/${verb}`, { reason })
  await deps.feeds.push()
  const quote_id = (await corridor.quote(desk.from, '10.00')).id
  expect((await act('hold')).status).toBe(200)
  const held = await post<OrderJson>(`${organization}/orders`, { quote_id })
  expect(held).toMatchObject({ status: 409, problem: { code: 'instrument_not_active' } })
  expect(await desk.available()).toBe('600.00')
  expect((await act('release')).status).toBe(200)
  const { data } = await ordered('10.00')
  await advanceAll(corridor)
  expect(await stateOf(corridor, data)).toBe('STEP_4_COMPLETED')
})

test('while its rail is halted an account pays nothing and nothing comes to it', async () => {
  const refunded = (await ordered('11.06')).data
  const rail = { what: 'sends', rail: 'accounts', provider: null } as const
  const halted = await halt(deps, by('halt'), rail)
  await deps.halts.present('fresh')
  expect(await ordered('10.00')).toMatchObject({
    status: 503,
    problem: { code: 'accounts_halted' },
  })
  const before = await desk.available()
  await runDueWork(corridor)
  expect(await desk.available()).toBe(before)
  expect(halted).toBeDefined()
  for (const { id } of await selectHalts(deps.db)) await resume(deps, by('resume'), id)
  await deps.halts.present('fresh')
  expect((await ordered('10.00')).status).toBe(201)
  await advanceAll(corridor)
  expect(await stateOf(corridor, refunded)).toMatch(/COMPLETED|REFUND_PROCESSED/)
  expect(await verified()).toBeUndefined()
})

test('two processes never pay the same unit', async () => {
  const other = await testService({ clock, env, worker: false, database: corridor.database })
  await correct({ direction: 'debit', amount: await desk.available() })
  await correct({ direction: 'credit', amount: '200.00' })
  await deps.feeds.push()
  await other.deps.feeds.push()
  const quotes = await Promise.all(
    Array.from({ length: 40 }, () => corridor.quote(desk.from, '10.00')),
  )
  const answers = await Promise.all(
    quotes.map(({ id: quote_id }, index) =>
      (index % 2 === 0 ? corridor : other).post(`${organization}/orders`, { quote_id }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201).length).toBe(20)
  expect(await desk.available()).toBe('0.00')
  await advanceAll(corridor)
  expect(await verified()).toBeUndefined()
  await other.stop()
})

test('a refund whose answer is lost comes to the account once', async () => {
  await correct({ direction: 'credit', amount: '911.06' })
  const { data: order } = await ordered('911.06')
  await advanceAll(corridor)
  losesNext = true
  for (let round = 0; round < 4; round += 1) {
    clock.advance(120_000)
    await runDueWork(corridor)
  }
  expect(losesNext).toBe(false)
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await desk.available()).toBe('911.06')
  expect(await verified()).toBeUndefined()
})

test('a payout to an account is recorded as settled once it came, and comes no more once it is rejected', async () => {
  await deps.feeds.push()
  const order = await corridor.order((await corridor.quote(desk.into, '4000000.00')).id)
  await corridor.fund(order.id)
  await fillDue(corridor)
  const row = await rowOf(corridor, order)
  const key = `${order.id}:payout:1`
  const before = await desk.available()
  losesBefore = true
  await advanceAll(corridor)
  expect(losesBefore).toBe(false)
  const { status } = await compliance.act('POST', `/orders/${order.id}/freeze`, { reason })
  expect(status).toBe(200)
  clock.advance(3_600_000)
  const marked = await treasurer.act('POST', `/orders/${order.id}/mark-payout`, {
    outcome: 'settled',
    evidence: 'seen on the account',
    reason,
  })
  expect(marked).toMatchObject({ status: 409, problem: { code: 'act_refused' } })
  expect(marked.text).toContain('it has not come to its account at the desk')
  await corridor.sql`update payouts set rejected_at = now(), rejection_code = 'a test'
    where organization_id = ${row.organization_id} and rail_key = ${key}`
  const rail = (await deps.rails.all()).find(({ name }) => name === 'accounts')
  const send = {
    key,
    method: 'DESK_ACCOUNT',
    currency: 'USDC',
    amountMinor: row.payout_total_minor,
    details: { account_number: desk.account.account_number },
    reference: order.reference_number,
  } as const
  expect(await rail?.send(send, '')).toMatchObject({ state: 'rejected' })
  expect(await desk.available()).toBe(before)
})

test('the rail keeps the currencies of its accounts', async () => {
  await expect(
    applied(corridor, accountsFile('{ enterprises: [Demo Enterprise], currencies: [EURC] }')),
  ).rejects.toThrow('accounts has accounts in USDC')
})
