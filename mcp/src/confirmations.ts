// Confirmation tokens of orders. order-tools.ts decides when one is needed: confirm_order takes no order without. A token belongs to one quote with its terms, one organization, one API key, one grant
// and one session. It works once, ends with its quote, and no token outlives the process: the secret is never stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** For each session. A further token removes the oldest. */
const MOST_TOKENS = 50

/** The order that a token confirms. `terms` is everything that the person was shown. */
export type Binding = {
  organization: string
  quote: string
  terms: string
  keyFingerprint: string
  grant: string
}

export type Prepared<Terms> = {
  terms: Terms
  /** By the clock of this process. The service has the last word: it refuses an expired quote. */
  endsAtMs: number
  state: 'open' | 'busy' | 'used'
  /** The order that the token created. */
  orderId: string | null
  /** Reference of a request whose outcome is unknown. */
  pending: string | null
  /** Every attempt with the same reference has the same key. */
  idempotencyKey: (reference: string) => string
}

export function openConfirmations<Terms>(monotonicMs: () => number) {
  const secret = randomBytes(32)
  const prepared = new Map<string, Prepared<Terms>>()

  const signatureOf = (id: string, binding: Binding): Buffer => {
    const { organization, quote, terms, keyFingerprint, grant } = binding
    const text = JSON.stringify([id, organization, quote, terms, keyFingerprint, grant])
    return createHmac('sha256', secret).update(text).digest()
  }

  return {
    create(binding: Binding, terms: Terms, lifeMs: number): string {
      const id = randomBytes(16).toString('base64url')
      prepared.set(id, {
        terms,
        endsAtMs: monotonicMs() + lifeMs,
        state: 'open',
        orderId: null,
        pending: null,
        idempotencyKey: (reference) => `mcp-${id}-${reference}`,
      })
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MOST_TOKENS) break
        prepared.delete(oldest)
      }
      return `${id}.${signatureOf(id, binding).toString('base64url')}`
    },

    /** Null if the token is unknown or altered, or belongs to another binding. */
    find(token: string, binding: Binding): Prepared<Terms> | null {
      const [id = '', signature = '', ...more] = token.split('.')
      const found = prepared.get(id)
      if (found === undefined || more.length > 0) return null
      const wanted = signatureOf(id, binding)
      const given = Buffer.from(signature, 'base64url')
      // Base64 can write the same bytes in several ways.
      if (given.length !== wanted.length || signature !== wanted.toString('base64url')) return null
      return timingSafeEqual(given, wanted) ? found : null
    },
  }
}
