// The methods an instrument can have: which currencies each carries, which fields its details have, and
// what a field must be. Decides the form only: whether an account exists and whose it is, its rail and the
// operator find out.
import { isValidBIC, isValidIBAN } from 'ibantools'
import { isClabe, isCnpj, isCpf, isEvmAddress, isNit, isSolanaAddress } from './checksums.ts'

export const methodNames = [
  'SOLANA_ADDRESS',
  'COP_BANK_ACCOUNT',
  'NGN_BANK_ACCOUNT',
  'MXN_CLABE',
  'BRL_PIX',
  'EVM_ADDRESS',
  'IBAN',
] as const
export type InstrumentMethod = (typeof methodNames)[number]

/** `message` completes "<pointer> …" and, like the rest, never repeats a value: it may be a bank account. */
export type FieldProblem = { field: string; code: string; message: string }

/** Says what a value must be when it is not, knowing the other fields. */
type Check = (value: string, details: Record<string, unknown>) => string | undefined
/** `needed` names the field that may stand in for this one, where there is one. */
type Field = { needed: boolean | { unless: string }; check?: Check }
/** `address` names the field by which the rail tells this account from all others. */
type Method = { currencies: readonly string[]; address: string; fields: Record<string, Field> }

const required = (check?: Check): Field => ({ needed: true, ...(check && { check }) })
const requiredUnless = (standIn: string): Field => ({ needed: { unless: standIn } })
const optional = (check?: Check): Field => ({ needed: false, ...(check && { check }) })
const form =
  (isRight: RegExp | ((value: string) => boolean), message: string): Check =>
  (value) =>
    (isRight instanceof RegExp ? isRight.test(value) : isRight(value)) ? undefined : message
const oneOf = (values: readonly string[]): Check =>
  form((value) => values.includes(value), `must be one of ${values.join(', ')}`)

/** One check for each value of another field. Where that one is wrong, it is the problem to solve first. */
const byType =
  (typeField: string, checks: ReadonlyMap<unknown, Check>): Check =>
  (value, details) =>
    checks.get(details[typeField])?.(value, details)

const COLOMBIAN_DOCUMENTS = new Map([
  ['CC', form(/^\d{3,10}$/, 'must be 3 to 10 digits for a CC')],
  ['CE', form(/^\d{3,10}$/, 'must be 3 to 10 digits for a CE')],
  ['NIT', form(isNit, 'must be a NIT that ends in its check digit')],
  ['PA', form(/^[0-9A-Za-z]{4,20}$/, 'must be 4 to 20 letters or digits for a PA')],
  ['TI', form(/^\d{10,11}$/, 'must be 10 or 11 digits for a TI')],
])

// A person has a BVN or NIN; a business the number of its registration, whose forms vary (RC, BN, IT).
const PERSON_DOCUMENT = form(/^\d{11}$/, 'must be a BVN or NIN of 11 digits')
const BUSINESS_DOCUMENT = form(/^[0-9A-Za-z/-]{4,20}$/, 'must be 4 to 20 letters, digits, - or /')
const NIGERIAN_DOCUMENT: Check = (value, details) =>
  isAbsent(details, 'account_holder_business_name')
    ? PERSON_DOCUMENT(value, details)
    : BUSINESS_DOCUMENT(value, details)

