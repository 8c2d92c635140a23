// Finds an organization for an operator.
import type { Db } from '../db/pool.ts'
import { uuidOf } from '../ids.ts'
import { seesEnterprise, type Operator } from '../users/operator.ts'
import { selectOrganization, type OrganizationRow } from './queries.ts'

/** Undefined for an organization that is unknown, or of an enterprise that the operator does not see. */
export async function seenOrganization(
  { db }: { db: Db },
  operator: Operator,
  text: string,
): Promise<OrganizationRow | undefined> {
  const id = uuidOf('org', text)
  const row = id === undefined ? undefined : await selectOrganization(db, id)
  return row !== undefined && seesEnterprise(operator, row.enterprise_id) ? row : undefined
}
