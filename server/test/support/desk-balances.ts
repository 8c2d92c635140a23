// The desk's money in the ledger, and beside it what rails report.
import type { Deps } from '../../src/service/deps.ts'
import { selectDeskBalances } from '../../src/engine/treasury/desk-balances.ts'
import { actOnMovement, proposeMovement } from '../../src/engine/treasury/move.ts'
import { observeBalances } from '../../src/engine/treasury/observe-balances.ts'

const grounds = { reason: 'a test', evidence: null }

/** Records money that a rail had before the test began. */
export async function recordTopUp(
  deps: Deps,
  rail: string,
  currency: string,
  amountMinor: bigint,
): Promise<void> {
  let movement = await proposeMovement(
    deps,
    {
      from_account: 'treasury',
      to_account: `rail:${rail}`,
      currency,
      amount_minor: amountMinor,
      value_date: null,
    },
    grounds,
  )
  for (const act of ['approve', 'send', 'settle'] as const)
    movement = await actOnMovement(deps, movement, act, grounds)
}

/** What the rail reports now, less what the ledger says, by currency. */
export async function differencesOf(deps: Deps, rail: string): Promise<Record<string, bigint>> {
  await observeBalances(deps)
  return Object.fromEntries(
    (await selectDeskBalances(deps.db))
      .filter(
        ({ account, observed_minor }) => account === `rail:${rail}` && observed_minor !== null,
      )
      .map((one) => [one.currency, BigInt(one.observed_minor ?? 0) - BigInt(one.ledger_minor)]),
  )
}
