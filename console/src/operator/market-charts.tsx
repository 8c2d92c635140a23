// What the desk can trade now: rates with spread and age over a day, and what of each limit is left and reserved.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { AndMore, ShowMore } from '../parts/and-more.tsx'
import { Answer } from '../parts/answers.tsx'
import { Bars, Chart, type Bar } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { durationText, durationTexts } from '../parts/duration.ts'
import { heightOf } from '../parts/height.ts'
import { largestOf } from '../parts/largest.ts'
import { bilingual, useLanguage, useText, type Language } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Money, Rate } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import type { Tone } from '../parts/plot.tsx'
import { read, type Schemas } from './api.ts'
import { pairsByUse } from './day-order.ts'

const texts = bilingual({
  title: ['Can we trade?', '¿Podemos operar?'],
  day: ['Rates of the last 24 hours', 'Tasas de las últimas 24 horas'],
  pair: [
    (from: string, to: string) => `What is 1 ${from} in ${to}?`,
    (from: string, to: string) => `¿Cuánto es 1 ${from} en ${to}?`,
  ],
  noRates: [
    'No rate was seen in the last 24 hours.',
    'No se vio ninguna tasa en las últimas 24 horas.',
  ],
  fresh: [(age: string) => `${age} old`, (age: string) => `de hace ${age}`],
  none: ['no fresh rate', 'sin tasa vigente'],
  best: ['best', 'la mejor'],
  below: [
    (count: string) => `${count} bp below the best`,
    (count: string) => `${count} pb bajo la mejor`,
  ],
  liquidity: [
    'How much can providers still take and give?',
    '¿Cuánto pueden recibir y entregar aún los proveedores?',
  ],
  noLimits: ['No provider has a limit.', 'Ningún proveedor tiene límite.'],
  left: ['left', 'disponible'],
  reserved: ['reserved', 'reservado'],
  providers: ['Providers', 'Proveedores'],
  pairs: ['pairs', 'pares'],
  noLine: [
    (count: number) => (count === 1 ? '1 more has no line.' : `${count} more have no line.`),
    (count: number) => (count === 1 ? '1 más no tiene línea.' : `${count} más no tienen línea.`),
  ],
})

type Provider = Schemas['DeskProvider']
type Pair = Schemas['DeskTradingPair']
type Series = Schemas['RateSeries']

const SLOT_MS = 300_000
const SLOTS = 288
const MOST_PAIRS = 6
export const TONES: readonly Tone[] = ['accent', 'second', 'third', 'quiet', 'bad']

async function readMarket(most: number) {
  // The default of days is 30 of them.
  const [providers, orders] = await Promise.all([
    read('/operator/v1/providers'),
    read('/operator/v1/series/orders', {}, { unit: 'day' }),
  ])
  const { shown, left } = pairsByUse(
    providers.flatMap(({ trading_pairs: pairs }) => pairs),
    orders.series,
    most,
  )
  const rates = await Promise.all(
    shown.map(({ payin_currency, payout_currency }) =>
      read('/operator/v1/series/rates', {}, { payin_currency, payout_currency }),
    ),
  )
  const last = Math.floor(now() / SLOT_MS) * SLOT_MS
  const at = Array.from({ length: SLOTS }, (_, slot) => last - (SLOTS - 1 - slot) * SLOT_MS)
  return { at, providers, rates, left }
}

/** At most so many pairs. */
const marketQuery = (most: number) => ({
  queryKey: ['operator', 'board', 'market', most],
  queryFn: () => readMarket(most),
})

export function MarketCharts() {
  const t = useText(texts)
  const query = useQuery(marketQuery(MOST_PAIRS))
  return (
    <Section
      title={t.title}
      acts={
        <>
          <Link to="/operator/providers">{t.providers}</Link>
          <AndMore
            left={query.data?.left ?? 0}
            link={(words) => (
              <Link to="/operator/providers">
                {words} {t.pairs}
              </Link>
            )}
          />
        </>
      }
    >
      <Answer query={query} lines={8}>
        {({ at, providers, rates }) => (
          <div className="charts">
            <Liquidity providers={providers} />
            <RateCharts {...{ at, providers, rates }} />
          </div>
        )}
      </Answer>
    </Section>
  )
}

const RateCharts = ({
  at,
  providers,
  rates,
}: Pick<Awaited<ReturnType<typeof readMarket>>, 'at' | 'providers' | 'rates'>) =>
  rates.map((series) => (
    <RateChart
      key={`${series.payin_currency} ${series.payout_currency}`}
      {...{ at, series, providers }}
    />
  ))

