// A deposit in suspense goes back to its sender once, whatever the rail, an operator or a crash does meanwhile.
import { afterEach, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { sendDepositReturns } from '../../src/engine/deposits/send-returns.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { fingerprintOf } from '../../src/parties/instruments/fingerprint.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { recordReturn } from '../../src/engine/returns/record-return.ts'
import { maySend } from '../../src/engine/sends/may-send.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { reportEntries } from '../support/rails.ts'
import { ledgerBalance } from '../support/orders.ts'

const SENDER = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const OTHER = { address: 'So11111111111111111111111111111111111111112' }
const elsewhere = { method: 'SOLANA_ADDRESS', details: OTHER, evidence: 'letter of the bank' }

const world = await forFile(exitsWorld())
const tess = await newPerson(world, 'tess', 'treasurer')
const olaf = await newPerson(world, 'olaf', 'operator')
afterEach(async () => {
  world.reset()
  await updateApprovalRules(world.corridor.deps.db, [])
  expect((await verifyLedger(world.corridor.deps.db)).difference).toBeUndefined()
})

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.corridor.database.owner.query<Row>(text, values)).rows

let number = 0
const report = (entry: RailEntry) => reportEntries(world.corridor, entry)
/** Takes up again what waits. */
async function again(): Promise<void> {
  await sql('update rail_entries set due_at = now() where due_at is not null')
  await report({ kind: 'invalid', transaction: `nothing ${number}`, index: 0, problem: 'none' })
}
async function inSuspense(sender: string | null = SENDER, amountMinor = 70_000_000n) {
  const transaction = `stray-${number++}`
  await report({
    kind: 'deposit',
    transaction,
    index: 0,
    account: 'desk',
    reference: null,
    sender,
    currency: 'USDC',
    amountMinor,
  })
  const [row] = await sql<{ id: Uuid<'dep'> }>('select id from deposits where transaction = $1', [
    transaction,
  ])
  if (row === undefined) throw new Error('the deposit was not recorded')
  return { id: publicId('dep', row.id), uuid: row.id, transaction }
}
type Deposit = Awaited<ReturnType<typeof inSuspense>>
const act = (deposit: Deposit, name: string, body: object = {}, who = tess) =>
  who.act<{ exit: string | null; shown?: object }>('POST', `/deposits/${deposit.id}/${name}`, {
    reason: 'statement 7',
    ...body,
  })
/** The rates stand still with the clock, which each person's enrolment moves. */
async function newOrder() {
  await world.corridor.deps.feeds.push()
  return world.corridor.order()
}
/** Sends what is due, after every wait. */
async function sendDue(): Promise<void> {
  await sql('update deposit_returns set due_at = now() where due_at is not null')
  await sendDepositReturns(world.corridor.deps)
}
type Back = { status: string; rail_key: string; rail: string | null; attempt: number }
const backOf = async ({ uuid }: Deposit): Promise<Back | undefined> =>
  (await sql<Back>('select * from deposit_returns where deposit_id = $1 order by id', [uuid])).at(
    -1,
  )
const exitOf = async ({ uuid }: Deposit) =>
  (await sql<{ exit: string | null }>('select exit from deposits where id = $1', [uuid]))[0]?.exit
