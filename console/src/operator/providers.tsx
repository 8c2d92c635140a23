// Providers: can they convert now. Each pair with its rate, the age of the rate, and what is left of the limits.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { now } from '../parts/clock.ts'
import { Time } from '../parts/time.tsx'
import { Table } from '../parts/table.tsx'
import { readQuery, type Schemas } from './api.ts'
import { CallCharts } from './call-charts.tsx'
import { HaltAct } from './halt-act.tsx'
import { claimOfTrouble } from './headlines.ts'
import { RatesOfDay } from './market-charts.tsx'
import { useWord } from './status-words.tsx'
import { isStale, opensAt } from './trading.ts'

const texts = bilingual({
  title: [
    (stale: number) =>
      stale === 1 ? '1 open pair has no fresh rate' : `${stale} open pairs have no fresh rate`,
    (stale: number) =>
      stale === 1
        ? '1 par abierto no tiene tasa reciente'
        : `${stale} pares abiertos no tienen tasa reciente`,
  ],
  allFresh: ['Every open pair has a fresh rate', 'Cada par abierto tiene una tasa reciente'],
  noneOpen: ['No pair is open now', 'Ningún par está abierto ahora'],
  shut: [
    (count: number) => (count === 1 ? '1 pair is closed now.' : `${count} pairs are closed now.`),
    (count: number) =>
      count === 1 ? '1 par está cerrado ahora.' : `${count} pares están cerrados ahora.`,
  ],
  loading: ['Providers', 'Proveedores'],
  pair: ['Pair', 'Par'],
  rate: ['Rate', 'Tasa'],
  none: ['no rate', 'sin tasa'],
  age: ['Age', 'Edad'],
  seconds: [
    (age: number, most: number) => `${age} s of at most ${most} s`,
    (age: number, most: number) => `${age} s de máximo ${most} s`,
  ],
  left: ['Left of the limits', 'Queda de los límites'],
  hours: ['Hours (UTC)', 'Horario (UTC)'],
  always: ['always', 'siempre'],
  state: ['State', 'Estado'],
  fresh: ['fresh', 'reciente'],
  stale: ['stale', 'antigua'],
  closed: ['closed now', 'cerrado ahora'],
  opens: ['opens', 'abre'],
  notSoon: ['not within a week', 'no en una semana'],
  halted: ['Halted.', 'En pausa.'],
  halts: ['Open the halts', 'Abrir las pausas'],
  calls: ['Do they answer?', '¿Responden?'],
  empty: ['No provider is configured', 'No hay proveedores configurados'],
  why: [
    'Providers are described by operator files.',
    'Los archivos de operador describen los proveedores.',
  ],
})

type Pair = Schemas['DeskTradingPair']
const isClosed = (pair: Pair): boolean => opensAt(pair.hours_of_operation, now()) !== undefined
const REFRESH_MS = 5000

export function Providers() {
  const t = useText(texts)
  const word = useWord()
  const query = useQuery({ ...readQuery('/operator/v1/providers'), refetchInterval: REFRESH_MS })
  const pairs = query.data?.flatMap((one) => one.trading_pairs)
  const closed = pairs?.filter(isClosed).length ?? 0
  const claim = claimOfTrouble(
    pairs?.filter((pair) => !isClosed(pair)),
    (pair) => isStale(pair, now()),
  )
  const none = query.data?.length === 0 ? t.empty : t.noneOpen
  const titles = { unknown: t.loading, none, well: t.allFresh }
  return (
    <Page
      title={claim.is === 'bad' ? t.title(claim.count) : titles[claim.is]}
      below={closed === 0 ? undefined : t.shut(closed)}
    >
      <Answer query={query}>
        {(providers) =>
          providers.length === 0 ? (
            <Empty title={t.empty}>
              <p>{t.why}</p>
            </Empty>
          ) : (
            providers.map(({ name, kind, trading_pairs: pairs, halts }) => (
              <Section key={name} title={`${name}, ${word(kind)}`}>
                {halts.length > 0 ? (
                  <p className="note bad">
                    {t.halted} <Link to="/operator/halts">{t.halts}</Link>
                  </p>
                ) : null}
                {halts.some(({ what }) => what === 'fills') ? null : (
                  <div className="acts">
                    <HaltAct
                      fixed={{ what: 'fills', rail: null, provider: name }}
                      size="compact-xs"
                    />
                  </div>
                )}
                <Table
                  name="pairs"
                  label={name}
                  rows={pairs}
                  idOf={(pair) => nameOf(name, pair)}
                  columns={[
                    {
                      id: 'pair',
                      head: t.pair,
                      cell: (pair) => (
                        <span className="whole">
                          {pair.payin_currency} → {pair.payout_currency}
                        </span>
                      ),
                    },
                    {
                      id: 'rate',
                      head: t.rate,
                      isMoney: true,
                      cell: (pair) => <RateOf {...pair} />,
                    },
                    {
                      id: 'state',
                      head: t.state,
                      cell: (pair) => <StateOf {...pair} />,
                    },
                    {
                      id: 'age',
                      head: t.age,
                      cell: ({ rate_age_seconds: age, max_rate_age_seconds: most }) =>
                        age === null ? '' : <span className="whole">{t.seconds(age, most)}</span>,
                    },
                    {
                      id: 'left',
                      head: t.left,
                      isMoney: true,
                      cell: (pair) => (
                        <>
                          {pair.payin_left === null ? null : (
                            <Money amount={pair.payin_left} currency={pair.payin_currency} />
                          )}
                          {pair.payout_left === null ? null : (
                            <>
                              <br />
                              <Money amount={pair.payout_left} currency={pair.payout_currency} />
                            </>
                          )}
                        </>
                      ),
                    },
                    {
                      id: 'hours',
                      head: t.hours,
                      cell: ({ hours_of_operation: hours }) =>
                        [...new Set(hours.map((slot) => hoursOf(slot, t.always)))].join(', '),
                    },
                  ]}
                />
              </Section>
            ))
          )
        }
      </Answer>
      <RatesOfDay />
      <Section title={t.calls}>
        <div className="charts">
          {query.data?.map(({ name }) => (
            <CallCharts key={name} kind="provider" name={name} />
          ))}
        </div>
      </Section>
    </Page>
  )
}

function RateOf({ rate, payin_currency: from, payout_currency: to }: Pair) {
  const t = useText(texts)
  return rate === null ? <span className="dim">{t.none}</span> : <Rate {...{ rate, from, to }} />
}

/** Whether it trades now, and has a rate for it. */
function StateOf(pair: Pair) {
  const t = useText(texts)
  const opens = opensAt(pair.hours_of_operation, now())
  if (opens === undefined)
    return isStale(pair, now()) ? (
      <State word={t.stale} shape="failed" />
    ) : (
      <State word={t.fresh} shape="done" />
    )
  return (
    <>
      <State word={t.closed} shape="waiting" />
      <div className="dim">
        {opens === null ? (
          t.notSoon
        ) : (
          <>
            {t.opens} <Time at={opens} />
          </>
        )}
      </div>
    </>
  )
}

const WEEK_MS = 7 * 86_400_000

const hoursOf = (
  { open_time_utc: from, close_time_utc: to }: Pair['hours_of_operation'][number],
  always: string,
): string =>
  Date.parse(to) - Date.parse(from) >= WEEK_MS
    ? always
    : `${from.slice(11, 16)}–${to.slice(11, 16)}`

const nameOf = (provider: string, { payin_currency: from, payout_currency: to }: Pair): string =>
  `${provider} ${from} ${to}`
