// Bank holidays: offerings and quotes over the rail of a bank are closed, and its payments are executed on the next bank day.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, later, toTimestamp, type Instant } from '../../src/platform/clock.ts'
import {
  closedBetween,
  endsSoon,
  isAnyHoliday,
  type BankHolidays,
} from '../../src/platform/calendars/holidays.ts'
import {
  currentDayWindow,
  nextOpening,
  type WeeklyHours,
} from '../../src/platform/calendars/hours.ts'
import { previewFile } from '../../src/desk/configuration/preview.ts'
import { exportFile } from '../../src/desk/operator-file/export-file.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { executionDate } from '../../src/outside/rails/bank-files/bank-days.ts'
import { endingHolidays } from '../../src/outside/rails/warn-of-holidays.ts'
import { bankFolders, type Folders } from '../support/bank-files.ts'
import type { Schemas } from '../../operator-client/client.ts'
import { newProgram } from '../support/desk.ts'
import { applied, parsed } from '../support/operator-files.ts'
import { untilOpen } from '../support/rails.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000
const at = (text: string): Instant => instantAt(Date.parse(text))
const always: WeeklyHours[] = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  startTime: '00:00',
  endTime: '00:00',
  timezone: 'UTC',
}))
const bogota: BankHolidays = { timezone: 'America/Bogota', dates: ['2026-03-23', '2026-04-02'] }
const berlin: BankHolidays = { timezone: 'Europe/Berlin', dates: ['2026-03-24'] }

/** Holidays of the bank on so many days in a row. */
const holidaysFrom = (first: string, days: number): BankHolidays => ({
  timezone: 'America/Bogota',
  dates: Array.from({ length: days }, (_, day) =>
    toTimestamp(later(at(`${first}T00:00Z`), day * 24 * HOUR_MS)).slice(0, 10),
  ),
})

describe('the hours', () => {
  const shown = (text: string, holidays: BankHolidays[]) => {
    const { openAt, closeAt } = currentDayWindow([], always, at(text), holidays)
    return [openAt, closeAt].map((one) => toTimestamp(one).slice(0, 16))
  }

  test('of a day end at the midnight of the bank at which its holiday begins', () => {
    expect(shown('2026-03-23T01:00Z', [bogota])).toEqual(['2026-03-23T00:00', '2026-03-23T05:00'])
    expect(shown('2026-03-24T01:00Z', [bogota])).toEqual(['2026-03-24T05:00', '2026-03-25T00:00'])
    expect(shown('2026-03-25T01:00Z', [bogota])).toEqual(['2026-03-25T00:00', '2026-03-26T00:00'])
  })

  test('are empty if two banks close all day between them', () =>
    // Bogota is closed until 05:00, Berlin from 23:00 of the day before until 23:00.
    expect(shown('2026-03-24T01:00Z', [bogota, berlin])).toEqual([
      '2026-03-24T23:00',
      '2026-03-25T00:00',
    ]))

  test('open next when the holidays of both banks have ended', () => {
    const next = nextOpening([], always, at('2026-03-23T12:00Z'), [bogota, berlin])
    expect(next).toBe(at('2026-03-24T23:00Z'))
  })

  test('open next after weeks of holidays, and never within a year of them', () => {
    const next = (days: number) =>
      nextOpening([], always, at('2026-03-23T12:00Z'), [holidaysFrom('2026-03-23', days)])
    expect(next(30)).toBe(at('2026-04-22T05:00Z'))
    expect(next(400)).toBeNull()
  })

  test('are closed exactly on the local days, for any instant and time zone', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 366 * 24 }),
        fc.constantFrom('UTC', 'America/Bogota', 'Asia/Kathmandu', 'Europe/Berlin', 'Pacific/Apia'),
        (hours, timezone) => {
          const holidays = { timezone, dates: ['2026-03-29', '2026-07-01', '2026-07-02'] }
          const when = later(at('2026-01-01T00:00Z'), hours * HOUR_MS)
          const local = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(when)
          const isClosed = holidays.dates.includes(local)
          expect(isAnyHoliday([holidays], when)).toBe(isClosed)
          const next = nextOpening([], always, when, [holidays])
          expect(next === when).toBe(!isClosed)
          expect(closedBetween([holidays], when, later(when, 1))).toHaveLength(isClosed ? 1 : 0)
          if (next !== null) expect(isAnyHoliday([holidays], next)).toBe(false)
        },
      ),
      { numRuns: 300 },
    ))
})

