// A prepared order: what one person prepared, the terms of now, and the decision of another.
import { decimal, type Order, type OrderRequest } from '@corridor/sdk'
import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { Conversion, Money, Rate, useMoneyText } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { Countdown, Time } from '../parts/time.tsx'
import { RequestState } from './approval-state.tsx'
import { corridor } from './corridor.ts'
import { detailName, detailTexts } from './details.ts'
import { offeringsQuery } from './offerings.tsx'
import { useMay, useRoleWords } from './rights.tsx'

const texts = bilingual({
  from: ['From', 'De'],
  to: ['To', 'Para'],
  by: ['Prepared by', 'Preparada por'],
  at: ['Prepared', 'Preparada'],
  status: ['Status', 'Estado'],
  fixed: ['Entered amount', 'Monto ingresado'],
  rate: ['Rate when prepared', 'Tasa al prepararla'],
  reference: ['Your reference', 'Su referencia'],
  note: ['Note', 'Nota'],
  until: ['Waits until', 'Espera hasta'],
  decided: ['Decided by', 'Decidida por'],
  because: ['What was said', 'Lo que se dijo'],
  now: ['Now', 'Ahora'],
  rateNow: ['Rate now', 'Tasa actual'],
  more: [
    (amount: string) => `You pay ${amount} more than the preparer saw.`,
    (amount: string) => `Usted paga ${amount} más que lo que vio quien la preparó.`,
  ],
  less: [
    (amount: string) => `The beneficiary receives ${amount} less than the preparer saw.`,
    (amount: string) => `El beneficiario recibe ${amount} menos que lo que vio quien la preparó.`,
  ],
  usable: ['Quote valid for', 'Cotización válida por'],
  approve: [
    (paid: string, received: string) => `Approve: ${paid} for ${received}`,
    (paid: string, received: string) => `Aprobar: ${paid} por ${received}`,
  ],
  approving: [
    'The order is made with this quote. Then it can only be cancelled while it awaits its funds.',
    'La orden se crea con esta cotización. Luego solo puede cancelarse mientras espera sus fondos.',
  ],
  reject: ['Reject', 'Rechazar'],
  withdraw: ['Withdraw', 'Retirar'],
  ending: ['Nothing is ordered.', 'No se crea ninguna orden.'],
  why: ['Why (may be empty)', 'Por qué (puede quedar vacío)'],
  own: [
    'You prepared this, so somebody else must approve it.',
    'Usted la preparó, así que otra persona debe aprobarla.',
  ],
  closed: [
    (who: string) => `The role ${who} approves it.`,
    (who: string) => `La aprueba el rol ${who}.`,
  ],
  gone: [
    'The instruments of this order have no offering now.',
    'Los instrumentos de esta orden no tienen oferta ahora.',
  ],
})

export const Amounts = ({ of }: { of: OrderRequest }) => (
  <Conversion
    from={{ amount: of.payin_total, currency: of.payin_currency }}
    to={{ amount: of.payout_total, currency: of.payout_currency }}
  />
)

export function RequestPanel({ id, organization }: { id: string; organization: string }) {
  const query = useQuery({
    queryKey: [organization, 'order-request', id],
    queryFn: () => corridor.orderRequests.get(organization, id),
  })
  return (
    <Answer query={query}>
      {(request) => <RequestFacts request={request} organization={organization} />}
    </Answer>
  )
}

function RequestFacts({ request, organization }: { request: OrderRequest; organization: string }) {
  const t = useText(texts)
  const may = useMay()
  const { who } = useRoleWords()
  const { data: session } = useQuery(sessionQuery)
  const isOwn = request.prepared_by.id === session?.person?.id
  const isOpen = request.status === 'PENDING'
  return (
    <>
      <p className="big">
        <Amounts of={request} />
      </p>
      <Facts
        facts={{
          [t.status]: <RequestState request={request} />,
          [t.fixed]:
            request.priced_by === null ? null : (
              <Money
                amount={request[`${request.priced_by}_total`]}
                currency={request[`${request.priced_by}_currency`]}
              />
            ),
          [t.rate]: (
            <Rate
              rate={request.exchange_rate}
              from={request.payin_currency}
              to={request.payout_currency}
            />
          ),
          [t.from]: <Party id={request.payin_instrument_id} {...{ organization }} />,
          [t.to]: <Party id={request.payout_instrument_id} {...{ organization }} />,
          [t.by]: request.prepared_by.login,
          [t.at]: <Time at={request.prepared_at} isReal />,
          [t.until]: isOpen ? <Time at={request.expires_at} isReal /> : null,
          [t.reference]: request.external_reference_id,
          [t.note]: request.note,
          [t.decided]: request.decided_by?.login ?? null,
          [t.because]: request.decision_note,
        }}
      />
      <Metadata of={request} />
      {!isOpen ? null : isOwn ? (
        <>
          <p className="note">{t.own}</p>
          <End request={request} organization={organization} verb="withdraw" />
        </>
      ) : may('approve') ? (
        <>
          <Approve request={request} organization={organization} />
          <End request={request} organization={organization} verb="reject" />
        </>
      ) : (
        <p className="note">{t.closed(who('approve'))}</p>
      )}
    </>
  )
}

