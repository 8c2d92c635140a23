// What an organization converted month by month, what that cost, and how long its orders took. Totals come from the service.
import type { OrderSeries } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AndMore } from '../parts/and-more.tsx'
import { Answer } from '../parts/answers.tsx'
import { Chart } from '../parts/chart.tsx'
import { durationText, durationTexts } from '../parts/duration.ts'
import { heightOf } from '../parts/height.ts'
import { largestOf } from '../parts/largest.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  title: ['Over time', 'A lo largo del tiempo'],
  volume: [
    (from: string, to: string) => `How much went from ${from} to ${to}?`,
    (from: string, to: string) => `¿Cuánto pasó de ${from} a ${to}?`,
  ],
  anyVolume: ['How much was converted?', '¿Cuánto se convirtió?'],
  noVolume: ['No order was completed in 12 months.', 'No se completó ninguna orden en 12 meses.'],
  unknown: [
    'Nothing is counted yet. The first order appears here within seconds.',
    'Aún no se ha contado nada. La primera orden aparece aquí en segundos.',
  ],
  inMonths: [
    (count: string) => `in ${count} completed orders of 12 months, for`,
    (count: string) => `en ${count} órdenes completadas de 12 meses, por`,
  ],
  cost: ['of fees and tax.', 'de comisión e impuesto.'],
  converted: ['Converted', 'Convertido'],
  costs: ['Fees and tax', 'Comisión e impuesto'],
  time: [
    'How long from funded to completed?',
    '¿Cuánto pasa entre la llegada de los fondos y el pago?',
  ],
  noTime: ['No order was completed in 30 days.', 'No se completó ninguna orden en 30 días.'],
  half: ['half of the orders', 'la mitad de las órdenes'],
  most: ['95 of 100', '95 de 100'],
  within: [
    (half: string, most: string) => `Half within ${half}, 95 of 100 within ${most},`,
    (half: string, most: string) => `La mitad en ${half}, 95 de 100 en ${most},`,
  ],
  inDays: ['in 30 days.', 'en 30 días.'],
  orders: ['Completed orders', 'Órdenes completadas'],
})

const MOST = 4
const DAY_MS = 86_400_000

export function MonthCharts({ organization }: { organization: string }) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: [organization, 'series'],
    queryFn: async () => {
      const [months, days] = await Promise.all([
        corridor.orders.series(organization, { unit: 'month' }),
        corridor.orders.series(organization, { unit: 'day' }),
      ])
      return { months, days }
    },
  })
  return (
    <Section title={t.title}>
      <Answer query={query} lines={6}>
        {({ months, days }) => (
          <div className="charts">
            <Volumes {...{ organization, months }} />
            <Times days={days} />
          </div>
        )}
      </Answer>
    </Section>
  )
}

/** The beginnings of the months of a span, as the service counts them. */
function monthsOf({ from, to }: OrderSeries): number[] {
  const first = new Date(from)
  const months: number[] = []
  for (let at = first.getTime(), by = 1; at < Date.parse(to); by++) {
    months.push(at)
    at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by)
  }
  return months
}

function Volumes({ organization, months }: { organization: string; months: OrderSeries }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const at = monthsOf(months)
  const { shown: completed, left } = largestOf(
    months.series.filter(({ status }) => status === 'STEP_4_COMPLETED'),
    ({ total }) => total.orders,
    MOST,
  )
  const common = { at, unit: 'month', empty: t.noVolume } as const
  if (completed.length === 0)
    return (
      <Chart
        {...common}
        empty={months.since === null ? t.unknown : t.noVolume}
        title={t.anyVolume}
        answer=""
        lines={[]}
      />
    )
  return completed.map(({ payin_currency: from, payout_currency: to, total, points }, index) => {
    const found = new Map(points.map((point) => [Date.parse(point.at), point]))
    return (
      <Chart
        key={`${from} ${to}`}
        {...common}
        title={t.volume(from, to)}
        answer={
          <>
            <b>
              <Money amount={total.payin} currency={from} />
            </b>{' '}
            {t.inMonths(groupDigits(String(total.orders), language))}{' '}
            <Money amount={total.cost} currency={from} /> {t.cost}
          </>
        }
        show={(text) => groupDigits(text, language)}
        lines={[
          {
            label: t.converted,
            kind: 'bars',
            tone: 'accent',
            texts: at.map((one) => found.get(one)?.payin ?? null),
            values: at.map((one) => heightOf(found.get(one)?.payin ?? '0')),
          },
          {
            label: t.costs,
            kind: 'table',
            tone: 'quiet',
            texts: at.map((one) => found.get(one)?.cost ?? null),
          },
        ]}
        listOf={(period) => ({
          to: '/$organization/orders',
          params: { organization },
          search: { status: 'STEP_4_COMPLETED', ...period },
        })}
        more={
          <>
            <CompletedOrders organization={organization}>{t.orders}</CompletedOrders>
            <AndMore
              left={index === completed.length - 1 ? left : 0}
              link={(words) => (
                <CompletedOrders organization={organization}>{words}</CompletedOrders>
              )}
            />
          </>
        }
      />
    )
  })
}

const CompletedOrders = ({
  organization,
  children,
}: {
  organization: string
  children: string
}) => (
  <Link
    to="/$organization/orders"
    params={{ organization }}
    search={{ status: 'STEP_4_COMPLETED' }}
  >
    {children}
  </Link>
)

function Times({ days: { from, to, completion } }: { days: OrderSeries }) {
  const t = useText(texts)
  const said = useText(durationTexts)
  const seconds = (of: number) => durationText(said, of)
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  const at = Array.from({ length: count }, (_, day) => Date.parse(from) + day * DAY_MS)
  const found = new Map(completion.points.map((point) => [Date.parse(point.at), point]))
  const { p50_seconds: half, p95_seconds: most } = completion
  const textsOf = (name: 'p50_seconds' | 'p95_seconds') =>
    at.map((one) => {
      const value = found.get(one)?.[name] ?? null
      return value === null ? null : String(value)
    })
  return (
    <Chart
      title={t.time}
      answer={
        half === null || most === null ? (
          t.noTime
        ) : (
          <>
            <b>{t.within(seconds(half), seconds(most))}</b> {t.inDays}
          </>
        )
      }
      empty={t.noTime}
      at={at}
      unit="day"
      isTime
      tick={(value) => durationText(said, value)}
      show={(text) => seconds(heightOf(text))}
      lines={[
        { label: t.most, kind: 'line', tone: 'second', texts: textsOf('p95_seconds') },
        { label: t.half, kind: 'line', tone: 'accent', texts: textsOf('p50_seconds') },
      ]}
    />
  )
}
