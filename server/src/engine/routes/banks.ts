// The banks behind the rails of a route. A quote knows the rails of its instruments. The state of a route and a preview know the
// route only: they ask which rails serve its currencies.
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import type { RouteRow } from './queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Served } from '../../outside/rails/port.ts'
import { selectRails } from '../../outside/rails/queries.ts'
import { holidaysOfRail, railKinds } from '../../outside/rails/registry.ts'

export type Bank = { served: readonly Served[]; holidays: readonly BankHolidays[] }

/** One for each configured rail, as the connection sees it. */
export const selectBanks = async (db: Db): Promise<Bank[]> =>
  (await selectRails(db)).map((row) => {
    const kind = railKinds.get(row.kind)
    // Settings of an earlier version may be invalid now. Such a rail serves nothing.
    if (kind === undefined || kind.settingsProblem(row.settings) !== undefined)
      return { served: [], holidays: [] }
    return { served: kind.served(row.settings), holidays: holidaysOfRail(kind, row) }
  })

/**
 * The holidays that close a route: those of the payin and of the payout. A currency that several rails serve is closed on
 * the days on which all of them have a holiday.
 */
export const holidaysOfRoute = (
  route: Pick<RouteRow, 'payin_currency' | 'payout_currency' | 'inclusive_account_types'>,
  banks: readonly Bank[],
): BankHolidays[] => {
  const types = route.inclusive_account_types
  const serves =
    (currency: string) =>
    ({ method, currencies }: Served) =>
      currencies.includes(currency) && (types.length === 0 || types.includes(method))
  return [route.payin_currency, route.payout_currency].flatMap((currency) => {
    const [first, ...others] = banks.filter(({ served }) => served.some(serves(currency)))
    if (first === undefined) return []
    return first.holidays.flatMap(({ timezone, dates }) => {
      const common = dates.filter((date) =>
        others.every(({ holidays }) => holidays.some((one) => one.dates.includes(date))),
      )
      return common.length === 0 ? [] : { timezone, dates: common }
    })
  })
}