const balance = (account: string) => ledgerBalance(world.corridor, account)
async function changeOf(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const names = ['rail:sandbox', 'suspense', 'written_off', 'rail_fee', 'receivable']
  const before = await Promise.all(names.map(balance))
  await work()
  const after = await Promise.all(names.map(balance))
  const changes = names.map((name, at) => [name, (after[at] ?? 0n) - (before[at] ?? 0n)] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
}
async function inFlight(): Promise<Deposit> {
  const deposit = await inSuspense()
  expect((await act(deposit, 'return')).status).toBe(200)
  world.script.answer = { state: 'pending' }
  await sendDue()
  expect(await backOf(deposit)).toMatchObject({ status: 'SENT', rail: 'sandbox' })
  return deposit
}

test('it goes to the account that the rail told, once, and has no other exit then', async () => {
  const changes = await changeOf(async () => {
    const deposit = await inSuspense()
    expect((await act(deposit, 'return', {}, olaf)).status).toBe(403)
    const answer = await act(deposit, 'return')
    expect([answer.status, answer.data.exit]).toEqual([200, 'returned'])
    for (const [name, body] of [
      ['return', {}],
      ['book', { from_account: 'treasury' }],
      ['write-off', {}],
    ] as const)
      expect((await act(deposit, name, body)).status, name).toBe(409)
    const order = await newOrder()
    expect((await act(deposit, 'assign', { order_id: order.id }, olaf)).status).toBe(409)
    await sendDue()
    await sendDue()
    const back = await backOf(deposit)
    expect(back).toMatchObject({ status: 'PROCESSED', rail: 'sandbox' })
    // The key follows from what the rail has: a restored service would send under the same.
    expect(back?.rail_key).toMatch(/^deposit:d[0-9a-f]{20}:return:1$/)
    expect(world.script.sent).toEqual([back?.rail_key])
    const { data } = await tess.act<{ deposit_id: string }[]>('GET', '/deposits/returns')
    expect(data[0]).toMatchObject({ deposit_id: deposit.id, status: 'PROCESSED', waits_for: null })
  })
  expect(changes).toEqual({})
})

test('an account that the operator names needs evidence, and is in no approval in plain text', async () => {
  const deposit = await inSuspense('ACME SA DE CV')
  expect((await act(deposit, 'return')).problem.detail).toContain('Give method and details')
  const without = { method: elsewhere.method, details: OTHER }
  expect((await act(deposit, 'return', without)).problem.detail).toContain('evidence')
  const wrong = { ...elsewhere, details: { address: 'nowhere' } }
  expect((await act(deposit, 'return', wrong)).problem.detail).toContain('details.address')
  const order = await newOrder()
  // The simulated rail hands out addresses that belong to nobody.
  await sql(`update orders set funding_rail = 'solana' where id = $1`, [uuidOf('ord', order.id)])
  const { method, details: ofDesk } = order.funding_instructions
  const own = { ...elsewhere, method, details: ofDesk }
  expect((await act(deposit, 'return', own)).problem.detail).toContain('of the desk')
  const rule = {
    act: 'deposit.return' as const,
    enterprise_id: null,
    roles: ['treasurer' as const],
  }
  const from = { currency: 'USDC', minor: '70000000' }
  await updateApprovalRules(world.corridor.deps.db, [{ ...rule, from }])
  const proposed = await act(deposit, 'return', elsewhere)
  expect(proposed.status).toBe(202)
  expect(JSON.stringify(proposed.data)).not.toContain(OTHER.address)
  await updateApprovalRules(world.corridor.deps.db, [])
  expect((await act(deposit, 'return', elsewhere)).status).toBe(200)
  const kept = await sql(`select r::text from deposit_returns r`)
  const trail = await sql(`select detail from audit_entries where act = 'deposit.return'`)
  expect(JSON.stringify([kept, trail])).not.toContain(OTHER.address)
  expect(JSON.stringify(trail)).toContain('letter of the bank')
  await sendDue()
  expect(await backOf(deposit)).toMatchObject({ status: 'PROCESSED' })
})

test('a rejected return puts it into suspense again, and the next one has another key', async () => {
  const deposit = await inSuspense()
  await act(deposit, 'return')
  world.script.answer = { state: 'rejected', code: 'AC04' }
  await sendDue()
  expect(await backOf(deposit)).toMatchObject({ status: 'FAILED', rejection_code: 'AC04' })
  expect(await exitOf(deposit)).toBeNull()
  world.script.answer = null
  expect((await act(deposit, 'return', elsewhere)).status).toBe(200)
  await sendDue()
  expect(await backOf(deposit)).toMatchObject({
    status: 'PROCESSED',
    rail_key: expect.stringMatching(/:return:2$/),
  })
})

test('a lost answer is asked for before it is sent again', async () => {
  const deposit = await inSuspense()
  await act(deposit, 'return')
  world.script.rail = 'silent'
  await sendDue()
  world.script.rail = 'answers'
  world.script.answer = { state: 'settled', reference: 'R-1' }
  await sendDue()
  expect(world.script.sent).toHaveLength(1)
  expect(await backOf(deposit)).toMatchObject({ status: 'PROCESSED', rail_reference: 'R-1' })
})

test('it is returned when its block is final, and sent again if a reorganization removes it', async () => {
  const deposit = await inSuspense()
  await act(deposit, 'return')
  world.script.answer = { state: 'settled', reference: 'R-1', isProvisional: true }
  // A chain needs a quarter of an hour. Nobody has to look at it meanwhile.
  for (let look = 0; look < 20; look++) await sendDue()
  expect(await backOf(deposit)).toMatchObject({ status: 'SENT', attempt: 0 })
  const { data } = await tess.act<{ subject: string }[]>('GET', '/queue?kind=deposit_return')
  expect(data).toEqual([])
  world.script.rail = 'unknown'
  await sendDue()
  world.script.rail = 'answers'
  const key = (await backOf(deposit))?.rail_key
  expect(world.script.sent).toEqual([key, key])
  world.script.answer = { state: 'settled', reference: 'R-2' }
  await sendDue()
  expect(await backOf(deposit)).toMatchObject({ status: 'PROCESSED', rail_reference: 'R-2' })
})

test('halts and holds of the account keep it, and a cap shows it in the queue', async () => {
  const { deps, database } = world.corridor
  const deposit = await inSuspense()
  const by = (name: 'halt' | 'resume') => executionBy(deps, COMMAND, name, 'a test')
  const halted = await halt(deps, by('halt'), { what: 'sends', rail: 'sandbox', provider: null })
  await deps.halts.present('fresh')
  await act(deposit, 'return')
  await sendDue()
  if (!('id' in halted)) throw new Error('nothing was halted')
  await resume(deps, by('resume'), halted.id)
  await deps.halts.present('fresh')
  const account = fingerprintOf(deps.config.secrets, 'SOLANA_ADDRESS', { address: SENDER })
  await database.owner.query(
    `insert into account_holds (enterprise_id, fingerprint, placed_at) select id, $1, now() from enterprises limit 1`,
    [account],
  )
  await sendDue()
  await sql('update account_holds set released_at = now()')
  await sql(
    `insert into outflow_caps (rail, currency, max_send_minor) values ('sandbox', 'USDC', 1)`,
  )
  await sendDue()
  expect(world.script.sent).toEqual([])
  const { data } = await tess.act<{ subject: string; facts: object }[]>(
    'GET',
    '/queue?kind=deposit_return',
  )
  expect(data).toMatchObject([{ subject: deposit.id, facts: { waits_for: 'outflow_limit' } }])
  await sql('delete from outflow_caps')
  await sendDue()
  expect(await backOf(deposit)).toMatchObject({ status: 'PROCESSED' })
})

test('a hold of the account also keeps a return that is prepared from being sent again', async () => {
  const deposit = await inFlight()
  world.script.sent.length = 0
  Object.assign(world.script, { answer: null, rail: 'unknown' })
  const account = fingerprintOf(world.corridor.deps.config.secrets, 'SOLANA_ADDRESS', {
    address: SENDER,
  })
  await sql(
    `insert into account_holds (enterprise_id, fingerprint, placed_at) select id, $1, now() from enterprises limit 1`,
    [account],
  )
  await sendDue()
  expect(world.script.sent).toEqual([])
  await sql('update account_holds set released_at = now()')
  await sendDue()
  expect(world.script.sent).toEqual([(await backOf(deposit))?.rail_key])
  world.reset()
  await sendDue()
})

test('an unsent return is withdrawn, and one in flight ends only by the rail or evidence', async () => {
  const unsent = await inSuspense()
  await act(unsent, 'return')
  expect((await act(unsent, 'stop-return')).status).toBe(200)
  expect(await backOf(unsent)).toMatchObject({ status: 'WITHDRAWN' })
  const order = await newOrder()
  expect((await act(unsent, 'assign', { order_id: order.id }, olaf)).status).toBe(200)

  const recalled = await inFlight()
  const key = (await backOf(recalled))?.rail_key ?? ''
  world.script.cancel = { state: 'pending' }
  expect((await act(recalled, 'stop-return')).status).toBe(200)
  expect(await maySend(world.corridor.deps.db, 'sandbox', key)).toBe('withheld')
  expect((await act(recalled, 'write-off')).status).toBe(409)
  world.script.cancel = { state: 'cancelled', code: 'recalled' }
  await sendDue()
  expect(await exitOf(recalled)).toBeNull()
  // The rail had executed it, took it back, and tells that later. The deposit does not come twice.
  const changes = await changeOf(() =>
    report({
      kind: 'return',
      transaction: `recalled-${recalled.transaction}`,
      index: 0,
      key,
      sendReference: null,
      currency: 'USDC',
      amountMinor: 70_000_000n,
      code: 'FOCR',
    }),
  )
  expect(changes).toEqual({})
  expect(
    await sql('select from rail_entries where problem is not null and transaction = $1', [
      `recalled-${recalled.transaction}`,
    ]),
  ).toEqual([])

  world.script.cancel = null
  const silent = await inFlight()
  const marked = { outcome: 'rejected', evidence: 'letter 4711' }
  expect((await act(silent, 'mark-return', marked)).problem.detail).toContain('stop its return')
  world.script.cancel = { state: 'impossible', reason: 'past the cut-off' }
  await act(silent, 'stop-return')
  world.script.rail = 'unknown'
  world.script.answer = null
  await sendDue()
  await sendDue()
  // It is not sent again although the rail refuses to cancel.
  expect(world.script.sent.filter((sent) => sent === key)).toHaveLength(1)
  world.script.answer = { state: 'settled', reference: 'R-9' }
  world.script.rail = 'answers'
  expect((await act(silent, 'mark-return', marked)).problem.detail).toContain('settled')
  world.script.answer = { state: 'pending' }
  expect((await act(silent, 'mark-return', marked)).problem.detail).toContain('has not decided')
  world.script.rail = 'unknown'
  expect((await act(silent, 'mark-return', marked)).status).toBe(200)
  world.script.rail = 'answers'
  expect(await exitOf(silent)).toBeNull()
})

/** A return that was sent and stopped, of which an operator records the outcome, and about which the rail is asked again. */
async function contradicted(
  outcome: 'settled' | 'rejected',
  meanwhile: (deposit: Deposit) => Promise<unknown> = async () => {},
): Promise<Deposit> {
  const deposit = await inFlight()
  await act(deposit, 'stop-return')
  Object.assign(world.script, { rail: 'unknown', answer: null })
  await sql(`update deposit_returns set stopped_at = stopped_at - interval '100 hours'`)
  const marked = { outcome, evidence: 'letter 4711' }
  expect((await act(deposit, 'mark-return', marked)).status).toBe(200)
  await meanwhile(deposit)
  const opposite =
    outcome === 'settled'
      ? { state: 'rejected', code: 'AC04' }
      : { state: 'settled', reference: 'R-7' }
  Object.assign(world.script, { rail: 'answers', answer: opposite })
  await sql('update rail_marks set due_at = now() where due_at is not null')
  await askMarked(world.corridor.deps)
  expect(await waiting(deposit)).toEqual(['contradiction'])
  Object.assign(world.script, { answer: null })
  return deposit
}
const waiting = async (deposit: Deposit) =>
  (
    await tess.act<{ subject: string; facts: { waits_for: string } }[]>(
      'GET',
      '/queue?kind=deposit_return',
    )
  ).data
    .filter(({ subject }) => subject === deposit.id)
    .map(({ facts }) => facts.waits_for)
const decide = (deposit: Deposit, outcome: 'settled' | 'rejected') =>
  act(deposit, 'mark-return', { outcome, evidence: 'the statement of March' })

test('a rail that says that a return arrived, which was recorded as rejected, keeps the deposit until a person decides', async () => {
  const changes = await changeOf(async () => {
    const deposit = await contradicted('rejected')
    const order = await newOrder()
    for (const [name, body, who] of [
      ['return', {}, tess],
      ['book', { from_account: 'treasury' }, tess],
      ['write-off', {}, tess],
      ['assign', { order_id: order.id }, olaf],
    ] as const)
      expect((await act(deposit, name, body, who)).problem.detail, name).toContain('mark-return')
    expect((await decide(deposit, 'settled')).data.exit).toBe('returned')
    expect(await backOf(deposit)).toMatchObject({ status: 'PROCESSED', rail_reference: 'R-7' })
    expect(await waiting(deposit)).toEqual([])
    expect((await decide(deposit, 'rejected')).status).toBe(409)
  })
  expect(changes).toEqual({})

  const kept = await contradicted('rejected')
  expect((await decide(kept, 'rejected')).data.exit).toBeNull()
  expect(await waiting(kept)).toEqual([])
  expect((await act(kept, 'write-off')).status).toBe(200)
})

test('a return that its rail rejected, although it was recorded as settled, is another deposit in suspense', async () => {
  const changes = await changeOf(async () => {
    const deposit = await contradicted('settled')
    expect((await decide(deposit, 'rejected')).status).toBe(200)
    const { rail_key: key = '' } = (await backOf(deposit)) ?? {}
    expect(await sql('select amount_minor, exit from deposits where address = $1', [key])).toEqual([
      { amount_minor: 70_000_000n, exit: null },
    ])
    expect(await waiting(deposit)).toEqual([])
  })
  // What came, went out, and is there still.
  expect(changes).toEqual({ 'rail:sandbox': 70_000_000n, suspense: -70_000_000n })
  const arrived = await contradicted('settled')
  expect((await decide(arrived, 'settled')).status).toBe(200)
  expect(await waiting(arrived)).toEqual([])
})

test('a deposit that left suspense before its rail answered is lost once more, in the ledger', async () => {
  const changes = await changeOf(async () => {
    const deposit = await contradicted('rejected', (gone) => act(gone, 'write-off'))
    expect((await decide(deposit, 'settled')).data.exit).toBe('written_off')
    expect(await waiting(deposit)).toEqual([])
    expect(await backOf(deposit)).toMatchObject({ status: 'PROCESSED', rail_reference: 'R-7' })
    const trail = await sql<{ detail: string }>(
      `select detail from audit_entries where act = 'deposit.mark-return' and subject = $1`,
      [deposit.id],
    )
    expect(trail.map(({ detail }) => detail).join(' ')).toContain('"applied":"twice"')
  })
  // It came, and went back. `unclaimed` has it too.
  expect(changes).toEqual({ written_off: 70_000_000n })
})

test('a deposit that an order got before its rail answered is owed by the payer of the order', async () => {
  const order = await newOrder()
  const changes = await changeOf(async () => {
    const deposit = await contradicted('rejected', (gone) =>
      act(gone, 'assign', { order_id: order.id }, olaf),
    )
    expect((await decide(deposit, 'settled')).status).toBe(200)
    expect(await waiting(deposit)).toEqual([])
  })
  expect(changes).toEqual({ receivable: 70_000_000n })
  const { data } = await tess.act<{ order_id: string; owed: object }[]>('GET', '/reversals')
  expect(data).toMatchObject([{ order_id: order.id, owed: { amount: '70.00' } }])
  const given = { reason: 'the payer does not answer', currency: 'USDC' }
  const done = await tess.act('POST', `/orders/${order.id}/reversal/write-off`, given)
  expect(done.status).toBe(200)
  expect((await tess.act<object[]>('GET', '/reversals')).data).toEqual([])
})

test('a deposit that was returned twice is lost once', async () => {
  const changes = await changeOf(async () => {
    const deposit = await contradicted('rejected', async (again) => {
      await act(again, 'return')
      Object.assign(world.script, { rail: 'answers', answer: null })
      await sendDue()
    })
    expect((await decide(deposit, 'settled')).data.exit).toBe('returned')
  })
  expect(changes).toEqual({ 'rail:sandbox': -70_000_000n, written_off: 70_000_000n })
})

test('a second return is not sent while the rail says that the first one arrived', async () => {
  const deposit = await contradicted('rejected', (again) => act(again, 'return'))
  const { rail_key: second = '' } = (await backOf(deposit)) ?? {}
  await sendDue()
  expect(world.script.sent).not.toContain(second)
  expect((await decide(deposit, 'settled')).problem.detail).toContain('stop its return first')
  expect((await act(deposit, 'stop-return')).status).toBe(200)
  expect((await decide(deposit, 'settled')).data.exit).toBe('returned')
})

test('a second return in flight whose first one arrived after all is ended with evidence, and then the first is decided', async () => {
  const deposit = await contradicted('rejected', async (again) => {
    await act(again, 'return')
    Object.assign(world.script, { rail: 'silent', answer: null })
    await sendDue()
  })
  const { rail_key: second } = (await backOf(deposit)) ?? {}
  // The rail never got the second one, and nothing is sent under its key any more.
  Object.assign(world.script, { rail: 'unknown', answer: null })
  expect((await act(deposit, 'stop-return')).status).toBe(200)
  await sql(`update deposit_returns set stopped_at = stopped_at - interval '100 hours'`)
  expect((await decide(deposit, 'rejected')).data.exit).toBeNull()
  expect(await backOf(deposit)).toMatchObject({ rail_key: second, status: 'FAILED' })
  expect((await decide(deposit, 'settled')).data.exit).toBe('returned')
  expect(await waiting(deposit)).toEqual([])
})

test('a return that comes back is another deposit in suspense, and not before it was settled', async () => {
  const changes = await changeOf(async () => {
    const deposit = await inFlight()
    const key = (await backOf(deposit))?.rail_key ?? ''
    const entry = { currency: 'USDC', amountMinor: 69_000_000n, code: 'AC04', sendReference: null }
    const transaction = `back-${deposit.transaction}`
    await report({ kind: 'return', transaction, index: 0, key, ...entry })
    const inRail = () => sql('select id, exit from deposits where transaction = $1', [transaction])
    expect(await inRail()).toEqual([])
    world.script.answer = { state: 'settled', reference: 'R-1' }
    await sendDue()
    await again()
    await again()
    expect(await inRail()).toMatchObject([{ exit: null }])
    // One of the second name is the same money or other money: a person knows.
    for (const [name, amountMinor] of [
      ['more', 70_000_001n],
      ['same', 69_000_000n],
      ['rest', 1_000_001n],
    ] as const) {
      const named = `${name}-${transaction}`
      await report({ kind: 'return', transaction: named, index: 0, key, ...entry, amountMinor })
      const [waiting] = await sql<{ problem: string | null }>(
        `select problem from rail_entries where transaction = $1`,
        [named],
      )
      expect(waiting?.problem, name).toContain('came back')
    }
  })
  expect(changes).toEqual({ 'rail:sandbox': 69_000_000n, suspense: -69_000_000n })
})

test('what comes back is at most what was sent, also if two processes take up parts at the same instant', async () => {
  for (let round = 0; round < 5; round++) {
    const deposit = await inFlight()
    const { rail_key: key = '' } = (await backOf(deposit)) ?? {}
    world.script.answer = { state: 'settled', reference: 'R-1' }
    await sendDue()
    const part = (index: number) => ({
      kind: 'return' as const,
      transaction: `part-${deposit.transaction}`,
      index,
      key,
      sendReference: null,
      currency: 'USDC',
      amountMinor: 42_000_000n,
      code: 'AC04',
    })
    const taken = await Promise.allSettled(
      [0, 1].map((index) => recordReturn(world.corridor.deps, 'sandbox', part(index))),
    )
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await sql('select id from deposits where address = $1', [key])).toHaveLength(1)
  }
})

