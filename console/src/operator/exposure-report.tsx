// What open orders promise at this moment, by route or by provider.
import { useQuery } from '@tanstack/react-query'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Conversion } from '../parts/money.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { readAll, type Schemas } from './api.ts'
import { Chips, oneOf } from '../parts/chips.tsx'

const texts = bilingual({
  title: ['Exposure', 'Exposición'],
  by: ['Added up by', 'Sumado por'],
  route: ['Route', 'Ruta'],
  provider: ['Provider', 'Proveedor'],
  organization: ['Organization', 'Organización'],
  funding: ['Not paid in yet', 'Aún sin pagar'],
  conversion: ['To convert', 'Por convertir'],
  converted: ['Converted in part', 'Convertido en parte'],
  reserved: ['Reserved at providers', 'Reservado en proveedores'],
  orders: [
    (count: number) => (count === 1 ? '1 order' : `${count} orders`),
    (count: number) => (count === 1 ? '1 orden' : `${count} órdenes`),
  ],
  none: ['No order is open', 'No hay órdenes abiertas'],
  why: [
    'Orders that await funds, or that are paid in and not yet converted, appear here.',
    'Aquí aparecen órdenes que esperan fondos, o pagadas y aún sin convertir.',
  ],
})

type Row = Schemas['Exposure']
const BY = ['route', 'provider'] as const
const MOST = 2000

export function ExposureReport({
  organization,
  by: asked,
  go,
}: {
  organization: string | undefined
  by: string | undefined
  go: (change: { by: string | undefined }) => void
}) {
  const t = useText(texts)
  const by = oneOf(BY, asked) ?? 'route'
  const query = useQuery({
    queryKey: ['operator', 'exposure', by, organization],
    queryFn: () =>
      readAll(
        `/operator/v1/exposure/${by === 'route' ? 'routes' : 'providers'}`,
        organization === undefined ? {} : { organization_id: organization },
        MOST,
      ),
  })
  const both = (
    { payin_currency: from, payout_currency: to }: Row,
    payin: string,
    payout: string,
  ) =>
    /[1-9]/.test(payin + payout) ? (
      <Conversion from={{ amount: payin, currency: from }} to={{ amount: payout, currency: to }} />
    ) : null
  const counted = (row: Row, { orders, payin, payout }: Row['awaiting_funding']) =>
    orders === 0 ? null : (
      <>
        <span className="dim">{t.orders(orders)}</span> {both(row, payin, payout)}
      </>
    )
  const columns: Column<Row>[] = [
    by === 'route'
      ? { id: 'route', head: t.route, cell: (row) => row.route_name }
      : { id: 'provider', head: t.provider, cell: (row) => row.liquidity_provider },
    { id: 'organization', head: t.organization, cell: (row) => row.organization_name },
    {
      id: 'funding',
      head: t.funding,
      isMoney: true,
      cell: (row) => counted(row, row.awaiting_funding),
    },
    {
      id: 'conversion',
      head: t.conversion,
      isMoney: true,
      cell: (row) => counted(row, row.awaiting_conversion),
    },
    {
      id: 'converted',
      head: t.converted,
      isMoney: true,
      cell: (row) => both(row, row.awaiting_conversion.sold, row.awaiting_conversion.delivered),
    },
    {
      id: 'reserved',
      head: t.reserved,
      isMoney: true,
      cell: (row) => both(row, row.reserved.payin, row.reserved.payout),
    },
  ]
  return (
    <>
      <div className="section">
        <Chips
          label={t.by}
          options={BY.map((value) => ({ value, label: t[value] }))}
          chosen={by}
          choose={(chosen) => go({ by: chosen })}
        />
      </div>
      <Answer query={query} lines={6}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          ) : (
            <Table
              name="exposure"
              label={t.title}
              rows={rows}
              columns={columns}
              idOf={(row) =>
                [
                  row.route_id,
                  row.liquidity_provider,
                  row.payin_currency,
                  row.payout_currency,
                ].join(' ')
              }
            />
          )
        }
      </Answer>
    </>
  )
}
