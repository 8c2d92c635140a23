// Two acts at once on money that came back, is in flight or is the desk's own, over HTTP, also while an approval is carried
// out: exactly one takes effect, and the ledger and the audit trail agree.
import { beforeEach, describe, expect, test } from 'vitest'
import { executionOf } from '../../src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { DEPLOYMENT } from '../../src/parties/audit/chain.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { publicId } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'
import { createUser } from '../../src/parties/operators/manage-users.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import type { Role } from '../../src/parties/operators/roles.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram, personOf, type Person } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { requireUuid } from '../support/ids.ts'
import { otherInstruments, placesOf } from '../support/places.ts'
import { reversalWorld } from '../support/reversals.ts'

const CALLERS = 5

type Program = Pick<Person, 'act'>
/** What is asked for: a path of the operator API and its body. */
type Ask = { by: readonly Program[]; path: string; body?: object }

const world = await forFile(exitsWorld())
const { corridor } = world
const many = (make: () => Promise<Program>) => Promise.all(Array.from({ length: CALLERS }, make))
const operators = await many(() => newProgram(corridor, 'operator'))
const treasurers = await many(() => newProgram(corridor, 'treasurer'))
// Keys that people made: they may propose and approve.
const proposer = await programOf('ana', 'treasurer')
const approvers = await Promise.all(
  Array.from({ length: CALLERS }, (_, at) => programOf(`approver-${at}`, 'operator')),
)
const places = placesOf(world, (order, name) => ask(0, on(order, name)))
const reversals = reversalWorld(corridor)
const others = await otherInstruments(world)
beforeEach(async () => {
  world.reset()
  await updateApprovalRules(world.corridor.deps.db, [])
})

/** A program whose key `login` made. */
async function programOf(login: string, role: Role): Promise<Program> {
  const { corridor } = world
  const { deps } = corridor
  const entry = { chain: DEPLOYMENT, actor: COMMAND, subject: '', reason: 'joins the desk' }
  const { user } = await createUser(
    deps,
    executionOf(deps, { ...entry, act: 'user.created' }, null),
    { login, role, enterpriseIds: null },
  )
  const { key } = await createOperatorKey(
    deps,
    executionOf(deps, { ...entry, act: 'operator_key.created' }, user.id),
    { label: `of ${login}`, role, enterpriseIds: null, expiresAt: null },
  )
  return personOf(corridor, login, '', key)
}

const on = (order: OrderJson, name: string, body: object = {}): Ask => ({
  by: operators,
  path: `/orders/${order.id}/${name}`,
  body,
})
const ofMovement = (id: string, step: string): Ask => ({
  by: treasurers,
  path: `/movements/${id}/${step}`,
})

async function ask(caller: number, { by, path, body }: Ask) {
  const who = by[caller]
  if (who === undefined) throw new Error(`there is no caller ${caller}`)
  const { status, text } = await who.act('POST', path, { reason: `caller ${caller}`, ...body })
  return { path, status, text }
}

/** Five callers of each at once. The paths that were answered 200. */
async function race(...asks: readonly Ask[]): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, caller) => caller).flatMap((caller) =>
      asks.map((one) => ask(caller, one)),
    ),
  )
  for (const { status, text } of answers) expect([200, 409], text).toContain(status)
  const { deps } = world.corridor
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
  expect((await verifyAudit(deps.db, [])).faults).toEqual([])
  return answers.filter(({ status }) => status === 200).map(({ path }) => path)
}

/** The entries of acts on a subject that callers of a race carried out. */
async function actsOn(subject: string): Promise<string[]> {
  const rows = await world.corridor.sql<{ act: string }>`select act from audit_entries
      where subject = ${subject} and reason like 'caller %' order by number`
  return rows.map(({ act }) => act)
}
async function expectOne(subject: string, before: number, ...asks: readonly Ask[]): Promise<void> {
  const done = await race(...asks)
  expect(done, done.join(', ')).toHaveLength(1)
  expect(await actsOn(subject)).toHaveLength(before + 1)
}
const actsBefore = async (subject: string) => (await actsOn(subject)).length

const refundOf = async (order: OrderJson): Promise<string> => {
  const refund = await places.refundOf(order)
  if (refund === undefined) throw new Error(`${order.id} has no refund`)
  return publicId('rf', refund.id)
}
const elsewhere = (order: OrderJson) =>
  on(order, 'pay-elsewhere', { external_payment_instrument_id: others.account.id })
const markPayout = (order: OrderJson, outcome: string) =>
  on(order, 'mark-payout', { outcome, evidence: 'letter 4711' })

describe('of a payout that came back', () => {
  test.each([
    ['pay-again', 'refund'],
    ['pay-elsewhere', 'refund'],
    ['pay-again', 'pay-elsewhere'],
  ])('exactly one of %s and %s takes effect', async (...names) => {
    const order = await places.cameBack()
    const asks = names.map((name) =>
      name === 'pay-elsewhere' ? elsewhere(order) : on(order, name),
    )
    await expectOne(order.id, 0, ...asks)
  })
})

describe('of a payout in flight', () => {
  test('exactly one outcome is recorded', async () => {
    const order = await places.frozen(await places.payoutUnknown())
    const before = await actsBefore(order.id)
    await expectOne(order.id, before, markPayout(order, 'settled'), markPayout(order, 'rejected'))
  })

  test('exactly one of release and mark-payout takes effect', async () => {
    const order = await world.funded()
    await places.silently('rail', 17)
    await expectOne(order.id, 0, on(order, 'release'), markPayout(order, 'settled'))
  })
})

