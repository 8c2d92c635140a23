// When a closed offering opens again, as the console tells its customer: the same instant as the service computes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openingOf } from '../../../console/src/customer/opening.ts'
import { instantAt, toTimestamp } from '../../src/platform/clock.ts'
import {
  currentDayWindow,
  nextOpening,
  publishedWindows,
  type WeeklyHours,
} from '../../src/platform/calendars/hours.ts'

const rows = fc.uniqueArray(
  fc.record({
    dayOfWeek: fc.integer({ min: 0, max: 6 }),
    startTime: fc.constantFrom('00:00', '07:30', '08:00', '22:00'),
    endTime: fc.constantFrom('00:00', '12:15', '17:00', '03:00'),
    timezone: fc.constantFrom('America/Bogota', 'UTC', 'Europe/Berlin', 'Asia/Kolkata'),
  }),
  { maxLength: 8, selector: (row) => JSON.stringify(row) },
)

type Snapshot = { route: WeeklyHours[]; pair: WeeklyHours[]; madeAt: number }
const instrument = (currency: string) => ({ external_payment_instrument: { currency } })

function openingAt({ route, pair, madeAt }: Snapshot, nowMs: number) {
  const { openAt, closeAt } = currentDayWindow(route, pair, instantAt(madeAt))
  const offering = {
    current_day_hours_of_operation: {
      open_utc: toTimestamp(openAt),
      close_utc: toTimestamp(closeAt),
    },
    liquidity_provider: {
      trading_pairs: [
        {
          payin_currency: 'USDC',
          payout_currency: 'COP',
          hours_of_operation: publishedWindows(pair, instantAt(madeAt)).map((one) => ({
            open_time_utc: toTimestamp(one.openAt),
            close_time_utc: toTimestamp(one.closeAt),
          })),
        },
      ],
    },
    payin: instrument('USDC'),
    payout: instrument('COP'),
  }
  const trading_hours = route.map((row) => ({
    day_of_week: row.dayOfWeek,
    start_time: row.startTime,
    end_time: row.endTime,
    timezone: row.timezone,
  }))
  return openingOf(offering, { trading_hours }, nowMs)
}

test('is the opening of the service on any day that it publishes', () => {
  fc.assert(
    fc.property(
      rows,
      rows,
      fc.date({ min: new Date('2026-03-01'), max: new Date('2026-04-10'), noInvalidDate: true }),
      (route, pair, date) => {
        const madeAt = Math.floor(date.getTime() / 60_000) * 60_000
        const opening = nextOpening(route, pair, instantAt(madeAt))
        const dayEnd = (Math.floor(madeAt / 86_400_000) + 7) * 86_400_000
        const found = openingAt({ route, pair, madeAt }, madeAt)
        if (opening === madeAt) expect(found).toBeUndefined()
        else if (opening !== null && opening < dayEnd) expect(found?.at).toBe(opening)
      },
    ),
    { numRuns: 100 },
  )
})

test('is certain only today, since later days may be holidays of banks', () => {
  const weekdays = [1, 2, 3, 4, 5].map((dayOfWeek) => ({
    dayOfWeek,
    startTime: '08:00',
    endTime: '17:00',
    timezone: 'America/Bogota',
  }))
  const of = (now: string) => {
    const madeAt = Date.parse(now)
    const found = openingAt({ route: [], pair: weekdays, madeAt }, madeAt)
    return found && [new Date(found.at).toISOString(), found.isCertain]
  }
  expect(of('2026-03-04T12:00:00Z')).toEqual(['2026-03-04T13:00:00.000Z', true])
  expect(of('2026-03-04T14:00:00Z')).toBeUndefined()
  expect(of('2026-03-06T23:00:00Z')).toEqual(['2026-03-09T13:00:00.000Z', false])
})
