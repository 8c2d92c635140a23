// Enough organizations that their complete list exceeds all socket buffers: a reader who stops keeps it open.
import type { TestDatabase } from './database.ts'

export const MANY_ORGANIZATIONS = 20_000

/** Copies of the first organization. */
export async function insertManyOrganizations(database: TestDatabase): Promise<void> {
  await database.owner.query(
    `insert into organizations (id, enterprise_id, name, contact_email, contact_first_name, contact_last_name,
       status, status_history, first_version, created_at, updated_at)
     select gen_random_uuid(), o.enterprise_id, repeat('x', 200), o.contact_email, o.contact_first_name,
            o.contact_last_name, o.status, o.status_history, o.first_version, o.created_at, o.updated_at
       from (select * from organizations limit 1) o, generate_series(1, $1::int)`,
    [MANY_ORGANIZATIONS],
  )
}
