// What is at a deposit address and no deposit goes back once: halts, holds, freezes, stops and restores keep it, and evidence
// ends what its rail cannot tell.
import { afterEach, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { fingerprintOf } from '../../src/parties/instruments/fingerprint.ts'
import { publicId } from '../../src/platform/ids.ts'
import { selectStray, upsertStrays } from '../../src/engine/strays/queries.ts'
import { sendReturns } from '../../src/engine/strays/send-returns.ts'
import type { LookUpAnswer } from '../../src/outside/rails/port.ts'
import type { Stray } from '../../src/outside/rails/strays-port.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, standingClock, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { changedRails } from '../support/rails.ts'
import { testService } from '../support/service.ts'

const SENDER = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

/** What the addresses hold, the keys that were sent, and the answer to each look-up. */
const chain = {
  held: [] as Stray[],
  sent: [] as string[],
  answer: { state: 'unknown' } as LookUpAnswer,
}
const clock = standingClock()
const corridor = await forFile(
  testService({
    env: { CORRIDOR_EVIDENCE_AFTER_HOURS: '1' },
    clock,
    worker: false,
    replace: ({ rails }) => ({
      rails: changedRails(rails, (rail) => ({
        ...rail,
        strays: {
          held: async () => chain.held,
          prepare: async (key) => key,
          async send(key) {
            chain.sent.push(key)
            return { state: 'pending' }
          },
          lookUp: async () => chain.answer,
        },
      })),
    }),
  }),
)
const tess = await newPerson({ corridor, clock }, 'tess', 'treasurer')
const olaf = await newPerson({ corridor, clock }, 'olaf', 'operator')
const cora = await newPerson({ corridor, clock }, 'cora', 'compliance')
afterEach(async () => {
  Object.assign(chain, { held: [], sent: [], answer: { state: 'unknown' } })
  await updateApprovalRules(corridor.deps.db, [])
  await sql('delete from halts')
})

const sql = async (text: string, values: unknown[] = []) =>
  (await corridor.database.owner.query(text, values)).rows

async function newStray() {
  await corridor.deps.feeds.push()
  const order = await corridor.order()
  const account = String(Object(order.funding_instructions.details)['address'])
  const stray = { account, orderId: order.id, asset: 'native', symbol: 'SOL', decimals: 9 }
  chain.held = [{ ...stray, units: 20_000_000n }]
  await upsertStrays(corridor.deps.db, 'sandbox', [account], chain.held, clock.now())
  const [row] = await sql('select id from strays where account = $1', [account])
  return { id: publicId('str', row.id), order }
}
type Told = Awaited<ReturnType<typeof newStray>>
const act = ({ id }: Told, name: string, body: object = {}, who = tess) =>
  who.act<{ status: string; id: string }>('POST', `/strays/${id}/${name}`, {
    reason: 'the sender asked',
    ...body,
  })
const giveBack = async (stray: Told) =>
  expect((await act(stray, 'return', { to: SENDER })).status).toBe(200)
async function sendDue(): Promise<string[]> {
  await sql('update strays set due_at = now() where due_at is not null')
  await sendReturns(corridor.deps)
  return chain.sent
}
const rowOf = async ({ id }: Told) => selectStray(corridor.deps.db, requireUuid('str', id))
const mark = (stray: Told, outcome: 'settled' | 'rejected') =>
  act(stray, 'mark-return', { outcome, evidence: 'letter 4711' }, olaf)
const items = async () =>
  (await olaf.act<{ subject: string }[]>('GET', '/queue?kind=stray')).data.map((one) => one.subject)

test('a return under way is stopped, and ends only by its rail or by evidence', async () => {
  const stray = await newStray()
  expect((await act(stray, 'stop-return', {}, olaf)).problem.detail).toContain('is OPEN')
  await giveBack(stray)
  expect((await mark(stray, 'rejected')).problem.detail).toContain('stop its return first')
  expect(await items()).not.toContain(stray.id)
  expect((await act(stray, 'stop-return', {}, olaf)).status).toBe(200)
  expect((await act(stray, 'stop-return', {}, olaf)).status).toBe(409)
  expect(await sendDue()).toEqual([])
  expect(await items()).toContain(stray.id)
  // It may be on its way: the rail decides as long as it can tell, and evidence counts after the hours of the setting.
  chain.answer = { state: 'pending' }
  expect((await mark(stray, 'rejected')).problem.detail).toContain('has not decided')
  chain.answer = { state: 'settled', reference: '5x' }
  expect((await mark(stray, 'rejected')).problem.detail).toContain('settled')
  chain.answer = { state: 'unknown' }
  expect((await mark(stray, 'rejected')).problem.detail).toContain('evidence counts from')
  clock.advance(3_700_000)
  expect((await mark(stray, 'rejected')).data).toMatchObject({ status: 'OPEN' })
  // The next one has another key, which nothing stops.
  const first = (await rowOf(stray))?.key
  await giveBack(stray)
  expect((await rowOf(stray))?.key).not.toBe(first)
  expect(await sendDue()).toEqual([(await rowOf(stray))?.key])
  chain.answer = { state: 'settled', reference: '5x' }
  await sendDue()
  expect(await rowOf(stray)).toMatchObject({ status: 'RETURNED', reference: '5x' })
})

test('a chain that contradicts the recorded outcome of a return keeps the stray until a person decides', async () => {
  const contradicted = async (outcome: 'settled' | 'rejected', answer: LookUpAnswer) => {
    const stray = await newStray()
    await giveBack(stray)
    await act(stray, 'stop-return', {}, olaf)
    clock.advance(3_700_000)
    expect((await mark(stray, outcome)).status).toBe(200)
    chain.answer = answer
    await sql('update rail_marks set due_at = now() where due_at is not null')
    await askMarked(corridor.deps)
    chain.answer = { state: 'unknown' }
    expect(await items()).toContain(stray.id)
    return stray
  }
  const gone = await contradicted('rejected', { state: 'settled', reference: '7z' })
  for (const [name, body] of [
    ['return', { to: SENDER }],
    ['dismiss', {}],
  ] as const)
    expect((await act(gone, name, body)).problem.detail, name).toContain('mark-return')
  expect((await mark(gone, 'settled')).data).toMatchObject({ status: 'RETURNED' })
  expect(await rowOf(gone)).toMatchObject({ reference: '7z' })
  expect(await items()).not.toContain(gone.id)

  const there = await contradicted('rejected', { state: 'settled', reference: '7z' })
  expect((await mark(there, 'rejected')).data).toMatchObject({ status: 'OPEN' })
  await giveBack(there)
  expect(await sendDue()).toEqual([(await rowOf(there))?.key])
  chain.answer = { state: 'settled', reference: '8z' }
  await sendDue()

  const stayed = await contradicted('settled', { state: 'rejected', code: 'displaced' })
  expect((await mark(stayed, 'rejected')).data).toMatchObject({ status: 'RETURNED' })
  expect(await items()).not.toContain(stayed.id)
})

test('a second return whose first one arrived after all is ended with evidence, and then the first is decided', async () => {
  const stray = await newStray()
  await giveBack(stray)
  await act(stray, 'stop-return', {}, olaf)
  clock.advance(3_700_000)
  expect((await mark(stray, 'rejected')).status).toBe(200)
  await giveBack(stray)
  const second = (await rowOf(stray))?.key
  expect(await sendDue()).toContain(second)
  chain.answer = { state: 'settled', reference: '7z' }
  await sql('update rail_marks set due_at = now() where due_at is not null')
  await askMarked(corridor.deps)
  chain.answer = { state: 'unknown' }
  chain.sent = []
  expect(await sendDue()).not.toContain(second)
  expect((await mark(stray, 'settled')).problem.detail).toContain('stop its return first')
  expect((await act(stray, 'stop-return', {}, olaf)).status).toBe(200)
  clock.advance(3_700_000)
  expect((await mark(stray, 'rejected')).data).toMatchObject({ status: 'OPEN' })
  expect((await act(stray, 'return', { to: SENDER })).problem.detail).toContain('mark-return')
  expect((await mark(stray, 'settled')).status).toBe(200)
  // Nothing is there.
  const { account = '' } = (await rowOf(stray)) ?? {}
  await upsertStrays(corridor.deps.db, 'sandbox', [account], [], clock.now())
  expect(await rowOf(stray)).toMatchObject({ status: 'GONE', contradicted_key: null })
  expect(await items()).not.toContain(stray.id)
})

test('evidence that a stopped return arrived ends it', async () => {
  const stray = await newStray()
  await giveBack(stray)
  await act(stray, 'stop-return', {}, olaf)
  expect((await mark(stray, 'settled')).data).toMatchObject({ status: 'RETURNED' })
  expect(await rowOf(stray)).toMatchObject({ reference: 'letter 4711' })
  expect((await mark(stray, 'rejected')).status).toBe(409)
  expect(await sendDue()).toEqual([])
})

test('halts, a freeze, and a hold of the organization or of the account keep it', async () => {
  const { deps } = corridor
  const stray = await newStray()
  await giveBack(stray)
  const by = (name: 'halt' | 'resume') => executionBy(deps, COMMAND, name, 'a test')
  const halted = await halt(deps, by('halt'), { what: 'sends', rail: 'sandbox', provider: null })
  await deps.halts.present('fresh')
  expect(await sendDue()).toEqual([])
  if (!('id' in halted)) throw new Error('nothing was halted')
  await resume(deps, by('resume'), halted.id)
  await deps.halts.present('fresh')
  const order = [requireUuid('ord', stray.order.id)]
  await sql('update orders set frozen_at = now() where id = $1', order)
  expect(await sendDue()).toEqual([])
  await sql('update orders set frozen_at = null where id = $1', order)
  const hold = async (name: 'hold' | 'release') => {
    const path = `/organizations/${corridor.sandbox.organization_id}/${name}`
    expect((await cora.act('POST', path, { reason: 'asked' })).status).toBe(200)
  }
  await hold('hold')
  expect(await sendDue()).toEqual([])
  await hold('release')
  // It was decided before the hold of the account.
  const account = fingerprintOf(deps.config.secrets, 'SOLANA_ADDRESS', { address: SENDER })
  await sql(
    `insert into account_holds (enterprise_id, fingerprint, placed_at) select id, $1, now() from enterprises limit 1`,
    [account],
  )
  expect(await sendDue()).toEqual([])
  await sql('update account_holds set released_at = now()')
  expect(await sendDue()).toHaveLength(1)
})

test('an account that the desk holds for another customer gets no stray, and every act still reaches it', async () => {
  const { deps } = corridor
  const OTHERS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const account = fingerprintOf(deps.config.secrets, 'SOLANA_ADDRESS', { address: OTHERS })
  const [{ id: wallet }] = await sql(
    `select id from external_payment_instruments where fingerprint = $1`,
    [account],
  )
  const hold = async (name: 'hold' | 'release') =>
    expect(
      (await cora.act('POST', `/instruments/${publicId('epi', wallet)}/${name}`, { reason: 'x' }))
        .status,
    ).toBe(200)
  const toOthers = (stray: Told, who = tess) => act(stray, 'return', { to: OTHERS }, who)
  // Returns of other tests may be due too.
  const sentOf = async (one: Told) => {
    const { key } = (await rowOf(one)) ?? {}
    return (await sendDue()).filter((sent) => sent === key).length
  }
  const stray = await newStray()
  await hold('hold')
  expect((await toOthers(stray)).problem.detail).toContain('on hold')
  expect(await rowOf(stray)).toMatchObject({ status: 'OPEN', key: null })

  // An approval that is open when the hold begins sends nothing.
  await hold('release')
  const second = await newPerson({ corridor, clock }, 'approver', 'treasurer')
  const rule = { act: 'stray.return', enterprise_id: null, from: null } as const
  await updateApprovalRules(deps.db, [{ ...rule, roles: ['treasurer'] }])
  const proposed = await toOthers(stray)
  expect(proposed.status).toBe(202)
  const approve = () =>
    second.act('POST', `/approvals/${proposed.data.id}/approve`, { reason: 'they wrote' })
  await hold('hold')
  expect((await approve()).status).toBe(409)
  expect(await rowOf(stray)).toMatchObject({ status: 'OPEN', key: null })
  await hold('release')
  // The hold has ended, and the approval is of the same stray.
  expect((await approve()).status).toBe(200)
  await updateApprovalRules(deps.db, [])

  // It is decided, and the hold comes before it is sent: it is stopped and decided otherwise.
  await hold('hold')
  expect(await sentOf(stray)).toBe(0)
  expect((await act(stray, 'stop-return', {}, olaf)).status).toBe(200)
  clock.advance(3_700_000)
  expect((await mark(stray, 'rejected')).data).toMatchObject({ status: 'OPEN' })
  expect((await toOthers(stray)).problem.detail).toContain('on hold')
  await giveBack(stray)
  expect(await sentOf(stray)).toBe(1)
  chain.answer = { state: 'settled', reference: '5x' }
  await sendDue()
  expect(await rowOf(stray)).toMatchObject({ status: 'RETURNED' })

  // What went before the hold is recorded during the hold.
  await hold('release')
  const gone = await newStray()
  chain.answer = { state: 'unknown' }
  chain.sent = []
  expect((await toOthers(gone)).status).toBe(200)
  expect(await sentOf(gone)).toBe(1)
  await hold('hold')
  expect(await sentOf(gone)).toBe(1)
  chain.answer = { state: 'settled', reference: '6x' }
  await sendDue()
  expect(await rowOf(gone)).toMatchObject({ status: 'RETURNED', reference: '6x' })
  await hold('release')
})

test('a second person approves a return and the record of its outcome', async () => {
  const stray = await newStray()
  const second = await newPerson({ corridor, clock }, 'second', 'treasurer')
  const rules = (['stray.return', 'stray.mark-return'] as const).map((name) => ({
    act: name,
    enterprise_id: null,
    from: null,
    roles: ['treasurer' as const],
  }))
  await updateApprovalRules(corridor.deps.db, rules)
  const approved = async (name: string, body: object, who: Person) => {
    const { status, data } = await act(stray, name, body, who)
    expect(status).toBe(202)
    return second.act('POST', `/approvals/${data.id}/approve`, { reason: 'the letter is there' })
  }
  expect((await approved('return', { to: SENDER }, tess)).status).toBe(200)
  await act(stray, 'stop-return', {}, olaf)
  const settled = { outcome: 'settled', evidence: 'letter 4711' }
  expect((await approved('mark-return', settled, olaf)).status).toBe(200)
  expect(await rowOf(stray)).toMatchObject({ status: 'RETURNED' })
})

test('a return that was decided before a restore and that the rail does not have waits for a person', async () => {
  // Business time is ahead of the database, as in a sandbox or after a step of the clock.
  clock.set(Date.now() + 86_400_000)
  const stray = await newStray()
  await giveBack(stray)
  await sql(
    `insert into halts (id, what, rail, cause, actor, reason, halted_at, resumed_at)
     values (gen_random_uuid(), 'sends', 'sandbox', 'restore', 'service', 'a test', now(), now())`,
  )
  // Returns of the first versions have no instant: they may be of the lost time too.
  const [{ returning_at: decidedAt }] = await sql(
    'select returning_at::text from strays where key = $1',
    [(await rowOf(stray))?.key],
  )
  await sql('update strays set returning_at = null where returning_at = $1::timestamptz', [
    decidedAt,
  ])
  expect(await sendDue()).toEqual([])
  expect(await items()).toContain(stray.id)
  await sql('update strays set returning_at = $1::timestamptz where returning_at is null', [
    decidedAt,
  ])
  // The lost time may have sent it elsewhere, and what is there now may be of somebody else.
  expect(await sendDue()).toEqual([])
  expect(await items()).toContain(stray.id)
  await act(stray, 'stop-return', {}, olaf)
  clock.advance(3_700_000)
  expect((await mark(stray, 'rejected')).data).toMatchObject({ status: 'OPEN' })
  await giveBack(stray)
  expect(await sendDue()).toHaveLength(1)
})
