// Walks every cell of the table of docs/exits.md: each place where an order can be, and each act of an operator. An allowed
// act does what the table says, and the ledger agrees. Any other is refused and changes nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actRow } from '../../src/parties/acts/names.ts'
import { publicId } from '../../src/platform/ids.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { selectTransfers } from '../../src/engine/ledger/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { rolesWith } from '../../src/parties/operators/roles.ts'
import { newPerson, type Person } from '../support/desk.ts'
import { exitsWorld, type ExitsWorld } from '../support/exits.ts'
import { heldPayouts, markedPayouts } from '../support/held-payouts.ts'
import { requireUuid } from '../support/ids.ts'
import { listedActs } from '../support/open-acts.ts'
import { rowOf, stateOf } from '../support/orders.ts'
import { otherInstruments, placesOf } from '../support/places.ts'

let world: ExitsWorld
let places: ReturnType<typeof placesOf>
let operator: Person
let other: InstrumentJson
let wallet: InstrumentJson
beforeAll(async () => {
  world = await exitsWorld()
  places = placesOf(world, act)
  operator = await newPerson(world, 'operator', 'operator')
  const others = await otherInstruments(world)
  other = others.account
  wallet = others.wallet
})
afterAll(async () => {
  // After every exit from every place.
  const { owner } = world.corridor.database
  expect(await markedPayouts(owner), 'payout_held_since').toEqual(await heldPayouts(owner))
  await world.corridor.close()
})

/** What an allowed act leads to: the status, and whether the order is parked. */
const results = {
  'goes on': 'the status stays, and the order is not parked any more',
  waits: 'the status stays',
  declined: 'FAILED_DECLINED_BY_LIQ_PROVIDER',
  refunding: 'FAILED_REFUND_REQUESTED',
  refunded: 'FAILED_REFUND_PROCESSED',
  completed: 'STEP_4_COMPLETED',
} as const
type Result = keyof typeof results

const acts = [
  'release',
  'accept-loss',
  'provider',
  'fail',
  'refund',
  'pay-elsewhere',
  'pay-again',
  'redirect-refund',
  'send-kept',
  'mark-payout settled',
  'mark-payout rejected',
  'mark-refund settled',
  'mark-refund rejected',
  'cancel-payout',
  'cancel-refund',
  'freeze',
  'unfreeze',
] as const
type Act = (typeof acts)[number]

type Place = {
  name: string
  arrive(): Promise<OrderJson>
  exits: Partial<Record<Act, Result>>
}

const path = (order: OrderJson) => `${world.corridor.organization}/orders/${order.id}`
const act = (order: OrderJson, name: string, body: object = {}) =>
  operator.act('POST', `/orders/${order.id}/${name}`, { reason: 'the desk agreed', ...body })
