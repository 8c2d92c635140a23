// Steps of deposits that belong to no order, of strays, of letters about returns, and of small amounts.
import fc from 'fast-check'
import {
  advancing,
  alone,
  asked,
  depositOf,
  exactDeposit,
  fate,
  noFaults,
  often,
  order,
  ordered,
  quote,
} from './base-steps.ts'
import {
  type Operation,
  SHARED,
  type Step,
  type WayBack,
  suspenseKinds,
  waysBack,
} from './operations.ts'
import type { Fate } from './outside.ts'
import { strayHistory } from './stray-steps.ts'

export const unknownDeposit: Step = alone([
  { do: 'deposit', order: 0, kind: 'unknown', isByRail: true, sender: null },
])
export const suspended = (what: (typeof suspenseKinds)[number], send: Fate = 'done'): Step => ({
  kind: 'suspense',
  what,
  order: 0,
  send,
})
export const givingBack: readonly Step[] = [suspended('return'), suspended('send')]
const cameBackAs = (how: WayBack): Step => alone([{ do: 'return_deposit', how }])
export const oneWayThenAnother = (
  send: Fate,
): readonly (readonly [readonly Step[], readonly Step[]])[] => {
  const returning = [suspended('return', send), suspended('send')]
  return [
    [[suspended('book')], givingBack],
    [[suspended('write_off')], [suspended('assign')]],
    [returning, [suspended('book')]],
    [returning, [suspended('write_off')]],
    [
      [...returning, cameBackAs('once')],
      [...givingBack, suspended('book')],
    ],
    [[...returning, cameBackAs('parts'), ...givingBack], givingBack],
  ]
}
/** What operators do with a deposit that belongs to no order. Its return may come back. */
const suspenseAct: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('suspense' as const),
      what: fc.constantFrom(...suspenseKinds, 'return' as const, 'send' as const, 'send' as const),
      order: fc.constant(0),
      send: fc.oneof(
        { weight: 4, arbitrary: fate },
        { weight: 1, arbitrary: fc.constant('later') },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...waysBack).map(cameBackAs) },
)
/** A deposit that belongs to no order, and what operators do with it. */
export const suspenseOf: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    fc.constantFrom<readonly Step[]>([], [], givingBack),
    fc.array(suspenseAct, { minLength: 2, maxLength: 6 }),
  )
  .map(([first, second, begin, all]) => [
    ...ordered(first, { ...second, fate: noFaults }),
    unknownDeposit,
    ...begin,
    ...all,
    ...advancing,
  ])
/** Tokens of no route at the address of an order on the chain. */
export const strayed: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, fc.constantFrom(0, 2), strayHistory)
  .map(([first, second, route, all]) => [
    ...ordered({ ...first, route }, { ...second, fate: noFaults }),
    ...all,
  ])
/** A letter about a return that may be wrong, and what becomes of the deposit before and after its rail is asked. */
export const written: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    fc.constantFrom<readonly Step[]>(
      [suspended('return', 'later'), suspended('send'), suspended('stop'), suspended('send')],
      [suspended('return', 'later'), suspended('send'), suspended('stop'), suspended('send')],
      [suspended('return', 'refused_unheard'), suspended('send'), suspended('stop')],
    ),
    fc.constantFrom('mark_rejected' as const, 'mark_rejected' as const, 'mark_settled' as const),
    fc.option(suspenseAct, { freq: 1 }),
    fc.constantFrom<readonly Step[]>(givingBack, givingBack, [suspended('book')], []),
    fc.array(suspenseAct, { maxLength: 2 }),
  )
  .map(([first, second, sending, letter, before, then, after]) => [
    ...ordered(first, { ...second, fate: noFaults }),
    unknownDeposit,
    ...sending,
    suspended(letter),
    ...(before === null ? [] : [before]),
    suspended('ask'),
    ...then,
    ...after,
    suspended('send'),
  ])
/** The payer writes the numbers of two orders, and the deposit goes back. A restore loses one of the orders. */
export const shared: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    order,
    fc.constantFrom<Fate>('done', 'done', 'late'),
    // The bank tells keys.
    fc.constantFrom(1, 1, 1, 1, 0),
    fc.constantFrom(2, 3, 3, 4, 4, 5),
    fc.constantFrom<'beside' | 'before' | 'after'>('beside', 'beside', 'beside', 'before', 'after'),
  )
  .map(([first, second, third, send, route, pauseAt, when]) => {
    const again: Operation = {
      do: 'deposit',
      order: 0,
      kind: 'again',
      isByRail: false,
      sender: null,
    }
    const watch: Operation = { do: 'round', what: 'watch' }
    const isDown = (down: boolean): Step => ({ kind: 'outage', isDown: down })
    const read: Record<typeof when, readonly Step[]> = {
      // It is credited while its rail is compared.
      beside: [{ kind: 'play', operations: [again, watch], crash: null, pauseAt }],
      before: [alone([again]), { kind: 'compare' }],
      after: [{ kind: 'compare' }, alone([again])],
    }
    return [
      ...ordered({ ...first, route }, { ...second, fate: noFaults }),
      { kind: 'copy' },
      ...ordered({ ...first, route }, { ...third, fate: noFaults }),
      alone([{ ...again, kind: SHARED }]),
      suspended('return', send),
      suspended('send'),
      suspended('send'),
      { kind: 'restore', compares: 0 },
      isDown(true),
      ...read[when],
      isDown(false),
      { kind: 'compare' },
      ...often(2),
    ]
  })
/** Half of them are credited, where there is a smallest amount. */
const tinyDeposits = (times: number): readonly Step[] =>
  Array.from({ length: times }, () =>
    alone([{ do: 'deposit', order: 0, kind: 'tiny', isByRail: true, sender: null }]),
  )
/** Small excesses, late parts and debts under another rule on small amounts. */
export const smallRefunds: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    fc.constantFrom('keep' as const, 'collect' as const, 'collect' as const, 'write_off' as const),
    fc.boolean(),
    fc.constantFrom<readonly Step[]>(
      [],
      // An excess is kept, and the payer asks for it.
      [depositOf('over'), { kind: 'settle_refunds', what: 'send_kept', order: 0 }],
      // The deposit is taken back after the payout, and a kept extra pays a part of the debt.
      [
        exactDeposit,
        ...often(3),
        ...tinyDeposits(2),
        alone([{ do: 'reverse', order: 0, deposit: 2, twice: false }]),
        { kind: 'settle_refunds', what: 'set_off', order: 0 },
      ],
    ),
    fc.array(
      fc.constantFrom<Step>(
        depositOf('over'),
        alone([{ do: 'deposit', order: 0, kind: 'tiny', isByRail: true, sender: null }]),
        alone([{ do: 'deposit', order: 0, kind: 'tiny', isByRail: true, sender: null }]),
        exactDeposit,
        asked('cancel'),
        alone([{ do: 'round', what: 'refunds' }]),
        alone([{ do: 'reverse', order: 0, deposit: 0, twice: false }]),
        alone([{ do: 'reverse', order: 0, deposit: 1, twice: false }]),
        { kind: 'settle_refunds', what: 'send_kept', order: 0 },
        { kind: 'settle_refunds', what: 'set_off', order: 0 },
        ...advancing,
      ),
      { maxLength: 8 },
    ),
  )
  .map(([first, second, below, hasFee, begin, all]) => [
    { kind: 'small', below, hasFee },
    ...ordered(
      { ...first, route: 1 },
      { ...second, fate: { ...noFaults, refunds: second.fate.refunds } },
    ),
    ...begin,
    ...all,
  ])
