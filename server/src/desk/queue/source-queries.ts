// SQL parts that read the open items of each kind. The queue shows them, and corridor_waiting_for_operator counts them.
import { NIL_UUID } from '../../platform/db/pool.ts'
import { HAS_NO_ORDER } from '../../engine/deposits/queries.ts'
import { isReturnOfBefore } from '../../engine/halts/contested.ts'
import { contradictedStrayOf, isContradicted } from '../../engine/marks/queries.ts'
import { ENDED_AND_CONTRADICTED } from '../../engine/strays/queries.ts'
import { OPEN_REVERSALS } from '../../engine/reversals/queries.ts'
import { queueKinds, type QueueKind } from './kinds.ts'

const condition = (kind: QueueKind) => `
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = '${kind}'`

const screened = (states: string) => `
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in (${states}) and d.reversed_at is null and d.exited_at is null`

const OPEN_DIFFERENCES = `
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null`
// The movement that should settle it moved nothing.
const UNMOVED_DIFFERENCES = `
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')`

// 15 is MANY_ATTEMPTS. The condition is that of the index refunds_waiting.
const UNSENT_REFUNDS = `
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15)`
// Since the first part. It waits for the rest.
const PARTLY_RETURNED_REFUNDS = `
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))`

// The condition is that of the index deposit_returns_waiting.
const WAITING_RETURNS = `
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)`
// Contradictions are few: rail_marks_contradicted has them all. An item has one subject once.
const CONTRADICTED_RETURNS = `
  select r.deposit_id::text as subject, min(m.answered_at) as since, null::uuid as organization_id, null::uuid as order_id
    from rail_marks m join deposit_returns r on r.id = m.subject_id
   where ${isContradicted('m')} and m.kind = 'deposit_return'
     and not exists (select from deposit_returns w
                      where w.deposit_id = r.deposit_id and w.due_at is not null
                        and (w.stopped_at is not null or w.outflow_limited_at is not null or w.attempt >= 15))
   group by r.deposit_id`

const PRESENT_STRAYS = `
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays s
   where status = 'OPEN'
      or status = 'RETURNING' and (stopped_at is not null
           or ${isReturnOfBefore('s')}
           or exists (${contradictedStrayOf('s.id')}))`
const CONTRADICTED_STRAYS = `
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where ${ENDED_AND_CONTRADICTED}`

/** Kinds of several sources, each with an index. */
const PARTS: Partial<Record<QueueKind, readonly string[]>> = {
  deposit_return: [WAITING_RETURNS, CONTRADICTED_RETURNS],
  stray: [PRESENT_STRAYS, CONTRADICTED_STRAYS],
  refund: [UNSENT_REFUNDS, PARTLY_RETURNED_REFUNDS],
  reconciliation_difference: [OPEN_DIFFERENCES, UNMOVED_DIFFERENCES],
}

/** Each reads (subject, since, organization_id, order_id). A partial index of each has the order of `since`. */
export const SOURCES: Readonly<Record<QueueKind, string>> = {
  parked_order: `
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null`,
  // A deposit of an order is screened before it is credited.
  unmatched_deposit: `
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where ${HAS_NO_ORDER} and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))`,
  deposit_return: `${WAITING_RETURNS} union all ${CONTRADICTED_RETURNS}`,
  // The condition is that of the index rail_entries_for_operators.
  rail_entry: `
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)`,
  refund: `${UNSENT_REFUNDS} union all ${PARTLY_RETURNED_REFUNDS}`,
  reversal: `
  select order_id || ':' || currency as subject, reversed_at as since, organization_id, order_id
    from (${OPEN_REVERSALS}) open_reversals`,
  organization_hold: `
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD'`,
  instrument_hold: `
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD'`,
  // The order of a payout that is not cleared is parked.
  screening_hit: `${screened(`'hold', 'reject'`)} and s.subject <> 'payout'`,
  unanswered_screening: screened(`'asking'`),
  // An order has few returns; the last one is of the payout that is held.
  returned_payout: `
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null`,
  // rail_marks_contradicted has all of them.
  contradicted_send: `
  select m.key as subject, m.answered_at as since, m.organization_id, m.order_id
    from rail_marks m where ${isContradicted('m')} and m.order_id is not null`,
  balance_difference: condition('balance_difference'),
  low_liquidity: condition('low_liquidity'),
  stale_rate: condition('stale_rate'),
  webhook_disabled: `
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')`,
  halt: `
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null`,
  approval: `
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where act <> 'order.create' and status = 'PENDING' and expires_at > now()`,
  // Answered, or overdue.
  information_request: `
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())`,
  // Nobody admits himself or herself, so the first admin waits for a second one and is no item before.
  new_user: `
  select u.login as subject, u.enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users u where u.enterprise_id is null and u.admitted_at is null and u.enrolled_at is not null and u.disabled_at is null
     and (u.role <> 'admin' or exists (select from users a where a.enterprise_id is null and a.role = 'admin' and a.id <> u.id
                    and a.enterprise_ids is null and a.enrolled_at is not null and a.disabled_at is null))`,
  stray: `${PRESENT_STRAYS} union all ${CONTRADICTED_STRAYS}`,
  reconciliation_difference: `${OPEN_DIFFERENCES} union all ${UNMOVED_DIFFERENCES}`,
}

/**
 * An approval has no organization; its chain in the audit trail names the enterprise, or the deployment. A webhook endpoint
 * may be of an enterprise itself.
 */
const enterpriseOf = (kind: QueueKind): string =>
  kind === 'approval'
    ? `nullif(i.chain, ${NIL_UUID})`
    : kind === 'webhook_disabled'
      ? 'coalesce(i.owner, g.enterprise_id)'
      : 'g.enterprise_id'

/** SQL part: the items of one kind, with their organization and what is known of the work on them. */
export const itemsOf = (kind: QueueKind, source = SOURCES[kind]): string => `
  select '${kind}'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         ${enterpriseOf(kind)} as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (${source}) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = '${kind}' and subject = i.subject and since = i.since offset 0) q on true`

/** SQL part: the rows of `part` for every kind. */
export const ofEveryKind = (part: (kind: QueueKind) => string): string =>
  queueKinds.map((kind) => `(${part(kind)})`).join('\n union all\n')

/** Like ofEveryKind, for pages: a union inside of a part would be read and sorted as a whole. */
export const ofEverySource = (part: (kind: QueueKind, items: string) => string): string =>
  queueKinds
    .flatMap((kind) =>
      (PARTS[kind] ?? [SOURCES[kind]]).map((source) => `(${part(kind, itemsOf(kind, source))})`),
    )
    .join('\n union all\n')
