// What the desk asked organizations, and their answers. Answers are sealed: reading one needs a reason and is audited.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { given } from '../parts/given.ts'
import { Answer } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { Id } from '../parts/copy.tsx'
import { ListFilters, Period, useFilters } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { State, type Shape } from '../parts/status.tsx'
import { usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { may, meQuery, readPage, readQuery, type Schemas } from './api.ts'
import { AskButton } from './ask-information.tsx'
import { RequestActs } from './information-answer.tsx'
import { ActsOf } from './open-acts.tsx'
import { OfOrganization } from './organizations.tsx'

const texts = bilingual({
  title: ['Information requests', 'Solicitudes de información'],
  filter: ['Status', 'Estado'],
  all: ['All', 'Todas'],
  status: {
    OPEN: ['open', 'abierta'],
    ANSWERED: ['answered', 'respondida'],
    CLOSED: ['closed', 'cerrada'],
  },
  overdue: ['overdue', 'vencida'],
  message: ['Message', 'Mensaje'],
  who: ['Organization', 'Organización'],
  deadline: ['Deadline', 'Plazo'],
  asked: ['Asked', 'Pedida'],
  answered: ['Answered', 'Respondida'],
  closed: ['Closed', 'Cerrada'],
  order: ['Order', 'Orden'],
  openOrder: ['Open the order', 'Abrir la orden'],
  id: ['Request', 'Solicitud'],
  panel: ['Information request', 'Solicitud de información'],
  fields: ['Fields', 'Campos'],
  documents: ['Documents', 'Documentos'],
  required: ['required', 'obligatorio'],
  optional: ['optional', 'opcional'],
  none: ['Nothing was asked', 'Nada se pidió'],
  why: [
    'Ask an organization for information about an order, or about itself.',
    'Pida a una organización información sobre una orden o sobre sí misma.',
  ],
  every: ['Of all orders', 'De todas las órdenes'],
})

type Request = Schemas['InformationRequest']
type Status = Request['status']
const STATUSES: readonly Status[] = ['OPEN', 'ANSWERED', 'CLOSED']
const SHAPES: Readonly<Record<Status, Shape>> = {
  OPEN: 'waiting',
  ANSWERED: 'moving',
  CLOSED: 'done',
}

export function Information() {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const [{ organization, order, status, from, to }, change] = useFilters()
  const { sorting, sorted } = useSort('asked')
  const asked = {
    ...given({ status: oneOf(STATUSES, status), organization_id: organization, order_id: order }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages(['operator', 'information', asked], (pageParam) =>
    readPage('/operator/v1/information_requests', pageParam, asked),
  )
  return (
    <ObjectsPage
      {...sorted}
      name="information"
      title={t.title}
      one={t.panel}
      acts={
        may(me, 'request_information') ? (
          <AskButton
            organization={organization}
            order={order}
            done={({ id }) => change({ open: id })}
          />
        ) : undefined
      }
      above={
        <ListFilters
          views="desk.information"
          status={[
            t.filter,
            [[undefined, t.all], ...STATUSES.map((value) => [value, t.status[value]] as const)],
          ]}
        >
          <OfOrganization />
          <Period />
          {order === undefined ? null : (
            <button
              type="button"
              className="plain copy"
              onClick={() => change({ order: undefined })}
            >
              {t.every}
            </button>
          )}
        </ListFilters>
      }
      panel={(id) => <OpenRequest key={id} id={id} />}
      query={query}
      columns={[
        { id: 'status', head: t.filter, cell: (request) => <StatusOf request={request} /> },
        { id: 'who', head: t.who, cell: (request) => request.organization_name },
        { id: 'message', head: t.message, isProse: true, cell: ({ message }) => message },
        { id: 'deadline', head: t.deadline, cell: ({ deadline }) => <Time at={deadline} /> },
        { id: 'asked', head: t.asked, cell: ({ created_at: at }) => <Time at={at} /> },
      ]}
      idOf={({ id }) => id}
      subjectOf={({ order_id: about, id }) => about ?? id}
      empty={[t.none, t.why]}
    />
  )
}

function StatusOf({ request: { status, is_overdue: isOverdue } }: { request: Request }) {
  const t = useText(texts)
  return isOverdue ? (
    <State word={t.overdue} shape="failed" />
  ) : (
    <State word={t.status[status]} shape={SHAPES[status]} />
  )
}

function OpenRequest({ id }: { id: string }) {
  const query = useQuery(
    readQuery('/operator/v1/information_requests/{information_request_id}', {
      information_request_id: id,
    }),
  )
  return (
    <Answer query={query} lines={8}>
      {(request) => (
        <>
          <RequestFacts request={request} />
          <ActsOf subject={id}>
            <RequestActs id={id} status={request.status} />
          </ActsOf>
        </>
      )}
    </Answer>
  )
}

function RequestFacts({ request }: { request: Request }) {
  const t = useText(texts)
  const { order_id: order, answered_at: answered, closed_at: closed } = request
  const wanted = (list: Request['fields'] | Request['documents']) =>
    list.length === 0 ? null : (
      <ul>
        {list.map(({ name, about, required }) => (
          <li key={name}>
            {about} <span className="dim">{required ? t.required : t.optional}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <p>{request.message}</p>
      <Facts
        facts={{
          [t.filter]: <StatusOf request={request} />,
          [t.who]: (
            <Link to="/operator/limits" search={{ open: request.organization_id }}>
              {request.organization_name}
            </Link>
          ),
          [t.order]:
            order === null ? null : (
              <Link to="/operator/orders/$order" params={{ order }}>
                {t.openOrder}
              </Link>
            ),
          [t.deadline]: <Time at={request.deadline} />,
          [t.asked]: <Time at={request.created_at} />,
          [t.answered]: answered === null ? null : <Time at={answered} />,
          [t.closed]: closed === null ? null : <Time at={closed} />,
          [t.fields]: wanted(request.fields),
          [t.documents]: wanted(request.documents),
          [t.id]: <Id id={request.id} />,
        }}
      />
    </>
  )
}
