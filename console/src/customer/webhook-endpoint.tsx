// One webhook endpoint: its last deliveries as a strip and a list, the payload and the answer of one beside each other,
// and sending an event again.
import type { WebhookDelivery, WebhookEndpoint } from '@corridor/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer, Empty } from '../parts/answers.tsx'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { useSortOfPart } from '../parts/sort.ts'
import { PagedTable, pageFrom, paging, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { DeliveryAnswer, DeliveryState, shapeOfDelivery } from './delivery-state.tsx'
import { Json } from './event-data.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointSecret, EndpointState } from './endpoint-state.tsx'
import { endpointsOf } from './endpoints.ts'

const texts = bilingual({
  url: ['URL', 'URL'],
  state: ['State', 'Estado'],
  why: ['Disabled because', 'Desactivado porque'],
  failing: ['Failing since', 'Falla desde'],
  created: ['Created', 'Creado'],
  id: ['Endpoint', 'Endpoint'],
  test: ['Send a test event', 'Enviar un evento de prueba'],
  tested: ['A test event is on its way.', 'Un evento de prueba va en camino.'],
  rotate: ['Rotate the secret', 'Rotar el secreto'],
  rotating: [
    'Requests are signed with both secrets for 24 hours.',
    'Las solicitudes se firman con ambos secretos durante 24 horas.',
  ],
  disable: ['Disable the endpoint', 'Desactivar el endpoint'],
  disabling: [
    'It is sent nothing until it is enabled again. Events of that time can be sent again.',
    'No recibe nada hasta que se active. Los eventos de ese tiempo se pueden reenviar.',
  ],
  enable: ['Enable the endpoint', 'Activar el endpoint'],
  delete: ['Delete the endpoint', 'Borrar el endpoint'],
  deleting: [
    'The endpoint and its deliveries are gone. This cannot be undone.',
    'El endpoint y sus entregas desaparecen. No se puede deshacer.',
  ],
  change: ['Change the endpoint', 'Cambiar el endpoint'],
  save: ['Save the changes', 'Guardar los cambios'],
  saved: ['The changes are saved.', 'Los cambios están guardados.'],
  deliveries: ['Deliveries', 'Entregas'],
  strip: [
    (count: number, failed: number) => `The last ${count} deliveries; ${failed} failed`,
    (count: number, failed: number) => `Las últimas ${count} entregas; ${failed} fallaron`,
  ],
  event: ['Event', 'Evento'],
  answer: ['Answer', 'Respuesta'],
  payload: ['Payload', 'Contenido'],
  attempts: ['Attempts', 'Intentos'],
  next: ['Next attempt', 'Próximo intento'],
  at: ['At', 'Cuándo'],
  none: ['Nothing was sent yet', 'Aún no se envió nada'],
  how: [
    'Send a test event to see how your endpoint answers.',
    'Envíe un evento de prueba para ver cómo responde su endpoint.',
  ],
  again: [(type: string) => `Send ${type} again`, (type: string) => `Enviar ${type} otra vez`],
  queued: ['It is on its way again.', 'Va en camino otra vez.'],
  wrote: ['It wrote', 'Escribió'],
  gone: [
    'The event is not among the events of this organization.',
    'El evento no está entre los eventos de esta organización.',
  ],
  customer: ['it was disabled by you', 'usted lo desactivó'],
  operatorReason: [
    'an operator of the service disabled it',
    'un operador del servicio lo desactivó',
  ],
  goneReason: ['the receiver answered 410', 'el receptor respondió 410'],
  failingReason: [
    'no request was accepted for five days',
    'ninguna solicitud fue aceptada en cinco días',
  ],
})

const STRIP = 40

export function EndpointPanel({ owner, id }: { owner: string | null; id: string }) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: [owner, 'webhook', id],
    queryFn: () => endpointsOf(owner).get(id),
  })
  return (
    <Answer query={query}>
      {(endpoint) => (
        <>
          <EndpointFacts endpoint={endpoint} />
          <EndpointActs owner={owner} endpoint={endpoint} />
          <details className="others">
            <summary>{t.change}</summary>
            <EndpointForm
              present={endpoint}
              label={t.save}
              save={(values) => endpointsOf(owner).change(id, values)}
              done={() => <span role="status">{t.saved}</span>}
            />
          </details>
          <Section title={t.deliveries}>
            <Deliveries owner={owner} id={id} />
          </Section>
        </>
      )}
    </Answer>
  )
}

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useText(texts)
  const reasons = {
    customer: t.customer,
    operator: t.operatorReason,
    gone: t.goneReason,
    failing: t.failingReason,
  }
  return (
    <Facts
      facts={{
        [t.url]: <Copyable value={endpoint.url} label={t.url} />,
        [t.state]: <EndpointState endpoint={endpoint} />,
        [t.why]: endpoint.disabled_reason === null ? null : reasons[endpoint.disabled_reason],
        [t.failing]: endpoint.failing_since === null ? null : <Time at={endpoint.failing_since} />,
        [t.created]: <Time at={endpoint.created_at} />,
        [t.id]: <Copyable value={endpoint.id} label={t.id} />,
      }}
    />
  )
}

