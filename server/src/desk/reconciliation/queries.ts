// All SQL that writes reconciliations, what they matched, and their differences.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { anyRow, countRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { DifferenceKind } from './open.ts'

export const formats = ['camt.053', 'csv', 'chain'] as const
export type Format = (typeof formats)[number]

type ReconciledAccount = { account: string; currency: string }

type ReconciliationRow = ReconciledAccount & {
  id: Uuid<'rcn'>
  format: Format
  /** `YYYY-MM-DD`. */
  period_from: string
  period_to: string
  tolerance_days: number
  lines_there: number
  lines_known: number
  lines_here: number
  matches: number
  matched_there: number
  matched_here: number
  cut_off: number
  actor: string
  reason: string
  created_at: Instant
}

/** With its differences: by kind, and those that nobody has closed. */
export type ReconciliationWithCounts = ReconciliationRow & {
  differences: Partial<Record<DifferenceKind, number>>
  open: number
}

const COLUMNS = `id, account, currency, format, period_from::text as period_from, period_to::text as period_to,
  tolerance_days, lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason,
  created_at`
const IS_OPEN = `(d.outcome is null or (d.outcome = 'movement'
  and exists (select from treasury_movements m where m.id = d.movement_id and m.status in ('CANCELLED', 'FAILED'))))`
const COUNTS = `coalesce((select jsonb_object_agg(kind, count) from (
    select d.kind, count(*)::int as count from reconciliation_differences d where d.reconciliation_id = r.id
     group by d.kind) k), '{}') as differences,
  (select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id and ${IS_OPEN}) as open`
const WITH_COUNTS = `select r.*, ${COUNTS} from (select ${COLUMNS}`

/** False if the same file was reconciled before. */
export const insertReconciliation = anyRow(
  'insert_reconciliation',
  ['row', 'digest', 'at'],
  `insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
     lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
   select id, account, currency, format, $2::bytea, period_from, period_to, tolerance_days, lines_there, lines_known,
          lines_here, matches, matched_there, matched_here, cut_off, actor, reason, $3
     from jsonb_to_record($1::jsonb) as n (id uuid, account text, currency text, format text, period_from date,
            period_to date, tolerance_days int, lines_there int, lines_known int, lines_here int, matches int,
            matched_there int, matched_here int, cut_off int, actor text, reason text)
   on conflict (account, currency, digest) do nothing
   returning id`,
  ({ created_at: at, ...row }: ReconciliationRow, digest: Buffer) => [
    JSON.stringify(row),
    digest,
    sqlInstant(at),
  ],
)

/** One reconciliation of an account is written after the other. Until the end of the transaction. */
export const lockReconciledAccount = write(
  'lock_reconciled_account',
  ['account', 'currency'],
  `select pg_advisory_xact_lock(hashtextextended('reconciliation ' || $1::text || ' ' || $2::text, 0))::text`,
  ({ account, currency }: ReconciledAccount) => [account, currency],
)

const SELECT_COVERED = statement(
  'select_covered',
  ['account', 'currency'],
  `select count(*)::int as count, min(period_from)::text as from, max(period_to)::text as to
     from reconciliations where account = $1 and currency = $2`,
)

/** How many reconciliations the account has, and the days that they covered. */
export async function selectCovered(
  db: Db,
  { account, currency }: ReconciledAccount,
): Promise<{ count: number; from: string | null; to: string | null }> {
  const [row] = await rows<{ count: number; from: string | null; to: string | null }>(
    db,
    SELECT_COVERED,
    [account, currency],
  )
  return row ?? { count: 0, from: null, to: null }
}

const SELECT_KNOWN_LINES = statement(
  'select_known_lines',
  ['account', 'currency', 'keys'],
  `select key from reconciled_lines where account = $1 and currency = $2 and key = any ($3::text[])`,
)

/** Returns the keys that an earlier statement had. */
export async function selectKnownLines(
  db: Db,
  { account, currency }: ReconciledAccount,
  keys: readonly string[],
): Promise<string[]> {
  const found = await rows<{ key: string }>(db, SELECT_KNOWN_LINES, [account, currency, keys])
  return found.map(({ key }) => key)
}

