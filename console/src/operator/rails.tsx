// Rails: can money move, and is what they report what the ledger has.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMethodName } from '../customer/details.ts'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readQuery } from './api.ts'
import { Balances } from './balances.tsx'
import { CallCharts } from './call-charts.tsx'
import { entryProblemWords } from './entry-words.ts'
import { HaltAct } from './halt-act.tsx'
import { claimOfTrouble } from './headlines.ts'
import { railProblemWords } from './rail-problem-words.ts'
import { railsQuery } from './rails-query.ts'
import { useWord } from './status-words.tsx'
import { WaitingForHalt } from './waiting-for-halt.tsx'

const texts = bilingual({
  title: [
    (bad: number) => (bad === 1 ? '1 rail needs a look' : `${bad} rails need a look`),
    (bad: number) => (bad === 1 ? '1 riel necesita revisión' : `${bad} rieles necesitan revisión`),
  ],
  work: ['All rails work', 'Todos los rieles funcionan'],
  loading: ['Rails', 'Rieles'],
  name: ['Rail', 'Riel'],
  state: ['State', 'Estado'],
  well: ['works', 'funciona'],
  trouble: ['has problems', 'con problemas'],
  halted: ['halted', 'en pausa'],
  serves: ['Serves', 'Atiende'],
  pool: ['Funding accounts', 'Cuentas receptoras'],
  waiting: ['Entries that wait', 'Entradas en espera'],
  noEntries: ['Every entry was taken up.', 'Todas las entradas se procesaron.'],
  reported: ['Reported', 'Informada'],
  transaction: ['Transaction', 'Transacción'],
  attempts: ['Attempts', 'Intentos'],
  because: ['Why it waits', 'Por qué espera'],
  reading: ['Cursor', 'Cursor'],
  moved: ['moved', 'avanzó'],
  readUpTo: ['read up to', 'leído hasta'],
  held: ['Orders held open', 'Órdenes en espera'],
  due: ['Due', 'Pendientes'],
  acts: ['Acts', 'Actos'],
  halts: ['Open the halts', 'Abrir las pausas'],
  balances: ['Balances', 'Saldos'],
  calls: ['Do they answer?', '¿Responden?'],
  none: ['No rail is configured', 'No hay rieles configurados'],
  why: ['Rails are described by operator files.', 'Los archivos de operador describen los rieles.'],
  withProblem: [
    (count: number) => (count === 1 ? '1 entry with a problem' : `${count} entries with a problem`),
    (count: number) => (count === 1 ? '1 entrada con problema' : `${count} entradas con problema`),
  ],
})

