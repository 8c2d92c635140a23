// All orders, newest first. The filters are in the address.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { PagedTable, paging, type Column } from '../parts/table.tsx'
import { readPage, type Schemas } from './api.ts'
import { orderTexts, shapeOf } from './words.ts'

const texts = bilingual(
  {
    title: 'Orders',
    all: 'All',
    filter: 'State',
    none: 'No order is here',
    why: 'Orders of all customers appear here, newest first.',
    reference: 'Reference',
    state: 'State',
    parked: 'Parked',
    payin: 'Pays in',
    payout: 'Pays out',
    who: 'Organization',
    provider: 'Provider',
    id: 'Id',
  },
  {
    title: 'Órdenes',
    all: 'Todas',
    filter: 'Estado',
    none: 'Aquí no hay órdenes',
    why: 'Aquí aparecen las órdenes de todos los clientes, las más recientes primero.',
    reference: 'Referencia',
    state: 'Estado',
    parked: 'Apartada',
    payin: 'Entra',
    payout: 'Sale',
    who: 'Organización',
    provider: 'Proveedor',
    id: 'Id',
  },
)

type Status = Schemas['OrderStatus']
const isStatus = (text: string): text is Status => text in orderTexts.en.status
const STATUSES = Object.keys(orderTexts.en.status).filter(isStatus)

export function DeskOrders() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const { status: asked, organization } = useSearch({ from: '/operator/orders' })
  const status = asked !== undefined && isStatus(asked) ? asked : undefined
  const navigate = useNavigate()
  const query = useInfiniteQuery({
    queryKey: ['operator', 'orders', status, organization],
    queryFn: ({ pageParam }) =>
      readPage('/operator/v1/orders', pageParam, {
        ...(status === undefined ? {} : { status }),
        ...(organization === undefined ? {} : { organization_id: organization }),
      }),
    ...paging,
  })
  const columns: Column<Schemas['DeskOrder']>[] = [
    {
      id: 'reference',
      head: t.reference,
      cell: (order) => (
        <Link to="/operator/orders/$order" params={{ order: order.id }}>
          {order.reference_number}
        </Link>
      ),
    },
    {
      id: 'state',
      head: t.state,
      cell: (order) => <State word={words.status[order.status]} shape={shapeOf(order.status)} />,
    },
    { id: 'parked', head: t.parked, cell: (order) => order.parked_reason ?? '' },
    { id: 'payin', head: t.payin, isMoney: true, cell: (order) => <Money {...order.payin} /> },
    { id: 'payout', head: t.payout, isMoney: true, cell: (order) => <Money {...order.payout} /> },
    { id: 'who', head: t.who, cell: (order) => order.organization_name },
    { id: 'provider', head: t.provider, cell: (order) => order.liquidity_provider, isHidden: true },
    { id: 'id', head: t.id, cell: (order) => <Id id={order.id} />, isHidden: true },
  ]
  const choose = (chosen?: Status) =>
    navigate({
      to: '/operator/orders',
      search: {
        ...(chosen === undefined ? {} : { status: chosen }),
        ...(organization === undefined ? {} : { organization }),
      },
    })
  return (
    <Page title={t.title}>
      <div className="chips" role="group" aria-label={t.filter}>
        <button
          type="button"
          className="chip"
          aria-pressed={status === undefined}
          onClick={() => void choose()}
        >
          {t.all}
        </button>
        {STATUSES.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === status}
            onClick={() => void choose(one)}
          >
            {words.status[one]}
          </button>
        ))}
      </div>
      <PagedTable
        name="desk-orders"
        label={t.title}
        query={query}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/operator/orders/$order', params: { order: id } })}
        empty={
          <Empty title={t.none}>
            <p>{t.why}</p>
          </Empty>
        }
      />
    </Page>
  )
}
