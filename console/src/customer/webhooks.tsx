// Webhook endpoints: where events are sent, how the last deliveries went, and sending an event again.
import type { WebhookEndpoint } from '@corridor/sdk'
import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Empty } from '../parts/answers.tsx'
import { corridor } from '../parts/client.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page, WithPanel } from '../parts/page.tsx'
import { PagedTable, pageFrom, paging, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { EndpointSecret, EndpointState } from './endpoint-state.tsx'
import { EndpointPanel } from './webhook-endpoint.tsx'

const texts = bilingual(
  {
    title: 'Webhooks',
    one: 'Webhook endpoint',
    add: 'Add an endpoint',
    url: 'URL',
    urlHint: 'Where events are sent, over https.',
    description: 'Description',
    state: 'State',
    types: 'Events',
    all: 'all',
    created: 'Created',
    create: 'Add the endpoint',
    none: 'No webhook endpoints',
    how: 'An endpoint is a URL of yours that gets each event within seconds.',
  },
  {
    title: 'Webhooks',
    one: 'Endpoint de webhook',
    add: 'Agregar un endpoint',
    url: 'URL',
    urlHint: 'Adónde se envían los eventos, por https.',
    description: 'Descripción',
    state: 'Estado',
    types: 'Eventos',
    all: 'todos',
    created: 'Creado',
    create: 'Agregar el endpoint',
    none: 'No hay endpoints de webhook',
    how: 'Un endpoint es una URL suya que recibe cada evento en segundos.',
  },
)

export function Webhooks() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const { open } = useSearch({ from: '/$organization/webhooks' })
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const query = useInfiniteQuery({
    queryKey: [organization, 'webhooks'],
    queryFn: ({ pageParam }) => corridor.webhooks.list(organization, pageFrom(pageParam)).page(),
    ...paging,
  })
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
  const show = (id?: string) => {
    setAdding(false)
    void navigate({
      to: '/$organization/webhooks',
      params: { organization },
      search: id === undefined ? {} : { open: id },
    })
  }
  const panel = isAdding ? (
    <NewEndpoint organization={organization} />
  ) : open === undefined ? null : (
    <EndpointPanel key={open} organization={organization} id={open} />
  )
  return (
    <Page title={t.title} acts={<Button onClick={() => setAdding(true)}>{t.add}</Button>}>
      <WithPanel title={isAdding ? t.add : t.one} onClose={() => show()} panel={panel}>
        <PagedTable
          name="webhooks"
          label={t.title}
          query={query}
          columns={columns}
          idOf={({ id }) => id}
          onOpen={({ id }) => show(id)}
          openId={open}
          empty={
            <Empty title={t.none}>
              <p>{t.how}</p>
            </Empty>
          }
        />
      </WithPanel>
    </Page>
  )
}

function NewEndpoint({ organization }: { organization: string }) {
  const t = useText(texts)
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  return (
    <>
      <TextInput
        label={t.url}
        description={t.urlHint}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        mb="sm"
      />
      <TextInput
        label={t.description}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        mb="md"
      />
      <Act
        tone="primary"
        label={t.create}
        disabled={url.trim() === ''}
        run={(idempotencyKey) =>
          corridor.webhooks.create(
            organization,
            {
              url: url.trim(),
              ...(description.trim() === '' ? {} : { description: description.trim() }),
            },
            { idempotencyKey },
          )
        }
        done={({ secret }) => <EndpointSecret secret={secret} />}
      />
    </>
  )
}
