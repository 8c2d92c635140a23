// Creates an organization of the caller's enterprise.
import type { Deps } from '../deps.ts'
import { sameRequest, type Created, type Idempotency } from '../http/idempotency.ts'
import { firstStatuses } from '../http/status.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { insertOrganization, selectOrganizationByKey } from './queries.ts'
import { organizationView, type OrganizationJson } from './view.ts'

export type OrganizationInput = { name: string; contact: OrganizationJson['contact'] }

export async function createOrganization(
  deps: Deps,
  enterpriseId: Uuid,
  input: OrganizationInput,
  idempotency: Idempotency,
): Promise<Created<OrganizationJson>> {
  const now = deps.clock.now()
  const { status, statusHistory } = firstStatuses(now, deps.config.autoRelease)
  const row = await insertOrganization(deps.db, {
    id: newUuid(now),
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
  })
  if (row !== undefined) return { value: organizationView(row), replayed: false }
  const earlier = await selectOrganizationByKey(deps.db, enterpriseId, idempotency.key)
  if (earlier === undefined)
    throw new Error(
      `organization of ${publicId('ent', enterpriseId)} not inserted and no reason found`,
    )
  const first = sameRequest(earlier, idempotency).status_history.slice(0, earlier.first_version)
  return { value: organizationView(earlier, first), replayed: true }
}
