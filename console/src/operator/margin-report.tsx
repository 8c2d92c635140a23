// Margin of a period, added up by day, route or provider. Sums are exact, and of one currency each.
import { useQuery } from '@tanstack/react-query'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { sumOf } from '../parts/sums.ts'
import { Table, type Column } from '../parts/table.tsx'
import { readAll, type Schemas } from './api.ts'
import { MarginByRoute } from './margin-by-route.tsx'
import { Chips, oneOf } from '../parts/chips.tsx'
import { instantsOf, type Days } from '../parts/days.ts'

const texts = bilingual({
  by: ['Added up by', 'Sumado por'],
  every: ['every row', 'cada fila'],
  day: ['Day', 'Día'],
  route: ['Route', 'Ruta'],
  provider: ['Provider', 'Proveedor'],
  organization: ['Organization', 'Organización'],
  total: ['All', 'Todo'],
  none: ['Nothing was earned or paid in this period', 'Nada se ganó ni se pagó en este período'],
  why: [
    'A row appears when an order is converted, or a fee is paid.',
    'Aparece una fila cuando una orden se convierte o se paga una comisión.',
  ],
  more: [
    (most: number) =>
      `The period has more than ${most} rows: sums would be wrong. Choose a shorter one, or export it.`,
    (most: number) =>
      `El período tiene más de ${most} filas: las sumas serían erróneas. Elija uno más corto o expórtelo.`,
  ],
  noOrder: ['without an order', 'sin orden'],
  figures: [
    {
      sold: 'Sold',
      delivered: 'Delivered',
      fee: 'Fee',
      tax: 'Tax',
      fx_result: 'Result of rates',
      loss: 'Loss in it',
      rounding: 'Rounding',
      refund_fee: 'Fees of refunds',
      small_amounts: 'Small amounts',
      provider_fee: "Provider's fee",
      rail_fee: "Rail's fee",
      network_fee: 'Network fee',
      written_off: 'Written off',
      unwind: 'Not paid out',
      receivable: 'Owed by payers',
      margin: 'Margin',
    } as Readonly<Record<string, string>>,
    {
      sold: 'Vendido',
      delivered: 'Entregado',
      fee: 'Comisión',
      tax: 'Impuesto',
      fx_result: 'Resultado de tasas',
      loss: 'Pérdida en él',
      rounding: 'Redondeo',
      refund_fee: 'Comisiones de reembolsos',
      small_amounts: 'Montos pequeños',
      provider_fee: 'Comisión del proveedor',
      rail_fee: 'Comisión del riel',
      network_fee: 'Comisión de red',
      written_off: 'Dado por perdido',
      unwind: 'Sin pagar',
      receivable: 'Deben los pagadores',
      margin: 'Margen',
    } as Readonly<Record<string, string>>,
  ],
  how: [
    'Margin = fee + result of rates + rounding + fees of refunds + small amounts − fees paid − what was written off. Tax is not earned.',
    'Margen = comisión + resultado de tasas + redondeo + comisiones de reembolsos + montos pequeños − comisiones pagadas − lo dado por perdido. El impuesto no se gana.',
  ],
  apart: [
    'Each currency is added up by itself: nothing is converted at a rate of today.',
    'Cada moneda se suma por separado: nada se convierte a una tasa de hoy.',
  ],
})

type Row = Schemas['MarginRow']
const FIGURES = [
  'sold',
  'delivered',
  'fee',
  'tax',
  'fx_result',
  'loss',
  'rounding',
  'refund_fee',
  'small_amounts',
  'provider_fee',
  'rail_fee',
  'network_fee',
  'written_off',
  'unwind',
  'receivable',
  'margin',
] as const
/** Shown in the table; all of them are in an export. */
const MAIN = ['sold', 'delivered', 'fee', 'fx_result', 'margin'] as const
/** Shown where any row has some. */
const OTHERS = [
  'refund_fee',
  'small_amounts',
  'provider_fee',
  'rail_fee',
  'network_fee',
  'written_off',
] as const
type Figure = (typeof FIGURES)[number]
type Sum = { key: string; names: readonly string[]; currency: string } & Record<Figure, string>

const BY = ['day', 'route', 'provider'] as const
const MOST = 2000

