// The operator API that reads events.
import Type, { type Static } from 'typebox'
import type { Api } from '../../platform/http/api-type.ts'
import { exact, identifier, withDescription } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import {
  enterpriseOf,
  operatorReads,
  ownerFields,
  ownerView,
  type Owner,
  type ReadDeps,
} from '../../parties/operators/operator-reads.ts'
import { seenEvents } from './operator-queries.ts'
import type { EventRow } from './queries.ts'
import { eventSchema, eventType } from './schemas.ts'
import { eventView } from './view.ts'

const schema = exact(
  {
    id: identifier('evt', 'The event.'),
    ...ownerFields,
    event: withDescription(eventSchema, 'The event, as the customer gets it.'),
  },
  { title: 'DeskEvent', description: 'Something that happened in an organization.' },
)

type Row = EventRow & Owner

export const operatorEventReads = (api: Api, deps: ReadDeps): void =>
  operatorReads<'evt', Row>(api, deps, {
    // Its table has a part for each month: the oldest rows would be searched for in all of them.
    isNewestFirst: true,
    name: 'events',
    prefix: 'evt',
    tag: 'Events',
    schema,
    about: 'What happened, of all organizations, as customers get it.',
    filters: { type: Type.Optional(withDescription(eventType, 'Events of this type.')) },
    made: 'Events created',
    hasFilters: 'order',
    ...seenEvents,
    enterpriseOf,
    view,
  })

const view = (row: Row): Static<typeof schema> => ({
  id: publicId('evt', row.id),
  ...ownerView(row),
  event: eventView(row),
})
