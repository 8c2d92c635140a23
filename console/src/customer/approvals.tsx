// Orders that wait for a second person, and those that were decided. prepared-order.tsx shows one and takes the decision.
import type { OrderRequest } from '@corridor/sdk'
import { useParams } from '@tanstack/react-router'
import { useShown } from '../parts/address.ts'
import { FilterChips } from '../parts/filter-chips.tsx'
import { given } from '../parts/given.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { pageFrom, usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { approvalTexts, RequestState, STATUSES } from './approval-state.tsx'
import { corridor } from './corridor.ts'
import { Amounts, RequestPanel } from './prepared-order.tsx'

const texts = bilingual({
  title: ['Approvals', 'Aprobaciones'],
  one: ['Prepared order', 'Orden preparada'],
  amounts: ['Amounts', 'Montos'],
  by: ['Prepared by', 'Preparada por'],
  at: ['Prepared', 'Preparada'],
  status: ['Status', 'Estado'],
  none: ['Nothing was prepared', 'No hay nada preparado'],
  how: [
    'An order from the amount on that your company set waits here for a second person.',
    'Una orden desde el monto que fijó su empresa espera aquí a una segunda persona.',
  ],
  noneSo: ['No prepared order is like this', 'Ninguna orden preparada es así'],
  all: ['All', 'Todas'],
})

export function Approvals() {
  const t = useText(texts)
  const states = useText(approvalTexts)
  const { organization } = useParams({ from: '/$organization' })
  const [{ status: asked }] = useShown()
  const status = STATUSES.find((one) => one === asked)
  const query = usePages([organization, 'order-requests', status], (pageParam) =>
    corridor.orderRequests
      .list(organization, { ...pageFrom(pageParam), ...given({ status }) })
      .page(),
  )
  return (
    <ObjectsPage
      name="order-requests"
      title={t.title}
      above={
        <FilterChips
          label={t.status}
          name="status"
          values={[[undefined, t.all], ...STATUSES.map((one) => [one, states[one]] as const)]}
        />
      }
      one={t.one}
      query={query}
      idOf={({ id }: OrderRequest) => id}
      columns={[
        { id: 'amounts', head: t.amounts, cell: (row) => <Amounts of={row} /> },
        {
          id: 'status',
          head: t.status,
          cell: (request) => <RequestState request={request} />,
        },
        { id: 'by', head: t.by, cell: ({ prepared_by: by }) => by.login },
        { id: 'at', head: t.at, cell: ({ prepared_at: at }) => <Time at={at} isReal /> },
      ]}
      panel={(id) => <RequestPanel key={id} id={id} organization={organization} />}
      empty={[status === undefined ? t.none : t.noneSo, t.how]}
    />
  )
}
