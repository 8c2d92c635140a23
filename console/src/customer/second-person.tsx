// From which amounts on an order needs a second person: the admin sets a bound for each payin currency.
import { TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { readAmount } from '../parts/amount.ts'
import { Answer } from '../parts/answers.tsx'
import { corridor } from '../parts/client.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'

const texts = bilingual(
  {
    second: 'Orders that need a second person',
    noBound: 'No order needs a second person.',
    bounds: 'Orders from these amounts on wait for a second person:',
    currency: 'Payin currency',
    from: 'From this amount on',
    fromHint: 'Empty: orders of this currency need nobody.',
    setBound: (amount: string) => `Ask a second person from ${amount} on`,
    removeBound: (currency: string) => `Ask nobody for ${currency}`,
    coverKeys: 'Also for API keys',
    coverKeysConfirm: 'API keys are refused such orders. People prepare them.',
    freeKeys: 'Not for API keys',
    freeKeysConfirm: 'API keys make orders of any amount.',
  },
  {
    second: 'Órdenes que necesitan una segunda persona',
    noBound: 'Ninguna orden necesita una segunda persona.',
    bounds: 'Desde estos montos, las órdenes esperan a una segunda persona:',
    currency: 'Moneda de entrada',
    from: 'Desde este monto',
    fromHint: 'Vacío: las órdenes de esta moneda no necesitan a nadie.',
    setBound: (amount: string) => `Pedir una segunda persona desde ${amount}`,
    removeBound: (currency: string) => `No pedir a nadie para ${currency}`,
    coverKeys: 'También para claves de API',
    coverKeysConfirm: 'A las claves de API se les rechazan esas órdenes. Las preparan personas.',
    freeKeys: 'No para claves de API',
    freeKeysConfirm: 'Las claves de API crean órdenes de cualquier monto.',
  },
)

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
        {({ second_person_from: bounds, second_person_for_keys: coversKeys }) => {
          const others = bounds.filter((one) => one.currency !== currency)
          return (
            <>
              <p>{bounds.length === 0 ? t.noBound : t.bounds}</p>
              <ul>
                {bounds.map((one) => (
                  <li key={one.currency}>{money(one.amount, one.currency)}</li>
                ))}
              </ul>
              <div className="narrow">
                <TextInput
                  label={t.currency}
                  value={currency}
                  onChange={({ currentTarget }) => setCurrency(currentTarget.value.toUpperCase())}
                  maxLength={5}
                />
                <TextInput
                  label={t.from}
                  description={t.fromHint}
                  value={text}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                  inputMode="decimal"
                  mt="sm"
                />
              </div>
              <div className="acts">
                <Act
                  label={
                    text.trim() === ''
                      ? t.removeBound(currency)
                      : t.setBound(amount === undefined ? text : money(amount, currency))
                  }
                  disabled={
                    text.trim() === '' ? others.length === bounds.length : amount === undefined
                  }
                  run={() =>
                    corridor.people.changeSettings({
                      second_person_from:
                        amount === undefined ? others : [...others, { currency, amount }],
                    })
                  }
                  onDone={() => setText('')}
                />
                <Act
                  label={coversKeys ? t.freeKeys : t.coverKeys}
                  confirm={<p>{coversKeys ? t.freeKeysConfirm : t.coverKeysConfirm}</p>}
                  run={() =>
                    corridor.people.changeSettings({ second_person_for_keys: !coversKeys })
                  }
                />
              </div>
            </>
          )
        }}
      </Answer>
    </Section>
  )
}
