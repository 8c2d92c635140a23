// The volume limits of an organization or an instrument: the most that may be ordered in a day and in a month, in UTC.
// Limits that a described block omits end; without a block they stay as they are.
import Type, { type Static } from 'typebox'
import { isCurrency } from '../../../../platform/money/currencies.ts'
import { formatAmount } from '../../../../platform/money/decimal.ts'
import type { OrganizationRow } from '../../../../parties/organizations/queries.ts'
import {
  periods,
  selectVolumeLimits,
  upsertVolumeLimit,
  type Period,
  type VolumeKey,
  type VolumeLimit,
} from '../../../../engine/volume-limits/queries.ts'
import type { Applying } from '../../applying.ts'
import { limitChange } from '../../differences.ts'
import { amount, exact, isKnownCurrency, judgeAmount, type Place } from '../../judging.ts'

export const volumesSchema = exact({ day: Type.Optional(amount), month: Type.Optional(amount) })
export type VolumesContent = Static<typeof volumesSchema>

export type VolumeEntry = { currency: string; period: Period; minor: bigint }

/** Undefined where the file has no block. */
export function judgeVolumes(
  place: Place,
  byCurrency: Record<string, VolumesContent> | undefined,
): VolumeEntry[] | undefined {
  if (byCurrency === undefined) return undefined
  return Object.entries(byCurrency).flatMap(([currency, limits]) => {
    const at = place.at(currency)
    return isKnownCurrency(at, currency) ? judgeVolumesIn(at, currency, limits) : []
  })
}

/** The limits of one currency: an instrument has only one. */
export function judgeVolumesIn(
  place: Place,
  currency: string,
  limits: VolumesContent,
): VolumeEntry[] {
  if (!isCurrency(currency)) return []
  const entries = periods.flatMap((period): VolumeEntry[] => {
    const text = limits[period]
    if (text === undefined) return []
    const minor = judgeAmount(place.at(period), text, currency)
    return minor === undefined ? [] : [{ currency, period, minor }]
  })
  const minorOf = (period: Period) => entries.find((one) => one.period === period)?.minor
  const [day, month] = [minorOf('day'), minorOf('month')]
  if (day !== undefined && month !== undefined && month < day)
    place.at('month').problem(`month ${limits.month} is below day ${limits.day}`)
  return entries
}

export async function applyVolumes(
  { db, at, changes }: Applying,
  organization: OrganizationRow,
  subject: { id: VolumeKey['subject_id']; what: string },
  wanted: readonly VolumeEntry[] | undefined,
): Promise<void> {
  if (wanted === undefined) return
  const known = (await selectVolumeLimits(db, organization.id, at)).filter(
    ({ subject_id }) => subject_id === subject.id,
  )
  const details: string[] = []
  const isSame = (one: Pick<VolumeKey, 'currency' | 'period'>, other: typeof one) =>
    one.currency === other.currency && one.period === other.period
  const ended = known.filter((row) => !wanted.some((entry) => isSame(row, entry)))
  for (const entry of [...wanted, ...ended.map((row) => ({ ...row, minor: null }))]) {
    const { currency, period, minor } = entry
    const before = known.find((row) => isSame(row, entry))?.limit_minor ?? null
    if (before === minor) continue
    const key = { organization_id: organization.id, subject_id: subject.id, currency, period }
    await upsertVolumeLimit(db, key, minor, at)
    details.push(...limitChange(`volume_limits.${currency}.${period}`, currency, before, minor))
  }
  if (details.length > 0) changes.push({ verb: 'change', what: subject.what, details })
}

export const writeVolumesByCurrency = (
  limits: readonly VolumeLimit[],
): Record<string, VolumesContent> =>
  Object.fromEntries(
    [...Map.groupBy(limits, ({ currency }) => currency)].map(([currency, ofIt]) => [
      currency,
      writeVolumes(ofIt),
    ]),
  )

export const writeVolumes = (limits: readonly VolumeLimit[]): VolumesContent =>
  Object.fromEntries(
    limits.map(({ period, limit_minor, currency }) => [
      period,
      formatAmount(limit_minor, currency),
    ]),
  )
