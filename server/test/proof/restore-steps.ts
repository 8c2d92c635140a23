// Steps around a restore: the lost time did one thing with the money, and somebody decides otherwise.
import fc from 'fast-check'
import {
  advancing,
  alone,
  asked,
  depositOf,
  exactDeposit,
  noFaults,
  often,
  order,
  ordered,
  quote,
  reading,
  refunding,
} from './base-steps.ts'
import { course, exit, work } from './desk-steps.ts'
import type { Step } from './operations.ts'
import type { Fate, FillFate, OrderFate } from './outside.ts'
import { givingBack, oneWayThenAnother, suspended, unknownDeposit } from './suspense-steps.ts'

export const compares = fc.constantFrom(0 as const, 2 as const, 2 as const)
/** The service continues on an earlier copy of its database. */
export const restored: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    course,
    fc.constantFrom(1, 2, 3, 3, 4, 5, 6),
    fc.constantFrom(3, 9, 9, 9, 9),
    compares,
    fc.option(work, { freq: 1, nil: [] }),
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: work },
        { weight: 1, arbitrary: fc.constant<readonly Step[]>([{ kind: 'compare' }]) },
        {
          weight: 1,
          arbitrary: fc.nat({ max: 3 }).map((at): readonly Step[] => [{ kind: 'record', at }]),
        },
      ),
      { maxLength: 4 },
    ),
  )
  .map(([parts, copyAt, count, times, more, after]) => [
    ...parts.slice(0, copyAt).flat(),
    { kind: 'copy' },
    ...parts.slice(copyAt, copyAt + count).flat(),
    ...more,
    { kind: 'restore', compares: times },
    ...after.flat(),
  ])
const endedByOperator: readonly Step[] = [
  alone([{ do: 'end', order: 0, ending: 'refund' }]),
  ...refunding,
]
const retriedWith = (fate: OrderFate): readonly Step[] => [
  { kind: 'quote_for_retry', order: 0, percent: 100, otherOffering: false },
  alone([{ do: 'retry', order: 0, quote: 0, again: false, fate }]),
]
/**
 * The lost time did one thing with the money of an order, and after the restore somebody decides on another. `before`:
 * the acts before the copy.
 */
