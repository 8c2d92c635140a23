// One deposit, payout or refund: where it stands at its rail, its order, and whether its details are still kept.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMethodName } from '../customer/details.ts'
import { Answer } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { readQuery } from './api.ts'
import { Erased } from './erased.tsx'
import { Transaction } from './explorer.tsx'
import { InQueue } from './in-queue.tsx'
import { PlainActs } from './plain-acts.tsx'
import { deskMoneyTexts, outcomeShapes } from './money-words.ts'
import { useStated } from './stated.ts'
import { Status, useWord } from './status-words.tsx'

const texts = bilingual({
  transaction: ['Transaction', 'Transacción'],
  reference: ['Reference', 'Referencia'],
  address: ['Arrived at', 'Llegó a'],
  assigned: ['Assigned', 'Asignado'],
  reversed: ['Reversed', 'Revertido'],
  code: ['Code of the rail', 'Código del riel'],
  lost: ['Lost', 'Perdido'],
  left: ['Left suspense to', 'Del suspenso pasó a'],
  leftAt: ['Left suspense', 'Salió del suspenso'],
  settled: ['Arrived', 'Llegó'],
  rejected: ['Rejected', 'Rechazado'],
  returned: ['Came back', 'Volvió'],
  fee: ['Fee of the rail', 'Costo del riel'],
  attempt: ['Attempts', 'Intentos'],
  borneFee: ['Fee that the payer bears', 'Comisión a cargo del pagador'],
  givenBack: ['Given back by a reversal', 'Devuelto por una reversión'],
  changed: ['Changed', 'Cambió'],
  open: ['Open the instrument', 'Abrir el instrumento'],
  openOrder: ['Open the order', 'Abrir la orden'],
  openDeposit: ['Open the deposit', 'Abrir el depósito'],
})

/** Items of the queue for whatever was screened. */
const SCREENED = ['screening_hit', 'unanswered_screening'] as const

type Amount = { amount: string; currency: string } | null
const money = (value: Amount): ReactNode => (value === null ? null : <Money {...value} />)
const time = (at: string | null): ReactNode => (at === null ? null : <Time at={at} />)

function OrderLink({ order }: { order: string | null }) {
  const t = useText(texts)
  return order === null ? null : (
    <p>
      <Link to="/operator/orders/$order" params={{ order }}>
        {t.openOrder}
      </Link>
    </p>
  )
}

function InstrumentLink({ id }: { id: string | null }) {
  const t = useText(texts)
  return id === null ? null : (
    <p>
      <Link to="/operator/instruments" search={{ open: id }}>
        {t.open}
      </Link>
    </p>
  )
}

export function DepositPanel({ id }: { id: string }) {
  const t = useText(texts)
  const { stated } = useStated()
  const words = useText(deskMoneyTexts)
  const query = useQuery(readQuery('/operator/v1/deposits/{deposit_id}', { deposit_id: id }))
  return (
    <Answer query={query}>
      {(one) => (
        <>
          <Facts
            facts={{
              [words.amount]: money(one),
              [words.status]: (
                <State word={words.outcome[one.outcome]} shape={outcomeShapes[one.outcome]} />
              ),
              [words.who]: one.organization_name,
              [words.rail]: one.rail,
              [t.transaction]: <Transaction rail={one.rail} value={one.transaction} />,
              [t.address]: <span className="code">{one.address}</span>,
              [words.recorded]: time(one.recorded_at),
              [t.assigned]: time(one.assigned_at),
              [t.reversed]: time(one.reversed_at),
              [t.code]: stated(one.reversal_code),
              [t.lost]: money(one.lost),
              [t.left]: one.exit_account,
              [t.leftAt]: time(one.exited_at),
              [words.id]: <Id id={id} />,
            }}
          />
          <Erased at={one.sender_erased_at} what="sender" />
          <OrderLink order={one.order_id ?? one.reversal_order_id} />
          {one.order_id === null ? (
            <InQueue id={id} kinds={['unmatched_deposit', ...SCREENED]} />
          ) : null}
        </>
      )}
    </Answer>
  )
}

export function PayoutPanel({ id }: { id: string }) {
  const t = useText(texts)
  const { stated } = useStated()
  const words = useText(deskMoneyTexts)
  const methodName = useMethodName()
  const query = useQuery(readQuery('/operator/v1/payouts/{payout_id}', { payout_id: id }))
  return (
    <Answer query={query}>
      {(one) => (
        <>
          <Facts
            facts={{
              [words.amount]: money(one),
              [words.status]: <Status status={one.status} />,
              [words.who]: one.organization_name,
              [words.method]: methodName(one.method),
              [words.rail]: one.rail,
              [t.reference]: <Transaction rail={one.rail} value={one.reference ?? one.rail_key} />,
              [t.fee]: money(one.fee),
              [words.created]: time(one.created_at),
              [t.settled]: time(one.settled_at),
              [t.rejected]: time(one.rejected_at),
              [t.returned]: time(one.returned_at),
              [t.code]: stated(one.rejection_code),
              [words.id]: <Id id={id} />,
            }}
          />
          <Erased at={one.prepared_erased_at} what="prepared" />
          {one.status === 'PENDING' || one.status === 'RETURNED' ? (
            <InQueue id={id} kinds={['returned_payout', ...SCREENED]} />
          ) : null}
          <OrderLink order={one.order_id} />
          <InstrumentLink id={one.external_payment_instrument_id} />
        </>
      )}
    </Answer>
  )
}

export function RefundPanel({ id }: { id: string }) {
  const t = useText(texts)
  const { stated } = useStated()
  const words = useText(deskMoneyTexts)
  const word = useWord()
  const query = useQuery(readQuery('/operator/v1/refunds/{refund_id}', { refund_id: id }))
  return (
    <Answer query={query}>
      {(one) => (
        <>
          <Facts
            facts={{
              [words.amount]: money(one),
              [words.status]: <Status status={one.status} />,
              [words.because]: word(one.reason),
              [words.who]: one.organization_name,
              [words.rail]: one.rail,
              [t.reference]: <Transaction rail={one.rail} value={one.reference ?? one.rail_key} />,
              [t.attempt]: String(one.attempt),
              [t.fee]: money(one.fee),
              [t.borneFee]: money({ amount: one.borne_fee, currency: one.currency }),
              [t.givenBack]: money(one.given_back_by_reversal),
              [words.created]: time(one.created_at),
              [t.changed]: time(one.updated_at),
              [t.code]: stated(one.rejection_code),
              [words.id]: <Id id={id} />,
            }}
          />
          <Erased at={one.prepared_erased_at} what="prepared" />
          {['PROCESSED', 'KEPT', 'COLLECTED', 'WRITTEN_OFF'].includes(one.status) ? null : (
            <>
              <InQueue id={id} kinds={['refund', ...SCREENED]} />
              <PlainActs subject={id} />
            </>
          )}
          <OrderLink order={one.order_id} />
          {one.deposit_id === null ? null : (
            <p>
              <Link to="/operator/money" search={{ open: one.deposit_id }}>
                {t.openDeposit}
              </Link>
            </p>
          )}
          <InstrumentLink id={one.external_payment_instrument_id} />
        </>
      )}
    </Answer>
  )
}
