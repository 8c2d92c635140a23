// The money of today beside the same weekday of last week: volume by corridor, margin and gas. Totals come from the service: a
// page never adds amounts.
import { Link } from '@tanstack/react-router'
import { Chart, type ChartLine } from '../parts/chart.tsx'
import { AndMore } from '../parts/and-more.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { periodOfPoint, type Days } from '../parts/days.ts'
import { Money } from '../parts/money.tsx'
import type { Schemas } from './api.ts'
import { corridorOf, corridorsOfDay, gasesOf, isDone, marginsOfDay } from './day-order.ts'
import { isKnownFrom } from './day-steps.ts'
import { DAY_MS, GAS_DAYS, hoursOf, upToNow, WEEK_MS, zeros, type Day } from './day.ts'

const texts = bilingual({
  volume: [
    (from: string, to: string) => `How much goes from ${from} to ${to}?`,
    (from: string, to: string) => `¿Cuánto va de ${from} a ${to}?`,
  ],
  anyVolume: ['How much is converted?', '¿Cuánto se convierte?'],
  noVolume: [
    'No order was completed, neither today nor a week ago.',
    'No se completó ninguna orden, ni hoy ni hace una semana.',
  ],
  noVolumeToday: ['No order was completed today', 'Hoy no se completó ninguna orden'],
  noMarginToday: ['Nothing was earned or lost today', 'Hoy nada se ganó ni se perdió'],
  unknownBefore: [
    (day: string) => `; last ${day} is not known.`,
    (day: string) => `; del ${day} pasado no se sabe.`,
  ],
  completed: [
    (count: string) => `in ${count} completed orders today`,
    (count: string) => `en ${count} órdenes completadas hoy`,
  ],
  whole: [
    (day: string) => `on the whole of last ${day}`,
    (day: string) => `en todo el ${day} pasado`,
  ],
  margin: [
    (currency: string) => `What does the desk earn in ${currency}?`,
    (currency: string) => `¿Qué gana la mesa en ${currency}?`,
  ],
  anyMargin: ['What does the desk earn?', '¿Qué gana la mesa?'],
  noMargin: [
    'Nothing was earned or lost, neither today nor a week ago.',
    'Nada se ganó ni se perdió, ni hoy ni hace una semana.',
  ],
  soFar: ['so far today', 'en lo que va de hoy'],
  gas: [
    (currency: string) => `What does gas cost in ${currency}?`,
    (currency: string) => `¿Cuánto cuesta el gas en ${currency}?`,
  ],
  anyGas: ['What does gas cost?', '¿Cuánto cuesta el gas?'],
  noGas: ['No gas was paid in 14 days.', 'No se pagó gas en 14 días.'],
  paid: ['paid in 14 days', 'pagados en 14 días'],
  gasPaid: ['Gas', 'Gas'],
  orders: ['Completed orders', 'Órdenes completadas'],
  points: [
    'A point opens those that were created then.',
    'Un punto abre las que se crearon entonces.',
  ],
  report: ['Report of the margin', 'Informe del margen'],
  today: ['Today', 'Hoy'],
  before: [(day: string) => `Last ${day}`, (day: string) => `El ${day} pasado`],
  unknown: [
    'Nothing is counted yet. The first order appears here within seconds.',
    'Aún no se ha contado nada. La primera orden aparece aquí en segundos.',
  ],
})

type Margin = Schemas['MarginSeries']
type Shown = { day: Day; weekday: string }

export function Volumes({ day, weekday }: Shown) {
  const t = useText(texts)
  const { language } = useLanguage()
  const before = day.ordersBefore.series.filter(isDone)
  const today = day.orders.series.filter(isDone)
  const { shown: names, left } = corridorsOfDay(day)
  if (names.length === 0)
    return (
      <Chart
        title={t.anyVolume}
        answer=""
        empty={
          day.orders.since === null
            ? t.unknown
            : isKnownBefore(day)
              ? t.noVolume
              : t.noVolumeToday + t.unknownBefore(weekday)
        }
        at={day.at}
        unit="hour"
        lines={[]}
      />
    )
  return names.map((name, index) => {
    const [from = '', to = ''] = name.split(' ')
    const ofPair = { status: 'STEP_4_COMPLETED', pair: `${from}-${to}` }
    const own = today.find((one) => corridorOf(one) === name)
    const then = before.find((one) => corridorOf(one) === name)
    const hours = hoursOf(own?.points ?? [], day.today, ({ payin }) => payin)
    const hoursThen = hoursOf(then?.points ?? [], day.today - WEEK_MS, ({ payin }) => payin)
    return (
      <Chart
        key={name}
        title={t.volume(from, to)}
        answer={
          <>
            <b>
              <Money amount={own?.total.payin ?? '0.00'} currency={from} />
            </b>{' '}
            {t.completed(groupDigits(String(own?.total.orders ?? 0), language))}
            <Before {...{ day, weekday }} amount={then?.total.payin} currency={from} />
          </>
        }
        empty={t.noVolume}
        at={day.at}
        unit="hour"
        show={(text) => groupDigits(text, language)}
        lines={besideLastWeek([t.before(weekday), t.today], hoursThen, hours, day)}
        listOf={(period) => ({
          to: '/operator/orders',
          search: { ...ofPair, ...period },
        })}
        more={
          <>
            <Link to="/operator/orders" search={ofPair}>
              {t.orders}
            </Link>{' '}
            · {t.points}
            {index === names.length - 1 ? <Rest left={left} by="route" /> : null}
          </>
        }
      />
    )
  })
}

