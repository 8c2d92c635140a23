// The organizations, and what is on hold.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMethodName } from '../customer/details.ts'
import { useShown } from '../parts/address.ts'
import { Answer } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { given } from '../parts/given.ts'
import { ListFilters, Period, TextPart } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { loginOf } from './actor.ts'
import { OfEnterprise } from './enterprises.tsx'
import { Id, shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { usePages, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { actFor, may, meQuery, readPage, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { holdTexts } from './hold-words.ts'
import { AfterRelease, holdsQuery } from './holds.tsx'
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
  const query = useQuery(holdsQuery)
  return (
    <Section title={t.holds}>
      <Answer query={query}>
        {({ organizations, instruments }) => (
          <>
            {organizations.length + instruments.length === 0 ? (
              <p className="dim">{t.noHolds}</p>
            ) : null}
            {organizations.length === 0 ? null : (
              <HeldOrganizations organizations={organizations} />
            )}
            {instruments.length === 0 ? null : <HeldInstruments instruments={instruments} />}
          </>
        )}
      </Answer>
    </Section>
  )
}

function HeldOrganizations({ organizations }: Pick<Schemas['Holds'], 'organizations'>) {
  const t = useText(texts)
  const words = useText(holdTexts)
  return (
    <Table
      name="held-organizations"
      label={t.title}
      rows={organizations}
      idOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          head: t.name,
          cell: ({ id, name }) => (
            <Link to="/operator/limits" search={{ open: id }}>
              {name}
            </Link>
          ),
        },
        { id: 'enterprise', head: t.enterprise, cell: (one) => one.enterprise_name },
        { id: 'since', head: t.held2, cell: ({ since }) => <Time at={since} /> },
        {
          id: 'by',
          head: words.by,
          cell: ({ placed_by: by }) => loginOf(by ?? ''),
        },
        {
          id: 'why',
          head: words.why,
          cell: ({ placed_by: by, reason }) => (by === null ? words.neverReleased : reason),
        },
      ]}
    />
  )
}

function HeldInstruments({ instruments }: Pick<Schemas['Holds'], 'instruments'>) {
  const t = useText(texts)
  const words = useText(holdTexts)
  const methodName = useMethodName()
  const { data: me } = useQuery(meQuery)
  return (
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
                before={words.held}
                after={<AfterRelease of={id} />}
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
