// The request log: what API keys asked in the last days, how it was answered, and which fields were sent.
import type { Schemas } from '@corridor/sdk'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useShown } from '../parts/address.ts'
import { Answer } from '../parts/answers.tsx'
import { Copyable } from '../parts/copy.tsx'
import { createdIn } from '../parts/days.ts'
import { FilterChips } from '../parts/filter-chips.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Period } from '../parts/list-filters.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { madeAt } from '../parts/short-id.ts'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

type ApiRequest = Schemas['ApiRequest']

const texts = bilingual({
  title: ['Request log', 'Registro de solicitudes'],
  one: ['Request', 'Solicitud'],
  operation: ['Operation', 'Operación'],
  answer: ['Answer', 'Respuesta'],
  at: ['Answered', 'Respondida'],
  took: ['Took', 'Tardó'],
  key: ['API key', 'Clave de API'],
  id: ['Request ID', 'ID de la solicitud'],
  why: ['Code', 'Código'],
  where: ['Wrong fields', 'Campos incorrectos'],
  created: ['Created', 'Creó'],
  path: ['Path', 'Ruta'],
  body: ['Fields of the body', 'Campos del cuerpo'],
  noValues: ['Values are never kept.', 'Los valores nunca se guardan.'],
  field: ['Field', 'Campo'],
  type: ['Type', 'Tipo'],
  length: ['Length', 'Longitud'],
  whole: ['the body itself', 'el cuerpo mismo'],
  shown: ['Show', 'Mostrar'],
  all: ['All', 'Todas'],
  refused: ['Refused', 'Rechazadas'],
  search: ['Find a request ID', 'Buscar un ID de solicitud'],
  gone: [
    'There is no request with this identifier, or it is no longer kept.',
    'No hay una solicitud con este identificador o ya no se conserva.',
  ],
  none: ['No requests', 'No hay solicitudes'],
  how: [
    'A request is here a second after its answer, for seven days. Of a key that asks very often not all are kept.',
    'Una solicitud aparece un segundo después de su respuesta, durante siete días. De una clave que pregunta muy seguido no se guardan todas.',
  ],
})

const REFUSED = 400
function AnswerState({ of: { status, error_code: code } }: { of: ApiRequest }) {
  return (
    <State word={`${status} ${code ?? ''}`.trim()} shape={status >= REFUSED ? 'failed' : 'done'} />
  )
}

export function ApiLog() {
  const t = useText(texts)
  const [{ status, q = '', from, to }, change] = useShown()
  const wanted = q.trim()
  const named =
    wanted !== ''
      ? { request_id: wanted }
      : status === 'refused'
        ? { refused: 'true' as const }
        : {}
  const filter = { ...named, ...createdIn({ from, to }) }
  const query = usePages(['api-requests', filter], (pageParam) =>
    corridor.keys.requests({ ...filter, ...pageFrom(pageParam) }).page(),
  )
  const columns: Column<ApiRequest>[] = [
    {
      id: 'operation',
      head: t.operation,
      cell: ({ method, operation }) => (
        <span className="code">
          {method} {operation}
        </span>
      ),
    },
    {
      id: 'answer',
      head: t.answer,
      cell: (one) => <AnswerState of={one} />,
    },
    { id: 'at', head: t.at, cell: ({ at }) => <Time at={at} /> },
    {
      id: 'id',
      head: t.id,
      cell: ({ request_id: id }) => <Copyable value={id} label={t.id} />,
      isHidden: true,
    },
  ]
  return (
    <ObjectsPage
      name="api-log"
      title={t.title}
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      panel={(id) => (
        <RequestPanel
          key={id}
          id={id}
          listed={query.data?.pages.flatMap(({ data }) => data).find((one) => one.id === id)}
        />
      )}
      above={
        <div className="filters">
          <TextInput
            aria-label={t.search}
            placeholder={t.search}
            value={q}
            maxLength={128}
            onChange={({ currentTarget: { value } }) =>
              change({ q: value === '' ? undefined : value, open: undefined })
            }
            size="xs"
          />
          <Period />
        </div>
      }
      tools={
        <FilterChips
          label={t.shown}
          name="status"
          values={[
            [undefined, t.all],
            ['refused', t.refused],
          ]}
        />
      }
      empty={[t.none, t.how]}
    />
  )
}

function RequestPanel({ id, listed }: { id: string; listed: ApiRequest | undefined }) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: ['api-request', id],
    queryFn: () => readRequest(id),
    enabled: listed === undefined,
  })
  if (listed !== undefined) return <RequestFacts of={listed} />
  return (
    <Answer query={query}>
      {(one) => (one === null ? <p className="dim">{t.gone}</p> : <RequestFacts of={one} />)}
    </Answer>
  )
}

/** The list has no filter for one entry. Its identifier has the millisecond in which it was answered. */
async function readRequest(id: string): Promise<ApiRequest | null> {
  const at = madeAt(id)
  if (at === undefined) return null
  const moment = (ms: number) => new Date(at + ms).toISOString()
  const found = corridor.keys.requests({
    created_after: moment(-1),
    created_before: moment(1),
    limit: 200,
  })
  return (await found.all()).find((one) => one.id === id) ?? null
}

function RequestFacts({ of: one }: { of: ApiRequest }) {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  return (
    <>
      <Facts
        facts={{
          [t.answer]: <AnswerState of={one} />,
          [t.where]: one.error_pointers.length === 0 ? null : one.error_pointers.join(', '),
          [t.created]:
            one.created_id === null ? null : <Copyable value={one.created_id} label={t.created} />,
          [t.operation]: `${one.method} ${one.operation}`,
          [t.path]: <Copyable value={one.path} label={t.path} />,
          [t.took]: `${one.took_ms} ms`,
          [t.at]: <Time at={one.at} />,
          [t.key]: (
            <Link
              to="/$organization/keys"
              params={{ organization }}
              search={{ open: one.api_key_id }}
            >
              …{one.api_key_id.slice(-6)}
            </Link>
          ),
          [t.id]: <Copyable value={one.request_id} label={t.id} />,
        }}
      />
      {one.body === null ? null : (
        <>
          <h3>{t.body}</h3>
          <p>{t.noValues}</p>
          <table className="table">
            <thead>
              <tr>
                <th>{t.field}</th>
                <th>{t.type}</th>
                <th>{t.length}</th>
              </tr>
            </thead>
            <tbody>
              {one.body.map(({ pointer, type, length }, at) => (
                <tr key={`${pointer}${at}`}>
                  <td className="code">{pointer === '' ? t.whole : pointer}</td>
                  <td>{type}</td>
                  <td>{length ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  )
}
