// The events of what has a status and is no order: what insertEvents takes for the statement that writes it.
import type { Instant } from '../clock.ts'
import { newUuid } from '../ids.ts'

type Subject =
  | { type: 'instrument.status_changed'; of: { external_payment_instrument_id: string } }
  | { type: 'organization.status_changed'; of: { organization_id: string } }

/** `json` of insertEvents: an event for each status, in order, of the one row with position 0. */
export const statusChanges = (
  { type, of }: Subject,
  statuses: readonly string[],
  at: Instant,
): string =>
  JSON.stringify(
    statuses.map((status, index) => ({
      position: 0,
      id: newUuid(at),
      type,
      data: { ...of, status },
      step: index + 1,
    })),
  )

/** `changed` of insertEvents: the rows that `part` of the statement wrote, which belong to no order. */
export const changedWithoutOrder = (organizationId: string, part: string): string => `
  select 0 as position, ${organizationId} as organization_id, null::uuid as id, null::int as first_event,
         updated_at as at
    from ${part}`
