// The statements that encrypt details of instruments anew under the current key.
import type { SealedColumn } from '../db/reseal.ts'
import { statement } from '../db/statement.ts'

export const sealedDetails: SealedColumn = {
  name: 'details of instruments',
  select: statement(
    'select_instrument_details_of_other_keys',
    ['current_key_id', 'after', 'limit'],
    `select organization_id, id, details_key_id as key_id, details_sealed as bytes
       from external_payment_instruments
      where details_key_id <> $1 and ($2::uuid is null or id > $2)
      order by id
      limit $3`,
  ),
  update: statement(
    'update_instrument_details_sealed_anew',
    ['organization_ids', 'ids', 'old_bytes', 'new_bytes', 'key_id'],
    `update external_payment_instruments t
        set details_key_id = $5, details_sealed = i.new_bytes
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
      where (t.organization_id, t.id) = (i.organization_id, i.id) and t.details_sealed = i.old_bytes
     returning t.id`,
  ),
}