export function Rails() {
  const t = useText(texts)
  const methodName = useMethodName()
  const word = useWord()
  const { language } = useLanguage()
  const query = useQuery(railsQuery)
  const problemsOf = (rail: NonNullable<typeof query.data>[number]) => [
    ...(rail.problems ?? []).map((problem) => railProblemWords(problem, language)),
    ...(rail.entries_with_problem > 0 ? [t.withProblem(rail.entries_with_problem)] : []),
  ]
  const claim = claimOfTrouble(
    query.data,
    (rail) => problemsOf(rail).length > 0 || rail.halts.length > 0,
  )
  const titles = { unknown: t.loading, none: t.none, well: t.work }
  return (
    <Page title={claim.is === 'bad' ? t.title(claim.count) : titles[claim.is]}>
      <Answer query={query}>
        {(rails) =>
          rails.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          ) : (
            <Table
              name="rails"
              label={t.loading}
              rows={rails}
              idOf={({ name }) => name}
              columns={[
                {
                  id: 'name',
                  head: t.name,
                  cell: ({ name, kind }) => (
                    <>
                      {name} <span className="dim">{word(kind ?? 'simulated')}</span>
                      <div>
                        <Link to="/operator/accounts" search={{ rail: name }}>
                          {t.pool}
                        </Link>
                      </div>
                    </>
                  ),
                },
                {
                  id: 'state',
                  head: t.state,
                  cell: (rail) => (
                    <>
                      {rail.halts.length > 0 ? (
                        <>
                          <State word={t.halted} shape="off" />
                          {rail.halts.map((halt) => (
                            <div key={halt.id}>
                              <WaitingForHalt halt={halt} />
                            </div>
                          ))}
                        </>
                      ) : problemsOf(rail).length > 0 ? (
                        <State word={t.trouble} shape="failed" />
                      ) : (
                        <State word={t.well} shape="done" />
                      )}
                      {problemsOf(rail).map((problem) => (
                        <div key={problem} className="dim">
                          {problem}
                        </div>
                      ))}
                    </>
                  ),
                },
                {
                  id: 'serves',
                  head: t.serves,
                  cell: ({ serves }) =>
                    serves.map(({ method, currencies }) => (
                      <div key={`${method} ${currencies.join(' ')}`}>
                        {methodName(method)} ({currencies.join(', ')})
                      </div>
                    )),
                },
                {
                  id: 'reading',
                  head: t.reading,
                  cell: ({ cursor, cursor_moved_at: moved, read_up_to: upTo }) => (
                    <>
                      {cursor === null ? null : <span className="code">{cursor}</span>}
                      {moved === null ? null : (
                        <div className="dim">
                          {t.moved} <Time at={moved} />
                        </div>
                      )}
                      {upTo === null ? null : (
                        <div className="dim">
                          {t.readUpTo} <Time at={upTo} />
                        </div>
                      )}
                    </>
                  ),
                },
                { id: 'held', head: t.held, isMoney: true, cell: (rail) => rail.held_orders },
                { id: 'due', head: t.due, isMoney: true, cell: (rail) => rail.due_entries },
                {
                  id: 'acts',
                  head: t.acts,
                  cell: ({ name, halts }) =>
                    halts.some(({ what }) => what === 'sends') ? (
                      <Link to="/operator/halts">{t.halts}</Link>
                    ) : (
                      <HaltAct
                        fixed={{ what: 'sends', rail: name, provider: null }}
                        size="compact-xs"
                      />
                    ),
                },
              ]}
            />
          )
        }
      </Answer>
      <WaitingEntries />
      <Section title={t.balances}>
        <Balances of={(account) => account.startsWith('rail:')} />
      </Section>
      <Section title={t.calls}>
        <div className="charts">
          {query.data?.map(({ name }) => (
            <CallCharts key={name} kind="rail" name={name} />
          ))}
        </div>
      </Section>
    </Page>
  )
}

/** What rails reported and the service could not take up. */
function WaitingEntries() {
  const word = useWord()
  const t = useText(texts)
  const { language } = useLanguage()
  const query = useQuery(readQuery('/operator/v1/rail_entries/waiting'))
  return (
    <Section title={t.waiting}>
      <Answer query={query} lines={2}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="dim">{t.noEntries}</p>
          ) : (
            <Table
              name="waiting-entries"
              label={t.waiting}
              rows={entries}
              idOf={({ rail, transaction, index, kind }) =>
                `${rail} ${transaction} ${index} ${kind}`
              }
              columns={[
                {
                  id: 'rail',
                  head: t.name,
                  cell: ({ rail, kind }) => (
                    <>
                      {rail} <div className="dim">{word(kind)}</div>
                    </>
                  ),
                },
                {
                  id: 'transaction',
                  head: t.transaction,
                  cell: ({ transaction, index }) => (
                    <span className="code">
                      {transaction} {index}
                    </span>
                  ),
                },
                {
                  id: 'because',
                  head: t.because,
                  cell: (entry) => entryProblemWords(entry, language),
                },
                { id: 'attempts', head: t.attempts, isMoney: true, cell: (one) => one.attempts },
                {
                  id: 'reported',
                  head: t.reported,
                  cell: ({ reported_at: at }) => <Time at={at} />,
                },
              ]}
            />
          )
        }
      </Answer>
    </Section>
  )
}
