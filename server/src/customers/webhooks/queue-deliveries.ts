// Queues requested deliveries: a test event, one event again, or the events of a period again.
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import { newUuid, publicId, uuidOf } from '../../platform/ids.ts'
import { insertRedeliveries, insertRedelivery } from './redelivery-queries.ts'
import { insertTestEvent, selectEndpoint, type EndpointRow, type OwnedEndpoint } from './queries.ts'

export type QueueDeps = { db: Db; clock: Clock; wakeWorker: () => void }

const MOST_EVENTS = 10_000

type RedeliveryInput = {
  event_id?: string
  created_after?: string
  created_before?: string
}

/** Queues a webhook.test for this endpoint alone, whatever types it selected. Returns the event's id. */
export async function queueTest(
  deps: QueueDeps,
  ownedId: OwnedEndpoint,
): Promise<{ event_id: string }> {
  const endpoint = await enabledEndpoint(deps.db, ownedId)
  const at = deps.clock.now()
  const eventId = newUuid('evt', at)
  await insertTestEvent(
    deps.db,
    { ownerId: ownedId.ownerId, id: endpoint.id },
    {
      id: eventId,
      type: 'webhook.test',
      data: { webhook_endpoint_id: publicId('whe', endpoint.id) },
    },
    at,
  )
  deps.wakeWorker()
  return { event_id: publicId('evt', eventId) }
}

/** Returns the number of queued deliveries. */
export async function queueRedelivery(
  deps: QueueDeps,
  ownedId: OwnedEndpoint,
  input: RedeliveryInput,
): Promise<{ queued: number }> {
  const endpoint = await enabledEndpoint(deps.db, ownedId)
  const queued = await redeliver(deps, endpoint, input)
  deps.wakeWorker()
  return { queued }
}

async function redeliver(
  deps: QueueDeps,
  endpoint: EndpointRow,
  input: RedeliveryInput,
): Promise<number> {
  const now = deps.clock.now()
  const { event_id, created_after, created_before } = input
  if (event_id !== undefined) {
    if (created_after !== undefined || created_before !== undefined) throw oneOrRange('/event_id')
    const eventId = uuidOf('evt', event_id)
    if (eventId === undefined || !(await insertRedelivery(deps.db, endpoint, eventId, now)))
      throw failure('not_found', {}, 'There is no such event for this endpoint.')
    return 1
  }
  if (created_after === undefined) throw oneOrRange('/created_after')
  if (created_before === undefined) throw oneOrRange('/created_before')
  return redeliverPeriod(deps.db, endpoint, periodOf(created_after, created_before), now)
}

type Range = Parameters<typeof insertRedeliveries>[2]

export const periodOf = (after: string, before: string): Range => ({
  after: requireInstant('/created_after', after),
  before: requireInstant('/created_before', before),
})

/** Makes the events of a period due again, at most the oldest 10,000. Returns their number. */
export const redeliverPeriod = (
  db: Db,
  endpoint: EndpointRow,
  range: Range,
  at: Instant,
): Promise<number> => insertRedeliveries(db, endpoint, range, MOST_EVENTS, at)

async function enabledEndpoint(db: Db, ownedId: OwnedEndpoint): Promise<EndpointRow> {
  const endpoint = await selectEndpoint(db, ownedId)
  if (endpoint === undefined) throw failure('not_found')
  if (endpoint.status === 'DISABLED') throw failure('webhook_endpoint_disabled')
  return endpoint
}

const oneOrRange = (pointer: string) =>
  fieldFailure('invalid_request', [
    {
      pointer,
      code: 'invalid_value',
      message: 'send either event_id, or created_after and created_before',
    },
  ])