const isKnownBefore = ({ orders, today }: Day): boolean =>
  isKnownFrom(orders.since, today - WEEK_MS)

/** What the same weekday had. Without a figure it is zero, unless that day was not counted. */
function Before({
  day,
  weekday,
  amount,
  currency,
}: Shown & { amount: string | undefined; currency: string }) {
  const t = useText(texts)
  if (amount === undefined && !isKnownBefore(day)) return t.unknownBefore(weekday)
  return (
    <>
      ; <Money amount={amount ?? '0.00'} currency={currency} /> {t.whole(weekday)}.
    </>
  )
}

type Hours = readonly (string | null)[]

/** The bars of today's hours in front of those of the same weekday before. */
const besideLastWeek = (
  [before, today]: readonly [string, string],
  then: Hours,
  hours: Hours,
  day: Day,
): ChartLine[] => [
  { label: before, kind: 'bars', tone: 'quiet', texts: then, values: zeros(then) },
  { label: today, kind: 'bars', tone: 'accent', texts: hours, values: upToNow(hours, day) },
]

export function Margins({ day, weekday }: Shown) {
  const t = useText(texts)
  const { language } = useLanguage()
  const of = (margin: Margin, name: string) =>
    margin.series.find(({ currency }) => currency === name)
  const { shown: names, left } = marginsOfDay(day)
  const empty = isKnownBefore(day) ? t.noMargin : t.noMarginToday + t.unknownBefore(weekday)
  const common = { empty, at: day.at, unit: 'hour' } as const
  if (names.length === 0) return <Chart {...common} title={t.anyMargin} answer="" lines={[]} />
  return names.map((name, index) => {
    const [own, then] = [of(day.margin, name), of(day.marginBefore, name)]
    const hours = hoursOf(own?.points ?? [], day.today, ({ margin }) => margin)
    const hoursThen = hoursOf(then?.points ?? [], day.today - WEEK_MS, ({ margin }) => margin)
    const total = own?.total.margin ?? '0.00'
    return (
      <Chart
        key={name}
        {...common}
        title={t.margin(name)}
        answer={
          <>
            <b>
              <Money amount={total} currency={name} isLoss={total.startsWith('-')} />
            </b>{' '}
            {t.soFar}
            <Before {...{ day, weekday }} amount={then?.total.margin} currency={name} />
          </>
        }
        show={(text) => groupDigits(text, language)}
        lines={besideLastWeek([t.before(weekday), t.today], hoursThen, hours, day)}
        more={
          <>
            <Link to="/operator/reports" search={{}}>
              {t.report}
            </Link>
            {index === names.length - 1 ? <Rest left={left} by="day" /> : null}
          </>
        }
      />
    )
  })
}

/** The days of the gas, in the report of the margin. */
const gasSearch = ({ gasFrom, today }: Day): Days => ({
  from: periodOfPoint(gasFrom, 'day').from,
  to: periodOfPoint(today, 'day').to,
})

/** The report of the margin has every route and currency. */
function Rest({ left, by, search = TODAY }: { left: number; by: string; search?: Days }) {
  return (
    <AndMore
      left={left}
      link={(words) => (
        <Link to="/operator/reports" search={{ by, ...search }}>
          {words}
        </Link>
      )}
    />
  )
}
const TODAY: Days = { from: 'today' }

export function Gas({ day }: { day: Day }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const at = Array.from({ length: GAS_DAYS }, (_, index) => day.gasFrom + index * DAY_MS)
  const { shown: paid, left } = gasesOf(day.gas)
  const common = { empty: t.noGas, at, unit: 'day' } as const
  if (paid.length === 0) return <Chart {...common} title={t.anyGas} answer="" lines={[]} />
  return paid.map(({ currency, total, points }, index) => {
    const found = new Map(points.map((point) => [Date.parse(point.at), point.network_fee]))
    const days = at.map((one) => found.get(one) ?? null)
    return (
      <Chart
        key={currency}
        {...common}
        title={t.gas(currency)}
        answer={
          <>
            <b>
              <Money amount={total.network_fee} currency={currency} />
            </b>{' '}
            {t.paid}.
          </>
        }
        show={(text) => groupDigits(text, language)}
        lines={[
          { label: t.gasPaid, kind: 'bars', tone: 'accent', texts: days, values: zeros(days) },
        ]}
        more={
          <>
            <Link to="/operator/reports" search={gasSearch(day)}>
              {t.report}
            </Link>
            {index === paid.length - 1 ? (
              <Rest left={left} by="day" search={gasSearch(day)} />
            ) : null}
          </>
        }
      />
    )
  })
}
