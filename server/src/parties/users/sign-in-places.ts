// Decides whether a sign-in may be tried now. Failures are limited for each network, and attempts at once for each network,
// for all strangers, and for networks that somebody signed in from before: a flood from new addresses keeps nobody out.
import { later, type Clock } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { Failure, retryLater, type ErrorCode } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { secondsOf, type Limit, type SharedCounts } from '../../platform/http/shared-counts.ts'
import type { Uuid } from '../../platform/ids.ts'
import { SESSIONS_KEPT_MS } from './forget-sessions.ts'
import type { UserKind } from './kinds.ts'
import { selectAreNetworksKnown } from './session-queries.ts'

/** `password`: also enrolment, since both compute Argon2. */
type Way = 'password' | 'passkey' | 'identity'

const FAILURES: Limit = { most: 10, windowMs: 300_000 }
/**
 * Argon2 takes 19 MiB and a thread for each attempt. The signature of a passkey takes a millisecond. An identity provider may
 * take seconds, but costs a connection only: each company has these places of its own.
 */
const AT_ONCE: Record<Way, number> = { password: 4, passkey: 32, identity: 8 }
/** Places for strangers that one network may take. */
const FROM_ONE_NETWORK: Record<Way, number> = { password: 2, passkey: 16, identity: 2 }
/** Neither a flood nor a provider that is down is a failure of the person. */
const NO_FAILURES: readonly ErrorCode[] = ['rate_limited', 'identity_provider_failed']

export type SignInPlaces = {
  /** Runs an attempt. Its failure counts against the network. Throws `rate_limited` after too many. */
  limit<T>(way: Way, address: string, attempt: () => Promise<T>): Promise<T>
  /** The same in a place, of `company` for `identity`. Throws `rate_limited` if there is none. */
  run<T>(way: Way, address: string, attempt: () => Promise<T>, company?: Uuid<'ent'>): Promise<T>
}

/** A flood at the sign-in of customers keeps no operator out: each kind has places and failures of its own. */
export function createSignInPlaces(
  { db, clock, sharedCounts: counts }: { db: Db; clock: Clock; sharedCounts: SharedCounts },
  kind: UserKind,
): SignInPlaces {
  // One statement at a time, however many addresses a flood comes from.
  const isKnown = batched<string, boolean>((networks) =>
    selectAreNetworksKnown(db, networks, later(clock.realNow(), -SESSIONS_KEPT_MS), kind),
  )

  async function takePlace(way: Way, network: string, company = ''): Promise<() => void> {
    const place =
      placeOfStranger(way, network, company) ??
      ((await isKnown(network))
        ? counts.open(`${kind} ${way} sign-ins from known networks ${company}`, AT_ONCE[way])
        : undefined)
    if (place === undefined) throw retryLater('rate_limited', 1, 'Too many sign-ins at once.')
    return place
  }

  function placeOfStranger(way: Way, network: string, company: string): (() => void) | undefined {
    const leaveNetwork = counts.open(
      `${kind} ${way} sign-ins from ${network} ${company}`,
      FROM_ONE_NETWORK[way],
    )
    if (leaveNetwork === undefined) return undefined
    const leave = counts.open(`${kind} ${way} sign-ins ${company}`, AT_ONCE[way])
    if (leave === undefined) leaveNetwork()
    return leave && (() => (leave(), leaveNetwork()))
  }

  const places: SignInPlaces = {
    async limit(way, address, attempt) {
      const network = networkOf(address)
      const failures = `failed ${kind} ${way} sign-ins from ${network}`
      const taken = counts.take(failures, FAILURES, 0)
      if (taken.left === 0)
        throw retryLater('rate_limited', secondsOf(taken), 'Too many failed sign-ins.')
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Failure && NO_FAILURES.includes(error.code)))
          counts.take(failures, FAILURES, 1)
        throw error
      }
    },
    run: (way, address, attempt, company) =>
      places.limit(way, address, async () => {
        const leave = await takePlace(way, networkOf(address), company)
        try {
          return await attempt()
        } finally {
          leave()
        }
      }),
  }
  return places
}
