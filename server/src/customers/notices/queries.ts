// The SQL of notices: what is to be told, claims and outcomes. A claim makes a notice due again later, so that it is sent again
// if its process dies. That may be twice, under the same Message-ID.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { CustomerRole } from '../../platform/access/customer-roles.ts'
import type { NoticeKind } from './kinds.ts'
import type { Position, TargetRow } from './target-queries.ts'

export type NoticeFacts = {
  status?: string
  deadline?: string
  payin?: string
  payout?: string
}

export type NewNotice = {
  id: Uuid<'ntc'>
  target_id: TargetRow['id']
  enterprise_id: Uuid<'ent'>
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  kind: NoticeKind
  source: string
  facts: NoticeFacts
}

/** Notices of one enterprise in a round. */
const MOST_REQUESTS = 50

/** More of one enterprise are not queued: they would be read by nobody. */
export const MOST_WAITING = 1000

const INSERT_NOTICES = statement(
  'insert_notices',
  ['notices', 'positions'],
  `
  with given as (
    select *, row_number() over (partition by enterprise_id order by id) as place
      from jsonb_to_recordset($1::jsonb) as r (id uuid, target_id uuid, enterprise_id uuid, organization_id uuid,
             order_id uuid, kind text, source text, facts jsonb)
  ), moved as (
    update notice_positions p set epoch = m.epoch, transaction = m.transaction, event_id = m.id
      from jsonb_to_recordset($2::jsonb) as m (organization_id uuid, epoch int, transaction xid8, id uuid)
     where p.organization_id = m.organization_id
       and (p.epoch, p.transaction, p.event_id) < (m.epoch, m.transaction, m.id)
  ), waiting as (
    select enterprise_id, count(*) as count from notices
     where due_at is not null and enterprise_id in (select enterprise_id from given) group by enterprise_id
  ), queued as (
    insert into notices (id, target_id, enterprise_id, organization_id, order_id, kind, source, facts, status, due_at, created_at)
    select g.id, g.target_id, g.enterprise_id, g.organization_id, g.order_id, g.kind, g.source, g.facts, 'PENDING', now(), now()
      from given g left join waiting w using (enterprise_id)
     where g.place <= ${MOST_WAITING} - coalesce(w.count, 0)
    on conflict (target_id, source) do nothing
    returning id
  )
  select (select count(*)::int from given g
           where not exists (select from queued q where q.id = g.id)
             and not exists (select from notices n where (n.target_id, n.source) = (g.target_id, g.source))) as dropped,
         (select count(*)::int from queued) as queued`,
)

/** Queues notices and notes up to where events were read. `dropped`: those that found no room. */
export async function insertNotices(
  db: Db,
  notices: readonly NewNotice[],
  positions: readonly Omit<Position, 'enterprise_id'>[],
): Promise<{ queued: number; dropped: number }> {
  const values = [JSON.stringify(notices), JSON.stringify(positions)]
  const [row] = await rows<{ queued: number; dropped: number }>(db, INSERT_NOTICES, values)
  return row ?? { queued: 0, dropped: 0 }
}

/** The newest orders that wait for a second person and were told to nobody, of each of these enterprises. */
export const selectWaitingRequests = allRows<
  {
    id: Uuid<'apr'>
    enterprise_id: Uuid<'ent'>
    proposed_person: Uuid<'usr'>
    organization_id: string
    payin: string
    payout: string
  },
  [enterpriseIds: readonly Uuid<'ent'>[]]
>(
  'select_requests_to_tell_of',
  ['enterprise_ids'],
  `select id, chain as enterprise_id, proposed_person, asked ->> 'organization_id' as organization_id,
          concat_ws(' ', asked ->> 'payin_total', asked ->> 'payin_currency') as payin,
          concat_ws(' ', asked ->> 'payout_total', asked ->> 'payout_currency') as payout
     from (select *, row_number() over (partition by chain order by id desc) as place
             from approvals a
            where not exists (select from notices where source = a.id::text)
              and status = 'PENDING' and act = 'order.create' and expires_at > now() and chain = any ($1::uuid[])) a
    where place <= ${MOST_REQUESTS}`,
)

const SELECT_DISABLED_ENDPOINTS = statement(
  'select_disabled_endpoints_to_tell_of',
  ['enterprise_ids', 'after'],
  `select w.id, coalesce(w.enterprise_id, o.enterprise_id) as enterprise_id, o.id as organization_id,
          w.updated_at, coalesce(w.failing_since, w.updated_at) as failing_since
     from webhook_endpoints w left join organizations o on o.id = w.organization_id
    where w.status = 'DISABLED' and w.deleted_at is null and w.disabled_reason in ('gone', 'failing')
      and w.updated_at > $2 and coalesce(w.enterprise_id, o.enterprise_id) = any ($1::uuid[])`,
)

type DisabledEndpoint = {
  id: Uuid<'whe'>
  enterprise_id: Uuid<'ent'>
  organization_id: Uuid<'org'> | null
  updated_at: Instant
  /** No edit changes it. */
  failing_since: Instant
}

