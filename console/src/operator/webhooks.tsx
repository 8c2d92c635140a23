// The webhook endpoints of all customers. An operator disables and enables them, and has events of a period sent again.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useShown } from '../parts/address.ts'
import { Answer } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { given } from '../parts/given.ts'
import { ListFilters, Period } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readPage, type Schemas } from './api.ts'
import { CallCharts } from './call-charts.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActs, endpointQuery } from './endpoint-acts.tsx'
import { ActsOf } from './open-acts.tsx'
import { OfOrganization } from './organizations.tsx'

const texts = bilingual({
  it: ['the endpoint', 'el endpoint'],
  title: ['Webhook endpoints', 'Endpoints de webhook'],
  panel: ['Webhook endpoint', 'Endpoint de webhook'],
  filter: ['Status', 'Estado'],
  all: ['All', 'Todos'],
  status: { ENABLED: ['enabled', 'activo'], DISABLED: ['disabled', 'desactivado'] },
  failing: ['failing', 'falla'],
  url: ['URL', 'URL'],
  description: ['Description', 'Descripción'],
  who: ['Organization', 'Organización'],
  whole: ['all organizations of the enterprise', 'todas las organizaciones de la empresa'],
  since: ['Failing since', 'Falla desde'],
  why: ['Disabled because', 'Desactivado porque'],
  reasons: {
    customer: ['the customer disabled it', 'el cliente lo desactivó'],
    operator: ['an operator disabled it', 'un operador lo desactivó'],
    gone: ['the receiver answered 410', 'el receptor respondió 410'],
    failing: [
      'no request was accepted for five days',
      'ninguna solicitud fue aceptada en cinco días',
    ],
  },
  types: ['Events', 'Eventos'],
  allTypes: ['all', 'todos'],
  created: ['Created', 'Creado'],
  changed: ['Changed', 'Cambiado'],
  id: ['Endpoint', 'Endpoint'],
  none: ['No webhook endpoint is here', 'Aquí no hay endpoints de webhook'],
  noneWhy: [
    'Customers create them to receive events.',
    'Los clientes los crean para recibir eventos.',
  ],
})

type Endpoint = Schemas['DeskWebhookEndpoint']
const STATUSES = ['ENABLED', 'DISABLED'] as const

export function DeskWebhooks() {
  const t = useText(texts)
  const [{ status, organization, from, to }] = useShown()
  const { sorting, sorted } = useSort('created')
  const asked = {
    ...given({ status: oneOf(STATUSES, status), organization_id: organization }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages(['operator', 'webhooks', asked], (pageParam) =>
    readPage('/operator/v1/webhook_endpoints', pageParam, asked),
  )
  return (
    <ObjectsPage
      {...sorted}
      name="desk-webhooks"
      title={t.title}
      one={t.panel}
      above={
        <ListFilters
          views="desk.webhooks"
          status={[
            t.filter,
            [[undefined, t.all], ...STATUSES.map((value) => [value, t.status[value]] as const)],
          ]}
        >
          <OfOrganization />
          <Period />
        </ListFilters>
      }
      panel={(id) => <Panel key={id} id={id} />}
      query={query}
      columns={[
        { id: 'url', head: t.url, cell: ({ url }) => <span className="code">{url}</span> },
        { id: 'status', head: t.filter, cell: (endpoint) => <StatusOf endpoint={endpoint} /> },
        { id: 'who', head: t.who, cell: (one) => one.organization_name ?? t.whole },
        { id: 'description', head: t.description, cell: ({ description }) => description },
        {
          id: 'since',
          head: t.since,
          cell: ({ failing_since: at }) => (at === null ? null : <Time at={at} />),
        },
        { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
        { id: 'id', head: t.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      empty={[t.none, t.noneWhy]}
    />
  )
}

function StatusOf({ endpoint: { status, failing_since: failing } }: { endpoint: Endpoint }) {
  const t = useText(texts)
  if (status === 'DISABLED') return <State word={t.status.DISABLED} shape="off" />
  return failing === null ? (
    <State word={t.status.ENABLED} shape="done" />
  ) : (
    <State word={t.failing} shape="failed" />
  )
}

function Panel({ id }: { id: string }) {
  const t = useText(texts)
  const query = useQuery(endpointQuery(id))
  return (
    <Answer query={query} lines={8}>
      {(endpoint) => (
        <>
          <Facts
            facts={{
              [t.url]: <Copyable value={endpoint.url} label={t.url} />,
              [t.description]: endpoint.description,
              [t.filter]: <StatusOf endpoint={endpoint} />,
              [t.why]:
                endpoint.disabled_reason === null ? null : t.reasons[endpoint.disabled_reason],
              [t.since]:
                endpoint.failing_since === null ? null : <Time at={endpoint.failing_since} />,
              [t.who]:
                endpoint.organization_id === null ? (
                  t.whole
                ) : (
                  <Link to="/operator/limits" search={{ open: endpoint.organization_id }}>
                    {endpoint.organization_name}
                  </Link>
                ),
              [t.types]:
                endpoint.event_types.length === 0 ? t.allTypes : endpoint.event_types.join(', '),
              [t.changed]: <Time at={endpoint.updated_at} />,
              [t.id]: <Id id={id} />,
            }}
          />
          <ActsOf subject={endpoint.id}>
            <EndpointActs endpoint={endpoint} />
          </ActsOf>
          <CallCharts kind="webhook_endpoint" name={id} label={t.it} />
          <Deliveries id={id} />
        </>
      )}
    </Answer>
  )
}
