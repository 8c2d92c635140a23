// A payout or refund of an order, as an operator's acts on it are stored.
import type { Uuid } from '../../platform/ids.ts'

export type OrderSend = {
  kind: 'payout' | 'refund'
  /** The payout or refund, and its key. */
  subjectId: Uuid<'po' | 'rf'>
  key: string
  rail: string
}

/** For json_to_recordset. `position`: of its order in the statement. */
export const sendJson = <Send extends OrderSend>(
  position: number,
  { subjectId, ...send }: Send,
) => ({
  position,
  ...send,
  subject_id: subjectId,
})
