// Finds an organization or an enterprise for an operator. Undefined if it is unknown, or another's.
import type { Db } from '../../platform/db/pool.ts'
import { uuidOf } from '../../platform/ids.ts'
import { findSeen, seesEnterprise, type Operator } from '../operators/operator.ts'
import { selectEnterprise, selectOrganization, type OrganizationRow } from './queries.ts'

export const seenOrganization = (
  { db }: { db: Db },
  operator: Operator,
  text: string,
): Promise<OrganizationRow | undefined> =>
  findSeen(operator, 'org', text, (id) => selectOrganization(db, id))

export async function seenEnterprise(
  { db }: { db: Db },
  operator: Operator,
  text: string,
): ReturnType<typeof selectEnterprise> {
  const id = uuidOf('ent', text)
  return id === undefined || !seesEnterprise(operator, id) ? undefined : selectEnterprise(db, id)
}
