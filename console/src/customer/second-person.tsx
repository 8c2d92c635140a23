// From which amounts on an order needs a second person: the admin sets a bound for each payin currency.
import { decimal, type PeopleSettings } from '@corridor/sdk'
import { NativeSelect } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { readAmount, writeAmount } from '../parts/amount.ts'
import { AmountInput } from '../parts/amount-input.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { corridor } from './corridor.ts'
import { keyRuleOf } from './key-rule.ts'
import { forms } from './method-forms.tsx'

const texts = bilingual({
  second: ['Orders that need a second person', 'Órdenes que necesitan una segunda persona'],
  noBound: ['No order needs a second person.', 'Ninguna orden necesita una segunda persona.'],
  bounds: [
    'Orders from these amounts on wait for a second person:',
    'Desde estos montos, las órdenes esperan a una segunda persona:',
  ],
  currency: ['Payin currency', 'Moneda de entrada'],
  from: ['From this amount on', 'Desde este monto'],
  setBound: [
    (amount: string) => `Require a second person from ${amount} on`,
    (amount: string) => `Exigir una segunda persona desde ${amount}`,
  ],
  setNone: ['Require a second person', 'Exigir una segunda persona'],
  removeBound: [
    (currency: string) => `No second person for ${currency}`,
    (currency: string) => `Sin segunda persona para ${currency}`,
  ],
  keys: {
    free: [
      'API keys order without a second person.',
      'Las claves de API ordenan sin una segunda persona.',
    ],
    covered: [
      'API keys are refused such orders.',
      'A las claves de API se les rechazan esas órdenes.',
    ],
  },
  saved: ['Saved.', 'Guardado.'],
  waits: [
    'Not in force yet: another admin must confirm it, below.',
    'Aún no rige: otro administrador debe confirmarlo, abajo.',
  ],
  ofKeys: ['Such orders by API keys', 'Esas órdenes con claves de API'],
  coverKeys: ['Refuse them to API keys', 'Rechazarlas a las claves de API'],
  coverKeysConfirm: [
    'API keys are refused such orders. People prepare them.',
    'A las claves de API se les rechazan esas órdenes. Las preparan personas.',
  ],
  freeKeys: ['Allow them to API keys', 'Permitirlas a las claves de API'],
  freeKeysConfirm: [
    'API keys make orders of any amount.',
    'Las claves de API crean órdenes de cualquier monto.',
  ],
})

/** Of all methods of instruments. */
const CURRENCIES = [...new Set(Object.values(forms).flatMap((one) => one.currencies))].toSorted()

/** What the admin decides. */
export const settingsQuery = queryOptions({
  queryKey: ['people-settings'],
  queryFn: () => corridor.people.settings(),
})

export function SecondPerson() {
  const t = useText(texts)
  const money = useMoneyText()
  const query = useQuery(settingsQuery)
  return (
    <Section title={t.second}>
      <Answer query={query}>
        {(settings) => (
          <>
            <p>{settings.second_person_from.length === 0 ? t.noBound : t.bounds}</p>
            <ul>
              {settings.second_person_from.map((one) => (
                <li key={one.currency}>{money(one.amount, one.currency)}</li>
              ))}
            </ul>
            <BoundForm bounds={settings.second_person_from} />
            <OfKeys settings={settings} />
          </>
        )}
      </Answer>
    </Section>
  )
}

/** Shows the bound of the chosen currency until another amount is typed. */
function BoundForm({ bounds }: { bounds: PeopleSettings['second_person_from'] }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const money = useMoneyText()
  const [currency, setCurrency] = useState('USDC')
  const [typed, setTyped] = useState<string>()
  const [said, setSaid] = useState('')
  const others = bounds.filter((one) => one.currency !== currency)
  const bound = bounds.find((one) => one.currency === currency)
  const text = typed ?? writeAmount(bound?.amount ?? '', language)
  const amount = readAmount(text, language)
  const isInForce =
    amount !== undefined && bound !== undefined && decimal.compare(amount, bound.amount) === 0
  const change = (next: PeopleSettings['second_person_from']) =>
    corridor.people.changeSettings({ second_person_from: next })
  const saved = ({ waiting }: PeopleSettings) => setSaid(waiting === null ? t.saved : t.waits)
  return (
    <>
      <div className="narrow">
        <NativeSelect
          label={t.currency}
          mt="sm"
          value={currency}
          data={CURRENCIES}
          onChange={({ currentTarget }) => {
            setCurrency(currentTarget.value)
            setTyped(undefined)
            setSaid('')
          }}
        />
        <AmountInput
          label={t.from}
          typed={text}
          change={(next) => {
            setTyped(next)
            setSaid('')
          }}
          mt="sm"
        />
      </div>
      <div className="acts">
        <Act
          label={amount === undefined ? t.setNone : t.setBound(money(amount, currency))}
          disabled={amount === undefined || isInForce}
          run={() => change(amount === undefined ? [...bounds] : [...others, { currency, amount }])}
          onDone={saved}
        />
        {bound === undefined ? null : (
          <Act
            key={currency}
            label={t.removeBound(currency)}
            run={() => change(others)}
            onDone={(settings) => {
              setTyped(undefined)
              saved(settings)
            }}
          />
        )}
        <span role="status">{said}</span>
      </div>
    </>
  )
}

/** Means nothing while no order needs a second person. */
function OfKeys({ settings }: { settings: PeopleSettings }) {
  const t = useText(texts)
  const rule = keyRuleOf(settings)
  if (rule === undefined) return null
  const isCovered = rule === 'covered'
  return (
    <>
      <h3>{t.ofKeys}</h3>
      <p className={isCovered ? 'dim' : 'note'}>{t.keys[rule]}</p>
      <Act
        label={isCovered ? t.freeKeys : t.coverKeys}
        confirm={<p>{isCovered ? t.freeKeysConfirm : t.coverKeysConfirm}</p>}
        run={() => corridor.people.changeSettings({ second_person_for_keys: !isCovered })}
      />
    </>
  )
}
