// Events of an organization, as pages or as a stream.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { sessionHashOf } from '../../platform/access/sessions.ts'
import { fieldFailure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  addNextLink,
  verifyCursor,
  pageSize,
  pagingQuery,
  signCursor,
  type ListDeps,
} from '../../platform/http/list.ts'
import {
  callerOf,
  organizationOf,
  tenantOf,
  wantsEventStream,
} from '../../platform/http/request.ts'
import {
  dataListOf,
  exact,
  failures,
  withDescription,
  organizationParams,
  pathId,
} from '../../platform/http/schemas.ts'
import { NO_ID, uuidOf, writtenUuid } from '../../platform/ids.ts'
import { selectEvents, START_OF_EVENTS, type EventFilter, type EventPosition } from './queries.ts'
import { streamEvents, type StreamDeps } from './stream.ts'
import { createEventTail, type TailDeps } from './tail.ts'
import { eventSchema, eventSort, eventType } from './schemas.ts'
import { eventView } from './view.ts'

const STREAM_EXAMPLE = `id: v1.k3Qb7xJw
event: instrument.status_changed
data: {"id":"evt_01jqe8m2x4fv5s0t6w7y8z9abc","type":"instrument.status_changed", ...}

`

const eventQuery = exact({
  limit: Type.Optional({ ...pagingQuery.limit, description: 'Rows of a page, 1 to 200.' }),
  cursor: Type.Optional({
    ...pagingQuery.cursor,
    description: 'From the Link header of the previous page, or the `id` of a streamed event.',
  }),
  id: Type.Optional(pathId('evt', 'Only this event.')),
  order_id: Type.Optional(pathId('ord', 'Events of this order.')),
  type: Type.Optional(withDescription(eventType, 'Events of this type.')),
  sort: Type.Optional(
    withDescription(
      eventSort,
      'By default oldest_first. A cursor is good for both: a page has what comes after or before its event. A stream is always oldest first.',
    ),
  ),
})

const lastEventIdHeader = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 512,
      description:
        'For a stream: the `id` of the last event received. Takes precedence over `cursor`.',
    }),
  ),
})

const pageOrStream = {
  description: 'A page of events, or a stream of them.',
  content: {
    'application/json': { schema: dataListOf(eventSchema, 'A page of events.') },
    'text/event-stream': {
      schema: Type.String({
        description: 'Each event has `id`, `event` (the type) and `data` (an Event).',
        examples: [STREAM_EXAMPLE],
      }),
    },
  },
}

export function eventEndpoints(api: Api, deps: ListDeps & StreamDeps & TailDeps): void {
  const tail = createEventTail(deps)
  // End streams before the server waits for its connections, since a stream never ends by itself.
  api.addHook('preClose', async () => tail.stop())

  api.get(
    '/organizations/:organization_id/events',
    {
      config: { scope: 'read', streamsEvents: true },
      schema: {
        tags: ['Events'],
        operationId: 'listEvents',
        summary: 'List or stream events',
        description:
          'Oldest first, in the order of their commits, or newest first. No event is ever added before one that you have read. The answer is always a page, of 50 events by default, with a Link to the next page. Oldest first, the Link of the last page returns later events. With `Accept: text/event-stream` the events come as Server-Sent Events: after `Last-Event-ID` or `cursor`, or from now on without both.',
        params: Type.Object(organizationParams),
        querystring: eventQuery,
        headers: lastEventIdHeader,
        response: { 200: pageOrStream, ...failures() },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const { id, order_id: orderId, type, limit, sort } = request.query
      const filter: EventFilter = {
        ...(type === undefined ? {} : { type }),
        // A malformed identifier matches nothing: no order or event has the nil UUID.
        ...(id === undefined ? {} : { id: uuidOf('evt', id) ?? NO_ID }),
        ...(orderId === undefined ? {} : { orderId: uuidOf('ord', orderId) ?? NO_ID }),
      }
      const list = `events:${organizationId}:${JSON.stringify(filter)}`
      const { cursorKey } = deps
      const cursorOf = (position: EventPosition): string =>
        signCursor(textOf(position), list, cursorKey)

      const isStream = wantsEventStream(request.headers.accept)
      if (isStream && sort === 'newest_first')
        throw fieldFailure('invalid_request', [
          {
            pointer: '?sort',
            code: 'invalid_value',
            message: 'must be oldest_first for a stream, which sends events as they happen',
          },
        ])
      const cursor = (isStream ? lastEventId(request) : undefined) ?? request.query.cursor
      const after =
        cursor === undefined ? undefined : positionOf(verifyCursor(cursor, list, cursorKey))
      if (isStream && request.method === 'GET') {
        const listener = await tail.open({
          organizationId,
          caller: callerOf(request),
          sessionHash: sessionHashOf(request),
        })
        const streamRequest = {
          tenant: tenantOf(request),
          organizationId,
          filter,
          after: after ?? listener.start,
          cursorOf,
        }
        await streamEvents(deps, reply, listener, streamRequest)
        return reply
      }

      const size = pageSize(limit)
      const found = await selectEvents(deps.db, organizationId, filter, after, size, sort)
      addNextLink(request, reply, deps, cursorOf(found.at(-1) ?? after ?? START_OF_EVENTS))
      return reply.send({ data: found.map(eventView) })
    },
  )
}

// A browser without a position may send an empty header.
function lastEventId(request: FastifyRequest): string | undefined {
  const sent = request.headers['last-event-id']
  return typeof sent === 'string' && sent !== '' ? sent : undefined
}

// The first epoch is omitted, so that cursors from before there were epochs still work.
const textOf = ({ epoch, transaction, id }: EventPosition): string =>
  epoch === 0 ? `${transaction}:${id}` : `${epoch}:${transaction}:${id}`

function positionOf(text: string): EventPosition {
  const [id = START_OF_EVENTS.id, transaction = START_OF_EVENTS.transaction, epoch = '0'] = text
    .split(':')
    .reverse()
  return { epoch: Number.parseInt(epoch, 10), transaction, id: writtenUuid('evt', id) }
}
