// The settings of a bank account whose payments and statements are exchanged as files. One rail is one account in one
// currency. Secrets are references; sftp.ts resolves them.
import Type, { type Static, type TProperties } from 'typebox'
import { isDay } from '../../../platform/clock.ts'
import { isSecretReference } from '../../../platform/config.ts'
import { isKnownTimezone } from '../../../platform/calendars/hours.ts'
import {
  checkDetails,
  currenciesOf,
  fieldsOf,
  fundingAddressOf,
  methodNames,
  type InstrumentMethod,
} from '../../methods/methods.ts'
import type { Served } from '../port.ts'
import {
  CANCEL_MESSAGES,
  isOf2009,
  PAYMENT_MESSAGES,
  type CancelMessage,
  type PaymentMessage,
} from './messages.ts'
import { problemOfForm } from '../../../platform/settings-form.ts'
import { values } from '../../../platform/values.ts'

/** Methods that name a bank account. */
const METHODS = methodNames.filter((name) => name !== 'SOLANA_ADDRESS' && name !== 'EVM_ADDRESS')

const exact = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const path = text(1000)
const external = (codeLength: number) =>
  Type.Optional(
    exact({ code: Type.Optional(text(codeLength)), proprietary: Type.Optional(text(35)) }),
  )
const folders = { outbox: path, inbox: path, work: path }

const settingsSchema = exact({
  method: Type.Enum([...METHODS]),
  currency: Type.String(),
  /** Our account. `number`: for an account without an IBAN. */
  account: exact({ iban: Type.Optional(text(34)), number: Type.Optional(text(34)) }),
  /** The holder of our account, and the sender of our files unless `initiating_party` is given. */
  holder: text(140),
  initiating_party: Type.Optional(exact({ name: Type.Optional(text(140)), id: text(35) })),
  bank: exact({
    bic: Type.Optional(text(11)),
    member_id: Type.Optional(text(35)),
    name: Type.Optional(text(140)),
  }),
  /** The account that payers get: its details, or `pool` for accounts that the service assigns. */
  funding: Type.Optional(
    Type.Union([Type.Literal('pool'), Type.Record(Type.String(), Type.String())]),
  ),
  clearing_system: external(5),
  service_level: external(4),
  local_instrument: external(35),
  category_purpose: external(4),
  charge_bearer: Type.Optional(Type.Enum(['DEBT', 'CRED', 'SHAR', 'SLEV'])),
  /** Codes of banks by their names, for methods that name only the bank. */
  bank_codes: Type.Optional(Type.Record(Type.String(), text(35))),
  characters: Type.Optional(Type.Enum(['latin', 'unicode'])),
  calendar: exact({
    timezone: Type.String(),
    /** HH:MM. A payment that is prepared at this time or later is executed on the next bank day. */
    cut_off: Type.String(),
    /** 0 Sunday to 6 Saturday. */
    weekend: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 6 })),
    holidays: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  }),
  /** The messages that the bank takes. The request to cancel has the age of the payment if it is not given. */
  payment_message: Type.Optional(Type.Enum([...PAYMENT_MESSAGES])),
  cancel_with: Type.Optional(Type.Enum([...CANCEL_MESSAGES])),
  /** How a file leaves the outbox. A file that is copied first may have been read when it is taken back. */
  outbox_taken_by: Type.Optional(Type.Enum(['rename', 'copy'])),
  openpgp: Type.Optional(
    exact({
      /** Armored public keys of the bank, and our armored private key. */
      encrypt_to: Type.Optional(text(1000)),
      sign_with: Type.Optional(text(1000)),
      decrypt_with: Type.Optional(text(1000)),
      verify_with: Type.Optional(text(1000)),
      /** The passphrase of both private keys. */
      passphrase: Type.Optional(text(1000)),
      armor: Type.Optional(Type.Boolean()),
      /** Added to the names of our files. */
      suffix: Type.Optional(text(10)),
      /** Also reads files of the bank that are not encrypted or signed: those of before. */
      accept_plain: Type.Optional(Type.Boolean()),
    }),
  ),
  deposits_from: Type.Optional(Type.Enum(['both', 'camt.053', 'camt.054'])),
  statement_max_bank_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
  poll_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600 })),
  file_prefix: Type.Optional(Type.String({ maxLength: 40 })),
  inbox_suffixes: Type.Optional(Type.Array(text(20), { minItems: 1, maxItems: 10 })),
  folder: Type.Optional(exact(folders)),
  sftp: Type.Optional(
    exact({
      host: text(255),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
      username: text(100),
      private_key: Type.Optional(text(1000)),
      passphrase: Type.Optional(text(1000)),
      password: Type.Optional(text(1000)),
      /** SHA256:..., as `ssh-keygen -lf` prints it. More than one while the bank changes its key. */
      host_keys: Type.Array(Type.String(), { minItems: 1, maxItems: 10 }),
      ...folders,
    }),
  ),
  /** A local folder of pain.002 files that an operator wrote. They win over the bank's. */
  evidence: Type.Optional(path),
})

export type BankSettings = Static<typeof settingsSchema> & { method: InstrumentMethod }
export type SftpSettings = NonNullable<BankSettings['sftp']>
export type FolderSettings = NonNullable<BankSettings['folder']>
export type OpenPgpSettings = NonNullable<BankSettings['openpgp']>
export type ExternalCode = NonNullable<BankSettings['service_level']>

