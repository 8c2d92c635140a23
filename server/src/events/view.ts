// An event as it is published: in lists, in streams and in webhooks alike.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../clock.ts'
import { exact, identifier, timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import type { EventRow } from './queries.ts'
import { eventTypes } from './types.ts'

export const eventSchema = exact(
  {
    id: identifier('evt', 'The event; the same one however often it is delivered.'),
    type: Type.String({
      enum: [...eventTypes],
      description: 'What happened.',
      examples: ['order.funded'],
    }),
    created_at: timestamp('When what it tells of happened.'),
    order_id: Type.Union([identifier('ord', 'The order it tells of.'), Type.Null()], {
      description: 'Null where it tells of no order.',
    }),
    sequence: Type.Union([Type.Integer({ minimum: 1, examples: [2] }), Type.Null()], {
      description: 'Counts the events of the order from 1, without a gap.',
      examples: [2],
    }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Shaped by the type.' }),
  },
  { $id: 'Event', description: 'Something that happened, in an organization.' },
)
export type EventJson = Static<typeof eventSchema>

export const eventView = (row: EventRow): EventJson => ({
  id: publicId('evt', row.id),
  type: row.type,
  created_at: toTimestamp(row.created_at),
  order_id: row.order_id === null ? null : publicId('ord', row.order_id),
  sequence: row.sequence,
  data: row.data,
})
