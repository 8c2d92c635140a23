// All SQL that writes the work on items of the queue, and the pages of the queue.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Operator } from '../../parties/operators/operator.ts'
import type { QueueKind } from './kinds.ts'
import { itemsOf, ofEveryKind, ofEverySource } from './source-queries.ts'

export type QueueRow = {
  kind: QueueKind
  /** The stored form: see `publicSubject`. */
  subject: string
  since: Instant
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  /** Null for what belongs to the deployment. */
  enterprise_id: Uuid<'ent'> | null
  organization_name: string | null
  assignee: string | null
  assigned_at: Instant | null
  snoozed_until: Instant | null
  comments: number
}

const COMMENTS = `(select count(*)::int from queue_comments c where c.kind = i.kind and c.subject = i.subject) as comments`

export type QueueFilter = {
  kinds: readonly QueueKind[]
  /** Null for all, and for what belongs to the deployment. */
  enterpriseIds: readonly Uuid<'ent'>[] | null
  /** Empty for items of nobody; null for all. */
  assignee: string | null
  /** Null for both. */
  isSnoozed: boolean | null
}

export type QueueKey = Pick<QueueRow, 'since' | 'kind' | 'subject'>

/** Oldest first. `now`: real time. */
export const selectQueue = allRows<
  QueueRow,
  [filter: QueueFilter, now: Instant, after: QueueKey | null, limit: number]
>(
  'select_queue',
  [
    'kinds',
    'enterprise_ids',
    'assignee',
    'snoozed',
    'now',
    'after_since',
    'after_kind',
    'after_subject',
    'limit',
  ],
  `select i.*, ${COMMENTS}
     from (${ofEverySource(
       (kind, items) => `
       select * from (${items}) ${kind}
        where '${kind}' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9`,
     )}) i
    order by since, kind, subject limit $9`,
  (filter, now, after, limit) => [
    filter.kinds,
    filter.enterpriseIds,
    filter.assignee,
    filter.isSnoozed,
    sqlInstant(now),
    after === null ? null : sqlInstant(after.since),
    after?.kind,
    after?.subject,
    limit,
  ],
)

/** No kind is counted further: a person needs no more, and each part reads so many rows of one index. */
export const MOST_COUNTED = 1000

/** `decidable`: those that no rule of the item itself keeps from this operator. */
export type QueueCount = { kind: QueueKind; count: number; oldest: Instant; decidable: number }

/** SQL condition: nobody approves his or her own act, or admits himself or herself. $4: role, $5: actor, $6: login. */
const isDecidable = (kind: QueueKind): string =>
  kind === 'approval'
    ? `exists (select from approvals a
                where a.id = approval.subject::uuid and ($4::text is null or $4 = any (a.roles)) and a.proposed_by <> $5::text)`
    : kind === 'new_user'
      ? `subject is distinct from $6::text`
      : 'true'

/** Items that nobody snoozed, by kind. A kind without any has no row. */
export const countQueue = allRows<QueueCount, [operator: Operator, now: Instant]>(
  'count_queue',
  ['enterprise_ids', 'now', 'limit', 'role', 'actor', 'login'],
  `select kind, count(*)::int as count, min(since) as oldest, (count(*) filter (where is_decidable))::int as decidable
     from (${ofEverySource(
       (kind, items) => `
       select kind, since, ${isDecidable(kind)} as is_decidable from (${items}) ${kind}
        where ($1::uuid[] is null or enterprise_id = any ($1))
          and not coalesce(snoozed_until > $2::timestamptz, false)
        order by since, subject limit $3`,
     )}) i
    group by kind`,
  ({ enterpriseIds, role, actor, login, isDirect }, now) => [
    enterpriseIds,
    sqlInstant(now),
    MOST_COUNTED,
    isDirect === true ? null : role,
    actor,
    login,
  ],
)

const ITEM = ofEveryKind(
  (kind) =>
    `select * from (${itemsOf(kind)}) ${kind} where '${kind}' = $1::text and subject = $2::text`,
)

/** Undefined if there is no such item, or if it is done. */
export const selectQueueItem = oneRow<QueueRow, [kind: QueueKind, subject: string]>(
  'select_queue_item',
  ['kind', 'subject'],
  `select i.*, ${COMMENTS} from (${ITEM}) i`,
)

type ItemId = Pick<QueueRow, 'kind' | 'subject'>

/** Returns false if the item is done, or if somebody has it and it is not taken over. */
export const upsertQueueAssignee = anyRow(
  'upsert_queue_assignee',
  ['kind', 'subject', 'assignee', 'at', 'takes_over'],
  `insert into queue_items (kind, subject, since, assignee, assigned_at)
   select kind, subject, since, $3, case when $3::text is not null then $4::timestamptz end from (${ITEM}) i
   on conflict (kind, subject) do update
      set since = excluded.since, assignee = excluded.assignee, assigned_at = excluded.assigned_at,
          snoozed_until = case when queue_items.since = excluded.since then queue_items.snoozed_until end
    where $5::boolean or queue_items.assignee is null or queue_items.since <> excluded.since
   returning kind`,
  ({ kind, subject }: ItemId, assignee: string | null, at: Instant, takesOver: boolean) => [
    kind,
    subject,
    assignee,
    sqlInstant(at),
    takesOver,
  ],
)

/** Null ends the snooze. Returns false if the item is done. */
export const upsertQueueSnooze = anyRow(
  'upsert_queue_snooze',
  ['kind', 'subject', 'until'],
  `insert into queue_items (kind, subject, since, snoozed_until)
   select kind, subject, since, $3::timestamptz from (${ITEM}) i
   on conflict (kind, subject) do update
      set since = excluded.since, snoozed_until = excluded.snoozed_until,
          assignee = case when queue_items.since = excluded.since then queue_items.assignee end,
          assigned_at = case when queue_items.since = excluded.since then queue_items.assigned_at end
   returning kind`,
  ({ kind, subject }: ItemId, until: Instant | null) => [
    kind,
    subject,
    until === null ? null : sqlInstant(until),
  ],
)

export type QueueComment = { author: string; comment: string; created_at: Instant }

/** Returns false if the item is done. */
export const insertQueueComment = anyRow(
  'insert_queue_comment',
  ['kind', 'subject', 'author', 'comment', 'at'],
  `insert into queue_comments (kind, subject, author, comment, created_at)
   select kind, subject, $3, $4, $5 from (${ITEM}) i
   returning id`,
  ({ kind, subject }: ItemId, { author, comment, created_at }: QueueComment) => [
    kind,
    subject,
    author,
    comment,
    sqlInstant(created_at),
  ],
)

/** The newest first. They stay when an item is done, and are shown when it opens again. */
export const selectQueueComments = allRows<QueueComment, [ItemId, limit: number]>(
  'select_queue_comments',
  ['kind', 'subject', 'limit'],
  `select author, comment, created_at from queue_comments
    where kind = $1 and subject = $2 order by id desc limit $3`,
  ({ kind, subject }, limit) => [kind, subject, limit],
)
