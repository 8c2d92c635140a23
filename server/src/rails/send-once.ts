// Sends a payout or refund over a rail. A request that may have been sent before is looked up first.
import type { Rail, SendAnswer, SendRequest } from './first-port.ts'

/** `isFresh`: the request was committed in this round, so nothing can have been sent under its key. */
export async function sendOnce(
  rail: Rail,
  request: SendRequest,
  isFresh: boolean,
): Promise<SendAnswer> {
  const known = isFresh ? undefined : await rail.lookUp(request.key)
  return known === undefined || known.state === 'unknown' ? rail.send(request) : known
}