test('holidays end soon in the last 60 days of the last year that they cover', () => {
  expect(endsSoon(bogota, at('2026-10-31T00:00Z'))).toBe(false)
  expect(endsSoon(bogota, at('2026-11-05T00:00Z'))).toBe(true)
  expect(endsSoon({ timezone: 'UTC', dates: [] }, at('2030-01-01T00:00Z'))).toBe(false)
})

describe('a deployment', () => {
  let pesos: Folders
  let corridor: TestService
  const clock = manualClock(Date.parse('2026-03-20T15:00:00Z'))
  beforeAll(async () => {
    pesos = bankFolders()
    corridor = await testService({ clock, worker: false })
    await applied(corridor, world())
    await untilOpen(corridor.deps.rails)
  })
  afterAll(async () => {
    await corridor.close()
    pesos.close()
  })

  const calendar = (days: string) => `
bank_calendars:
  - { name: CO, timezone: America/Bogota, holidays: { 2026: [${days}] } }
`
  const world = (rail = 'bank_calendar: CO') => `
${calendar("'03-23'")}
rails:
  - name: bank:pesos
    kind: bank_files
    ${rail}
    settings: ${JSON.stringify(pesos.settings())}
`
  const moveTo = (text: string) => clock.advance(at(text) - clock.now())
  const hours = ({ current_day_hours_of_operation: shown }: OfferingJson) => [
    shown.open_utc.slice(0, 16),
    shown.close_utc.slice(0, 16),
  ]
  const asked = (offering: OfferingJson) =>
    corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      payin_amount: '1000.00',
    })

  /** A process reads the rails once in a second. */
  async function untilAnswered(offering: OfferingJson, status: number) {
    for (;;) {
      const answer = await asked(offering)
      if (answer.status === status) return answer
      await sleep(100)
    }
  }

  test('closes offerings and quotes over the rail of the bank, and no others', async () => {
    const before = await corridor.offering('USDC', 'COP')
    expect((await asked(before)).status).toBe(201)
    moveTo('2026-03-23T14:00:00Z')
    const closed = await corridor.offering('USDC', 'COP')
    expect(hours(closed)).toEqual(['2026-03-23T00:00', '2026-03-23T05:00'])
    for (const offering of [before, closed]) {
      const refused = await asked(offering)
      expect(refused.problem.code).toBe('market_closed')
      expect(refused.problem).toMatchObject({ opens_at: '2026-03-24T05:00:00.000Z' })
    }
    const viewer = await newProgram(corridor, 'viewer')
    const { data: routes } = await viewer.act<Schemas['DeskRoute'][]>('GET', '/routes')
    expect(routes.find((one) => one.payout_currency === 'COP')).toMatchObject({
      is_open: false,
      opens_at: '2026-03-24T05:00:00.000Z',
    })
    expect(routes.find((one) => one.payout_currency === 'MXN')?.is_open).toBe(true)
    const pesosOfMexico = await corridor.offering('USDC', 'MXN')
    expect(hours(pesosOfMexico)).toEqual(['2026-03-23T00:00', '2026-03-24T00:00'])
    expect((await asked(pesosOfMexico)).status).toBe(201)
    moveTo('2026-03-24T05:00:00Z')
    expect((await asked(before)).status).toBe(201)
  })

  test('takes up a changed calendar without a restart', async () => {
    await applied(corridor, calendar("'03-23', '03-24'"))
    const offering = await corridor.offering('USDC', 'COP')
    expect((await untilAnswered(offering, 409)).problem.code).toBe('market_closed')
    expect(await applied(corridor, calendar("'03-23'"))).toEqual([
      'change bank calendar CO; holidays: 2026-03-24 -> -',
    ])
    await untilAnswered(offering, 201)
  })

  test('counts holidays in the settings of the rail, too', async () => {
    const settings = pesos.settings({
      calendar: { timezone: 'America/Bogota', cut_off: '16:00', holidays: ['2026-03-24'] },
    })
    await applied(corridor, `${world().split('settings:')[0]}settings: ${JSON.stringify(settings)}`)
    const offering = await corridor.offering('USDC', 'COP')
    expect((await untilAnswered(offering, 409)).problem.code).toBe('market_closed')
    await applied(corridor, world())
  })

  test('is previewed with its holidays, also by a file that names no route', async () => {
    const file = parsed(calendar("'03-23', '03-24', '03-25'"))
    const { routes } = await previewFile(corridor.deps, file, { amounts: [] })
    const [found, ...others] = routes.map(({ route, before, after }) => [
      `${route.payin_currency} to ${route.payout_currency}`,
      before?.opens_at,
      after.opens_at,
      after.current_day_hours_of_operation?.close_utc,
    ])
    expect(found).toEqual([
      'USDC to COP',
      '2026-03-24T05:00:00.000Z',
      '2026-03-26T05:00:00.000Z',
      // Closed on the whole UTC day, whose first hours are the holiday before.
      '2026-03-24T00:00:00.000Z',
    ])
    const currencies = [found, ...others].map((one) => one?.[0])
    expect(currencies.every((pair) => pair?.includes('COP'))).toBe(true)
    // The preview promises what a customer gets.
    const offering = await corridor.offering('USDC', 'COP')
    await untilAnswered(offering, 201)
    await applied(corridor, calendar("'03-23', '03-24', '03-25'"))
    const refused = await untilAnswered(offering, 409)
    expect(refused.problem).toMatchObject({ opens_at: '2026-03-26T05:00:00.000Z' })
    await applied(corridor, calendar("'03-23'"))
    await untilAnswered(offering, 201)
  })

  test('exports its calendars as they were applied', async () => {
    const { db, config } = corridor.deps
    const exporting = { db, secrets: config.secrets, at: clock.now(), withDetails: false }
    const text = await exportFile(exporting)
    expect(text).toContain('bank_calendar: CO')
    expect(await applied(corridor, text)).toEqual([])
  })

  test('warns of a calendar that ends soon', async () => {
    const holidays = corridor.deps.rails.holidays()
    expect(endingHolidays(holidays, at('2026-06-01T00:00Z'))).toEqual([])
    expect(endingHolidays(holidays, at('2026-12-01T00:00Z'))).toContainEqual({
      rail: 'bank:pesos',
      until: '2026-12-31',
    })
  })

  test('does not let the operator API change calendars', async () => {
    const treasurer = await newProgram(corridor, 'treasurer')
    const body = { file: calendar("'12-25'"), reason: 'Christmas' }
    const { problem } = await treasurer.act('POST', '/configuration/versions', body)
    expect(problem.detail).toContain('bank_calendars')
  })

  test.each([
    ['an unknown calendar', () => world('bank_calendar: OC'), 'known calendars: CO'],
    ['a wrong day', () => calendar("'02-30'"), '02-30 is not a day of 2026'],
    ['a day twice', () => calendar("'12-25', '12-25'"), '12-25 is there twice'],
    [
      'a missing year',
      () => calendar("'12-25'").replace('2026:', "2024: ['12-25'], 2026:"),
      'the years between 2024 and 2026 are missing',
    ],
    ['an unknown time zone', () => calendar("'12-25'").replace('Bogota', 'Bogot'), 'timezone'],
    [
      'two of a name',
      () => `${calendar("'12-25'")}${calendar("'12-25'").split('\n')[2]}\n`,
      'CO is described twice',
    ],
  ])('refuses a file with %s', async (_what, text, reason) => {
    await expect((async () => applied(corridor, text()))()).rejects.toThrow(reason)
  })

  test('is described by a file of calendars alone', () => {
    expect(parsed(calendar("'12-25'")).parts.get('bank_calendars')?.beyondRoutes).toEqual([
      'bank_calendars',
    ])
  })
})

test('a bank executes a payment on the next day that is no holiday', () => {
  const bank = { timezone: 'America/Bogota', cut_off: '16:00', holidays: [...bogota.dates] }
  expect(executionDate(bank, at('2026-03-20T22:00Z'))).toBe('2026-03-24')
  const weeks = { ...bank, holidays: [...holidaysFrom('2026-03-23', 30).dates] }
  expect(executionDate(weeks, at('2026-03-20T22:00Z'))).toBe('2026-04-22')
})
