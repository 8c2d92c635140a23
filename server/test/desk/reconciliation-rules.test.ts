// The rules that match a statement with the ledger, without I/O.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dateOf,
  dayIn,
  type LedgerLine,
  type StatementLine,
} from '../../src/desk/reconciliation/lines.ts'
import { reconcileLines, type Outcome, type Period } from '../../src/desk/reconciliation/match.ts'
import { subsetWithSum } from '../../src/desk/reconciliation/subset-sum.ts'

const FIRST = dayIn('2026-03-01') ?? 0
const period: Period = { from: FIRST, to: FIRST + 30, toleranceDays: 3, covered: null }

let lines = 0
const there = (day: number, minor: number, more: Partial<StatementLine> = {}): StatementLine => ({
  line: ++lines,
  key: `key ${lines}`,
  day: FIRST + day,
  currency: 'MXN',
  minor: BigInt(minor),
  references: [],
  words: [],
  orderNumbers: [],
  ...more,
})
const here = (day: number, minor: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  id: BigInt(++lines),
  posting: minor < 0 ? 'payout' : 'deposit',
  day: FIRST + day,
  minor: BigInt(minor),
  references: [],
  orderNumbers: [],
  orderId: null,
  ...more,
})

function run(
  statement: readonly StatementLine[],
  ledger: readonly LedgerLine[],
  of: Partial<Period> = {},
): Outcome {
  const steps = reconcileLines('MXN', { ...period, ...of }, statement, ledger)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
const kinds = (outcome: Outcome) => outcome.differences.map(({ kind }) => kind)

describe('a line of the statement', () => {
  test('matches the line of the ledger with its identifier, also far from its position', () => {
    const outcome = run(
      [there(5, 100, { references: ['TX-A'] }), there(5, 100, { references: ['TX-B'] })],
      [here(4, 100, { references: ['TX-B'] }), here(6, 100, { references: ['TX-A'] })],
    )
    expect(outcome.differences).toEqual([])
    for (const match of outcome.matches)
      expect(match.there[0]?.references).toEqual(match.here[0]?.references)
  })

  test('with the identifier and another amount, currency or date is different', () => {
    const one = { references: ['TX-A'] }
    expect(kinds(run([there(5, 100, one)], [here(5, 101, one)]))).toEqual(['different_amount'])
    expect(kinds(run([there(5, 100, { ...one, currency: 'USD' })], [here(5, 100, one)]))).toEqual([
      'different_currency',
    ])
    expect(kinds(run([there(5, 100, one)], [here(15, 100, one)]))).toEqual(['different_date'])
  })

  test('matches an equal amount on a near day, and none on a far one', () => {
    expect(run([there(5, 100)], [here(8, 100)]).differences).toEqual([])
    expect(kinds(run([there(5, 100)], [here(9, 100)]))).toEqual(['missing_here', 'missing_there'])
  })

  test('matches the payments that the bank booked as one', () => {
    const ledger = [here(5, -100), here(5, -250), here(5, -31), here(6, -77)]
    const outcome = run([there(5, -381), there(6, -77)], ledger)
    expect(outcome.differences).toEqual([])
    expect(outcome.matches.map((match) => match.here.length).toSorted()).toEqual([1, 3])
    expect(run([there(5, -131), there(6, -327)], ledger).differences).toEqual([])
  })

  test('matches one line of the ledger together with others', () => {
    const outcome = run([there(5, 40), there(5, 60), there(5, 7)], [here(5, 100), here(5, 7)])
    expect(outcome.differences).toEqual([])
    expect(outcome.matches.map((match) => match.there.length).toSorted()).toEqual([1, 2])
  })

  test('matches a payout with its fee, booked as one line or as two', () => {
    const payout = { references: ['PAY1'], orderId: 'one' }
    const ledger = [here(5, -1000, payout), here(5, -5, { ...payout, posting: 'send_fee' })]
    expect(run([there(5, -1005)], ledger).differences).toEqual([])
    expect(run([there(5, -1005, { references: ['PAY1'] })], ledger).differences).toEqual([])
    expect(
      run([there(5, -1000, { references: ['PAY1'] }), there(5, -5)], ledger).differences,
    ).toEqual([])
  })

  test('is not matched with one of several sums that fit', () => {
    expect(kinds(run([there(5, -30)], [here(4, -10), here(5, -20), here(6, -20)]))).toEqual([
      'missing_here',
      'missing_there',
      'missing_there',
      'missing_there',
    ])
  })

  test('with the number of an order matches the deposit and not the refund of the order', () => {
    const order = { orderNumbers: ['CO-20260302-7KQ2M4XZ'] }
    const outcome = run(
      [there(5, 100, order), there(6, -100, order)],
      [here(5, 100, order), here(6, -100, order)],
    )
    expect(outcome.matches).toHaveLength(2)
    expect(outcome.differences).toEqual([])
  })
})

describe('a line of the ledger', () => {
  test('at the end of the period waits for the next statement', () => {
    const outcome = run([], [here(27, 100), here(28, 100), here(31, 100)])
    expect(kinds(outcome)).toEqual(['missing_there'])
    expect(outcome.cutOff).toHaveLength(1)
    expect(outcome.outside).toHaveLength(1)
  })

  test('before the period is missing only if an earlier statement could have had it', () => {
    expect(kinds(run([], [here(-2, 100)]))).toEqual([])
    expect(
      kinds(run([], [here(-2, 100)], { covered: { from: FIRST - 31, to: FIRST - 1 } })),
    ).toEqual(['missing_there'])
  })

  test('outside of the period matches a line at its edge', () => {
    expect(run([there(0, 100), there(30, 70)], [here(-2, 100), here(32, 70)]).differences).toEqual(
      [],
    )
  })
})

/** What happened, booked by both sides in their own way. */
const worlds = fc
  .record({
    events: fc.array(
      fc.record({
        day: fc.integer({ min: 4, max: 26 }),
        minor: fc.integer({ min: -500, max: 500 }).filter((minor) => minor !== 0),
        shift: fc.integer({ min: -3, max: 3 }),
        isNamed: fc.boolean(),
        isSplit: fc.boolean(),
      }),
      { maxLength: 40 },
    ),
    lost: fc.array(fc.nat(), { maxLength: 5 }),
  })
  .map(({ events, lost }) => {
    const named = events.map((event, at) => ({ ...event, at }))
    const statement = named.map((one) =>
      there(
        one.day,
        one.minor,
        one.isNamed || one.isSplit ? { references: [`EVENT${one.at}`] } : {},
      ),
    )
    const ledger = named.flatMap((one) => {
      const references = [`EVENT${one.at}`]
      if (!one.isSplit) return [here(one.day + one.shift, one.minor, { references })]
      return [
        here(one.day + one.shift, one.minor - 1, { references }),
        here(one.day + one.shift, 1, { references, posting: 'send_fee' }),
      ].filter(({ minor }) => minor !== 0n)
    })
    return { statement, ledger, lost }
  })

describe('for every statement', () => {
  test('what both sides booked is matched', () => {
    fc.assert(
      fc.property(worlds, ({ statement, ledger }) => {
        expect(run(statement, ledger).differences).toEqual([])
      }),
    )
  })

  test('every line is in exactly one match, difference or cut-off, and matches balance', () => {
    fc.assert(
      fc.property(worlds, ({ statement, ledger, lost }) => {
        const some = ledger.filter((_, at) => !lost.some((one) => one % ledger.length === at))
        const outcome = run(statement, some)
        const groups = [...outcome.matches, ...outcome.differences]
        const seenThere = groups.flatMap((group) => group.there)
        const seenHere = groups.flatMap((group) => group.here)
        expect(new Set(seenThere)).toEqual(new Set(statement))
        expect(seenThere).toHaveLength(statement.length)
        const all = [...seenHere, ...outcome.cutOff, ...outcome.outside]
        expect(new Set(all)).toEqual(new Set(some))
        expect(all).toHaveLength(some.length)
        const sum = (of: readonly { minor: bigint }[]) => of.reduce((a, { minor }) => a + minor, 0n)
        for (const match of outcome.matches) expect(sum(match.there)).toBe(sum(match.here))
        expect(sum(outcome.differences.flatMap((one) => one.there)) - sum(statement)).toBe(
          -sum(outcome.matches.flatMap((one) => one.there)),
        )
      }),
    )
  })

  test('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(worlds, ({ statement, ledger, lost }) => {
        const some = ledger.filter((_, at) => !lost.some((one) => one % ledger.length === at))
        const shapeOf = (outcome: Outcome) =>
          outcome.differences
            .map(
              ({ kind, there: lost_, here: known }) =>
                `${kind} ${lost_.map(({ line }) => line)} ${known.map(({ id }) => id)}`,
            )
            .toSorted()
        expect(shapeOf(run(statement.toReversed(), some.toReversed()))).toEqual(
          shapeOf(run(statement, some)),
        )
      }),
    )
  })

  test('a lost line of the ledger is never hidden: the differences hold its amount', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), ({ statement, ledger }, at) => {
        const lost = ledger[at % Math.max(1, ledger.length)]
        fc.pre(lost !== undefined)
        const outcome = run(
          statement,
          ledger.filter((line) => line !== lost),
        )
        const sum = (of: readonly { minor: bigint }[]) => of.reduce((a, { minor }) => a + minor, 0n)
        const differing =
          sum(outcome.differences.flatMap((one) => one.there)) -
          sum(outcome.differences.flatMap((one) => one.here))
        expect(differing).toBe(lost?.minor)
      }),
    )
  })
})

test('a sum is found only if one choice of amounts has it', () => {
  expect(subsetWithSum([5n, 7n, 11n], 16n)).toEqual([0, 2])
  expect(subsetWithSum([5n, 5n, 11n], 16n)).toBeUndefined()
  expect(subsetWithSum([5n, 7n], 13n)).toBeUndefined()
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 60n }), { minLength: 2, maxLength: 10 }),
      fc.bigInt({ min: 1n, max: 200n }),
      (amounts, target) => {
        const all = Array.from({ length: 2 ** amounts.length }, (_, mask) =>
          amounts.flatMap((_amount, at) => ((mask >> at) & 1 ? [at] : [])),
        ).filter(
          (places) => places.reduce((sum, place) => sum + (amounts[place] ?? 0n), 0n) === target,
        )
        expect(subsetWithSum(amounts, target)).toEqual(all.length === 1 ? all[0] : undefined)
      },
    ),
  )
})

test('a date is a day and back', () => {
  expect(dateOf(dayIn('2026-02-28') ?? 0)).toBe('2026-02-28')
  expect(dayIn('2026-02-30')).toBeUndefined()
})
