// How anything is sent over a rail: what may have been sent before is asked about first.
import type { Rail, SendAnswer, SendRequest } from './port.ts'

/** `isFresh`: the request was written down just now, so that nothing can have been sent under its key. */
export async function sendOnce(
  rail: Rail,
  request: SendRequest,
  isFresh: boolean,
): Promise<SendAnswer> {
  const known = isFresh ? undefined : await rail.lookUp(request.key)
  return known === undefined || known.state === 'unknown' ? rail.send(request) : known
}
