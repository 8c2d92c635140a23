// How long encrypted values are kept, by kind. The operator file says it; CORRIDOR_DETAILS_KEPT_DAYS says it for the first
// two kinds where the file does not.
import { rows, type Db } from '../../platform/db/pool.ts'
import { write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'

export const retentionKinds = [
  'instruments',
  'information_requests',
  'deposit_senders',
  'prepared_sends',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** Days by kind. */
export type RetentionPolicy = Partial<Record<RetentionKind, number>>

const SELECT_RETENTION_POLICY = statement(
  'select_retention_policy',
  [],
  `select kept_days from retention_policy`,
)

/** Returns the policy of the operator file. */
export async function selectRetentionPolicy(db: Db): Promise<RetentionPolicy> {
  const [row] = await rows<{ kept_days: RetentionPolicy }>(db, SELECT_RETENTION_POLICY)
  if (row === undefined) throw new Error('the table retention_policy has no row')
  return row.kept_days
}

export const updateRetentionPolicy = write(
  'update_retention_policy',
  ['kept_days'],
  `update retention_policy set kept_days = $1::jsonb`,
  (policy: RetentionPolicy) => [JSON.stringify(policy)],
)

/** `detailsKeptDays`: the setting. Undefined: the kind is kept. */
export const daysOf = (
  kind: RetentionKind,
  policy: RetentionPolicy,
  detailsKeptDays: number | null,
): number | undefined =>
  policy[kind] ??
  (kind === 'instruments' || kind === 'information_requests'
    ? (detailsKeptDays ?? undefined)
    : undefined)
