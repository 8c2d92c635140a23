// Steps around the life of an order: limits in time, keys, holds, endings, reversals, rails that are read late.
import fc from 'fast-check'
import {
  advancing,
  alone,
  deposit,
  elsewhere,
  end,
  noFaults,
  ofOrder,
  order,
  ordered,
  play,
  quote,
  returned,
  reverse,
  round,
} from './base-steps.ts'
import { type Step, holdKinds, roundKinds } from './operations.ts'
import type { FillFate, OrderFate } from './outside.ts'

/** Operations at, just before and just after the expiry of a quote or its order. */
export const atTheLimit: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    fc.constantFrom(-1, 0, 1),
    fc.oneof(fc.constant(null), deposit, ofOrder('simulate'), ofOrder('cancel')),
    fc.option(deposit, { freq: 3, nil: null }),
  )
  .map(([first, second, ms, last, before]) =>
    last === null
      ? [
          alone([first]),
          { kind: 'clock', ms, to: 'submission', order: 0 },
          alone([{ ...second, quote: 0, how: 'fresh' }]),
        ]
      : [
          ...ordered(first, second),
          ...(before === null ? [] : [alone([{ ...before, order: 0, kind: 'part' as const }])]),
          { kind: 'clock', ms, to: 'funding', order: 0 },
          alone([{ ...last, order: 0 }]),
        ],
  )
/** A repeated key, and a foreign quote. */
export const repeatingKeys: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    quote,
    order,
    fc.constantFrom('again' as const, 'other_body' as const, 'foreign' as const),
  )
  .map(([first, second, third, fourth, how]) => [
    ...ordered(first, second),
    alone([third]),
    alone([{ ...fourth, quote: 0, how }]),
  ])
/** A hold between two steps of an order. */
export const heldOnTheWay: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, deposit, fc.constantFrom(...holdKinds), fc.boolean())
  .map(([first, second, third, what, isFilled]) => [
    ...ordered(first, { ...second, fate: { ...noFaults, payouts: second.fate.payouts } }),
    alone([{ ...third, order: 0, kind: 'exact' }]),
    ...(isFilled ? advancing : []),
    { kind: 'hold', site: first.site, what, route: first.route },
    ...advancing,
  ])
/** A parked order, with or without a request in flight, that an operator ends; sometimes others act concurrently. */
export const ended: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom<Partial<OrderFate>>(
      { slipBps: [500] },
      { fills: ['unheard'] },
      { fills: ['late'] },
      { fills: ['lost'] },
      { payouts: ['unheard'] },
      { payouts: ['late'] },
    ),
    end,
    fc.option(fc.oneof(round, end, ofOrder('refund')), { freq: 3, nil: null }),
    fc.boolean(),
  )
  .map(([first, second, third, trouble, last, rival, isHeld]) => [
    ...ordered(first, { ...second, fate: { ...noFaults, ...trouble } }),
    alone([{ ...third, order: 0, kind: 'exact' }]),
    ...('payouts' in trouble ? advancing : []),
    ...(isHeld && !('fills' in trouble)
      ? [{ kind: 'hold' as const, site: first.site, what: 'organization' as const, route: 0 }]
      : [{ kind: 'wear_out' as const }]),
    ...advancing,
    alone([
      { ...last, order: 0 },
      ...(rival === null ? [] : [rival.do === 'round' ? rival : { ...rival, order: 0 }]),
    ]),
  ])
/** Two workers with the same work: one is overtaken at some call, or dies. */
export const contended: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom(...roundKinds),
    fc.integer({ min: 2, max: 9 }),
    play(fc.tuple(deposit)),
  )
  .map(([first, second, third, what, pauseAt, arriving]) => [
    ...ordered(first, second),
    what === 'watch'
      ? {
          ...arriving,
          operations: [{ ...third, order: 0, kind: 'exact' as const, isByRail: true }],
        }
      : alone([
          { ...third, order: 0, kind: what === 'refunds' ? ('over' as const) : ('exact' as const) },
        ]),
    {
      kind: 'play',
      operations: [
        { do: 'round', what },
        { do: 'round', what },
      ],
      crash: null,
      pauseAt,
    },
  ])
