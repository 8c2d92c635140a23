// Checks the volume limits of an organization or an instrument in an operator file.
import { isCurrency, currencies } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { periods, type Period } from '../../engine/volume-limits/queries.ts'
import type { Path, VolumesContent } from './file-schema.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type VolumeEntry = { currency: string; period: Period; minor: bigint }

/** Undefined where the file has no block. */
export function judgeVolumes(
  judge: Judge,
  path: Path,
  byCurrency: Record<string, VolumesContent> | undefined,
): VolumeEntry[] | undefined {
  if (byCurrency === undefined) return undefined
  return Object.entries(byCurrency).flatMap(([currency, limits]) => {
    if (isCurrency(currency)) return judgeCurrency(judge, [...path, currency], currency, limits)
    const names = nearestFirst(currency, currencies)
    judge.addProblem(
      [...path, currency],
      `unknown currency ${currency}; known currencies: ${names}`,
    )
    return []
  })
}

/** The limits of one currency: an instrument has only one. */
export function judgeCurrency(
  judge: Judge,
  path: Path,
  currency: string,
  limits: VolumesContent,
): VolumeEntry[] {
  if (!isCurrency(currency)) return []
  const entries = periods.flatMap((period): VolumeEntry[] => {
    const text = limits[period]
    if (text === undefined) return []
    const parsed = parseAmount(text, currency)
    if (parsed.ok) return [{ currency, period, minor: parsed.minor }]
    const reason = `${text} is not an amount of ${currency} above zero, such as "10.00"`
    judge.addProblem([...path, period], reason)
    return []
  })
  const minorOf = (period: Period) => entries.find((one) => one.period === period)?.minor
  const [day, month] = [minorOf('day'), minorOf('month')]
  if (day !== undefined && month !== undefined && month < day)
    judge.addProblem([...path, 'month'], `month ${limits.month} is below day ${limits.day}`)
  return entries
}