export function MarginReport({
  days,
  organization,
  by: asked,
  go,
}: {
  days: Days
  organization: string | undefined
  by: string | undefined
  go: (change: { by: string | undefined }) => void
}) {
  const t = useText(texts)
  const by = oneOf(BY, asked)
  const period = instantsOf(days)
  const query = useQuery({
    queryKey: ['operator', 'margin', period, organization],
    queryFn: () =>
      readAll(
        '/operator/v1/margin',
        { ...period, ...(organization === undefined ? {} : { organization_id: organization }) },
        MOST,
      ),
  })
  const nameOf = {
    day: ({ day }: Row) => day,
    route: (row: Row) => row.route_name ?? t.noOrder,
    provider: (row: Row) => row.liquidity_provider ?? t.noOrder,
  }
  const heads = by === undefined ? BY : [by]
  const columns: Column<Sum>[] = [
    ...heads.map((head, place) => ({
      id: head,
      head: t[head],
      cell: ({ names }: Sum) => (
        <span className={head === 'day' ? 'time whole' : ''}>{names[place]}</span>
      ),
    })),
    ...MAIN.map((name) => ({
      id: name,
      head: t.figures[name] ?? name,
      isMoney: true,
      cell: (sum: Sum) => (
        <Money amount={sum[name]} currency={sum.currency} isLoss={isLoss(sum[name])} />
      ),
    })),
    ...OTHERS.filter((name) => query.data?.rows.some((row) => !isZero(row[name]))).map((name) => ({
      id: name,
      head: t.figures[name] ?? name,
      isMoney: true,
      cell: (sum: Sum) =>
        isZero(sum[name]) ? null : <Money amount={sum[name]} currency={sum.currency} />,
    })),
  ]
  return (
    <>
      <div className="section">
        <Chips
          label={t.by}
          options={[
            { value: undefined, label: t.every },
            ...BY.map((value) => ({ value, label: t[value] })),
          ]}
          chosen={by}
          choose={(chosen) => go({ by: chosen })}
        />
      </div>
      <Answer query={query} lines={10}>
        {({ rows, isAll }) =>
          rows.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          ) : isAll ? (
            <>
              <Totals sums={added(rows, () => [t.total])} />
              {by === 'route' ? (
                <MarginByRoute sums={added(rows, (row) => [nameOf.route(row)])} />
              ) : (
                <Table
                  isTight
                  name="margin"
                  label={t.figures['margin'] ?? ''}
                  rows={added(rows, (row) => heads.map((head) => nameOf[head](row)))}
                  idOf={({ key }) => key}
                  columns={columns}
                />
              )}
            </>
          ) : (
            <p className="note bad" role="status">
              {t.more(MOST)}
            </p>
          )
        }
      </Answer>
    </>
  )
}

function Totals({ sums }: { sums: readonly Sum[] }) {
  const t = useText(texts)
  return (
    <>
      <dl>
        <dt className="dim">{t.figures['margin']}</dt>
        <dd className="totals">
          {sums.map((sum) => (
            <span key={sum.key} className="big">
              <Money amount={sum.margin} currency={sum.currency} isLoss={isLoss(sum.margin)} />
            </span>
          ))}
        </dd>
      </dl>
      <p className="dim">
        {t.how}
        {sums.length > 1 ? ` ${t.apart}` : null}
      </p>
    </>
  )
}

const isLoss = (amount: string): boolean => amount.startsWith('-')
const isZero = (amount: string): boolean => !/[1-9]/.test(amount)

/** Rows with the same names and currency are one row. */
function added(rows: readonly Row[], namesOf: (row: Row) => readonly string[]): Sum[] {
  const groups = new Map<string, { names: readonly string[]; rows: Row[] }>()
  for (const row of rows) {
    const names = namesOf(row)
    const key = JSON.stringify([names, row.currency])
    const group = groups.get(key) ?? { names, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups].map(([key, group]) => {
    const sum = (name: Figure) => sumOf(group.rows.map((row) => row[name]))
    return {
      key,
      names: group.names,
      currency: group.rows[0]?.currency ?? '',
      sold: sum('sold'),
      delivered: sum('delivered'),
      fee: sum('fee'),
      tax: sum('tax'),
      fx_result: sum('fx_result'),
      loss: sum('loss'),
      rounding: sum('rounding'),
      refund_fee: sum('refund_fee'),
      small_amounts: sum('small_amounts'),
      provider_fee: sum('provider_fee'),
      rail_fee: sum('rail_fee'),
      network_fee: sum('network_fee'),
      written_off: sum('written_off'),
      unwind: sum('unwind'),
      receivable: sum('receivable'),
      margin: sum('margin'),
    }
  })
}
