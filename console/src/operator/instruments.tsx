// The accounts and wallets of customers: verification with its reasons, holds, where else an account occurs, and the sealed
// details for those who may read them.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMethodName } from '../customer/details.ts'
import { given } from '../parts/given.ts'
import { useShown } from '../parts/address.ts'
import { ListFilters, Period } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { Answer, Empty } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { usePages, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { may, meQuery, readAll, readPage } from './api.ts'
import { InstrumentPanel } from './instrument.tsx'
import { OfOrganization } from './organizations.tsx'
import { instrumentTexts } from './instrument-words.ts'
import { shapeOfStatus } from './words.ts'

const texts = bilingual({
  title: ['Instruments', 'Instrumentos'],
  panel: ['Instrument', 'Instrumento'],
  all: ['All', 'Todos'],
  matches: ['Accounts of several organizations', 'Cuentas de varias organizaciones'],
  find: ['Find an instrument', 'Buscar un instrumento'],
  findHint: ['Name, identifier or last characters', 'Nombre, identificador o últimos caracteres'],
  searched: [
    (count: number) => `Among the newest ${count}.`,
    (count: number) => `Entre los ${count} más recientes.`,
  ],
  alias: ['Name', 'Nombre'],
  method: ['Method', 'Método'],
  currency: ['Currency', 'Moneda'],
  ending: ['Ends in', 'Termina en'],
  who: ['Organization', 'Organización'],
  status: ['Status', 'Estado'],
  since: ['Created', 'Creado'],
  id: ['Id', 'Id'],
  none: ['No instrument is here', 'Aquí no hay instrumentos'],
  why: [
    'Instruments are the accounts and wallets that customers are paid at, or pay from.',
    'Los instrumentos son las cuentas y billeteras donde se paga a clientes, o desde donde pagan.',
  ],
  nothing: ['No instrument was found.', 'No se encontró ningún instrumento.'],
  noMatch: [
    'No account occurs in two organizations.',
    'Ninguna cuenta aparece en dos organizaciones.',
  ],
})

const STATUSES = ['ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED'] as const
const SHOWN = [...STATUSES, 'matches'] as const
const MOST_SEARCHED = 2000
const MOST_FOUND = 20

export function Instruments() {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const methodName = useMethodName()
  const { data: me } = useQuery(meQuery)
  const [{ organization, status: chosen, from, to }, change] = useShown()
  const shown = oneOf(SHOWN, chosen)
  const status = oneOf(STATUSES, shown)
  const open = (id: string) => change({ open: id })
  const { sorting, sorted } = useSort('since')
  const asked = {
    ...given({ status, organization_id: organization }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages(['operator', 'instruments', 'list', asked], (pageParam) =>
    readPage('/operator/v1/instruments', pageParam, asked),
  )
  return (
    <ObjectsPage
      {...sorted}
      name="desk-instruments"
      title={t.title}
      one={t.panel}
      above={
        <ListFilters
          views="desk.instruments"
          status={[
            t.status,
            [
              [undefined, t.all],
              ...STATUSES.map((value) => [value, words.status[value]] as const),
              ...(may(me, 'see_matches') ? [['matches', t.matches] as const] : []),
            ],
          ]}
        >
          <OfOrganization />
          <Period />
          <Find open={open} />
        </ListFilters>
      }
      panel={(id) => <InstrumentPanel key={id} id={id} />}
      instead={shown === 'matches' ? <Matches open={open} /> : undefined}
      query={query}
      columns={[
        { id: 'alias', head: t.alias, cell: ({ alias }) => alias },
        { id: 'who', head: t.who, cell: (one) => one.organization_name },
        {
          id: 'status',
          head: t.status,
          cell: ({ status: { current_status: now } }) => (
            <State word={words.status[now]} shape={shapeOfStatus(now)} />
          ),
        },
        { id: 'method', head: t.method, cell: ({ method }) => methodName(method) },
        { id: 'currency', head: t.currency, cell: ({ currency }) => currency },
        {
          id: 'ending',
          head: t.ending,
          cell: ({ account_ending: ending }) => <span className="code">…{ending}</span>,
        },
        { id: 'since', head: t.since, cell: ({ created_at: at }) => <Time at={at} /> },
        { id: 'id', head: t.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      empty={[t.none, t.why]}
    />
  )
}

/** The newest ones whose identifier, name or last characters have the text. What is sealed is not searched. */
function Find({ open }: { open: (id: string) => void }) {
  const t = useText(texts)
  const methodName = useMethodName()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  const query = useQuery({
    queryKey: ['operator', 'instruments', 'searched'],
    queryFn: () => readAll('/operator/v1/instruments', {}, MOST_SEARCHED),
    enabled: wanted !== '',
  })
  const has = (value: string) => value.toLowerCase().includes(wanted.toLowerCase())
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setWanted(text.trim())
      }}
    >
      <TextInput
        label={t.find}
        placeholder={t.findHint}
        size="xs"
        className="organization"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setWanted('')
        }}
        maxLength={200}
      />
      {wanted === '' ? null : (
        <Answer query={query} lines={1}>
          {({ rows, isAll }) => {
            const found = rows.filter(
              (one) => has(one.id) || has(one.alias) || has(one.account_ending),
            )
            return (
              <>
                {found.length === 0 ? <p role="status">{t.nothing}</p> : null}
                <ul aria-label={t.find}>
                  {found.slice(0, MOST_FOUND).map((one) => (
                    <li key={one.id}>
                      <button type="button" className="plain copy" onClick={() => open(one.id)}>
                        {one.alias}
                      </button>{' '}
                      <span className="dim">
                        {one.organization_name}, {methodName(one.method)} …{one.account_ending}
                      </span>
                    </li>
                  ))}
                </ul>
                {isAll ? null : <p className="dim">{t.searched(MOST_SEARCHED)}</p>}
              </>
            )
          }}
        </Answer>
      )}
    </form>
  )
}

const MOST_MATCHES = 1000

function Matches({ open }: { open: (id: string) => void }) {
  const t = useText(texts)
  const methodName = useMethodName()
  const words = useText(instrumentTexts)
  const query = useQuery({
    queryKey: ['operator', 'account matches'],
    queryFn: () => readAll('/operator/v1/account_matches', {}, MOST_MATCHES),
  })
  return (
    <Answer query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title={t.noMatch} />
        ) : (
          rows.map(({ instruments }) => (
            <Section
              key={instruments[0]?.id}
              title={instruments[0] === undefined ? t.matches : methodName(instruments[0].method)}
            >
              <Table
                name="matches"
                label={t.matches}
                rows={instruments}
                idOf={({ id }) => id}
                onOpen={({ id }) => open(id)}
                columns={[
                  { id: 'alias', head: t.alias, cell: ({ alias }) => alias },
                  { id: 'who', head: t.who, cell: (one) => one.organization_name },
                  {
                    id: 'status',
                    head: t.status,
                    cell: ({ status }) => (
                      <State word={words.status[status]} shape={shapeOfStatus(status)} />
                    ),
                  },
                ]}
              />
            </Section>
          ))
        )
      }
    </Answer>
  )
}
