// All SQL that writes approvals, their rules, and the idempotency keys of acts.
import type { Chain } from '../audit/chain.ts'
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows, anyRow, oneRow, write } from '../../platform/db/row-functions.ts'
import { boundedReading, type PartlyRead } from '../../platform/db/bounded-reading.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import { statement } from '../../platform/db/statement.ts'
import { periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { CustomerRole } from '../../platform/access/customer-roles.ts'
import type { Role } from '../operators/roles.ts'
import type { ActName } from './names.ts'
import type { ApprovalRule } from './rules.ts'

export const approvalStatuses = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'LAPSED',
  'EXPIRED',
] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** How long anything waits for a second person: long enough for a weekend. */
export const WAITS_MS = 72 * 3_600_000

/** The act that waits for an approval. */
export type NewApproval = {
  id: Uuid<'apr'>
  /** `order.create`: of a customer, in request-queries.ts. */
  act: ActName | 'order.create'
  chain: Chain
  subject: string
  version: string
  /** Without a body that is sealed. */
  asked: object
  /** The body in JSON, if it has bank details. Null for other acts, and after the decision. */
  sealedBody: Sealed | null
  amounts: { currency: string; minor: string }[]
  reason: string
  roles: readonly (Role | CustomerRole)[]
  proposed_by: string
  proposed_person: Uuid<'usr'>
  proposed_at: Instant
  expires_at: Instant
}

/** The present rights of the proposer. */
type Proposer = {
  /** The user who proposed it, or made the key that did, is disabled. */
  is_disabled: boolean
  /** Null for a key that is revoked or has expired. */
  role: Role | null
  /** Null for all enterprises. */
  enterprise_ids: Uuid<'ent'>[] | null
}

export type ApprovalRow = Omit<NewApproval, 'sealedBody' | 'act' | 'asked' | 'roles'> & {
  act: ActName
  asked: { params: unknown; body: unknown }
  roles: readonly Role[]
  body_key_id: string | null
  body_sealed: Buffer | null
  status: ApprovalStatus
  decided_by: string | null
  decided_at: Instant | null
  decision_reason: string | null
  proposer: Proposer
}

const SELECT_APPROVAL_RULES = statement(
  'select_approval_rules',
  [],
  `select rules from approval_rules`,
)

export async function selectApprovalRules(db: Db): Promise<readonly ApprovalRule[]> {
  const [row] = await rows<{ rules: ApprovalRule[] }>(db, SELECT_APPROVAL_RULES)
  if (row === undefined) throw new Error('the table approval_rules has no row')
  return row.rules
}

export const updateApprovalRules = write(
  'update_approval_rules',
  ['rules'],
  `update approval_rules set rules = $1::jsonb`,
  (rules: readonly ApprovalRule[]) => [JSON.stringify(rules)],
)

// Proposals of another state, and those that nobody approved in time, make room for a new one.
const UPDATE_APPROVALS_PASSED = statement(
  'update_approvals_passed',
  ['act', 'subject', 'version', 'at'],
  `update approvals
      set status = case when expires_at <= $4 then 'EXPIRED' else 'LAPSED' end, decided_at = $4,
          body_key_id = null, body_sealed = null
    where act = $1 and subject = $2 and subject <> '' and status = 'PENDING'
      and (expires_at <= $4 or version <> $3)`,
)

const INSERT_APPROVAL = statement(
  'insert_approval',
  [
    'id',
    'act',
    'chain',
    'subject',
    'version',
    'asked',
    'amounts',
    'reason',
    'roles',
    'proposed_by',
    'proposed_person',
    'proposed_at',
    'expires_at',
    'body_key_id',
    'body_sealed',
  ],
  `insert into approvals (id, act, chain, subject, version, asked, amounts, reason, roles, proposed_by, proposed_person,
          proposed_at, expires_at, body_key_id, body_sealed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
   on conflict (act, subject) where status = 'PENDING' and subject <> '' do nothing
   returning id`,
)

