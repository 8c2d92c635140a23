// Filters of a list by amounts, and by parts of texts: their schemas, and their values for the database.
import Type from 'typebox'
import { containing } from '../db/containing.ts'
import { fieldFailure } from '../errors.ts'
import { parseAmount } from '../money/decimal.ts'
import { decimal, text } from './schemas.ts'

/** The values of filters for the database. `at`: the place of the filters, before their names in refusals. */
export const givenFilters = (
  written: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  amounts: Readonly<Record<string, string>>,
  at: '?' | '/',
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    names.map((name) => {
      const value = written[name]
      const currencyFilter = amounts[name]
      if (value === undefined) return [name, undefined]
      if (name === 'text') return [name, containing(value)]
      if (currencyFilter === undefined) return [name, value]
      return [name, minorOf({ at, name, currencyFilter }, value, written[currencyFilter])]
    }),
  )

function minorOf(
  { at, name, currencyFilter }: { at: '?' | '/'; name: string; currencyFilter: string },
  value: string,
  currency: string | undefined,
): string {
  const refuse = (pointer: string, message: string) =>
    fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
  if (currency === undefined) throw refuse(`${at}${currencyFilter}`, `is needed beside ${name}`)
  const parsed = parseAmount(value, currency)
  if (!parsed.ok) throw refuse(`${at}${name}`, `must be an amount of ${currency} such as 1000.00`)
  return String(parsed.minor)
}

/** Filters by amount and by a part of a text. They read the newest rows: a page may be short and have a next one. */
export const amountFilter = (what: string, currencyFilter: string) =>
  Type.Optional(decimal(`${what}. It needs \`${currencyFilter}\`.`, '1000.00'))

/** The filters by amount of a list with one amount, and the filter that names its currency. */
export const amountsOfCurrency = { min_amount: 'currency', max_amount: 'currency' } as const

export const textFilter = (what: string) =>
  Type.Optional(text(64, `${what} has this part. A page may be short and have a next one.`, '7KQ2'))

/** The left side of each condition of lists and exports of money. `text`: of the texts that they search. */
export const moneyFilters = (text: string) =>
  ({
    currency: 'currency =',
    rail: 'rail =',
    min_amount: 'amount_minor >=',
    max_amount: 'amount_minor <=',
    text: `(${text}) ilike`,
  }) as const
