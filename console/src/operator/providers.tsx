// Providers: can they convert now. Each pair with its rate, the age of the rate, and what is left of the limits.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { readQuery, type Schemas } from './api.ts'
import { CallCharts } from './call-charts.tsx'
import { HaltAct } from './halt-act.tsx'
import { RatesOfDay } from './market-charts.tsx'
import { useWord } from './status-words.tsx'

const texts = bilingual({
  title: [
    (stale: number) =>
      stale === 0
        ? 'Every pair has a fresh rate'
        : stale === 1
          ? '1 pair has no fresh rate'
          : `${stale} pairs have no fresh rate`,
    (stale: number) =>
      stale === 0
        ? 'Cada par tiene una tasa reciente'
        : stale === 1
          ? '1 par no tiene tasa reciente'
          : `${stale} pares no tienen tasa reciente`,
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
const isStale = ({ rate_age_seconds: age, max_rate_age_seconds: most }: Pair): boolean =>
  age === null || age > most
const REFRESH_MS = 5000

export function Providers() {
  const t = useText(texts)
  const word = useWord()
  const query = useQuery({ ...readQuery('/operator/v1/providers'), refetchInterval: REFRESH_MS })
  const stale = query.data?.flatMap(({ trading_pairs: pairs }) => pairs.filter(isStale)).length
  return (
    <Page title={stale === undefined ? t.loading : t.title(stale)}>
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
                      cell: (pair) => (
                        <State
                          word={isStale(pair) ? t.stale : t.fresh}
                          shape={isStale(pair) ? 'failed' : 'done'}
                        />
                      ),
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
