// The organizations, and which instruments are on hold.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMethodName } from '../customer/details.ts'
import { useShown } from '../parts/address.ts'
import { Answer } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { given } from '../parts/given.ts'
import { ListFilters, Period, TextPart } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/period.tsx'
import { useSort } from '../parts/sort.ts'
import { OfEnterprise } from './enterprises.tsx'
import { Id, shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { usePages, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { actFor, may, meQuery, readPage, readQuery } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { instrumentTexts } from './instrument-words.ts'
import { Organization } from './organization.tsx'
import { shapeOfStatus } from './words.ts'

const texts = bilingual({
  title: ['Organizations', 'Organizaciones'],
  all: ['All', 'Todas'],
  part: ['Part of the name', 'Parte del nombre'],
  name: ['Organization', 'Organización'],
  enterprise: ['Enterprise', 'Empresa'],
  status: ['Status', 'Estado'],
  since: ['Created', 'Creada'],
  panel: ['Organization', 'Organización'],
  release: [(name: string) => `Release ${name}`, (name: string) => `Liberar ${name}`],
  held: [
    'No new orders; orders wait before the fill and the payout.',
    'Sin órdenes nuevas; las órdenes esperan antes de convertir y de pagar.',
  ],
  free: ['Orders go on.', 'Las órdenes siguen.'],
  empty: ['No organization yet', 'Aún no hay organizaciones'],
  why: [
    'Organizations are made by operator files or over the API.',
    'Las crean los archivos de operador o la API.',
  ],
  holds: ['Holds', 'Retenciones'],
  noHolds: ['Nothing is on hold.', 'Nada está retenido.'],
  held2: ['On hold since', 'Retenido desde'],
  instrument: ['Instrument', 'Instrumento'],
  method: ['Method', 'Método'],
  acts: ['Acts', 'Actos'],
})

const STATUSES = ['ACTIVE', 'COMPLIANCE_HOLD'] as const

export function Limits() {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const [{ status, enterprise, text, from, to }] = useShown()
  const { sorting, sorted } = useSort('since')
  const asked = {
    ...given({ status: oneOf(STATUSES, status), enterprise_id: enterprise, text }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages(['operator', 'organizations', 'list', asked], (pageParam) =>
    readPage('/operator/v1/organizations', pageParam, asked),
  )
  return (
    <ObjectsPage
      {...sorted}
      name="desk-organizations"
      title={t.title}
      one={t.panel}
      above={
        <ListFilters
          views="desk.organizations"
          status={[
            t.status,
            [[undefined, t.all], ...STATUSES.map((one) => [one, words.status[one]] as const)],
          ]}
        >
          <OfEnterprise />
          <Period />
          <TextPart label={t.part} />
        </ListFilters>
      }
      panel={(id) => <Organization key={id} id={id} />}
      query={query}
      columns={[
        { id: 'name', head: t.name, cell: ({ name }) => name },
        { id: 'enterprise', head: t.enterprise, cell: (one) => one.enterprise_name },
        {
          id: 'status',
          head: t.status,
          cell: ({ status: { current_status: status } }) => (
            <State word={words.status[status]} shape={shapeOfStatus(status)} />
          ),
        },
        { id: 'since', head: t.since, cell: ({ created_at: at }) => <Time at={at} /> },
        { id: 'id', head: 'Id', cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      empty={[t.empty, t.why]}
    >
      <Holds />
    </ObjectsPage>
  )
}

function Holds() {
  const t = useText(texts)
  const methodName = useMethodName()
  const { data: me } = useQuery(meQuery)
  const query = useQuery(readQuery('/operator/v1/holds'))
  return (
    <Section title={t.holds}>
      <Answer query={query}>
        {({ instruments }) =>
          instruments.length === 0 ? (
            <p className="dim">{t.noHolds}</p>
          ) : (
            <Table
              name="holds"
              label={t.holds}
              rows={instruments}
              idOf={({ id }) => id}
              columns={[
                {
                  id: 'id',
                  head: t.instrument,
                  cell: ({ id }) => (
                    <Link to="/operator/instruments" search={{ open: id }}>
                      {shortId(id)}
                    </Link>
                  ),
                },
                { id: 'enterprise', head: t.enterprise, cell: (one) => one.enterprise_name },
                { id: 'method', head: t.method, cell: ({ method }) => methodName(method) },
                { id: 'since', head: t.held2, cell: ({ since }) => <Time at={since} /> },
                {
                  id: 'acts',
                  head: t.acts,
                  cell: ({ id, method }) =>
                    may(me, 'place_holds') ? (
                      <DeskAct
                        label={t.release(methodName(method))}
                        size="compact-xs"
                        before={t.held}
                        after={t.free}
                        run={actFor('/operator/v1/instruments/{instrument_id}/release', {
                          instrument_id: id,
                        })}
                      />
                    ) : null,
                },
              ]}
            />
          )
        }
      </Answer>
    </Section>
  )
}
