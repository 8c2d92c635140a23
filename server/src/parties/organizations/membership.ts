// Decides whether an organization belongs to an enterprise. Foreign and unknown organizations take the same path, so
// that response times do not reveal which organizations exist.
import { LruMap } from 'toad-cache'
import { monotonicMs } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import type { Tenant } from '../../platform/db/gate.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'
import { selectMemberships, type Membership } from './queries.ts'

/** How long a negative answer is cached: a new organization is found after at most this time. */
const UNKNOWN_MS = 1000
const KNOWN = 50_000
const UNKNOWN = 10_000

export type Memberships = {
  /** Whether an organization belongs to the enterprise. Returns a promise only if the answer is not cached. */
  isMember(membership: Membership): boolean | Promise<boolean>
  /** The tenant of an organization. Call it only after `isMember` was true. */
  tenantOf(organizationId: Uuid<'org'>): Tenant
}

export function createMemberships(db: Db, nowMs: () => number = monotonicMs): Memberships {
  const find = batched((asked: readonly Membership[]) => selectMemberships(db, asked), {
    tenantOf: ({ enterpriseId }) => enterpriseId,
  })
  // Cache forever: an organization never changes its enterprise.
  const known = new LruMap<Uuid<'ent'>>(KNOWN)
  const unknownSince = new LruMap<number>(UNKNOWN)

  return {
    isMember(membership) {
      const { enterpriseId, organizationId } = membership
      if (known.get(organizationId) === enterpriseId) return true
      const name = `${enterpriseId}/${organizationId}`
      const askedMs = nowMs()
      if (askedMs - (unknownSince.get(name) ?? -Infinity) < UNKNOWN_MS) return false
      return find(membership).then((isMember) => {
        if (isMember) known.set(organizationId, enterpriseId)
        else unknownSince.set(name, askedMs)
        return isMember
      })
    },
    tenantOf: (organizationId) => ({
      enterpriseId: known.get(organizationId) ?? organizationId,
      organizationId,
    }),
  }
}
