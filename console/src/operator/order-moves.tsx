// The money of an order: what came in, was converted, went out and came back.
import { Link } from '@tanstack/react-router'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from './api.ts'
import { Erased } from './erased.tsx'
import { Transaction } from './explorer.tsx'
import type { OrderFacts } from './order-exits.tsx'
import { useStated } from './stated.ts'
import { Status, useWord } from './status-words.tsx'

const texts = bilingual({
  deposits: ['Money in', 'Dinero que entró'],
  fills: ['Conversions', 'Conversiones'],
  payouts: ['Money out', 'Dinero que salió'],
  refunds: ['Money back', 'Dinero devuelto'],
  none: ['None.', 'Nada.'],
  amount: ['Amount', 'Monto'],
  rail: ['Rail', 'Riel'],
  transaction: ['Transaction', 'Transacción'],
  outcome: ['Outcome', 'Resultado'],
  at: ['When', 'Cuándo'],
  status: ['Status', 'Estado'],
  reference: ['Reference', 'Referencia'],
  provider: ['Provider', 'Proveedor'],
  sold: ['Sold', 'Vendido'],
  delivered: ['Delivered', 'Entregado'],
  rate: ['Firm rate', 'Tasa firme'],
  because: ['Because', 'Por'],
  id: ['Id', 'Id'],
  open: ['open', 'abierto'],
})

/** Records write amounts as `10.00 USDC`. */
export function amountOf(text: string): Schemas['Money'] {
  const [amount = '', currency = ''] = text.split(' ')
  return { amount, currency }
}

export function Moves({ facts: { order, record, payouts, refunds } }: { facts: OrderFacts }) {
  const t = useText(texts)
  const none = <p className="dim">{t.none}</p>
  const { payin, payout } = order
  const word = useWord()
  const { stated } = useStated()
  const sentColumns = useSentColumns()
  return (
    <>
      <Section title={t.deposits}>
        {record.deposits.length === 0 ? (
          none
        ) : (
          <Table
            name="order-deposits"
            label={t.deposits}
            rows={record.deposits}
            idOf={({ id }) => id}
            columns={[
              { id: 'amount', head: t.amount, isMoney: true, cell: (one) => <Money {...one} /> },
              { id: 'outcome', head: t.outcome, cell: (one) => word(one.outcome) },
              { id: 'rail', head: t.rail, cell: (one) => one.rail ?? '' },
              {
                id: 'tx',
                head: t.transaction,
                cell: (one) => <Transaction rail={one.rail ?? null} value={one.transaction} />,
              },
              { id: 'at', head: t.at, cell: (one) => <Time at={one.recorded_at} /> },
              { id: 'id', head: t.id, cell: ({ id }) => <OpenMove kind="deposits" id={id} /> },
            ]}
          />
        )}
      </Section>
      <Section title={t.fills}>
        {record.fills.length === 0 ? (
          none
        ) : (
          <Table
            name="order-fills"
            label={t.fills}
            rows={record.fills}
            idOf={(one) => one.provider_key}
            columns={[
              { id: 'provider', head: t.provider, cell: (one) => one.liquidity_provider },
              {
                id: 'sold',
                head: t.sold,
                isMoney: true,
                cell: ({ sold }) => (sold === null ? t.open : <Money {...amountOf(sold)} />),
              },
              {
                id: 'delivered',
                head: t.delivered,
                isMoney: true,
                cell: ({ delivered }) =>
                  delivered === null ? t.open : <Money {...amountOf(delivered)} />,
              },
              {
                id: 'rate',
                head: t.rate,
                cell: (one) => (
                  <Rate rate={one.firm_rate} from={payin.currency} to={payout.currency} />
                ),
              },
              { id: 'code', head: t.because, cell: (one) => stated(one.decline_code) },
              {
                id: 'reference',
                head: t.reference,
                cell: (one) => <span className="code">{one.reference ?? ''}</span>,
              },
              { id: 'at', head: t.at, cell: (one) => <Time at={one.created_at} /> },
            ]}
          />
        )}
      </Section>
      <Section title={t.payouts}>
        {payouts.length === 0 ? (
          none
        ) : (
          <Table
            name="order-payouts"
            label={t.payouts}
            rows={payouts}
            idOf={({ id }) => id}
            columns={sentColumns('payouts')}
          />
        )}
      </Section>
      {refunds.length === 0 ? null : (
        <Section title={t.refunds}>
          <Table
            name="order-refunds"
            label={t.refunds}
            rows={refunds}
            idOf={({ id }) => id}
            columns={sentColumns<Schemas['DeskRefund']>('refunds', [
              { id: 'because', head: t.because, cell: (one) => word(one.reason) },
            ])}
          />
        </Section>
      )}
    </>
  )
}

type Sent = Schemas['DeskPayout'] | Schemas['DeskRefund']

/** The columns of payouts and refunds, with what one of them has more. */
function useSentColumns() {
  const t = useText(texts)
  const { stated } = useStated()
  return <Row extends Sent>(kind: string, more: Column<Row>[] = []): Column<Row>[] => [
    { id: 'amount', head: t.amount, isMoney: true, cell: (one) => <Money {...one} /> },
    {
      id: 'status',
      head: t.status,
      cell: (one) => (
        <>
          <Status status={one.status} />
          {one.rejection_code === null ? null : (
            <div className="dim">{stated(one.rejection_code)}</div>
          )}
          <Erased at={one.prepared_erased_at} what="prepared" />
        </>
      ),
    },
    ...more,
    { id: 'rail', head: t.rail, cell: (one) => one.rail ?? '' },
    {
      id: 'reference',
      head: t.reference,
      cell: (one) => <Transaction rail={one.rail} value={one.reference ?? one.rail_key} />,
    },
    { id: 'at', head: t.at, cell: (one) => <Time at={one.created_at} /> },
    { id: 'id', head: t.id, cell: ({ id }) => <OpenMove kind={kind} id={id} /> },
  ]
}

/** Leads to the deposit, payout or refund itself. */
const OpenMove = ({ kind, id }: { kind: string; id: string }) => (
  <Link to="/operator/money" search={{ kind, open: id }} title={id}>
    {shortId(id)}
  </Link>
)
