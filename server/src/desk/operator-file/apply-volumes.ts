// Sets the volume limits of an operator file. Limits that a described block omits end; without a block they stay as they
// are.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { OrganizationRow } from '../../parties/organizations/queries.ts'
import {
  selectVolumeLimits,
  upsertVolumeLimit,
  type VolumeKey,
} from '../../engine/volume-limits/queries.ts'
import type { Applying } from './applying.ts'
import { changed } from './differences.ts'
import type { VolumeEntry } from './judge-volumes.ts'

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
    const shown = (one: bigint | null) => (one === null ? 'none' : formatAmount(one, currency))
    const key = { organization_id: organization.id, subject_id: subject.id, currency, period }
    await upsertVolumeLimit(db, key, minor, at)
    details.push(changed(`volume_limits.${currency}.${period}`, shown(before), shown(minor)))
  }
  if (details.length > 0) changes.push({ verb: 'change', what: subject.what, details })
}
