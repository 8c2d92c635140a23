// The hours of trading as a week, in the zone of the route.
import type { ConfiguredRoute } from '@corridor/sdk'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'

const texts = bilingual({
  always: [
    'The route has no hours of its own: it is open while its provider is.',
    'La ruta no tiene horario propio: abre cuando abre su proveedor.',
  ],
  zone: [(zone: string) => `Times in ${zone}`, (zone: string) => `Horas de ${zone}`],
  closed: ['closed', 'cerrado'],
  open: ['open now', 'abierto ahora'],
  shut: ['closed now', 'cerrado ahora'],
})

type Hours = ConfiguredRoute['trading_hours'][number]
const DAYS = [1, 2, 3, 4, 5, 6, 0]
/** A Sunday, to name the days by. */
const SUNDAY_MS = Date.UTC(2024, 0, 7)
const DAY_MS = 86_400_000

export function Week({ route }: { route: ConfiguredRoute }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const zones = [...new Set(route.trading_hours.map(({ timezone }) => timezone))]
  if (!route.has_trading_hours_configured) return <p>{t.always}</p>
  const nameOf = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      SUNDAY_MS + day * DAY_MS,
    )
  return (
    <>
      <p>
        {route.is_within_trading_hours ? t.open : t.shut}. {t.zone(zones.join(', '))}.
      </p>
      <div className="week">
        {DAYS.map((day) => {
          const spans = spansOf(route.trading_hours, day)
          return [
            <span key={`${day} name`}>
              {nameOf(day)}{' '}
              <span className="dim">
                {spans.length === 0 ? t.closed : spans.map(({ text }) => text).join(', ')}
              </span>
            </span>,
            <span key={day} className="day" aria-hidden="true">
              {spans.map(({ from, to, text }) => (
                <span
                  key={text}
                  style={{ left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }}
                />
              ))}
            </span>,
          ]
        })}
      </div>
    </>
  )
}

type Span = { from: number; to: number; text: string }

/** Minutes of the day. An end at or before the start is on the next day. */
function spansOf(hours: readonly Hours[], day: number): Span[] {
  return hours.flatMap(({ day_of_week: of, start_time: start, end_time: end }): Span[] => {
    const [from, to] = [minuteOf(start), minuteOf(end)]
    const passesMidnight = to <= from
    if (of === day)
      return [
        {
          from,
          to: passesMidnight ? 1440 : to,
          text: `${start}–${passesMidnight && to > 0 ? '24:00' : end}`,
        },
      ]
    if (passesMidnight && to > 0 && (of + 1) % 7 === day)
      return [{ from: 0, to, text: `00:00–${end}` }]
    return []
  })
}

function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)
}
