// Events, in pages and as a stream.
import type { CallOptions, Connection } from '../connection.ts'
import {
  streamEvents,
  type EventFilter,
  type StreamedEvent,
  type StreamOptions,
} from '../event-stream.ts'
import { listOf, type List } from '../pages.ts'
import type { Event, QueryOf } from '../schemas.ts'

export const eventsOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** Oldest first, or newest first with `sort`. `pages` and `page` have the cursor to go on from later. */
    list(organization: string, query?: QueryOf<'listEvents'>, options?: CallOptions): List<Event> {
      return listOf(
        query,
        (page) =>
          connection.whole(options, (carrier) =>
            api.GET('/v1/organizations/{organization_id}/events', {
              params: { path: { organization_id: organization }, query: { ...query, ...page } },
              ...carrier,
            }),
          ),
        { endless: true },
      )
    },
    /** Events after `cursor`, or from now on, without end. Broken connections are made again. `break` ends it. */
    stream(
      organization: string,
      filter?: EventFilter,
      options?: StreamOptions,
    ): AsyncIterable<StreamedEvent> {
      return streamEvents(connection, organization, filter, options)
    },
  }
}
