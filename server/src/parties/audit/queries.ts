// The SQL of the audit trail. Only the database function append_audit writes it.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
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

const INSERT_AUDIT = statement(
  'insert_audit',
  ['chain', 'at', 'actor', 'act', 'subject', 'reason', 'detail'],
  `select append_audit($1, $2, $3, $4, $5, $6, $7)`,
)

/** Appends an entry. Call it in the transaction of the act. */
export async function insertAudit(db: Db, entry: NewAudit): Promise<void> {
  await rows(db, INSERT_AUDIT, [
    entry.chain,
    sqlInstant(entry.at),
    entry.actor,
    entry.act,
    entry.subject,
    entry.reason,
    JSON.stringify(entry.detail),
  ])
}

/** The act of an entry that notes the heads of other chains. */
export const HEADS_NOTED = 'audit.heads'

const INSERT_AUDIT_HEADS = statement(
  'insert_audit_heads',
  ['chain', 'at', 'actor', 'detail'],
  `select append_audit($1, $2, $3, '${HEADS_NOTED}', '', '', $4)`,
)

/** Notes the heads of other chains in a chain. */
export async function insertAuditHeads(
  db: Db,
  { chain, at, actor }: Pick<NewAudit, 'chain' | 'at' | 'actor'>,
  heads: readonly string[],
): Promise<void> {
  await rows(db, INSERT_AUDIT_HEADS, [chain, sqlInstant(at), actor, JSON.stringify({ heads })])
}

const COLUMNS = `chain, number, at, actor, act, subject, reason, detail, previous_hash, hash`

const SELECT_AUDIT_AFTER = statement(
  'select_audit_after',
  ['chain', 'number', 'limit'],
  `select ${COLUMNS} from audit_entries where chain = $1 and number > $2 order by number limit $3`,
)

/** Oldest first. */
export const selectAuditAfter = (
  db: Db,
  chain: Chain,
  number: bigint,
  limit: number,
): Promise<AuditRow[]> => rows(db, SELECT_AUDIT_AFTER, [chain, number, limit])

const SELECT_AUDIT_HEADS = statement(
  'select_audit_heads',
  [],
  `select chain, number, hash from audit_heads
    union
   select distinct chain, 0, '\\x'::bytea from audit_entries e
    where not exists (select from audit_heads h where h.chain = e.chain)
    order by chain`,
)

/** One for each chain. A chain whose head was deleted has number 0. */
export const selectAuditHeads = (db: Db): Promise<Head[]> => rows(db, SELECT_AUDIT_HEADS)

const SELECT_AUDIT_HEAD = statement(
  'select_audit_head',
  ['chain'],
  `select chain, number, hash from audit_heads where chain = $1`,
)

export const selectAuditHead = (db: Db, chain: Chain): Promise<Head | undefined> =>
  firstRow(db, SELECT_AUDIT_HEAD, [chain])

type AuditFilter = {
  chains: readonly Chain[] | null
  actor: string | null
  act: string | null
  subject: string | null
}

const SELECT_AUDIT_BEFORE = statement(
  'select_audit_before',
  ['chains', 'actor', 'act', 'subject', 'before_at', 'before_chain', 'before_number', 'limit'],
  `select ${COLUMNS} from audit_entries
    where ($1::uuid[] is null or chain = any ($1)) and ($2::text is null or actor = $2)
      and ($3::text is null or act = $3) and ($4::text is null or subject = $4)
      and ($5::timestamptz is null or (at, chain, number) < ($5, $6::uuid, $7))
    order by at desc, chain desc, number desc
    limit $8`,
)

export type AuditKey = { at: Instant; chain: Chain; number: bigint }

/** Newest first. */
export const selectAuditBefore = (
  db: Db,
  filter: AuditFilter,
  before: AuditKey | null,
  limit: number,
): Promise<AuditRow[]> =>
  rows(db, SELECT_AUDIT_BEFORE, [
    filter.chains,
    filter.actor,
    filter.act,
    filter.subject,
    before === null ? null : sqlInstant(before.at),
    before?.chain ?? null,
    before?.number ?? null,
    limit,
  ])
