// Instants and countdowns. An instant younger than a day is relative; the exact one, with its zone and in UTC, is shown
// on hover and copied by a click.
import { Tooltip } from '@mantine/core'
import { createContext, use } from 'react'
import { useNow, useRealNow, useTextOfTime } from './clock.ts'
import { useCopy } from './copy.tsx'
import { bilingual, useLanguage, useText, type Language } from './language.tsx'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const texts = bilingual({
  now: ['now', 'ahora'],
  copy: ['Click to copy the instant in UTC', 'Clic para copiar el instante en UTC'],
  copied: ['Copied', 'Copiado'],
  expired: [(at: string) => `expired at ${at}`, (at: string) => `venció a las ${at}`],
  until: [(at: string) => `(until ${at})`, (at: string) => `(hasta ${at})`],
  left: ['left', 'restantes'],
})

const localeOf = (language: Language): string => (language === 'es' ? 'es-CO' : 'en-GB')

// To make a formatter takes longer than to use it, and a list uses one for each row.
const formats = new Map<string, Intl.DateTimeFormat>()
function format(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = language + JSON.stringify(options)
  const made =
    formats.get(name) ??
    new Intl.DateTimeFormat(localeOf(language), { hourCycle: 'h23', ...options })
  formats.set(name, made)
  return made
}

/** The date and the time in the reader's zone, with its name. */
const exactTime = (atMs: number, language: Language): string =>
  format(language, { dateStyle: 'medium', timeStyle: 'long' }).format(atMs)

/** A line may end between the date and the time. */
export const dateAndTime = (atMs: number, language: Language): string =>
  format(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(atMs)
    .replaceAll(' ', '\u00a0')
    .replace(',\u00a0', ', ')

/** For what follows in seconds: a timeline. */
const dateAndSeconds = (atMs: number, language: Language): string =>
  format(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(atMs)

export const clockTime = (atMs: number, language: Language): string =>
  format(language, { timeStyle: 'long' }).format(atMs)

const relative = {
  en: new Intl.RelativeTimeFormat(localeOf('en'), { style: 'short' }),
  es: new Intl.RelativeTimeFormat(localeOf('es'), { style: 'short' }),
}

function relativeTime(atMs: number, nowMs: number, language: Language, now: string): string {
  const ageMs = nowMs - atMs
  const span = Math.abs(ageMs)
  if (span >= DAY_MS) return dateAndTime(atMs, language)
  if (span < 10_000) return now
  const [unitMs, unit] =
    span < MINUTE_MS
      ? ([1000, 'second'] as const)
      : span < HOUR_MS
        ? ([MINUTE_MS, 'minute'] as const)
        : ([HOUR_MS, 'hour'] as const)
  const words = relative[language].format(-Math.sign(ageMs) * Math.floor(span / unitMs), unit)
  // A date may break over two lines, "2 h ago" does not.
  return words.replaceAll(' ', '\u00a0')
}

/** `isReal`: an instant of the real time, also in a sandbox whose clock was moved. */
type Real = { isReal?: boolean }

function useNowOf({ isReal = false }: Real): number {
  const [ofService, real] = [useNow(), useRealNow()]
  return isReal ? real : ofService
}

/** In a row that a click opens, a click on a time opens it too. */
export const OpensRow = createContext(false)

/** `isExact`: the instant to the second, also of the last day. */
export function Time({
  at,
  isReal = false,
  isExact = false,
}: { at: string; isExact?: boolean } & Real) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { copied, copy } = useCopy()
  const opensRow = use(OpensRow)
  const atMs = Date.parse(at)
  const shown = useTextOfTime(
    (nowMs) =>
      isExact ? dateAndSeconds(atMs, language) : relativeTime(atMs, nowMs, language, t.now),
    isReal,
  )
  const label = (
    <>
      {exactTime(atMs, language)}
      <br />
      {at}
      {opensRow ? null : (
        <>
          <br />
          {copied ? t.copied : t.copy}
        </>
      )}
    </>
  )
  const time = <time dateTime={at}>{shown}</time>
  return (
    <Tooltip label={label} withArrow>
      {opensRow ? (
        <span className="time">{time}</span>
      ) : (
        <button type="button" className="plain time" onClick={() => copy(at)}>
          {time}
        </button>
      )}
    </Tooltip>
  )
}

/** Ticks each second, and becomes words at zero. */
export function Countdown({
  until,
  isBare = false,
  ...real
}: { until: string; isBare?: boolean } & Real) {
  const t = useText(texts)
  const { language } = useLanguage()
  const atMs = Date.parse(until)
  const leftMs = atMs - useNowOf(real)
  if (leftMs <= 0)
    return <span className="countdown over">{t.expired(clockTime(atMs, language))}</span>
  const seconds = Math.floor(leftMs / 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return (
    <span className="countdown" role="timer">
      <span className="figures">
        {days > 0 ? `${days} d ` : ''}
        {days + hours > 0 ? `${hours}:${clock}` : clock}
      </span>
      {isBare ? '' : ` ${t.left}`}
      {days > 0 ? '' : ` ${t.until(clockTime(atMs, language))}`}
    </span>
  )
}

/** Whether an instant has passed, seen each second. */
export const useIsPast = (at: string, real: Real = {}): boolean => useNowOf(real) >= Date.parse(at)
