// Compares what users and operator keys may do with the last entry of the audit trail about each. The database role of the
// service can change these rows without an entry.
import { isDeepStrictEqual } from 'node:util'
import { DEPLOYMENT } from '../audit/chain.ts'
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'

type Rights = { role: string; enterprise_ids: Uuid<'ent'>[] | null; is_disabled: boolean | null }
type Row =
  | { kind: 'told'; subject: string; told: Record<string, unknown> | null }
  | ({ kind: 'user'; subject: string } & Rights)
  | ({ kind: 'key'; id: Uuid<'opk'> } & Rights)

// One statement sees one moment. Then an act and its entry are both there, or neither.
const SELECT_RIGHTS = statement(
  'select_rights',
  ['chain'],
  `with last as (
     select distinct on (subject) subject, detail::jsonb -> 'after' as told from audit_entries
      where chain = $1 and act in ('user.created', 'user.changed', 'operator_key.created')
      order by subject, number desc
   )
   select 'told' as kind, null::uuid as id, subject, null as role, null::uuid[] as enterprise_ids, null::boolean as is_disabled,
          told
     from last
   union all
   select 'user', null, login, role, enterprise_ids, disabled_at is not null, null from users where enterprise_id is null
   union all
   select 'key', id, null, role, enterprise_ids, null, null from operator_keys`,
)

/** The differences, a sentence each. Entries of early versions that do not tell the rights are not compared. */
export async function verifyRights(db: Db): Promise<string[]> {
  const all = await rows<Row>(db, SELECT_RIGHTS, [DEPLOYMENT])
  const told = new Map(all.flatMap((row) => (row.kind === 'told' ? [[row.subject, row.told]] : [])))
  return all.flatMap((row) => {
    if (row.kind === 'told') return []
    const subject = row.kind === 'user' ? row.subject : publicId('opk', row.id)
    const last = told.get(subject)
    if (last === undefined) return `${row.kind} ${subject} is in no entry of the trail`
    const { role, enterprise_ids: ids, is_disabled } = row
    const enterprise_ids = ids?.map((id) => publicId('ent', id)) ?? null
    const present = { role, enterprise_ids, ...(row.kind === 'user' ? { is_disabled } : {}) }
    const { label: _, ...written }: Record<string, unknown> = last ?? present
    return isDeepStrictEqual(written, present)
      ? []
      : `${row.kind} ${subject} is ${JSON.stringify(present)}, and the trail says ${JSON.stringify(written)}`
  })
}
