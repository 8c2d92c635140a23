// Makes the nonces of signed requests, and remembers a lockout. Rail and provider may use one API key, so both are kept
// for each key, not for each adapter.
import { createHash, randomInt } from 'node:crypto'
import type { Instant } from '../../platform/clock.ts'

export type Account = { lastNonce: bigint; lockedUntil: Instant | null }

const accounts = new Map<string, Account>()

export function accountOf(baseUrl: string, apiKey: string): Account {
  const name = createHash('sha256').update(`${baseUrl} ${apiKey}`).digest('hex')
  const account = accounts.get(name) ?? { lastNonce: 0n, lockedUntil: null }
  accounts.set(name, account)
  return account
}

const SALTS = 1_000_000

/**
 * 13 digits of milliseconds and 6 digits of salt, the company's second form of a nonce. It need only be unique, but it
 * also increases within the process. The salt tells processes apart that share a key.
 */
export function nextNonce(account: Account, at: Instant): string {
  const drawn = BigInt(at) * BigInt(SALTS) + BigInt(randomInt(SALTS))
  account.lastNonce = drawn > account.lastNonce ? drawn : account.lastNonce + 1n
  return String(account.lastNonce)
}
