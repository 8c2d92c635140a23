// Sums of amounts of one currency, as counts of its smallest unit. All amounts of a currency have the same number of
// decimals.

/** A decimal string as a count of its smallest unit. */
export const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** A count as a decimal string with as many decimals as `like`. */
export function decimalOf(minor: bigint, like: string): string {
  const decimals = like.includes('.') ? like.length - like.indexOf('.') - 1 : 0
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`
  return `${minor < 0n ? '-' : ''}${whole}${part}`
}

/** The sum of at least one amount. */
export const sumOf = (amounts: readonly string[]): string =>
  decimalOf(
    amounts.reduce((sum, amount) => sum + minorOf(amount), 0n),
    amounts[0] ?? '0',
  )
