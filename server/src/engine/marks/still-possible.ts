// Whether a send that an operator wants to record as rejected can still be executed. The rail decides as long as it can tell.
// Evidence never overrules a rail that has the key. It counts where the rail cannot tell, once nothing was sent under the key for
// a configured time.
import { later, toTimestamp, type Clock, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { LookUpAnswer, Rail, StillPossible } from '../../outside/rails/port.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { openPrepared } from '../sends/send-once.ts'
import { withTimeout } from '../../platform/timeout.ts'

type AskDeps = { clock: Clock; config: Config; rails: Rails }
type SendRow = {
  id: Uuid<'po' | 'rf' | 'drt'>
  rail_key: string
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
}

/** How a rail is asked about a send. */
export type Send = {
  key: string
  lookUp(rail: Rail): Promise<LookUpAnswer>
  /** Undefined if the rail cannot tell. */
  canStillHappen?(rail: Rail): Promise<StillPossible> | undefined
}

/** The send of a payout, of a refund, or of the return of a deposit. */
export function sendOf({ config }: Pick<AskDeps, 'config'>, row: SendRow): Send {
  const { rail_key: key } = row
  const prepared = openPrepared(config.secrets, row)
  return {
    key,
    lookUp: (rail) => rail.lookUp(key, prepared),
    canStillHappen: (rail) => rail.canStillHappen?.(key, prepared),
  }
}

const RAIL_MS = 20_000

/**
 * The reason to refuse the record; undefined if the send cannot happen any more. `heldSince`: nothing was sent under the key
 * since then.
 */
export async function whyStillPossible(
  deps: AskDeps,
  railName: string,
  send: Send,
  heldSince: Instant,
  next = 'Release or unfreeze the order, so that the worker records it',
): Promise<string | undefined> {
  const possible = await ask(deps, railName, send)
  if (possible === 'settled')
    return `cannot be recorded as rejected: the rail ${railName} says that ${send.key} was settled. ${next}`
  if (possible === 'pending')
    return `cannot be recorded as rejected: the rail ${railName} says that it has ${send.key} and has not decided. Cancel it, or wait for the rail's outcome`
  if (!possible.isPossible) return undefined
  const why = `cannot be recorded as rejected: ${send.key} can still be executed (${possible.why})`
  if (possible.until !== null)
    return `${why}. Cancel it, or wait until the rail says that it ended, after ${toTimestamp(possible.until)}`
  const countsAt = later(heldSince, deps.config.evidenceAfterMs)
  return deps.clock.now() >= countsAt
    ? undefined
    : `${why}. Cancel it. The evidence counts from ${toTimestamp(countsAt)}, if nothing is sent for the order until then`
}

async function ask(
  { rails }: AskDeps,
  railName: string,
  send: Send,
): Promise<StillPossible | 'settled' | 'pending'> {
  try {
    const rail = await railNamed(rails, railName)
    return await withTimeout(RAIL_MS, possibleAt(rail))
  } catch {
    return { isPossible: true, until: null, why: `the rail ${railName} does not answer` }
  }

  async function possibleAt(rail: Rail): Promise<StillPossible | 'settled' | 'pending'> {
    const known = await send.lookUp(rail)
    if (known.state === 'settled') return 'settled'
    if (known.state === 'rejected') return { isPossible: false, because: known.code }
    const possible = await send.canStillHappen?.(rail)
    if (possible !== undefined) return possible
    if (known.state === 'pending') return 'pending'
    return { isPossible: true, until: null, why: `the rail ${railName} cannot tell` }
  }
}
