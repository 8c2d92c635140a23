// Steps of the desk: screening, caps and balances, exits of orders, and the whole course of an order beside them.
import fc from 'fast-check'
import {
  advancing,
  alone,
  deposit,
  end,
  noFaults,
  ofOrder,
  opening,
  order,
  ordered,
  play,
  quote,
  retrying,
  returned,
  reverse,
  round,
} from './base-steps.ts'
import { senders } from './model.ts'
import { type Operation, type Step, exitKinds } from './operations.ts'
import { later } from './order-steps.ts'
import type { Fate, OrderFate } from './outside.ts'
import type { ListName } from './routes.ts'

export const lists = fc.constantFrom<readonly ListName[]>(
  ['payers', 'beneficiaries'],
  ['payers'],
  ['beneficiaries'],
  [],
)
/** A deposit that screening holds or rejects, before or after the expiry of its order; sometimes released. */
export const screened: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom(...senders),
    fc.option(lists, { freq: 2, nil: null }),
    fc.constantFrom<Step | null>(
      null,
      { kind: 'release_parked' },
      { kind: 'clock', ms: 1, to: 'funding', order: 0 },
      { kind: 'clock', ms: 1, to: 'funding', order: 0 },
      alone([{ do: 'cancel', order: 0, isForeign: false }]),
    ),
    // A concurrent simulation is screened in the same round.
    fc.option(ofOrder('simulate'), { freq: 3, nil: null }),
    fc.constantFrom<Operation>({ do: 'round', what: 'screen' }, { do: 'round', what: 'advance' }),
  )
  .map(([first, second, third, sender, listed, then, rival, last]) => [
    ...(listed === null ? [] : [{ kind: 'lists' as const, lists: listed }]),
    ...ordered(first, second),
    alone([{ ...third, order: 0, kind: third.kind === 'part' ? 'part' : 'exact', sender }]),
    {
      kind: 'play',
      operations: [
        ...(rival === null ? [] : [{ ...rival, order: 0 }]),
        { do: 'round', what: 'screen' },
      ],
      crash: null,
      pauseAt: rival === null ? null : 2,
    },
    ...(then === null ? [] : [then]),
    alone(then?.kind === 'clock' ? [{ do: 'round', what: 'advance' }, last] : [last]),
  ])
/** A filled order whose beneficiary is put on a list. */
export const listedBeneficiary: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, deposit, fc.boolean(), fc.boolean())
  .map(([first, second, third, isFilled, isReleased]) => [
    ...ordered(
      { ...first, route: first.route === 1 ? 0 : first.route },
      { ...second, fate: noFaults },
    ),
    alone([{ ...third, order: 0, kind: 'exact', sender: null }]),
    ...(isFilled ? advancing : []),
    { kind: 'lists', lists: ['beneficiaries'] },
    ...advancing,
    ...advancing,
    ...(isReleased ? [{ kind: 'release_parked' as const }] : []),
    ...advancing,
  ])
/** Orders that are filled, and then paid out together within a cap or balance that may not cover them all. */
export const limited: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(fc.tuple(quote, order, deposit), { minLength: 2, maxLength: 3 }),
    fc.constantFrom(50, 100, 100, 150, 150, 200, 250),
    fc.option(fc.constantFrom<readonly Fate[]>([], ['refused']), { freq: 3, nil: null }),
    fc.constantFrom<'cap' | 'signer' | 'balance'>('cap', 'signer', 'balance'),
    play(fc.tuple(round, round)),
    fc.oneof(
      fc.constant<readonly Step[]>([{ kind: 'release_parked' }, ...advancing]),
      fc.array(
        fc.constantFrom<Step>(
          { kind: 'pass_hour' },
          { kind: 'release_parked' },
          alone([{ do: 'round', what: 'resume' }]),
          ...advancing,
        ),
        { maxLength: 4 },
      ),
    ),
  )
  .map(([all, percent, payouts, what, both, then]) => [
    ...all.flatMap(([first, second, third]) => [
      ...ordered(
        {
          ...first,
          site: 0,
          route: all[0]?.[0].route ?? 0,
          side: 'payin' as const,
          minor: all[0]?.[0].minor ?? 0n,
        },
        { ...second, fate: { ...noFaults, payouts: payouts ?? second.fate.payouts } },
      ),
      alone([{ ...third, order: 0, kind: 'exact' as const, sender: null }]),
    ]),
    ...advancing,
    what === 'balance'
      ? { kind: 'balance', order: 0, percent }
      : { kind: 'cap', order: 0, percent, isOfSigner: what === 'signer' },
    {
      ...both,
      operations: [
        { do: 'round', what: 'advance' },
        { do: 'round', what: 'advance' },
      ],
    },
    ...then,
  ])
