// The fields of each method of instruments, as forms ask for them.
import type { Schemas } from '@corridor/sdk'
import { NativeSelect, TextInput } from '@mantine/core'
import { bilingual, useText } from '../parts/language.tsx'
import { detailName, detailTexts, useChoiceName } from './details.ts'
import { readDetail } from './read-detail.ts'

const texts = bilingual({
  optional: ['optional', 'opcional'],
  hints: {
    bankOfColombia: [
      'The number of the bank, not its name: Bancolombia is 1007.',
      'El número del banco, no su nombre: Bancolombia es 1007.',
    ],
    documentOfColombia: [
      'A NIT with its check digit, such as 890903938-8.',
      'Un NIT con su dígito de verificación, como 890903938-8.',
    ],
    documentOfNigeria: [
      'BVN or NIN of a person, registration number of a company.',
      'BVN o NIN de una persona, número de registro de una empresa.',
    ],
  },
})

/** Instruments of other methods are not made by hand. */
export type Method = Exclude<Schemas['InstrumentMethod'], 'DESK_ACCOUNT'>
export type Field = {
  name: string
  isOptional?: true
  values?: readonly string[]
  hint?: keyof (typeof texts)['en']['hints']
}
const optional = (name: string): Field => ({ name, isOptional: true })
const holderNames = ['account_holder_first_name', 'account_holder_last_name']

const COINS = ['USDC', 'USDT', 'EURC']
export const forms: Readonly<
  Record<Method, { currencies: readonly string[]; fields: readonly Field[] }>
> = {
  SOLANA_ADDRESS: { currencies: COINS, fields: [{ name: 'address' }] },
  EVM_ADDRESS: {
    currencies: COINS,
    fields: [
      { name: 'address' },
      {
        name: 'chain',
        values: ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'avalanche'],
      },
    ],
  },
  COP_BANK_ACCOUNT: {
    currencies: ['COP'],
    fields: [
      { name: 'bank_account_number' },
      { name: 'bank_code', hint: 'bankOfColombia' },
      { name: 'account_type', values: ['CHECKING', 'SAVINGS'] },
      { name: 'doc_type', values: ['NIT', 'CC', 'CE', 'PA', 'TI'] },
      { name: 'doc_id', hint: 'documentOfColombia' },
      ...['legal_entity_name', ...holderNames, 'physical_address'].map(optional),
    ],
  },
  NGN_BANK_ACCOUNT: {
    currencies: ['NGN'],
    fields: [
      { name: 'bank_name' },
      { name: 'bank_account_number' },
      { name: 'doc_id', hint: 'documentOfNigeria' },
      ...['account_holder_business_name', ...holderNames].map(optional),
    ],
  },
  MXN_CLABE: {
    currencies: ['MXN'],
    fields: [{ name: 'clabe' }, { name: 'account_holder_name' }, optional('bank_name')],
  },
  BRL_PIX: {
    currencies: ['BRL'],
    fields: [
      { name: 'pix_key_type', values: ['EVP', 'CPF', 'CNPJ', 'EMAIL', 'PHONE'] },
      { name: 'pix_key' },
      { name: 'account_holder_name' },
      optional('bank_name'),
    ],
  },
  IBAN: {
    currencies: ['EUR'],
    fields: [
      { name: 'iban' },
      { name: 'account_holder_name' },
      ...['bic', 'bank_name'].map(optional),
    ],
  },
}
export const isMethod = (text: string): text is Method => text in forms
export const METHODS = Object.keys(forms).filter(isMethod)

/** The first choice counts until somebody chooses. */
export const valueOf = (
  { name, values: choices }: Field,
  values: Readonly<Record<string, string>>,
): string => values[name] ?? choices?.[0] ?? ''

/** The details of the form for the service. */
export function detailsIn(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const typed = Object.fromEntries(fields.map((field) => [field.name, valueOf(field, values)]))
  return Object.fromEntries(
    Object.entries(typed)
      .map(([name, value]) => [name, readDetail(name, value, typed)] as const)
      .filter(([, value]) => value !== ''),
  )
}

/** The fields that must be filled and are not. */
export const missingIn = (
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): string[] =>
  fields
    .filter((field) => field.isOptional !== true && valueOf(field, values).trim() === '')
    .map(({ name }) => name)

export function DetailField({
  field,
  value,
  error,
  change,
}: {
  field: Field
  value: string
  error?: string | undefined
  change: (value: string) => void
}) {
  const t = useText(texts)
  const choiceName = useChoiceName()
  const label = detailName(useText(detailTexts), field.name)
  const shared = {
    label: field.isOptional === true ? `${label} (${t.optional})` : label,
    description: field.hint === undefined ? undefined : t.hints[field.hint],
    value,
    error,
    mb: 'sm',
  }
  return field.values === undefined ? (
    <TextInput
      {...shared}
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  ) : (
    <NativeSelect
      {...shared}
      data={field.values.map((one) => ({ value: one, label: choiceName(one) }))}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
