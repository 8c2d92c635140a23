// Signs webhooks according to https://www.standardwebhooks.com, and decides which secrets sign. Pure, except that
// newSecret is random.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { later, type Instant } from '../clock.ts'

/** `signsUntil` is null for the current secret. */
export type SigningSecret = { secret: string; signsUntil: Instant | null }

const PREFIX = 'whsec_'
const OVERLAP_MS = 24 * 3_600_000
// Each valid secret adds a signature to the header of every delivery.
const MOST_SECRETS = 5

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Newest first. The previous secrets sign for 24 more hours, unless they end sooner. */
export const rotated = (
  secrets: readonly SigningSecret[],
  secret: string,
  at: Instant,
): SigningSecret[] => [
  { secret, signsUntil: null },
  ...signing(secrets, at)
    .map((old) => ({ ...old, signsUntil: old.signsUntil ?? later(at, OVERLAP_MS) }))
    .slice(0, MOST_SECRETS - 1),
]

/** One signature for each valid secret, newest first. */
export function signatureOf(
  secrets: readonly SigningSecret[],
  now: Instant,
  message: { id: string; timestampS: number; body: string },
): string {
  const signed = `${message.id}.${message.timestampS}.${message.body}`
  // Node signs with a key object in 5 µs, and with bytes in 25.
  return signing(secrets, now)
    .map(({ secret }) => createSecretKey(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}

const signing = (secrets: readonly SigningSecret[], now: Instant): SigningSecret[] =>
  secrets.filter(({ signsUntil }) => signsUntil === null || now < signsUntil)
