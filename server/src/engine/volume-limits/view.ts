// The published form of a volume limit.
import type { Static } from 'typebox'
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import {
  choice,
  currency,
  decimal,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { periods, type VolumeLimit } from './queries.ts'

export const period = choice(periods, 'What it limits: a day or a month, in UTC.', {
  title: 'VolumePeriod',
})

export const volumeLimitSchema = exact(
  {
    external_payment_instrument_id: nullable(
      identifier('epi', 'The instrument.'),
      'The payin instrument that is limited. Null for a limit of the whole organization.',
    ),
    currency: currency('The payin currency that it limits.', 'USDC'),
    period,
    limit: decimal('The most that may be ordered in the period.', '50000.00'),
    raised_until: nullable(
      timestamp('An instant.'),
      'The desk raised `limit` until then. Null if it is the usual one.',
    ),
    used: decimal('What was ordered in the current period.', '12000.00'),
    remaining: decimal('What may still be ordered in it.', '38000.00'),
    starts_at: timestamp('When the current period began.'),
    ends_at: timestamp('When the next period begins.'),
  },
  {
    title: 'VolumeLimit',
    description: 'A limit for the payin totals of the orders that are created in a period.',
  },
)
export type VolumeLimitJson = Static<typeof volumeLimitSchema>

const isRaised = ({ raised_until }: VolumeLimit, at: Instant): boolean =>
  raised_until !== null && raised_until > at

const presentMinor = (row: VolumeLimit, at: Instant): bigint =>
  isRaised(row, at) && row.raised_minor !== null && row.raised_minor > row.limit_minor
    ? row.raised_minor
    : row.limit_minor

/** Zero if the limit is exceeded, for example because it was lowered. */
export function remainingOf(row: VolumeLimit, at: Instant): bigint {
  const left = presentMinor(row, at) - row.used_minor
  return left < 0n ? 0n : left
}

export const volumeLimitView = (row: VolumeLimit, at: Instant): VolumeLimitJson => ({
  external_payment_instrument_id: isInstrument(row) ? publicId('epi', row.subject_id) : null,
  currency: row.currency,
  period: row.period,
  limit: formatAmount(presentMinor(row, at), row.currency),
  raised_until:
    isRaised(row, at) && row.raised_until !== null ? toTimestamp(row.raised_until) : null,
  used: formatAmount(row.used_minor < 0n ? 0n : row.used_minor, row.currency),
  remaining: formatAmount(remainingOf(row, at), row.currency),
  starts_at: toTimestamp(row.starts_at),
  ends_at: toTimestamp(row.ends_at),
})

const isInstrument = (row: VolumeLimit): row is VolumeLimit & { subject_id: Uuid<'epi'> } =>
  row.subject_id !== row.organization_id
