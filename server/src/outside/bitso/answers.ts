// Reads fields of the company's JSON: texts, lists, times and amounts as exact integers. Fields that nobody asks for are
// ignored. A field that is missing or malformed throws, with its name and never with its value.
import { parseTimestamp, type Instant } from '../../platform/clock.ts'
import { minorUnits } from '../../platform/money/currencies.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function fieldsIn(value: unknown, what: string): Fields {
  if (!isFields(value)) throw unreadable(`${what} is not an object`)
  return value
}

/** The object in a field; an empty one if the field is absent. */
export const partOf = (fields: Fields, name: string): Fields => {
  const part = fields[name]
  return isFields(part) ? part : {}
}

export function listIn(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(`${what} is not a list`)
  return value
}

/** Answers of the /v3 interface wrap a payload. */
export const payloadOf = (answer: unknown): unknown => fieldsIn(answer, 'the answer')['payload']

/** Null if the field is absent, empty or no text. */
export const optionalText = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function textIn(fields: Fields, name: string): string {
  const text = optionalText(fields, name)
  if (text === null) throw unreadable(`${name} is missing or not a text`)
  return text
}

/** In upper case: the /v3 interface writes statuses in lower case, the newer ones in upper case. */
export const statusOf = (fields: Fields): string => textIn(fields, 'status').toUpperCase()

/** Times come with and without a zone, and with up to nine decimals. Without a zone they are UTC. */
export function instantIn(fields: Fields, name: string): Instant {
  const parts = /^([-0-9]{10}T[:0-9]{8})(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/.exec(textIn(fields, name))
  const [, seconds = '', decimals = '', zone = 'Z'] = parts ?? []
  const at = parseTimestamp(
    seconds + decimals.slice(0, 4) + zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2'),
  )
  if (at === undefined) throw unreadable(`${name} is not a timestamp`)
  return at
}

const DECIMAL = /^(\d{1,18})(?:\.(\d{1,20}))?$/

/** Exact minor units. Throws if a digit below the minor unit is not zero. */
export function minorIn(fields: Fields, name: string, currency: string): bigint {
  const { minor, isExact } = scaled(fields, name, currency)
  if (!isExact) throw unreadable(`${name} has more decimals than ${currency}`)
  return minor
}

/** For amounts that come to the desk: digits below the minor unit are dropped. */
export const minorRoundedDown = (fields: Fields, name: string, currency: string): bigint =>
  scaled(fields, name, currency).minor

// JSON numbers are refused: they would pass through binary floating point.
function scaled(fields: Fields, name: string, currency: string) {
  const [, whole, fraction = ''] = DECIMAL.exec(textIn(fields, name)) ?? []
  if (whole === undefined) throw unreadable(`${name} is not a decimal`)
  const decimals = minorUnits(currency)
  return {
    minor: BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')),
    isExact: /^0*$/.test(fraction.slice(decimals)),
  }
}

/** A code of the company for operators and logs. Free text could hold details of a beneficiary, so it is dropped. */
export const codeIn = (fields: Fields, name: string, otherwise: string): string => {
  const code = optionalText(fields, name)
  return code !== null && /^[A-Za-z0-9_.-]{1,64}$/.test(code) ? code.toLowerCase() : otherwise
}

export const unreadable = (problem: string): Error => new Error(`Bitso's answer: ${problem}`)
