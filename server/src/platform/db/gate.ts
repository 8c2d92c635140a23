// Keeps one tenant from taking every connection. It limits the requests that use the database at the same time. An
// enterprise gets a share of the places, and each of its organizations a smaller share. Waiting requests take turns, by
// enterprise and then by organization. A request is refused when its organization has too many waiting. When too many wait
// in all, the longest queue loses its newest request.
import { retryLater, type Failure } from '../errors.ts'
import type { Uuid } from '../ids.ts'

/**
 * The tenant that the work is for. The organization is null for work of the enterprise. If the enterprise is unknown,
 * `enterpriseId` is the id of the organization. All operators are one tenant, and each operator is a part of it.
 */
export type Tenant =
  | { enterpriseId: Uuid<'ent' | 'org'>; organizationId: Uuid<'org'> | null }
  | { enterpriseId: 'operators'; organizationId: string }

export type GateLimits = {
  places: number
  placesOfEnterprise: number
  placesOfOrganization: number
  waiting: number
  waitingOfOrganization: number
}

export type Gate = {
  /** Waits for a place. Resolves with the function that gives it back. Throws rate_limited. */
  enter(tenant: Tenant): Promise<() => void>
  /** Do not enter the gate inside `work`: it would wait for the place that it holds. */
  run<T>(tenant: Tenant, work: () => Promise<T>): Promise<T>
}

type Waiting = { admit(): void; refuse(why: Failure): void }
type Organization = { running: number; waiting: Waiting[] }
type Enterprise = { running: number; organizations: Map<string, Organization> }

export function createGate(limits: GateLimits): Gate {
  // Tenants that have or wait for a place, in the order of their turns.
  const enterprises = new Map<string, Enterprise>()
  let running = 0
  let waiting = 0

  async function enter(tenant: Tenant): Promise<() => void> {
    const { enterprise, organization, forget } = queueOf(enterprises, tenant)
    if (mayRun(limits, running, enterprise, organization)) begin(enterprise, organization)
    else {
      await waitForTurn(organization).catch((error: unknown) => {
        forget()
        throw error
      })
    }
    let isReturned = false
    return () => {
      if (isReturned) return
      isReturned = true
      running -= 1
      enterprise.running -= 1
      organization.running -= 1
      forget()
      admitNext()
    }
  }

  function begin(enterprise: Enterprise, organization: Organization): void {
    running += 1
    enterprise.running += 1
    organization.running += 1
  }

  function waitForTurn(organization: Organization): Promise<void> {
    if (organization.waiting.length >= limits.waitingOfOrganization)
      return Promise.reject(tooMany())
    return new Promise((resolve, reject) => {
      organization.waiting.push({ admit: resolve, refuse: reject })
      waiting += 1
      if (waiting <= limits.waiting) return
      waiting -= 1
      longestQueue(enterprises.values())?.pop()?.refuse(tooMany())
    })
  }

  // Admit one request for each returned place. No request may use any other free place.
  function admitNext(): void {
    for (const [enterpriseName, enterprise] of enterprises) {
      for (const [name, organization] of enterprise.organizations) {
        if (organization.waiting.length === 0 || !mayRun(limits, running, enterprise, organization))
          continue
        enterprises.delete(enterpriseName)
        enterprises.set(enterpriseName, enterprise)
        enterprise.organizations.delete(name)
        enterprise.organizations.set(name, organization)
        begin(enterprise, organization)
        waiting -= 1
        const next = organization.waiting.shift()
        // Admit in the next turn of the event loop, after the current answers are sent.
        setImmediate(() => next?.admit())
        return
      }
    }
  }

  return {
    enter,
    async run(tenant, work) {
      const leave = await enter(tenant)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** A gate with half as many places as connections. The rest is for shared statements, the worker and `/readyz`. */
export function gateOf(connections: number): Gate {
  const places = Math.max(1, Math.floor(connections / 2))
  return createGate({
    places,
    placesOfEnterprise: Math.max(1, Math.ceil(places / 2)),
    placesOfOrganization: Math.max(1, Math.floor(places / 2.5)),
    waiting: 1000,
    waitingOfOrganization: 100,
  })
}

/**
 * The gate of what operators read. A third of its pool is for exports, which hold a connection each, and for statements of
 * reconciliations. With two places or more, one operator leaves a place to the others.
 */
export function gateOfReads(connections: number): Gate {
  const places = Math.max(1, Math.floor(connections / 2))
  return createGate({
    places,
    placesOfEnterprise: places,
    placesOfOrganization: Math.max(1, places - 1),
    waiting: 200,
    waitingOfOrganization: 50,
  })
}

/** Connections for what operators read and export, besides those of the main pool. */
export const connectionsOfReads = (poolSize: number): number => Math.max(3, Math.ceil(poolSize / 2))

const tooMany = (): Failure =>
  retryLater('rate_limited', 1, 'Too many requests of this organization or operator are waiting.')

function longestQueue(enterprises: Iterable<Enterprise>): Waiting[] | undefined {
  const queues = [...enterprises].map(({ organizations }) =>
    [...organizations.values()].map((organization) => organization.waiting),
  )
  const longest = queues.toSorted((a, b) => b.flat().length - a.flat().length)[0] ?? []
  return longest.toSorted((a, b) => b.length - a.length)[0]
}

/** The queue of a tenant. `forget` drops it when nothing runs or waits there. */
function queueOf(enterprises: Map<string, Enterprise>, tenant: Tenant) {
  const [enterpriseName, name] = [tenant.enterpriseId, tenant.organizationId ?? '']
  const enterprise = enterprises.get(enterpriseName) ?? { running: 0, organizations: new Map() }
  enterprises.set(enterpriseName, enterprise)
  const organization = enterprise.organizations.get(name) ?? { running: 0, waiting: [] }
  enterprise.organizations.set(name, organization)

  const forget = () => {
    if (organization.running + organization.waiting.length === 0)
      enterprise.organizations.delete(name)
    if (enterprise.organizations.size === 0) enterprises.delete(enterpriseName)
  }
  return { enterprise, organization, forget }
}

const mayRun = (
  limits: GateLimits,
  running: number,
  enterprise: Enterprise,
  organization: Organization,
): boolean =>
  running < limits.places &&
  enterprise.running < limits.placesOfEnterprise &&
  organization.running < limits.placesOfOrganization
