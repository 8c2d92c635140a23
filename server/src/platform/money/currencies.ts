// The known currencies and their decimals. To add a currency, add a row.
import assert from 'node:assert/strict'

// Literals, because importing the ISO 4217 data set `currency-codes` adds 5 to 7 ms to each start.
// server/test/platform/money.test.ts compares these rows with it.
const MINOR_UNITS = {
  // Stablecoins have 6 decimals on every chain we serve.
  USDC: 6,
  USDT: 6,
  EURC: 6,
  // Coins that pay the fees of chains, in gwei and lamports. In wei, one ether would be above the largest amount.
  ETH: 9,
  POL: 9,
  AVAX: 9,
  SOL: 9,
  // ISO 4217.
  USD: 2,
  EUR: 2,
  COP: 2,
  MXN: 2,
  BRL: 2,
  NGN: 2,
  ARS: 2,
  CLP: 0,
  PEN: 2,
  KES: 2,
  GHS: 2,
  PHP: 2,
  INR: 2,
} as const satisfies Record<string, number>

type Currency = keyof typeof MINOR_UNITS

export const currencies = Object.keys(MINOR_UNITS).filter(isCurrency)

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(MINOR_UNITS, code)
}

/** The number of decimals of a currency. Throws for an unknown currency. */
export function minorUnits(code: string): number {
  assert(isCurrency(code), 'the currency is known')
  return MINOR_UNITS[code]
}