export const insertReconciledLines = write(
  'insert_reconciled_lines',
  ['id', 'account', 'currency', 'keys'],
  `insert into reconciled_lines (account, currency, key, reconciliation_id)
   select $2, $3, key, $1 from unnest($4::text[]) as k (key)`,
  (id: Uuid<'rcn'>, { account, currency }: ReconciledAccount, keys: readonly string[]) => [
    id,
    account,
    currency,
    keys,
  ],
)

export const insertReconciledTransfers = write<
  [id: Uuid<'rcn'>, account: string, transfers: readonly bigint[]]
>(
  'insert_reconciled_transfers',
  ['id', 'account', 'transfers'],
  `insert into reconciled_transfers (account, transfer_id, reconciliation_id)
   select $2, t, $1 from unnest($3::bigint[]) as n (t)`,
)

export type NewDifference = {
  id: Uuid<'dif'>
  kind: DifferenceKind
  key: string
  there: readonly object[]
  here: readonly object[]
  there_minor: string
  here_minor: string
  transfer_ids: readonly string[]
}

/** Differences that an earlier statement already showed are left out. Returns how many are new. */
export const insertDifferences = countRows(
  'insert_differences',
  ['id', 'account', 'currency', 'at', 'differences'],
  `insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
     there_minor, here_minor, transfer_ids, noted_at)
   select d.id, $1, $2, $3, d.kind, d.key, d.there, d.here, d.there_minor, d.here_minor,
          array(select t::bigint from jsonb_array_elements_text(d.transfer_ids) t), $4
     from jsonb_to_recordset($5::jsonb) as d (id uuid, kind text, key text, there jsonb, here jsonb,
            there_minor bigint, here_minor bigint, transfer_ids jsonb)
   on conflict (account, currency, key) do nothing
   returning id`,
  (
    id: Uuid<'rcn'>,
    { account, currency }: ReconciledAccount,
    at: Instant,
    differences: readonly NewDifference[],
  ) => [id, account, currency, sqlInstant(at), JSON.stringify(differences)],
)

/** Closes what was missing in earlier statements and is in this one. Returns how many. */
export const updateDifferencesMatched = countRows(
  'update_differences_matched',
  ['id', 'account', 'currency', 'at', 'actor'],
  `update reconciliation_differences d
      set outcome = 'matched', matched_by = $1, movement_id = null, closed_by = $5, closed_at = $4,
          closing_reason = 'a later statement has it'
    where d.account = $2 and d.currency = $3 and d.kind = 'missing_there' and ${IS_OPEN}
      and not exists (
        select from unnest(d.transfer_ids) t
         where not exists (select from reconciled_transfers r where r.account = $2 and r.transfer_id = t))
   returning id`,
  (id: Uuid<'rcn'>, { account, currency }: ReconciledAccount, at: Instant, actor: string) => [
    id,
    account,
    currency,
    sqlInstant(at),
    actor,
  ],
)

export const selectReconciliation = oneRow<ReconciliationWithCounts, [id: Uuid<'rcn'>]>(
  'select_reconciliation',
  ['id'],
  `${WITH_COUNTS} from reconciliations where id = $1) r`,
)

export const selectReconciliationOfFile = oneRow<
  ReconciliationWithCounts,
  [ReconciledAccount, digest: Buffer]
>(
  'select_reconciliation_of_file',
  ['account', 'currency', 'digest'],
  `${WITH_COUNTS} from reconciliations where account = $1 and currency = $2 and digest = $3) r`,
  ({ account, currency }, digest) => [account, currency, digest],
)

const SELECT_RECONCILIATIONS = inBothOrders(
  'select_reconciliations',
  ['account', 'before', 'limit'],
  ({ after, direction, start }) => `${WITH_COUNTS} from reconciliations
      where ($1::text is null or account = $1) and id ${after} coalesce($2::uuid, ${start}) order by id ${direction} limit $3) r
    order by r.id ${direction}`,
)

export const selectReconciliations = (
  db: Db,
  { account, sort }: { account: string | undefined } & Sorted,
  before: Uuid<'rcn'> | null,
  limit: number,
): Promise<ReconciliationWithCounts[]> =>
  rows(db, SELECT_RECONCILIATIONS(sort), [account, before, limit])
