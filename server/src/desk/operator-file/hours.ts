// The weekly hours of routes and trading pairs in an operator file.
import Type, { type Static } from 'typebox'
import { hoursProblem, type WeeklyHours } from '../../platform/calendars/hours.ts'
import { exact, type Place } from './judging.ts'

export const hoursSchema = Type.Array(
  exact({
    /** 0 Sunday to 6 Saturday. */
    days_of_week: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { minItems: 1 }),
    start_time: Type.String(),
    end_time: Type.String(),
    timezone: Type.String(),
  }),
)
type HoursContent = Static<typeof hoursSchema>

export function judgeHours(place: Place, rows: HoursContent): WeeklyHours[] {
  return rows.flatMap((row, index) =>
    row.days_of_week.map((dayOfWeek) => {
      const hours = {
        dayOfWeek,
        startTime: row.start_time,
        endTime: row.end_time,
        timezone: row.timezone,
      }
      const wrong = hoursProblem(hours)
      if (wrong !== undefined && dayOfWeek === row.days_of_week[0]) place.at(index).problem(wrong)
      return hours
    }),
  )
}

/** Neighbouring days with the same hours become one row. */
export function writeHours(hours: readonly WeeklyHours[]): HoursContent {
  const rows: HoursContent = []
  for (const { dayOfWeek, startTime, endTime, timezone } of hours) {
    const last = rows.at(-1)
    if (last?.start_time === startTime && last.end_time === endTime && last.timezone === timezone)
      last.days_of_week.push(dayOfWeek)
    else
      rows.push({ days_of_week: [dayOfWeek], start_time: startTime, end_time: endTime, timezone })
  }
  return rows
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export const hoursText = (hours: readonly WeeklyHours[]): string =>
  hours
    .map((one) => `${DAYS[one.dayOfWeek]} ${one.startTime}-${one.endTime} ${one.timezone}`)
    .join(', ') || 'none'
