// A firm quote, and what the reader may do with it: order it, retry an order with it, or prepare it for a second person.
import { decimal, type Order, type Quote } from '@corridor/sdk'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { codeOf } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Conversion, Money, Rate, useMoneyText } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { Countdown, useIsPast } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { settingsQuery } from './second-person.tsx'
import { SendForApproval } from './send-for-approval.tsx'

const texts = bilingual({
  send: [
    (paid: string, received: string) => `Prepare for approval: ${paid} for ${received}`,
    (paid: string, received: string) => `Preparar para su aprobación: ${paid} por ${received}`,
  ],
  second: [
    'Your company asks a second person to approve an order of this amount.',
    'Su empresa pide que otra persona apruebe una orden de este monto.',
  ],
  keySecond: [
    'An API key makes no order of this amount. Sign in as a person to prepare it.',
    'Una clave de API no crea órdenes de este monto. Entre como persona para prepararla.',
  ],
  order: [
    (from: string, to: string) => `Order ${from} → ${to}`,
    (from: string, to: string) => `Crear la orden: ${from} → ${to}`,
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
  usable: ['Valid for', 'Válida por'],
  fund: ['Funds must arrive within', 'Los fondos deben llegar en'],
  reference: ['Your reference', 'Su referencia'],
  referenceHint: [
    'Optional. Any text of yours that no other order has, such as an invoice number.',
    'Opcional. Un texto suyo que no tenga otra orden, como el número de una factura.',
  ],
})

type FirmProps = {
  quote: Quote
  from: string
  to: string
  organization: string
  retry: string | undefined
  /** The amount that the reader gave. */
  pricedBy: 'payin' | 'payout'
}

export function FirmQuote({ again, ...firm }: FirmProps & { again: () => void }) {
  const t = useText(texts)
  const isOver = useIsPast(firm.quote.submission_expires_at)
  return (
    <>
      <QuoteFacts {...firm} />
      {isOver ? (
        <>
          <p role="status">{t.expired}</p>
          <Button onClick={again}>{t.again}</Button>
        </>
      ) : (
        <OrderForm {...firm} />
      )}
    </>
  )
}

function QuoteFacts({ quote, from, to }: Pick<FirmProps, 'quote' | 'from' | 'to'>) {
  const t = useText(texts)
  const { payin, payout } = quote
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
          [t.usable]: <Countdown until={quote.submission_expires_at} isBare />,
          [t.fund]: <Countdown until={quote.funding_expires_at} isBare />,
        }}
      />
    </>
  )
}

/** A reference, and what the reader may do with the quote: order it, or prepare it for a second person. */
function OrderForm({ quote, from, to, organization, retry, pricedBy }: FirmProps) {
  const t = useText(texts)
  const money = useMoneyText()
  const navigate = useNavigate()
  const [reference, setReference] = useState('')
  const [isRefused, setRefused] = useState(false)
  const isBound = useBound(quote.payin.total, from)
  // A retry uses money that is already there.
  const needsSecond = retry === undefined && (isBound || isRefused)
  const [paid, received] = [money(quote.payin.total, from), money(quote.payout.total, to)]
  const named = reference.trim() === '' ? {} : { external_reference_id: reference.trim() }
  const order = (idempotencyKey: string): Promise<Order> => {
    const body = { quote_id: quote.id, ...named }
    return retry === undefined
      ? corridor.orders.create(organization, body, { idempotencyKey }).catch((error: unknown) => {
          if (codeOf(error) === 'approval_required') setRefused(true)
          throw error
        })
      : corridor.orders.retry(organization, retry, body, { idempotencyKey })
  }
  return (
    <>
      {retry === undefined ? (
        <TextInput
          label={t.reference}
          description={t.referenceHint}
          value={reference}
          maxLength={128}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
          my="md"
        />
      ) : (
        <div style={{ height: 16 }} />
      )}
      {needsSecond ? (
        <ForApproval
          body={{ quote_id: quote.id, priced_by: pricedBy, ...named }}
          label={t.send(paid, received)}
          organization={organization}
        />
      ) : (
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
      )}
    </>
  )
}

/** Only people prepare. */
function ForApproval(props: Parameters<typeof SendForApproval>[0]) {
  const t = useText(texts)
  const { data: session } = useQuery(sessionQuery)
  if (session?.person == null) return <p className="note">{t.keySecond}</p>
  return (
    <>
      <p className="note">{t.second}</p>
      <SendForApproval {...props} />
    </>
  )
}

/** Whether the company asks a second person for an order of this amount, whoever the reader is. */
function useBound(amount: string, currency: string): boolean {
  const { data: session } = useQuery(sessionQuery)
  const { data: settings } = useQuery(settingsQuery)
  if (session === undefined || settings === undefined) return false
  if (session.person === null && !settings.second_person_for_keys) return false
  return settings.second_person_from.some(
    (one) => one.currency === currency && decimal.compare(amount, one.amount) >= 0,
  )
}
