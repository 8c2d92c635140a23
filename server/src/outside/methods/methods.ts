// The methods of instruments: the currencies, fields and checks of each. It checks only the form. The rail and the
// operator find out whether an account exists and who owns it.
import { isValidBIC, isValidIBAN } from 'ibantools'
import type { FieldErrorCode } from '../../platform/errors.ts'
import { currencies } from '../../platform/money/currencies.ts'
import { isClabe, isEvmAddress, isSolanaAddress } from './checksums.ts'
import {
  byType,
  choice,
  COLOMBIAN_DOCUMENTS,
  form,
  isAbsent,
  NIGERIAN_DOCUMENT,
  optional,
  PIX_KEYS,
  required,
  requiredUnless,
  type Field,
} from './fields.ts'

export const methodNames = [
  'SOLANA_ADDRESS',
  'COP_BANK_ACCOUNT',
  'NGN_BANK_ACCOUNT',
  'MXN_CLABE',
  'BRL_PIX',
  'EVM_ADDRESS',
  'IBAN',
] as const
/** Methods of accounts and wallets outside. */
export type OutsideMethod = (typeof methodNames)[number]

/** The method of an account that an organization has at the desk. Only opening an account creates such an instrument. */
export const DESK_ACCOUNT = 'DESK_ACCOUNT'
export type InstrumentMethod = OutsideMethod | typeof DESK_ACCOUNT
export const allMethods: readonly InstrumentMethod[] = [...methodNames, DESK_ACCOUNT]

/** `message` completes "<pointer> …". It never repeats a value, which may be a bank account. */
export type FieldProblem = { field: string; code: FieldErrorCode; message: string }

/** `address` names the field that identifies the account at its rail. */
type Method = {
  about: string
  currencies: readonly string[]
  address: string
  fields: Record<string, Field>
}

const STABLECOINS = ['USDC', 'USDT', 'EURC']
const CHAINS = ['ethereum', 'polygon', 'base', 'arbitrum', 'optimism', 'avalanche']

