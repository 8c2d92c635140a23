// Queues the deliveries of an event in the statement that inserts the event, so that neither exists without the other.
import { joinByIndex } from '../db/pool.ts'

/**
 * Part of a statement: inserts a delivery of each event of `announced` (insertEvents) to each endpoint of its
 * organization or enterprise that listens to its type. Without endpoints this costs two index look-ups. `made` names a
 * CTE with organizations that the statement itself inserts, which a look-up does not find.
 */
export const insertDeliveries = (announced: string, made?: string): string => `
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
    updated_at, due_at)
  select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
         a.created_at, a.created_at, a.created_at
    from ${announced} a
    ${joinByIndex(
      'webhook_endpoints',
      `organization_id in (a.organization_id, (select enterprise_id from ${made ?? 'organizations'} where id = a.organization_id))
         and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types))`,
      'w',
    )}`
