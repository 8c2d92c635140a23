// Exposure: a firm quote is a free option, so each route has a bound on an organization's unfunded orders.
// The insert of orders applies the bound. This file explains its refusals and corrects the open totals.
import type { Logger } from 'pino'
import type { Catalogue } from '../catalogue.ts'
import { inTransaction, rows, type Db, type Pool } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { Failure, failure } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { correctReservedTotals } from '../liquidity/reservation-queries.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import { correctVolumeUsed } from '../volume-limits/queries.ts'
import { correctOpenTotals, selectOpenTotal } from './open-total-queries.ts'

/** The refusal of an order that exceeds the bound; undefined if it fits now. */
export async function exposureFailure(
  deps: { db: Db; catalogue: Catalogue },
  quote: QuoteRow,
): Promise<Failure | undefined> {
  const { organization_id, route_id, payin_currency: currency } = quote
  const route = await deps.catalogue.route(
    { organizationId: organization_id, id: route_id },
    'fresh',
  )
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
 * The refusal of an order that exceeded the bound on every try and fitted at every check in between: other orders
 * compete for the same bound. Undefined if nothing is open, so that the bound cannot be the reason.
 */
export async function contentionFailure(
  db: Db,
  { organization_id, route_id }: QuoteRow,
): Promise<Failure | undefined> {
  if ((await selectOpenTotal(db, organization_id, route_id)) <= 0n) return undefined
  const detail = 'Other orders compete for the open total of this route. Send the request again.'
  return new Failure('exposure_limit_reached', detail, {}, undefined, { 'retry-after': '1' })
}

const LOCK_OPEN_TOTALS = statement(
  'lock_open_totals',
  [],
  `select pg_advisory_xact_lock(hashtext('open totals'))`,
)

/**
 * A background task that corrects open and reserved totals, and the counts of volume limits. During a rollout, processes
 * of the old version may change orders without their totals. After a rollout, a correction of a total means a defect.
 * The count of a new limit lacks orders that were being created when it was set.
 */
export async function keepOpenTotals({ db: pool, log }: { db: Pool; log: Logger }): Promise<void> {
  const { corrected, reserved, volumes } = await inTransaction(pool, async (db) => {
    await rows(db, LOCK_OPEN_TOTALS)
    return {
      corrected: await correctOpenTotals(db),
      reserved: await correctReservedTotals(db),
      volumes: await correctVolumeUsed(db),
    }
  })
  for (const { organization_id, currency, period, used_minor, ordered_minor } of volumes)
    log.warn(
      {
        organization: publicId('org', organization_id),
        period,
        currency,
        minorUnits: String(ordered_minor - used_minor),
      },
      'the count of a volume limit differed from its orders and was corrected',
    )
  for (const { provider, payin_currency, payout_currency, payout_minor } of reserved)
    log.error(
      {
        provider,
        pair: `${payin_currency}-${payout_currency}`,
        minorUnits: String(payout_minor),
      },
      'the reserved total of a provider differed from its orders and was corrected',
    )
  for (const { organization_id, route_id, open_minor } of corrected)
    log.error(
      {
        organization: publicId('org', organization_id),
        route: publicId('rt', route_id),
        minorUnits: String(open_minor),
      },
      'the open total of a route differed from its orders and was corrected',
    )
}
