// Looks up the transactions that rails sent and posts the fees that no payout, refund or sweep reports: those of
// transactions that were reverted, cancelled or replaced, and of those that closed a gap.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newUuid } from '../../platform/ids.ts'
import { feePostings } from '../ledger/postings.ts'
import type { Gas, Rail, RelayedOutcome } from '../../outside/rails/port.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { feesToPost } from './fees-to-post.ts'
import {
  claimRelayedTransactions,
  selectOverpaid,
  updateRelayedTransactionsEnded,
} from './queries.ts'

type GasDeps = { db: Db; clock: Clock; log: Logger; rails: Pick<Rails, 'all'> }

const PAGE = 500
const RAIL_MS = 50_000

/** A background task. A failing rail is retried in the next round and delays no other rail. */
export async function accountForGas(deps: GasDeps): Promise<void> {
  await Promise.all(
    (await deps.rails.all()).map(async (rail) => {
      if (rail.gas === undefined) return
      try {
        await withTimeout(RAIL_MS, accountFor(deps, rail, rail.gas))
      } catch (error) {
        deps.log.warn({ err: error, rail: rail.name }, 'the gas of a rail could not be read')
      }
    }),
  )
}

async function accountFor(deps: GasDeps, rail: Rail, gas: Gas): Promise<void> {
  const noted = await claimRelayedTransactions(deps.db, rail.name, PAGE, deps.clock.now())
  if (noted.length === 0) return
  const outcomes = await gas.lookUp(noted)
  const ended = outcomes.flatMap((outcome, at) => {
    const one = noted[at]
    return one === undefined || outcome.state === 'pending' ? [] : [{ ...one, outcome }]
  })
  for (const [sender, own] of Map.groupBy(ended, (one) => one.sender))
    await post(
      deps,
      rail.name,
      gas,
      sender,
      own.map(({ transaction, outcome }) => ({ transaction, mined: minedOf(outcome) })),
    )
}

const minedOf = (outcome: RelayedOutcome) => (outcome.state === 'mined' ? outcome : null)

async function post(
  { db, clock }: GasDeps,
  rail: string,
  { currency, unitsPerMinor }: Gas,
  sender: string,
  ended: Parameters<typeof updateRelayedTransactionsEnded>[1]['ended'],
): Promise<void> {
  const overpaidBefore = await selectOverpaid(db, rail, sender)
  const mined = ended.flatMap((one) => one.mined ?? [])
  const { amountMinor, overpaidUnits } = feesToPost(overpaidBefore, unitsPerMinor, mined)
  const at = clock.now()
  const [posting] = amountMinor === 0n ? [] : feePostings(rail, null, { currency, amountMinor })
  await updateRelayedTransactionsEnded(
    db,
    {
      rail,
      sender,
      unitsPerMinor,
      ended,
      overpaidBefore,
      overpaidAfter: overpaidUnits,
      posted: posting === undefined ? null : { id: newUuid('posting', at), posting },
    },
    at,
  )
}
