// The events for status changes of instruments and organizations, in the form that insertEvents takes.
import type { Instant } from '../clock.ts'
import { newUuid } from '../ids.ts'

type Subject =
  | { type: 'instrument.status_changed'; of: { external_payment_instrument_id: string } }
  | { type: 'organization.status_changed'; of: { organization_id: string } }

type StatusChanges = Subject & { position: number; statuses: readonly string[]; at: Instant }

/** The `json` of insertEvents: one event for each status, in order. `position` names the changed row. */
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
 * The `changed` of insertEvents: the rows that `part` of the statement wrote. They belong to no order. `position` is the
 * column with their position; a single row has position 0.
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
 * SQL assignments of an update that gives an organization or instrument a new status. `updated_at` never goes back. For
 * orders, the code writes the status history: see engine/orders/changes.ts.
 */
export const newStatus = (row: string, status: string, at: string): string => `
  status = ${status},
  updated_at = greatest(${at}, ${row}.updated_at),
  status_history = ${row}.status_history || jsonb_build_object('status', ${status}::text, 'created_at',
    to_char(greatest(${at}, ${row}.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
