// All SQL that inserts events.
import type { Uuid } from '../ids.ts'
import { insertDeliveries } from './fan-out.ts'

export type NewEvent = { id: Uuid<'evt'>; type: string; data: object }

/**
 * CTEs that insert events and queue their webhook deliveries. `changed` names a CTE; see insertEvents. `made` names one
 * with organizations that the statement inserts.
 */
export const announceEvents = (json: string, changed: string, made?: string): string =>
  `announced as (${insertEvents(json, changed)}), delivered as (${insertDeliveries('announced', made)})`

/**
 * SQL that inserts the events of the parameter `json`, an array of {position, id, type, data, step}. An event belongs to
 * the row of `changed` with the same position. `step` is 1, 2, ... and continues the order's sequence.
 */
export const insertEvents = (json: string, changed: string): string => `
  insert into events (organization_id, id, order_id, sequence, type, data, created_at)
  select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
    from json_to_recordset(${json}::json) as e (position int, id uuid, type text, data jsonb, step int)
    join ${changed} c using (position)
  returning organization_id, id, type, created_at`
