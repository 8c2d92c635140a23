// Signs webhooks according to https://www.standardwebhooks.com, and decides which secrets sign. Pure, except that
// newSecret is random.
import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
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

/** A secret as a key object: Node signs with one in 5 µs, and with bytes in 25. */
export type SigningKey = { key: KeyObject; signsUntil: Instant | null }

export const signingKeys = (secrets: readonly SigningSecret[]): SigningKey[] =>
  secrets.map(({ secret, signsUntil }) => ({
    key: createSecretKey(secret.slice(PREFIX.length), 'base64'),
    signsUntil,
  }))

/** One signature for each valid key, newest first. */
export function signatureOf(
  keys: readonly SigningKey[],
  now: Instant,
  message: { id: string; timestampS: number; body: string },
): string {
  const signed = `${message.id}.${message.timestampS}.${message.body}`
  return signing(keys, now)
    .map(({ key }) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}

const signing = <One extends { signsUntil: Instant | null }>(
  all: readonly One[],
  now: Instant,
): One[] => all.filter(({ signsUntil }) => signsUntil === null || now < signsUntil)
