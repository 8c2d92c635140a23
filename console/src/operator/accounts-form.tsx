// Adds accounts that a bank opened for payers to a pool. They differ in their numbers only: the other details are asked for
// once.
import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ACCOUNT_FIELDS } from '../customer/account-end.ts'
import { detailName, detailTexts, useMethodName } from '../customer/details.ts'
import {
  DetailField,
  detailsIn,
  forms,
  isMethod,
  missingIn,
  valueOf,
} from '../customer/method-forms.tsx'
import { readDetail } from '../customer/read-detail.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { act, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual({
  rail: ['For which rail', 'Para qué riel'],
  needed: ['is needed', 'falta'],
  pool: ['Pool', 'Grupo'],
  each: [(name: string) => `${name}: one on each line`, (name: string) => `${name}: uno por línea`],
  most: [
    (most: number) => `At most ${most}. The other details are those of all of them.`,
    (most: number) => `Como máximo ${most}. Los demás datos son los de todas.`,
  ],
  add: [
    (count: number, rail: string) =>
      count === 1 ? `Add 1 account to ${rail}` : `Add ${count} accounts to ${rail}`,
    (count: number, rail: string) =>
      count === 1 ? `Agregar 1 cuenta a ${rail}` : `Agregar ${count} cuentas a ${rail}`,
  ],
  before: ['No order is funded at them.', 'Ninguna orden recibe fondos en ellas.'],
  after: [
    'Payers of new orders send money to them. An approval shows only how they end.',
    'Los pagadores de órdenes nuevas envían dinero a ellas. La aprobación solo muestra cómo terminan.',
  ],
  final: [
    'You cannot call back money that is sent to an account that is not yours. Compare each with the letter of the bank.',
    'No se puede recuperar el dinero enviado a una cuenta que no es suya. Compare cada una con la carta del banco.',
  ],
  added: [
    (added: number, known: number) => `${added} added. The pool had ${known} already.`,
    (added: number, known: number) => `${added} agregadas. El grupo ya tenía ${known}.`,
  ],
})

const MOST = 200

export function NewAccounts({
  rails,
  chosen,
}: {
  rails: readonly Schemas['DeskRail'][]
  chosen: string | undefined
}) {
  const t = useText(texts)
  const names = useText(detailTexts)
  const methodName = useMethodName()
  const [name, setName] = useState(chosen)
  const [place, setPlace] = useState(0)
  const [numbers, setNumbers] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  const rail = rails.find((one) => one.name === name) ?? rails[0]
  const pools = (rail?.serves ?? []).flatMap(({ method, currencies }) =>
    isMethod(method) ? currencies.map((currency) => ({ method, currency })) : [],
  )
  const pool = pools[place] ?? pools[0]
  if (rail === undefined || pool === undefined) return null
  const number = ACCOUNT_FIELDS[pool.method]
  const fields = forms[pool.method].fields.filter((field) => field.name !== number)
  const details = detailsIn(fields, values)
  const lines = [
    ...new Set(numbers.split('\n').map((line) => readDetail(number, line, details))),
  ].filter((line) => line !== '')
  return (
    <>
      <NativeSelect
        label={t.rail}
        value={rail.name}
        data={rails.map((one) => one.name)}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setPlace(0)
          setValues({})
        }}
        mb="sm"
      />
      <NativeSelect
        label={t.pool}
        value={String(pools.indexOf(pool))}
        data={pools.map(({ method, currency }, index) => ({
          value: String(index),
          label: `${methodName(method)}, ${currency}`,
        }))}
        onChange={({ currentTarget }) => {
          setPlace(Number.parseInt(currentTarget.value, 10))
          setValues({})
        }}
        mb="sm"
      />
      <Textarea
        label={t.each(detailName(names, number))}
        description={t.most(MOST)}
        value={numbers}
        onChange={({ currentTarget }) => setNumbers(currentTarget.value)}
        rows={5}
        autoComplete="off"
        spellCheck={false}
        mb="sm"
      />
      {fields.map((field) => (
        <DetailField
          key={field.name}
          field={field}
          value={valueOf(field, values)}
          error={missing.includes(field.name) ? t.needed : undefined}
          change={(value) => {
            setValues({ ...values, [field.name]: value })
            setMissing([])
          }}
        />
      ))}
      <DeskAct
        tone="primary"
        label={t.add(lines.length, rail.name)}
        disabled={lines.length === 0 || lines.length > MOST}
        check={() => {
          const found = missingIn(fields, values)
          setMissing(found)
          return found.length === 0
        }}
        before={t.before}
        after={t.after}
        final={t.final}
        run={(_values, reason) =>
          act(
            '/operator/v1/funding_accounts',
            {},
            {
              rail: rail.name,
              ...pool,
              accounts: lines.map((line) => ({ ...details, [number]: line })),
              reason,
            },
          )
        }
        done={({ added, known }) => t.added(added, known)}
      />
    </>
  )
}
