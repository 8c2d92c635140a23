// Quotes before and after a change of a route, beside each other for each amount.
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { problemWords } from '../parts/problem-words.ts'
import { Table } from '../parts/table.tsx'
import type { Schemas } from './api.ts'

const texts = bilingual({
  amount: ['Amount', 'Monto'],
  before: ['Before', 'Antes'],
  after: ['After', 'Después'],
  fee: ['fee', 'comisión'],
  refused: ['no quote', 'sin cotización'],
  none: ['no route', 'sin ruta'],
})

type Previewed = Schemas['PreviewedRoute']
type Quote = Previewed['after']['quotes'][number]

export function PreviewTable({ route }: { route: Previewed }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { payin_currency: payin, payout_currency: payout, before, after } = route
  const rows = after.quotes.map((quote) => ({
    quote,
    old: before?.quotes.find((one) => one.side === quote.side && one.amount === quote.amount),
    id: `${quote.side} ${quote.amount}`,
  }))
  const cell = (quote: Quote | undefined) => {
    if (quote === undefined) return t.none
    if (quote.price === null)
      return (
        <>
          {t.refused}
          <br />
          <span className="dim">{problemWords({ code: quote.problem ?? '' }, language)}</span>
        </>
      )
    const { price } = quote
    return (
      <>
        <Money amount={price.payout_total} currency={payout} />
        <br />
        <span className="dim">
          <Rate rate={price.exchange_rate} from={payin} to={payout} />
        </span>
        <br />
        <span className="dim">
          <Money amount={price.payin_fee} currency={payin} /> {t.fee}
        </span>
      </>
    )
  }
  return (
    <Table
      name="preview"
      label={route.name}
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        {
          id: 'amount',
          head: t.amount,
          isMoney: true,
          cell: ({ quote }) => (
            <Money amount={quote.amount} currency={quote.side === 'payin' ? payin : payout} />
          ),
        },
        { id: 'before', head: t.before, isMoney: true, cell: ({ old }) => cell(old) },
        { id: 'after', head: t.after, isMoney: true, cell: ({ quote }) => cell(quote) },
      ]}
    />
  )
}