type Contradiction = {
  route?: number
  fate: Partial<OrderFate>
  deposit: 'exact' | 'over' | null
  before: readonly Step[]
  lost: readonly Step[]
  after: readonly Step[]
}
const declinedFate = { fills: ['refused', 'refused'] } as const
const contradictions = (send: Fate, fill: FillFate): readonly Contradiction[] => [
  // A refund, and then a retry.
  {
    fate: { ...declinedFate, refunds: [send] },
    deposit: 'exact',
    before: advancing,
    lost: [asked('refund'), ...refunding],
    after: [...retriedWith(noFaults), ...often(2)],
  },
  // A retry that pays out, and then a refund.
  {
    fate: declinedFate,
    deposit: 'exact',
    before: advancing,
    lost: [...retriedWith({ ...noFaults, payouts: [send] }), ...often(2)],
    after: [asked('refund'), ...refunding],
  },
  // An operator refunds a converted order, and then its payout goes out.
  {
    fate: { refunds: [send] },
    deposit: 'exact',
    before: [{ kind: 'cap', order: 0, percent: 50, isOfSigner: false }, ...often(2)],
    lost: endedByOperator,
    after: [{ kind: 'release_parked' }, ...often(2)],
  },
  // A parked order is filled at a loss, and then an operator refunds it.
  {
    fate: { fills: [fill], payouts: [send], slipBps: [500, 500, 500, 500] },
    deposit: 'exact',
    before: advancing,
    lost: [exit('accept_loss'), ...often(2)],
    after: endedByOperator,
  },
  // A conversion, and then another one.
  {
    fate: { fills: [fill], payouts: [send] },
    deposit: 'exact',
    before: [],
    lost: often(2),
    after: often(2),
  },
  // The same of a route with two providers.
  {
    route: 0,
    fate: { fills: [fill] },
    deposit: 'exact',
    before: [],
    lost: advancing,
    after: often(2),
  },
  // A cancelled order gets its deposit back, and then the deposit is read in time.
  {
    fate: { refunds: [send] },
    deposit: null,
    before: [],
    lost: [asked('cancel'), exactDeposit, ...refunding],
    after: [reading, ...often(2)],
  },
  // Part of a deposit goes back, and then the rail takes the deposit back.
  {
    fate: { refunds: [send] },
    deposit: 'over',
    before: [],
    lost: refunding,
    after: [alone([{ do: 'reverse', order: 0, deposit: 0, twice: false }])],
  },
  {
    fate: { ...declinedFate, refunds: [send] },
    deposit: 'exact',
    before: [...advancing, asked('refund')],
    lost: refunding,
    after: [alone([{ do: 'reverse', order: 0, deposit: 0, twice: false }])],
  },
  // A payout comes back and is paid again, and then an operator refunds it.
  {
    // The rail of the payout tells no keys.
    route: 1,
    fate: {},
    deposit: 'exact',
    before: advancing,
    lost: [
      ...advancing,
      alone([{ do: 'return', order: 0, how: 'once' }]),
      { kind: 'returns', way: 'again' },
      ...often(2),
    ],
    after: [...often(2), reading, { kind: 'returns', way: 'refund' }],
  },
]
/** The same with deposits that belong to no order, and with keys that a list does not tell. */
const others = (send: Fate): readonly Contradiction[] => [
  // A return is given up, its deposit is assigned and paid out, and then the return is sent.
  ...[[], [suspended('send')]].map((sent) => ({
    fate: {},
    deposit: null,
    before: [unknownDeposit, suspended('return', 'lost'), ...sent],
    lost: [suspended('give_up'), suspended('assign'), ...often(2)],
    after: [suspended('send'), ...often(2), suspended('send')],
  })),
  // A return is given up, and another one is sent.
  {
    fate: {},
    deposit: null,
    before: [unknownDeposit, suspended('return', 'lost'), suspended('send')],
    lost: [suspended('give_up'), suspended('return', send), suspended('send')],
    after: [suspended('send'), suspended('send')],
  },
  // A deposit is assigned and paid out, and then it is returned.
  {
    fate: {},
    deposit: null,
    before: [unknownDeposit],
    lost: [suspended('assign'), ...often(2)],
    after: [...givingBack, ...often(2)],
  },
  // A deposit is returned, and then it is assigned and paid out.
  {
    fate: {},
    deposit: null,
    before: [unknownDeposit],
    lost: [suspended('return', send), suspended('send')],
    after: [suspended('assign'), ...often(2)],
  },
  // A deposit leaves suspense one way, and then another.
  ...oneWayThenAnother(send).map(([lost, after]) => ({
    fate: {},
    deposit: null,
    before: [unknownDeposit],
    lost,
    after: [...after, ...often(2), suspended('send')],
  })),
  // A return is sent, and then it is withdrawn and its deposit leaves suspense otherwise.
  ...[givingBack, [suspended('assign'), ...often(2)], [suspended('book')]].map((after) => ({
    fate: {},
    deposit: null,
    before: [unknownDeposit, suspended('return', send)],
    lost: [suspended('send')],
    after: [suspended('stop'), ...after],
  })),
  // The refund of a late deposit goes out at a rail that tells no keys. The deposit is read again before the list.
  {
    route: 0,
    fate: { refunds: [send] },
    deposit: null,
    before: [asked('cancel')],
    lost: [exactDeposit, ...refunding],
    after: [reading, { kind: 'compare' }, { kind: 'compare' }],
  },
  // A payout comes back and is paid again at a rail that tells no keys. The halt ends, and an operator refunds it.
  {
    route: 1,
    fate: {},
    deposit: 'exact',
    before: advancing,
    lost: [
      ...advancing,
      alone([{ do: 'return', order: 0, how: 'once' }]),
      { kind: 'returns', way: 'again' },
      ...often(2),
    ],
    after: [
      { kind: 'compare' },
      { kind: 'resume' },
      ...often(2),
      reading,
      { kind: 'returns', way: 'refund' },
      ...refunding,
    ],
  },
]
const CONTRADICTIONS = others('done').length + contradictions('done', 'done').length
/** Money that goes twice unless the service finds out what the lost time did with it. */
const contradictedBy = (which: fc.Arbitrary<number>): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(
      quote,
      order,
      which,
      fc.constantFrom<Fate>('done', 'late'),
      fc.constantFrom<FillFate>('done', 'done', 'late'),
      compares,
      fc.subarray<readonly Step[]>([
        [{ kind: 'clock', ms: 2 * 3_600_000, to: 'by', order: 0 }],
        [{ kind: 'compare' }],
        [{ kind: 'resume' }],
      ]),
    )
    .map(([first, second, at, send, fill, times, between]) => {
      const one = [...others(send), ...contradictions(send, fill)][at]
      if (one === undefined) return []
      return [
        ...ordered(
          { ...first, route: one.route ?? first.route },
          { ...second, fate: { ...noFaults, ...one.fate } },
        ),
        ...(one.deposit === null ? [] : [depositOf(one.deposit)]),
        ...one.before,
        { kind: 'copy' as const },
        ...one.lost,
        { kind: 'restore' as const, compares: times },
        ...between.flat(),
        ...one.after,
      ]
    })
export const contradicted = contradictedBy(fc.nat({ max: CONTRADICTIONS - 1 }))
/** Nobody else finds out: the list tells no key. */
export const namelessPayout = contradictedBy(fc.constant(others('done').length - 1))
/** The lost time has an order of its own. Another order comes before the lists are compared. */
export const lostOrder: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, quote, order, compares, fc.constantFrom(0, 2 * 3_600_000))
  .map(([first, second, third, fourth, times, ms]) => [
    ...ordered(first, { ...second, fate: noFaults }),
    { kind: 'copy' },
    ...ordered(third, { ...fourth, fate: noFaults }),
    exactDeposit,
    ...often(2),
    { kind: 'clock', ms, to: 'by', order: 0 },
    { kind: 'restore', compares: times },
    ...ordered(first, { ...second, fate: noFaults }),
  ])
