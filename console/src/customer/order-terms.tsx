// The terms of an order: its money, its parties, what it is called, and who prepared and approved it.
import type { Order } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { InstrumentName } from './instrument-name.tsx'
import { payinOf, payoutOf } from './order-row.tsx'

const texts = bilingual({
  terms: ['Terms', 'Condiciones'],
  parties: ['Parties', 'Partes'],
  rate: ['Rate', 'Tasa'],
  achieved: ['Achieved rate', 'Tasa lograda'],
  payin: ['Pays in, fee and tax included', 'Entra, con comisión e impuesto'],
  fee: ['Fee', 'Comisión'],
  tax: ['Tax on the fee', 'Impuesto sobre la comisión'],
  payout: ['Pays out', 'Sale'],
  own: ['Your reference', 'Su referencia'],
  reference: ['Reference', 'Referencia'],
  created: ['Created', 'Creada'],
  prepared: ['Prepared by', 'Preparada por'],
  approved: ['Approved by', 'Aprobada por'],
  request: ['What was prepared', 'Lo que se preparó'],
  from: ['From', 'De'],
  to: ['To', 'Para'],
  order: ['Order', 'Orden'],
  quote: ['Quote', 'Cotización'],
  events: ['Events of this order', 'Eventos de esta orden'],
})

export function Terms({ order }: { order: Order }) {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const people = useApproval(organization, order)
  const [paid, received] = [payinOf(order), payoutOf(order)]
  const [from, to] = [paid.currency, received.currency]
  const instrument = ({ external_payment_instrument: one }: Order['payin' | 'payout']) => (
    <Link to="/$organization/instruments" params={{ organization }} search={{ open: one.id }}>
      <InstrumentName instrument={one} />
    </Link>
  )
  return (
    <div>
      <Section title={t.terms}>
        <Facts
          facts={{
            [t.payin]: <Money {...paid} />,
            [t.fee]: <Money amount={order.payin.fee} currency={from} />,
            [t.tax]: <Money amount={order.payin.tax} currency={from} />,
            [t.payout]: <Money {...received} />,
            [t.rate]: <Rate rate={order.exchange_rate} from={from} to={to} />,
            [t.achieved]:
              order.effective_exchange_rate === order.exchange_rate ? null : (
                <Rate rate={order.effective_exchange_rate} from={from} to={to} />
              ),
          }}
        />
      </Section>
      <Section title={t.parties}>
        <Facts
          facts={{
            [t.from]: instrument(order.payin),
            [t.to]: instrument(order.payout),
            [t.reference]: <Copyable value={order.reference_number} label={t.reference} />,
            [t.own]:
              order.external_reference_id === null ? null : (
                <Copyable value={order.external_reference_id} label={t.own} />
              ),
            [t.created]: <Time at={order.created_at} />,
            ...people,
            [t.order]: <Id id={order.id} />,
            [t.quote]: <Id id={order.quote_id} />,
          }}
        />
        <p>
          <Link to="/$organization/events" params={{ organization }} search={{ order: order.id }}>
            {t.events}
          </Link>
        </p>
      </Section>
      <Metadata of={order} />
    </div>
  )
}

/** Names the people who prepared and approved the order, if it needed a second person. */
function useApproval(organization: string, order: Order): Record<string, ReactNode> {
  const t = useText(texts)
  const { data: [request] = [] } = useQuery({
    queryKey: [organization, 'order-requests', 'of', order.id],
    queryFn: async () =>
      (await corridor.orderRequests.list(organization, { order_id: order.id, limit: 1 }).page())
        .data,
    // Nothing of it changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (request === undefined) return {}
  const { prepared_by: preparer, decided_by: approver } = request
  return {
    [t.prepared]: (
      <>
        {preparer.login}, <Time at={request.prepared_at} isReal />
      </>
    ),
    [t.approved]: (
      <>
        {approver?.login}{' '}
        <Link to="/$organization/approvals" params={{ organization }} search={{ open: request.id }}>
          {t.request}
        </Link>
      </>
    ),
  }
}