/** Whoever approves answers for the account too: its details as the desk pays them. */
function Party({ id, organization }: { id: string; organization: string }) {
  const names = useText(detailTexts)
  const query = useQuery({
    queryKey: [organization, 'instrument', id],
    queryFn: () => corridor.instruments.get(organization, id),
  })
  return (
    <Answer query={query} lines={2}>
      {({ alias, details }) => (
        <>
          <Link to="/$organization/instruments" params={{ organization }} search={{ open: id }}>
            {alias}
          </Link>
          {Object.entries(details).map(([name, value]) =>
            value === '' ? null : (
              <div key={name} className="dim">
                {detailName(names, name)}: {String(value)}
              </div>
            ),
          )}
        </>
      )}
    </Answer>
  )
}

/** A quote of now for the total that the preparer entered. A quote is firm: it is made once, and anew when it has expired. */
function Approve({ request, organization }: { request: OrderRequest; organization: string }) {
  const t = useText(texts)
  const money = useMoneyText()
  const navigate = useNavigate()
  const offerings = useQuery(offeringsQuery(organization))
  const offering = offerings.data?.find(
    ({ offering: { payin, payout } }) =>
      payin.external_payment_instrument.id === request.payin_instrument_id &&
      payout.external_payment_instrument.id === request.payout_instrument_id,
  )?.offering
  const quoting = useQuery({
    queryKey: ['quote of request', request.id, offering?.id],
    queryFn: () =>
      corridor.quotes.create(organization, {
        offering_id: offering?.id ?? '',
        ...(request.priced_by === 'payout'
          ? { payout_amount: request.payout_total }
          : { payin_amount: request.payin_total }),
      }),
    enabled: offering !== undefined,
    refetchInterval: 20_000,
    gcTime: 0,
  })
  if (offerings.data !== undefined && offering === undefined)
    return <p className="note">{t.gone}</p>
  return (
    <Answer query={quoting}>
      {(quote) => {
        const { payin_currency: from, payout_currency: to } = request
        const isMore = decimal.compare(quote.payin.total, request.payin_total) > 0
        const isLess = decimal.compare(quote.payout.total, request.payout_total) < 0
        const [paid, received] = [money(quote.payin.total, from), money(quote.payout.total, to)]
        return (
          <>
            <h3>{t.now}</h3>
            <p>
              <Conversion
                from={{ amount: quote.payin.total, currency: from }}
                to={{ amount: quote.payout.total, currency: to }}
              />
            </p>
            {isMore ? (
              <p className="note bad">
                {t.more(money(decimal.subtract(quote.payin.total, request.payin_total), from))}
              </p>
            ) : null}
            {isLess ? (
              <p className="note bad">
                {t.less(money(decimal.subtract(request.payout_total, quote.payout.total), to))}
              </p>
            ) : null}
            <Facts
              facts={{
                [t.rateNow]: <Rate rate={quote.exchange_rate} from={from} to={to} />,
                [t.usable]: <Countdown until={quote.submission_expires_at} isBare />,
              }}
            />
            <Act
              tone="primary"
              right="approve"
              label={t.approve(paid, received)}
              confirm={<p>{t.approving}</p>}
              run={(): Promise<Order> =>
                corridor.orderRequests.approve(organization, request.id, { quote_id: quote.id })
              }
              onDone={({ id }) =>
                void navigate({
                  to: '/$organization/orders/$order',
                  params: { organization, order: id },
                })
              }
            />
          </>
        )
      }}
    </Answer>
  )
}

function End({
  request,
  organization,
  verb,
}: {
  request: OrderRequest
  organization: string
  verb: 'reject' | 'withdraw'
}) {
  const t = useText(texts)
  const [note, setNote] = useState('')
  const body = note.trim() === '' ? {} : { note: note.trim() }
  return (
    <div className="acts">
      <Act
        tone="danger"
        label={t[verb]}
        confirm={
          <>
            <p>{t.ending}</p>
            <Textarea
              label={t.why}
              value={note}
              maxLength={500}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </>
        }
        run={() => corridor.orderRequests[verb](organization, request.id, body)}
      />
    </div>
  )
}
