// Matches lines without a common identifier: equal amounts on near days, a payout booked together with its fee, and sums of
// lines that the other side booked as one.
import type { Day, LedgerLine, StatementLine } from './lines.ts'
import type { Open } from './open.ts'
import { sumOf, take } from './match-by-keys.ts'
import { groupInSteps, STEP } from './steps.ts'
import { MOST_CANDIDATES, subsetWithSum } from './subset-sum.ts'

type Line = StatementLine | LedgerLine

export function* matchByAmount(open: Open): Generator<void, void> {
  yield* matchEqual(
    open,
    [...open.here].map((line) => ({ day: line.day, minor: line.minor, here: [line] })),
  )
  // The bank books a payout together with its fee.
  const ofOrders = yield* groupInSteps(
    [...open.here].filter(({ orderId }) => orderId !== null),
    ({ orderId, minor }) => `${orderId} ${minor < 0n ? 'out' : 'in'}`,
  )
  yield* matchEqual(
    open,
    [...ofOrders.values()]
      .filter((here) => here.length > 1)
      .map((here) => ({ day: here[0]?.day ?? 0, minor: sumOf(here), here }))
      .toSorted((a, b) => a.day - b.day),
  )
}

type Unit = { day: Day; minor: bigint; here: LedgerLine[] }

/**
 * The earliest line first, with the earliest unit that is near: with one tolerance for all, no other choice matches more.
 * Lines and units are in the order of their days.
 */
function* matchEqual(open: Open, units: readonly Unit[]): Generator<void, void> {
  const { toleranceDays, currency } = open
  const byAmount = yield* groupInSteps(units, ({ minor }) => minor)
  const places = new Map<bigint, number>()
  let done = 0
  for (const line of open.there) {
    if (++done % STEP === 0) yield
    const same = line.currency === currency ? byAmount.get(line.minor) : undefined
    if (same === undefined) continue
    let place = places.get(line.minor) ?? 0
    while ((same[place]?.day ?? Infinity) < line.day - toleranceDays) place += 1
    const unit = same[place]
    if (unit !== undefined && unit.day <= line.day + toleranceDays) {
      take(open, [line], unit.here)
      place += 1
    }
    places.set(line.minor, place)
  }
}

/** One line there for several here, and several there for one here. */
export function* matchBySums(open: Open): Generator<void, void> {
  const there = () => [...open.there].filter(({ currency }) => currency === open.currency)
  yield* findSums(open, there(), [...open.here], (one, several) => take(open, [one], several))
  yield* findSums(open, [...open.here], there(), (one, several) => take(open, several, [one]))
}

/** Searches for a part of near lines take up to 65,536 sums each. */
const MOST_SEARCHES = 500

function* findSums<One extends Line, Part extends Line>(
  { toleranceDays }: Open,
  ones: readonly One[],
  parts: readonly Part[],
  found: (one: One, several: readonly Part[]) => void,
): Generator<void, void> {
  const days = new Map(
    [...(yield* groupInSteps(parts, sideOf))].map(([side, all]) => [side, dayOfParts(all)]),
  )
  let searches = 0
  let done = 0
  for (const one of ones) {
    if (++done % STEP === 0) yield
    const near = nearDays(one).flatMap((side) => days.get(side) ?? [])
    const whole = near.flatMap(({ groups }) => groups).find(({ sum }) => sum === one.minor)
    if (whole !== undefined) {
      use(one, whole.parts)
      continue
    }
    const candidates = near.reduce((count, { all }) => count + all.length, 0)
    if (candidates > MOST_CANDIDATES || searches >= MOST_SEARCHES) continue
    searches += 1
    yield
    const all = near.flatMap((day) => day.all)
    const places = subsetWithSum(
      all.map(({ minor }) => minor),
      one.minor,
    )
    if (places !== undefined)
      use(
        one,
        places.flatMap((place) => all[place] ?? []),
      )
  }

  function nearDays(one: One): string[] {
    return Array.from({ length: 2 * toleranceDays + 1 }, (_, at) =>
      sideOf({ day: one.day - toleranceDays + at, minor: one.minor }),
    )
  }

  function use(one: One, several: readonly Part[]): void {
    const gone = new Set(several)
    for (const side of new Set(several.map(sideOf))) {
      const before = days.get(side)?.all ?? []
      days.set(side, dayOfParts(before.filter((part) => !gone.has(part))))
    }
    found(one, several)
  }
}

const sideOf = ({ day, minor }: Pick<Line, 'day' | 'minor'>): string =>
  `${day} ${minor < 0n ? 'out' : 'in'}`

type DayOfParts<Part> = { all: readonly Part[]; groups: { sum: bigint; parts: readonly Part[] }[] }

/** All lines of a day in one direction, and all of one posting among them: a bank may book either as one line. */
function dayOfParts<Part extends Line>(all: readonly Part[]): DayOfParts<Part> {
  const kinds = [...Map.groupBy(all, (part) => ('posting' in part ? part.posting : '')).values()]
  const groups = [all, ...(kinds.length > 1 ? kinds : [])].filter((group) => group.length > 1)
  return { all, groups: groups.map((group) => ({ sum: sumOf(group), parts: group })) }
}
