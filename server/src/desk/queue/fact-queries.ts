// The SQL that reads the facts for decisions on items of the queue, for a page at once.
import type { ApprovalRow } from '../../parties/acts/queries.ts'
import type { Instant } from '../../platform/clock.ts'
import { joinByIndex, rows, type Db } from '../../platform/db/pool.ts'
import { statement, type Statement } from '../../platform/db/statement.ts'
import type { Suggestion } from '../../engine/deposits/suggest-orders.ts'
import type { DepositReturnRow } from '../../engine/deposits/return-queries.ts'
import { isContradicted, type ContradictedSend } from '../../engine/marks/queries.ts'
import type { RequestRow } from '../../customers/information-requests/queries.ts'
import type { HaltRow } from '../../engine/halts/queries.ts'
import type { Uuid } from '../../platform/ids.ts'
import {
  OPERATOR_COLUMNS,
  OPERATOR_JOINS,
  type OperatorOrder,
} from '../../engine/orders/operator-queries.ts'
import type { WaitingEntry } from '../../outside/rails/entry-queries.ts'
import type { RefundRow } from '../../engine/refunds/queries.ts'
import type { ScreeningState } from '../../rules/screening/queries.ts'
import type { QueueRow } from './queries.ts'

/** Reads facts about items; `from` joins tables to the wanted items `w`. */
const ofItems = (name: string, columns: string, from: string): Statement =>
  statement(
    name,
    ['subjects', 'organization_ids', 'order_ids'],
    `select w.subject, ${columns}
       from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) ${from}`,
  )

type Item = Pick<QueueRow, 'subject' | 'organization_id' | 'order_id'>

const reader =
  <Row extends object>(facts: Statement) =>
  (db: Db, items: readonly Item[]): Promise<(Row & { subject: string })[]> =>
    rows(db, facts, [
      items.map(({ subject }) => subject),
      items.map((item) => item.organization_id),
      items.map((item) => item.order_id),
    ])

/** Joins the row of a table whose primary key is the organization and the subject. */
const joinOwned = (table: string, name: string): string =>
  joinByIndex(table, 'organization_id = w.of_organization and id = w.subject::uuid', name)
const REFERENCE = `(select reference_number from orders r where r.organization_id = w.of_organization and r.id = w.of_order)
       as reference_number`

export const selectParkedFacts = reader<OperatorOrder>(
  ofItems(
    'select_parked_order_facts',
    OPERATOR_COLUMNS,
    `${joinOwned('orders', 'o')} ${OPERATOR_JOINS}`,
  ),
)

export type HitRow = {
  key: string
  state: ScreeningState
  screener: string | null
  reason: string | null
}

/** The screenings that stop parked orders. */
export const selectHitsOfOrders = reader<HitRow>(
  ofItems(
    'select_hits_of_orders',
    's.key, s.state, s.screener, s.reason',
    `${joinByIndex('screenings', 'organization_id = w.of_organization and order_id = w.of_order', 's')}
      where s.subject = 'payout' and s.state in ('hold', 'reject')`,
  ),
)

type DepositFacts = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  output_index: number
  address: string
  currency: string
  amount_minor: bigint
  counterparty: string | null
}

const DEPOSIT =
  'd.id, d.rail, d.transaction, d.output_index, d.address, d.currency, d.amount_minor, d.counterparty'

export const selectDepositFacts = reader<DepositFacts>(
  ofItems('select_deposit_facts', DEPOSIT, joinByIndex('deposits', 'id = w.subject::uuid', 'd')),
)

export type SuggestionFacts = Pick<Suggestion, 'reason' | 'score'> & {
  deposit_id: Uuid<'dep'>
  order_id: Uuid<'ord'>
  organization_id: Uuid<'org'>
  organization_name: string
  reference_number: string
  status: string
  payin_currency: string
  payin_total_minor: bigint
  received_minor: bigint
}

export const selectSuggestionFacts = reader<SuggestionFacts>(
  ofItems(
    'select_suggestion_facts',
    `s.deposit_id, s.order_id, s.reason, s.score, o.organization_id, g.name as organization_name, o.reference_number,
       o.status, o.payin_currency, o.payin_total_minor, o.received_minor`,
    `${joinByIndex('deposit_suggestions', 'deposit_id = w.subject::uuid', 's')}
     ${joinByIndex('orders', 'organization_id = s.organization_id and id = s.order_id', 'o')}
     join organizations g on g.id = o.organization_id
    order by s.score desc, s.order_id`,
  ),
)