// Fields are in their documented order. The interface specifies the first two methods; we defined the others in its
// style.
const methods: Record<InstrumentMethod, Method> = {
  SOLANA_ADDRESS: {
    about: 'A wallet on Solana.',
    currencies: STABLECOINS,
    address: 'address',
    fields: {
      address: required(
        'The wallet: 32 bytes in base58.',
        '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
        form(isSolanaAddress, 'must be a base58 Solana address of 32 bytes'),
      ),
    },
  },
  COP_BANK_ACCOUNT: {
    about: 'A bank account in Colombia, of a person or a company.',
    currencies: ['COP'],
    address: 'bank_account_number',
    fields: {
      bank_account_number: required(
        '4 to 20 digits.',
        '04812345678',
        form(/^\d{4,20}$/, 'must be 4 to 20 digits'),
      ),
      bank_code: required(
        'The number of the bank, as ACH Colombia has it: 1 to 20 digits.',
        '1007',
        form(/^\d{1,20}$/, 'must be the number of the bank in digits, such as 1007'),
      ),
      account_holder_first_name: requiredUnless(
        'legal_entity_name',
        'Given names of a person.',
        'María José',
      ),
      account_holder_last_name: requiredUnless(
        'legal_entity_name',
        'Family names of a person.',
        'Núñez',
      ),
      legal_entity_name: optional('The name of a company.', 'Andina Textiles SAS'),
      doc_type: choice(
        'The kind of `doc_id`: CC and TI (citizens), CE (foreign residents), PA (passport), NIT (tax number).',
        'CC',
        [...COLOMBIAN_DOCUMENTS.keys()],
      ),
      doc_id: required(
        'The number of the document. CC and CE: 3 to 10 digits. TI: 10 or 11 digits. NIT: ends in its check digit. PA: 4 to 20 letters or digits.',
        '1020304050',
        byType('doc_type', COLOMBIAN_DOCUMENTS),
      ),
      physical_address: optional('The address of the holder.', 'Calle 10 # 43E-31, Medellín'),
      account_type: choice('The kind of account.', 'CHECKING', ['CHECKING', 'SAVINGS']),
    },
  },
  NGN_BANK_ACCOUNT: {
    about: 'A bank account in Nigeria, of a person or a company.',
    currencies: ['NGN'],
    address: 'bank_account_number',
    fields: {
      bank_name: required('The bank.', 'First Bank of Nigeria'),
      // The check digit of a NUBAN covers the bank's code, which we do not have, so it cannot be checked.
      bank_account_number: required(
        'The NUBAN: 10 digits.',
        '0000014579',
        form(/^\d{10}$/, 'must be a NUBAN of 10 digits'),
      ),
      doc_id: required(
        'For a person, the BVN or NIN: 11 digits. For a company, the registration number: 4 to 20 letters, digits, - or /.',
        '22222222222',
        NIGERIAN_DOCUMENT,
      ),
      account_holder_first_name: requiredUnless(
        'account_holder_business_name',
        'Given names of a person.',
        'Chidi',
      ),
      account_holder_last_name: requiredUnless(
        'account_holder_business_name',
        'Family names of a person.',
        'Okafor',
      ),
      account_holder_business_name: optional('The name of a company.', 'Lagos Foods Ltd'),
    },
  },
  MXN_CLABE: {
    about: 'A bank account in Mexico.',
    currencies: ['MXN'],
    address: 'clabe',
    fields: {
      clabe: required(
        'The CLABE: 18 digits, the last one its check digit.',
        '032180000118359719',
        form(isClabe, 'must be a CLABE of 18 digits, the last one its check digit'),
      ),
      account_holder_name: required('The holder, a person or a company.', 'Lucía Hernández'),
      bank_name: optional('The bank.', 'IXE'),
    },
  },
  BRL_PIX: {
    about: 'An account in Brazil, by its Pix key.',
    currencies: ['BRL'],
    address: 'pix_key',
    fields: {
      pix_key_type: choice('The kind of `pix_key`; EVP is a random key.', 'EVP', [
        ...PIX_KEYS.keys(),
      ]),
      pix_key: required(
        "The key in the central bank's form. CPF: 11 digits. CNPJ: 14 characters. EMAIL: in lower case, at most 77 characters. PHONE: +55, area code and 8 or 9 digits. EVP: a UUID in lower case.",
        '123e4567-e12b-42d1-a456-426655440000',
        byType('pix_key_type', PIX_KEYS),
      ),
      account_holder_name: required('The holder, a person or a company.', 'Ana Souza'),
      bank_name: optional('The bank.', 'Banco do Brasil'),
    },
  },
  EVM_ADDRESS: {
    about: 'A wallet on a chain with Ethereum addresses.',
    currencies: STABLECOINS,
    address: 'address',
    fields: {
      address: required(
        '0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum.',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        form(
          isEvmAddress,
          'must be 0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum',
        ),
      ),
      chain: choice('The chain on which the wallet is paid.', 'base', CHAINS),
    },
  },
  IBAN: {
    about: 'A bank account with an IBAN.',
    currencies: ['EUR'],
    address: 'iban',
    fields: {
      iban: required(
        'The IBAN in upper case, without spaces.',
        'DE89370400440532013000',
        form(
          (value) => isValidIBAN(value),
          'must be an IBAN without spaces, with its check digits',
        ),
      ),
      bic: optional(
        'The BIC of the bank: 8 or 11 characters in upper case.',
        'COBADEFFXXX',
        form(
          // isValidBIC accepts lower case, but payment messages do not.
          (value) => value === value.toUpperCase() && isValidBIC(value),
          'must be a BIC of 8 or 11 characters in upper case',
        ),
      ),
      account_holder_name: required('The holder, a person or a company.', 'Erika Mustermann'),
      bank_name: optional('The bank.', 'Commerzbank'),
    },
  },
  DESK_ACCOUNT: {
    about: 'An account of the organization at the desk.',
    currencies,
    address: 'account_number',
    fields: {
      account_number: required(
        'The number of the account.',
        'AC-20261128-7K2M9QXW',
        form(/^AC-\d{8}-[0-9A-HJKMNP-TV-Z]{8}$/, 'must be the number of an account'),
      ),
    },
  },
}

