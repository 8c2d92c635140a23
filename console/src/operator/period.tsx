// A period of whole days in UTC, in the address of a page. Its last day belongs to it.
import { TextInput } from '@mantine/core'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'

const texts = bilingual(
  { from: 'From day (UTC)', to: 'To day (UTC)' },
  { from: 'Desde el día (UTC)', to: 'Hasta el día (UTC)' },
)

const DAY_MS = 86_400_000

export type Days = { from?: string | undefined; to?: string | undefined }

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The day that many days before today. */
export const dayAgo = (days: number): string =>
  new Date(now() - days * DAY_MS).toISOString().slice(0, 10)

/** From the beginning of the first day to the end of the last, as the operator API has it. */
export const instantsOf = ({ from, to }: Days): { from?: string; to?: string } => ({
  ...(isDay(from) ? { from: `${from}T00:00:00.000Z` } : {}),
  ...(isDay(to) ? { to: new Date(Date.parse(to) + DAY_MS).toISOString() } : {}),
})

/** `choose` gets only the day that changed: the other one may have changed since the fields were drawn. */
export function PeriodFields({ days, choose }: { days: Days; choose: (days: Days) => void }) {
  const t = useText(texts)
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      size="xs"
      label={t[name]}
      value={days[name] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        choose({ [name]: value === '' ? undefined : value })
      }
    />
  ))
}