/** The rates of a day, for the page of the providers. */
export function RatesOfDay() {
  const t = useText(texts)
  const [most, setMost] = useState(MOST_PAIRS)
  const query = useQuery({ ...marketQuery(most), placeholderData: keepPreviousData })
  return (
    <Section title={t.day}>
      <Answer query={query} lines={6}>
        {({ left, ...market }) => (
          <>
            <div className="charts">
              <RateCharts {...market} />
            </div>
            <ShowMore left={left} show={() => setMost(most + left)} />
          </>
        )}
      </Answer>
    </Section>
  )
}

function RateChart({
  at,
  series,
  providers,
}: {
  at: readonly number[]
  series: Series
  providers: readonly Provider[]
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { payin_currency: from, payout_currency: to } = series
  const pairOf = (name: string): Pair | undefined =>
    providers
      .find((one) => one.name === name)
      ?.trading_pairs.find((one) => one.payin_currency === from && one.payout_currency === to)
  // The answer has every provider; lines are of the best ones.
  const nearness = ({ below_best_bps: below }: Series['providers'][number]) => -(below ?? Infinity)
  const { shown: best } = largestOf(series.providers, nearness, series.providers.length)
  const { shown, left } = largestOf(series.providers, nearness, TONES.length)
  return (
    <RateLines
      at={at}
      drawn={shown}
      title={t.pair(from, to)}
      unit="minutes"
      empty={t.noRates}
      answer={best.map(({ liquidity_provider: name, below_best_bps: below }) => (
        <span key={name} className="rate-now">
          {name}: <Now pair={pairOf(name)} />
          {series.providers.length < 2 || below === null
            ? null
            : `, ${below === 0 ? t.best : t.below(groupDigits(String(below), language))}`}
          <br />
        </span>
      ))}
      more={left === 0 ? undefined : t.noLine(left)}
    />
  )
}

function Now({ pair }: { pair: Pair | undefined }) {
  const t = useText(texts)
  const said = useText(durationTexts)
  if (pair === undefined || pair.rate === null || pair.rate_age_seconds === null)
    return <span className="dim">{t.none}</span>
  const { rate, payin_currency: from, payout_currency: to, rate_age_seconds: age } = pair
  return (
    <>
      <Rate {...{ rate, from, to }} />, {t.fresh(durationText(said, age))}
    </>
  )
}

/** Rates differ in their last digits. */
export function rateTick(language: Language): (value: number) => string {
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 })
  return (value) => short.format(value)
}

/** A line for each provider. */
function RateLines({
  at,
  drawn,
  ...words
}: {
  at: readonly number[]
  drawn: Series['providers']
  title: string
  unit: 'minutes' | 'hour'
  empty: string
  answer: ReactNode
  more: ReactNode
}) {
  const { language } = useLanguage()
  return (
    <Chart
      {...words}
      at={at}
      hasZero={false}
      tick={rateTick(language)}
      show={(text) => groupDigits(text, language)}
      lines={drawn.map(({ liquidity_provider: name, points }, index) => {
        const found = new Map(points.map((point) => [Date.parse(point.at), point.rate]))
        return {
          label: name,
          kind: 'line',
          tone: TONES[index] ?? 'quiet',
          texts: at.map((one) => found.get(one) ?? null),
        }
      })}
    />
  )
}

function Liquidity({ providers }: { providers: readonly Provider[] }) {
  const t = useText(texts)
  const side = (
    id: string,
    label: string,
    currency: string,
    left: string | null,
    reserved: string | null,
  ): Bar[] =>
    left === null || reserved === null
      ? []
      : [
          {
            id,
            label,
            text: (
              <>
                <Money amount={left} currency={currency} isLoss={left.startsWith('-')} /> {t.left},{' '}
                <Money amount={reserved} currency={currency} /> {t.reserved}
              </>
            ),
            accent: heightOf(left),
            quiet: heightOf(reserved),
          },
        ]
  const bars = providers.flatMap(({ name, trading_pairs: pairs }) =>
    pairs.flatMap((pair) => {
      const { payin_currency: from, payout_currency: to } = pair
      const label = `${name}, ${from} → ${to}`
      return [
        ...side(`${label} in`, label, from, pair.payin_left, pair.payin_reserved),
        ...side(`${label} out`, label, to, pair.payout_left, pair.payout_reserved),
      ]
    }),
  )
  return (
    <figure className="chart">
      <figcaption>
        <h3>{t.liquidity}</h3>
      </figcaption>
      {bars.length === 0 ? (
        <p className="dim">{t.noLimits}</p>
      ) : (
        <Bars bars={bars} isScaled={false} />
      )}
    </figure>
  )
}
