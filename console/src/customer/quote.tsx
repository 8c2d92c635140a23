// What it costs now: two amounts that fill each other. The service answers each amount with a firm quote, which becomes
// an order until it expires.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Answer, Empty } from '../parts/answers.tsx'
import { messageOf } from '../parts/client.ts'
import { ContactAfter } from '../parts/desk-contact.tsx'
import { readAmount, writeAmount } from '../parts/amount.ts'
import { AmountInput } from '../parts/amount-input.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { Page, Section } from '../parts/page.tsx'
import { corridor } from './corridor.ts'
import { instrumentText } from './instrument-name.tsx'
import { FirmQuote } from './firm-quote.tsx'
import { UnlessOnHold } from './on-hold.tsx'
import { currenciesOf, offeringsQuery, type Offered } from './offerings.tsx'

const texts = bilingual({
  title: ['New quote', 'Nueva cotización'],
  retryTitle: ['Retry with a fresh quote', 'Reintentar con una cotización nueva'],
  retrying: [
    'The money that arrived for the declined order is used again. The amount stays as it is.',
    'Se usa de nuevo el dinero que llegó para la orden rechazada. El monto no cambia.',
  ],
  none: ['Nothing can be quoted', 'No hay nada que cotizar'],
  why: [
    'No route connects two active instruments of this organization.',
    'Ninguna ruta une dos instrumentos activos de esta organización.',
  ],
  offering: ['Exchange', 'Cambio'],
  payin: [
    (currency: string) => `You pay in ${currency}`,
    (currency: string) => `Usted paga en ${currency}`,
  ],
  payout: [
    (currency: string) => `They receive in ${currency}`,
    (currency: string) => `Reciben en ${currency}`,
  ],
  limits: [
    (min: string, max: string) => `From ${min} to ${max}.`,
    (min: string, max: string) => `De ${min} a ${max}.`,
  ],
  firm: ['Firm quote', 'Cotización firme'],
  start: [
    'Enter one of the two amounts. The answer is a firm quote.',
    'Escriba uno de los dos montos. La respuesta es una cotización firme.',
  ],
  quoting: ['Asking for a firm quote', 'Pidiendo una cotización firme'],
  amount: [
    'Enter an amount such as 25000.00 or 25,000.00.',
    'Escriba un monto como 25000,00 o 25.000,00.',
  ],
})

const PAUSE_MS = 400

export function QuotePage() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const { retry } = useSearch({ from: '/$organization/quote' })
  const { offering } = useSearch({ from: '/$organization/quote' })
  // A retry needs a quote of the same offering.
  const query = useQuery(
    retry === undefined
      ? offeringsQuery(organization)
      : {
          queryKey: [organization, 'offering', offering],
          queryFn: async (): Promise<Offered[]> => [
            {
              offering: await corridor.offerings.get(organization, offering ?? ''),
              route: undefined,
            },
          ],
        },
  )
  return (
    <Page
      title={retry === undefined ? t.title : t.retryTitle}
      below={retry === undefined ? undefined : t.retrying}
    >
      <UnlessOnHold organization={organization}>
        <Answer query={query}>
          {(offered) =>
            offered.length === 0 ? (
              <Empty title={t.none}>
                <p>{t.why}</p>
              </Empty>
            ) : (
              <QuoteForm offered={offered} organization={organization} />
            )
          }
        </Answer>
      </UnlessOnHold>
    </Page>
  )
}

/** Which amount the reader gave. The other one comes from the quote. */
type Asked = { side: 'payin' | 'payout'; text: string }

function QuoteForm({ offered, organization }: { offered: Offered[]; organization: string }) {
  const t = useText(texts)
  const money = useMoneyText()
  const { language } = useLanguage()
  const search = useSearch({ from: '/$organization/quote' })
  // Offerings are made anew each time: the pair of instruments stays the same.
  const [chosen, setChosen] = useState(() => {
    const wanted = offered.find(({ offering }) => offering.id === search.offering)
    return keyOf(wanted ?? offered[0])
  })
  const [asked, setAsked] = useState<Asked>(() =>
    search.payout === undefined
      ? { side: 'payin', text: writeAmount(search.payin ?? '', language) }
      : { side: 'payout', text: writeAmount(search.payout, language) },
  )
  const current = offered.find((one) => keyOf(one) === chosen) ?? offered[0]
  const offeringId = current?.offering.id ?? ''
  const settled = useSettled(asked)
  const amount = readAmount(settled.text, language)
  const quoting = useQuery({
    queryKey: ['quote', organization, chosen, settled.side, amount],
    queryFn: () =>
      corridor.quotes.create(organization, {
        offering_id: offeringId,
        ...(settled.side === 'payin'
          ? { payin_amount: amount ?? '' }
          : { payout_amount: amount ?? '' }),
      }),
    enabled: amount !== undefined && offeringId !== '',
    // A quote is firm: nothing but its reader asks for another.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (current === undefined) return null
  const { from, to } = currenciesOf(current.offering)
  const isCurrent = settled === asked && amount !== undefined
  const quote = isCurrent ? quoting.data : undefined
  const shown = (side: 'payin' | 'payout'): string =>
    side === asked.side ? asked.text : writeAmount(quote?.[side].total ?? '', language)
  const problem =
    asked.text !== '' && readAmount(asked.text, language) === undefined
      ? t.amount
      : isCurrent && quoting.error !== null
        ? messageOf(quoting.error)
        : undefined
  const isFixed = search.retry !== undefined
  const { min, max } = current.offering.payin.limits
  const side = (name: 'payin' | 'payout', label: string) => (
    <AmountInput
      label={label}
      description={name === 'payin' ? t.limits(money(min, from), money(max, from)) : undefined}
      typed={shown(name)}
      change={(text) => setAsked({ side: name, text })}
      autoComplete="off"
      readOnly={isFixed}
      error={asked.side === name ? problem : undefined}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
  return (
    <div className="columns">
      <div style={{ marginBottom: 24 }}>
        <NativeSelect
          label={t.offering}
          value={chosen}
          disabled={isFixed}
          data={offered.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          mb="md"
        />
        {side('payin', t.payin(from))}
        <div style={{ height: 16 }} />
        {side('payout', t.payout(to))}
        {isCurrent ? <ContactAfter error={quoting.error} /> : null}
      </div>
      <Section title={t.firm}>
        {quote === undefined ? (
          <p className="dim" role="status">
            {quoting.isFetching || (settled !== asked && problem === undefined)
              ? t.quoting
              : t.start}
          </p>
        ) : (
          <FirmQuote
            quote={quote}
            from={from}
            to={to}
            organization={organization}
            retry={search.retry}
            pricedBy={settled.side}
            again={() => void quoting.refetch()}
          />
        )}
      </Section>
    </div>
  )
}

const keyOf = (one: Offered | undefined): string =>
  one === undefined
    ? ''
    : `${one.offering.payin.external_payment_instrument.id} ${one.offering.payout.external_payment_instrument.id} ${one.offering.liquidity_provider.name}`

function labelOf({ offering }: Offered): string {
  const { from, to } = currenciesOf(offering)
  const { payin, payout } = offering
  const [payer, payee] = [payin.external_payment_instrument, payout.external_payment_instrument]
  return `${from} → ${to}: ${instrumentText(payer)} → ${instrumentText(payee)}`
}

/** The value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
