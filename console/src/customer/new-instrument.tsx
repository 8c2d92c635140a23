// A form for each method of instruments. The service checks the details, and its message stands beside their field.
import type { Instrument, Schemas } from '@corridor/sdk'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { faultsOf } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { corridor } from './corridor.ts'
import { useMethodName } from './details.ts'
import {
  DetailField,
  detailsIn,
  forms,
  isMethod,
  METHODS,
  missingIn,
  valueOf,
  type Method,
} from './method-forms.tsx'

const texts = bilingual({
  method: ['Method', 'Método'],
  currency: ['Currency', 'Moneda'],
  alias: ['Alias', 'Alias'],
  aliasHint: ['Your name for it.', 'El nombre que usted le da.'],
  needed: ['is needed', 'falta'],
  account: [
    'Money that the desk keeps for you: orders convert into it, and it pays orders as they are made.',
    'Dinero que la mesa guarda para usted: las órdenes convierten a ella, y ella paga órdenes al crearlas.',
  ],
  add: [
    (alias: string) => (alias === '' ? 'Add the instrument' : `Add ${alias}`),
    (alias: string) => (alias === '' ? 'Agregar el instrumento' : `Agregar ${alias}`),
  ],
})

/** An account at the desk has no details. The desk opens it in the currencies that it chose. */
const ACCOUNT = 'DESK_ACCOUNT'
const OF_ACCOUNT: (typeof forms)[Method] = {
  currencies: ['USDC', 'USDT', 'EURC', 'USD', 'EUR', 'COP', 'MXN', 'BRL', 'NGN'],
  fields: [],
}

export function NewInstrumentForm({
  organization,
  onDone,
}: {
  organization: string
  onDone: (id: string) => void
}) {
  const t = useText(texts)
  const methodName = useMethodName()
  const [method, setMethod] = useState<Method | typeof ACCOUNT>('SOLANA_ADDRESS')
  const { currencies, fields } = method === ACCOUNT ? OF_ACCOUNT : forms[method]
  const [currency, setCurrency] = useState('')
  const [alias, setAlias] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const change = (name: string, value: string) => {
    setValues({ ...values, [name]: value })
    setFaults({})
  }
  const open = async (idempotencyKey: string, chosen: string | undefined) => {
    const body: unknown = { alias: alias.trim(), currency: chosen }
    if (!isAccount(body)) throw new TypeError('not an account')
    return corridor.accounts.open(organization, body, { idempotencyKey })
  }
  const run = async (idempotencyKey: string): Promise<Pick<Instrument, 'id'>> => {
    const chosen = currencies.includes(currency) ? currency : currencies[0]
    if (method === ACCOUNT) return open(idempotencyKey, chosen)
    const details = detailsIn(fields, values)
    const body: unknown = { alias: alias.trim(), currency: chosen, method, details }
    if (!isInstrument(body)) throw new TypeError('not an instrument')
    try {
      return await corridor.instruments.create(organization, body, { idempotencyKey })
    } catch (error) {
      setFaults(faultsOf(error))
      throw error
    }
  }
  const check = (): boolean => {
    const missing = [...(alias.trim() === '' ? ['alias'] : []), ...missingIn(fields, values)]
    setFaults(Object.fromEntries(missing.map((name) => [name, t.needed])))
    return missing.length === 0
  }
  return (
    <>
      <NativeSelect
        label={t.method}
        value={method}
        data={[...METHODS, ACCOUNT].map((one) => ({ value: one, label: methodName(one) }))}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget
          if (value === ACCOUNT || isMethod(value)) setMethod(value)
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
      {method === ACCOUNT ? <p className="dim">{t.account}</p> : null}
      {fields.map((field) => (
        <DetailField
          key={field.name}
          field={field}
          value={valueOf(field, values)}
          error={faults[field.name]}
          change={(value) => change(field.name, value)}
        />
      ))}
      <Act
        tone="primary"
        label={t.add(alias.trim())}
        check={check}
        run={run}
        onDone={({ id }) => onDone(id)}
      />
    </>
  )
}

/** The service checks the rest: every field of the form is one of its method. */
const isInstrument = (body: unknown): body is Schemas['NewInstrument'] =>
  typeof body === 'object' && body !== null && 'method' in body && 'details' in body

const isAccount = (body: unknown): body is Schemas['NewAccount'] =>
  typeof body === 'object' && body !== null && 'currency' in body
