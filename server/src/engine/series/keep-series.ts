// The worker's tasks that keep what charts show: summaries of orders and of the ledger, samples of rates, balances and open totals,
// and how long others take to answer.
import type { Clock } from '../../platform/clock.ts'
import { earlierOf, instantAt, later, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { RateBoard } from '../../outside/liquidity/rates.ts'
import type { Providers } from '../../outside/providers/view.ts'
import { selectDeskBalances } from '../treasury/desk-balances.ts'
import { deleteOldCallSums, upsertCallSums } from './call-queries.ts'
import type { CallSums } from './call-sums.ts'
import { deleteOldLedgerFlows, settleLedgerFlows } from './flow-queries.ts'
import { deleteOldOrderSums, selectSearchFrom, settleOrderSums } from './order-sum-queries.ts'
import {
  deleteOldSamples,
  upsertOpenTotalSamples,
  upsertBalanceSamples,
  upsertRateSamples,
  type RateSample,
} from './sample-queries.ts'
import { beginningOf } from './spans.ts'

const DAY_MS = 86_400_000
/** Months are kept forever. */
const KEPT_DAYS = { calls: 14, minutes: 35, hours: 100, days: 800 } as const

type SumDeps = { db: Db; clock: Clock }
type SampleDeps = SumDeps & { catalogue: Providers; rates: RateBoard; callSums: CallSums }

/** Returns 1 if there is more to add, so that a worker that was stopped catches up at once. */
export const keepOrderSums = async ({ db, clock }: SumDeps): Promise<number> =>
  (await settleOrderSums(db, clock.now())) ? 1 : 0

/** Like `keepOrderSums`. */
export const keepLedgerFlows = async ({ db }: SumDeps): Promise<number> =>
  (await settleLedgerFlows(db)) ? 1 : 0

/** Forgets what is older than its unit is kept, at most once an hour of the process. */
export function createSampler(): (deps: SampleDeps) => Promise<void> {
  let forgottenAt: Instant = instantAt(0)
  return async (deps) => {
    const { db, clock } = deps
    const now = clock.now()
    const samples = await freshRates(deps)
    const hour = beginningOf('hour', now)
    if (samples.length > 0)
      await upsertRateSamples(db, samples, { minutes: beginningOf('minutes', now), hour })
    await upsertCallSums(db, deps.callSums.take(), hour)
    await upsertBalanceSamples(db, await selectDeskBalances(db), hour)
    await upsertOpenTotalSamples(db, hour)
    if (hour === forgottenAt) return
    const before = (days: number) => later(now, -days * DAY_MS)
    const hours = before(KEPT_DAYS.hours)
    // Forget an hour only once no order of it can still be counted. A late order would bring it back with its own figures alone.
    const counted = later(await selectSearchFrom(db), -2 * DAY_MS)
    const sums = {
      hours: earlierOf(hours, counted),
      days: earlierOf(before(KEPT_DAYS.days), counted),
    }
    await deleteOldOrderSums(db, sums)
    await deleteOldLedgerFlows(db, sums)
    await deleteOldCallSums(db, before(KEPT_DAYS.calls))
    await deleteOldSamples(db, {
      minutes: before(KEPT_DAYS.minutes),
      hours: before(KEPT_DAYS.days),
      totals: hours,
    })
    forgottenAt = hour
  }
}

async function freshRates({ catalogue, rates }: SampleDeps): Promise<RateSample[]> {
  const providers = await catalogue.providers('cached')
  return [...providers.values()].flatMap((provider) =>
    provider.pairs.flatMap((pair) => {
      const rate = rates.current(provider.name, pair)
      const { payinCurrency, payoutCurrency } = pair
      return rate === undefined
        ? []
        : [{ provider: provider.name, payinCurrency, payoutCurrency, rate }]
    }),
  )
}