const freeze = { freeze: 'waits' } as const
const table: readonly Place[] = [
  { name: 'awaits funding', arrive: () => world.corridor.order(), exits: freeze },
  { name: 'funded', arrive: () => world.funded(), exits: freeze },
  {
    name: 'parked for slippage',
    arrive: () => world.parkedForSlippage(),
    exits: {
      ...freeze,
      release: 'goes on',
      'accept-loss': 'goes on',
      provider: 'goes on',
      fail: 'declined',
      refund: 'refunding',
    },
  },
  {
    name: 'parked for attempts, a fill is unknown',
    async arrive() {
      const order = await world.funded()
      await places.silently('provider', 16)
      return order
    },
    exits: { ...freeze, release: 'goes on' },
  },
  {
    name: 'parked for a hold, not filled',
    arrive: async () => places.parkedForHold(await world.funded()),
    exits: { ...freeze, fail: 'declined', refund: 'refunding' },
  },
  { name: 'filled', arrive: () => places.filled(), exits: freeze },
  {
    name: 'filled, parked for a cap',
    arrive: async () => places.parkedNow(await places.filled(), 'outflow_limit'),
    exits: {
      ...freeze,
      release: 'goes on',
      fail: 'refunding',
      refund: 'refunding',
      'pay-elsewhere': 'goes on',
    },
  },
  {
    name: 'filled, parked for a hold',
    arrive: async () => places.parkedForHold(await places.filled()),
    exits: {
      ...freeze,
      fail: 'refunding',
      refund: 'refunding',
      'pay-elsewhere': 'goes on',
    },
  },
  {
    name: 'a payout is unknown',
    arrive: () => places.payoutUnknown(),
    exits: { ...freeze, 'cancel-payout': 'waits' },
  },
  {
    name: 'parked for attempts, a payout is unknown',
    async arrive() {
      const order = await world.funded()
      await places.silently('rail', 17)
      return order
    },
    exits: {
      ...freeze,
      release: 'goes on',
      'mark-payout settled': 'completed',
      'mark-payout rejected': 'refunding',
      'cancel-payout': 'goes on',
    },
  },
  { name: 'completed', arrive: () => places.completed(), exits: freeze },
  { name: 'a part of a payout came back', arrive: () => places.cameBack('half'), exits: freeze },
  {
    name: 'a payout came back',
    arrive: () => places.cameBack(),
    exits: { ...freeze, refund: 'refunding', 'pay-elsewhere': 'waits', 'pay-again': 'waits' },
  },
  {
    name: 'paid again, parked for a hold',
    async arrive() {
      const order = await places.cameBack()
      await act(order, 'pay-again')
      return places.parkedForHold(order)
    },
    exits: { ...freeze, refund: 'refunding', 'pay-elsewhere': 'goes on' },
  },
  {
    name: 'declined',
    arrive: () => places.ended('fail'),
    exits: { ...freeze, refund: 'refunding' },
  },
  {
    name: 'declined and retried',
    async arrive() {
      const order = await places.ended('fail')
      world.reset()
      const quote = await world.corridor.quote(order.offering_id, '900.00')
      await world.corridor.post(`${path(order)}/retry`, { quote_id: quote.id })
      return order
    },
    exits: freeze,
  },
  {
    name: 'cancelled',
    async arrive() {
      const order = await world.corridor.order()
      await world.corridor.post(`${path(order)}/cancel`, {}, { idempotencyKey: null })
      return order
    },
    exits: freeze,
  },
  {
    name: 'cancelled, keeps a small refund',
    arrive: () => places.keptSmall(),
    exits: { ...freeze, 'send-kept': 'refunding' },
  },
  {
    name: 'a refund was not sent',
    arrive: () => places.ended('refund'),
    exits: { ...freeze, 'redirect-refund': 'waits' },
  },
  {
    name: 'a refund is unknown',
    arrive: () => places.refundUnknown(),
    exits: { ...freeze, 'cancel-refund': 'waits' },
  },
  {
    name: 'a refund was rejected',
    arrive: () => places.refundRejected(),
    exits: { ...freeze, 'redirect-refund': 'waits' },
  },
  {
    name: 'refunded',
    async arrive() {
      const order = await places.ended('refund')
      world.reset()
      await world.sendRefunds()
      return order
    },
    exits: freeze,
  },
  {
    name: 'frozen, funded',
    arrive: async () => places.frozen(await world.funded()),
    exits: { unfreeze: 'waits' },
  },
  {
    name: 'frozen, parked for slippage',
    arrive: async () => places.frozen(await world.parkedForSlippage()),
    exits: { unfreeze: 'waits' },
  },
  {
    name: 'frozen, a payout is unknown',
    arrive: async () => places.frozen(await places.payoutUnknown()),
    exits: {
      unfreeze: 'waits',
      'cancel-payout': 'waits',
      'mark-payout settled': 'completed',
      'mark-payout rejected': 'refunding',
    },
  },
  {
    name: 'frozen, a refund is unknown',
    arrive: async () => places.frozen(await places.refundUnknown()),
    exits: {
      unfreeze: 'waits',
      'cancel-refund': 'waits',
      'mark-refund settled': 'refunded',
      'mark-refund rejected': 'waits',
    },
  },
]