const MAX_LENGTH = 200

/** All problems of the details, in the order of the fields; empty if they are valid. */
export function checkDetails(
  method: InstrumentMethod,
  details: Record<string, unknown>,
): FieldProblem[] {
  const { fields } = methods[method]
  const known = Object.entries(fields).flatMap(([name, field]) => problemsOf(name, field, details))
  const message = `is not a field of ${method}`
  const unknown = Object.keys(details)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((field): FieldProblem => ({ field, code: 'unknown_field', message }))
  return [...known, ...unknown]
}

/** Describes a method for the API reference. */
export const aboutMethod = (method: InstrumentMethod): string => {
  const { about, currencies } = methods[method]
  return `${about} Carries ${currencies.join(', ')}.`
}

/** Describes each field for the API reference, in the documented order. */
export const describedFieldsOf = (method: InstrumentMethod): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(methods[method].fields).map(([name, field]) => [
      name,
      { ...field, about: `${field.about}${emptiness(field)}` },
    ]),
  )

const emptiness = ({ needed }: Field): string => {
  if (needed === true) return ''
  return ` May be empty${needed === false ? '' : ` if \`${needed.unless}\` is given`}.`
}

/** Valid example details; for a person, if the holder can be a person or a company. */
export function exampleDetails(method: InstrumentMethod): Record<string, string> {
  const fields = Object.entries(methods[method].fields)
  const standIns = fields.map(([, { needed }]) =>
    typeof needed === 'object' ? needed.unless : undefined,
  )
  return Object.fromEntries(
    fields.map(([name, { example }]) => [name, standIns.includes(name) ? '' : example]),
  )
}

/** Field names in the documented order. An optional field that was not sent is published as an empty string. */
export const fieldsOf = (method: InstrumentMethod): readonly string[] =>
  Object.keys(methods[method].fields)

/** The account or address that the rail watches for deposits. */
export const fundingAddressOf = (
  method: InstrumentMethod,
  details: Record<string, string>,
): string => details[methods[method].address] ?? ''

/** The name of the field that identifies the account. */
export const accountFieldOf = (method: InstrumentMethod): string => methods[method].address

export const currenciesOf = (method: InstrumentMethod): readonly string[] =>
  methods[method].currencies

/** An account at the desk carries its own currency alone. */
export const instrumentCarries = (
  { method, currency }: { method: InstrumentMethod; currency: string },
  wanted: string,
): boolean => (method === DESK_ACCOUNT ? currency === wanted : methodCarries(method, wanted))

export const methodCarries = (method: InstrumentMethod, currency: string): boolean =>
  methods[method].currencies.includes(currency)

function problemsOf(
  name: string,
  { needed, check }: Field,
  details: Record<string, unknown>,
): FieldProblem[] {
  const value = isAbsent(details, name) ? '' : details[name]
  const invalid = (message: string): FieldProblem[] => [
    { field: name, code: 'invalid_value', message },
  ]
  if (typeof value !== 'string') return invalid('must be a string')
  if (value === '') {
    if (needed === false || (needed !== true && !isAbsent(details, needed.unless))) return []
    const message = needed === true ? 'is required' : `is required unless ${needed.unless} is given`
    return [{ field: name, code: 'required', message }]
  }
  if (value.length > MAX_LENGTH) return invalid(`must have at most ${MAX_LENGTH} characters`)
  // Refuse invisible characters and lone surrogates: a name that only looks like another could misdirect a payout.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)) {
    return invalid('must not have control or invisible characters')
  }
  if (value !== value.trim()) return invalid('must not begin or end with spaces')
  const message = check?.(value, details)
  return message === undefined ? [] : invalid(message)
}
