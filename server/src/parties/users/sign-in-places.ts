// Decides whether a sign-in may be tried now. Failures are limited for each network, and attempts at once for each network,
// for all strangers, and for networks that somebody signed in from before: a flood from new addresses keeps nobody out.
import { later, type Clock } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { retryLater } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { secondsOf, type Limit, type SharedCounts } from '../../platform/http/shared-counts.ts'
import { SESSIONS_KEPT_MS } from './forget-sessions.ts'
import type { UserKind } from './kinds.ts'
import { selectAreNetworksKnown } from './session-queries.ts'

/** `password`: also enrolment, since both compute Argon2. */
type Way = 'password' | 'passkey'

const FAILURES: Limit = { most: 10, windowMs: 300_000 }
/** Argon2 takes 19 MiB and a thread for each attempt. The signature of a passkey takes a millisecond. */
const AT_ONCE: Record<Way, number> = { password: 4, passkey: 32 }
/** Places for strangers that one network may take. */
const FROM_ONE_NETWORK: Record<Way, number> = { password: 2, passkey: 16 }

export type SignInPlaces = {
  /** Runs an attempt. Its failure counts against the network. Throws `rate_limited` if it may not run now. */
  run<T>(way: Way, address: string, attempt: () => Promise<T>): Promise<T>
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

  async function takePlace(way: Way, network: string): Promise<() => void> {
    const place =
      placeOfStranger(way, network) ??
      ((await isKnown(network))
        ? counts.open(`${kind} ${way} sign-ins from known networks`, AT_ONCE[way])
        : undefined)
    if (place === undefined) throw retryLater('rate_limited', 1, 'Too many sign-ins at once.')
    return place
  }

  function placeOfStranger(way: Way, network: string): (() => void) | undefined {
    const leaveNetwork = counts.open(
      `${kind} ${way} sign-ins from ${network}`,
      FROM_ONE_NETWORK[way],
    )
    if (leaveNetwork === undefined) return undefined
    const leave = counts.open(`${kind} ${way} sign-ins`, AT_ONCE[way])
    if (leave === undefined) leaveNetwork()
    return leave && (() => (leave(), leaveNetwork()))
  }

  return {
    async run(way, address, attempt) {
      const network = networkOf(address)
      const failures = `failed ${kind} ${way} sign-ins from ${network}`
      const taken = counts.take(failures, FAILURES, 0)
      if (taken.left === 0)
        throw retryLater('rate_limited', secondsOf(taken), 'Too many failed sign-ins.')
      const leave = await takePlace(way, network)
      try {
        return await attempt()
      } catch (error) {
        counts.take(failures, FAILURES, 1)
        throw error
      } finally {
        leave()
      }
    },
  }
}
