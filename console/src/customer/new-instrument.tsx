// A form for each method of instruments. The service checks the details, and its message stands beside their field.
import { CorridorError, type Instrument, type Schemas } from '@corridor/sdk'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { corridor } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { detailName, detailTexts, useMethodName } from './details.ts'

const texts = bilingual(
  {
    method: 'Method',
    currency: 'Currency',
    alias: 'Alias',
    aliasHint: 'Your name for it.',
    optional: 'optional',
    add: (alias: string) => (alias === '' ? 'Add the instrument' : `Add ${alias}`),
  },
  {
    method: 'Método',
    currency: 'Moneda',
    alias: 'Alias',
    aliasHint: 'El nombre que usted le da.',
    optional: 'opcional',
    add: (alias: string) => (alias === '' ? 'Agregar el instrumento' : `Agregar ${alias}`),
  },
)

type Method = Schemas['InstrumentMethod']
type Field = { name: string; isOptional?: true; values?: readonly string[] }
const optional = (name: string): Field => ({ name, isOptional: true })
const holderNames = ['account_holder_first_name', 'account_holder_last_name']

const COINS = ['USDC', 'USDT', 'EURC']
const forms: Readonly<Record<Method, { currencies: readonly string[]; fields: readonly Field[] }>> =
  {
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
        { name: 'bank_code' },
        { name: 'account_type', values: ['CHECKING', 'SAVINGS'] },
        { name: 'doc_type', values: ['NIT', 'CC', 'CE', 'PA', 'TI'] },
        { name: 'doc_id' },
        ...['legal_entity_name', ...holderNames, 'physical_address'].map(optional),
      ],
    },
    NGN_BANK_ACCOUNT: {
      currencies: ['NGN'],
      fields: [
        { name: 'bank_name' },
        { name: 'bank_account_number' },
        { name: 'doc_id' },
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
const isMethod = (text: string): text is Method => text in forms
const METHODS = Object.keys(forms).filter(isMethod)

export function NewInstrumentForm({
  organization,
  onDone,
}: {
  organization: string
  onDone: (id: string) => void
}) {
  const t = useText(texts)
  const names = useText(detailTexts)
  const methodName = useMethodName()
  const [method, setMethod] = useState<Method>('SOLANA_ADDRESS')
  const { currencies, fields } = forms[method]
  const [currency, setCurrency] = useState('')
  const [alias, setAlias] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const valueOf = ({ name, values: choices }: Field) => values[name] ?? choices?.[0] ?? ''
  const change = (name: string, value: string) => {
    setValues({ ...values, [name]: value })
    setFaults({})
  }
  const run = async (idempotencyKey: string): Promise<Instrument> => {
    const details = Object.fromEntries(
      fields
        .map((field) => [field.name, valueOf(field).trim()])
        .filter(([, value]) => value !== ''),
    )
    const chosen = currencies.includes(currency) ? currency : currencies[0]
    const body: unknown = { alias: alias.trim(), currency: chosen, method, details }
    if (!isInstrument(body)) throw new TypeError('not an instrument')
    try {
      return await corridor.instruments.create(organization, body, { idempotencyKey })
    } catch (error) {
      if (error instanceof CorridorError)
        setFaults(
          Object.fromEntries(
            error.errors.map(({ pointer, message }) => [pointer.split('/').at(-1) ?? '', message]),
          ),
        )
      throw error
    }
  }
  return (
    <>
      <NativeSelect
        label={t.method}
        value={method}
        data={METHODS.map((one) => ({ value: one, label: methodName(one) }))}
        onChange={({ currentTarget }) => {
          if (isMethod(currentTarget.value)) setMethod(currentTarget.value)
          setValues({})
          setFaults({})
        }}
        mb="sm"
      />
      {currencies.length === 1 ? null : (
        <NativeSelect
          label={t.currency}
          value={currency}
          data={[...currencies]}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          mb="sm"
        />
      )}
      <TextInput
        label={t.alias}
        description={t.aliasHint}
        value={alias}
        error={faults['alias']}
        onChange={({ currentTarget }) => setAlias(currentTarget.value)}
        mb="sm"
      />
      {fields.map((field) => {
        const label = detailName(names, field.name)
        const shared = {
          label: field.isOptional === true ? `${label} (${t.optional})` : label,
          value: valueOf(field),
          error: faults[field.name],
          mb: 'sm',
        }
        return field.values === undefined ? (
          <TextInput
            key={field.name}
            {...shared}
            autoComplete="off"
            onChange={({ currentTarget }) => change(field.name, currentTarget.value)}
          />
        ) : (
          <NativeSelect
            key={field.name}
            {...shared}
            data={[...field.values]}
            onChange={({ currentTarget }) => change(field.name, currentTarget.value)}
          />
        )
      })}
      <Act tone="primary" label={t.add(alias.trim())} run={run} onDone={({ id }) => onDone(id)} />
    </>
  )
}

/** The service checks the rest: every field of the form is one of its method. */
const isInstrument = (body: unknown): body is Schemas['NewInstrument'] =>
  typeof body === 'object' && body !== null && 'method' in body && 'details' in body
