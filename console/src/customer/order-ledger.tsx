// The transfers of an order in the ledger, in the order in which they were posted.
import type { Order, Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { moneyTexts } from './money-words.ts'
import { timelineQuery } from './timeline.tsx'

const texts = bilingual({
  title: ['Ledger of this order', 'Libro contable de esta orden'],
  about: [
    'A credit is money owed to you. A debit is money that was used or sent.',
    'Un crédito es dinero que se le debe. Un débito es dinero usado o enviado.',
  ],
  what: ['What', 'Qué'],
  debit: ['Debit', 'Débito'],
  credit: ['Credit', 'Crédito'],
  at: ['At', 'Cuándo'],
  fee: ['fee', 'comisión'],
  tax: ['tax', 'impuesto'],
})

/** Nothing before the first transfer. */
export function OrderLedger({ organization, order }: { organization: string; order: Order }) {
  const t = useText(texts)
  const words = useText(moneyTexts)
  const { data } = useQuery(timelineQuery(organization, order.id))
  if (data === undefined || data.ledger_entries.length === 0) return null
  const entries = data.ledger_entries.map((entry, index) => ({ ...entry, index }))
  const on = (side: Schemas['EntrySide']) => ({
    isMoney: true,
    cell: (one: Schemas['LedgerEntry']) =>
      one.side === side ? <Money amount={one.amount} currency={one.currency} /> : '',
  })
  // A conversion takes the fee, the tax and the rest apart.
  const nameOf = ({ posting, side, amount }: Schemas['LedgerEntry']): string => {
    if (posting !== 'fill' || side !== 'debit') return words.posting[posting]
    if (amount === order.payin.fee) return t.fee
    return amount === order.payin.tax ? t.tax : words.posting[posting]
  }
  return (
    <Section title={t.title}>
      <p className="dim">{t.about}</p>
      <Table
        name="ledger"
        label={t.title}
        rows={entries}
        idOf={({ index }) => String(index)}
        columns={[
          { id: 'what', head: t.what, cell: nameOf },
          { id: 'debit', head: t.debit, ...on('debit') },
          { id: 'credit', head: t.credit, ...on('credit') },
          { id: 'at', head: t.at, cell: ({ posted_at: at }) => <Time at={at} /> },
        ]}
      />
    </Section>
  )
}
