// Queues the deliveries of an event in the statement that inserts the event, so that neither exists without the other.
import { joinByIndex } from '../db/pool.ts'

/**
 * Part of a statement: inserts a delivery of each event of `announced` (insertEvents) to each endpoint of its
 * organization that listens to its type. Without endpoints this costs one index look-up.
 */
export const insertDeliveries = (announced: string): string => `
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
  select a.organization_id, w.id, a.id, 'PENDING', a.created_at, a.created_at, a.created_at
    from ${announced} a
    ${joinByIndex(
      'webhook_endpoints',
      `organization_id = a.organization_id and status = 'ENABLED'
         and (event_types = '{}' or a.type = any(event_types))`,
      'w',
    )}`
