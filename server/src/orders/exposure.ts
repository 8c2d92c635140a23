// Exposure: what an organization has open and unfunded on a route is bounded, since a firm quote is a free option.
// The statement that creates orders applies the bound; this file explains its refusals and keeps the totals right.
import type { Logger } from 'pino'
import type { Catalogue } from '../catalogue.ts'
import { monotonicMs } from '../clock.ts'
import { inTransaction, rows, type Db, type Pool } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { Failure, failure } from '../errors.ts'
import { publicId } from '../ids.ts'
import { formatAmount } from '../money/decimal.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import { correctOpenTotals, selectOpenTotal } from './open-total-queries.ts'

const EVERY_MS = 600_000

/** The refusal of an order that does not fit; undefined where it fits now. */
export async function exposureFailure(
  deps: { db: Db; catalogue: Catalogue },
  quote: QuoteRow,
): Promise<Failure | undefined> {
  const { organization_id, route_id, payin_currency: currency } = quote
  const route = await deps.catalogue.route(organization_id, route_id, 'fresh')
  if (route === undefined) return undefined
  const maxMinor = route.max_open_total_minor
  const openMinor = await selectOpenTotal(deps.db, organization_id, route_id)
  if (openMinor + quote.payin_total_minor <= maxMinor) return undefined
  return failure('exposure_limit_reached', {
    currency,
    max_open_total: formatAmount(maxMinor, currency),
    open_total: formatAmount(openMinor, currency),
    remaining: formatAmount(openMinor < maxMinor ? maxMinor - openMinor : 0n, currency),
  })
}

/**
 * The refusal of an order that found no room at any try, and room at each look in between: others are created and end
 * at the bound all the time. Undefined where nothing is open, so that there was room.
 */
export async function contentionFailure(
  db: Db,
  { organization_id, route_id }: QuoteRow,
): Promise<Failure | undefined> {
  if ((await selectOpenTotal(db, organization_id, route_id)) <= 0n) return undefined
  const detail = 'Orders of this route come and go at its bound. Send the request again.'
  return new Failure('exposure_limit_reached', detail, {}, undefined, { 'retry-after': '1' })
}

const LOCK_OPEN_TOTALS = statement(
  'lock_open_totals',
  [],
  `select pg_advisory_xact_lock(hashtext('open totals'))`,
)

/**
 * A background task. While a new version is rolled out, processes of the version before create and change orders
 * without their totals. Later a correction means a defect.
 */
export function createOpenTotalKeeper(deps: { db: Pool; log: Logger }): () => Promise<void> {
  let nextMs = 0
  return async () => {
    if (monotonicMs() < nextMs) return
    nextMs = monotonicMs() + EVERY_MS
    const corrected = await inTransaction(deps.db, async (db) => {
      await rows(db, LOCK_OPEN_TOTALS)
      return correctOpenTotals(db)
    })
    for (const { organization_id, route_id, open_minor } of corrected)
      deps.log.error(
        {
          organization: publicId('org', organization_id),
          route: publicId('rt', route_id),
          minorUnits: String(open_minor),
        },
        'the open total of a route differed from its orders and was corrected',
      )
  }
}
