// The currencies the service knows, and how far each is divided. Adding one is a row.
import assert from 'node:assert/strict'

// A literal, although the ISO 4217 data set is installed: importing `currency-codes` takes 5 to 7 ms of
// each start. server/test/money.test.ts holds these rows against the data set instead.
const MINOR_UNITS = {
  // Stablecoins, as their issuers divide them on every chain we serve.
  USDC: 6,
  USDT: 6,
  EURC: 6,
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

export type Currency = keyof typeof MINOR_UNITS

export const currencies = Object.keys(MINOR_UNITS).filter(isCurrency)

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(MINOR_UNITS, code)
}

/** How many decimals an amount of this currency has. Throws for a currency that is not known. */
export function minorUnits(code: string): number {
  assert(isCurrency(code), 'the currency is known')
  return MINOR_UNITS[code]
}
