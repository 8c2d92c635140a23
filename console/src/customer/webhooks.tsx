// Webhook endpoints of the organization or of the enterprise: where events are sent, and how the last deliveries went.
import type { WebhookEndpoint } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Id } from '../parts/copy.tsx'
import { FilterChips } from '../parts/filter-chips.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { sessionQuery } from '../parts/session.ts'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointSecret, EndpointState } from './endpoint-state.tsx'
import { endpointsOf } from './endpoints.ts'
import { EndpointPanel } from './webhook-endpoint.tsx'

const texts = bilingual({
  title: ['Webhooks', 'Webhooks'],
  one: ['Webhook endpoint', 'Endpoint de webhook'],
  add: ['Add an endpoint', 'Agregar un endpoint'],
  url: ['URL', 'URL'],
  description: ['Description', 'Descripción'],
  state: ['State', 'Estado'],
  types: ['Events', 'Eventos'],
  all: ['all', 'todos'],
  created: ['Created', 'Creado'],
  create: ['Add the endpoint', 'Agregar el endpoint'],
  none: ['No webhook endpoints', 'No hay endpoints de webhook'],
  of: ['Endpoints of', 'Endpoints de'],
  organization: ['This organization', 'Esta organización'],
  enterprise: ['All organizations', 'Todas las organizaciones'],
  how: [
    'An endpoint is a URL of yours that gets each event within seconds.',
    'Un endpoint es una URL suya que recibe cada evento en segundos.',
  ],
})

export function Webhooks() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const { scope } = useSearch({ from: '/$organization/webhooks' })
  const { data: session } = useQuery(sessionQuery)
  const owner = scope === 'enterprise' ? null : organization
  const endpoints = endpointsOf(owner)
  const query = usePages([owner, 'webhooks'], (pageParam) =>
    endpoints.list(pageFrom(pageParam)).page(),
  )
  const columns: Column<WebhookEndpoint>[] = [
    { id: 'url', head: t.url, cell: ({ url }) => <b>{url}</b> },
    { id: 'description', head: t.description, cell: ({ description }) => description },
    { id: 'state', head: t.state, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    {
      id: 'types',
      head: t.types,
      cell: ({ event_types: types }) => (types.length === 0 ? t.all : types.join(', ')),
    },
    { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.one, cell: ({ id }) => <Id id={id} />, isHidden: true },
  ]
  return (
    <ObjectsPage
      name="webhooks"
      title={t.title}
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      order="oldest"
      // A key of one organization cannot see those of the enterprise.
      above={
        session?.organization_id === null ? (
          <FilterChips
            label={t.of}
            name="scope"
            values={[
              [undefined, t.organization],
              ['enterprise', t.enterprise],
            ]}
          />
        ) : null
      }
      panel={(id) => <EndpointPanel key={id} owner={owner} id={id} />}
      make={[
        t.add,
        () => (
          <EndpointForm
            label={t.create}
            save={(values, idempotencyKey) => endpoints.create(values, { idempotencyKey })}
            done={({ secret }) => <EndpointSecret secret={secret} />}
          />
        ),
      ]}
      empty={[t.none, t.how]}
    />
  )
}
