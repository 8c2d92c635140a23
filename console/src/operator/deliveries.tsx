// The deliveries of a webhook endpoint, with what its receiver answered.
import { useState } from 'react'
import { DeliveryAnswer, DeliveryState } from '../customer/delivery-state.tsx'
import { Empty } from '../parts/answers.tsx'
import { given } from '../parts/given.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { useSortOfPart } from '../parts/sort.ts'
import { PagedTable, usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readPage, type Schemas } from './api.ts'
import { Chips } from '../parts/chips.tsx'

const texts = bilingual({
  title: ['Deliveries', 'Entregas'],
  all: ['All', 'Todas'],
  status: {
    PENDING: ['waiting', 'espera'],
    DELIVERED: ['delivered', 'entregado'],
    FAILED: ['failed', 'falló'],
  },
  filter: ['Status', 'Estado'],
  event: ['Event', 'Evento'],
  answer: ['Answer', 'Respuesta'],
  attempts: ['Attempts', 'Intentos'],
  at: ['When', 'Cuándo'],
  next: ['Next attempt', 'Próximo intento'],
  id: ['Id of the event', 'Id del evento'],
  none: ['Nothing was sent yet', 'Aún no se envió nada'],
  why: [
    'Each event has a delivery here for each endpoint that wants it.',
    'Cada evento tiene aquí una entrega por cada endpoint que lo quiere.',
  ],
})

type Status = Schemas['WebhookDeliveryStatus']
const STATUSES: readonly Status[] = ['PENDING', 'DELIVERED', 'FAILED']
export function Deliveries({ id }: { id: string }) {
  const t = useText(texts)
  const [status, setStatus] = useState<Status>()
  const { sorting, sorted } = useSortOfPart('event')
  const asked = { ...given({ status }), ...sorting }
  const query = usePages(['operator', 'deliveries', id, asked], (pageParam) =>
    readPage('/operator/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries', pageParam, asked, {
      webhook_endpoint_id: id,
    }),
  )
  return (
    <Section title={t.title}>
      <Chips
        label={t.filter}
        options={[
          { value: undefined, label: t.all },
          ...STATUSES.map((value) => ({ value, label: t.status[value] })),
        ]}
        chosen={status}
        choose={setStatus}
      />
      <PagedTable
        {...sorted}
        name="desk-deliveries"
        label={t.title}
        query={query}
        idOf={(one) => one.id}
        empty={
          <Empty title={t.none}>
            <p>{t.why}</p>
          </Empty>
        }
        columns={[
          {
            id: 'event',
            head: t.event,
            cell: ({ event_type: type }) => <span className="code">{type}</span>,
          },
          {
            id: 'status',
            head: t.filter,
            cell: (one) => <DeliveryState delivery={one} />,
          },
          {
            id: 'answer',
            head: t.answer,
            cell: (one) => (
              <>
                <DeliveryAnswer delivery={one} />
                {one.last_answer === null ? null : <p className="dim">{one.last_answer}</p>}
              </>
            ),
          },
          { id: 'attempts', head: t.attempts, isMoney: true, cell: ({ attempts }) => attempts },
          { id: 'at', head: t.at, cell: ({ updated_at: at }) => <Time at={at} /> },
          {
            id: 'next',
            head: t.next,
            cell: ({ next_attempt_at: at }) => (at === null ? null : <Time at={at} />),
            isHidden: true,
          },
          { id: 'id', head: t.id, cell: (one) => <Id id={one.event_id} />, isHidden: true },
        ]}
      />
    </Section>
  )
}
