// What it costs now: two amounts that fill each other. The service answers each amount with a firm quote, which becomes
// an order until it expires.
import type { Order, Quote } from '@corridor/sdk'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer, Empty } from '../parts/answers.tsx'
import { codeOf, corridor, messageOf } from '../parts/client.ts'
import { useIsPast } from '../parts/time.tsx'
import { readAmount, writeAmount } from '../parts/amount.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Conversion, Money, Rate, useMoneyText } from '../parts/money.tsx'
import { Facts, Page, Section } from '../parts/page.tsx'
import { Countdown } from '../parts/time.tsx'
import { SendForApproval } from './send-for-approval.tsx'
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
  send: [
    (paid: string, received: string) => `Send for approval: ${paid} for ${received}`,
    (paid: string, received: string) => `Enviar a aprobación: ${paid} por ${received}`,
  ],
  order: [
    (from: string, to: string) => `Order ${from} → ${to}`,
    (from: string, to: string) => `Ordenar ${from} → ${to}`,
  ],
  retry: [
    (from: string, to: string) => `Retry ${from} → ${to}`,
    (from: string, to: string) => `Reintentar ${from} → ${to}`,
  ],
  again: ['Quote again', 'Cotizar de nuevo'],
  expired: [
    'This quote has expired. Its price no longer holds.',
    'Esta cotización venció. Su precio ya no vale.',
  ],
  rate: ['Rate', 'Tasa'],
  fee: ['Fee, part of the total', 'Comisión, parte del total'],
  tax: ['Tax on the fee', 'Impuesto sobre la comisión'],
  usable: ['Order it within', 'Ordene dentro de'],
  fund: ['Funds must arrive within', 'Los fondos deben llegar en'],
  reference: ['Your reference', 'Su referencia'],
  referenceHint: [
    'Optional. Any text of yours, which no other open order of yours has.',
    'Opcional. Un texto suyo que no tenga otra orden abierta.',
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
    <TextInput
      label={label}
      description={name === 'payin' ? t.limits(money(min, from), money(max, from)) : undefined}
      value={shown(name)}
      onChange={({ currentTarget }) => setAsked({ side: name, text: currentTarget.value })}
      inputMode="decimal"
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

function FirmQuote({
  quote,
  from,
  to,
  organization,
  retry,
  pricedBy,
  again,
}: {
  quote: Quote
  from: string
  to: string
  organization: string
  retry: string | undefined
  pricedBy: Asked['side']
  again: () => void
}) {
  const t = useText(texts)
  const money = useMoneyText()
  const navigate = useNavigate()
  const [reference, setReference] = useState('')
  const [needsSecond, setNeedsSecond] = useState(false)
  const isOver = useIsPast(quote.submission_expires_at)
  const { payin, payout } = quote
  const [paid, received] = [money(payin.total, from), money(payout.total, to)]
  const order = (idempotencyKey: string): Promise<Order> => {
    const body = {
      quote_id: quote.id,
      ...(reference.trim() === '' ? {} : { external_reference_id: reference.trim() }),
    }
    return retry === undefined
      ? corridor.orders.create(organization, body, { idempotencyKey }).catch((error: unknown) => {
          if (codeOf(error) === 'approval_required') setNeedsSecond(true)
          throw error
        })
      : corridor.orders.retry(organization, retry, body, { idempotencyKey })
  }
  return (
    <>
      <p className="big">
        <Conversion
          from={{ amount: payin.total, currency: from }}
          to={{ amount: payout.total, currency: to }}
        />
      </p>
      <Facts
        facts={{
          [t.rate]: <Rate rate={quote.exchange_rate} from={from} to={to} />,
          [t.fee]: <Money amount={payin.fee} currency={from} />,
          [t.tax]: <Money amount={payin.tax} currency={from} />,
          [t.usable]: <Countdown until={quote.submission_expires_at} />,
          [t.fund]: <Countdown until={quote.funding_expires_at} />,
        }}
      />
      {isOver ? (
        <>
          <p role="status">{t.expired}</p>
          <Button onClick={again}>{t.again}</Button>
        </>
      ) : (
        <>
          {retry === undefined ? (
            <TextInput
              label={t.reference}
              description={t.referenceHint}
              value={reference}
              maxLength={200}
              onChange={({ currentTarget }) => setReference(currentTarget.value)}
              my="md"
            />
          ) : (
            <div style={{ height: 16 }} />
          )}
          {needsSecond ? (
            <SendForApproval
              body={{
                quote_id: quote.id,
                priced_by: pricedBy,
                ...(reference.trim() === '' ? {} : { external_reference_id: reference.trim() }),
              }}
              label={t.send(paid, received)}
              organization={organization}
            />
          ) : null}
          <Act
            key={quote.id}
            tone="primary"
            label={retry === undefined ? t.order(paid, received) : t.retry(paid, received)}
            run={order}
            onDone={({ id }) =>
              void navigate({
                to: '/$organization/orders/$order',
                params: { organization, order: id },
              })
            }
          />
        </>
      )}
    </>
  )
}

const keyOf = (one: Offered | undefined): string =>
  one === undefined
    ? ''
    : `${one.offering.payin.external_payment_instrument.id} ${one.offering.payout.external_payment_instrument.id} ${one.offering.liquidity_provider.name}`

function labelOf({ offering }: Offered): string {
  const { from, to } = currenciesOf(offering)
  const { payin, payout } = offering
  // Isolates: a name that is written from right to left leaves its neighbours in place.
  const name = (text: string) => `\u2068${text}\u2069`
  return `${from} → ${to}: ${name(payin.external_payment_instrument.alias)} → ${name(payout.external_payment_instrument.alias)}`
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