/** False if the same act on the same subject waits already. Call it in a transaction. */
export async function insertApproval(db: Db, approval: NewApproval): Promise<boolean> {
  const { id, act, chain, subject, version, asked, amounts, reason, roles } = approval
  const at = sqlInstant(approval.proposed_at)
  await rows(db, UPDATE_APPROVALS_PASSED, [act, subject, version, at])
  const inserted = await rows(db, INSERT_APPROVAL, [
    id,
    act,
    chain,
    subject,
    version,
    JSON.stringify(asked),
    JSON.stringify(amounts),
    reason,
    roles,
    approval.proposed_by,
    approval.proposed_person,
    at,
    sqlInstant(approval.expires_at),
    approval.sealedBody?.keyId ?? null,
    approval.sealedBody?.bytes ?? null,
  ])
  return inserted.length > 0
}

export type Decision = {
  status: Exclude<ApprovalStatus, 'PENDING' | 'EXPIRED'>
  /** The caller, and the person behind the caller. */
  by: string
  person: Uuid<'usr'> | null
  at: Instant
  reason: string
}

/** False if it was decided before, or expired. The row stays locked until the end of the transaction. */
export const updateApprovalDecided = anyRow(
  'update_approval_decided',
  ['id', 'status', 'by', 'person', 'at', 'reason'],
  `update approvals
      set status = $2, decided_by = $3, decided_person = $4, decided_at = $5, decision_reason = $6,
          body_key_id = null, body_sealed = null
    where id = $1 and status = 'PENDING' and expires_at > $5
   returning id`,
  (id: Uuid<'apr'>, { status, by, person, at, reason }: Decision) => [
    id,
    status,
    by,
    person,
    sqlInstant(at),
    reason,
  ],
)

const COLUMNS = `a.id, a.act, a.chain, a.subject, a.version, a.asked, a.amounts, a.reason, a.roles, a.proposed_by,
  a.proposed_person, a.proposed_at, a.expires_at, a.decided_by, a.decided_at, a.decision_reason, a.body_key_id,
  a.body_sealed`

/** SQL part: the rights of the approval's proposer at an instant. */
const PROPOSER_AT = (at: string) => `
  (select case when a.proposed_by like 'key:%'
               then json_build_object('is_disabled', u.disabled_at is not null, 'role', k.role,
                                      'enterprise_ids', k.enterprise_ids)
               else json_build_object('is_disabled', u.disabled_at is not null, 'role', u.role,
                                      'enterprise_ids', u.enterprise_ids) end
     from users u
     left join operator_keys k on a.proposed_by = 'key:' || k.label and k.created_by = u.id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${at})
    where u.id = a.proposed_person) as proposer`
export const STATUS_AT = (at: string) =>
  `case when a.status = 'PENDING' and a.expires_at <= ${at} then 'EXPIRED' else a.status end`

export const selectApproval = oneRow<ApprovalRow, [id: Uuid<'apr'>, at: Instant]>(
  'select_approval',
  ['id', 'at'],
  `select ${COLUMNS}, ${STATUS_AT('$2::timestamptz')} as status, ${PROPOSER_AT('$2::timestamptz')}
     from approvals a
    where a.id = $1 and a.act <> 'order.create'`,
  (id, at) => [id, sqlInstant(at)],
)

export type WaitingApproval = Pick<ApprovalRow, 'id' | 'act' | 'subject' | 'version'>

/**
 * The approvals about these subjects that wait for a second person.
 *
 * The index of what waits begins with the act.
 */
export const selectWaitingApprovals = allRows<
  WaitingApproval,
  [acts: readonly ActName[], subjects: readonly string[], at: Instant]
>(
  'select_waiting_approvals',
  ['acts', 'subjects', 'at'],
  `select id, act, subject, version from approvals
    where act = any ($1::text[]) and subject = any ($2::text[]) and subject <> '' and status = 'PENDING' and expires_at > $3`,
  (acts, subjects, at) => [acts, subjects, sqlInstant(at)],
)

