// Warns while the known holidays of a bank end soon: later payments and offerings would ignore them.
import type { Logger } from 'pino'
import type { Clock, Instant } from '../../platform/clock.ts'
import { endsSoon, lastCoveredDay, type BankHolidays } from '../../platform/calendars/holidays.ts'
import type { Rails } from './registry.ts'

/** The rails whose holidays end soon, each with the last day that they cover. */
export const endingHolidays = (
  holidays: ReadonlyMap<string, readonly BankHolidays[]>,
  at: Instant,
): { rail: string; until: string }[] =>
  [...holidays].flatMap(([rail, all]) =>
    all
      .filter((one) => endsSoon(one, at))
      .map(({ dates }) => ({ rail, until: lastCoveredDay(dates) ?? '' })),
  )

/** A background task. Returns the number of warnings. */
export async function warnOfHolidays(deps: {
  rails: Rails
  clock: Clock
  log: Logger
}): Promise<number> {
  await deps.rails.all()
  const ending = endingHolidays(deps.rails.holidays(), deps.clock.now())
  for (const one of ending) deps.log.warn(one, 'the holidays of a bank end soon')
  return 0
}
