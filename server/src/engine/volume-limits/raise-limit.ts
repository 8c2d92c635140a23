// Raises a volume limit for a while.
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Clock } from '../../platform/clock.ts'
import { fieldFailure } from '../../platform/errors.ts'
import { requireLater } from '../../platform/http/instants.ts'
import { publicId, writtenUuid } from '../../platform/ids.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { formatAmount, parseAmount } from '../../platform/money/decimal.ts'
import { updateRaisedVolume, type VolumeLimit } from './queries.ts'
import { volumeLimitView, type VolumeLimitJson } from './view.ts'

/** An approval lapses when the limit was changed or raised after the proposal. */
export const versionOf = ({ limit_minor, raised_minor, raised_until }: VolumeLimit): string =>
  [limit_minor, raised_minor, raised_until].join(' ')

/** The organization or instrument that is limited. */
export const subjectOf = ({ organization_id, subject_id }: VolumeLimit): string =>
  subject_id === organization_id
    ? publicId('org', organization_id)
    : publicId('epi', writtenUuid('epi', subject_id))

/** Returns the limit as it is now. */
export async function raiseVolumeLimit(
  { clock }: { clock: Clock },
  limit: VolumeLimit,
  { amount, until: text }: { amount: string; until: string },
  execution: Execution,
): Promise<VolumeLimitJson> {
  const at = clock.now()
  const until = requireLater('/until', text, at)
  const minor = raisedMinor(limit.currency, amount)
  if (minor <= limit.limit_minor) {
    const usual = formatAmount(limit.limit_minor, limit.currency)
    throw refused(`${amount} ${limit.currency} is not above the usual limit of ${usual}`)
  }
  const raised = { ...limit, raised_minor: minor, raised_until: until }
  const [before, after] = [volumeLimitView(limit, at), volumeLimitView(raised, at)]
  const result = await execution.commit(versionOf(limit), async (db) =>
    (await updateRaisedVolume(db, limit, minor, until))
      ? {
          result: after,
          subject: subjectOf(limit),
          detail: {
            currency: after.currency,
            period: after.period,
            before: { limit: before.limit, raised_until: before.raised_until },
            after: { limit: after.limit, raised_until: after.raised_until },
          },
        }
      : undefined,
  )
  if (result === undefined)
    throw refused(`the limit of ${subjectOf(limit)} has changed: read it again`)
  return result
}

/** Throws `invalid_request` for a text that is no amount of the currency. */
export function raisedMinor(currency: string, amount: string): bigint {
  if (!isCurrency(currency)) throw invalid('/currency', 'is not a known currency')
  const parsed = parseAmount(amount, currency)
  if (parsed.ok) return parsed.minor
  throw invalid('/amount', `must be an amount of ${currency} above zero`)
}

const invalid = (pointer: string, message: string) =>
  fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
