// Refunds during a hold: an unsent refund waits, and a refund that may have been sent is looked up.
import { expect, test } from 'vitest'
import { NO_ID, publicId, uuidOf } from '../../src/platform/ids.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { redirectRefundOf } from '../../src/engine/refunds/redirect-refund.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram } from '../support/desk.ts'
import { stateOfAct } from '../support/open-acts.ts'
import { rowOf } from '../support/orders.ts'
import { changedRails } from '../support/rails.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { testService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

let isAnswerLost = false
let isDown = false
const corridor = await forFile(
  testService({
    worker: false,
    replace: ({ rails }) => ({
      rails: changedRails(rails, (rail) => ({
        ...rail,
        async prepare(request) {
          if (isDown) throw new Error('no rail serves the account any more')
          return rail.prepare(request)
        },
        async send(request, prepared) {
          const answer = await rail.send(request, prepared)
          if (isAnswerLost) throw new Error('the rail paid and its answer was lost')
          return answer
        },
      })),
    }),
  }),
)

/** An order cancelled after half of it was paid. */
async function cancelHalfPaidOrder() {
  const quote = await corridor.quote(undefined, '1911.09')
  const order = await corridor.order(quote.id)
  expect((await corridor.fund(order.id)).status).toBe(200)
  const cancel = `${corridor.organization}/orders/${order.id}/cancel`
  expect((await corridor.post(cancel, {}, { idempotencyKey: null })).status).toBe(200)
  return { order, payin: order.payin.external_payment_instrument.id }
}

const refundOf = async (orderId: string) =>
  (
    await corridor.sql<{ status: string; attempt: number }>`select status, attempt from refunds
      where order_id = ${uuidOf('ord', orderId)}`
  )[0]

const setStatus = (instrument: string, status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
  setInstrumentStatus(
    corridor.database.owner,
    {
      organizationId: requireUuid('org', corridor.sandbox.organization_id),
      id: requireUuid('epi', instrument),
    },
    status,
    corridor.clock.now(),
  )

async function sendRefundRounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    corridor.clock.advance(10 * 60_000)
    await sendRefunds(corridor.deps)
  }
}

test('a refund that may have been sent is looked up during a hold', async () => {
  const { order, payin } = await cancelHalfPaidOrder()
  isAnswerLost = true
  await sendRefundRounds(1)
  isAnswerLost = false
  expect(await refundOf(order.id)).toEqual({ status: 'PENDING', attempt: 1 })
  await setStatus(payin, 'COMPLIANCE_HOLD')
  await sendRefundRounds(1)
  expect((await refundOf(order.id))?.status).toBe('PROCESSED')
  await setStatus(payin, 'ACTIVE')
})

test('an unsent refund waits during a hold and is sent afterwards', async () => {
  const { order, payin } = await cancelHalfPaidOrder()
  await setStatus(payin, 'COMPLIANCE_HOLD')
  await sendRefundRounds(3)
  expect(await refundOf(order.id)).toEqual({ status: 'PENDING', attempt: 0 })
  await setStatus(payin, 'ACTIVE')
  await sendRefundRounds(1)
  expect((await refundOf(order.id))?.status).toBe('PROCESSED')
})

test('a refund that no rail could prepare goes to another account, and one that may have been sent does not', async () => {
  const redirected = async (orderId: string) => {
    const [refund] = (await selectWaitingRefunds(corridor.deps.db)).filter(
      ({ order_id: id }) => id === uuidOf('ord', orderId),
    )
    if (refund === undefined) throw new Error(`${orderId} has no waiting refund`)
    const to = refund.destination_instrument_id ?? NO_ID
    return redirectRefundOf(
      corridor.deps,
      await rowOf(corridor, { id: orderId }),
      refund.id,
      to,
      'a test',
    )
  }
  const { order } = await cancelHalfPaidOrder()
  isDown = true
  await sendRefundRounds(15)
  isDown = false
  expect(await refundOf(order.id)).toEqual({ status: 'PENDING', attempt: 15 })
  expect(await redirected(order.id)).not.toHaveProperty('refused')
  await sendRefundRounds(1)
  expect((await refundOf(order.id))?.status).toBe('PROCESSED')

  const { order: sent } = await cancelHalfPaidOrder()
  isAnswerLost = true
  await sendRefundRounds(1)
  isAnswerLost = false
  const row = await rowOf(corridor, sent)
  const [refund] = await selectRefunds(corridor.deps.db, [row])
  if (refund === undefined) throw new Error('the order has no refund')
  const to = row.payin_instrument_id
  expect(await redirectRefundOf(corridor.deps, row, refund.id, to, 'a test')).toHaveProperty(
    'refused',
  )
  await sendRefundRounds(1)
  expect((await refundOf(sent.id))?.status).toBe('PROCESSED')
})

test('an operator has a refund tried at once after an outage of its rail', async () => {
  const operator = await newProgram(corridor, 'operator')
  const { order } = await cancelHalfPaidOrder()
  isDown = true
  await sendRefundRounds(8)
  isDown = false
  const [refund] = await selectRefunds(corridor.deps.db, [await rowOf(corridor, order)])
  const id = publicId('rf', refund?.id ?? NO_ID)
  const retry = () => operator.act('POST', `/refunds/${id}/retry`, { reason: 'the rail is back' })
  await sendRefunds(corridor.deps)
  expect((await refundOf(order.id))?.status, 'its next attempt is later').toBe('PENDING')
  expect(await stateOfAct(operator, id, 'refund.retry')).toBe('open')
  expect((await retry()).status).toBe(200)
  await sendRefunds(corridor.deps)
  await sendRefundRounds(1)
  expect((await refundOf(order.id))?.status).toBe('PROCESSED')
  expect(await stateOfAct(operator, id, 'refund.retry')).toBe('other_state')
  expect((await retry()).problem).toMatchObject({ code: 'act_refused', closed: 'other_state' })
})