/** The settings, checked. Throws the first problem in words. */
export function readSettings(settings: Record<string, unknown>): BankSettings {
  if (!values().Check(settingsSchema, settings))
    throw new Error(problemOfForm(settingsSchema, settings, 'bank_files') ?? 'is not of its form')
  const method = METHODS.find((name) => name === settings.method)
  if (method === undefined) throw new Error(`method must be one of ${METHODS.join(', ')}`)
  const read = { ...settings, method }
  const problem = problemOfValues(read)
  if (problem !== undefined) throw new Error(problem)
  return read
}

export const messageOf = ({ payment_message }: BankSettings): PaymentMessage =>
  payment_message ?? PAYMENT_MESSAGES[0]

/** The request to cancel has the age of the payment unless the bank takes another one. */
export const cancelMessageOf = (settings: BankSettings): CancelMessage | 'none' =>
  settings.cancel_with ?? (isOf2009(messageOf(settings)) ? 'camt.055.001.01' : 'camt.055.001.08')

export const servedBy = ({ method, currency }: BankSettings): readonly Served[] => [
  { method, currencies: [currency] },
]

/** Our account as the bank's files spell it. */
export const accountNumberOf = ({ account }: BankSettings): string =>
  account.iban ?? account.number ?? ''

/** The account of a deposit. Deposits on a shared account are reported in the spelling of the funding details. */
export const fundingAccountNumber = ({ funding, method }: BankSettings): string | undefined =>
  typeof funding === 'object' ? fundingAddressOf(method, funding) : undefined

function problemOfValues(settings: BankSettings): string | undefined {
  const { method, currency, account, bank, calendar, funding, sftp, folder } = settings
  if (!currenciesOf(method).includes(currency))
    return `currency must be one of ${currenciesOf(method).join(', ')} for ${method}`
  if ((account.iban === undefined) === (account.number === undefined))
    return 'account must have either iban or number'
  if (account.iban !== undefined && !/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(account.iban))
    return 'account.iban must be an IBAN in upper case, without spaces'
  if (bank.bic === undefined && bank.member_id === undefined)
    return 'bank must have bic or member_id'
  if (bank.bic !== undefined && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank.bic))
    return 'bank.bic must be a BIC of 8 or 11 characters in upper case'
  for (const key of [
    'clearing_system',
    'service_level',
    'local_instrument',
    'category_purpose',
  ] as const) {
    const value = settings[key]
    if (value !== undefined && (value.code === undefined) === (value.proprietary === undefined))
      return `${key} must have either code or proprietary`
  }
  if ((sftp === undefined) === (folder === undefined)) return 'either folder or sftp is needed'
  const places = sftp ?? folder
  if (places !== undefined && new Set([places.outbox, places.inbox, places.work]).size < 3)
    return 'outbox, inbox and work must be three different folders'
  if (sftp !== undefined && (sftp.private_key === undefined) === (sftp.password === undefined))
    return 'sftp must have either private_key or password'
  for (const key of ['private_key', 'passphrase', 'password'] as const)
    if (sftp?.[key] !== undefined && !isSecretReference(sftp[key]))
      return `sftp.${key} must be env:NAME or file:PATH, never the secret itself`
  if (sftp?.host_keys.some((key) => !/^SHA256:[A-Za-z0-9+/]{43}$/.test(key)) === true)
    return 'sftp.host_keys must be fingerprints, such as SHA256:... from `ssh-keygen -lf`'
  if (!/^[A-Za-z0-9_-]*$/.test(settings.file_prefix ?? ''))
    return 'file_prefix must have only letters, digits, - and _'
  if (method === 'BRL_PIX' && isOf2009(messageOf(settings)))
    return 'payment_message must be pain.001.001.09 for BRL_PIX: older versions have no place for a Pix key'
  const ofOpenPgp = problemOfOpenPgp(settings.openpgp)
  if (ofOpenPgp !== undefined) return ofOpenPgp
  return problemOfCalendar(calendar) ?? problemOfFunding(method, funding)
}

function problemOfOpenPgp(openpgp: BankSettings['openpgp']): string | undefined {
  if (openpgp === undefined) return undefined
  const keys = ['encrypt_to', 'sign_with', 'decrypt_with', 'verify_with'] as const
  if (keys.every((key) => openpgp[key] === undefined))
    return `openpgp must have one or more of ${keys.join(', ')}`
  const wrong = [...keys, 'passphrase' as const].find((key) => {
    const reference = openpgp[key]
    return reference !== undefined && !isSecretReference(reference)
  })
  if (wrong !== undefined)
    return `openpgp.${wrong} must be env:NAME or file:PATH, never the key itself`
  if (openpgp.suffix !== undefined && !/^\.[A-Za-z0-9]+$/.test(openpgp.suffix))
    return 'openpgp.suffix must be a dot and letters or digits, such as .pgp'
  return undefined
}

function problemOfCalendar(calendar: BankSettings['calendar']): string | undefined {
  if (!isKnownTimezone(calendar.timezone))
    return 'calendar.timezone must be a name of the IANA database, such as America/Bogota'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(calendar.cut_off)) return 'calendar.cut_off must be HH:MM'
  const wrong = calendar.holidays?.find((day) => !isDay(day))
  return wrong === undefined ? undefined : `calendar.holidays: ${wrong} is not a date YYYY-MM-DD`
}

function problemOfFunding(
  method: InstrumentMethod,
  funding: BankSettings['funding'],
): string | undefined {
  if (typeof funding !== 'object') return undefined
  const missing = fieldsOf(method).find((field) => funding[field] === undefined)
  if (missing !== undefined)
    return `funding.${missing} is missing; an empty string is allowed for an optional field`
  const [problem] = checkDetails(method, funding)
  return problem === undefined ? undefined : `funding.${problem.field} ${problem.message}`
}
