// Creates an organization of the caller's enterprise.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import {
  createdUnderCap,
  requireSameRequest,
  type CappedInsert,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { metadataOf, type GivenMetadata } from '../../platform/http/metadata.ts'
import { firstStatuses } from '../../platform/http/status.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { selectHeldSince } from './enterprise-hold-queries.ts'
import {
  countOrganizations,
  insertOrganization,
  lockEnterprise,
  selectOrganizationByKey,
  type OrganizationRow,
} from './queries.ts'
import { organizationView, type OrganizationJson } from './view.ts'

export type OrganizationDeps = { db: Pool; clock: Clock; config: Config }

const MOST_ORGANIZATIONS = 10_000

type OrganizationInput = GivenMetadata & { name: string; contact: OrganizationJson['contact'] }

export async function createOrganization(
  deps: OrganizationDeps,
  enterpriseId: Uuid<'ent'>,
  input: OrganizationInput,
  idempotency: Idempotency,
): Promise<Created<OrganizationJson>> {
  const row = await insert(deps, enterpriseId, input, idempotency)
  return createdUnderCap(row, {
    view: organizationView,
    async replay() {
      const earlier = await selectOrganizationByKey(deps.db, enterpriseId, idempotency.key)
      if (earlier === undefined) return undefined
      const first = requireSameRequest(earlier, idempotency).status_history.slice(
        0,
        earlier.first_version,
      )
      return { value: organizationView(earlier, first), replayed: true }
    },
    full: () => failure('too_many_organizations', { limit: MOST_ORGANIZATIONS }),
    what: `organization of ${publicId('ent', enterpriseId)}`,
  })
}

async function insert(
  deps: OrganizationDeps,
  enterpriseId: Uuid<'ent'>,
  input: OrganizationInput,
  idempotency: Idempotency,
): Promise<CappedInsert<OrganizationRow>> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (db) => {
    await lockEnterprise(db, enterpriseId)
    const isHeld = (await selectHeldSince(db, enterpriseId)) !== null
    const { status, statusHistory } = firstStatuses(now, deps.config.autoRelease && !isHeld)
    if ((await countOrganizations(db, enterpriseId)) >= MOST_ORGANIZATIONS) return 'full'
    return insertOrganization(db, {
      id: newUuid('org', now),
      enterprise_id: enterpriseId,
      name: input.name,
      contact_email: input.contact.email,
      contact_first_name: input.contact.first_name,
      contact_last_name: input.contact.last_name,
      status,
      status_history: statusHistory,
      created_at: now,
      idempotency_key: idempotency.key,
      request_hash: idempotency.requestHash,
      metadata: metadataOf(input),
    })
  })
}
