// Applies the retention policy of an operator file, which replaces the whole policy.
import { LEGAL_MINIMUM_DAYS } from '../../platform/config.ts'
import {
  retentionKinds,
  selectRetentionPolicy,
  updateRetentionPolicy,
  type RetentionPolicy,
} from '../../rules/retention/policy.ts'
import type { Applying } from './applying.ts'
import { changed } from './differences.ts'

export async function applyRetention(
  { db, changes, problems, environment }: Applying,
  policy: RetentionPolicy | undefined,
): Promise<void> {
  if (policy === undefined) return
  for (const kind of retentionKinds) {
    const days = policy[kind]
    if (environment === 'live' && days !== undefined && days < LEGAL_MINIMUM_DAYS)
      problems.push({
        path: ['retention', kind],
        reason: `${kind} must be kept for ${LEGAL_MINIMUM_DAYS} days or more in a live deployment, not ${days}`,
      })
  }
  const before = await selectRetentionPolicy(db)
  const details = retentionKinds.flatMap((kind) =>
    before[kind] === policy[kind]
      ? []
      : [changed(kind, daysText(before[kind]), daysText(policy[kind]))],
  )
  if (details.length === 0) return
  await updateRetentionPolicy(db, policy)
  changes.push({ verb: 'change', what: 'retention', details })
}

const daysText = (days: number | undefined): string =>
  days === undefined ? '-' : `${days} day${days === 1 ? '' : 's'}`
