// A rule from an amount covers every act that can move as much, whatever the amount of its order.
import { expect, test } from 'vitest'
import type { ActName } from '../../src/parties/acts/names.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, ratesArrive } from '../support/desk.ts'
import { rowOf } from '../support/orders.ts'
import { reportEntries } from '../support/rails.ts'

const desk = await forFile(openDesk())
const { corridor } = desk
const ben = await newPerson(desk, 'ben', 'operator')
await ratesArrive(corridor)

const from = { currency: 'USDC', minor: '1000000000' }
const cover = (...acts: ActName[]) =>
  updateApprovalRules(
    corridor.deps.db,
    acts.map((act) => ({ act, enterprise_id: null, from, roles: ['treasurer'] })),
  )

let number = 0
async function inSuspense(amountMinor: bigint): Promise<string> {
  const transaction = `astray-${number++}`
  const seen = { kind: 'deposit' as const, transaction, index: 0, account: 'nobody', amountMinor }
  const entry = { ...seen, reference: null, sender: null, currency: 'USDC' }
  await reportEntries(corridor, entry)
  const rows = await corridor.sql<{ id: never }>`select id from deposits
      where transaction = ${transaction}`
  return publicId('dep', rows[0]?.id ?? (transaction as never))
}

const orderOf = async (amount: string): Promise<OrderJson> =>
  corridor.order((await corridor.quote(undefined, amount)).id)
const assign = (deposit: string, order: OrderJson) =>
  ben.act('POST', `/deposits/${deposit}/assign`, { order_id: order.id, reason: 'by letter' })

async function refundOf(order: OrderJson): Promise<string> {
  const row = await rowOf(corridor, order)
  const rows = await corridor.sql<{ id: never }>`select id from refunds where order_id = ${row.id}`
  if (rows[0] === undefined) throw new Error('the order has no refund')
  return publicId('rf', rows[0].id)
}

test('the amount of an assignment is that of the deposit, however small the order', async () => {
  await cover('deposit.assign')
  const small = await orderOf('10.00')
  expect((await assign(await inSuspense(50_000_000_000n), small)).status).toBe(202)
  expect((await assign(await inSuspense(999_000_000n), small)).status).toBe(200)
  // The rest of a large order completes it.
  expect((await assign(await inSuspense(1_000_000n), await orderOf('2000.00'))).status).toBe(202)
})

test('a refund that is redirected or marked counts itself, and a freeze all that it holds', async () => {
  await cover()
  const order = await orderOf('10.00')
  expect((await assign(await inSuspense(100_911_150_000n), order)).status).toBe(200)
  await cover('order.redirect-refund', 'order.mark-refund', 'order.unfreeze', 'order.refund')
  const refund_id = await refundOf(order)
  const act = (name: string, body: object = {}) =>
    ben.act('POST', `/orders/${order.id}/${name}`, { reason: 'by letter', ...body })
  const { payin_instrument_id: instrument } = await rowOf(corridor, order)
  const external_payment_instrument_id = publicId('epi', instrument)
  const redirected = await act('redirect-refund', { refund_id, external_payment_instrument_id })
  expect(redirected.status).toBe(202)
  expect((await act('freeze')).status).toBe(200)
  // It is sent, and its rail has not told the outcome.
  await corridor.sql`update refunds set rail = 'sandbox'
      where order_id = ${(await rowOf(corridor, order)).id}`
  const marked = { refund_id, outcome: 'settled', evidence: 'letter 7' }
  expect((await act('mark-refund', marked)).status).toBe(202)
  expect((await act('unfreeze')).status).toBe(202)
  await corridor.sql`update orders
      set parked_reason = 'attempts', parked_at = created_at, frozen_at = null
      where id = ${(await rowOf(corridor, order)).id}`
  expect((await act('refund')).status).toBe(202)
})

test('an information request that freezes its order needs what a freeze needs', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'order.freeze', enterprise_id: null, from: null, roles: ['treasurer'] },
  ])
  const order = await orderOf('10.00')
  const ask = (more: object) =>
    ben.act('POST', `/organizations/${corridor.sandbox.organization_id}/information_requests`, {
      order_id: order.id,
      message: 'Please explain.',
      fields: [{ name: 'source', about: 'Where it is from.', type: 'text', required: true }],
      documents: [],
      deadline: new Date(desk.clock.realNow() + 86_400_000).toISOString(),
      reason: 'unusual amount',
      ...more,
    })
  expect((await ask({ hold_order: true })).status).toBe(202)
  expect((await rowOf(corridor, order)).frozen_at).toBeNull()
  expect((await ask({})).status).toBe(201)
})
