// Instruments: the accounts and wallets that the organization pays from and to.
import type { Instrument, Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { State, type Shape } from '../parts/status.tsx'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { DeskAccount } from './desk-account.tsx'
import { detailName, detailTexts, useChoiceName, useMethodName } from './details.ts'
import { ExplorerLink } from './explorer-link.tsx'
import { InstrumentName } from './instrument-name.tsx'
import { NewInstrumentForm } from './new-instrument.tsx'
import { TravelRule } from './travel-rule.tsx'

const texts = bilingual({
  title: ['Instruments', 'Instrumentos'],
  one: ['Instrument', 'Instrumento'],
  add: ['Add an instrument', 'Agregar un instrumento'],
  alias: ['Alias', 'Alias'],
  currency: ['Currency', 'Moneda'],
  method: ['Method', 'Método'],
  state: ['State', 'Estado'],
  created: ['Created', 'Creado'],
  history: ['Status history', 'Historial de estados'],
  archive: [(alias: string) => `Archive ${alias}`, (alias: string) => `Archivar ${alias}`],
  archiving: [
    'An archived instrument is used by no new order, and cannot be made active again.',
    'Ninguna orden nueva usa un instrumento archivado, y no se puede reactivar.',
  ],
  none: ['No instruments', 'No hay instrumentos'],
  how: [
    'An instrument is an account or wallet that orders pay from or to.',
    'Un instrumento es una cuenta o billetera desde o hacia la que pagan las órdenes.',
  ],
  ACTIVE: ['active', 'activo'],
  COMPLIANCE_HOLD: ['held', 'retenido'],
  ARCHIVED: ['archived', 'archivado'],
})

type Status = Schemas['InstrumentStatus']
const shapes: Readonly<Record<Status, Shape>> = {
  ACTIVE: 'done',
  COMPLIANCE_HOLD: 'waiting',
  ARCHIVED: 'off',
}

function InstrumentState({ status }: { status: Status }) {
  const t = useText(texts)
  return <State word={t[status]} shape={shapes[status]} />
}

export function Instruments() {
  const t = useText(texts)
  const methodName = useMethodName()
  const { organization } = useParams({ from: '/$organization' })
  const query = usePages([organization, 'instruments'], (pageParam) =>
    corridor.instruments.list(organization, pageFrom(pageParam)).page(),
  )
  const columns: Column<Instrument>[] = [
    { id: 'alias', head: t.alias, cell: (one) => <InstrumentName instrument={one} /> },
    { id: 'currency', head: t.currency, cell: ({ currency }) => currency },
    {
      id: 'state',
      head: t.state,
      cell: ({ status }) => <InstrumentState status={status.current_status} />,
    },
    { id: 'method', head: t.method, cell: ({ method }) => methodName(method) },
    { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.one, cell: ({ id }) => <Id id={id} /> },
  ]
  return (
    <ObjectsPage
      name="instruments"
      title={t.title}
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      order="oldest"
      panel={(id) => <InstrumentPanel key={id} organization={organization} id={id} />}
      make={[t.add, (show) => <NewInstrumentForm organization={organization} onDone={show} />]}
      empty={[t.none, t.how]}
    />
  )
}

function InstrumentPanel({ organization, id }: { organization: string; id: string }) {
  const t = useText(texts)
  const names = useText(detailTexts)
  const methodName = useMethodName()
  const choiceName = useChoiceName()
  const query = useQuery({
    queryKey: [organization, 'instrument', id],
    queryFn: () => corridor.instruments.get(organization, id),
  })
  return (
    <Answer query={query}>
      {({ alias, currency, method, status, details, created_at: created, ...more }) => (
        <>
          <Section title={alias}>
            <Facts
              facts={{
                [t.state]: <InstrumentState status={status.current_status} />,
                [t.currency]: currency,
                [t.method]: methodName(method),
                ...Object.fromEntries(
                  Object.entries(details).map(([name, value]) => {
                    const label = detailName(names, name)
                    return [
                      label,
                      typeof value === 'string' && choiceName(value) !== value ? (
                        choiceName(value)
                      ) : typeof value === 'string' && value !== '' ? (
                        <span key={name}>
                          <Copyable value={value} label={label} />
                          {name === 'address' ? (
                            <ExplorerLink
                              instrument={{ method, details }}
                              kind="address"
                              id={value}
                            />
                          ) : null}
                        </span>
                      ) : null,
                    ]
                  }),
                ),
                [t.created]: <Time at={created} />,
                [t.one]: <Copyable value={id} label={t.one} />,
              }}
            />
          </Section>
          {method === 'DESK_ACCOUNT' ? <DeskAccount organization={organization} id={id} /> : null}
          <Metadata of={more} />
          <Section title={t.history}>
            <ol className="timeline">
              {status.status_history.map(({ status: was, created_at: at }) => (
                <li key={at}>
                  <Time at={at} />
                  <InstrumentState status={was} />
                </li>
              ))}
            </ol>
          </Section>
          {method.endsWith('_ADDRESS') ? (
            <TravelRule organization={organization} id={id} currency={currency} />
          ) : null}
          {status.current_status === 'ACTIVE' ? (
            <Act
              tone="danger"
              label={t.archive(alias)}
              run={() => corridor.instruments.archive(organization, id)}
              confirm={<p>{t.archiving}</p>}
            />
          ) : null}
        </>
      )}
    </Answer>
  )
}
