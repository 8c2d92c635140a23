// Today beside the same weekday of last week: how far orders get, how long they take, and their money.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { Chart, type ChartLine } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { durationText, durationTexts } from '../parts/duration.ts'
import { heightOf } from '../parts/height.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Section } from '../parts/page.tsx'
import { hoursOf, readDay, upToNow, type Day } from './day.ts'
import { Gas, Margins, Volumes } from './day-money.tsx'

const texts = bilingual({
  title: [
    (day: string) => `Today beside last ${day}`,
    (day: string) => `Hoy junto al ${day} pasado`,
  ],
  utc: ['Days and hours are in UTC.', 'Días y horas están en UTC.'],
  unknown: [
    'Nothing is counted yet. The first order appears here within seconds.',
    'Aún no se ha contado nada. La primera orden aparece aquí en segundos.',
  ],
  steps: ['How far do orders get?', '¿Hasta dónde llegan las órdenes?'],
  noSteps: ['No orders yet today.', 'Aún no hay órdenes hoy.'],
  counts: [
    (created: string, funded: string, completed: string, failed: string) =>
      `${created} created, ${funded} funded, ${completed} completed, ${failed} failed today.`,
    (created: string, funded: string, completed: string, failed: string) =>
      `${created} creadas, ${funded} pagadas, ${completed} completadas, ${failed} fallidas hoy.`,
  ],
  created: ['created', 'creadas'],
  funded: ['funded', 'pagadas'],
  done: ['completed', 'completadas'],
  failed: ['failed', 'fallidas'],
  time: ['How long from funded to completed?', '¿Cuánto tarda de pagada a completada?'],
  noTime: ['No order was completed today.', 'Hoy no se completó ninguna orden.'],
  half: ['half of the orders', 'la mitad de las órdenes'],
  most: ['95 of 100', '95 de 100'],
  within: [
    (half: string, most: string) => `Half within ${half}, 95 of 100 within ${most}`,
    (half: string, most: string) => `La mitad en ${half}, 95 de 100 en ${most}`,
  ],
  withinBefore: [
    (day: string, half: string, most: string) => `; last ${day} ${half} and ${most}.`,
    (day: string, half: string, most: string) => `; el ${day} pasado ${half} y ${most}.`,
  ],
  unknownBefore: [
    (day: string) => `; last ${day} is not known.`,
    (day: string) => `; del ${day} pasado no se sabe.`,
  ],
  allOrders: ['Orders', 'Órdenes'],
})

export function DayCharts() {
  const t = useText(texts)
  const { language } = useLanguage()
  const query = useQuery({ queryKey: ['operator', 'board', 'day'], queryFn: readDay })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    query.data?.today ?? now(),
  )
  return (
    <Section title={t.title(weekday)}>
      <p className="dim">{t.utc}</p>
      <Answer query={query} lines={10}>
        {(day) => (
          <div className="charts">
            <Steps day={day} />
            <Times {...{ day, weekday }} />
            <Volumes {...{ day, weekday }} />
            <Margins {...{ day, weekday }} />
            <Gas day={day} />
          </div>
        )}
      </Answer>
    </Section>
  )
}

const FAILED: readonly string[] = [
  'FAILED_FUNDING_EXPIRED',
  'FAILED_CANCELLED',
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
]

function Steps({ day }: { day: Day }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const of = (statuses: readonly string[]) =>
    day.orders.series.filter(({ status }) => statuses.includes(status))
  // Counts of orders, not amounts.
  const total = (statuses: readonly string[]) =>
    groupDigits(String(of(statuses).reduce((sum, one) => sum + one.total.orders, 0)), language)
  const line = (label: string, tone: ChartLine['tone'], statuses: readonly string[]): ChartLine => {
    const counts = new Map<number, number>()
    for (const { points } of of(statuses))
      for (const { at, orders } of points)
        counts.set(Date.parse(at), (counts.get(Date.parse(at)) ?? 0) + orders)
    const own = day.at.map((at) => (counts.has(at) ? String(counts.get(at)) : null))
    return { label, tone, kind: 'line', texts: own, values: upToNow(own, day) }
  }
  return (
    <Chart
      title={t.steps}
      answer={t.counts(
        total(['STEP_1_AWAITING_FUNDING']),
        total(['STEP_2_FILLING_FX']),
        total(['STEP_4_COMPLETED']),
        total(FAILED),
      )}
      empty={day.orders.since === null ? t.unknown : t.noSteps}
      at={day.at}
      unit="hour"
      lines={[
        line(t.created, 'quiet', ['STEP_1_AWAITING_FUNDING']),
        line(t.funded, 'second', ['STEP_2_FILLING_FX']),
        line(t.done, 'accent', ['STEP_4_COMPLETED']),
        line(t.failed, 'bad', FAILED),
      ]}
      listOf={(search) => ({ to: '/operator/orders', search })}
      more={<Link to="/operator/orders">{t.allOrders}</Link>}
    />
  )
}

function Times({ day, weekday }: { day: Day; weekday: string }) {
  const t = useText(texts)
  const said = useText(durationTexts)
  const seconds = (of: number) => durationText(said, of)
  const { completion } = day.orders
  const before = day.ordersBefore.completion
  const line = (
    label: string,
    tone: ChartLine['tone'],
    of: (point: (typeof completion.points)[number]) => number | null,
  ): ChartLine => ({
    label,
    tone,
    kind: 'line',
    texts: hoursOf(completion.points, day.today, (point) => String(of(point) ?? '')),
  })
  return (
    <Chart
      title={t.time}
      answer={
        completion.p50_seconds === null || completion.p95_seconds === null ? (
          t.noTime
        ) : (
          <>
            <b>{t.within(seconds(completion.p50_seconds), seconds(completion.p95_seconds))}</b>
            {before.p50_seconds === null || before.p95_seconds === null
              ? t.unknownBefore(weekday)
              : t.withinBefore(weekday, seconds(before.p50_seconds), seconds(before.p95_seconds))}
          </>
        )
      }
      empty={t.noTime}
      at={day.at}
      unit="hour"
      isTime
      tick={(value) => durationText(said, value)}
      show={(text) => seconds(heightOf(text))}
      lines={[
        line(t.most, 'second', ({ p95_seconds: most }) => most),
        line(t.half, 'accent', ({ p50_seconds: half }) => half),
      ]}
    />
  )
}
