// The two sides of a reconciliation, in one form: lines of a statement from outside, and lines of the ledger.
import { isDay } from '../../platform/clock.ts'

/** Days since 1970-01-01. */
export type Day = number

export type StatementLine = {
  /** The position in the file, from 1. Of a chain: among its movements. */
  line: number
  /** The same for the same line in another file: see `identityKeys`. */
  key: string
  day: Day
  currency: string
  /** Minor units. Positive: the account received it. */
  minor: bigint
  /** In capitals: identifiers of the bank, of the payer and of our payments. */
  references: readonly string[]
  /** Words of texts that may be identifiers, or bank details: they are matched, and neither stored nor shown. */
  words: readonly string[]
  /** Numbers of orders that are written in the line. */
  orderNumbers: readonly string[]
}

export type LedgerLine = {
  /** The transfer. */
  id: bigint
  posting: string
  day: Day
  /** Minor units. Positive: the account received it. */
  minor: bigint
  references: readonly string[]
  orderNumbers: readonly string[]
  orderId: string | null
}

/** A line that has no exact amount or no date. */
export type UnreadableLine = { line: number; why: string }

const DAY_MS = 86_400_000

export const dayOf = (epochMs: number): Day => Math.floor(epochMs / DAY_MS)

/** `2026-03-02`. */
export const dateOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Undefined for text that is no date such as 2026-03-02. */
export const dayIn = (text: string): Day | undefined =>
  isDay(text) ? dayOf(Date.parse(text)) : undefined

const ORDER_NUMBER = /CO-\d{8}-[0-9A-HJKMNP-TV-Z]{8}/g

export const orderNumbersIn = (text: string): string[] => [
  ...new Set(text.toUpperCase().match(ORDER_NUMBER)),
]

/** Identifiers in one spelling. Banks change cases and add blanks; short ones identify nothing. */
export const referencesIn = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts
      .map((text) => (text ?? '').replaceAll(/\s/g, '').toUpperCase().slice(0, MOST_CHARACTERS))
      .filter((text) => text.length >= FEWEST_CHARACTERS && !COMMON.has(text)),
  ),
]

const MOST_CHARACTERS = 140
const FEWEST_CHARACTERS = 4
/** Banks write these in place of a missing identifier. */
const COMMON = new Set(['NOTPROVIDED', 'NONREF', 'NONE', 'NULL', '0000'])
