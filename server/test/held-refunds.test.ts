// A refund and a hold: what was never sent waits or goes elsewhere, and what may have been sent is asked about.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidOf } from '../src/ids.ts'
import { sendRefunds } from '../src/refunds/send-refunds.ts'
import { setInstrumentStatus } from './support/instrument-status.ts'
import { testService, type TestService } from './support/service.ts'

let corridor: TestService
let isAnswerLost = false
beforeAll(async () => {
  corridor = await testService({
    worker: false,
    rewire: ({ rails }) => {
      for (const rail of rails) {
        const send = rail.send.bind(rail)
        rail.send = async (request) => {
          const answer = await send(request)
          if (isAnswerLost) throw new Error('the rail paid and its answer was lost')
          return answer
        }
      }
    },
  })
})
afterAll(() => corridor.close())

/** A cancelled order of which half was paid. */
async function refundOfHalf() {
  const quote = await corridor.quote(undefined, '1911.09')
  const order = await corridor.order(quote.id)
  expect((await corridor.fund(order.id)).status).toBe(200)
  const cancel = `${corridor.organization}/orders/${order.id}/cancel`
  expect((await corridor.post(cancel, {}, { idempotencyKey: null })).status).toBe(200)
  return { order, payin: order.payin.external_payment_instrument.id }
}

const refundOf = async (orderId: string) =>
  (
    await corridor.database.owner.query<{ status: string; attempt: number }>(
      'select status, attempt from refunds where order_id = $1',
      [uuidOf('ord', orderId)],
    )
  ).rows[0]

const set = (instrument: string, status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
  setInstrumentStatus(
    corridor.database.owner,
    uuidOf('org', corridor.sandbox.organization_id) ?? '',
    uuidOf('epi', instrument) ?? '',
    status,
    corridor.clock.now(),
  )

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    corridor.clock.advance(10 * 60_000)
    await sendRefunds(corridor.deps)
  }
}

test('the outcome of a refund that may have been sent is asked for during a hold', async () => {
  const { order, payin } = await refundOfHalf()
  isAnswerLost = true
  await rounds(1)
  isAnswerLost = false
  expect(await refundOf(order.id)).toEqual({ status: 'PENDING', attempt: 1 })
  await set(payin, 'COMPLIANCE_HOLD')
  await rounds(1)
  expect((await refundOf(order.id))?.status).toBe('PROCESSED')
  await set(payin, 'ACTIVE')
})

test('a refund that was never sent stays where it is during a hold', async () => {
  const { order, payin } = await refundOfHalf()
  await set(payin, 'COMPLIANCE_HOLD')
  await rounds(3)
  expect(await refundOf(order.id)).toEqual({ status: 'PENDING', attempt: 0 })
  await set(payin, 'ACTIVE')
  await rounds(1)
  expect((await refundOf(order.id))?.status).toBe('PROCESSED')
})
