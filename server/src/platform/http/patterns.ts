// Every pattern that validates input, with the message for a mismatch. No message prints a pattern. Each pattern takes
// linear time: the part after a repetition never accepts a character of the repetition, so the matcher never
// backtracks. server/test/service/growth.test.ts measures the time.
import { DECIMAL_PATTERN } from '../money/decimal.ts'

/** `message` completes "<pointer> ...". */
type InputPattern = { pattern: string; message: string }

// Control characters, lone surrogates, line separators, and invisible characters that reverse or hide their neighbours.
// Also tags, which spell a hidden text, and fillers that look like nothing. Joiners and variation selectors are allowed,
// since some scripts and emoji need them. None of these characters is in \p{Zs}.
const HIDDEN = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}`
const IN_EMAIL = String.raw`[^\s@${HIDDEN}]`

export const inputPatterns = {
  /** One line of readable text, not only blanks. */
  printable: {
    pattern: String.raw`^\p{Zs}*[^${HIDDEN}\p{Z}][^${HIDDEN}]*$`,
    message:
      'must be one line of text with a visible character, without control or invisible characters',
  },
  /** May be empty. */
  label: {
    pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
    message: 'must not have control characters',
  },
  /** The domain has a dot that is neither its first nor its last character. */
  email: {
    pattern: String.raw`^${IN_EMAIL}+@${IN_EMAIL}[^\s@.${HIDDEN}]*\.${IN_EMAIL}+$`,
    message: 'must be an e-mail address such as treasury@acme.example',
  },
  decimal: {
    pattern: DECIMAL_PATTERN,
    message:
      'must be a decimal string such as "1000.00": digits, at most one point, no sign, blank or exponent',
  },
  fieldName: {
    pattern: '^[a-z][a-z0-9_]{0,49}$',
    message: 'must be 1 to 50 small letters, digits or _, the first one a letter',
  },
  metadataKey: {
    pattern: '^[A-Za-z0-9_.-]{1,40}$',
    message: 'must have a name of 1 to 40 letters, digits, _, - or .',
  },
  currency: {
    pattern: '^[A-Z]{3,5}$',
    message: 'must be a currency code of 3 to 5 capital letters such as USDC',
  },
  country: {
    pattern: '^[A-Z]{2}$',
    message: 'must be two capital letters of ISO 3166 such as CO',
  },
  date: {
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    message: 'must be a date such as 1984-03-02',
  },
  month: {
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
    message: 'must be a month such as 2026-03',
  },
  requestId: {
    pattern: '^[A-Za-z0-9._:-]+$',
    message: 'must be letters, digits or . _ : -, as a request id is',
  },
  pageSize: { pattern: '^[1-9][0-9]{0,2}$', message: 'must be a whole number from 1 to 200' },
  network: {
    pattern: '^[0-9a-fA-F.:]{2,45}(/[0-9]{1,3})?$',
    message: 'must be an address or a network such as 203.0.113.0/24',
  },
  railName: {
    pattern: '^[a-z][a-z0-9_]{0,30}(:[a-z0-9_-]{1,32})?$',
    message:
      'must be small letters, digits or _, the first one a letter, and optionally a colon and a second part, such as evm:base',
  },
  providerName: {
    pattern: '^[A-Z][A-Z0-9_]{0,31}$',
    message: 'must be 1 to 32 capital letters, digits or _, the first one a letter, such as ALPHA',
  },
  login: {
    pattern: '^[a-z0-9][a-z0-9._@+-]{0,99}$',
    message:
      'must be 1 to 100 small letters, digits or . _ @ + -, the first one a letter or a digit, such as ben',
  },
  signInCode: { pattern: '^[0-9]{6}$', message: 'must be the six digits of the authenticator app' },
  base64url: { pattern: '^[A-Za-z0-9_-]+$', message: 'must be base64url without padding' },
} as const satisfies Record<string, InputPattern>

const messages = new Map<string, string>(
  Object.values(inputPatterns).map(({ pattern, message }) => [pattern, message]),
)

/** Identifiers of `schemas.ts`, by their prefix. */
export const identifierPattern = (prefix: string): string =>
  `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`

export function messageOfPattern(pattern: string): string | undefined {
  const prefix = /^\^([a-z]+)_/.exec(pattern)?.[1]
  return prefix !== undefined && pattern === identifierPattern(prefix)
    ? `must be an identifier such as ${prefix}_01jqe8m2x4fv5s0t6w7y8z9abc`
    : messages.get(pattern)
}
