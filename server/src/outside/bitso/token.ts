// The token of a firm quote: the id of the quote and the terms that its conversion must have. It holds no secret.
import { parseTimestamp, toTimestamp, type Instant } from '../../platform/clock.ts'
import type { FillRequest } from '../liquidity/port.ts'
import { fieldsIn, optionalText, textIn } from './answers.ts'
import type { Quote } from './quotes.ts'

export type Token = FillRequest & { quoteId: string; createdAt: Instant; expiresAt: Instant }

export const tokenOf = (key: string, quote: Quote): string =>
  JSON.stringify({
    version: '1',
    key,
    quote_id: quote.id,
    source: quote.payinCurrency,
    source_minor: quote.payinMinor.toString(),
    target: quote.payoutCurrency,
    target_minor: quote.payoutMinor.toString(),
    created_at: toTimestamp(quote.createdAt),
    expires_at: toTimestamp(quote.expiresAt),
  })

/** Null if the text is not a token of this adapter. */
export function quoteIdIn(text: string): string | null {
  try {
    return optionalText(fieldsIn(JSON.parse(text), 'the token of the quote'), 'quote_id')
  } catch {
    return null
  }
}

/** Throws if the text is not a token of this adapter, or belongs to another key. */
export function parseToken(text: string, key: string): Token {
  const fields = fieldsIn(JSON.parse(text), 'the token of the quote')
  if (fields['key'] !== key) throw new Error(`the token of the quote does not belong to ${key}`)
  const instant = (name: string): Instant => {
    const at = parseTimestamp(textIn(fields, name))
    if (at === undefined) throw new Error(`the token of a quote has no ${name}`)
    return at
  }
  return {
    key: textIn(fields, 'key'),
    quoteId: textIn(fields, 'quote_id'),
    payinCurrency: textIn(fields, 'source'),
    payinMinor: BigInt(textIn(fields, 'source_minor')),
    payoutCurrency: textIn(fields, 'target'),
    payoutMinor: BigInt(textIn(fields, 'target_minor')),
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
  }
}
