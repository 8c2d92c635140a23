// The first page of the desk: what waits for a person, since when, and whether the service is well.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { read, readPage } from './api.ts'
import { DayCharts } from './day-charts.tsx'
import { useHaltWords } from './halt-words.ts'
import { claimOfWaiting } from './headlines.ts'
import { MarketCharts } from './market-charts.tsx'
import { WaitingAges } from './waiting-ages.tsx'
import { isStale } from './trading.ts'
import { kindTexts, KINDS, orderTexts, type Item } from './words.ts'
import { OPEN_STATUSES } from '../customer/order-words.ts'

const texts = bilingual({
  loading: ['The desk', 'La mesa'],
  title: [
    (count: string) =>
      count === '1' ? '1 thing waits for the desk' : `${count} things wait for the desk`,
    (count: string) =>
      count === '1' ? '1 asunto espera a la mesa' : `${count} asuntos esperan a la mesa`,
  ],
  clear: ['The desk is clear', 'La mesa está al día'],
  open: ['Open orders', 'Órdenes abiertas'],
  waits: ['What waits', 'Qué espera'],
  since: ['oldest', 'desde'],
  none: ['Nothing waits for a person.', 'Nada espera a una persona.'],
  health: ['Is the service well?', '¿Está bien el servicio?'],
  service: ['Service and database', 'Servicio y base de datos'],
  well: ['well', 'bien'],
  absent: ['none configured', 'no hay'],
  ill: ['not ready', 'no está listo'],
  rails: ['Rails', 'Rieles'],
  providers: ['Providers', 'Proveedores'],
  halts: ['Halts', 'Pausas'],
  troubled: [(names: string) => `look at ${names}`, (names: string) => `vea ${names}`],
  more: [(count: number) => `${count} or more`, (count: number) => `${count} o más`],
})

const MOST = 200

async function readBoard() {
  const orders = OPEN_STATUSES.map(async (status) => {
    const page = await readPage('/operator/v1/orders', undefined, { status, limit: MOST })
    return { status, count: page.data.length, isMore: page.cursor !== null }
  })
  const [queue, counts, rails, providers, halts, ready] = await Promise.all([
    readPage('/operator/v1/queue', undefined, { limit: MOST, snoozed: 'any' }),
    Promise.all(orders),
    read('/operator/v1/rails'),
    read('/operator/v1/providers'),
    read('/operator/v1/halts'),
    fetch('/readyz').then(
      ({ ok }) => ok,
      () => false,
    ),
  ])
  return { queue, counts, rails, providers, halts, ready }
}

export function Board() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const query = useQuery({ queryKey: ['operator', 'board'], queryFn: readBoard })
  const { data } = query
  const many = (count: number, isMore: boolean) => (isMore ? t.more(count) : String(count))
  const claim = claimOfWaiting(data && [data.queue])
  const titles = { unknown: t.loading, nothing: t.clear }
  return (
    <Page title={claim.is === 'some' ? t.title(many(claim.count, claim.isMore)) : titles[claim.is]}>
      <Answer query={query} lines={12}>
        {(board) => (
          <>
            <h2 className="visually-hidden">{t.open}</h2>
            <div className="counts">
              {board.counts.map(({ status, count, isMore }) => (
                <Link key={status} to="/operator/orders" search={{ status }}>
                  <b>{many(count, isMore)}</b>
                  {words.status[status]}
                </Link>
              ))}
            </div>
            <div className="columns">
              <Section title={t.waits}>
                <Waiting items={board.queue.data} />
              </Section>
              <div>
                {board.queue.data.length === 0 ? null : <WaitingAges items={board.queue.data} />}
                <Section title={t.health}>
                  <Health {...board} />
                </Section>
              </div>
            </div>
          </>
        )}
      </Answer>
      <DayCharts />
      <MarketCharts />
    </Page>
  )
}

/** By kind, the one with the oldest item first. */
function Waiting({ items }: { items: readonly Item[] }) {
  const t = useText(texts)
  const words = useText(kindTexts)
  // Items are oldest first.
  const rows = KINDS.map((kind) => ({ kind, of: items.filter((item) => item.kind === kind) }))
    .flatMap(({ kind, of }) =>
      of[0] === undefined ? [] : [{ kind, count: of.length, oldest: of[0].since }],
    )
    .toSorted((a, b) => (a.oldest < b.oldest ? -1 : 1))
  if (rows.length === 0) return <p className="dim">{t.none}</p>
  return (
    <ul className="waiting">
      {rows.map(({ kind, count, oldest }) => (
        <li key={kind}>
          <Link to="/operator/queue" search={{ kind }}>
            {words.kind[kind]}
          </Link>
          <b>{count}</b>
          <span className="dim">
            {t.since} <Time at={oldest} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type BoardData = Awaited<ReturnType<typeof readBoard>>

function Health({ rails, providers, halts, ready }: BoardData) {
  const t = useText(texts)
  const troubledRails = rails.filter(
    (rail) => (rail.problems ?? []).length > 0 || rail.entries_with_problem > 0,
  )
  const troubledProviders = providers.filter(({ trading_pairs: pairs }) =>
    pairs.some((pair) => isStale(pair, now())),
  )
  const haltWords = useHaltWords()
  const open = halts.filter(({ resumed_at: at }) => at === null)
  const line = (name: string, to: string, troubled: readonly string[], isThere = true) => (
    <div>
      <dt>
        <Link to={to}>{name}</Link>
      </dt>
      <dd>
        {isThere ? (
          <State
            word={troubled.length === 0 ? t.well : t.troubled(troubled.join(', '))}
            shape={troubled.length === 0 ? 'done' : 'failed'}
          />
        ) : (
          <State word={t.absent} shape="off" />
        )}
      </dd>
    </div>
  )
  return (
    <dl className="facts">
      <div>
        <dt>{t.service}</dt>
        <dd>
          <State word={ready ? t.well : t.ill} shape={ready ? 'done' : 'failed'} />
        </dd>
      </div>
      {line(
        t.rails,
        '/operator/rails',
        troubledRails.map(({ name }) => name),
        rails.length > 0,
      )}
      {line(
        t.providers,
        '/operator/providers',
        troubledProviders.map(({ name }) => name),
        providers.length > 0,
      )}
      {line(t.halts, '/operator/halts', open.map(haltWords))}
    </dl>
  )
}
