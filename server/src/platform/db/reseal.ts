// Encrypts sealed values anew under the current key, so that an older key can be removed from the secrets.
import type { Secrets } from '../config.ts'
import { NO_ID, type Uuid } from '../ids.ts'
import { rows, type Db } from './pool.ts'
import { openBytes, sealBytes } from './seal.ts'
import { statement, type Statement } from './statement.ts'

/**
 * The two statements of a sealed column.
 * - `select` takes the current key's id, the organization and the id after which to go on, and a limit. It returns
 *   `SealedRow`s of other keys in the order of the primary key, so that a page begins where the last one ended.
 * - `update` takes arrays of organizations, ids, old values and new values, and the id of the new key. It leaves a value
 *   that has changed since, and returns one row for each value that it wrote.
 */
type SealedColumn = { name: string; select: Statement; update: Statement }

type SealedRow = {
  organization_id: Uuid<'org'> | null
  id: Uuid
  key_id: string
  bytes: Buffer
}

/** `unreadable`: ids of rows whose key is missing, or whose bytes were changed. */
export type Resealed = { name: string; count: number; unreadable: readonly Uuid[] }

/**
 * The two statements of a sealed column, such as `details` of `details_key_id` and `details_sealed`.
 * - `isOwned`: the primary key is the organization and the id, else the id alone.
 * - `condition`: rows whose values are still needed.
 * - `id`: the column of the id with which the values are sealed.
 */
export const sealedColumn = (
  name: string,
  table: string,
  column: string,
  { isOwned, condition = 'true', id = 'id' }: { isOwned: boolean; condition?: string; id?: string },
): SealedColumn => ({
  name,
  select: statement(
    `select_${table}_${column}_of_other_keys`,
    ['current_key_id', 'after_organization', 'after', 'limit'],
    `select ${isOwned ? '' : 'null::uuid as '}organization_id, ${id} as id, ${column}_key_id as key_id,
            ${column}_sealed as bytes
       from ${table}
      where ${column}_key_id <> $1 and ${condition}
        and ${isOwned ? `(organization_id, ${id}) > ($2::uuid, $3::uuid)` : `$2::uuid is not null and ${id} > $3::uuid`}
      order by ${isOwned ? `organization_id, ${id}` : id}
      limit $4`,
  ),
  update: statement(
    `update_${table}_${column}_sealed_anew`,
    ['organization_ids', 'ids', 'old_bytes', 'new_bytes', 'key_id'],
    `update ${table} t
        set ${column}_key_id = $5, ${column}_sealed = i.new_bytes
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
      where t.${id} = i.id and ${isOwned ? 't.organization_id = i.organization_id and ' : ''}t.${column}_sealed = i.old_bytes
     returning t.${id} as id`,
  ),
})

const PAGE = 500

export async function resealColumn(
  db: Db,
  secrets: Secrets,
  { name, select, update }: SealedColumn,
): Promise<Resealed> {
  const unreadable: Uuid[] = []
  let count = 0
  let after: { organization_id: Uuid | null; id: Uuid } = { organization_id: NO_ID, id: NO_ID }
  for (;;) {
    const page: SealedRow[] = await rows(db, select, [
      secrets.currentKeyId,
      after.organization_id ?? NO_ID,
      after.id,
      PAGE,
    ])
    const changes = page.flatMap((row) => {
      const bytes = resealed(secrets, row)
      if (bytes === undefined) unreadable.push(row.id)
      return bytes === undefined ? [] : [{ ...row, sealed: bytes }]
    })
    const written = await rows(db, update, [
      changes.map((change) => change.organization_id),
      changes.map((change) => change.id),
      changes.map((change) => change.bytes),
      changes.map((change) => change.sealed),
      secrets.currentKeyId,
    ])
    count += written.length
    after = page.at(-1) ?? after
    if (page.length < PAGE) return { name, count, unreadable }
  }
}

function resealed(secrets: Secrets, { id, key_id: keyId, bytes }: SealedRow): Buffer | undefined {
  let content: Buffer
  try {
    content = openBytes(secrets, id, { keyId, bytes })
  } catch {
    return undefined
  }
  return sealBytes(secrets, id, content).bytes
}
