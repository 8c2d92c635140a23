// Exact amounts: decimal strings outside, counts of minor units inside.

const DECIMALS: Record<string, number> = {
  USDC: 6,
  USDT: 6,
  EURC: 6,
  USD: 2,
  EUR: 2,
  MXN: 2,
  COP: 2,
  BRL: 2,
}
const RATE_DECIMALS = 18

/** Throws on anything but a decimal string with at most the decimals of its currency. */
export function minorOf(amount: unknown, currency: unknown): bigint {
  const decimals = DECIMALS[String(currency)]
  if (decimals === undefined) throw new Error('unknown currency')
  return scaled(amount, decimals)
}

export function amountOf(minor: bigint, currency: string): string {
  const decimals = DECIMALS[currency] ?? 0
  const digits = minor.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The payout for a payin at a rate, rounded down. */
export function converted(payinMinor: bigint, payin: string, payout: string, rate: string): bigint {
  const scale = 10n ** BigInt(RATE_DECIMALS + (DECIMALS[payin] ?? 0) - (DECIMALS[payout] ?? 0))
  return (payinMinor * scaled(rate, RATE_DECIMALS)) / scale
}

function scaled(text: unknown, decimals: number): bigint {
  const match = /^(0|[1-9]\d{0,17})(?:\.(\d{1,18}))?$/.exec(String(text))
  const [, whole = '', fraction = ''] = match ?? []
  if (match === null || fraction.length > decimals) throw new Error('not an amount')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
