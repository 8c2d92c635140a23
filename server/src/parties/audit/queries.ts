// The SQL of the audit trail. Only the database function append_audit writes it.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import type { Period } from '../../platform/http/filters.ts'
import type { AuditRow, Chain, Head } from './chain.ts'

/** `before` and `after` of what changed, and other facts. Never a secret or a bank detail. */
export type AuditDetail = Record<string, unknown>

export type NewAudit = {
  chain: Chain
  at: Instant
  /** `user:LOGIN`, `key:LABEL`, `direct:NAME` or `command`. */
  actor: string
  act: string
  /** The public identifier of the act's object, or empty. */
  subject: string
  /** Empty where the act needs none. */
  reason: string
  detail: AuditDetail
}

/** Appends an entry. Call it in the transaction of the act. */
export const insertAudit = write(
  'insert_audit',
  ['chain', 'at', 'actor', 'act', 'subject', 'reason', 'detail'],
  `select append_audit($1, $2, $3, $4, $5, $6, $7)`,
  (entry: NewAudit) => [
    entry.chain,
    sqlInstant(entry.at),
    entry.actor,
    entry.act,
    entry.subject,
    entry.reason,
    JSON.stringify(entry.detail),
  ],
)

/** The act of an entry that notes the heads of other chains. */
export const HEADS_NOTED = 'audit.heads'

/** Notes the heads of other chains in a chain. */
export const insertAuditHeads = write(
  'insert_audit_heads',
  ['chain', 'at', 'actor', 'detail'],
  `select append_audit($1, $2, $3, '${HEADS_NOTED}', '', '', $4)`,
  ({ chain, at, actor }: Pick<NewAudit, 'chain' | 'at' | 'actor'>, heads: readonly string[]) => [
    chain,
    sqlInstant(at),
    actor,
    JSON.stringify({ heads }),
  ],
)

const COLUMNS = `chain, number, at, actor, act, subject, reason, detail, previous_hash, hash`

/** Oldest first. */
export const selectAuditAfter = allRows<AuditRow, [chain: Chain, number: bigint, limit: number]>(
  'select_audit_after',
  ['chain', 'number', 'limit'],
  `select ${COLUMNS} from audit_entries where chain = $1 and number > $2 order by number limit $3`,
)

/** One for each chain. A chain whose head was deleted has number 0. */
export const selectAuditHeads = allRows<Head>(
  'select_audit_heads',
  [],
  `select chain, number, hash from audit_heads
    union
   select distinct chain, 0, '\\x'::bytea from audit_entries e
    where not exists (select from audit_heads h where h.chain = e.chain)
    order by chain`,
)

export const selectAuditHead = oneRow<Head, [chain: Chain]>(
  'select_audit_head',
  ['chain'],
  `select chain, number, hash from audit_heads where chain = $1`,
)

type AuditFilter = {
  chains: readonly Chain[] | null
  actor: string | null
  act: string | null
  subject: string | null
} & Period &
  Sorted

export type AuditKey = { at: Instant; chain: Chain; number: bigint }

/** The number that every page is behind. A generic plan searches an index with it, but not with `is null or`. */
const NUMBER_BEHIND = { '<': '9223372036854775807', '>': '0' } as const

const SELECT_AUDIT = inBothOrders(
  'select_audit',
  [
    'chains',
    'actor',
    'act',
    'subject',
    'created_after',
    'created_before',
    'before_at',
    'before_chain',
    'before_number',
    'limit',
  ],
  ({ after, direction, start }) => `select ${COLUMNS} from audit_entries
    where ($1::uuid[] is null or chain = any ($1)) and ($2::text is null or actor = $2)
      and ($3::text is null or act = $3) and ($4::text is null or subject = $4)
      and at > coalesce($5::timestamptz, '-infinity') and at < coalesce($6::timestamptz, 'infinity')
      and (at, chain, number) ${after} (coalesce($7::timestamptz, '${after === '<' ? '' : '-'}infinity'), coalesce($8::uuid, ${start}),
                                        coalesce($9::bigint, ${NUMBER_BEHIND[after]}))
    order by at ${direction}, chain ${direction}, number ${direction}
    limit $10`,
)

/** A page of all chains together. */
export const selectAudit = (
  db: Db,
  filter: AuditFilter,
  before: AuditKey | null,
  limit: number,
): Promise<AuditRow[]> =>
  rows(db, SELECT_AUDIT(filter.sort), [
    filter.chains,
    filter.actor,
    filter.act,
    filter.subject,
    filter.createdAfter === undefined ? null : sqlInstant(filter.createdAfter),
    filter.createdBefore === undefined ? null : sqlInstant(filter.createdBefore),
    before === null ? null : sqlInstant(before.at),
    before?.chain ?? null,
    before?.number ?? null,
    limit,
  ])

const SELECT_AUDIT_OF_CUSTOMER = inBothOrders(
  'select_audit_of_customer',
  ['chain', 'before', 'limit'],
  ({ after, direction }) => `select ${COLUMNS} from audit_entries
    where chain = $1 and number ${after} coalesce($2::bigint, ${NUMBER_BEHIND[after]})
      and (actor like 'customer:%' or actor like 'api:%' or act like 'customer\\_user.%')
    order by number ${direction} limit $3`,
)

/** Acts of the people of an enterprise, and acts on their accounts. */
export const selectAuditOfCustomer = (
  db: Db,
  { chain, sort }: { chain: Chain } & Sorted,
  before: bigint | null,
  limit: number,
): Promise<AuditRow[]> => rows(db, SELECT_AUDIT_OF_CUSTOMER(sort), [chain, before, limit])

/** An organization, by its public identifier and that of its enterprise. */
export type HeldSubject = { chain: Chain; organization: string; enterprise: string }
type HoldEntry = { organization: string; actor: string; reason: string }

/** The newest hold of each organization, placed on itself or on its whole enterprise. None for one that is new. */
export const selectHoldEntries = allRows<HoldEntry, [subjects: readonly HeldSubject[]]>(
  'select_hold_entries',
  ['chains', 'organizations', 'enterprises'],
  `select w.organization, a.actor, a.reason
     from unnest($1::uuid[], $2::text[], $3::text[]) as w (of_chain, organization, enterprise)
     cross join lateral (
       select actor, reason from audit_entries
        where chain = w.of_chain
          and (act = 'organization.hold' and subject = w.organization
               or act = 'enterprise.hold' and subject = w.enterprise
                  and detail::jsonb -> 'organizations' ? w.organization)
        order by number desc limit 1) a`,
  (subjects) => [
    subjects.map(({ chain }) => chain),
    subjects.map(({ organization }) => organization),
    subjects.map(({ enterprise }) => enterprise),
  ],
)
