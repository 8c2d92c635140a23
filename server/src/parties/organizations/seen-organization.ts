// Finds an organization for an operator.
import type { Db } from '../../platform/db/pool.ts'
import { findSeen, type Operator } from '../operators/operator.ts'
import { selectOrganization, type OrganizationRow } from './queries.ts'

export const seenOrganization = (
  { db }: { db: Db },
  operator: Operator,
  text: string,
): Promise<OrganizationRow | undefined> =>
  findSeen(operator, 'org', text, (id) => selectOrganization(db, id))
