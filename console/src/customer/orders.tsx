// The orders of an organization, newest first. The filters are in the address.
import type { OrderStatus } from '@corridor/sdk'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { given } from '../parts/given.ts'
import { useShown } from '../parts/address.ts'
import { Empty } from '../parts/answers.tsx'
import { ListFilters, Period, TextPart } from '../parts/list-filters.tsx'
import { corridor } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable, pageFrom, usePages } from '../parts/table.tsx'
import { createdIn } from '../parts/period.tsx'
import { orderExport } from './export-columns.ts'
import { ExportList } from './export-list.tsx'
import { useOrderColumns } from './order-row.tsx'
import { orderTexts } from './order-words.ts'
import { Statements } from './statements.tsx'

const texts = bilingual({
  title: ['Orders', 'Órdenes'],
  all: ['All', 'Todas'],
  filter: ['State', 'Estado'],
  none: ['No orders yet', 'Aún no hay órdenes'],
  noneSo: ['No order is like this', 'Ninguna orden es así'],
  own: ['Your reference', 'Su referencia'],
  how: ['An order begins with a quote.', 'Una orden empieza con una cotización.'],
  first: ['Get a quote', 'Pedir una cotización'],
})

const STATUSES = Object.keys(orderTexts.en.status).filter(isStatus)
function isStatus(text: string): text is OrderStatus {
  return text in orderTexts.en.status
}

export function Orders() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const { organization } = useParams({ from: '/$organization' })
  const [{ status: asked, text, from, to }] = useShown()
  const status = asked !== undefined && isStatus(asked) ? asked : undefined
  const navigate = useNavigate()
  const columns = useOrderColumns(organization)
  const filters = {
    ...given({ status, external_reference_id: text }),
    ...createdIn({ from, to }),
  }
  const isNarrowed = Object.keys(filters).length > 0
  const query = usePages([organization, 'orders', 'list', filters], (pageParam) =>
    corridor.orders.list(organization, { ...pageFrom(pageParam), ...filters }).page(),
  )
  return (
    <Page
      title={t.title}
      acts={
        <>
          <Statements organization={organization} />
          <Button
            renderRoot={(props) => (
              <Link to="/$organization/quote" params={{ organization }} {...props} />
            )}
          >
            {t.first}
          </Button>
        </>
      }
    >
      <ListFilters
        views="orders"
        status={[
          t.filter,
          [[undefined, t.all], ...STATUSES.map((one) => [one, words.status[one]] as const)],
        ]}
        exports={
          <ExportList
            key={JSON.stringify(filters)}
            name="orders"
            columns={orderExport}
            read={() => corridor.orders.list(organization, { ...filters, limit: 200 })}
          />
        }
      >
        <Period />
        <TextPart label={t.own} />
      </ListFilters>
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
          <Empty title={isNarrowed ? t.noneSo : t.none}>
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