test('a deposit that the rail takes back is not returned, or is the loss of the desk', async () => {
  const takenBack = (deposit: Deposit) =>
    report({
      kind: 'reversal',
      transaction: `reversal-${deposit.transaction}`,
      index: 0,
      ofTransaction: deposit.transaction,
      ofIndex: 0,
      code: 'R01',
    })
  const none = await changeOf(async () => {
    const deposit = await inSuspense()
    await act(deposit, 'return')
    await takenBack(deposit)
    await sendDue()
    expect(world.script.sent).toEqual([])
    expect(await backOf(deposit)).toMatchObject({ status: 'WITHDRAWN' })
  })
  expect(none).toEqual({})
  const loss = await changeOf(async () => {
    const deposit = await inFlight()
    const before = await balance('written_off')
    // Its outcome decides who bears it.
    await takenBack(deposit)
    expect(await balance('written_off')).toBe(before)
    world.script.answer = { state: 'settled', reference: 'R-1' }
    await sendDue()
    await again()
  })
  expect(loss).toEqual({ 'rail:sandbox': -70_000_000n, written_off: 70_000_000n })
})

test('a return that its rail never received is not sent once the deposit was taken back, and nothing is lost', async () => {
  const changes = await changeOf(async () => {
    const deposit = await inFlight()
    world.script.sent.length = 0
    Object.assign(world.script, { answer: null, rail: 'unknown' })
    await report({
      kind: 'reversal',
      transaction: `reversal-${deposit.transaction}`,
      index: 0,
      ofTransaction: deposit.transaction.toUpperCase(),
      ofIndex: 0,
      code: 'R01',
    })
    await sendDue()
    expect(world.script.sent).toEqual([])
    expect((await act(deposit, 'stop-return')).status).toBe(200)
    const rejected = { outcome: 'rejected', evidence: 'letter of the bank' }
    expect((await act(deposit, 'mark-return', rejected)).status).toBe(200)
    await again()
    expect(await sql('select loss_minor from deposits where id = $1', [deposit.uuid])).toEqual([
      { loss_minor: 0n },
    ])
  })
  expect(changes).toEqual({})
})

test('of concurrent exits exactly one wins', async () => {
  for (let round = 0; round < 6; round++) {
    const deposit = await inSuspense()
    const order = await newOrder()
    const asked = [
      act(deposit, 'return'),
      act(deposit, 'return', elsewhere),
      act(deposit, 'book', { from_account: 'treasury' }),
      act(deposit, 'write-off'),
      act(deposit, 'assign', { order_id: order.id }, olaf),
    ]
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
    await Promise.all([sendDue(), act(deposit, 'stop-return'), sendDue()])
    await sendDue()
    expect(world.script.sent.length).toBeLessThan(2)
    world.script.sent.length = 0
  }
})