async function carryOut(order: OrderJson, name: Act) {
  const [which = '', outcome] = name.split(' ')
  const payout = { external_payment_instrument_id: other.id }
  const refund = await places.refundOf(order)
  const refund_id =
    refund === undefined ? 'rf_01jqe8m2x4fv5s0t6w7y8z9abc' : publicId('rf', refund.id)
  const bodies: Record<string, object> = {
    'accept-loss': { amount: '1000000.00' },
    provider: { liquidity_provider: 'BETA' },
    'pay-elsewhere': payout,
    'redirect-refund': { refund_id, external_payment_instrument_id: wallet.id },
    'mark-payout': { outcome, evidence: 'letter 4711' },
    'mark-refund': { outcome, evidence: 'letter 4711', refund_id },
    'cancel-refund': { refund_id },
  }
  return act(order, which, bodies[which])
}

/** Without `sent-before`, which needs a restore, and the acts on debts. */
const exitsListed = async (order: OrderJson) =>
  (await listedActs(operator, order.id)).filter(({ act: one }) =>
    acts.some((name) => one === `order.${name.split(' ')[0] ?? ''}`),
  )

/** Everything about the order that an act could change. */
async function all(order: OrderJson): Promise<string> {
  const { rows } = await world.corridor.database.owner.query(
    `select (select to_jsonb(o) from orders o where id = $1)::text as o,
            (select jsonb_agg(f order by sequence) from fills f where order_id = $1)::text as f,
            (select jsonb_agg(p order by sequence) from payouts p where order_id = $1)::text as p,
            (select jsonb_agg(r order by id) from refunds r where order_id = $1)::text as r,
            (select jsonb_agg(t order by id) from ledger_transfers t where order_id = $1)::text as t,
            (select jsonb_agg(n order by version) from order_notes n where order_id = $1)::text as n,
            (select jsonb_agg(m order by key) from rail_marks m where order_id = $1)::text as m,
            (select count(*) from events where order_id = $1)::text as e,
            (select count(*) from audit_entries where subject = $2 and act <> 'refused')::text as a`,
    [requireUuid('ord', order.id), order.id],
  )
  return JSON.stringify(rows)
}

/** The ledger's postings of an act, by kind. */
const ledgerOf: Partial<Record<string, readonly string[]>> = {
  'filled, parked for a cap: fail': ['payout_ended'],
  'filled, parked for a cap: refund': ['payout_ended'],
  'filled, parked for a hold: fail': ['payout_ended'],
  'filled, parked for a hold: refund': ['payout_ended'],
  'a payout came back: refund': ['payout_ended'],
  'paid again, parked for a hold: refund': ['payout_ended'],
  'parked for attempts, a payout is unknown: mark-payout settled': ['payout'],
  'parked for attempts, a payout is unknown: mark-payout rejected': ['payout_rejected'],
  'frozen, a payout is unknown: mark-payout settled': ['payout'],
  'frozen, a payout is unknown: mark-payout rejected': ['payout_rejected'],
  'frozen, a refund is unknown: mark-refund settled': ['refund'],
}

const kindsOf = async (order: OrderJson) =>
  (await selectTransfers(world.corridor.deps.db, [await rowOf(world.corridor, order)])).map(
    ({ posting }) => posting,
  )

/** Nothing of an earlier cell is left to be done. */
async function clear(): Promise<void> {
  world.reset()
  const { owner } = world.corridor.database
  await owner.query(`update orders set frozen_at = null where frozen_at is not null`)
  await owner.query(
    `update external_payment_instruments set status = 'ACTIVE',
            status_history = status_history || jsonb_build_array(jsonb_build_object('status', 'ACTIVE', 'created_at', status_history -> -1 ->> 'created_at'))
      where status = 'COMPLIANCE_HOLD'`,
  )
  await world.advance()
  await world.sendRefunds()
  await world.advance()
  world.reset()
}

