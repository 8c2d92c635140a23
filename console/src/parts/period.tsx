// A period of whole days in UTC, in the address of a page. Its last day belongs to it. One field has both days. A point of a chart
// may lead to an hour, written `2026-03-04T05`.
import { TextInput } from '@mantine/core'
import { now } from './clock.ts'
import { FieldPopover } from './field-popover.tsx'
import { bilingual, useLanguage, useText } from './language.tsx'
import type { Language } from './amount.ts'
import styles from './filters.module.css'

const texts = bilingual({
  label: ['Days (UTC)', 'Días (UTC)'],
  any: ['any day', 'cualquier día'],
  from: ['From day (UTC)', 'Desde el día (UTC)'],
  to: ['To day (UTC)', 'Hasta el día (UTC)'],
  since: [(day: string) => `since ${day}`, (day: string) => `desde ${day}`],
  until: [(day: string) => `until ${day}`, (day: string) => `hasta ${day}`],
  today: ['today', 'hoy'],
  last: [(count: number) => `${count} days`, (count: number) => `${count} días`],
  clear: ['Any day', 'Cualquier día'],
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PRESETS = [1, 7, 30, 90] as const

export type Days = { from?: string | undefined; to?: string | undefined }

const isHour = (text: string): boolean => text.includes('T')
const beginningOf = (text: string): number => Date.parse(isHour(text) ? `${text}:00Z` : text)
const endOf = (text: string): number => beginningOf(text) + (isHour(text) ? HOUR_MS : DAY_MS)

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d(T\d\d)?$/.test(text) && !Number.isNaN(beginningOf(text))

/** The period of a point of a chart. */
export function periodOfPoint(at: number, unit: 'minutes' | 'hour' | 'day' | 'month'): Days {
  const from = new Date(at).toISOString()
  if (unit === 'minutes' || unit === 'hour')
    return { from: from.slice(0, 13), to: from.slice(0, 13) }
  if (unit === 'day') return { from: from.slice(0, 10), to: from.slice(0, 10) }
  const last = new Date(at)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return { from: from.slice(0, 10), to: last.toISOString().slice(0, 10) }
}

/** The day that many days before today. */
export const dayAgo = (days: number): string =>
  new Date(now() - days * DAY_MS).toISOString().slice(0, 10)

/** From the beginning of the first day to the end of the last, as the operator API has it. */
export const instantsOf = ({ from, to }: Days): { from?: string; to?: string } => ({
  ...(isDay(from) ? { from: new Date(beginningOf(from)).toISOString() } : {}),
  ...(isDay(to) ? { to: new Date(endOf(to)).toISOString() } : {}),
})

/** The same for lists. They have what is later than an instant, and the first of the day belongs to it. */
export function createdIn(days: Days): { created_after?: string; created_before?: string } {
  const { from, to } = instantsOf(days)
  return {
    ...(from === undefined ? {} : { created_after: new Date(Date.parse(from) - 1).toISOString() }),
    ...(to === undefined ? {} : { created_before: to }),
  }
}

const written = (day: string, language: Language): string =>
  new Date(beginningOf(day)).toLocaleString(language, {
    dateStyle: 'medium',
    ...(isHour(day) ? { timeStyle: 'short', hourCycle: 'h23' } : {}),
    timeZone: 'UTC',
  })

/** `choose` gets only what changed: the other day may have changed since the field was drawn. */
export function PeriodField({
  days,
  choose,
  size = 'xs',
}: {
  days: Days
  choose: (days: Days) => void
  /** `sm`: in a form. */
  size?: 'xs' | 'sm'
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const first = isDay(days.from) ? written(days.from, language) : undefined
  const last = isDay(days.to) ? written(days.to, language) : undefined
  const value =
    first !== undefined && last !== undefined
      ? first === last
        ? first
        : `${first} – ${last}`
      : first !== undefined
        ? t.since(first)
        : last !== undefined
          ? t.until(last)
          : undefined
  return (
    <FieldPopover label={t.label} value={value} none={t.any} size={size}>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={t[name]}
          value={days[name]?.slice(0, 10) ?? ''}
          onChange={({ currentTarget: { value: day } }) =>
            choose({ [name]: day === '' ? undefined : day })
          }
        />
      ))}
      <div className={styles['presets']}>
        {PRESETS.map((count) => (
          <button
            key={count}
            type="button"
            className="plain copy"
            onClick={() => choose({ from: dayAgo(count - 1), to: dayAgo(0) })}
          >
            {count === 1 ? t.today : t.last(count)}
          </button>
        ))}
        <button
          type="button"
          className="plain copy"
          onClick={() => choose({ from: undefined, to: undefined })}
        >
          {t.clear}
        </button>
      </div>
    </FieldPopover>
  )
}
