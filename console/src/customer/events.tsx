// Events: everything that happened, as webhooks and the stream tell it.
import type { Event, EventFilter } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { NativeSelect } from '@mantine/core'
import { Answer } from '../parts/answers.tsx'
import { given } from '../parts/given.ts'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { Json } from './event-data.tsx'
import { orderTexts } from './order-words.ts'

const texts = bilingual({
  title: ['Events', 'Eventos'],
  of: [
    (order: string) => `Events of order …${order}`,
    (order: string) => `Eventos de la orden …${order}`,
  ],
  one: ['Event', 'Evento'],
  what: ['What happened', 'Qué pasó'],
  type: ['Type', 'Tipo'],
  order: ['Order', 'Orden'],
  at: ['At', 'Cuándo'],
  sequence: ['Number within its order', 'Número dentro de su orden'],
  all: ['All types', 'Todos los tipos'],
  filter: ['Type of event', 'Tipo de evento'],
  none: ['No events yet', 'Aún no hay eventos'],
  how: [
    'Each step of an order is an event. Webhooks send the same events to your systems.',
    'Cada paso de una orden es un evento. Los webhooks envían los mismos eventos a sus sistemas.',
  ],
  every: ['Events of all orders', 'Eventos de todas las órdenes'],
  gone: [
    'There is no event with this identifier, or it is no longer kept.',
    'No hay un evento con este identificador o ya no se conserva.',
  ],
  openOrder: ['Open the order', 'Abrir la orden'],
})

const TYPES = Object.keys(orderTexts.en.event).filter(isType)
function isType(text: string): text is Event['type'] {
  return text in orderTexts.en.event
}

/** A page of events, newest first. Every page of events has a cursor, so a short page is the last one. */
async function readEvents(organization: string, filter: EventFilter, cursor?: string) {
  const asked = pageFrom(cursor)
  const { list } = corridor.events
  const page = await list(organization, { ...filter, ...asked, sort: 'newest_first' }).page()
  return page.data.length < asked.limit ? { ...page, cursor: null } : page
}

export function Events() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const { organization } = useParams({ from: '/$organization' })
  const { type: askedType, order } = useSearch({ from: '/$organization/events' })
  const type = askedType !== undefined && isType(askedType) ? askedType : undefined
  const navigate = useNavigate()
  const query = usePages([organization, 'events', type, order], (pageParam) =>
    readEvents(organization, given({ type, order_id: order }), pageParam),
  )
  const columns: Column<Event>[] = [
    { id: 'what', head: t.what, cell: (event) => words.event[event.type] },
    { id: 'type', head: t.type, cell: (event) => <span className="code">{event.type}</span> },
    {
      id: 'order',
      head: t.order,
      cell: ({ order_id: id }) =>
        id === null ? (
          ''
        ) : (
          <Link to="/$organization/orders/$order" params={{ organization, order: id }}>
            …{id.slice(-6)}
          </Link>
        ),
    },
    { id: 'at', head: t.at, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.one, cell: ({ id }) => <Id id={id} />, isHidden: true },
  ]
  return (
    <ObjectsPage
      name="events"
      title={order === undefined ? t.title : t.of(order.slice(-6))}
      below={
        order === undefined ? undefined : (
          <Link to="/$organization/events" params={{ organization }}>
            {t.every}
          </Link>
        )
      }
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      panel={(id) => (
        <EventPanel
          key={id}
          id={id}
          listed={query.data?.pages.flatMap(({ data }) => data).find((one) => one.id === id)}
        />
      )}
      tools={
        <NativeSelect
          aria-label={t.filter}
          size="xs"
          value={type ?? ''}
          data={[{ value: '', label: t.all }, ...TYPES.map((one) => ({ value: one, label: one }))]}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              to: '/$organization/events',
              params: { organization },
              search: { order, type: value === '' ? undefined : value },
            })
          }
        />
      }
      empty={[t.none, t.how]}
    />
  )
}

/** An event never changes: one of the list is not read again. */
function EventPanel({ id, listed }: { id: string; listed: Event | undefined }) {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const query = useQuery({
    queryKey: [organization, 'event', id],
    queryFn: async () => (await corridor.events.list(organization, { id }).page()).data[0] ?? null,
    enabled: listed === undefined,
  })
  if (listed !== undefined) return <EventFacts event={listed} />
  return (
    <Answer query={query}>
      {(event) => (event === null ? <p className="dim">{t.gone}</p> : <EventFacts event={event} />)}
    </Answer>
  )
}

function EventFacts({ event }: { event: Event }) {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  return (
    <>
      <Facts
        facts={{
          [t.type]: <span className="code">{event.type}</span>,
          [t.at]: <Time at={event.created_at} />,
          [t.sequence]: event.sequence === null ? null : String(event.sequence),
          [t.order]:
            event.order_id === null ? null : (
              <Link
                to="/$organization/orders/$order"
                params={{ organization, order: event.order_id }}
              >
                {t.openOrder}
              </Link>
            ),
          [t.one]: <Copyable value={event.id} label={t.one} />,
        }}
      />
      <Json value={event.data} />
    </>
  )
}
