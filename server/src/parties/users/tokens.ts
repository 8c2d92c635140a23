// Secrets that are given out once and stored as SHA-256: of operators' sessions, of enrolments and of operator keys.
// platform/access/sessions.ts has those of customers' sessions.
import { hash, randomBytes } from 'node:crypto'

/** The beginning of a token tells its kind, so that a leaked one is recognized. */
const TOKENS = { session: 'cs_', enrolment: 'ce_', key: 'co_' } as const
type TokenKind = keyof typeof TOKENS

/** A token for its user, and the hash to store. */
export function newToken(kind: TokenKind): { token: string; hash: Buffer } {
  const token = TOKENS[kind] + randomBytes(32).toString('base64url')
  return { token, hash: sha256(token) }
}

/** The hash under which a token is stored; undefined for text that is no token of this kind. */
export function hashOfToken(kind: TokenKind, text: string): Buffer | undefined {
  const isToken = text.startsWith(TOKENS[kind]) && /^c[seo]_[\w-]{43}$/.test(text)
  return isToken ? sha256(text) : undefined
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
