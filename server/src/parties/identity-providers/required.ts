// Whether somebody must sign in with the identity provider of the company.
import type { Db } from '../../platform/db/pool.ts'
import type { UserRow } from '../users/queries.ts'
import { selectProvider } from './queries.ts'

/** Admins keep their own way: a provider that fails must lock out nobody for good. */
export const mustUseProvider = async (
  db: Db,
  { enterprise_id: home, role }: Pick<UserRow, 'enterprise_id' | 'role'>,
): Promise<boolean> =>
  home !== null && role !== 'admin' && (await selectProvider(db, home))?.is_required === true
