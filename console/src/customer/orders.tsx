// The orders of an organization, newest first. The filters are in the address.
import type { OrderStatus } from '@corridor/sdk'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { asAmount } from '../parts/amount.ts'
import { given } from '../parts/given.ts'
import { useShown } from '../parts/address.ts'
import { Empty } from '../parts/answers.tsx'
import { ListFilters, Period, TextPart } from '../parts/list-filters.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable, pageFrom, usePages } from '../parts/table.tsx'
import { createdIn } from '../parts/days.ts'
import { corridor } from './corridor.ts'
import { orderExport } from './export-columns.ts'
import { ExportList } from './export-list.tsx'
import { NoOrders, useOrderColumns } from './order-row.tsx'
import { orderTexts } from './order-words.ts'
import { Statements } from '../parts/statements.tsx'

const texts = bilingual({
  title: ['Orders', 'Órdenes'],
  all: ['All', 'Todas'],
  filter: ['State', 'Estado'],
  noneSo: ['No order is like this', 'Ninguna orden es así'],
  find: ['Reference or amount', 'Referencia o monto'],
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
  const { language } = useLanguage()
  const filters = { ...given({ status }), ...createdIn({ from, to }) }
  // An amount as pages print it, in the form of the service.
  const part = text === undefined ? undefined : (asAmount(text, language) ?? text)
  const isNarrowed = part !== undefined || Object.keys(filters).length > 0
  const read = (paging: { limit: number; cursor?: string }) =>
    part === undefined
      ? corridor.orders.list(organization, { ...paging, ...filters })
      : corridor.orders.search(organization, { ...paging, ...filters, text: part })
  const query = usePages([organization, 'orders', 'list', filters, part], (pageParam) =>
    read(pageFrom(pageParam)).page(),
  )
  return (
    <Page
      title={t.title}
      acts={
        <>
          <Statements path={`/console/v1/organizations/${organization}/statements`} />
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
            key={JSON.stringify([filters, part])}
            name="orders"
            columns={orderExport}
            read={() => read({ limit: 200 })}
          />
        }
      >
        <Period />
        <TextPart label={t.find} />
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
        empty={isNarrowed ? <Empty title={t.noneSo} /> : <NoOrders organization={organization} />}
      />
    </Page>
  )
}
