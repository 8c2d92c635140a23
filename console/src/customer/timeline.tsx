// Everything that happened to an order, oldest first: its events and the money that moved, each with where it comes from.
import type { Order, OrderTimeline } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Answer } from '../parts/answers.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Conversion, Money, Rate } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { ExplorerLink, type Chained } from './explorer-link.tsx'
import { orderTexts } from './order-words.ts'
import { moneyTexts } from './money-words.ts'

const texts = bilingual({
  title: ['Timeline', 'Cronología'],
  transaction: ['Transaction', 'Transacción'],
  reference: ['Reference of the rail', 'Referencia del medio de pago'],
  deposit: ['Deposit', 'Depósito'],
  fill: ['Conversion', 'Conversión'],
  payout: ['Payout', 'Pago'],
  refund: ['Refund', 'Reembolso'],
  expected: ['We expect this by', 'Lo esperamos a más tardar el'],
  wait: ['Nothing has happened yet.', 'Aún no ha pasado nada.'],
})

type Entry = { at: string; key: string; what: ReactNode }

export const timelineQuery = (organization: string, order: string) => ({
  queryKey: [organization, 'timeline', order],
  queryFn: () => corridor.orders.timeline(organization, order),
})

export function Timeline({ organization, order }: { organization: string; order: Order }) {
  const t = useText(texts)
  const query = useQuery(timelineQuery(organization, order.id))
  return (
    <div>
      <Section title={t.title}>
        <Answer query={query}>
          {(timeline) => <Entries organization={organization} order={order} timeline={timeline} />}
        </Answer>
      </Section>
    </div>
  )
}

function Entries({
  organization,
  order,
  timeline,
}: {
  organization: string
  order: Order
  timeline: OrderTimeline
}) {
  const [payer, payee] = [
    order.payin.external_payment_instrument,
    order.payout.external_payment_instrument,
  ]
  const t = useText(texts)
  const words = useText(orderTexts)
  const money = useText(moneyTexts)
  const entries: Entry[] = [
    ...timeline.events.map(
      (event): Entry => ({
        at: event.created_at,
        key: event.id,
        what: (
          <>
            <Link
              to="/$organization/events"
              params={{ organization }}
              search={{ order: timeline.order_id, open: event.id }}
            >
              {words.event[event.type]}
            </Link>
            {event.type === 'order.delayed' ? (
              <p>
                {money.delay[event.data.resolution] ?? event.data.resolution} {t.expected}{' '}
                <Time at={event.data.expected_at} isExact />.
              </p>
            ) : null}
          </>
        ),
      }),
    ),
    ...timeline.deposits.map(
      (one): Entry => ({
        at: one.recorded_at,
        key: one.id,
        what: (
          <>
            {t.deposit} <Id id={one.id} />: <Money amount={one.amount} currency={one.currency} />,{' '}
            {money.outcome[one.outcome]}
            <p>
              {t.transaction}: <Copyable value={one.transaction} label={t.transaction} />
              <ExplorerLink instrument={payer} kind="tx" id={one.transaction} />
            </p>
          </>
        ),
      }),
    ),
    ...timeline.fills.map(
      (one): Entry => ({
        at: one.filled_at,
        key: `fill ${one.filled_at}`,
        what: (
          <>
            {t.fill}: <Conversion from={one.payin} to={one.payout} />
            <p>
              <Rate rate={one.exchange_rate} from={one.payin.currency} to={one.payout.currency} />
            </p>
          </>
        ),
      }),
    ),
    ...timeline.payouts.map(
      (one): Entry => ({
        at: one.returned_at ?? one.rejected_at ?? one.settled_at ?? one.created_at,
        key: one.id,
        what: (
          <>
            {t.payout} <Id id={one.id} />: <Money amount={one.amount} currency={one.currency} />,{' '}
            {money.payout[one.status]}
            <Reference reference={one.reference} instrument={payee} />
          </>
        ),
      }),
    ),
    ...timeline.refunds.map(
      (one): Entry => ({
        at: one.updated_at,
        key: one.id,
        what: (
          <>
            <Link to="/$organization/refunds" params={{ organization }} search={{ open: one.id }}>
              {t.refund}
            </Link>{' '}
            <Id id={one.id} />: <Money amount={one.amount} currency={one.currency} />,{' '}
            {money.refund[one.status]} ({money.reason[one.reason]})
            <Reference reference={one.reference} instrument={payer} />
          </>
        ),
      }),
    ),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  if (entries.length === 0) return <p className="dim">{t.wait}</p>
  return (
    <ol className="timeline">
      {entries.map(({ at, key, what }) => (
        <li key={key}>
          <span>
            <Time at={at} isExact />
          </span>
          <div>{what}</div>
        </li>
      ))}
    </ol>
  )
}

function Reference({ reference, instrument }: { reference: string | null; instrument: Chained }) {
  const t = useText(texts)
  return reference === null ? null : (
    <p>
      {t.reference}: <Copyable value={reference} label={t.reference} />
      <ExplorerLink instrument={instrument} kind="tx" id={reference} />
    </p>
  )
}