export const exit = (what: (typeof exitKinds)[number], percent = 100): Step => ({
  kind: 'exit',
  what,
  order: 0,
  percent,
})
/** An order that is parked for slippage, and filled at a loss or at another provider. */
export const lossy: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom(99, 100, 101),
    fc.constantFrom('accept_loss' as const, 'accept_loss' as const, 'provider' as const),
  )
  .map(([first, second, third, percent, what]) => [
    ...ordered(first, { ...second, fate: { ...noFaults, slipBps: [500, 500, 500, 500] } }),
    alone([{ ...third, order: 0, kind: 'exact', sender: null }]),
    ...advancing,
    exit(what, percent),
    ...advancing,
  ])
/** A freeze before a step or while its outcome is unknown, and sometimes an outcome in writing. */
export const frozen: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom<Partial<OrderFate>>(
      {},
      { fills: ['lost'] },
      { payouts: ['lost'] },
      { payouts: ['lost', 'lost'] },
      { payouts: ['lost', 'late'] },
      { payouts: ['unheard'], looks: ['lost', 'lost'] },
      { payouts: ['refused_unheard'], looks: ['lost', 'lost'] },
      { payouts: ['refused'], refunds: ['lost'] },
      { payouts: ['refused'], refunds: ['unheard'], looks: ['lost'] },
    ),
    fc.nat({ max: 3 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([first, second, third, trouble, rounds, isMarked, isUnfrozen]) => [
    ...ordered(first, { ...second, fate: { ...noFaults, ...trouble } }),
    alone([{ ...third, order: 0, kind: third.kind === 'over' ? 'over' : 'exact', sender: null }]),
    ...Array.from({ length: rounds }, (_, at) =>
      at === 2 ? [alone([{ do: 'round', what: 'refunds' }])] : advancing,
    ).flat(),
    exit('freeze'),
    { kind: 'clock', ms: 600_000, to: 'by', order: 0 },
    ...advancing,
    alone([{ do: 'round', what: 'refunds' }]),
    ...(isMarked ? [exit('mark')] : []),
    ...(isUnfrozen ? [{ kind: 'unfreeze' as const }] : []),
    ...advancing,
  ])
/** A payout or refund in flight that an operator cancels, at once or after its outcome. */
export const cancelled: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom<Partial<OrderFate>>(
      { payouts: ['lost'] },
      { payouts: ['lost'] },
      { payouts: ['late'] },
      { payouts: ['pending'] },
      { payouts: ['pending'] },
      { payouts: ['unheard'], looks: ['lost'] },
      { payouts: ['refused'], refunds: ['lost'] },
      { payouts: ['refused'], refunds: ['unheard'], looks: ['lost'] },
      { payouts: ['refused'], refunds: ['pending'] },
    ),
    fc.boolean(),
  )
  .map(([first, second, third, trouble, isFrozen]) => [
    ...ordered(first, { ...second, fate: { ...noFaults, ...trouble } }),
    alone([{ ...third, order: 0, kind: 'exact', sender: null }]),
    ...advancing,
    ...advancing,
    ...('refunds' in trouble ? [alone([{ do: 'round', what: 'refunds' }])] : []),
    ...(isFrozen ? [exit('freeze')] : []),
    exit('cancel'),
    ...advancing,
    { kind: 'clock', ms: 600_000, to: 'by', order: 0 },
    ...advancing,
  ])
