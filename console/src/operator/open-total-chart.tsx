// How close the open total of a route came to its bound in a week. An hour without orders that awaited funding is zero.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { Chart } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { heightOf } from '../parts/height.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Money } from '../parts/money.tsx'
import { dateAndTime } from '../parts/time.tsx'
import { read } from './api.ts'

const texts = bilingual({
  asks: ['How close did it come to its bound?', '¿Qué tan cerca llegó de su límite?'],
  most: ['awaited funding at most in 7 days, at', 'esperaron fondos como máximo en 7 días, el'],
  bound: ['Bound', 'Límite'],
  open: ['Awaited funding', 'Esperaba fondos'],
  none: [
    'No order awaited funding in the last 7 days.',
    'Ninguna orden esperó fondos en los últimos 7 días.',
  ],
})

const HOUR_MS = 3_600_000
const HOURS = 168

type Shown = { id: string; currency: string; organization: string }

export function OpenTotalOfWeek({ id, currency, organization }: Shown) {
  const t = useText(texts)
  const { language } = useLanguage()
  const query = useQuery({
    queryKey: ['operator', 'open total series', id],
    queryFn: async () => {
      const first = (Math.floor(now() / HOUR_MS) - HOURS + 1) * HOUR_MS
      const at = Array.from({ length: HOURS }, (_, hour) => first + hour * HOUR_MS)
      const from = new Date(first).toISOString()
      const { points } = await read('/operator/v1/series/open_totals', {}, { route_id: id, from })
      return { at, points }
    },
  })
  return (
    <Answer query={query} lines={4}>
      {({ at, points }) => {
        const found = new Map(points.map((point) => [Date.parse(point.at), point]))
        const highest = points.reduce<(typeof points)[number] | undefined>(
          (most, point) =>
            most === undefined || heightOf(point.open_total) > heightOf(most.open_total)
              ? point
              : most,
          undefined,
        )
        const open = at.map((one) => found.get(one)?.open_total ?? null)
        // An hour without orders has no sample: the line goes on at the last bound.
        const bounds = at.map((one) => found.get(one)?.max_open_total ?? null)
        let bound = bounds.find((text) => text !== null) ?? null
        const drawn = bounds.map((text) => heightOf((bound = text ?? bound) ?? '0'))
        return (
          <Chart
            title={t.asks}
            answer={
              highest === undefined ? (
                ''
              ) : (
                <>
                  <b>
                    <Money amount={highest.open_total} currency={currency} />
                  </b>{' '}
                  {t.most} {dateAndTime(Date.parse(highest.at), language)}.
                </>
              )
            }
            empty={t.none}
            at={at}
            unit="hour"
            days
            show={(text) => groupDigits(text, language)}
            listOf={(period) => ({ to: '/operator/orders', search: { organization, ...period } })}
            lines={[
              {
                label: t.bound,
                kind: 'line',
                tone: 'bad',
                texts: bounds,
                values: drawn,
              },
              {
                label: t.open,
                kind: 'line',
                tone: 'accent',
                texts: open,
                values: open.map((text) => heightOf(text ?? '0')),
              },
            ]}
          />
        )
      }}
    </Answer>
  )
}
