// After a month of orders, movements and a return, every account of the desk that the outside reports has the
// balance that the outside says.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { payOutAgain } from '../../src/engine/payouts/pay-again.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectDeskBalances } from '../../src/engine/treasury/desk-balances.ts'
import { actOnMovement, proposeMovement } from '../../src/engine/treasury/move.ts'
import { observeBalances } from '../../src/engine/treasury/observe-balances.ts'
import { forFile } from '../support/for-file.ts'
import { SHARED_CLABE, startConnectedService } from '../support/connected-service.ts'
import { eventually } from '../support/until.ts'
import { rowOf } from '../support/orders.ts'

const DAY_MS = 86_400_000
const BANK = 'rail:bank:example'
const EXCHANGE = 'provider:EXAMPLE'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const world = await forFile(startConnectedService({ secret }))

async function move(from: string, to: string, currency: string, minor: bigint): Promise<void> {
  const { deps } = world.corridor
  const grounds = { reason: 'a month of trading', evidence: null }
  const asked = { from_account: from, to_account: to, currency, amount_minor: minor }
  let movement = await proposeMovement(deps, { ...asked, value_date: null }, grounds)
  for (const act of ['approve', 'send', 'settle'] as const)
    movement = await actOnMovement(deps, movement, act, grounds)
}

/** USDC to pesos, or pesos to USDC. Returns the completed order. */
async function trade(payin: 'USDC' | 'MXN'): Promise<{ id: string }> {
  const { corridor, connector, reaches } = world
  const { id: offeringId } = await corridor.offering(payin, payin === 'USDC' ? 'MXN' : 'USDC')
  const order = await corridor.order((await corridor.quote(offeringId, '1000.00')).id)
  if (payin === 'USDC') await corridor.fund(order.id)
  else
    await connector.control('POST', '/deposits', {
      account: SHARED_CLABE,
      currency: 'MXN',
      amount: order.payin.total,
      reference: order.reference_number,
    })
  await reaches(order.id, 'STEP_4_COMPLETED', true)
  return order
}

test('the desk accounts agree with bank and exchange after a month', async () => {
  const { corridor, connector } = world
  // Opening balances of the bank and the exchange.
  await move('treasury', BANK, 'MXN', 10_000_000_00n)
  await move('treasury', EXCHANGE, 'USDC', 1_000_000_000000n)
  await move('treasury', EXCHANGE, 'MXN', 1_000_000_00n)

  for (let day = 1; day <= 30; day++) {
    corridor.clock.advance(DAY_MS)
    const { id } = await trade(day % 3 === 0 ? 'MXN' : 'USDC')
    if (day === 10) {
      await connector.control('POST', '/returns', { key: `${id}:payout:1` })
      const present = () => rowOf(corridor, { id })
      await eventually('the return is recorded', async () => {
        const again = await payOutAgain(corridor.deps, await present(), null, 'a month of trading')
        return !('refused' in again)
      })
      await eventually('the order is paid again', async () => {
        corridor.clock.advance(1000)
        const payouts = await selectPayouts(corridor.deps.db, [await present()])
        return payouts.length === 2 && payouts.every(({ settled_at: at }) => at !== null)
      })
    }
    if (day % 7 === 0) {
      await connector.control('POST', '/transfers', {
        from: 'exchange',
        to: 'bank',
        currency: 'MXN',
        amount: '50000.00',
      })
      await move(EXCHANGE, BANK, 'MXN', 50_000_00n)
      await connector.control('POST', '/money', {
        place: 'exchange',
        currency: 'USDC',
        amount: '2500.00',
      })
      await move('treasury', EXCHANGE, 'USDC', 2_500_000000n)
    }
  }

  await observeBalances(corridor.deps)
  const reported = (await selectDeskBalances(corridor.deps.db)).filter(
    ({ observed_minor }) => observed_minor !== null,
  )
  expect(reported.map(({ account, currency }) => `${account} ${currency}`).toSorted()).toEqual([
    `${EXCHANGE} MXN`,
    `${EXCHANGE} USDC`,
    `${BANK} MXN`,
  ])
  for (const { account, currency, ledger_minor, observed_minor } of reported)
    expect(ledger_minor, `${account} in ${currency}`).toBe(observed_minor)
  expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
})
