// The SQL of orders that wait for a second person of the customer. They are approvals as those of operators: the same table
// with its constraints, the same decisions and the same ends.
import type { Bound } from '../../platform/access/bounds.ts'
import type { CustomerRole } from '../../platform/access/customer-roles.ts'
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import type { Metadata } from '../../platform/http/metadata.ts'
import type { Uuid } from '../../platform/ids.ts'
import { insertApproval, STATUS_AT, type ApprovalStatus, type NewApproval } from './queries.ts'

const ORDER_REQUEST = 'order.create'

export const pricedBy = ['payin', 'payout'] as const
type PricedBy = (typeof pricedBy)[number]

/** A prepared order, with the terms that its preparer saw. Amounts are decimal text. */
export type PreparedOrder = {
  organization_id: string
  quote_id: string
  offering_id: string
  payin_instrument_id: string
  payout_instrument_id: string
  external_reference_id: string | null
  note: string | null
  /** The total that the preparer entered. Null in requests that do not say it. */
  priced_by?: PricedBy | null
  exchange_rate: string
  payin_currency: string
  payout_currency: string
  payin_total: string
  payout_total: string
  /** Absent in requests without it. */
  metadata?: Metadata
}

export type OrderRequestRow = {
  id: Uuid<'apr'>
  chain: Uuid<'ent'>
  asked: PreparedOrder
  status: ApprovalStatus
  proposed_by: string
  proposed_person: Uuid<'usr'>
  proposed_at: Instant
  expires_at: Instant
  decided_person: Uuid<'usr'> | null
  decided_at: Instant | null
  decision_reason: string | null
  proposer: { login: string; role: CustomerRole; is_disabled: boolean }
  decider: string | null
}

/** False if the same quote waits already. Call it in a transaction. */
export const insertOrderRequest = (
  db: Db,
  request: Pick<
    NewApproval,
    'id' | 'chain' | 'proposed_by' | 'proposed_person' | 'proposed_at' | 'expires_at'
  > & { asked: PreparedOrder; amount: Bound },
): Promise<boolean> =>
  insertApproval(db, {
    ...request,
    act: ORDER_REQUEST,
    subject: request.asked.quote_id,
    version: '',
    sealedBody: null,
    amounts: [request.amount],
    reason: request.asked.note ?? '',
    roles: ['approver', 'admin'],
  })

const COLUMNS = `a.id, a.chain, a.asked, a.proposed_by, a.proposed_person, a.proposed_at, a.expires_at, a.decided_person,
  a.decided_at, a.decision_reason,
  (select json_build_object('login', u.login, 'role', u.role, 'is_disabled', u.disabled_at is not null)
     from users u where u.id = a.proposed_person) as proposer,
  (select u.login from users u where u.id = a.decided_person) as decider`

export const selectOrderRequest = oneRow<
  OrderRequestRow,
  [organizationId: string, id: Uuid<'apr'>, at: Instant]
>(
  'select_order_request',
  ['organization_id', 'id', 'at'],
  `select ${COLUMNS}, ${STATUS_AT('$3::timestamptz')} as status from approvals a
    where a.act = '${ORDER_REQUEST}' and a.asked ->> 'organization_id' = $1 and a.id = $2`,
  (organizationId, id, at) => [organizationId, id, sqlInstant(at)],
)

/** Newest first. */
export const selectOrderRequests = allRows<
  OrderRequestRow,
  [
    organizationId: string,
    status: ApprovalStatus | null,
    before: Uuid<'apr'> | null,
    limit: number,
    at: Instant,
  ]
>(
  'select_order_requests',
  ['organization_id', 'status', 'before', 'limit', 'at'],
  `select ${COLUMNS}, ${STATUS_AT('$5::timestamptz')} as status from approvals a
    where a.act = '${ORDER_REQUEST}' and a.asked ->> 'organization_id' = $1
      and ($2::text is null or ${STATUS_AT('$5::timestamptz')} = $2) and ($3::uuid is null or a.id < $3)
    order by a.id desc limit $4`,
  (organizationId, status, before, limit, at) => [
    organizationId,
    status,
    before,
    limit,
    sqlInstant(at),
  ],
)

/** The request that waits with this quote. */
export const selectOrderRequestOfQuote = oneRow<OrderRequestRow, [quoteId: string, at: Instant]>(
  'select_order_request_of_quote',
  ['quote_id', 'at'],
  `select ${COLUMNS}, ${STATUS_AT('$2::timestamptz')} as status from approvals a
    where a.act = '${ORDER_REQUEST}' and a.subject = $1 and a.status = 'PENDING'`,
  (quoteId, at) => [quoteId, sqlInstant(at)],
)