function EndpointActs({
  owner,
  endpoint: { id, status },
}: {
  owner: string | null
  endpoint: WebhookEndpoint
}) {
  const t = useText(texts)
  const webhooks = endpointsOf(owner)
  const change = (wanted: WebhookEndpoint['status']) => () =>
    webhooks.change(id, { status: wanted })
  return (
    <div className="acts section">
      {status === 'DISABLED' ? (
        <Act size="xs" label={t.enable} run={change('ENABLED')} />
      ) : (
        <>
          <Act
            size="xs"
            label={t.test}
            run={() => webhooks.test(id)}
            done={() => <span role="status">{t.tested}</span>}
          />
          <Act
            size="xs"
            label={t.rotate}
            run={() => webhooks.rotateSecret(id)}
            confirm={<p>{t.rotating}</p>}
            done={({ secret }) => <EndpointSecret secret={secret} />}
          />
          <Act
            size="xs"
            label={t.disable}
            run={change('DISABLED')}
            confirm={<p>{t.disabling}</p>}
          />
        </>
      )}
      <Act
        size="xs"
        tone="danger"
        label={t.delete}
        run={() => webhooks.delete(id)}
        confirm={<p>{t.deleting}</p>}
      />
    </div>
  )
}

function Deliveries({ owner, id }: { owner: string | null; id: string }) {
  const t = useText(texts)
  const [openId, setOpenId] = useState<string>()
  const { sorting, sorted } = useSortOfPart('created')
  const query = useInfiniteQuery({
    queryKey: [owner, 'deliveries', id, sorting],
    queryFn: ({ pageParam }) =>
      endpointsOf(owner)
        .deliveries(id, { ...pageFrom(pageParam), ...sorting })
        .page(),
    ...paging,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ status }) => status === 'PENDING') === true ? 2000 : false,
  })
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'event',
      head: t.event,
      cell: ({ event_type: type }) => <span className="code">{type}</span>,
    },
    {
      id: 'state',
      head: t.state,
      cell: (one) => <DeliveryState delivery={one} />,
    },
    { id: 'answer', head: t.answer, cell: (delivery) => <DeliveryAnswer delivery={delivery} /> },
    { id: 'at', head: t.at, cell: ({ updated_at: at }) => <Time at={at} /> },
  ]
  const all = query.data?.pages.flatMap(({ data }) => data) ?? []
  const open = all.find((one) => one.id === openId)
  const latest = all.slice(0, STRIP).toReversed()
  const failed = latest.filter(({ status }) => status === 'FAILED').length
  return (
    <>
      {latest.length === 0 || sorted.order === 'oldest' ? null : (
        <div className="strip" role="img" aria-label={t.strip(latest.length, failed)}>
          {latest.map((one) => (
            <span key={one.id} className={shapeOfDelivery(one)} />
          ))}
        </div>
      )}
      <PagedTable
        {...sorted}
        name="deliveries"
        label={t.deliveries}
        query={query}
        columns={columns}
        idOf={(one) => one.id}
        onOpen={(one) => setOpenId(one.id === openId ? undefined : one.id)}
        openId={openId}
        empty={
          <Empty title={t.none}>
            <p>{t.how}</p>
          </Empty>
        }
      />
      {open === undefined ? null : (
        <Delivery key={open.id} owner={owner} endpoint={id} delivery={open} />
      )}
    </>
  )
}

function Delivery({
  owner,
  endpoint,
  delivery,
}: {
  owner: string | null
  endpoint: string
  delivery: WebhookDelivery
}) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: [owner, 'event', delivery.event_id],
    queryFn: () => findEvent(delivery),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Section
      title={delivery.event_type}
      acts={
        <Act
          size="xs"
          label={t.again(delivery.event_type)}
          run={() => endpointsOf(owner).redeliver(endpoint, { event_id: delivery.event_id })}
          done={() => <span role="status">{t.queued}</span>}
        />
      }
    >
      <div className="side-by-side">
        <div>
          <h3>{t.payload}</h3>
          <Answer query={query} lines={4}>
            {(event) => (event === null ? <p className="dim">{t.gone}</p> : <Json value={event} />)}
          </Answer>
        </div>
        <div>
          <h3>{t.answer}</h3>
          <Facts
            facts={{
              [t.state]: <DeliveryState delivery={delivery} />,
              [t.answer]: <DeliveryAnswer delivery={delivery} />,
              [t.wrote]: delivery.last_answer,
              [t.attempts]: String(delivery.attempts),
              [t.next]:
                delivery.next_attempt_at === null ? null : <Time at={delivery.next_attempt_at} />,
              [t.event]: <Copyable value={delivery.event_id} label={t.event} />,
            }}
          />
        </div>
      </div>
    </Section>
  )
}

const NEAR = 4

/** The event of a delivery, among those of its type. */
async function findEvent({ organization_id: organization, ...delivery }: WebhookDelivery) {
  if (organization === null) return null
  const query = { type: delivery.event_type, limit: 200 } as const
  let pages = 0
  for await (const page of corridor.events.list(organization, query).pages()) {
    const found = page.data.find(({ id }) => id === delivery.event_id)
    if (found !== undefined) return found
    if ((pages += 1) >= NEAR) break
  }
  return null
}
