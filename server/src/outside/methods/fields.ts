// The building blocks of methods.ts: kinds of fields, and checks of what is written in them. Decides the form only.
import { isCnpj, isCpf, isNit } from './checksums.ts'

/** Returns a message if the value is invalid. Some checks depend on other fields. */
type Check = (value: string, details: Record<string, unknown>) => string | undefined
/** Texts of a field for the API reference. `values`: the only allowed values, if limited. */
type FieldTexts = { about: string; example: string; values?: readonly string[] }
/** `needed.unless` names another field that replaces this one. */
export type Field = FieldTexts & { needed: boolean | { unless: string }; check?: Check }

export const required = (about: string, example: string, check?: Check): Field => ({
  about,
  example,
  needed: true,
  ...(check && { check }),
})
export const requiredUnless = (standIn: string, about: string, example: string): Field => ({
  about,
  example,
  needed: { unless: standIn },
})
export const optional = (about: string, example: string, check?: Check): Field => ({
  ...required(about, example, check),
  needed: false,
})
export const choice = (about: string, example: string, values: readonly string[]): Field => ({
  ...required(about, example, oneOf(values)),
  values,
})
export const form =
  (isRight: RegExp | ((value: string) => boolean), message: string): Check =>
  (value) =>
    (isRight instanceof RegExp ? isRight.test(value) : isRight(value)) ? undefined : message
const oneOf = (values: readonly string[]): Check =>
  form((value) => values.includes(value), `must be one of ${values.join(', ')}`)

/** Chooses the check by the value of another field. If that value is invalid, only that field is reported. */
export const byType =
  (typeField: string, checks: ReadonlyMap<unknown, Check>): Check =>
  (value, details) =>
    checks.get(details[typeField])?.(value, details)

export const COLOMBIAN_DOCUMENTS = new Map([
  ['CC', form(/^\d{3,10}$/, 'must be 3 to 10 digits for a CC')],
  ['CE', form(/^\d{3,10}$/, 'must be 3 to 10 digits for a CE')],
  ['NIT', form(isNit, 'must be a NIT that ends in its check digit')],
  ['PA', form(/^[0-9A-Za-z]{4,20}$/, 'must be 4 to 20 letters or digits for a PA')],
  ['TI', form(/^\d{10,11}$/, 'must be 10 or 11 digits for a TI')],
])

// A person has a BVN or NIN. A business has a registration number, in one of several forms (RC, BN, IT).
const PERSON_DOCUMENT = form(/^\d{11}$/, 'must be a BVN or NIN of 11 digits')
const BUSINESS_DOCUMENT = form(/^[0-9A-Za-z/-]{4,20}$/, 'must be 4 to 20 letters, digits, - or /')
export const NIGERIAN_DOCUMENT: Check = (value, details) =>
  isAbsent(details, 'account_holder_business_name')
    ? PERSON_DOCUMENT(value, details)
    : BUSINESS_DOCUMENT(value, details)

// The form of the central bank's directory (DICT): no punctuation, lower case, at most 77 characters.
export const PIX_KEYS = new Map([
  ['CPF', form(isCpf, 'must be a CPF of 11 digits with its check digits')],
  ['CNPJ', form(isCnpj, 'must be a CNPJ of 14 characters with its check digits')],
  [
    'EMAIL',
    form(
      /^(?=.{3,77}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'must be an e-mail address in lower case, of at most 77 characters',
    ),
  ],
  ['PHONE', form(/^\+55[1-9][1-9]\d{8,9}$/, 'must be +55, the area code and 8 or 9 digits')],
  [
    'EVP',
    form(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      'must be a random key: a UUID in lower case',
    ),
  ],
])

export function isAbsent(details: Record<string, unknown>, name: string): boolean {
  return !Object.hasOwn(details, name) || details[name] === '' || details[name] === undefined
}
