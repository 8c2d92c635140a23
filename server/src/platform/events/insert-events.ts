// All SQL that inserts events.
import type { Uuid } from '../ids.ts'
import { sqlNumbers, sqlUuids } from '../db/pool.ts'
import { insertDeliveries } from './fan-out.ts'

export type NewEvent = { id: Uuid<'evt'>; type: string; data: object }

/**
 * CTEs that insert events and queue their webhook deliveries. `changed` names a CTE; see insertEvents. `made` names one
 * with organizations that the statement inserts.
 */
export const announceEvents = (json: string, changed: string, made?: string): string =>
  `announced as (${insertEvents(json, changed)}), delivered as (${insertDeliveries('announced', made)})`

/** The parameters of events as arrays, one entry for each event. PostgreSQL reads them in half the time of JSON. */
type EventArrays = Record<'positions' | 'ids' | 'types' | 'data' | 'steps', string>

/** Like announceEvents, for events as arrays. */
export const announceEventArrays = (arrays: EventArrays, changed: string): string => `announced as (
  insert into events (organization_id, id, order_id, sequence, type, data, created_at)
  select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
    from unnest(${arrays.positions}::int[], ${arrays.ids}::uuid[], ${arrays.types}::text[], ${arrays.data}::jsonb[],
           ${arrays.steps}::int[]) as e (position, id, type, data, step)
    join ${changed} c using (position)
  returning organization_id, id, type, created_at), delivered as (${insertDeliveries('announced')})`

/** The values of announceEventArrays, in the order of its parameters. `position` names the changed row. */
export const eventArrays = (
  events: readonly { position: number; event: NewEvent; step: number }[],
): unknown[] => [
  sqlNumbers(events.map(({ position }) => position)),
  sqlUuids(events.map(({ event }) => event.id)),
  events.map(({ event }) => event.type),
  events.map(({ event }) => JSON.stringify(event.data)),
  sqlNumbers(events.map(({ step }) => step)),
]

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
