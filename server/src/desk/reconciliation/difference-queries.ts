// The SQL that reads and closes differences of reconciliations.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { DifferenceKind } from './open.ts'

type DifferenceOutcome = 'explained' | 'movement' | 'matched'

export type DifferenceRow = {
  id: Uuid<'dif'>
  reconciliation_id: Uuid<'rcn'>
  account: string
  currency: string
  kind: DifferenceKind
  there: readonly Record<string, unknown>[]
  here: readonly Record<string, unknown>[]
  there_minor: bigint
  here_minor: bigint
  noted_at: Instant
  outcome: DifferenceOutcome | null
  movement_id: Uuid<'mv'> | null
  movement_status: string | null
  matched_by: Uuid<'rcn'> | null
  closed_by: string | null
  closed_at: Instant | null
  closing_reason: string | null
}

const COLUMNS = `d.id, d.reconciliation_id, d.account, d.currency, d.kind, d.there, d.here, d.there_minor, d.here_minor,
  d.noted_at, d.outcome, d.movement_id,
  (select status from treasury_movements m where m.id = d.movement_id) as movement_status,
  d.matched_by, d.closed_by, d.closed_at, d.closing_reason`

export const selectDifference = oneRow<DifferenceRow, [id: Uuid<'dif'>]>(
  'select_difference',
  ['id'],
  `select ${COLUMNS} from reconciliation_differences d where id = $1`,
)

export const selectDifferences = allRows<DifferenceRow, [ids: readonly Uuid<'dif'>[]]>(
  'select_differences',
  ['ids'],
  `select ${COLUMNS} from reconciliation_differences d where id = any ($1::uuid[])`,
)

/** In the order of the statement. */
export const selectDifferencesAfter = allRows<
  DifferenceRow,
  [reconciliationId: Uuid<'rcn'>, after: Uuid<'dif'> | null, limit: number]
>(
  'select_differences_after',
  ['reconciliation_id', 'after', 'limit'],
  `select ${COLUMNS} from reconciliation_differences d
    where reconciliation_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
)

/** False if it has another state than the one that was read. */
export const updateDifferenceClosed = anyRow(
  'update_difference_closed',
  ['id', 'before', 'outcome', 'movement_id', 'actor', 'at', 'reason'],
  `update reconciliation_differences
      set outcome = $3, movement_id = $4, closed_by = $5, closed_at = $6, closing_reason = $7
    where id = $1 and closed_at is not distinct from $2::timestamptz
   returning id`,
  (
    { id, closed_at: before }: Pick<DifferenceRow, 'id' | 'closed_at'>,
    closing: {
      outcome: 'explained' | 'movement'
      movementId: Uuid<'mv'> | null
      actor: string
      at: Instant
      reason: string
    },
  ) => {
    const { outcome, movementId, actor, at, reason } = closing
    const was = before === null ? null : sqlInstant(before)
    return [id, was, outcome, movementId, actor, sqlInstant(at), reason]
  },
)

/** A movement that was cancelled or failed has settled nothing. */
export const isOpen = ({ outcome, movement_status: status }: DifferenceRow): boolean =>
  outcome === null || (outcome === 'movement' && (status === 'CANCELLED' || status === 'FAILED'))
