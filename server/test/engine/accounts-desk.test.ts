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
import { deskAccount } from '../support/desk-accounts.ts'
import { newProgram } from '../support/desk.ts'
import { forFile } from '../support/for-file.ts'
import { advanceAll, runDueWork, stateOf } from '../support/orders.ts'
import { manualClock, testService } from '../support/service.ts'

const clock = manualClock()
const env = { CORRIDOR_SECRETS: newSecrets() }
/** The next answer of the rail of accounts is lost, after it has done what it was asked. */
let losesNext = false
const losing = (rail: Rail): Rail => ({
  ...rail,
  send: async (request, prepared) => {
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

test('a treasurer puts an account right, and never below zero', async () => {
  const credited = await correct({ direction: 'credit', amount: '1000.00' })
  expect(credited).toMatchObject({ status: 200, data: { available: '1000.00' } })
  expect((await correct({ direction: 'debit', amount: '400.00' })).data.available).toBe('600.00')
  const tooMuch = await correct({ direction: 'debit', amount: '600.01' })
  expect(tooMuch).toMatchObject({ status: 409, problem: { code: 'act_refused' } })
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
  expect(data.map(({ amount }) => amount)).toEqual(['-400.00', '1000.00'])
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