const selectingBefore = (name: string, condition: string) =>
  inBothOrders(
    name,
    [
      'chains',
      'status',
      'before',
      'limit',
      'at',
      'act',
      'proposed_by',
      'after',
      'made_before',
      'from',
      'to',
    ],
    ({
      after,
      direction,
    }) => `select ${COLUMNS}, ${STATUS_AT('$5::timestamptz')} as status, ${PROPOSER_AT('$5::timestamptz')}
     from approvals a
    where ${condition} a.act <> 'order.create' and ($1::uuid[] is null or a.chain = any ($1))
      and ($3::uuid is null or a.id ${after} $3) and ($6::text is null or a.act = $6) and ($7::text is null or a.proposed_by = $7)
      and a.proposed_at > coalesce($8::timestamptz, '-infinity') and a.proposed_at < coalesce($9::timestamptz, 'infinity')
      and ($10::uuid is null or a.id >= $10) and ($11::uuid is null or a.id <= $11)
      and ($2::text is null or ${STATUS_AT('$5::timestamptz')} = $2)
    order by a.id ${direction}
    limit $4`,
  )
const SELECT_APPROVALS_BEFORE = selectingBefore('select_approvals_before', '')
// Few wait: the index approvals_waiting has them.
const SELECT_PENDING_BEFORE = selectingBefore(
  'select_pending_approvals_before',
  `a.status = 'PENDING' and`,
)
const readBounded = boundedReading<'apr'>('select_approvals', { paced: 'approvals' })

type ApprovalFilter = Period &
  Sorted & {
    chains: readonly Chain[] | null
    status?: ApprovalStatus | undefined
    act?: string | undefined
    /** `user:` and a login, or `key:` and a label. */
    proposedBy?: string | undefined
  }

/** Filters by state, act or proposer may find nothing on a page, and rows on a later one. */
export function selectApprovalsBefore(
  db: Db,
  filter: ApprovalFilter,
  before: Uuid<'apr'> | null,
  limit: number,
  at: Instant,
): Promise<ApprovalRow[] | PartlyRead<ApprovalRow, Uuid<'apr'>>> {
  const { chains, status, act, proposedBy, sort = 'newest_first' } = filter
  const { after, before: madeBefore, from, to } = periodValues('apr', filter)
  const waits = status === 'PENDING'
  const selects = (waits ? SELECT_PENDING_BEFORE : SELECT_APPROVALS_BEFORE)(sort)
  const values = [chains, status, before, limit, sqlInstant(at), act, proposedBy, after, madeBefore]
  const page = (since: typeof from, until: typeof to): Promise<ApprovalRow[]> =>
    rows(db, selects, [...values, since, until])
  const isNarrowed = [chains ?? undefined, status, act, proposedBy].some((one) => one !== undefined)
  if (waits || !isNarrowed) return page(from, to)
  return readBounded(db, { sort, organizationId: null }, { after: before, from, to }, page)
}

type ActKeyRow = { act: string; subject: string; done_at: Instant; request_hash: Buffer }

/** False if the actor used the key before. Waits for a transaction that is using it. */
export const insertActKey = anyRow(
  'insert_act_key',
  ['actor', 'key', 'request_hash', 'act', 'subject', 'done_at'],
  `insert into act_keys (actor, key, request_hash, act, subject, done_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (actor, key) do nothing
   returning key`,
  (row: { actor: string; key: string; requestHash: Buffer } & Omit<ActKeyRow, 'request_hash'>) => {
    const values = [row.actor, row.key, row.requestHash, row.act, row.subject]
    return [...values, sqlInstant(row.done_at)]
  },
)

export const selectActKey = oneRow<ActKeyRow, [actor: string, key: string]>(
  'select_act_key',
  ['actor', 'key'],
  `select act, subject, done_at, request_hash from act_keys where actor = $1 and key = $2`,
)
