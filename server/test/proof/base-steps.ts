// Single operations, and the short sequences that most steps of a history begin with.
import fc from 'fast-check'
import { senders } from './model.ts'
import {
  type Operation,
  type Played,
  type Step,
  depositKinds,
  roundKinds,
  waysBack,
} from './operations.ts'
import { type FillFate, type OrderFate, fates, fillFates } from './outside.ts'
import { routes } from './routes.ts'

export const index = fc.nat({ max: 3 })
export const site = fc.constantFrom(0, 0, 0, 1)
export const fate = fc.constantFrom(...fates)
const orderFate: fc.Arbitrary<OrderFate> = fc.record({
  fills: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.constantFrom(...fillFates), { maxLength: 5 }) },
    {
      weight: 2,
      // Three declines of each of two providers.
      arbitrary: fc.constant(Array.from({ length: 6 }, () => 'refused' as const)),
    },
  ),
  isDeclineFinal: fc.boolean(),
  slipBps: fc.array(fc.constantFrom(0, 0, 0, -20, 30, 50, 51, 100, 101, 500), { maxLength: 3 }),
  expired: fc.array(fc.constantFrom(false, false, true), { maxLength: 4 }),
  payouts: fc.array(fate, { maxLength: 4 }),
  refunds: fc.array(fate, { maxLength: 4 }),
  looks: fc.array(fc.constantFrom('heard' as const, 'lost' as const), { maxLength: 4 }),
})
const isForeign = fc.integer({ min: 0, max: 9 }).map((n) => n === 9)
// Scenario totals make simulated funding arrive in part, in excess, late or in another asset.
const payinMinor = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 1_000000n, max: 90_000_000000n }) },
  { weight: 1, arbitrary: fc.constantFrom(1_000000n, 1000_000000n, 1000_000001n, 999_999999n) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(9n, 10n, 11n, 12n).map((cents) => 1911_000000n + cents * 10_000n),
  },
  { weight: 1, arbitrary: fc.constantFrom(9n, 10n, 11n, 12n).map((cents) => 191100n + cents) },
)
export const quote = fc.record({
  do: fc.constant('quote' as const),
  site,
  route: fc.nat({ max: routes.length - 1 }),
  side: fc.constantFrom('payin' as const, 'payin' as const, 'payout' as const),
  minor: payinMinor,
})
export const order = fc.record({
  do: fc.constant('order' as const),
  quote: fc.constantFrom(0, 0, 0, 1, 2),
  how: fc.constantFrom(
    'fresh' as const,
    'fresh' as const,
    'fresh' as const,
    'again' as const,
    'other_body' as const,
    'foreign' as const,
  ),
  fate: orderFate,
})
export const deposit = fc.record({
  do: fc.constant('deposit' as const),
  order: index,
  kind: fc.constantFrom(...depositKinds, 'exact' as const, 'exact' as const, 'exact' as const),
  isByRail: fc.boolean(),
  sender: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...senders) },
  ),
})
export const ofOrder = <Name extends 'simulate' | 'cancel' | 'refund'>(name: Name) =>
  fc.record({ do: fc.constant(name), order: index, isForeign })
