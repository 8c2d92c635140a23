// Verifies a nudge: a Standard Webhooks request of a connector that says which keys changed. A nudge only causes a
// look-up, so its content is never trusted for more. endpoints.ts refuses replays.
import { timingSafeEqual } from 'node:crypto'
import { Value } from 'typebox/value'
import { instantAt, type Clock } from '../../platform/clock.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { signatureOf, signingKeys } from '../../platform/outgoing/signature.ts'
import { nowMsOf } from './client.ts'
import { ConnectorError } from './errors.ts'
import { nudge } from './protocol.ts'
import { WINDOW_MS } from './signing.ts'

const SECRETS = /^whsec_[A-Za-z0-9+/]{32,}={0,2}(\s+whsec_[A-Za-z0-9+/]{32,}={0,2})*$/

/** Throws if the secret is not one, or two with a blank between them: a short key could be guessed. */
export function receiverOf(
  secret: string,
  clock: Clock,
): (headers: Record<string, string>, body: Buffer) => Promise<readonly string[]> {
  if (!SECRETS.test(secret))
    throw new Error('events_secret must be whsec_ and at least 24 bytes in base64')
  return async (headers, body) => {
    const now = nowMsOf(clock)
    const { 'webhook-id': id = '', 'webhook-timestamp': time = '' } = headers
    const given = headers['webhook-signature'] ?? ''
    if (id === '' || !/^\d{1,12}$/.test(time))
      throw new ConnectorError('unsigned', 'the nudge is not signed')
    const timestampS = Number.parseInt(time, 10)
    const message = { id, timestampS, body: body.toString('utf8') }
    // During a rotation the setting has both secrets, with a blank between them.
    const isRight = secret
      .split(/\s+/)
      .map((one) =>
        signatureOf(signingKeys([{ secret: one, signsUntil: null }]), instantAt(now), message),
      )
      .some((expected) => given.split(' ').some((one) => isEqual(one, expected)))
    if (!isRight)
      throw new ConnectorError('bad_signature', 'the signature of the nudge is not right')
    if (Math.abs(now - timestampS * 1000) > WINDOW_MS)
      throw new ConnectorError('stale', 'the nudge is more than five minutes old or ahead')
    const parsed = parseJsonBody(body)
    if (!Value.Check(nudge, parsed))
      throw new ConnectorError('unexpected', 'the nudge does not have the documented form')
    return parsed.keys
  }
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
