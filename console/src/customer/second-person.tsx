// From which amounts on an order needs a second person: the admin sets a bound for each payin currency.
import { NativeSelect } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { readAmount } from '../parts/amount.ts'
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
  coverKeys: ['Also for API keys', 'También para claves de API'],
  coverKeysConfirm: [
    'API keys are refused such orders. People prepare them.',
    'A las claves de API se les rechazan esas órdenes. Las preparan personas.',
  ],
  freeKeys: ['Not for API keys', 'No para claves de API'],
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
  const { language } = useLanguage()
  const money = useMoneyText()
  const [currency, setCurrency] = useState('USDC')
  const [text, setText] = useState('')
  const query = useQuery(settingsQuery)
  const amount = readAmount(text, language)
  return (
    <Section title={t.second}>
      <Answer query={query}>
        {(settings) => {
          const { second_person_from: bounds, second_person_for_keys: coversKeys } = settings
          const rule = keyRuleOf(settings)
          const others = bounds.filter((one) => one.currency !== currency)
          const isBound = others.length < bounds.length
          return (
            <>
              <p>{bounds.length === 0 ? t.noBound : t.bounds}</p>
              <ul>
                {bounds.map((one) => (
                  <li key={one.currency}>{money(one.amount, one.currency)}</li>
                ))}
              </ul>
              {rule === undefined ? null : (
                <p className={rule === 'free' ? 'note' : 'dim'}>{t.keys[rule]}</p>
              )}
              <div className="narrow">
                <NativeSelect
                  label={t.currency}
                  mt="sm"
                  value={currency}
                  data={CURRENCIES}
                  onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
                />
                <AmountInput label={t.from} typed={text} change={setText} mt="sm" />
              </div>
              <div className="acts">
                <Act
                  label={amount === undefined ? t.setNone : t.setBound(money(amount, currency))}
                  disabled={amount === undefined}
                  run={() =>
                    corridor.people.changeSettings({
                      second_person_from:
                        amount === undefined ? bounds : [...others, { currency, amount }],
                    })
                  }
                />
                <Act
                  label={coversKeys ? t.freeKeys : t.coverKeys}
                  confirm={<p>{coversKeys ? t.freeKeysConfirm : t.coverKeysConfirm}</p>}
                  run={() =>
                    corridor.people.changeSettings({ second_person_for_keys: !coversKeys })
                  }
                />
                {isBound ? (
                  <Act
                    key={currency}
                    label={t.removeBound(currency)}
                    run={() => corridor.people.changeSettings({ second_person_from: others })}
                  />
                ) : null}
              </div>
            </>
          )
        }}
      </Answer>
    </Section>
  )
}
