// Exact arithmetic on decimal strings, such as amounts and rates. Nothing here is a floating-point number, and nothing
// is rounded unless the caller names the rounding.

/** `down` is towards zero, `up` away from it. The halves round to the nearest, and a tie up or to the even digit. */
export type Rounding = 'down' | 'up' | 'half_up' | 'half_even'

type Decimal = { digits: bigint; decimals: number }

const LONGEST = 1000

/** -1, 0 or 1. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const [first, second] = aligned(a, b)
  return first === second ? 0 : first < second ? -1 : 1
}

/** With as many decimals as the more exact of the two. */
export function add(a: string, b: string): string {
  const [first, second, decimals] = aligned(a, b)
  return textOf({ digits: first + second, decimals })
}

export function subtract(a: string, b: string): string {
  const [first, second, decimals] = aligned(a, b)
  return textOf({ digits: first - second, decimals })
}

/** With exactly these decimals. For instance an amount times a rate, rounded `down` to the payout's decimals. */
export function multiply(
  a: string,
  b: string,
  { decimals, rounding }: { decimals: number; rounding: Rounding },
): string {
  const [first, second] = [parse(a), parse(b)]
  const product = {
    digits: first.digits * second.digits,
    decimals: first.decimals + second.decimals,
  }
  return textOf(rounded(product, checkedDecimals(decimals), rounding))
}

/** With exactly these decimals. Without a rounding, digits that would be lost are an error. */
export function format(
  value: string,
  { decimals, rounding, group = '' }: { decimals: number; rounding?: Rounding; group?: string },
): string {
  const text = textOf(rounded(parse(value), checkedDecimals(decimals), rounding))
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, () => group)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** The count of minor units: `toMinor('10.50', 2)` is 1050n. */
export const toMinor = (value: string, decimals: number): bigint =>
  rounded(parse(value), checkedDecimals(decimals), undefined).digits

export function fromMinor(minor: bigint, decimals: number): string {
  if (typeof minor !== 'bigint') throw new TypeError('minor must be a bigint')
  return textOf({ digits: minor, decimals: checkedDecimals(decimals) })
}

function parse(value: unknown): Decimal {
  const match = typeof value === 'string' ? /^(-?\d+)(?:\.(\d+))?$/.exec(value) : null
  if (typeof value !== 'string' || match === null || value.length > LONGEST)
    throw new TypeError(
      `${typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : `a ${typeof value}`} is not a decimal string such as "1000.00"`,
    )
  const fraction = match[2] ?? ''
  return { digits: BigInt(`${match[1]}${fraction}`), decimals: fraction.length }
}

function checkedDecimals(decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > LONGEST)
    throw new TypeError('decimals must be a whole number from 0 to 1000')
  return decimals
}

function aligned(a: string, b: string): [bigint, bigint, number] {
  const [first, second] = [parse(a), parse(b)]
  const decimals = Math.max(first.decimals, second.decimals)
  return [
    rounded(first, decimals, undefined).digits,
    rounded(second, decimals, undefined).digits,
    decimals,
  ]
}

function rounded(value: Decimal, decimals: number, rounding: Rounding | undefined): Decimal {
  if (decimals >= value.decimals)
    return { digits: value.digits * 10n ** BigInt(decimals - value.decimals), decimals }
  const divisor = 10n ** BigInt(value.decimals - decimals)
  const quotient = value.digits / divisor
  const rest = value.digits % divisor
  if (rest === 0n) return { digits: quotient, decimals }
  if (rounding === undefined)
    throw new RangeError(`${textOf(value)} has more than ${decimals} decimals: name a rounding`)
  const away = quotient + (value.digits < 0n ? -1n : 1n)
  return { digits: isAway(rounding, quotient, rest, divisor) ? away : quotient, decimals }
}

function isAway(rounding: Rounding, quotient: bigint, rest: bigint, divisor: bigint): boolean {
  const twice = (rest < 0n ? -rest : rest) * 2n
  switch (rounding) {
    case 'down':
      return false
    case 'up':
      return true
    case 'half_up':
      return twice >= divisor
    case 'half_even':
      return twice > divisor || (twice === divisor && quotient % 2n !== 0n)
    default:
      throw new TypeError('rounding must be down, up, half_up or half_even')
  }
}

function textOf({ digits, decimals }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0')
  if (decimals === 0) return sign + text
  return `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
