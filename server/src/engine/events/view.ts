// Renders an event for lists and streams.
import { toTimestamp } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import type { EventRow } from './queries.ts'
import type { EventJson } from './schemas.ts'

export const eventView = (row: EventRow): EventJson => ({
  id: publicId('evt', row.id),
  type: row.type,
  created_at: toTimestamp(row.created_at),
  order_id: row.order_id === null ? null : publicId('ord', row.order_id),
  sequence: row.sequence,
  data: row.data,
})
