// Entries of rails that cannot be taken up do not stand still: the queue shows them, and each has an act that ends it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { takeEntries } from '../../src/engine/entries/take-entries.ts'
import { newPerson, newProgram, openDesk, ratesArrive, type Person } from '../support/desk.ts'
import { runDueWork, ledgerBalance } from '../support/orders.ts'
import type { TestService } from '../support/service.ts'
import { reportEntries } from '../support/rails.ts'

let corridor: TestService
let treasurer: Pick<Person, 'act'>
let operator: Pick<Person, 'act'>
beforeAll(async () => {
  const desk = await openDesk()
  corridor = desk.corridor
  treasurer = await newPerson(desk, 'tess', 'treasurer')
  operator = await newProgram(corridor, 'operator')
  await ratesArrive(corridor)
})
afterAll(() => corridor.close())
afterEach(async () => {
  await updateApprovalRules(corridor.deps.db, [])
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await corridor.database.owner.query<Row>(text, values)).rows

let number = 0
const report = (...entries: RailEntry[]) => reportEntries(corridor, ...entries)
const returned = (
  more: Partial<Extract<RailEntry, { kind: 'return' }>>,
): Extract<RailEntry, { kind: 'return' }> => ({
  kind: 'return',
  transaction: `came back ${number++}`,
  index: 0,
  key: null,
  sendReference: 'a reference of nobody',
  currency: 'COP',
  amountMinor: 500n,
  code: 'AC04',
  ...more,
})
/** Reports the entry, tries it five times, and returns its id. */
async function stuck(entry: RailEntry): Promise<string> {
  const before = new Set(
    (await sql<{ id: string }>('select id from rail_entries')).map(({ id }) => id),
  )
  await report(entry)
  for (let round = 0; round < 5; round++) {
    await sql('update rail_entries set due_at = now() where due_at is not null')
    await takeEntries(corridor.deps)
  }
  const [row] = (await sql<{ id: Uuid<'entry'> }>('select id from rail_entries')).filter(
    ({ id }) => !before.has(id),
  )
  if (row === undefined) throw new Error('nothing was stored')
  return publicId('entry', row.id)
}
type Entry = { decision: string | null; problem: string | null }
const act = (id: string, name: string, body: object = {}, who = treasurer) =>
  who.act<Entry>('POST', `/rail_entries/${id}/${name}`, {
    reason: 'compared with the bank',
    ...(name === 'retry' ? {} : { evidence: 'statement 7, line 3' }),
    ...body,
  })
const queued = async (kind: string) =>
  (
    await treasurer.act<{ subject: string; facts: Record<string, unknown> }[]>(
      'GET',
      `/queue?kind=${kind}`,
    )
  ).data
const subjects = async () => (await queued('rail_entry')).map(({ subject }) => subject)
const balance = (account: string, currency: string) => ledgerBalance(corridor, account, currency)
async function paidOut() {
  const order = await corridor.order()
  await corridor.fund(order.id)
  await runDueWork(corridor)
  const [payout] = await sql<{ rail_key: string; amount_minor: bigint }>(
    'select rail_key, amount_minor from payouts where order_id = $1',
    [uuidOf('ord', order.id)],
  )
  if (payout === undefined) throw new Error(`${order.id} is not paid out`)
  return { order, ...payout }
}
const credit = (transaction: string): Extract<RailEntry, { kind: 'deposit' }> => ({
  kind: 'deposit',
  transaction,
  index: 0,
  account: 'desk',
  reference: null,
  sender: null,
  currency: 'USDC',
  amountMinor: 3_000_000n,
})
const reversalOf = (ofTransaction: string): RailEntry => ({
  kind: 'reversal',
  transaction: `recall ${number++}`,
  index: 0,
  ofTransaction,
  ofIndex: 0,
  code: 'R01',
})
const recorded = (transaction: string) =>
  sql<{ id: Uuid<'dep'>; is_back: boolean }>(
    'select id, reversed_at is not null as is_back from deposits where transaction = $1',
    [transaction],
  )
const isReturned = async ({ id }: OrderJson) =>
  (await sql(`select from returns where order_id = $1 and stage = 'whole'`, [uuidOf('ord', id)]))
    .length > 0

test('a return without a key is in the queue, and counts once an operator names the payment', async () => {
  const { order, rail_key: key, amount_minor: amountMinor } = await paidOut()
  const id = await stuck(returned({ amountMinor }))
  expect(await queued('rail_entry')).toMatchObject([
    {
      subject: id,
      facts: {
        reports: 'return',
        key: 'a reference of nobody',
        attempts: 6,
        problem_code: 'unknown_send',
      },
    },
  ])
  const unknown = await act(id, 'tie', { key: 'ord_none:payout:1' }, operator)
  expect(unknown.problem.detail).toContain('no payout, refund or returned deposit')
  expect((await act(id, 'tie', { key }, operator)).status).toBe(200)
  await takeEntries(corridor.deps)
  expect(await isReturned(order)).toBe(true)
  expect(await subjects()).toEqual([])
  expect((await act(id, 'deposit')).status).toBe(409)
})

test('a return above what was sent becomes a deposit in suspense, once, for as much as came', async () => {
  const { order, rail_key: key, amount_minor: sentMinor } = await paidOut()
  const id = await stuck(returned({ key, amountMinor: sentMinor + 1n }))
  const before = await balance('suspense', 'COP')
  const asked = await Promise.all([act(id, 'deposit'), act(id, 'deposit'), act(id, 'dismiss')])
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
  const won = asked.find(({ status }) => status === 200)
  const recorded = won?.data.decision === 'deposit' ? sentMinor + 1n : 0n
  expect(before - (await balance('suspense', 'COP'))).toBe(recorded)
  await sql('update rail_entries set due_at = now() where due_at is not null')
  await takeEntries(corridor.deps)
  expect(await isReturned(order)).toBe(false)
})

test('an invalid entry is dismissed with evidence, or recorded as the credit of the statement', async () => {
  const invalid = (): RailEntry => ({
    kind: 'invalid',
    transaction: `unreadable ${number++}`,
    index: 0,
    problem: 'the amount is no number',
  })
  const none = await stuck(invalid())
  expect((await act(none, 'retry', {}, operator)).status).toBe(409)
  expect((await act(none, 'dismiss')).data).toMatchObject({ decision: 'dismissed', problem: null })
  const credit = await stuck(invalid())
  expect((await act(credit, 'deposit')).problem.detail).toContain('give transaction')
  const told = { transaction: 'bank-1', account: 'desk', currency: 'USDC', amount: '7.00' }
  const wrong = await act(credit, 'deposit', { ...told, amount: '7.0000001' })
  expect(wrong.problem.detail).toContain('amount 7.0000001')
  expect((await act(credit, 'deposit', told)).status).toBe(200)
  const repeated = await stuck(invalid())
  expect((await act(repeated, 'deposit', told)).problem.detail).toContain('recorded already')
  await act(repeated, 'dismiss')
  const deposits = await queued('unmatched_deposit')
  expect(deposits).toContainEqual(
    expect.objectContaining({ facts: expect.objectContaining({ transaction: 'bank-1' }) }),
  )
  expect(await subjects()).toEqual([])
})

test('a reversal of an unknown deposit takes back the deposit that an operator names', async () => {
  await report(credit('stray'))
  const [deposit] = await sql<{ id: Uuid<'dep'> }>(
    `select id from deposits where transaction = 'stray'`,
  )
  const id = await stuck(reversalOf('strey'))
  const named = { deposit_id: deposit === undefined ? '' : publicId('dep', deposit.id) }
  expect((await act(id, 'tie', named, operator)).status).toBe(200)
  await takeEntries(corridor.deps)
  expect(
    await sql(`select from deposits where transaction = 'stray' and reversed_at is not null`),
  ).toHaveLength(1)
  expect(await subjects()).toEqual([])
})

test.each([
  ['dismissed', () => ['dismiss', {}] as const],
  ['of another deposit', (other: string) => ['tie', { deposit_id: other }] as const],
])('a deposit is recorded although a reversal named it that is %s', async (words, decision) => {
  const [other, later] = [`other, ${words}`, `later, ${words}`]
  await report(credit(other))
  const [row] = await recorded(other)
  const id = await stuck(reversalOf(later))
  const [name, body] = decision(row === undefined ? '' : publicId('dep', row.id))
  expect((await act(id, name, body)).status).toBe(200)
  await takeEntries(corridor.deps)
  expect(await recorded(other)).toMatchObject([{ is_back: name === 'tie' }])
  await report(credit(later))
  expect(await recorded(later)).toMatchObject([{ is_back: false }])
})

test('a rule from an amount covers what an entry moves', async () => {
  const id = await stuck(returned({ currency: 'USDC', amountMinor: 5_000_000_000n }))
  await updateApprovalRules(
    corridor.deps.db,
    (['entry.dismiss', 'entry.deposit'] as const).map((name) => ({
      act: name,
      enterprise_id: null,
      from: { currency: 'USDC', minor: '1000000000' },
      roles: ['treasurer'] as const,
    })),
  )
  expect(await act(id, 'dismiss')).toMatchObject({ status: 202 })
  const other = await stuck(returned({ currency: 'USDC', amountMinor: 1_000_000_000n }))
  expect((await act(other, 'deposit')).status).toBe(202)
  const small = await stuck(returned({ currency: 'USDC', amountMinor: 999_999_999n }))
  expect((await act(small, 'dismiss')).status).toBe(200)
})

test('a rule from an amount covers what an entry of an unknown amount moves', async () => {
  const unreadable = { transaction: `unreadable ${number++}`, index: 0, problem: 'no number' }
  const invalid = await stuck({ kind: 'invalid', ...unreadable })
  const recall = { transaction: `recall ${number++}`, index: 0, ofTransaction: 'x', ofIndex: 0 }
  const reversal = await stuck({ kind: 'reversal', ...recall, code: 'R01' })
  await updateApprovalRules(
    corridor.deps.db,
    (['entry.dismiss', 'entry.tie'] as const).map((name) => ({
      act: name,
      enterprise_id: null,
      from: { currency: 'USDC', minor: '1000000000' },
      roles: ['treasurer'] as const,
    })),
  )
  expect((await act(invalid, 'dismiss')).status).toBe(202)
  expect((await act(reversal, 'dismiss')).status).toBe(202)
  const tied = { deposit_id: 'dep_01jqe8m2x4fv5s0t6w7y8z9abc' }
  expect((await act(reversal, 'tie', tied, treasurer)).status).toBe(202)
})

test('the code of a problem is kept beside its sentence', async () => {
  const codes = () =>
    sql<{ problem_code: string | null }>(
      'select problem_code from rail_entries where problem is not null',
    )
  const { rail_key: key, amount_minor: amountMinor } = await paidOut()
  const more = await stuck(returned({ key, sendReference: null, amountMinor: amountMinor + 1n }))
  expect(await codes()).toContainEqual({ problem_code: 'more_than_sent' })
  // The words of the sentence decide nothing.
  await sql(
    `update rail_entries set problem = 'in other words' where problem_code = 'more_than_sent'`,
  )
  const told = (await queued('rail_entry')).find(({ subject }) => subject === more)
  expect(told?.facts).toMatchObject({ problem: 'in other words', problem_code: 'more_than_sent' })
})

test('an entry that a worker takes up just now is not decided', async () => {
  const id = await stuck(returned({}))
  await sql(
    `update rail_entries set claimed_until = now() + interval '1 minute' where problem is not null`,
  )
  for (const name of ['dismiss', 'deposit']) expect((await act(id, name)).status).toBe(409)
  await sql(`update rail_entries set claimed_until = now() where problem is not null`)
  expect((await act(id, 'dismiss')).status).toBe(200)
})

test('a refund of which a part came back is in the queue until the rest does', async () => {
  const order = await corridor.order()
  await corridor.fund(order.id)
  const late = Object(order.funding_instructions.details)['address'] ?? ''
  await report({
    kind: 'deposit',
    transaction: 'extra money',
    index: 0,
    account: late,
    reference: null,
    sender: null,
    currency: 'USDC',
    amountMinor: 4_000_000n,
  })
  await runDueWork(corridor)
  const [refund] = await sql<{ id: Uuid<'rf'>; rail_key: string }>(
    `select id, rail_key from refunds where order_id = $1 and status = 'PROCESSED'`,
    [uuidOf('ord', order.id)],
  )
  if (refund === undefined) throw new Error('nothing was refunded')
  const { rail_key: key } = refund
  const back = (amountMinor: bigint) => returned({ key, currency: 'USDC', amountMinor })
  await report(back(1_000_000n))
  await report(back(500_000n))
  expect(await queued('refund')).toMatchObject([
    {
      subject: publicId('rf', refund.id),
      facts: { waits_for: 'rest', returned: { amount: '1.50', currency: 'USDC' } },
    },
  ])
  await report(back(2_500_000n))
  expect(await queued('refund')).toMatchObject([{ facts: { waits_for: 'rejected' } }])
})
