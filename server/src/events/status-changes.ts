// The events of what has a status and is no order: what insertEvents takes for the statement that writes it.
import type { Instant } from '../clock.ts'
import { newUuid } from '../ids.ts'

type Subject =
  | { type: 'instrument.status_changed'; of: { external_payment_instrument_id: string } }
  | { type: 'organization.status_changed'; of: { organization_id: string } }

type StatusChanges = Subject & { position: number; statuses: readonly string[]; at: Instant }

/** `json` of insertEvents: an event for each status, in order, of the row with that position. */
export const statusChanges = (changes: readonly StatusChanges[]): string =>
  JSON.stringify(
    changes.flatMap(({ position, type, of, statuses, at }) =>
      statuses.map((status, index) => ({
        position,
        id: newUuid('evt', at),
        type,
        data: { ...of, status },
        step: index + 1,
      })),
    ),
  )

/**
 * `changed` of insertEvents: the rows that `part` of the statement wrote, which belong to no order. `position` names
 * its column; one row has position 0.
 */
export const changedWithoutOrder = (
  organizationId: string,
  part: string,
  position = '0',
): string => `
  select ${position}::int as position, ${organizationId} as organization_id, null::uuid as id,
         null::int as first_event, updated_at as at
    from ${part}`

/**
 * For another statement: the new values of `row`, an organization or instrument that gets a status. Times never go
 * back. An order's entries come from the code, which knows the order: see orders/changes.ts.
 */
export const newStatus = (row: string, status: string, at: string): string => `
  status = ${status},
  updated_at = greatest(${at}, ${row}.updated_at),
  status_history = ${row}.status_history || jsonb_build_object('status', ${status}::text, 'created_at',
    to_char(greatest(${at}, ${row}.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