/** Webhook endpoints that the service has disabled since. */
export const selectDisabledEndpoints = (
  db: Db,
  enterpriseIds: readonly Uuid<'ent'>[],
  after: Instant,
): Promise<DisabledEndpoint[]> =>
  rows(db, SELECT_DISABLED_ENDPOINTS, [enterpriseIds, sqlInstant(after)])

export type ClaimedNotice = Pick<
  NewNotice,
  'id' | 'enterprise_id' | 'organization_id' | 'order_id' | 'kind' | 'facts'
> & {
  enterprise_name: string
  attempt: number
  target_id: TargetRow['id']
  kinds: NoticeKind[]
  language: TargetRow['language']
  address_key_id: string
  address_sealed: Buffer
  /** Null: the chat. */
  user_id: Uuid<'usr'> | null
  role: CustomerRole | null
  /** The person was disabled, or must enrol anew. */
  is_out: boolean | null
  reference_number: string | null
  payin_currency: string | null
  payin_total_minor: bigint | null
  payout_currency: string | null
  payout_total_minor: bigint | null
}

const CLAIM_NOTICES = statement(
  'claim_notices',
  ['is_chat', 'limit', 'share', 'busy_enterprise_ids', 'delays_ms'],
  `
  with ranked as (
    -- Enterprises take turns.
    select n.id, n.due_at, row_number() over (partition by n.enterprise_id order by n.due_at, n.id) as turn
      from notices n join notice_targets t on t.id = n.target_id
     where n.due_at <= now() and (t.user_id is null) = $1 and n.enterprise_id <> all ($4::uuid[])
  ), due as (
    select n.id from ranked r join notices n using (id)
     where r.turn <= $3 and n.due_at <= now()
     order by r.turn, r.due_at limit $2 for update of n skip locked
  ), claimed as (
    update notices n
       set attempt = n.attempt + 1,
           due_at = now() + ($5::int[])[least(n.attempt + 1, cardinality($5::int[]))] * interval '1 millisecond'
      from due where n.id = due.id
    returning n.id, n.target_id, n.enterprise_id, n.organization_id, n.order_id, n.kind, n.facts, n.attempt
  )
  select c.*, e.name as enterprise_name, t.kinds, t.language, t.address_key_id, t.address_sealed, t.user_id, u.role,
         u.disabled_at is not null or u.enrolment_hash is not null as is_out,
         o.reference_number, o.payin_currency, o.payin_total_minor, o.payout_currency, o.payout_total_minor
    from claimed c
    join notice_targets t on t.id = c.target_id
    join enterprises e on e.id = c.enterprise_id
    left join users u on u.id = t.user_id
    left join orders o on (o.organization_id, o.id) = (c.organization_id, c.order_id)`,
)

type Claim = {
  isChat: boolean
  limit: number
  /** At most so many of one enterprise. */
  share: number
  busy: readonly Uuid<'ent'>[]
  delaysMs: readonly number[]
}

export const claimNotices = (
  db: Db,
  { isChat, limit, share, busy, delaysMs }: Claim,
): Promise<ClaimedNotice[]> => rows(db, CLAIM_NOTICES, [isChat, limit, share, busy, delaysMs])

export type Ending = 'SENT' | 'REFUSED' | 'FAILED' | 'DROPPED'

const UPDATE_NOTICE_ENDED = statement(
  'update_notice_ended',
  ['id', 'status'],
  `update notices set status = $2, due_at = null where id = $1 and due_at is not null`,
)

export const updateNoticeEnded = async (db: Db, id: Uuid<'ntc'>, status: Ending): Promise<void> =>
  void (await rows(db, UPDATE_NOTICE_ENDED, [id, status]))

const DROP_NOTICES = statement(
  'update_notices_dropped',
  [],
  `with moved as (
     update notice_positions set epoch = d.event_epoch, transaction = pg_snapshot_xmin(pg_current_snapshot()),
            event_id = '00000000-0000-0000-0000-000000000000'
       from deployment d)
   update notices set status = 'DROPPED', due_at = null where due_at is not null`,
)

/** After a restore: what waits may have been sent in the lost time, and events of then are not told again. */
export const dropNoticesOfBefore = async (db: Db): Promise<void> =>
  void (await rows(db, DROP_NOTICES))

export const deleteOldNotices = async (db: Db, keptDays: number, limit: number): Promise<number> =>
  (await rows(db, DELETE_OLD_NOTICES, [keptDays, limit])).length

const DELETE_OLD_NOTICES = statement(
  'delete_old_notices',
  ['kept_days', 'limit'],
  `delete from notices where id in (
     select id from notices where created_at < now() - $1 * interval '1 day' and due_at is null limit $2)
   returning id`,
)

export const selectNoticesWaiting = allRows<{ way: 'mail' | 'chat'; count: number }>(
  'select_notices_waiting',
  [],
  `select way, count(n.id)::int as count
     from (values ('mail'), ('chat')) ways (way)
     left join (notices n join notice_targets t on t.id = n.target_id)
       on n.due_at is not null and way = case when t.user_id is null then 'chat' else 'mail' end
    group by way`,
)