type DepositReturnFacts = Pick<
  DepositReturnRow,
  | 'deposit_id'
  | 'currency'
  | 'amount_minor'
  | 'rail'
  | 'status'
  | 'attempt'
  | 'outflow_limited_by'
  | 'stopped_at'
> & { is_contradicted: boolean }

export const selectDepositReturnFacts = reader<DepositReturnFacts>(
  ofItems(
    'select_deposit_return_facts',
    `r.deposit_id, r.currency, r.amount_minor, r.rail, r.status, r.attempt, r.outflow_limited_by, r.stopped_at,
       r.due_at is null as is_contradicted`,
    joinByIndex(
      'deposit_returns',
      `deposit_id = w.subject::uuid
         and (due_at is not null
              or exists (select from rail_marks m where m.subject_id = deposit_returns.id and ${isContradicted('m')}))
       order by due_at nulls first limit 1`,
      'r',
    ),
  ),
)

type EntryFacts = Pick<
  WaitingEntry,
  | 'rail'
  | 'kind'
  | 'transaction'
  | 'index'
  | 'entry'
  | 'tied'
  | 'attempt'
  | 'problem'
  | 'problem_code'
>

export const selectEntryFacts = reader<EntryFacts>(
  ofItems(
    'select_entry_facts',
    'e.rail, e.kind, e.transaction, e.index, e.entry, e.tied, e.attempt, e.problem, e.problem_code',
    joinByIndex('rail_entries', 'id = w.subject::uuid', 'e'),
  ),
)

export type RefundFacts = Pick<
  RefundRow,
  'id' | 'currency' | 'amount_minor' | 'reason' | 'status' | 'attempt'
> & {
  destination_instrument_id: Uuid<'epi'> | null
  rejection_code: string | null
  outflow_limited_by: string | null
  reference_number: string
  due_at: Instant | null
  /** The amount that came back under its present key. Null for nothing. */
  returned_minor: bigint | null
}

export const selectRefundFacts = reader<RefundFacts>(
  ofItems(
    'select_refund_facts',
    `r.id, r.currency, r.amount_minor, r.reason, r.status, r.attempt, r.destination_instrument_id, r.rejection_code,
       case when r.outflow_limited_at is not null then coalesce(r.outflow_limited_by, 'outflow_limit') end
         as outflow_limited_by, r.due_at, ${REFERENCE},
       (select sum(returned_minor)::bigint from returns b where b.key = r.rail_key) as returned_minor`,
    joinOwned('refunds', 'r'),
  ),
)

export type HoldFacts = { was_active: boolean; created_at: Instant }

export const selectOrganizationFacts = reader<HoldFacts>(
  ofItems(
    'select_organization_hold_facts',
    `g.created_at, g.status_history @> '[{"status": "ACTIVE"}]' as was_active`,
    joinByIndex('organizations', 'id = w.subject::uuid', 'g'),
  ),
)

type InstrumentFacts = HoldFacts & {
  id: Uuid<'epi'>
  alias: string
  method: string
  currency: string
}

export const selectInstrumentFacts = reader<InstrumentFacts>(
  ofItems(
    'select_instrument_hold_facts',
    `e.id, e.alias, e.method, e.currency, e.created_at, e.status_history @> '[{"status": "ACTIVE"}]' as was_active`,
    joinOwned('external_payment_instruments', 'e'),
  ),
)

export type ScreeningFacts = HitRow & {
  screened: string
  attempt: number
  /** What is held: a deposit, also one that goes back, or a refund. Both are null for the payout of an order. */
  held_deposit_id: Uuid<'dep'> | null
  held_refund_id: Uuid<'rf'> | null
  currency: string | null
  amount_minor: bigint | null
  reference_number: string | null
}

