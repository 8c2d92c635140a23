// Asks for firm quotes, and checks that each answer is a quote for exactly the amount that was asked.
import type { Instant } from '../../platform/clock.ts'
import type { Conversion } from '../liquidity/port.ts'
import { minorUnits } from '../../platform/money/currencies.ts'
import { formatAmount, RATE_SCALE } from '../../platform/money/decimal.ts'
import { divideRoundDown, divideRoundUp } from '../../platform/money/rounding.ts'
import { fieldsIn, instantIn, minorIn, minorRoundedDown, textIn, unreadable } from './answers.ts'
import type { Client } from './client.ts'

export type Quote = Conversion & {
  id: string
  payoutMinor: bigint
  createdAt: Instant
  expiresAt: Instant
}

export async function requestQuote(client: Client, conversion: Conversion): Promise<Quote> {
  const { payinCurrency: source, payinMinor, payoutCurrency: target } = conversion
  const amount = formatAmount(payinMinor, source)
  const { value } = await client.post('/rfq/v1/quotes', { source, target, source_amount: amount })
  const fields = fieldsIn(value, 'the quote')
  for (const [name, asked] of Object.entries({ source, target }))
    if (textIn(fields, name).toUpperCase() !== asked)
      throw unreadable(`${name} is not the one asked`)
  if (minorIn(fields, 'source_amount', source) !== payinMinor)
    throw unreadable('source_amount is not the one asked')
  // The quote shows a price, but confirming it fails.
  if (fields['can_confirm'] === false)
    throw new Error(`Bitso does not convert ${amount} ${source} to ${target} now: too large`)
  const payoutMinor = minorRoundedDown(fields, 'target_amount', target)
  if (payoutMinor === 0n) throw unreadable('target_amount is zero')
  const createdAt = instantIn(fields, 'created_at')
  const expiresAt = instantIn(fields, 'expires_at')
  return { ...conversion, id: textIn(fields, 'id'), payoutMinor, createdAt, expiresAt }
}

/** Rounds up, so that the payin at this rate, rounded down, is exactly the quoted payout. */
export const firmRate = (quote: Quote): bigint =>
  divideRoundUp(quote.payoutMinor * scaleOf(quote), quote.payinMinor)

/** The rate for customers: less the margin, rounded down. */
export const rateAfterMargin = (quote: Quote, marginBps: bigint): bigint =>
  divideRoundDown(
    quote.payoutMinor * scaleOf(quote) * (10_000n - marginBps),
    quote.payinMinor * 10_000n,
  )

const scaleOf = ({ payinCurrency, payoutCurrency }: Conversion): bigint =>
  (RATE_SCALE * 10n ** BigInt(minorUnits(payinCurrency))) /
  10n ** BigInt(minorUnits(payoutCurrency))
