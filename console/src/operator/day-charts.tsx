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
import { hoursOf, readDay, upToNow, WEEK_MS, zeros, type Day } from './day.ts'
import { hourCounts, isKnownFrom, totalOf, type Step } from './day-steps.ts'
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
    (of: Record<Step, string>) =>
      `${of.created} created, ${of.funded} funded, ${of.payingOut} went to payout, ${of.completed} completed, ${of.failed} failed, ${of.refunding} to be refunded today.`,
    (of: Record<Step, string>) =>
      `${of.created} creadas, ${of.funded} pagadas, ${of.payingOut} pasaron al pago, ${of.completed} completadas, ${of.failed} fallidas, ${of.refunding} por reembolsar hoy.`,
  ],
  created: ['created', 'creadas'],
  funded: ['funded', 'pagadas'],
  payingOut: ['went to payout', 'pasaron al pago'],
  completed: ['completed', 'completadas'],
  failed: ['failed', 'fallidas'],
  refunding: ['to be refunded', 'por reembolsar'],
  completedBefore: [
    (day: string) => `completed last ${day}`,
    (day: string) => `completadas el ${day} pasado`,
  ],
  refunds: [
    'An order is to be refunded after it failed, or after its payout was rejected or came back.',
    'Una orden se reembolsa después de fallar, o si su pago fue rechazado o volvió.',
  ],
  points: [
    'A point opens the orders that were created then.',
    'Un punto abre las órdenes creadas entonces.',
  ],
  time: ['How long from funded to completed?', '¿Cuánto tarda de pagada a completada?'],
  noTime: ['No order was completed today.', 'Hoy no se completó ninguna orden.'],
  half: ['half of the orders', 'la mitad de las órdenes'],
  most: ['95 of 100', '95 de 100'],
  halfBefore: [(day: string) => `half, last ${day}`, (day: string) => `la mitad, el ${day} pasado`],
  mostBefore: [
    (day: string) => `95 of 100, last ${day}`,
    (day: string) => `95 de 100, el ${day} pasado`,
  ],
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
  noneBefore: [
    (day: string) => `; none was completed last ${day}.`,
    (day: string) => `; el ${day} pasado no se completó ninguna.`,
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
            <Steps {...{ day, weekday }} />
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

type Shown = { day: Day; weekday: string }

function Steps({ day, weekday }: Shown) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { series, since } = day.orders
  const total = (step: Step) => groupDigits(String(totalOf(series, step)), language)
  const line = (
    step: Step,
    tone: ChartLine['tone'],
    kind: ChartLine['kind'] = 'line',
  ): ChartLine => {
    const own = hourCounts(series, step, day.today)
    return { label: t[step], tone, kind, texts: own, values: upToNow(own, day) }
  }
  const before = hourCounts(day.ordersBefore.series, 'completed', day.today - WEEK_MS)
  return (
    <Chart
      title={t.steps}
      answer={t.counts({
        created: total('created'),
        funded: total('funded'),
        payingOut: total('payingOut'),
        completed: total('completed'),
        failed: total('failed'),
        refunding: total('refunding'),
      })}
      empty={since === null ? t.unknown : t.noSteps}
      at={day.at}
      unit="hour"
      lines={[
        {
          label: t.completedBefore(weekday),
          tone: 'third',
          kind: 'line',
          texts: before,
          values: zeros(before),
        },
        line('created', 'quiet'),
        line('funded', 'second'),
        // At most five lines are drawn, and these run close to others.
        line('payingOut', 'third', 'table'),
        line('completed', 'accent'),
        line('failed', 'bad'),
        line('refunding', 'bad', 'table'),
      ]}
      listOf={(search) => ({ to: '/operator/orders', search })}
      more={
        <>
          <Link to="/operator/orders">{t.allOrders}</Link>
          {series.length === 0 ? null : ` · ${t.points} ${t.refunds}`}
        </>
      }
    />
  )
}

function Times({ day, weekday }: Shown) {
  const t = useText(texts)
  const said = useText(durationTexts)
  const seconds = (of: number) => durationText(said, of)
  const { completion } = day.orders
  const { completion: before, since } = day.ordersBefore
  const isKnown = isKnownFrom(since, day.today - WEEK_MS)
  const line = (
    label: string,
    tone: ChartLine['tone'],
    { points }: typeof completion,
    from: number,
    name: 'p50_seconds' | 'p95_seconds',
  ): ChartLine => ({
    label,
    tone,
    kind: 'line',
    texts: hoursOf(points, from, (point) => String(point[name] ?? '')),
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
              ? (isKnown ? t.noneBefore : t.unknownBefore)(weekday)
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
        line(t.mostBefore(weekday), 'third', before, day.today - WEEK_MS, 'p95_seconds'),
        line(t.halfBefore(weekday), 'quiet', before, day.today - WEEK_MS, 'p50_seconds'),
        line(t.most, 'second', completion, day.today, 'p95_seconds'),
        line(t.half, 'accent', completion, day.today, 'p50_seconds'),
      ]}
    />
  )
}
