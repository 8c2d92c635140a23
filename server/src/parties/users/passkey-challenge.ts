// Challenges for passkeys. The service does not store them: it recognizes its own by a keyed hash. Each works for five
// minutes. What a challenge is for is part of the hash.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { instantAt, later, type Instant } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'

export const CHALLENGE_MS = 300_000

const EXPIRY_BYTES = 6
const BODY_BYTES = EXPIRY_BYTES + 16

/** In base64url, as WebAuthn expects it. */
export function newChallenge(secrets: Secrets, purpose: string, at: Instant): string {
  const body = randomBytes(BODY_BYTES)
  body.writeUIntBE(later(at, CHALLENGE_MS), 0, EXPIRY_BYTES)
  return Buffer.concat([body, hashOf(secrets, purpose, body)]).toString('base64url')
}

/** Whether this deployment made the challenge for this purpose, and it has not expired. */
export function isChallenge(secrets: Secrets, purpose: string, text: string, at: Instant): boolean {
  const bytes = Buffer.from(text, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  const expected = Buffer.concat([body, hashOf(secrets, purpose, body)])
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return false
  return instantAt(body.readUIntBE(0, EXPIRY_BYTES)) > at
}

function hashOf({ depositSeed }: Secrets, purpose: string, body: Buffer): Buffer {
  const key = createHmac('sha256', depositSeed).update('corridor/passkey/1').digest()
  return createHmac('sha256', key).update(`${purpose}\0`).update(body).digest()
}
