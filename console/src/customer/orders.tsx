// The orders of an organization, newest first. The filters are in the address.
import type { OrderStatus } from '@corridor/sdk'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Empty } from '../parts/answers.tsx'
import { FilterChips } from '../parts/filter-chips.tsx'
import { corridor } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable, pageFrom, paging } from '../parts/table.tsx'
import { useOrderColumns } from './order-row.tsx'
import { orderTexts } from './order-words.ts'

const texts = bilingual(
  {
    title: 'Orders',
    all: 'All',
    filter: 'State',
    none: 'No orders yet',
    noneSo: 'No order is in this state',
    how: 'An order begins with a quote.',
    first: 'Get a quote',
  },
  {
    title: 'Órdenes',
    all: 'Todas',
    filter: 'Estado',
    none: 'Aún no hay órdenes',
    noneSo: 'Ninguna orden está en este estado',
    how: 'Una orden empieza con una cotización.',
    first: 'Pedir una cotización',
  },
)

const STATUSES = Object.keys(orderTexts.en.status).filter(isStatus)
function isStatus(text: string): text is OrderStatus {
  return text in orderTexts.en.status
}

export function Orders() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const { organization } = useParams({ from: '/$organization' })
  const { status: asked } = useSearch({ from: '/$organization/orders' })
  const status = asked !== undefined && isStatus(asked) ? asked : undefined
  const navigate = useNavigate()
  const columns = useOrderColumns(organization)
  const query = useInfiniteQuery({
    queryKey: [organization, 'orders', 'list', status],
    queryFn: ({ pageParam }) =>
      corridor.orders
        .list(organization, {
          ...pageFrom(pageParam),
          ...(status === undefined ? {} : { status }),
        })
        .page(),
    ...paging,
  })
  return (
    <Page
      title={t.title}
      acts={
        <Button
          renderRoot={(props) => (
            <Link to="/$organization/quote" params={{ organization }} {...props} />
          )}
        >
          {t.first}
        </Button>
      }
    >
      <FilterChips
        label={t.filter}
        name="status"
        values={[[undefined, t.all], ...STATUSES.map((one) => [one, words.status[one]] as const)]}
      />
      <PagedTable
        name="orders"
        label={t.title}
        query={query}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({
            to: '/$organization/orders/$order',
            params: { organization, order: id },
          })
        }
        empty={
          <Empty title={status === undefined ? t.none : t.noneSo}>
            <p>
              {t.how}{' '}
              <Link to="/$organization/quote" params={{ organization }}>
                {t.first}
              </Link>
            </p>
          </Empty>
        }
      />
    </Page>
  )
}
