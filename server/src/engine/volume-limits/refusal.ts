// Explains why an order was refused for a volume limit. The statement that creates orders applies the limits.
import { instantAt, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { Failure, failure, retryLater } from '../../platform/errors.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import { selectVolumeLimits, type VolumeLimit } from './queries.ts'
import { remainingOf, volumeLimitView } from './view.ts'

type Ordered = Pick<
  QuoteRow,
  'organization_id' | 'payin_instrument_id' | 'payin_currency' | 'payin_total_minor'
>

const counts = (limit: VolumeLimit, quote: Ordered): boolean =>
  limit.currency === quote.payin_currency &&
  [quote.organization_id, quote.payin_instrument_id].some((id) => id === limit.subject_id)

/** The refusal of an order that exceeds a limit, the one with the least room; undefined if it fits now. */
export async function volumeFailure(
  db: Db,
  quote: Ordered,
  at: Instant,
): Promise<Failure | undefined> {
  const [tightest] = (await selectVolumeLimits(db, quote.organization_id, at))
    .filter((limit) => counts(limit, quote))
    .toSorted((a, b) => (remainingOf(a, at) < remainingOf(b, at) ? -1 : 1))
  return tightest === undefined || quote.payin_total_minor <= remainingOf(tightest, at)
    ? undefined
    : failure('volume_limit_reached', { volume_limit: volumeLimitView(tightest, at) })
}

/** Whether a limit counts orders from this quote. */
export const hasVolumeLimit = async (db: Db, quote: Ordered): Promise<boolean> =>
  (await selectVolumeLimits(db, quote.organization_id, instantAt(0))).some((limit) =>
    counts(limit, quote),
  )

/** The refusal of an order that did not fit on any try, and fitted at every check in between. */
export const volumeContention = (): Failure =>
  retryLater(
    'volume_limit_reached',
    1,
    'Other orders compete for a limit of the day or the month. Send the request again.',
  )