export const selectScreeningFacts = reader<ScreeningFacts>(
  ofItems(
    'select_screening_facts',
    `s.key, s.state, s.screener, s.reason, s.subject as screened, s.attempt,
       coalesce(s.deposit_id, b.deposit_id) as held_deposit_id, r.id as held_refund_id,
       coalesce(d.currency, r.currency, p.currency, b.currency) as currency,
       coalesce(d.amount_minor, r.amount_minor, p.amount_minor, b.amount_minor) as amount_minor, ${REFERENCE}`,
    `${joinByIndex('screenings', 'key = w.subject', 's')}
     left join lateral (select currency, amount_minor from deposits where id = s.deposit_id) d on true
     left join lateral (select id, currency, amount_minor from refunds where rail_key = s.key) r on true
     left join lateral (select deposit_id, currency, amount_minor from deposit_returns where rail_key = s.key) b on true
     left join lateral (select payout_currency as currency, payout_total_minor as amount_minor from orders
                         where s.subject = 'payout' and organization_id = w.of_organization and id = w.of_order) p on true`,
  ),
)

type ReturnFacts = {
  id: Uuid<'po'>
  currency: string
  amount_minor: bigint
  returned_minor: bigint
  code: string
  rail: string
  reference_number: string
}

export const selectReturnFacts = reader<ReturnFacts>(
  ofItems(
    'select_return_facts',
    `p.id, p.currency, p.amount_minor, r.returned_minor, r.code, r.rail, ${REFERENCE}`,
    `${joinOwned('payouts', 'p')}
     cross join lateral (
       select sum(returned_minor)::bigint as returned_minor, (array_agg(code order by recorded_at desc))[1] as code,
              min(rail) as rail
         from returns where key = p.rail_key having count(*) > 0) r`,
  ),
)

type ContradictedFacts = Pick<
  ContradictedSend,
  | 'kind'
  | 'key'
  | 'rail'
  | 'currency'
  | 'amount_minor'
  | 'outcome'
  | 'evidence'
  | 'marked_at'
  | 'answer'
  | 'reference'
> & { reference_number: string }

export const selectContradictedFacts = reader<ContradictedFacts>(
  ofItems(
    'select_contradicted_facts',
    `m.kind, m.key, m.rail, m.currency, m.amount_minor, m.outcome, m.evidence, m.marked_at, m.answer, m.reference, ${REFERENCE}`,
    joinByIndex('rail_marks', 'key = w.subject', 'm'),
  ),
)

type ConditionFacts = { facts: Record<string, string | null> }

export const selectConditionFacts = reader<ConditionFacts>(
  ofItems(
    'select_condition_facts',
    'c.facts',
    `join desk_conditions c on c.subject = w.subject and c.is_open`,
  ),
)

type ApprovalFacts = Pick<
  ApprovalRow,
  'act' | 'reason' | 'roles' | 'proposed_by' | 'expires_at'
> & { about: string }

export const selectApprovalFacts = reader<ApprovalFacts>(
  ofItems(
    'select_approval_facts',
    'a.act, a.subject as about, a.reason, a.roles, a.proposed_by, a.expires_at',
    joinByIndex('approvals', 'id = w.subject::uuid', 'a'),
  ),
)

type InformationFacts = Pick<RequestRow, 'status' | 'message' | 'deadline' | 'answered_at'> & {
  reference_number: string | null
}

export const selectInformationFacts = reader<InformationFacts>(
  ofItems(
    'select_information_facts',
    `r.status, r.message, r.deadline, r.answered_at, ${REFERENCE}`,
    joinOwned('information_requests', 'r'),
  ),
)

type HaltFacts = Pick<HaltRow, 'what' | 'rail' | 'provider' | 'cause' | 'actor' | 'reason'>

export const selectHaltFacts = reader<HaltFacts>(
  ofItems(
    'select_halt_facts',
    'h.what, h.rail, h.provider, h.cause, h.actor, h.reason',
    joinByIndex('halts', 'id = w.subject::uuid', 'h'),
  ),
)

type UserFacts = {
  login: string
  role: string
  invited_by: string | null
  needs_admission: boolean
}

export const selectUserFacts = reader<UserFacts>(
  ofItems(
    'select_user_facts',
    'u.login, u.role, (select i.login from users i where i.id = u.invited_by) as invited_by, u.needs_admission',
    joinByIndex('users', 'login = w.subject and enterprise_id is null', 'u'),
  ),
)

type WebhookFacts = {
  id: Uuid<'whe'>
  url: string
  disabled_reason: string
  failing_since: Instant | null
}

export const selectWebhookFacts = reader<WebhookFacts>(
  ofItems(
    'select_webhook_facts',
    'e.id, e.url, e.disabled_reason, e.failing_since',
    joinOwned('webhook_endpoints', 'e'),
  ),
)
