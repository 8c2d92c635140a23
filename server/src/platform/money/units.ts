// Amounts of coins and tokens that are no currency of the desk: counts of their smallest unit, with their own decimals.
const DECIMAL = /^(0|[1-9]\d{0,29})(?:\.(\d{1,36}))?$/

/** Undefined if the text is no amount with these decimals. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Without zeros at the end: `0.25`, `12`. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(-decimals)]
  const kept = decimals === 0 ? '' : fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