// As the directory of the central bank (DICT) keeps them: no punctuation, lower case, at most 77 characters.
const PIX_KEYS = new Map([
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

const STABLECOINS = ['USDC', 'USDT', 'EURC']
const CHAINS = ['ethereum', 'polygon', 'base', 'arbitrum', 'optimism', 'avalanche']

// The fields stand in their documented order. Those of the first two are the interface's; the others are
// our own, in its spelling.
const methods: Record<InstrumentMethod, Method> = {
  SOLANA_ADDRESS: {
    currencies: STABLECOINS,
    address: 'address',
    fields: {
      address: required(form(isSolanaAddress, 'must be a base58 Solana address of 32 bytes')),
    },
  },
  COP_BANK_ACCOUNT: {
    currencies: ['COP'],
    address: 'bank_account_number',
    fields: {
      bank_account_number: required(form(/^\d{4,20}$/, 'must be 4 to 20 digits')),
      bank_code: required(form(/^[0-9A-Za-z]{1,20}$/, 'must be 1 to 20 letters or digits')),
      account_holder_first_name: requiredUnless('legal_entity_name'),
      account_holder_last_name: requiredUnless('legal_entity_name'),
      legal_entity_name: optional(),
      doc_type: required(oneOf([...COLOMBIAN_DOCUMENTS.keys()])),
      doc_id: required(byType('doc_type', COLOMBIAN_DOCUMENTS)),
      physical_address: optional(),
      account_type: required(oneOf(['CHECKING', 'SAVINGS'])),
    },
  },
  NGN_BANK_ACCOUNT: {
    currencies: ['NGN'],
    address: 'bank_account_number',
    fields: {
      bank_name: required(),
      // The check digit of a NUBAN covers the code of its bank, which a name does not tell.
      bank_account_number: required(form(/^\d{10}$/, 'must be a NUBAN of 10 digits')),
      doc_id: required(NIGERIAN_DOCUMENT),
      account_holder_first_name: requiredUnless('account_holder_business_name'),
      account_holder_last_name: requiredUnless('account_holder_business_name'),
      account_holder_business_name: optional(),
    },
  },
  MXN_CLABE: {
    currencies: ['MXN'],
    address: 'clabe',
    fields: {
      clabe: required(form(isClabe, 'must be a CLABE of 18 digits, the last one its check digit')),
      account_holder_name: required(),
      bank_name: optional(),
    },
  },
  BRL_PIX: {
    currencies: ['BRL'],
    address: 'pix_key',
    fields: {
      pix_key_type: required(oneOf([...PIX_KEYS.keys()])),
      pix_key: required(byType('pix_key_type', PIX_KEYS)),
      account_holder_name: required(),
      bank_name: optional(),
    },
  },
  EVM_ADDRESS: {
    currencies: STABLECOINS,
    address: 'address',
    fields: {
      address: required(
        form(
          isEvmAddress,
          'must be 0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum',
        ),
      ),
      chain: required(oneOf(CHAINS)),
    },
  },
  IBAN: {
    currencies: ['EUR'],
    address: 'iban',
    fields: {
      iban: required(
        form(
          (value) => isValidIBAN(value),
          'must be an IBAN without spaces, with its check digits',
        ),
      ),
      bic: optional(
        form(
          // isValidBIC alone takes lower case, which a payment message does not.
          (value) => value === value.toUpperCase() && isValidBIC(value),
          'must be a BIC of 8 or 11 characters in upper case',
        ),
      ),
      account_holder_name: required(),
      bank_name: optional(),
    },
  },
}

const MAX_LENGTH = 200

/** Everything that is wrong with the details, in the order of the fields; none when they can be used. */
export function checkDetails(
  method: InstrumentMethod,
  details: Record<string, unknown>,
): FieldProblem[] {
  const { fields } = methods[method]
  const known = Object.entries(fields).flatMap(([name, field]) => problemsOf(name, field, details))
  const unknown = Object.keys(details)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((field) => ({ field, code: 'unknown_field', message: `is not a field of ${method}` }))
  return [...known, ...unknown]
}

/** In the documented order. An optional field that was not sent is published as the empty string. */
export const fieldsOf = (method: InstrumentMethod): readonly string[] =>
  Object.keys(methods[method].fields)

/** Where a rail sees what is sent to such an account arrive. */
export const fundingAddressOf = (
  method: InstrumentMethod,
  details: Record<string, string>,
): string => details[methods[method].address] ?? ''

export const methodCarries = (method: InstrumentMethod, currency: string): boolean =>
  methods[method].currencies.includes(currency)

function problemsOf(
  name: string,
  { needed, check }: Field,
  details: Record<string, unknown>,
): FieldProblem[] {
  const value = isAbsent(details, name) ? '' : details[name]
  const invalid = (message: string) => [{ field: name, code: 'invalid_value', message }]
  if (typeof value !== 'string') return invalid('must be a string')
  if (value === '') {
    if (needed === false || (needed !== true && !isAbsent(details, needed.unless))) return []
    const message = needed === true ? 'is required' : `is required unless ${needed.unless} is given`
    return [{ field: name, code: 'required', message }]
  }
  if (value.length > MAX_LENGTH) return invalid(`must have at most ${MAX_LENGTH} characters`)
  // Invisible characters and lone surrogates too: a name that only looks like another is how payouts go astray.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)) {
    return invalid('must not have control or invisible characters')
  }
  if (value !== value.trim()) return invalid('must not begin or end with spaces')
  const message = check?.(value, details)
  return message === undefined ? [] : invalid(message)
}

function isAbsent(details: Record<string, unknown>, name: string): boolean {
  return !Object.hasOwn(details, name) || details[name] === '' || details[name] === undefined
}
