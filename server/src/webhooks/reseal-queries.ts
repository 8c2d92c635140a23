// The statements that encrypt secrets of webhook endpoints anew under the current key.
import type { SealedColumn } from '../db/reseal.ts'
import { statement } from '../db/statement.ts'

export const sealedSecrets: SealedColumn = {
  name: 'secrets of webhook endpoints',
  select: statement(
    'select_webhook_secrets_of_other_keys',
    ['current_key_id', 'after', 'limit'],
    `select organization_id, id, secrets_key_id as key_id, secrets_sealed as bytes
       from webhook_endpoints
      where secrets_key_id <> $1 and ($2::uuid is null or id > $2)
      order by id
      limit $3`,
  ),
  update: statement(
    'update_webhook_secrets_sealed_anew',
    ['organization_ids', 'ids', 'old_bytes', 'new_bytes', 'key_id'],
    `update webhook_endpoints t
        set secrets_key_id = $5, secrets_sealed = i.new_bytes
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
      where (t.organization_id, t.id) = (i.organization_id, i.id) and t.secrets_sealed = i.old_bytes
     returning t.id`,
  ),
}

/** The secret that replays of the creation return. */
export const sealedFirstSecrets: SealedColumn = {
  name: 'first secrets of webhook endpoints',
  select: statement(
    'select_first_webhook_secrets_of_other_keys',
    ['current_key_id', 'after', 'limit'],
    `select organization_id, id, created_key_id as key_id, created_sealed as bytes
       from webhook_endpoints
      where created_key_id <> $1 and ($2::uuid is null or id > $2)
      order by id
      limit $3`,
  ),
  update: statement(
    'update_first_webhook_secrets_sealed_anew',
    ['organization_ids', 'ids', 'old_bytes', 'new_bytes', 'key_id'],
    `update webhook_endpoints t
        set created_key_id = $5, created_sealed = i.new_bytes
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
      where (t.organization_id, t.id) = (i.organization_id, i.id) and t.created_sealed = i.old_bytes
     returning t.id`,
  ),
}
