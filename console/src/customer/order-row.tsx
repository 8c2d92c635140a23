// Orders in lists: the state, the columns of a table of orders, a link to an order, and what stands in place of no orders.
import type { Order } from '@corridor/sdk'
import { Link } from '@tanstack/react-router'
import { Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Conversion, Money } from '../parts/money.tsx'
import { State } from '../parts/status.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { Id } from '../parts/copy.tsx'
import { InstrumentName } from './instrument-name.tsx'
import { orderTexts, shapeOfStanding, wordOf } from './order-words.ts'
import { useStanding } from './paused.ts'
import { useMay } from './rights.tsx'

const texts = bilingual({
  reference: ['Reference', 'Referencia'],
  state: ['State', 'Estado'],
  payin: ['Pays in', 'Entra'],
  payout: ['Pays out', 'Sale'],
  to: ['To', 'Para'],
  created: ['Created', 'Creada'],
  changed: ['Changed', 'Cambió'],
  own: ['Your reference', 'Su referencia'],
  id: ['Id', 'Id'],
  none: ['No orders yet', 'Aún no hay órdenes'],
  how: [
    'Get a quote, make it an order, and follow its money here.',
    'Pida una cotización, conviértala en orden y siga aquí su dinero.',
  ],
  first: ['Get a first quote', 'Pedir la primera cotización'],
})

export function OrderState({ organization, order }: { organization: string; order: Order }) {
  const t = useText(orderTexts)
  const standing = useStanding(organization, order)
  return <State word={wordOf(t, standing)} shape={shapeOfStanding(standing)} />
}

function OrderLink({ organization, order }: { organization: string; order: Order }) {
  return (
    <Link to="/$organization/orders/$order" params={{ organization, order: order.id }}>
      {order.reference_number}
    </Link>
  )
}

export const payinOf = ({ payin }: Order) => ({
  amount: payin.total,
  currency: payin.external_payment_instrument.currency,
})
export const payoutOf = ({ payout }: Order) => ({
  amount: payout.total,
  currency: payout.external_payment_instrument.currency,
})

export const OrderConversion = ({ order }: { order: Order }) => (
  <Conversion from={payinOf(order)} to={payoutOf(order)} />
)

export function useOrderColumns(organization: string): Column<Order>[] {
  const t = useText(texts)
  return [
    {
      id: 'reference',
      head: t.reference,
      cell: (order) => <OrderLink organization={organization} order={order} />,
    },
    {
      id: 'state',
      head: t.state,
      cell: (order) => <OrderState organization={organization} order={order} />,
    },
    { id: 'payin', head: t.payin, isMoney: true, cell: (order) => <Money {...payinOf(order)} /> },
    {
      id: 'payout',
      head: t.payout,
      isMoney: true,
      cell: (order) => <Money {...payoutOf(order)} />,
    },
    {
      id: 'to',
      head: t.to,
      cell: ({ payout }) => <InstrumentName instrument={payout.external_payment_instrument} />,
    },
    { id: 'own', head: t.own, cell: (order) => order.external_reference_id ?? '', isHidden: true },
    { id: 'created', head: t.created, cell: (order) => <Time at={order.created_at} /> },
    {
      id: 'changed',
      head: t.changed,
      cell: (order) => <Time at={order.updated_at} />,
      isHidden: true,
    },
    { id: 'id', head: t.id, cell: (order) => <Id id={order.id} />, isHidden: true },
  ]
}

/** Whoever may not quote is offered none. */
export function NoOrders({ organization }: { organization: string }) {
  const t = useText(texts)
  const may = useMay()
  return (
    <Empty title={t.none}>
      {may('quote') ? (
        <p>
          {t.how}{' '}
          <Link to="/$organization/quote" params={{ organization }}>
            {t.first}
          </Link>
        </p>
      ) : null}
    </Empty>
  )
}
