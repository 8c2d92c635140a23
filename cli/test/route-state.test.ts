// `corridor routes` tells whether a route is open, and when a closed one opens.
import { expect, test } from 'vitest'
import { stateOf } from '../customer/route-state.ts'

const route = {
  is_disabled: false,
  liquidity_provider: 'ALPHA',
  payin_currency: 'USDC',
  payout_currency: 'COP',
  // Monday to Wednesday, 8 to 17 in Bogota, which is 13 to 22 UTC.
  trading_hours: [1, 2, 3].map((day_of_week) => ({
    day_of_week,
    start_time: '08:00',
    end_time: '17:00',
    timezone: 'America/Bogota',
  })),
}
const providerOpen = (open_time_utc: string, close_time_utc: string) => [
  {
    name: 'ALPHA',
    trading_pairs: [
      {
        payin_currency: 'USDC',
        payout_currency: 'COP',
        hours_of_operation: [{ open_time_utc, close_time_utc }],
      },
    ],
  },
]
const always = providerOpen('2026-03-01T00:00:00.000Z', '2026-03-08T00:00:00.000Z')
const monday = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`)

test('a closed route says when it opens next', () => {
  expect(stateOf(route, always, monday('12:59'))).toBe('closed until 2026-03-02 13:00 UTC')
  expect(stateOf(route, always, monday('22:00'))).toBe('closed until 2026-03-03 13:00 UTC')
})

test('a route is open while its own hours and those of its provider are', () => {
  expect(stateOf(route, always, monday('13:00'))).toBe('open')
  expect(stateOf({ ...route, trading_hours: [] }, always, monday('03:00'))).toBe('open')
  const late = providerOpen('2026-03-02T15:30:00.000Z', '2026-03-02T16:00:00.000Z')
  expect(stateOf(route, late, monday('13:00'))).toBe('closed until 2026-03-02 15:30 UTC')
  expect(stateOf({ ...route, trading_hours: [] }, late, monday('13:00'))).toBe(
    'closed until 2026-03-02 15:30 UTC',
  )
})

test('a route that does not open in a week says so, and a disabled one has no hours', () => {
  const past = providerOpen('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z')
  expect(stateOf(route, past, monday('13:00'))).toBe('closed for a week or more')
  expect(stateOf({ ...route, is_disabled: true }, always, monday('13:00'))).toBe('disabled')
})
