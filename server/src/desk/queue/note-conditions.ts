// A background task: notes balances that differ, liquidity that is nearly used up and rates that are old.
import type { Catalogue } from '../../engine/catalogue.ts'
import {
  earlierOf,
  instantAt,
  toTimestamp,
  type Clock,
  type Instant,
} from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectLimitUses } from '../../engine/liquidity/left.ts'
import { rateAges, type RateBoard } from '../../outside/liquidity/rates.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import { selectDeskBalances } from '../../engine/treasury/desk-balances.ts'
import { upsertConditions, type Condition } from './condition-queries.ts'

type ConditionDeps = {
  db: Db
  clock: Clock
  catalogue: Pick<Catalogue, 'providers'>
  rates: RateBoard
}

/** A payout under way explains a difference for minutes. */
const BALANCE_MS = 10 * 60_000
/** A feed may miss a few answers. Quotes are refused meanwhile. */
const RATE_MS = 60_000
/** Thousandths of a settlement limit. */
const MOSTLY_USED = 900

export async function noteConditions(deps: ConditionDeps): Promise<void> {
  const { db, clock } = deps
  const present = [
    ...(await balanceDifferences(db)),
    ...(await lowLiquidity(db)),
    ...(await staleRates(deps)),
  ]
  await upsertConditions(db, present, clock.now(), clock.realNow())
}

async function balanceDifferences(db: Db): Promise<Condition[]> {
  return (await selectDeskBalances(db)).flatMap((one): Condition[] => {
    if (one.observed_minor === null || one.observed_minor === one.ledger_minor) return []
    const amount = (minor: bigint) => formatSignedAmount(minor, one.currency)
    const [ledger, reported] = [BigInt(one.ledger_minor), BigInt(one.observed_minor)]
    return [
      {
        kind: 'balance_difference',
        subject: `${one.account}:${one.currency}`,
        facts: {
          account: one.account,
          currency: one.currency,
          ledger: amount(ledger),
          reported: amount(reported),
          difference: amount(reported - ledger),
        },
        graceMs: BALANCE_MS,
      },
    ]
  })
}

async function lowLiquidity(db: Db): Promise<Condition[]> {
  return (await selectLimitUses(db))
    .filter(({ used }) => used >= MOSTLY_USED)
    .map(({ provider, currency, used }) => ({
      kind: 'low_liquidity',
      subject: `${provider}:${currency}`,
      facts: { provider, currency, used_percent: String(Math.round(used / 10)) },
      graceMs: 0,
    }))
}

async function staleRates(deps: ConditionDeps): Promise<Condition[]> {
  const now = deps.clock.realNow()
  return (await rateAges(deps))
    .filter(({ ageMs, maxAgeMs }) => ageMs === undefined || ageMs > maxAgeMs)
    .map(({ provider, pair, ageMs }) => ({
      kind: 'stale_rate',
      subject: `${provider}:${pair}`,
      facts: {
        provider,
        pair,
        last_rate_at: ageMs === undefined ? null : instantBefore(now, ageMs),
      },
      graceMs: RATE_MS,
    }))
}

const instantBefore = (now: Instant, ageMs: number): string =>
  toTimestamp(earlierOf(now, instantAt(now - ageMs)))
