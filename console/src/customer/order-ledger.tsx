// The transfers of an order in the ledger, in the order in which they were posted.
import type { Order, Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { timelineQuery } from './timeline.tsx'

type Posting = Schemas['PostingKind']
const english: Record<Posting, string> = {
  deposit: 'deposit',
  deposit_reversed: 'deposit taken back by the rail',
  receivable: 'owed by the payer',
  fill: 'conversion, fee and tax',
  fx_result: 'result of the conversion',
  fill_unwound: 'conversion undone',
  payout: 'payout',
  payout_rejected: 'payout rejected',
  payout_ended: 'payout ended',
  payout_returned: 'payout came back',
  refund: 'refund',
  refund_returned: 'refund came back',
  send_fee: 'fee of a transfer',
  carry_over: 'carried to another order',
  movement: 'movement',
}
const spanish: Record<Posting, string> = {
  deposit: 'depósito',
  deposit_reversed: 'depósito retirado por el medio de pago',
  receivable: 'adeudado por el pagador',
  fill: 'conversión, comisión e impuesto',
  fx_result: 'resultado de la conversión',
  fill_unwound: 'conversión deshecha',
  payout: 'pago',
  payout_rejected: 'pago rechazado',
  payout_ended: 'pago terminado',
  payout_returned: 'el pago volvió',
  refund: 'reembolso',
  refund_returned: 'el reembolso volvió',
  send_fee: 'costo de una transferencia',
  carry_over: 'llevado a otra orden',
  movement: 'movimiento',
}
const texts = bilingual(
  {
    title: 'Ledger of this order',
    about: 'A credit is money owed to you. A debit is money that was used or sent.',
    what: 'What',
    debit: 'Debit',
    credit: 'Credit',
    at: 'At',
    posting: english,
  },
  {
    title: 'Libro de esta orden',
    about: 'Un crédito es dinero que se le debe. Un débito es dinero usado o enviado.',
    what: 'Qué',
    debit: 'Débito',
    credit: 'Crédito',
    at: 'Cuándo',
    posting: spanish,
  },
)

/** Nothing before the first transfer. */
export function OrderLedger({ organization, order }: { organization: string; order: Order }) {
  const t = useText(texts)
  const { data } = useQuery(timelineQuery(organization, order.id))
  if (data === undefined || data.ledger_entries.length === 0) return null
  const entries = data.ledger_entries.map((entry, index) => ({ ...entry, index }))
  const on = (side: Schemas['EntrySide']) => ({
    isMoney: true,
    cell: (one: Schemas['LedgerEntry']) =>
      one.side === side ? <Money amount={one.amount} currency={one.currency} /> : '',
  })
  return (
    <Section title={t.title}>
      <p className="dim">{t.about}</p>
      <Table
        name="ledger"
        label={t.title}
        rows={entries}
        idOf={({ index }) => String(index)}
        columns={[
          { id: 'what', head: t.what, cell: ({ posting }) => t.posting[posting] },
          { id: 'debit', head: t.debit, ...on('debit') },
          { id: 'credit', head: t.credit, ...on('credit') },
          { id: 'at', head: t.at, cell: ({ posted_at: at }) => <Time at={at} /> },
        ]}
      />
    </Section>
  )
}
