// All SQL that writes send_cancellations: payouts and refunds that an operator asked a rail not to execute.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant, type Db } from '../../platform/db/pool.ts'
import { anyRow, oneRow, write } from '../../platform/db/row-functions.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import type { CancelAnswer } from '../../outside/rails/port.ts'

/** SQL part that inserts the cancellations in `json`, joined to `changed` by position. */
export const insertCancellations = (json: string, changed: string): string => `
  insert into send_cancellations (key, kind, organization_id, order_id, subject_id, rail, asked_at)
  select s.key, s.kind, c.organization_id, c.id, s.subject_id, s.rail, c.at
    from json_to_recordset(${json}::json) as s (position int, key text, kind text, subject_id uuid, rail text)
    join ${changed} c using (position)
  on conflict (key) do update
     set asked_at = excluded.asked_at, answer = null, detail = null, answered_at = null`

export type CancellationRow = {
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  subject_id: Uuid<'po' | 'rf'>
  kind: 'payout' | 'refund'
  key: string
  rail: string
  asked_at: Instant
  /** Null before the rail answered. */
  answer: CancelAnswer['state'] | null
  detail: string | null
  answered_at: Instant | null
}

const COLUMNS = `organization_id, order_id, subject_id, kind, key, rail, asked_at, answer, detail, answered_at`

const SELECT_CANCELLATIONS = ofOrders('send_cancellations', COLUMNS, 'asked_at, key')

/** Oldest first. */
export const selectCancellations = (
  db: Db,
  orders: readonly OrderId[],
): Promise<CancellationRow[]> => selectOfOrders(db, SELECT_CANCELLATIONS, orders)

type AnyCancellation = Omit<CancellationRow, 'organization_id' | 'order_id' | 'kind'> &
  (
    | Pick<CancellationRow, 'organization_id' | 'order_id' | 'kind'>
    | { organization_id: null; order_id: null; kind: 'deposit_return' }
  )

/** The cancellation under this key. Its refund may have another key by now; it may be of the return of a deposit. */
export const selectCancellation = oneRow<AnyCancellation, [key: string]>(
  'select_cancellation',
  ['key'],
  `select ${COLUMNS} from send_cancellations where key = $1`,
)

/** False if the rail gave this answer before. */
export const updateCancellationAnswered = anyRow(
  'update_cancellation_answered',
  ['key', 'answer', 'detail', 'at'],
  `update send_cancellations set answer = $2, detail = $3, answered_at = $4
    where key = $1 and answer is distinct from $2 returning key`,
  (key: string, answer: CancelAnswer['state'], detail: string | null, at: Instant) => [
    key,
    answer,
    detail,
    sqlInstant(at),
  ],
)

/** The send has ended. Writes nothing without a cancellation, or if the rail has answered it for good. */
export const updateCancellationEnded = write(
  'update_cancellation_ended',
  ['key', 'answer', 'detail', 'at'],
  `update send_cancellations set answer = $2, detail = $3, answered_at = $4
    where key = $1 and coalesce(answer, 'pending') = 'pending'`,
  (key: string, answer: 'cancelled' | 'too_late', detail: string | null, at: Instant) => [
    key,
    answer,
    detail,
    sqlInstant(at),
  ],
)

/** The worker asks the rail to cancel the return of a deposit. */
export const upsertReturnCancellation = write(
  'upsert_return_cancellation',
  ['key', 'subject_id', 'rail', 'at'],
  `insert into send_cancellations (key, kind, subject_id, rail, asked_at) values ($1, 'deposit_return', $2, $3, $4)
   on conflict (key) do update
      set asked_at = excluded.asked_at, answer = null, detail = null, answered_at = null`,
  ({ id, key, rail }: { id: Uuid<'drt'>; key: string; rail: string }, at: Instant) => [
    key,
    id,
    rail,
    sqlInstant(at),
  ],
)