/** A reversal at every stage of an order, alone or together with the step of a worker; sometimes after a return. */
export const reversed: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom(0, 1, 2, 2),
    fc.option(round, { freq: 2, nil: null }),
    reverse,
    fc.option(returned, { freq: 3, nil: null }),
    fc.option(deposit, { freq: 2, nil: null }),
  )
  .map(([first, second, third, advances, rival, last, back, again]) => [
    ...ordered(first, {
      ...second,
      fate: advances === 2 ? noFaults : { ...second.fate, slipBps: [] },
    }),
    alone([{ ...third, order: 0, kind: third.kind === 'over' ? 'over' : 'exact' }]),
    ...Array.from({ length: advances }, () => advancing).flat(),
    ...(back === null ? [] : [alone([{ ...back, order: 0 }])]),
    alone([{ ...last, order: 0 }, ...(rival === null ? [] : [rival])]),
    ...(again === null ? [] : [alone([{ ...again, order: 0 }])]),
  ])
/** A payout that comes back in any way, and is read again. */
export const cameBack: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, deposit, returned, fc.boolean())
  .map(([first, second, third, back, rereads]) => [
    ...ordered(first, { ...second, fate: noFaults }),
    alone([{ ...third, order: 0, kind: 'exact' }]),
    ...advancing,
    ...advancing,
    alone([{ ...back, order: 0 }]),
    ...(rereads ? [{ kind: 'cursors_back' as const }] : []),
  ])
/** Money comes in time while the rails are down. They are read after the end, in which the worker looked at the order. */
export const readLate: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, deposit, fc.constantFrom(0, 1, 500))
  .map(([first, second, third, ms]) => [
    ...ordered(first, { ...second, fate: noFaults }),
    { kind: 'outage', isDown: true },
    alone([{ ...third, order: 0, kind: 'exact', isByRail: true }]),
    { kind: 'clock', ms: ms + 1, to: 'funding', order: 0 },
    alone([{ do: 'round', what: 'watch' }]),
    alone([{ do: 'round', what: 'advance' }]),
    { kind: 'outage', isDown: false },
    alone([{ do: 'round', what: 'watch' }]),
  ])
/** A process dies while it reads a rail; the deposits come in two parts. */
export const readingDies: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.array(
      fc.record({
        call: fc.integer({ min: 4, max: 9 }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
      { minLength: 2, maxLength: 2 },
    ),
  )
  .map(([first, second, third, crashes]) => [
    ...ordered(first, second),
    ...crashes.map((crash, position) => ({
      kind: 'play' as const,
      operations: [
        {
          ...third,
          order: 0,
          kind: position === 0 ? ('part' as const) : ('exact' as const),
          isByRail: true,
        },
      ],
      crash: { process: 0, ...crash },
      pauseAt: null,
    })),
  ])
export const later: Step = { kind: 'clock', ms: 600_000, to: 'by', order: 0 }
/** A provider of a route with several gives no answer, nor to the look-up. */
export const unknownAtProvider: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom<FillFate>('unheard', 'late', 'lost', 'part_unheard'),
  )
  .map(([first, second, third, fill]) => [
    ...ordered(
      { ...first, route: 0 },
      { ...second, fate: { ...noFaults, fills: [fill], looks: ['lost', 'lost'] } },
    ),
    alone([{ ...third, order: 0, kind: 'exact' }]),
    ...advancing,
    later,
    ...advancing,
    later,
    ...advancing,
  ])
/** The address of an order gets money on another rail. */
export const onTheOtherRail: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, elsewhere)
  .map(([first, second, third]) => [...ordered(first, second), alone([{ ...third, order: 0 }])])
