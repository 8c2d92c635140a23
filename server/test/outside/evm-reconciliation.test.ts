// The statement of a chain against the ledger, with the real contract of USDC on a real node.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateOf, dayOf } from '../../src/desk/reconciliation/lines.ts'
import { noAnvil } from '../support/anvil.ts'
import { newProgram } from '../support/desk.ts'
import { startEvmService } from '../support/evm-service.ts'
import { manualClock } from '../support/service.ts'

/** When markets are open, in the days that the chain has. */
function lastWednesday(): number {
  const at = new Date()
  at.setUTCHours(17, 0, 0, 0)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 4) % 7))
  return at.getTime()
}

describe.skipIf(noAnvil !== undefined)('the movements on a chain', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  beforeAll(async () => {
    evm = await startEvmService({ clock: manualClock(lastWednesday()) })
  })
  afterAll(() => evm?.close())

  test('are matched with deposits and payouts; what the ledger does not know is a difference', async () => {
    const { usdc, payer, corridor, newOrder, addressOf, reaching, chain } = evm
    const paidIn = await newOrder('USDC', 'COP')
    await usdc.pay(addressOf(paidIn), 1_000_000_000n)
    await reaching(paidIn.id, 'STEP_4_COMPLETED')
    const paidOut = await newOrder('NGN', 'USDC', '1000000.00')
    await corridor.fund(paidOut.id)
    await reaching(paidOut.id, 'STEP_4_COMPLETED')
    await usdc.pay(payer, 7_000_000n)
    await chain.mine(5)

    const treasurer = await newProgram(corridor, 'treasurer')
    const now = dayOf(Date.now())
    const body = {
      account: 'rail:evm:base',
      currency: 'USDC',
      from: dateOf(now - 2),
      to: dateOf(now + 2),
      tolerance_days: '30',
      reason: 'the day',
    }
    type Made = { id: string; matched: object; differences: object }
    const made = await treasurer.act<Made>('POST', '/reconciliations/chain', body)
    expect([made.status, made.data]).toMatchObject([
      201,
      { matched: { matches: 2, there: 2, here: 2 }, differences: { missing_here: 2 } },
    ])
    // The payer had money before, and got some that nobody announced.
    const { data: differences } = await treasurer.act<{ amount: string; there: object[] }[]>(
      'GET',
      `/reconciliations/${made.data.id}/differences`,
    )
    expect(differences.map(({ amount }) => amount)).toEqual(['1000000.00', '7.00'])
    const again = await treasurer.act<Made>('POST', '/reconciliations/chain', body)
    expect([again.status, again.data.id]).toEqual([200, made.data.id])
  })

  test('of a rail that cannot tell them are refused', async () => {
    const treasurer = await newProgram(evm.corridor, 'treasurer')
    const { problem } = await treasurer.act('POST', '/reconciliations/chain', {
      account: 'rail:sandbox',
      currency: 'USDC',
      from: '2026-03-01',
      to: '2026-03-02',
      reason: 'the day',
    })
    expect(problem).toMatchObject({
      code: 'statement_unreadable',
      detail: expect.stringContaining('send its statement as a file'),
    })
  })
})
