// Parses and formats decimal strings, the only form of amounts and rates in requests and responses. Internally an
// amount is a count of minor units, and a rate a count of 10^-18. Nothing here rounds: extra decimals are refused.
import assert from 'node:assert/strict'
import { minorUnits } from './currencies.ts'

/** Allows no sign, exponent, blank, leading zero or thousands separator. `\d` matches only 0 to 9. */
export const DECIMAL_PATTERN = String.raw`^(0|[1-9]\d{0,17})(\.\d{1,18})?$`
const DECIMAL = new RegExp(DECIMAL_PATTERN)

/** 18 digits: any such amount can be written as a decimal string and fits a 64-bit column. */
export const MAX_MINOR = 10n ** 18n - 1n

export const RATE_DECIMALS = 18
export const RATE_SCALE = 10n ** 18n
/** Every rate is below this limit: it has at most 18 digits before the decimal point. */
export const RATE_LIMIT = RATE_SCALE * RATE_SCALE

type AmountProblem =
  | 'invalid_amount'
  | 'amount_precision'
  | 'amount_not_positive'
  | 'amount_too_large'
type ParsedAmount = { ok: true; minor: bigint } | { ok: false; problem: AmountProblem }

/** Returns the minor units, 1 to MAX_MINOR, or the first problem in the order of `AmountProblem`. */
export function parseAmount(text: string, currency: string): ParsedAmount {
  if (!DECIMAL.test(text)) return { ok: false, problem: 'invalid_amount' }
  // Refuse digits beyond the minor unit even if they are zeros, so that validity does not depend on the value.
  if (fractionOf(text).length > minorUnits(currency))
    return { ok: false, problem: 'amount_precision' }
  const minor = scaled(text, minorUnits(currency))
  if (minor === 0n) return { ok: false, problem: 'amount_not_positive' }
  if (minor > MAX_MINOR) return { ok: false, problem: 'amount_too_large' }
  return { ok: true, minor }
}

/** `1015.00`, `0.123456`; `1000` if the currency has no decimals. */
export const formatAmount = (minor: bigint, currency: string): string =>
  plain(minor, minorUnits(currency))

/** The same for an amount that may be negative, such as a loss: `-12.50`. */
export const formatSignedAmount = (minor: bigint, currency: string): string =>
  minor < 0n ? `-${formatAmount(-minor, currency)}` : formatAmount(minor, currency)

/** Returns a positive rate at 18 decimals. Throws on anything else; callers never pass user input. */
export function parseRate(text: string): bigint {
  if (!DECIMAL.test(text)) throw new Error(`not a rate: ${JSON.stringify(text)}`)
  const rate = scaled(text, RATE_DECIMALS)
  if (rate === 0n) throw new Error('a rate is greater than zero')
  return rate
}

/** `4237.25`, `4000.00`, `0.0002360023600236`: at least two decimals, up to 18. */
export const formatRate = (rate: bigint): string => plain(rate, RATE_DECIMALS)

/** Like `formatRate(parseRate(text))`, but works on the text, which is faster. */
export function formatRateText(text: string): string {
  if (!DECIMAL.test(text) || !/[1-9]/.test(text))
    throw new Error(`not a rate: ${JSON.stringify(text)}`)
  const point = text.indexOf('.')
  if (point < 0) return `${text}.00`
  let end = text.length
  while (end > point + 3 && text.charCodeAt(end - 1) === ZERO) end -= 1
  return text.slice(0, end).padEnd(point + 3, '0')
}
const ZERO = 48

const fractionOf = (text: string): string => text.split('.')[1] ?? ''

// The value of a valid decimal in units of 10^-decimals. The text has at most that many decimals.
function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

// Removes trailing zeros, but keeps two decimals, or fewer if the currency has fewer.
function plain(value: bigint, decimals: number): string {
  assert(value >= 0n, 'an amount or rate to format is not negative')
  const digits = value.toString().padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  const point = digits.length - decimals
  let end = digits.length
  while (end > point + Math.min(2, decimals) && digits[end - 1] === '0') end -= 1
  return `${digits.slice(0, point)}.${digits.slice(point, end)}`
}
