// One order: where its money is, what happens next, and everything that happened.
import type { Order, OrderAct, OrderStatus } from '@corridor/sdk'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { DeskContact } from '../parts/desk-contact.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { useFlash } from '../parts/live.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { Countdown, Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { Funding } from './funding.tsx'
import { happeningOf } from './happening.ts'
import { OnHold, useIsOnHold } from './on-hold.tsx'
import { OrderConversion, payinOf } from './order-row.tsx'
import { Terms } from './order-terms.tsx'
import { OrderSteps } from './order-steps.tsx'
import { OrderLedger } from './order-ledger.tsx'
import type { Pause } from './order-standing.ts'
import { usePause } from './paused.ts'
import { Timeline, timelineQuery } from './timeline.tsx'
import { OPEN_STATUSES, orderTexts, wordOf } from './order-words.ts'

const texts = bilingual({
  title: [
    (reference: string, state: string) => `Order ${reference}: ${state}`,
    (reference: string, state: string) => `Orden ${reference}: ${state}`,
  ],
  loading: ['Order', 'Orden'],
  left: ['Funds must arrive in', 'Los fondos deben llegar en'],
  cameBack: [
    'The payout came back. The money is held for you until the desk pays it again or refunds it.',
    'El pago volvió. El dinero queda retenido para usted hasta que la mesa lo pague otra vez o lo reembolse.',
  ],
  cameBackRefunded: [
    'The payout came back, and the money goes back to the payer.',
    'El pago volvió, y el dinero regresa al pagador.',
  ],
  ended: ['Without funds the order ends in', 'Sin fondos la orden termina en'],
  sendNothing: [
    'Send nothing now: the desk holds this order. Money that has arrived or still arrives is safe, and goes on only when the hold ends.',
    'No envíe nada ahora: la mesa retiene esta orden. El dinero que llegó o que llegue está a salvo y sigue solo cuando termine la retención.',
  ],
  heldMoney: [
    'A person at the desk checks the order before it goes on. Money that arrived is safe.',
    'Una persona de la mesa revisa la orden antes de que siga. El dinero recibido está a salvo.',
  ],
  fund: [
    (amount: string) => `Simulate the funding of ${amount}`,
    (amount: string) => `Simular el envío de ${amount}`,
  ],
  cancel: [
    (reference: string) => `Cancel order ${reference}`,
    (reference: string) => `Cancelar la orden ${reference}`,
  ],
  cancelled: [
    'An order that was cancelled cannot be funded any more. Nothing has been paid.',
    'Una orden cancelada ya no recibe fondos. No se ha pagado nada.',
  ],
  retry: ['Retry with a fresh quote', 'Reintentar con una cotización nueva'],
  refund: [(amount: string) => `Refund ${amount}`, (amount: string) => `Reembolsar ${amount}`],
  refundBefore: [
    (amount: string, to: string) =>
      `Now ${amount} is held for this order. Afterwards it goes back to ${to}, and the order cannot be retried.`,
    (amount: string, to: string) =>
      `Ahora hay ${amount} retenidos para esta orden. Después vuelven a ${to}, y la orden ya no se puede reintentar.`,
  ],
  receipt: ['Receipt', 'Recibo'],
  pdf: ['Receipt as PDF', 'Recibo en PDF'],
  /** For who reads the other language. */
  other: ['Recibo en español', 'Receipt in English'],
  retried: ['It was retried by', 'Se reintentó con la orden'],
  new: ['Quote the same again', 'Cotizar lo mismo otra vez'],
})

const ENDED: readonly OrderStatus[] = ['STEP_4_COMPLETED', 'FAILED_REFUND_PROCESSED']
const POLL_MS = 30_000
/** What only the desk can end. */
const OF_THE_DESK = { sendNothing: true, cameBack: true, heldMoney: true }

export function OrderPage() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const { organization, order: id } = useParams({ from: '/$organization/orders/$order' })
  const query = useQuery({
    queryKey: [organization, 'order', id],
    queryFn: () => corridor.orders.get(organization, id),
    // Beside the stream of events, as it may be lost without a sign.
    refetchInterval: POLL_MS,
  })
  const order = query.data
  const status = order?.status.current_status
  const flash = useFlash(id)
  const { data: timeline, isLoading } = useQuery({
    ...timelineQuery(organization, id),
    // No event tells that a payout was prepared.
    refetchInterval: status === 'STEP_3_SETTLING_PAYOUT' ? POLL_MS : false,
  })
  const isOnHold = useIsOnHold(organization, order)
  const happening = status && happeningOf(status, timeline, isOnHold)
  const pause = usePause(organization, order)
  const standing =
    happening === 'sendNothing' || happening === 'heldMoney' ? happening : (pause?.step ?? status)
  const { data: session } = useQuery(sessionQuery)
  return (
    <Page
      title={
        order === undefined || standing === undefined
          ? t.loading
          : t.title(order.reference_number, wordOf(words, standing))
      }
      below={order === undefined ? <Id id={id} /> : <OrderConversion order={order} />}
      acts={order === undefined ? undefined : <Acts order={order} organization={organization} />}
    >
      <Answer query={query} lines={12}>
        {(shown) => (
          <>
            {OPEN_STATUSES.includes(shown.status.current_status) ? (
              <OnHold organization={organization} />
            ) : null}
            <div className={flash}>
              <p
                className={
                  happening === 'sendNothing' || shown.status.current_status.startsWith('FAILED')
                    ? 'note bad'
                    : 'note'
                }
              >
                <Happening
                  order={shown}
                  organization={organization}
                  happening={happening ?? shown.status.current_status}
                  pause={pause}
                />
              </p>
              <OrderSteps order={shown} standing={standing ?? shown.status.current_status} />
            </div>
            {happening === 'STEP_1_AWAITING_FUNDING' ? (
              // Nobody copies an address before it is known that money may be sent there.
              <div style={isLoading || isOnHold === undefined ? { visibility: 'hidden' } : {}}>
                <Funding order={shown} isSandbox={session?.environment === 'sandbox'} />
              </div>
            ) : null}
            <div className="columns">
              <Terms order={shown} />
              <Timeline organization={organization} order={shown} />
            </div>
            <OrderLedger organization={organization} order={shown} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Happening({
  order,
  organization,
  happening,
  pause,
}: {
  order: Order
  organization: string
  happening: ReturnType<typeof happeningOf>
  pause: Pause | undefined
}) {
  const t = useText(texts)
  const words = useText(orderTexts)
  const status = order.status.current_status
  const { data: quote } = useQuery({
    queryKey: [organization, 'quote of', order.quote_id],
    queryFn: () => corridor.quotes.get(organization, order.quote_id),
    enabled: status === 'STEP_1_AWAITING_FUNDING',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { sendNothing, cameBackRefunded, cameBack, heldMoney } = t
  const sentences = { ...words.money, sendNothing, cameBackRefunded, cameBack, heldMoney }
  return (
    <>
      {pause === undefined || happening !== status ? (
        <>
          {sentences[happening]} {happening in OF_THE_DESK ? <DeskContact /> : null}
        </>
      ) : (
        <>
          {words.pausedMoney[pause.step]} <Time at={pause.since} isExact />.
        </>
      )}{' '}
      {quote === undefined || status !== 'STEP_1_AWAITING_FUNDING' ? null : (
        <>
          {happening === 'sendNothing' ? t.ended : t.left}{' '}
          <Countdown until={quote.funding_expires_at} isBare />.
        </>
      )}
      {order.retry_order_id === null ? null : (
        <>
          {t.retried}{' '}
          <Link
            to="/$organization/orders/$order"
            params={{ organization, order: order.retry_order_id }}
          >
            {order.retry_order_id.slice(-6)}
          </Link>
          .
        </>
      )}
    </>
  )
}

function Acts({ order, organization }: { order: Order; organization: string }) {
  const t = useText(texts)
  const money = useMoneyText()
  const { data: session } = useQuery(sessionQuery)
  const { id, reference_number: reference } = order
  const status = order.status.current_status
  const { data: acts = [] } = useQuery({
    // The version of the order: its acts are asked for anew with each change.
    queryKey: [organization, 'acts', id, order.updated_at],
    queryFn: () => corridor.orders.acts(organization, id),
    enabled: !ENDED.includes(status),
  })
  const isOpen = (act: OrderAct['act']): boolean =>
    acts.some((one) => one.act === act && one.is_open)
  const paid = payinOf(order)
  const amount = money(paid.amount, paid.currency)
  const { language } = useLanguage()
  const other = language === 'es' ? 'en' : 'es'
  const receipt = (form: string, as = language) =>
    `/console/v1/organizations/${organization}/orders/${id}/receipt${form}?language=${as}`
  if (status === 'STEP_1_AWAITING_FUNDING')
    return (
      <>
        {session?.environment === 'sandbox' ? (
          <Act
            tone="primary"
            label={t.fund(amount)}
            run={() => corridor.orders.simulateDemoFunding(organization, id)}
          />
        ) : null}
        {isOpen('cancel') ? (
          <Act
            tone="danger"
            label={t.cancel(reference)}
            run={() => corridor.orders.cancel(organization, id)}
            confirm={<p>{t.cancelled}</p>}
          />
        ) : null}
      </>
    )
  if (isOpen('retry'))
    return (
      <>
        <Button
          renderRoot={(props) => (
            <Link
              to="/$organization/quote"
              params={{ organization }}
              search={{ retry: id, offering: order.offering_id, payin: order.payin.total }}
              {...props}
            />
          )}
        >
          {t.retry}
        </Button>
        <Act
          tone="danger"
          label={t.refund(amount)}
          run={() => corridor.orders.refund(organization, id)}
          confirm={<p>{t.refundBefore(amount, order.payin.external_payment_instrument.alias)}</p>}
        />
      </>
    )
  if (ENDED.includes(status))
    return (
      <>
        <Button variant="default" component="a" href={receipt('')} target="_blank">
          {t.receipt}
        </Button>
        <Button variant="default" component="a" href={receipt('.pdf')} target="_blank">
          {t.pdf}
        </Button>
        <Button
          variant="default"
          component="a"
          href={receipt('.pdf', other)}
          target="_blank"
          lang={other}
        >
          {t.other}
        </Button>
      </>
    )
  if (status === 'FAILED_FUNDING_EXPIRED' || status === 'FAILED_CANCELLED')
    return (
      <Button
        renderRoot={(props) => (
          <Link
            to="/$organization/quote"
            params={{ organization }}
            search={{ payin: order.payin.total }}
            {...props}
          />
        )}
      >
        {t.new}
      </Button>
    )
  return null
}
