// One order: what exactly happened, down to the last transfer, and what an operator can do.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Answer, Failing } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useLanguage, useText, type Language } from '../parts/language.tsx'
import { useFlash } from '../parts/live.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { Conversion, Money } from '../parts/money.tsx'
import { Facts, Page, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { addressOf } from './api.ts'
import { useHaltWords } from './halt-words.ts'
import { hasFundingEnd } from './headlines.ts'
import { Exits, orderQuery, type OrderFacts } from './order-exits.tsx'
import { amountOf, Moves } from './order-moves.tsx'
import { OrderState, useOrderWord, useWaitingStep } from './order-state.tsx'
import { OrderHistory } from './order-history.tsx'
import { PromiseAgainstFill } from './promise.tsx'
import { RateAround } from './rate-around.tsx'
import { parkedWords, queueTexts } from './queue-words.ts'
import { useStated } from './stated.ts'
import { Transfers } from './transfers.tsx'

const texts = bilingual({
  loading: ['Order', 'Orden'],
  title: [
    (reference: string, state: string, isHalted: boolean) =>
      `Order ${reference}: ${state}${isHalted ? ', held by a halt' : ''}`,
    (reference: string, state: string, isHalted: boolean) =>
      `Orden ${reference}: ${state}${isHalted ? ', espera por una pausa' : ''}`,
  ],
  halted: ['Held by a halt', 'Espera por una pausa'],
  halts: ['Open the halts', 'Abrir las pausas'],
  parked: ['Parked', 'En espera'],
  frozen: [
    'Frozen: nothing is filled, paid out or refunded.',
    'Congelada: nada se convierte, paga ni reembolsa.',
  ],
  flight: ['In flight', 'En curso'],
  nothing: ['Nothing is in flight.', 'Nada está en curso.'],
  fillOpen: [
    (provider: string) => `A fill at ${provider} has no answer yet.`,
    (provider: string) => `Una conversión con ${provider} aún no tiene respuesta.`,
  ],
  payoutOpen: ['A payout has no final answer yet.', 'Un pago aún no tiene respuesta definitiva.'],
  refundOpen: [
    'A refund has no final answer yet.',
    'Un reembolso aún no tiene respuesta definitiva.',
  ],
  promise: ['Promise and fill', 'Promesa y conversión'],
  acts: ['What can be done', 'Qué se puede hacer'],
  ledger: ['The ledger', 'El libro'],
  facts: ['Terms', 'Condiciones'],
  organization: ['Organization', 'Organización'],
  received: ['Received', 'Recibido'],
  fee: ['Fee', 'Comisión'],
  tax: ['Tax', 'Impuesto'],
  result: ['Result of the desk', 'Resultado de la mesa'],
  own: ["Customer's reference", 'Referencia del cliente'],
  funded: ['Funding until', 'Fondos hasta'],
  retried: ['Retried by', 'La reintentó'],
  receipt: ['Receipt', 'Recibo'],
  orders: ['Orders of this organization', 'Órdenes de esta organización'],
  information: ['Information requests about it', 'Solicitudes de información sobre ella'],
})

export function DeskOrderPage() {
  const t = useText(texts)
  const stateOf = useOrderWord()
  const stepOf = useWaitingStep()
  const { order: id } = useParams({ from: '/operator/orders/$order' })
  const query = useQuery(orderQuery(id))
  const flash = useFlash(id)
  const { data } = query
  if (data === undefined && query.isError)
    return (
      <Page title={t.loading}>
        <Failing error={query.error} retry={() => void query.refetch()} />
      </Page>
    )
  const step = data && stepOf(data.order)
  const title =
    data === undefined
      ? t.loading
      : t.title(data.order.reference_number, stateOf(data.order), data.halts.length > 0)
  return (
    <div className={flash}>
      <Page
        title={title}
        below={
          data === undefined ? undefined : (
            <>
              <OrderState order={data.order} /> · {step === undefined ? '' : `${step} · `}
              {data.order.organization_name} · <Id id={id} />
            </>
          )
        }
      >
        <Answer query={query} lines={12}>
          {(facts) => <Whole facts={facts} />}
        </Answer>
      </Page>
    </div>
  )
}

function Whole({ facts }: { facts: OrderFacts }) {
  const t = useText(texts)
  const why = useText(queueTexts)
  const { order, record } = facts
  const [first] = record.status_history
  const { parked_reason: parked } = order
  return (
    <>
      <p className="big">
        <Conversion from={order.payin} to={order.payout} />
      </p>
      {order.frozen_at === null ? null : <p className="note bad">{t.frozen}</p>}
      {parked === null ? null : (
        <p className="note bad">
          <b>{t.parked}</b> {order.parked_at === null ? null : <Time at={order.parked_at} />}:{' '}
          {parkedWords(order, why)}
        </p>
      )}
      <HeldBy halts={facts.halts} halted_since={facts.halted_since} />
      <InFlight facts={facts} />
      <Section title={t.acts}>
        <Exits facts={facts} />
      </Section>
      <Section title={t.promise}>
        <PromiseAgainstFill order={order} />
      </Section>
      {first === undefined ? null : <RateAround order={order} made={first.created_at} />}
      <Metadata of={order} />
      <Section title={t.ledger}>
        <Transfers transfers={record.ledger_entries} />
      </Section>
      <Moves facts={facts} />
      <div className="columns">
        <Terms facts={facts} />
        <OrderHistory record={record} />
      </div>
    </>
  )
}

function HeldBy({ halts, halted_since: since }: Pick<OrderFacts, 'halts' | 'halted_since'>) {
  const t = useText(texts)
  const words = useHaltWords()
  const { stated } = useStated()
  return halts.map((halt) => (
    <p key={halt.id} className="note bad">
      <b>{t.halted}</b> {since === null ? null : <Time at={since} />}: {words(halt)}.{' '}
      {stated(halt.reason)} <Link to="/operator/halts">{t.halts}</Link>
    </p>
  ))
}

function InFlight({ facts: { record, payouts, refunds } }: { facts: OrderFacts }) {
  const t = useText(texts)
  const fills = record.fills.filter((one) => one.filled_at === null && one.declined_at === null)
  const lines = [
    ...fills.map((fill) => t.fillOpen(fill.liquidity_provider)),
    ...payouts.filter(({ status }) => status === 'PENDING').map(() => t.payoutOpen),
    ...refunds
      .filter(({ status }) => status === 'PENDING' || status === 'SENT')
      .map(() => t.refundOpen),
  ]
  return (
    <p className="note">
      <b>{t.flight}:</b> {lines.length === 0 ? t.nothing : lines.join(' ')}
    </p>
  )
}

/** The ends that have one: see docs/order-lifecycle.md. */
const hasReceipt = (status: string): boolean =>
  status === 'STEP_4_COMPLETED' || status === 'FAILED_REFUND_PROCESSED'

const receiptOf = (id: string, ending: '' | '.pdf', language: Language): string =>
  addressOf(`/operator/v1/orders/{order_id}/receipt${ending}`, { order_id: id }, { language })

function Terms({ facts: { order, record } }: { facts: OrderFacts }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { organization_id: organization } = order
  return (
    <Section title={t.facts}>
      <Facts
        facts={{
          [t.organization]: order.organization_name,
          [t.received]: <Money {...amountOf(record.received)} />,
          [t.fee]: <Money amount={record.fee} currency={order.payin.currency} />,
          [t.tax]: <Money amount={record.tax} currency={order.payin.currency} />,
          [t.result]:
            record.desk_result.length === 0
              ? null
              : record.desk_result.map((one) => (
                  <div key={one.currency}>
                    <Money {...one} isLoss={one.amount.startsWith('-')} />
                  </div>
                )),
          [t.own]: record.external_reference_id,
          [t.receipt]: hasReceipt(order.status) ? (
            <span className="acts">
              <a href={receiptOf(order.id, '', language)} target="_blank" rel="noreferrer">
                {t.receipt}
              </a>
              <a href={receiptOf(order.id, '.pdf', language)} target="_blank" rel="noreferrer">
                PDF
              </a>
            </span>
          ) : null,
          [t.funded]: hasFundingEnd(order.status) ? <Time at={record.funding_expires_at} /> : null,
          [t.retried]:
            record.retry_order_id === null ? null : (
              <Link to="/operator/orders/$order" params={{ order: record.retry_order_id }}>
                {record.retry_order_id}
              </Link>
            ),
          [t.orders]: (
            <Link to="/operator/orders" search={{ organization }}>
              {order.organization_name}
            </Link>
          ),
          [t.information]: (
            <Link to="/operator/information" search={{ organization, order: order.id }}>
              {t.information}
            </Link>
          ),
        }}
      />
    </Section>
  )
}
