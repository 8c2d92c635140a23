// Margin by route: a corridor is one row, with what was paid in and out and the result, each in its own currency.
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Table } from '../parts/table.tsx'
import { corridorsOf, type Part, type RouteSum } from './corridors.ts'

const texts = bilingual({
  label: ['Margin by route', 'Margen por ruta'],
  route: ['Route', 'Ruta'],
  sold: ['Paid in and sold', 'Entró y se vendió'],
  delivered: ['Delivered', 'Entregado'],
  fee: ['Fee', 'Comisión'],
  margin: ['Result of the desk', 'Resultado de la mesa'],
})

export function MarginByRoute({ sums }: { sums: readonly RouteSum[] }) {
  const t = useText(texts)
  return (
    <Table
      isTight
      name="margin-by-route"
      label={t.label}
      rows={corridorsOf(sums)}
      idOf={({ name }) => name}
      columns={[
        { id: 'route', head: t.route, cell: ({ name }) => name },
        ...(['sold', 'delivered', 'fee', 'margin'] as const).map((figure) => ({
          id: figure,
          head: t[figure],
          isMoney: true,
          cell: (row: Record<typeof figure, readonly Part[]>) => <Parts parts={row[figure]} />,
        })),
      ]}
    />
  )
}

const Parts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map(({ amount, currency }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} isLoss={amount.startsWith('-')} />
    </div>
  ))
