// Commands that act: the write and its entry in the audit trail are one transaction, as in the operator API.
import { auditedChanges } from '@corridor/server/orders/audited.ts'
import { executionOf, type Execution, type Written } from '@corridor/server/acts/execution.ts'
import { DEPLOYMENT } from '@corridor/server/audit/chain.ts'
import type { Clock } from '@corridor/server/clock.ts'
import type { Db, Pool } from '@corridor/server/db/pool.ts'
import type { Deps } from '@corridor/server/deps.ts'
import { publicId, type Uuid } from '@corridor/server/ids.ts'
import type { OrderRow } from '@corridor/server/orders/queries.ts'
import { selectOrganization } from '@corridor/server/organizations/queries.ts'
import { directActor } from './client/system-user.ts'

type Entry = {
  /** Null for an act that belongs to no enterprise. */
  enterpriseId: Uuid<'ent'> | null
  act: string
  subject: string
  /** Empty for a command that asks for none. */
  reason: string
}

/** For acts that commit by themselves. */
export const auditedExecution = (deps: { db: Pool; clock: Clock }, entry: Entry): Execution => {
  const { enterpriseId, act, subject, reason } = entry
  const chain = enterpriseId ?? DEPLOYMENT
  return executionOf(deps, { chain, actor: directActor(), act, subject, reason }, null)
}

/** Runs `write` with its entry. Nothing is written if it answers undefined. */
export const audited = <T>(
  deps: { db: Pool; clock: Clock },
  entry: Entry,
  write: (db: Db) => Promise<Written<T> | undefined>,
): Promise<T | undefined> => auditedExecution(deps, entry).commit('', write)

/** Dependencies with which every change of the order has an entry. */
export async function auditedOrder(
  deps: Deps,
  { organization_id, id }: Pick<OrderRow, 'organization_id' | 'id'>,
  act: string,
  reason: string,
): Promise<Deps> {
  const enterpriseId = await enterpriseOf(deps.db, organization_id)
  const entry = { enterpriseId, act, subject: publicId('ord', id), reason }
  return { ...deps, ...auditedChanges(deps, auditedExecution(deps, entry)) }
}

export async function enterpriseOf(db: Db, id: Uuid<'org'>): Promise<Uuid<'ent'>> {
  const organization = await selectOrganization(db, id)
  if (organization === undefined)
    throw new Error(`organization ${publicId('org', id)} does not exist`)
  return organization.enterprise_id
}
