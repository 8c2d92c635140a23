// Refunds: money that goes back to the payer, why, and where it is.
import type { Refund, Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { State, type Shape } from '../parts/status.tsx'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useShown } from '../parts/address.ts'
import { oneOf } from '../parts/chips.tsx'
import { given } from '../parts/given.ts'
import { AmountBetween, ListFilters, Period } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { corridor } from './corridor.ts'
import { refundExport } from './export-columns.ts'
import { ExportList } from './export-list.tsx'
import { moneyTexts } from './money-words.ts'

const texts = bilingual({
  title: ['Refunds', 'Reembolsos'],
  refund: ['Refund', 'Reembolso'],
  amount: ['Amount', 'Monto'],
  state: ['State', 'Estado'],
  why: ['Why', 'Por qué'],
  order: ['Order', 'Orden'],
  open: ['Open the order', 'Abrir la orden'],
  created: ['Created', 'Creado'],
  changed: ['Changed', 'Cambió'],
  reference: ['Reference of the rail', 'Referencia del medio de pago'],
  deposit: ['Deposit', 'Depósito'],
  to: ['To', 'Para'],
  fee: ['Fee taken off', 'Comisión descontada'],
  all: ['All', 'Todos'],
  none: ['No refunds', 'No hay reembolsos'],
  how: [
    'Money goes back when it arrives too late, in excess or in another currency, or when an order cannot be completed.',
    'El dinero vuelve cuando llega tarde, de más o en otra moneda, o cuando una orden no se puede completar.',
  ],
})

const shapes: Readonly<Record<Schemas['RefundStatus'], Shape>> = {
  PENDING: 'waiting',
  SENT: 'moving',
  PROCESSED: 'done',
  FAILED: 'failed',
  KEPT: 'waiting',
  COLLECTED: 'done',
  WRITTEN_OFF: 'off',
}

/** The currencies that the organization's routes pay in: refunds are of these. */
function usePayinCurrencies(organization: string): string[] {
  const { data: routes = [] } = useQuery({
    queryKey: [organization, 'routes'],
    queryFn: () => corridor.routes.list(organization).all(),
  })
  return [...new Set(routes.map(({ payin_currency: code }) => code))].toSorted()
}

const STATUSES = ['PENDING', 'SENT', 'PROCESSED', 'FAILED'] as const

function RefundState({ status }: { status: Schemas['RefundStatus'] }) {
  const words = useText(moneyTexts)
  return <State word={words.refund[status]} shape={shapes[status]} />
}

export function Refunds() {
  const t = useText(texts)
  const words = useText(moneyTexts)
  const { organization } = useParams({ from: '/$organization' })
  const [{ status, currency, min, max, from, to }] = useShown()
  const { sorting, sorted } = useSort('created')
  const currencies = usePayinCurrencies(organization)
  const filters = {
    ...given({ status: oneOf(STATUSES, status), currency }),
    ...(currency === undefined ? {} : given({ min_amount: min, max_amount: max })),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages([organization, 'refunds', filters], (pageParam) =>
    corridor.refunds.list(organization, { ...pageFrom(pageParam), ...filters }).page(),
  )
  const columns: Column<Refund>[] = [
    {
      id: 'amount',
      head: t.amount,
      isMoney: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { id: 'state', head: t.state, cell: ({ status }) => <RefundState status={status} /> },
    { id: 'why', head: t.why, cell: ({ reason }) => words.reason[reason] },
    { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.refund, cell: ({ id }) => <Id id={id} /> },
  ]
  return (
    <ObjectsPage
      {...sorted}
      name="refunds"
      title={t.title}
      one={t.refund}
      above={
        <ListFilters
          views="refunds"
          status={[
            t.state,
            [[undefined, t.all], ...STATUSES.map((one) => [one, words.refund[one]] as const)],
          ]}
          exports={
            <ExportList
              key={JSON.stringify(filters)}
              name="refunds"
              columns={refundExport}
              read={() => corridor.refunds.list(organization, { ...filters, limit: 200 })}
            />
          }
        >
          <AmountBetween label={t.amount} currencies={currencies} />
          <Period />
        </ListFilters>
      }
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      subjectOf={({ order_id: order }) => order}
      panel={(id) => <RefundPanel organization={organization} id={id} />}
      empty={[t.none, t.how]}
    />
  )
}

function RefundPanel({ organization, id }: { organization: string; id: string }) {
  const t = useText(texts)
  const words = useText(moneyTexts)
  const query = useQuery({
    queryKey: [organization, 'refund', id],
    queryFn: () => corridor.refunds.get(organization, id),
  })
  return (
    <Answer query={query}>
      {(refund) => (
        <>
          <p className="big">
            <Money amount={refund.amount} currency={refund.currency} />
          </p>
          <Facts
            facts={{
              [t.state]: <RefundState status={refund.status} />,
              [t.why]: words.reason[refund.reason],
              [t.fee]: /[1-9]/.test(refund.borne_fee) ? (
                <Money amount={refund.borne_fee} currency={refund.currency} />
              ) : null,
              [t.order]: (
                <Link
                  to="/$organization/orders/$order"
                  params={{ organization, order: refund.order_id }}
                >
                  {t.open}
                </Link>
              ),
              [t.to]:
                refund.external_payment_instrument_id === null ? null : (
                  <Link
                    to="/$organization/instruments"
                    params={{ organization }}
                    search={{ open: refund.external_payment_instrument_id }}
                  >
                    …{refund.external_payment_instrument_id.slice(-6)}
                  </Link>
                ),
              [t.deposit]: refund.deposit_id === null ? null : <Id id={refund.deposit_id} />,
              [t.reference]:
                refund.reference === null ? null : (
                  <Copyable value={refund.reference} label={t.reference} />
                ),
              [t.created]: <Time at={refund.created_at} />,
              [t.changed]: <Time at={refund.updated_at} />,
              [t.refund]: <Copyable value={refund.id} label={t.refund} />,
            }}
          />
        </>
      )}
    </Answer>
  )
}
