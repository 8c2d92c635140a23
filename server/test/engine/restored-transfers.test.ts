// Transfers in a restored database. Their provider lists nothing, since nothing happened outside: what was paid out in the
// lost time is not paid again, and can be recorded.
import { beforeAll, expect, test } from 'vitest'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { advanceAll, stateOf } from '../support/orders.ts'
import { compare, depositFor, report, resumeAll, sentFor } from '../support/restored-orders.ts'
import {
  backUp,
  corridor,
  restore,
  sentBefore,
  useRestorableWorld,
  verified,
  work,
  world,
} from '../support/restored-service.ts'
import { applied } from '../support/operator-files.ts'
import { transfersAtPar } from '../support/transfers.ts'

useRestorableWorld()

let offering: string
beforeAll(async () => {
  await applied(corridor, transfersAtPar())
  const { organization, post } = corridor
  await post(`${organization}/external_payment_instruments`, {
    alias: 'Supplier',
    currency: 'USDC',
    method: 'SOLANA_ADDRESS',
    details: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
  })
  await corridor.deps.feeds.push()
  const { data } = await post<OfferingJson[]>(`${organization}/offerings`)
  offering =
    data.find(
      ({ payin, payout }) =>
        payin.external_payment_instrument.currency === payout.external_payment_instrument.currency,
    )?.id ?? ''
})

/** A transfer that is funded and, after the backup, paid out. */
async function paidAfter(transaction: string) {
  const order = await corridor.order((await corridor.quote(offering, '1000.00')).id)
  await report(corridor, depositFor(order, transaction, 1_000_000_000n))
  const backup = await backUp()
  await advanceAll(corridor)
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  await restore(backup)
  await compare(corridor)
  await resumeAll(corridor)
  expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX')
  return order
}

test('a transfer that was paid out after the backup is passed on again and paid once', async () => {
  const order = await paidAfter('transfer-1')
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await sentFor(world, order)).toEqual([`${order.id}:payout:1`])
  expect(await verified()).toBeUndefined()
})

test('an operator records such a payout, with the fill that nobody lists', async () => {
  const order = await paidAfter('transfer-2')
  await sentBefore(order, `${order.id}:payout:1`)
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await sentFor(world, order)).toEqual([`${order.id}:payout:1`])
  expect(await verified()).toBeUndefined()
})
