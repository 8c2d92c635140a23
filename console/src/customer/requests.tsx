// Requests of the desk for information: what is asked, until when, and the answer. The service encrypts an answer, and
// nothing shows it again.
import type { InformationRequest, Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { useShown } from '../parts/address.ts'
import { FilterChips } from '../parts/filter-chips.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { State, type Shape } from '../parts/status.tsx'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Countdown, Time, useIsPast } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { AnswerForm } from './request-answer.tsx'
import { openRequestsQuery } from './requests-query.ts'

const texts = bilingual({
  title: ['Information requests', 'Solicitudes de información'],
  waiting: ['The desk asks you for information', 'La mesa le pide información'],
  one: ['Information request', 'Solicitud de información'],
  asked: ['Asked', 'Se pide'],
  state: ['State', 'Estado'],
  all: ['All', 'Todas'],
  deadline: ['Deadline', 'Plazo'],
  overdue: ['Overdue since', 'Vencida desde'],
  by: ['Answer by', 'Responder antes de'],
  created: ['Asked at', 'Pedida'],
  answered: ['Answered', 'Respondida'],
  closed: ['Closed', 'Cerrada'],
  order: ['Order', 'Orden'],
  open: ['Open the order', 'Abrir la orden'],
  left: ['Time left', 'Tiempo restante'],
  late: [
    'The deadline has passed. An answer is still taken.',
    'El plazo venció. Todavía se acepta una respuesta.',
  ],
  thanks: [
    'You have answered. The desk reads it; nothing of the answer is shown here.',
    'Usted respondió. La mesa lee la respuesta; aquí no se muestra.',
  ],
  over: ['Nothing is needed any more.', 'Ya no se necesita nada.'],
  answer: ['Your answer', 'Su respuesta'],
  respond: ['Answer it', 'Responder'],
  none: ['No information requests', 'No hay solicitudes de información'],
  how: [
    'The desk asks here when it needs to know more about an order or about you.',
    'La mesa pregunta aquí cuando necesita saber más de una orden o de usted.',
  ],
  OPEN: ['waits for you', 'espera su respuesta'],
  ANSWERED: ['answered', 'respondida'],
  CLOSED: ['closed', 'cerrada'],
})

type Status = Schemas['InformationRequestStatus']
const STATUSES: readonly Status[] = ['OPEN', 'ANSWERED', 'CLOSED']
const shapes: Readonly<Record<Status, Shape>> = { OPEN: 'waiting', ANSWERED: 'done', CLOSED: 'off' }

function RequestState({ status }: { status: Status }) {
  const t = useText(texts)
  return <State word={t[status]} shape={shapes[status]} />
}

export function Requests() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const [{ status: asked }] = useShown()
  const status = STATUSES.find((one) => one === asked)
  const query = usePages([organization, 'requests', status], (pageParam) =>
    corridor.informationRequests
      .list(organization, {
        ...pageFrom(pageParam),
        ...(status === undefined ? {} : { status }),
      })
      .page(),
  )
  const columns: Column<InformationRequest>[] = [
    { id: 'asked', head: t.asked, isProse: true, cell: ({ message }) => message },
    { id: 'state', head: t.state, cell: (request) => <RequestState status={request.status} /> },
    { id: 'deadline', head: t.deadline, cell: ({ deadline }) => <Time at={deadline} isReal /> },
    { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.one, cell: ({ id }) => <Id id={id} />, isHidden: true },
  ]
  return (
    <ObjectsPage
      name="requests"
      title={t.title}
      above={
        <FilterChips
          label={t.state}
          name="status"
          values={[[undefined, t.all], ...STATUSES.map((one) => [one, t[one]] as const)]}
        />
      }
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      panel={(id) => <RequestPanel key={id} organization={organization} id={id} />}
      empty={[t.none, t.how]}
    />
  )
}

function RequestPanel({ organization, id }: { organization: string; id: string }) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: [organization, 'request', id],
    queryFn: () => corridor.informationRequests.get(organization, id),
  })
  return (
    <Answer query={query}>
      {(request) => (
        <>
          <p className="said">{request.message}</p>
          <Facts
            facts={{
              [t.state]: <RequestState status={request.status} />,
              [t.deadline]: <Time at={request.deadline} isReal />,
              [t.left]: request.status === 'OPEN' ? <Left until={request.deadline} /> : null,
              [t.order]:
                request.order_id === null ? null : (
                  <Link
                    to="/$organization/orders/$order"
                    params={{ organization, order: request.order_id }}
                  >
                    {t.open}
                  </Link>
                ),
              [t.created]: <Time at={request.created_at} />,
              [t.answered]: request.answered_at === null ? null : <Time at={request.answered_at} />,
              [t.closed]: request.closed_at === null ? null : <Time at={request.closed_at} />,
              [t.one]: <Copyable value={id} label={t.one} />,
            }}
          />
          <Section title={t.answer}>
            {request.status === 'OPEN' ? (
              <AnswerForm organization={organization} request={request} />
            ) : (
              <p role="status">{request.status === 'ANSWERED' ? t.thanks : t.over}</p>
            )}
          </Section>
        </>
      )}
    </Answer>
  )
}

function Left({ until }: { until: string }) {
  const t = useText(texts)
  return useIsPast(until, { isReal: true }) ? t.late : <Countdown until={until} isBare isReal />
}

/** The deadline in a sentence that stays true when it has passed. */
function AnswerBy({ at }: { at: string }) {
  const t = useText(texts)
  return (
    <>
      {useIsPast(at, { isReal: true }) ? t.overdue : t.by} <Time at={at} isReal />
    </>
  )
}

/** Those that wait for an answer. */
/** For the overview. Nothing where nothing is asked. */
export function OpenRequests({ organization }: { organization: string }) {
  const t = useText(texts)
  const { data = [] } = useQuery(openRequestsQuery(organization))
  if (data.length === 0) return null
  return (
    <Section title={t.waiting}>
      <ul className="choices">
        {data.map(({ id, message, deadline }) => (
          <li key={id}>
            <div>
              {message}
              <p>
                <AnswerBy at={deadline} />
              </p>
            </div>
            <Link to="/$organization/requests" params={{ organization }} search={{ open: id }}>
              {t.respond}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
