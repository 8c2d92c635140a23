// Holds all organizations of an enterprise at once. The release ends only what this hold began: an organization that was
// on hold before stays on hold.
import type { Execution } from '../acts/execution.ts'
import { toTimestamp, type Clock, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import {
  insertEnterpriseHold,
  selectHeldSince,
  updateEnterpriseHoldReleased,
} from './enterprise-hold-queries.ts'
import { lockEnterprise, selectOrganizations, updateOrganizationStatus } from './queries.ts'

/** An approval binds to one hold, so that the release of an earlier hold never ends a later one. */
export const holdVersion = (heldSince: Instant | null): string =>
  heldSince === null ? 'not on hold' : `on hold since ${toTimestamp(heldSince)}`

/**
 * The organizations whose status changed; undefined if the enterprise is on hold already, not on hold, or no longer as the
 * caller saw it.
 */
export const switchEnterpriseHold = (
  { clock }: { clock: Clock },
  enterpriseId: Uuid<'ent'>,
  verb: 'place' | 'release',
  execution: Execution,
  heldSince: Instant | null,
): Promise<Uuid<'org'>[] | undefined> =>
  execution.commit(holdVersion(heldSince), async (db) => {
    await lockEnterprise(db, enterpriseId)
    if ((await selectHeldSince(db, enterpriseId)) !== heldSince) return undefined
    const ids =
      verb === 'place'
        ? await placed(db, enterpriseId, clock)
        : await updateEnterpriseHoldReleased(db, enterpriseId, clock.now())
    if (ids === undefined) return undefined
    const status = verb === 'place' ? 'COMPLIANCE_HOLD' : 'ACTIVE'
    const changed: Uuid<'org'>[] = []
    for (const id of ids)
      if ((await updateOrganizationStatus(db, id, status, clock.now())) !== undefined)
        changed.push(id)
    const organizations = changed.map((id) => publicId('org', id))
    return {
      result: changed,
      subject: publicId('ent', enterpriseId),
      detail: { status, organizations },
    }
  })

async function placed(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  clock: Clock,
): Promise<Uuid<'org'>[] | undefined> {
  const organizations = await selectOrganizations(db, enterpriseId, null, null, null)
  const active = organizations.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id)
  return (await insertEnterpriseHold(db, enterpriseId, active, clock.now())) ? active : undefined
}