describe('of a refund', () => {
  test('in flight exactly one outcome is recorded', async () => {
    const order = await places.frozen(await places.refundUnknown())
    const refund_id = await refundOf(order)
    const before = await actsBefore(order.id)
    const mark = (outcome: string) =>
      on(order, 'mark-refund', { outcome, evidence: 'letter 4711', refund_id })
    await expectOne(order.id, before, mark('settled'), mark('rejected'))
  })

  test('that is redirected while it is sent, one instruction reaches the rail', async () => {
    const order = await places.ended('refund')
    world.reset()
    const refund_id = await refundOf(order)
    const redirect = on(order, 'redirect-refund', {
      refund_id,
      external_payment_instrument_id: others.wallet.id,
    })
    const before = await actsBefore(order.id)
    const [done] = await Promise.all([race(redirect), world.sendRefunds(), world.sendRefunds()])
    await world.sendRefunds()
    expect(await actsOn(order.id)).toHaveLength(before + done.length)
    const rows = await world.corridor.sql`select status, count(*)::int as refunds from refunds
        where order_id = ${requireUuid('ord', order.id)} group by status`
    expect(rows).toEqual([{ status: 'PROCESSED', refunds: 1 }])
    expect(new Set(world.script.sent.filter((key) => key.startsWith(order.id))).size).toBe(1)
  })
})

test('exactly one of received and write-off settles a reversal', async () => {
  const { order, deposit } = await reversals.funded()
  await reversals.work()
  await reversals.report(reversals.reversalOf(deposit))
  const settle = (how: string) => on(order, `reversal/${how}`, { currency: 'USDC' })
  await expectOne(order.id, 0, settle('received'), settle('write-off'))
  expect(await reversals.owedFor(order)).toBeUndefined()
})

describe('of a movement', () => {
  async function movement(...steps: readonly string[]): Promise<string> {
    const body = {
      from_account: 'rail:sandbox',
      to_account: 'treasury',
      currency: 'USDC',
      amount: '5.00',
      reason: 'prepared',
    }
    const [treasurer] = treasurers
    const { data } = (await treasurer?.act<{ id: string }>('POST', '/movements', body)) ?? {}
    if (data === undefined) throw new Error('there is no treasurer')
    for (const step of steps)
      await treasurer?.act('POST', `/movements/${data.id}/${step}`, { reason: step })
    return data.id
  }
  const postings = async (id: string) =>
    (
      await world.corridor.database.owner.query<{ postings: number }>(
        `select count(distinct posting_id)::int as postings from ledger_transfers
          where posting_id in (select (entry ->> 'posting_id')::uuid from treasury_movements,
                                      jsonb_array_elements(status_history) entry where id = $1)`,
        [requireUuid('mv', id)],
      )
    ).rows[0]?.postings

  test.each([
    [['approve', 'send'], 'settle', 'fail'],
    [['approve'], 'send', 'cancel'],
  ])('after %o exactly one of %s and %s takes effect', async (steps, one, two) => {
    const id = await movement(...steps)
    const before = (await postings(id)) ?? 0
    await expectOne(id, 0, ofMovement(id, one), ofMovement(id, two))
    expect((await postings(id)) ?? 0).toBeLessThanOrEqual(before + 1)
  })

  test('an approval that settles it and a failure at that moment: exactly one takes effect', async () => {
    const id = await movement('approve', 'send')
    await updateApprovalRules(world.corridor.deps.db, [
      { act: 'movement.settle', enterprise_id: null, from: null, roles: ['operator'] },
    ])
    const proposed = await proposer.act<{ id: string }>('POST', `/movements/${id}/settle`, {
      reason: 'the statement shows it',
    })
    expect(proposed.status).toBe(202)
    const settle = { by: approvers, path: `/approvals/${proposed.data.id}/approve` }
    await expectOne(id, 0, settle, ofMovement(id, 'fail'))
  })
})

describe('of an order whose refund was proposed', () => {
  async function proposal(): Promise<{ order: OrderJson; id: string }> {
    const order = await world.parkedForSlippage()
    world.reset()
    await updateApprovalRules(world.corridor.deps.db, [
      { act: 'order.refund', enterprise_id: null, from: null, roles: ['operator'] },
    ])
    const [first] = approvers
    const asked = await first?.act<{ id: string }>('POST', `/orders/${order.id}/refund`, {
      reason: 'asked by telephone',
    })
    if (asked?.status !== 202) throw new Error(`the refund was answered ${asked?.text}`)
    return { order, id: asked.data.id }
  }
  /** The others: nobody approves what he or she proposed. */
  const decide = (id: string, how: string): Ask => ({
    by: [...approvers.slice(1), ...approvers.slice(1)],
    path: `/approvals/${id}/${how}`,
  })

  test.each(['release', 'fail'])(
    'exactly one of its approval and %s takes effect',
    async (name) => {
      const { order, id } = await proposal()
      const done = await race(decide(id, 'approve'), on(order, name))
      // A failed order may be refunded, but not by an approval that saw it before.
      expect(done).toHaveLength(1)
      expect(await actsOn(order.id)).toHaveLength(1)
      const rows = await world.corridor.sql`select from refunds
          where order_id = ${requireUuid('ord', order.id)}`
      expect(rows).toHaveLength(done[0]?.endsWith('approve') === true ? 1 : 0)
    },
  )

  test('exactly one of approval and rejection takes effect, while a worker looks for work', async () => {
    const { order, id } = await proposal()
    const [done] = await Promise.all([
      race(decide(id, 'approve'), decide(id, 'reject')),
      advanceOrders(world.corridor.deps),
    ])
    expect(done).toHaveLength(1)
    const isApproved = done[0]?.endsWith('approve') === true
    expect(await actsOn(order.id)).toHaveLength(isApproved ? 1 : 0)
  })
})
