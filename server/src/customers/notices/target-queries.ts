// The SQL of who is told of what. The address of a person, or the URL of a chat, is sealed.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Language } from '../../platform/languages.ts'
import type { NoticeKind } from './kinds.ts'

export type TargetRow = {
  id: Uuid<'target'>
  enterprise_id: Uuid<'ent'>
  /** Null: the chat of the enterprise. */
  user_id: Uuid<'usr'> | null
  kinds: NoticeKind[]
  language: Language
  address_key_id: string
  address_sealed: Buffer
  since: Instant
}

const COLUMNS = 'id, enterprise_id, user_id, kinds, language, address_key_id, address_sealed, since'

export const selectTarget = oneRow<
  TargetRow,
  [enterpriseId: Uuid<'ent'>, userId: Uuid<'usr'> | null]
>(
  'select_notice_target',
  ['enterprise_id', 'user_id'],
  `select ${COLUMNS} from notice_targets where enterprise_id = $1 and user_id is not distinct from $2`,
)

const UPSERT_TARGET = statement(
  'upsert_notice_target',
  ['id', 'enterprise_id', 'user_id', 'kinds', 'language', 'address_key_id', 'address_sealed', 'at'],
  `insert into notice_targets (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (enterprise_id, user_id) do update
      set kinds = excluded.kinds, language = excluded.language, address_key_id = excluded.address_key_id,
          address_sealed = excluded.address_sealed,
          since = case when notice_targets.kinds = '{}' then excluded.since else notice_targets.since end`,
)

export async function upsertTarget(
  db: Db,
  target: Pick<TargetRow, 'id' | 'enterprise_id' | 'user_id' | 'kinds' | 'language'>,
  address: Sealed,
  at: Instant,
): Promise<void> {
  const { id, enterprise_id: enterpriseId, user_id: userId, kinds, language } = target
  const values = [id, enterpriseId, userId, kinds, language, address.keyId, address.bytes]
  await rows(db, UPSERT_TARGET, [...values, sqlInstant(at)])
}

/** People and chats that are told of something. */
export const selectActiveTargets = allRows<
  Pick<TargetRow, 'id' | 'enterprise_id' | 'user_id' | 'kinds' | 'since'>,
  [mailIsOn: boolean]
>(
  'select_active_notice_targets',
  ['mail_is_on'],
  `select id, enterprise_id, user_id, kinds, since from notice_targets
    where kinds <> '{}' and ($1 or user_id is null)`,
)

const KEEP_POSITIONS = statement(
  'upsert_notice_positions',
  ['enterprise_ids'],
  `
  with active as (
    select enterprise_id, min(since) as since from notice_targets
     where kinds <> '{}' and enterprise_id = any ($1::uuid[]) group by enterprise_id
  ), ended as (
    delete from notice_positions p using organizations o
     where o.id = p.organization_id and not exists (select from active where enterprise_id = o.enterprise_id)
  ), begun as (
    -- A new organization is read from its beginning, an old one from now on.
    insert into notice_positions (organization_id, epoch, transaction, event_id)
    select o.id, case when o.created_at >= a.since then 0 else d.event_epoch end,
           case when o.created_at >= a.since then '0'::xid8 else pg_snapshot_xmin(pg_current_snapshot()) end,
           '00000000-0000-0000-0000-000000000000'
      from active a join organizations o using (enterprise_id) cross join deployment d
     where not exists (select from notice_positions p where p.organization_id = o.id)
    on conflict (organization_id) do nothing
    returning organization_id, epoch, transaction, event_id
  )
  select o.enterprise_id, p.organization_id, p.epoch, p.transaction::text, p.event_id as id
    from (select * from notice_positions union all select * from begun) p join organizations o on o.id = p.organization_id
    join active using (enterprise_id)`,
)

export type Position = {
  enterprise_id: Uuid<'ent'>
  organization_id: Uuid<'org'>
  epoch: number
  transaction: string
  id: Uuid<'evt'>
}

/** The positions of all organizations of these enterprises. Others are forgotten, so that nobody is told of what is old. */
export const keepPositions = (db: Db, enterpriseIds: readonly Uuid<'ent'>[]): Promise<Position[]> =>
  rows<Position>(db, KEEP_POSITIONS, [enterpriseIds])