describe.each(table)('$name', ({ name, arrive, exits }) => {
  test('the list of open acts has these, and no other', async () => {
    await clear()
    const order = await arrive()
    const list = await exitsListed(order)
    const open = list.flatMap(({ act: one, is_open }) => (is_open ? [one] : []))
    const allowed = new Set(Object.keys(exits).map((one) => `order.${one.split(' ')[0] ?? ''}`))
    expect(open.toSorted()).toEqual([...allowed].toSorted())
  })

  test('each act that the table does not allow is refused and changes nothing', async () => {
    await clear()
    const order = await arrive()
    const before = await all(order)
    const list = await exitsListed(order)
    for (const one of acts) {
      if (exits[one] !== undefined) continue
      const answer = await carryOut(order, one)
      expect([one, answer.status, answer.problem.code]).toEqual([one, 409, 'act_refused'])
      const listed = list.find(({ act: name }) => name === `order.${one.split(' ')[0] ?? ''}`)
      const { closed, detail } = answer.problem
      expect([one, closed, detail]).toEqual([one, listed?.closed, listed?.detail])
      expect(detail, one).toContain(order.id)
      expect(await all(order), one).toBe(before)
    }
  })

  test.each(Object.entries(exits))('%s: %s', async (one, result) => {
    await clear()
    const order = await arrive()
    const before = await stateOf(world.corridor, order)
    const kinds = await kindsOf(order)
    const answer = await carryOut(order, acts.find((known) => known === one) ?? 'release')
    expect(answer.text).toMatch(/^\{"data"/)
    const [status = ''] = before.split(' ')
    const expected = result === 'waits' ? before : result === 'goes on' ? status : results[result]
    expect(await stateOf(world.corridor, order)).toBe(expected)
    const posted = [...new Set((await kindsOf(order)).slice(kinds.length))]
    expect(posted).toEqual(ledgerOf[`${name}: ${one}`] ?? [])
    expect((await verifyLedger(world.corridor.deps.db)).difference).toBeUndefined()
    expect((await rowOf(world.corridor, order)).frozen_at !== null).toBe(
      one === 'freeze' || (name.startsWith('frozen') && one !== 'unfreeze'),
    )
  })
})

describe('docs/exits.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/exits.md'), 'utf8')

  test('has the table that this test walks', () => {
    const columns = acts.filter((one) => !one.includes('freeze'))
    const rows = table.map(
      ({ name, exits }) =>
        `| ${name} | ${acts
          .flatMap((one) => (exits[one] === undefined ? [] : [`${one}: ${exits[one]}`]))
          .join('; ')} |`,
    )
    expect(page).toContain(['| Place | Acts |', '|---|---|', ...rows].join('\n'))
    expect(columns.length + 2).toBe(acts.length)
  })

  test('says who may do each act', () => {
    for (const name of new Set(acts.map((one) => one.split(' ')[0] ?? ''))) {
      const known = actNames.find((one) => one === `order.${name}`)
      if (known === undefined) throw new Error(`there is no act order.${name}`)
      const roles = rolesWith(actRow(known).right).join(', ')
      expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| .* \\| ${roles} \\|`))
    }
  })

  test('has this many cells', () => {
    expect(table.length * acts.length).toBe(442)
  })
})

const actNames = [
  'order.release',
  'order.accept-loss',
  'order.provider',
  'order.fail',
  'order.refund',
  'order.pay-elsewhere',
  'order.pay-again',
  'order.redirect-refund',
  'order.send-kept',
  'order.mark-payout',
  'order.mark-refund',
  'order.cancel-payout',
  'order.cancel-refund',
  'order.freeze',
  'order.unfreeze',
] as const
