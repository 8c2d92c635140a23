// The field of a period: both its days, and periods that move with the calendar. days.ts says what they mean.
import { TextInput } from '@mantine/core'
import { oneOf } from './chips.tsx'
import { beginningOf, daysOf, isDay, isHour, namedPeriods, periodNames, type Days } from './days.ts'
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
  names: {
    today: ['today', 'hoy'],
    yesterday: ['yesterday', 'ayer'],
    '7d': ['last 7 days', 'últimos 7 días'],
    '30d': ['last 30 days', 'últimos 30 días'],
    '90d': ['last 90 days', 'últimos 90 días'],
    month: ['this month', 'este mes'],
    'last-month': ['last month', 'el mes pasado'],
  },
  clear: ['Any day', 'Cualquier día'],
})

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
  isFixed = false,
}: {
  days: Days
  choose: (days: Days) => void
  /** `sm`: in a form. */
  size?: 'xs' | 'sm'
  /** It gets days, never the name of a period that moves. */
  isFixed?: boolean
}) {
  const t = useText(texts)
  const value = useWritten(days)
  const present = daysOf(days)
  const isMoving = present.from !== days.from
  return (
    <FieldPopover label={t.label} value={value} none={t.any} size={size}>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={t[name]}
          value={present[name]?.slice(0, 10) ?? ''}
          onChange={({ currentTarget: { value: day } }) =>
            choose({ ...(isMoving ? present : {}), [name]: day === '' ? undefined : day })
          }
        />
      ))}
      <div className={styles['presets']}>
        {periodNames.map((name) => (
          <button
            key={name}
            type="button"
            className="plain copy"
            onClick={() => choose(isFixed ? namedPeriods[name]() : { from: name, to: undefined })}
          >
            {t.names[name]}
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

/** A period as its field shows it. */
function useWritten(days: Days): string | undefined {
  const t = useText(texts)
  const { language } = useLanguage()
  const name = days.to === undefined ? oneOf(periodNames, days.from) : undefined
  if (name !== undefined) return t.names[name]
  const { from, to } = daysOf(days)
  const first = isDay(from) ? written(from, language) : undefined
  const last = isDay(to) ? written(to, language) : undefined
  if (first === undefined) return last === undefined ? undefined : t.until(last)
  if (last === undefined) return t.since(first)
  return first === last ? first : `${first} – ${last}`
}