const retry = fc.record({
  do: fc.constant('retry' as const),
  order: index,
  quote: fc.constantFrom(0, 0, 0, 1),
  again: isForeign,
  fate: orderFate,
})
export const end = fc.record({
  do: fc.constant('end' as const),
  order: index,
  ending: fc.constantFrom('fail' as const, 'refund' as const),
})
export const round = fc.record({
  do: fc.constant('round' as const),
  what: fc.constantFrom(...roundKinds, 'advance' as const, 'advance' as const),
})
export const reverse = fc.record({
  do: fc.constant('reverse' as const),
  order: index,
  deposit: fc.nat({ max: 2 }),
  twice: fc.boolean(),
})
export const returned = fc.record({
  do: fc.constant('return' as const),
  order: index,
  how: fc.constantFrom(...waysBack),
})
export const elsewhere = fc.record({ do: fc.constant('elsewhere' as const), order: index })
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 1, arbitrary: reverse },
  { weight: 1, arbitrary: returned },
  { weight: 1, arbitrary: elsewhere },
  { weight: 2, arbitrary: quote },
  { weight: 3, arbitrary: order },
  { weight: 8, arbitrary: deposit },
  { weight: 3, arbitrary: ofOrder('simulate') },
  { weight: 2, arbitrary: ofOrder('cancel') },
  { weight: 2, arbitrary: ofOrder('refund') },
  { weight: 3, arbitrary: retry },
  { weight: 2, arbitrary: end },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), order: index }) },
  { weight: 8, arbitrary: round },
)
export const play = (operations: fc.Arbitrary<readonly Operation[]>): fc.Arbitrary<Played> =>
  fc.record({
    kind: fc.constant('play' as const),
    operations,
    crash: fc.option(
      fc.record({
        process: fc.nat({ max: 1 }),
        call: fc.integer({ min: 1, max: 12 }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
      { freq: 3, nil: null },
    ),
    pauseAt: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 3, nil: null }),
  })
export const alone = (operations: readonly Operation[]): Step => ({
  kind: 'play',
  operations,
  crash: null,
  pauseAt: null,
})
/** A sandbox whose steps take a millisecond needs it to go on. */
export const advancing: readonly Step[] = [
  { kind: 'clock', ms: 1, to: 'by', order: 0 },
  alone([{ do: 'round', what: 'advance' }]),
]
/** From a quote to a funded order, so that histories get far. */
export const opening: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, fc.option(fc.oneof(deposit, ofOrder('simulate')), { freq: 6 }))
  .map(([first, second, third]) => [
    alone([first]),
    alone([{ ...second, quote: 0, how: 'fresh' }]),
    ...(third === null ? [] : [alone([{ ...third, order: 0 }])]),
  ])
export const rounds: fc.Arbitrary<readonly Step[]> = fc.array(
  play(
    fc.oneof(
      round.map((one) => [one]),
      fc.tuple(round, round),
    ),
  ),
  { minLength: 1, maxLength: 4 },
)
export const retrying: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    index,
    fc.constantFrom(50, 99, 100, 100, 101),
    isForeign,
    retry,
    fc.option(ofOrder('refund')),
  )
  .map(([at, percent, otherOffering, second, rival]) => [
    { kind: 'quote_for_retry', order: at, percent, otherOffering },
    alone([
      { ...second, order: at, quote: 0 },
      ...(rival === null ? [] : [{ ...rival, order: at }]),
    ]),
  ])
/** An order that the provider declines, and what its customer can do then. */
export const declining: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    // The provider declines at once, or after it sold a part.
    fc.constantFrom<readonly FillFate[]>(
      ['refused', 'refused'],
      ['part', 'refused', 'refused'],
      ['refused', 'part', 'refused'],
    ),
    play(fc.tuple(round, round)),
    fc.option(retrying, { freq: 5, nil: [] }),
    fc.option(fc.nat({ max: 1 }), { freq: 4, nil: null }),
  )
  .map(([first, second, third, fills, some, more, ending]) => [
    alone([first]),
    alone([
      {
        ...second,
        quote: 0,
        how: 'fresh',
        fate: { ...second.fate, fills, isDeclineFinal: true, slipBps: [] },
      },
    ]),
    alone([{ ...third, order: 0, kind: third.kind === 'over' ? 'over' : 'exact' }]),
    some,
    ...advancing,
    ...more.map((one) =>
      one.kind === 'quote_for_retry'
        ? { ...one, order: 0 }
        : one.kind === 'play'
          ? { ...one, operations: one.operations.map((part) => ({ ...part, order: 0 })) }
          : one,
    ),
    ...(ending === null ? [] : [alone([{ do: 'refund', order: ending, isForeign: false }])]),
  ])
export const noFaults: OrderFate = {
  fills: [],
  isDeclineFinal: true,
  slipBps: [],
  expired: [],
  payouts: [],
  refunds: [],
  looks: [],
}
export const ordered = (
  first: Operation,
  second: Extract<Operation, { do: 'order' }>,
): readonly Step[] => [alone([first]), alone([{ ...second, quote: 0, how: 'fresh' }])]
export const depositOf = (kind: 'exact' | 'over'): Step =>
  alone([{ do: 'deposit', order: 0, kind, isByRail: true, sender: null }])
export const exactDeposit = depositOf('exact')
export const refunding: readonly Step[] = [
  { kind: 'clock', ms: 1, to: 'by', order: 0 },
  alone([{ do: 'round', what: 'refunds' }]),
]
export const reading: Step = alone([{ do: 'round', what: 'watch' }])
export const asked = (what: 'cancel' | 'refund'): Step =>
  alone([{ do: what, order: 0, isForeign: false }])
export const often = (times: number): readonly Step[] =>
  Array.from({ length: times }, () => advancing).flat()
