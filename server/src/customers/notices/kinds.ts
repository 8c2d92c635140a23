// What people of a customer can be told of: the events of each kind, and the right that a person needs to see it.
import {
  customerMay,
  type CustomerRight,
  type CustomerRole,
} from '../../platform/access/customer-roles.ts'
import type { EventType } from '../../engine/events/types.ts'

type Row = { events: readonly EventType[]; right: CustomerRight }

const table = {
  order_needs_funds: { events: ['order.created'], right: 'see' },
  order_failed: {
    events: [
      'order.funding_expired',
      'order.cancelled',
      'order.declined',
      'order.refund_requested',
    ],
    right: 'see',
  },
  order_completed: { events: ['order.completed'], right: 'see' },
  information_requested: { events: ['information.requested'], right: 'see' },
  // A row of approvals, and one of webhook_endpoints: they are no events.
  approval_waits: { events: [], right: 'approve' },
  webhook_disabled: { events: [], right: 'develop' },
} as const satisfies Record<string, Row>

export type NoticeKind = keyof typeof table

export const noticeKinds = Object.keys(table).filter((name): name is NoticeKind =>
  Object.hasOwn(table, name),
)

const kindOfType: ReadonlyMap<string, NoticeKind> = new Map(
  noticeKinds.flatMap((kind) => table[kind].events.map((type) => [type, kind] as const)),
)

/** Undefined for an event that nobody is told of. */
export const kindOfEvent = (type: string): NoticeKind | undefined => kindOfType.get(type)

export const kindsFor = (role: CustomerRole): NoticeKind[] =>
  noticeKinds.filter((kind) => customerMay(role, table[kind].right))
