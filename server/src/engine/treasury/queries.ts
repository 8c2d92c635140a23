// All SQL that writes treasury movements. An act changes the movement and posts its transfer in one statement.
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Instant } from '../../platform/clock.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import { statement } from '../../platform/db/statement.ts'
import { periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { postUnowned, transfersJson } from '../ledger/queries.ts'
import type { Posting } from '../ledger/postings.ts'
import type { MovementStatus } from './states.ts'

export type MovementEntry = {
  status: MovementStatus
  created_at: string
  reason: string
  /** A bank's reference, the name of a statement, a transaction hash. Null if there is none. */
  evidence: string | null
  /** The posting that the change made; null if it made none. */
  posting_id: Uuid<'posting'> | null
}

export type MovementRow = {
  id: Uuid<'mv'>
  from_account: string
  to_account: string
  currency: string
  amount_minor: bigint
  /** `YYYY-MM-DD`. */
  value_date: string | null
  status: MovementStatus
  status_history: readonly MovementEntry[]
  version: number
  created_at: Instant
}

const COLUMNS = `id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
  status_history, version, created_at`

export type NewMovement = Pick<
  MovementRow,
  'id' | 'from_account' | 'to_account' | 'currency' | 'amount_minor' | 'value_date'
>

const INSERT_MOVEMENT = statement(
  'insert_movement',
  ['id', 'from_account', 'to_account', 'currency', 'amount_minor', 'value_date', 'entry', 'at'],
  `insert into treasury_movements (id, from_account, to_account, currency, amount_minor, value_date, status,
     status_history, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, 'PROPOSED', jsonb_build_array($7::jsonb), $8, $8)
   returning ${COLUMNS}`,
)

export async function insertMovement(
  db: Db,
  movement: NewMovement,
  entry: MovementEntry,
  at: Instant,
): Promise<MovementRow> {
  const [row] = await rows<MovementRow>(db, INSERT_MOVEMENT, [
    movement.id,
    movement.from_account,
    movement.to_account,
    movement.currency,
    movement.amount_minor,
    movement.value_date,
    JSON.stringify(entry),
    sqlInstant(at),
  ])
  if (row === undefined) throw new Error('a treasury movement was not inserted')
  return row
}

/** Returns undefined if the movement has changed since it was read; nothing is written then. */
export const changeMovement = oneRow<
  MovementRow,
  [movement: MovementRow, entry: MovementEntry, posting: Posting | null, at: Instant]
>(
  'change_movement',
  ['id', 'version', 'entry', 'at', 'transfers'],
  `with changed as (
     update treasury_movements
        set status = $3::jsonb ->> 'status', status_history = status_history || $3::jsonb,
            version = version + 1, updated_at = $4
      where id = $1 and version = $2
     returning ${COLUMNS}
   ), posted as (${postUnowned('$5', 'changed', '$4')})
   select * from changed`,
  (movement, entry, posting, at) => {
    const transfers =
      posting === null || entry.posting_id === null
        ? []
        : transfersJson(0, entry.posting_id, posting)
    return [
      movement.id,
      movement.version,
      JSON.stringify(entry),
      sqlInstant(at),
      JSON.stringify(transfers),
    ]
  },
)

export const selectMovement = oneRow<MovementRow, [id: Uuid<'mv'>]>(
  'select_movement',
  ['id'],
  `select ${COLUMNS} from treasury_movements where id = $1`,
)

const selectingBefore = (name: string, condition: string) =>
  inBothOrders(
    name,
    ['before', 'limit', 'status', 'currency', 'account', 'after', 'made_before'],
    ({ after, direction }) => `select ${COLUMNS} from treasury_movements
    where ${condition} ($1::uuid is null or id ${after} $1)
      and ($3::text is null or status = $3) and ($4::text is null or currency = $4)
      and ($5::text is null or $5 in (from_account, to_account))
      and created_at > coalesce($6::timestamptz, '-infinity') and created_at < coalesce($7::timestamptz, 'infinity')
    order by id ${direction} limit $2`,
  )
const SELECT_MOVEMENTS_BEFORE = selectingBefore('select_movements_before', '')
// Few movements have these statuses. The conditions are those of treasury_movements_open and movements_failed.
const SELECT_OPEN_MOVEMENTS_BEFORE = selectingBefore(
  'select_open_movements_before',
  `status in ('PROPOSED', 'APPROVED', 'SENT') and`,
)
const SELECT_FAILED_MOVEMENTS_BEFORE = selectingBefore(
  'select_failed_movements_before',
  `status in ('FAILED', 'CANCELLED') and`,
)
const OPEN: readonly string[] = ['PROPOSED', 'APPROVED', 'SENT']
const FAILED: readonly string[] = ['FAILED', 'CANCELLED']

type MovementFilter = Period &
  Sorted & {
    status: string | undefined
    currency: string | undefined
    /** From it or to it. */
    account: string | undefined
  }

export function selectMovementsBefore(
  db: Db,
  filter: MovementFilter,
  before: Uuid<'mv'> | null,
  limit: number,
): Promise<MovementRow[]> {
  const { status, currency, account } = filter
  const { after, before: madeBefore } = periodValues('mv', filter)
  const selects = OPEN.includes(status ?? '')
    ? SELECT_OPEN_MOVEMENTS_BEFORE
    : FAILED.includes(status ?? '')
      ? SELECT_FAILED_MOVEMENTS_BEFORE
      : SELECT_MOVEMENTS_BEFORE
  return rows(db, selects(filter.sort), [
    before,
    limit,
    status,
    currency,
    account,
    after,
    madeBefore,
  ])
}

/** A movement whose transfers differ from its history, or a transfer without a movement. */
export const selectMovementFault = oneRow<{ id: Uuid<'mv'> | null; transfer_id: bigint | null }>(
  'select_movement_fault',
  [],
  `with expected as (
     select m.id, (entry ->> 'posting_id')::uuid as posting_id, m.currency, m.amount_minor
       from treasury_movements m, jsonb_array_elements(m.status_history) as entry
      where entry ->> 'posting_id' is not null
   )
   select e.id, t.id as transfer_id
     from expected e
     full join (select * from ledger_transfers where posting = 'movement') t using (posting_id)
    where e.id is null or t.id is null or (t.currency, t.amount_minor) <> (e.currency, e.amount_minor)
    limit 1`,
)