/** A filled order that is parked, with or without a payout in flight, and paid under another key. */
export const paidElsewhere: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, deposit, fc.constantFrom<Fate>('unheard', 'late', 'lost'), fc.boolean())
  .map(([first, second, third, payout, isSent]) => [
    ...ordered(first, {
      ...second,
      fate: isSent ? { ...noFaults, payouts: [payout], looks: ['lost', 'lost'] } : noFaults,
    }),
    alone([{ ...third, order: 0, kind: 'exact', sender: null }]),
    ...advancing,
    ...(isSent
      ? [...advancing, { kind: 'wear_out' as const }]
      : [{ kind: 'cap' as const, order: 0, percent: 50, isOfSigner: false }]),
    { kind: 'clock', ms: 600_000, to: 'by', order: 0 },
    ...advancing,
    exit('elsewhere'),
    ...advancing,
  ])
/** Work of the lost time, or of the time after the restore. */
export const work: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly Step[]>(advancing) },
  {
    weight: 2,
    arbitrary: fc.constant<readonly Step[]>([alone([{ do: 'round', what: 'refunds' }])]),
  },
  { weight: 2, arbitrary: deposit.map((one) => [alone([{ ...one, order: 0 }])]) },
  { weight: 2, arbitrary: ofOrder('cancel').map((one) => [alone([{ ...one, order: 0 }])]) },
  { weight: 2, arbitrary: ofOrder('refund').map((one) => [alone([{ ...one, order: 0 }])]) },
  { weight: 2, arbitrary: end.map((one) => [alone([{ ...one, order: 0 }])]) },
  { weight: 1, arbitrary: returned.map((one) => [alone([{ ...one, order: 0 }])]) },
  { weight: 1, arbitrary: reverse.map((one) => [alone([{ ...one, order: 0 }])]) },
  { weight: 2, arbitrary: retrying },
  { weight: 1, arbitrary: opening },
  {
    weight: 2,
    arbitrary: fc.constant<readonly Step[]>([
      { kind: 'clock', ms: 1, to: 'funding', order: 0 },
      ...advancing,
    ]),
  },
  { weight: 1, arbitrary: fc.constant<readonly Step[]>([later, ...advancing]) },
)
const calmly = (all: readonly Step[], calm: OrderFate | null): readonly Step[] =>
  all.map((one) =>
    one.kind !== 'play' || calm === null
      ? one
      : {
          ...one,
          operations: one.operations.map((of) => (of.do === 'retry' ? { ...of, fate: calm } : of)),
        },
  )
/** What an order usually does: it is paid out, or refunded, or retried. */
export const course: fc.Arbitrary<readonly (readonly Step[])[]> = fc
  .tuple(
    quote,
    order,
    deposit,
    fc.constantFrom<OrderFate | null>(
      null,
      noFaults,
      noFaults,
      { ...noFaults, fills: ['refused', 'refused'] },
      { ...noFaults, fills: ['refused', 'refused'] },
      { ...noFaults, fills: ['refused', 'refused'] },
      { ...noFaults, payouts: ['refused'] },
      { ...noFaults, payouts: ['late'] },
    ),
    fc.constantFrom<readonly Step[]>(
      [alone([{ do: 'cancel', order: 0, isForeign: false }])],
      [{ kind: 'clock', ms: 1, to: 'funding', order: 0 }, ...advancing],
      [],
      [],
      [],
    ),
    fc.tuple(
      retrying,
      fc.constantFrom('retry', 'refund', 'retry'),
      fc.constantFrom(noFaults, null),
    ),
  )
  .map(([first, second, third, some, before, [again, then, calm]]) => [
    ordered(first, { ...second, fate: some ?? second.fate }),
    before,
    [
      alone([
        {
          ...third,
          order: 0,
          kind: third.kind === 'wrong' || third.kind === 'over' ? third.kind : 'exact',
          sender: null,
        },
      ]),
    ],
    advancing,
    advancing,
    some?.fills[0] !== 'refused'
      ? []
      : then === 'retry'
        ? calmly(again, calm)
        : [alone([{ do: 'refund' as const, order: 0, isForeign: false }])],
    [alone([{ do: 'round', what: 'refunds' }])],
    advancing,
    advancing,
  ])
