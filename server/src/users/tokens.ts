// Secrets that are given out once and stored as SHA-256: of sessions, of enrolments and of operator keys.
import { hash, randomBytes } from 'node:crypto'

/** What a token is for stands at its beginning, so that a leaked one is recognized. */
export const TOKENS = { session: 'cs_', enrolment: 'ce_', key: 'co_' } as const
type TokenKind = keyof typeof TOKENS

export const newToken = (kind: TokenKind): string =>
  TOKENS[kind] + randomBytes(32).toString('base64url')

/** The hash under which a token is stored; undefined for text that is no token of this kind. */
export function hashOfToken(kind: TokenKind, text: string): Buffer | undefined {
  const isToken = text.startsWith(TOKENS[kind]) && /^c[seo]_[\w-]{43}$/.test(text)
  return isToken ? hash('sha256', text, 'buffer') : undefined
}
