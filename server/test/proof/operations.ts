// The steps of a history: plain values, so that a failing history can be shrunk and printed.
import fc from 'fast-check'
import { fates, fillFates, type Fate, type FillFate, type OrderFate } from './outside.ts'
import { senders, type Sender } from './model.ts'
import { routes, type ListName } from './routes.ts'
import { strayHistory, type StrayStep } from './stray-steps.ts'

const depositKinds = [
  'exact',
  'part',
  'over',
  'tiny',
  'wrong',
  'odd_asset',
  'again',
  'unknown',
] as const
/** Drawn only where two orders may share an account. */
const SHARED = 'shared'
const roundKinds = ['advance', 'refunds', 'watch', 'screen', 'resume'] as const
const exitKinds = ['freeze', 'accept_loss', 'provider', 'elsewhere', 'mark', 'cancel'] as const
const suspenseKinds = [
  'return',
  'send',
  'stop',
  'give_up',
  'assign',
  'book',
  'write_off',
  'mark_settled',
  'mark_rejected',
  'ask',
  'decide',
] as const
const holdKinds = ['organization', 'payin', 'payout'] as const

/** Objects are referred to by their age: 0 is the newest, modulo their number. */
export type Operation =
  | { do: 'quote'; site: number; route: number; side: 'payin' | 'payout'; minor: bigint }
  | {
      do: 'order'
      quote: number
      how: 'fresh' | 'again' | 'other_body' | 'foreign'
      fate: OrderFate
    }
  | {
      do: 'deposit'
      order: number
      kind: (typeof depositKinds)[number] | typeof SHARED
      isByRail: boolean
      sender: Sender | null
    }
  | { do: 'simulate'; order: number; isForeign: boolean }
  | { do: 'cancel'; order: number; isForeign: boolean }
  | { do: 'refund'; order: number; isForeign: boolean }
  | { do: 'retry'; order: number; quote: number; again: boolean; fate: OrderFate }
  | { do: 'end'; order: number; ending: 'fail' | 'refund' }
  | { do: 'read'; order: number }
  /** The rail takes back a deposit of the order. `twice`: in two forms. */
  | { do: 'reverse'; order: number; deposit: number; twice: boolean }
  /** The rail returns the payout of the order: in one or two forms, in three parts, or one unit of it alone. */
  | { do: 'return'; order: number; how: WayBack }
  /** The newest return of a deposit comes back. */
  | { do: 'return_deposit'; how: WayBack }
  /** A deposit at the address of the order, on the other rail. */
  | { do: 'elsewhere'; order: number }
  | { do: 'round'; what: (typeof roundKinds)[number] }

const waysBack = ['once', 'twice', 'parts', 'unit'] as const
export type WayBack = (typeof waysBack)[number]

export type Step =
  | {
      kind: 'play'
      operations: readonly Operation[]
      crash: { process: number; call: number; moment: 'before' | 'after' } | null
      /** The call at which the first operation is overtaken by the others. */
      pauseAt: number | null
    }
  /** A quote for a retry of the order, for a percentage of its total. */
  | { kind: 'quote_for_retry'; order: number; percent: number; otherOffering: boolean }
  | { kind: 'clock'; ms: number; to: 'by' | 'submission' | 'funding'; order: number }
  | { kind: 'hold'; site: number; what: (typeof holdKinds)[number]; route: number }
  | { kind: 'release_holds' }
  | { kind: 'release_parked' }
  /** The next failure parks the order: it has almost used up its attempts. */
  | { kind: 'wear_out' }
  /** The lists of the screeners that are configured from now on. */
  | { kind: 'lists'; lists: readonly ListName[] }
  /** The most that the rail of the payout, or its signer, sends in an hour, as a percentage of the payout of the order. */
  | { kind: 'cap'; order: number; percent: number; isOfSigner: boolean }
  /** What the rail of the payout reports that the desk holds there, likewise. */
  | { kind: 'balance'; order: number; percent: number }
  | { kind: 'pass_hour' }
  /** An operator decides about one order. `percent` of the loss of the offer is accepted. */
  | { kind: 'exit'; what: (typeof exitKinds)[number]; order: number; percent: number }
  | { kind: 'unfreeze' }
  /** An operator decides about the newest deposit in suspense. `order`: to which it is assigned, or whose payer gets it. */
  | { kind: 'suspense'; what: (typeof suspenseKinds)[number]; order: number; send: Fate }
  | StrayStep
  /** The rule on small amounts changes. */
  | { kind: 'small'; below: 'keep' | 'collect' | 'write_off'; hasFee: boolean }
  | { kind: 'settle_refunds'; what: 'send_kept' | 'set_off'; order: number }
  /** The service reads the entries of all rails again from the start. */
  | { kind: 'cursors_back' }
  /** A copy of the database is taken, or put in the place of the present one. */
  | { kind: 'copy' }
  /** `compares`: how often rails and providers are compared before anything else happens. */
  | { kind: 'restore'; compares: 0 | 2 }
  /** Operators record or book what the lists have, and end the halts. */
  | { kind: 'resume' }
  /** Operators decide about the payouts that came back. */
  | { kind: 'returns'; way: 'again' | 'refund' }
  /** The service asks rails and providers for their lists again. */
  | { kind: 'compare' }
  /** An operator records a send of the lost time. */
  | { kind: 'record'; at: number }
  /** The rails tell nothing until they are up again. */
  | { kind: 'outage'; isDown: boolean }

type Played = Extract<Step, { kind: 'play' }>

/** `stepMs`: the time until a filled order is paid out. Without it, the worker pays out under the lease of the fill. */
export type History = { schedule: number; stepMs: 0 | 1; steps: readonly Step[] }

const index = fc.nat({ max: 3 })
const site = fc.constantFrom(0, 0, 0, 1)
const fate = fc.constantFrom(...fates)
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
const quote = fc.record({
  do: fc.constant('quote' as const),
  site,
  route: fc.nat({ max: routes.length - 1 }),
  side: fc.constantFrom('payin' as const, 'payin' as const, 'payout' as const),
  minor: payinMinor,
})
const order = fc.record({
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
const deposit = fc.record({
  do: fc.constant('deposit' as const),
  order: index,
  kind: fc.constantFrom(...depositKinds, 'exact' as const, 'exact' as const, 'exact' as const),
  isByRail: fc.boolean(),
  sender: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...senders) },
  ),
})
const ofOrder = <Name extends 'simulate' | 'cancel' | 'refund'>(name: Name) =>
  fc.record({ do: fc.constant(name), order: index, isForeign })
const retry = fc.record({
  do: fc.constant('retry' as const),
  order: index,
  quote: fc.constantFrom(0, 0, 0, 1),
  again: isForeign,
  fate: orderFate,
})
const end = fc.record({
  do: fc.constant('end' as const),
  order: index,
  ending: fc.constantFrom('fail' as const, 'refund' as const),
})
const round = fc.record({
  do: fc.constant('round' as const),
  what: fc.constantFrom(...roundKinds, 'advance' as const, 'advance' as const),
})

const reverse = fc.record({
  do: fc.constant('reverse' as const),
  order: index,
  deposit: fc.nat({ max: 2 }),
  twice: fc.boolean(),
})
const returned = fc.record({
  do: fc.constant('return' as const),
  order: index,
  how: fc.constantFrom(...waysBack),
})
const elsewhere = fc.record({ do: fc.constant('elsewhere' as const), order: index })

const operation: fc.Arbitrary<Operation> = fc.oneof(
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

const play = (operations: fc.Arbitrary<readonly Operation[]>): fc.Arbitrary<Played> =>
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
const alone = (operations: readonly Operation[]): Step => ({
  kind: 'play',
  operations,
  crash: null,
  pauseAt: null,
})

/** A sandbox whose steps take a millisecond needs it to go on. */
const advancing: readonly Step[] = [
  { kind: 'clock', ms: 1, to: 'by', order: 0 },
  alone([{ do: 'round', what: 'advance' }]),
]

/** From a quote to a funded order, so that histories get far. */
const opening: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, fc.option(fc.oneof(deposit, ofOrder('simulate')), { freq: 6 }))
  .map(([first, second, third]) => [
    alone([first]),
    alone([{ ...second, quote: 0, how: 'fresh' }]),
    ...(third === null ? [] : [alone([{ ...third, order: 0 }])]),
  ])
const rounds: fc.Arbitrary<readonly Step[]> = fc.array(
  play(
    fc.oneof(
      round.map((one) => [one]),
      fc.tuple(round, round),
    ),
  ),
  { minLength: 1, maxLength: 4 },
)
const retrying: fc.Arbitrary<readonly Step[]> = fc
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
const declining: fc.Arbitrary<readonly Step[]> = fc
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

const noFaults: OrderFate = {
  fills: [],
  isDeclineFinal: true,
  slipBps: [],
  expired: [],
  payouts: [],
  refunds: [],
  looks: [],
}
const ordered = (
  first: Operation,
  second: Extract<Operation, { do: 'order' }>,
): readonly Step[] => [alone([first]), alone([{ ...second, quote: 0, how: 'fresh' }])]

/** Operations at, just before and just after the expiry of a quote or its order. */
const atTheLimit: fc.Arbitrary<readonly Step[]> = fc
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
const repeatingKeys: fc.Arbitrary<readonly Step[]> = fc
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
const heldOnTheWay: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, deposit, fc.constantFrom(...holdKinds), fc.boolean())
  .map(([first, second, third, what, isFilled]) => [
    ...ordered(first, { ...second, fate: { ...noFaults, payouts: second.fate.payouts } }),
    alone([{ ...third, order: 0, kind: 'exact' }]),
    ...(isFilled ? advancing : []),
    { kind: 'hold', site: first.site, what, route: first.route },
    ...advancing,
  ])

/** A parked order, with or without a request in flight, that an operator ends; sometimes others act concurrently. */
const ended: fc.Arbitrary<readonly Step[]> = fc
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
const contended: fc.Arbitrary<readonly Step[]> = fc
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
const reversed: fc.Arbitrary<readonly Step[]> = fc
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
const cameBack: fc.Arbitrary<readonly Step[]> = fc
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
const readLate: fc.Arbitrary<readonly Step[]> = fc
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
const readingDies: fc.Arbitrary<readonly Step[]> = fc
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

const later: Step = { kind: 'clock', ms: 600_000, to: 'by', order: 0 }
/** A provider of a route with several gives no answer, nor to the look-up. */
const unknownAtProvider: fc.Arbitrary<readonly Step[]> = fc
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
const onTheOtherRail: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, elsewhere)
  .map(([first, second, third]) => [...ordered(first, second), alone([{ ...third, order: 0 }])])

const lists = fc.constantFrom<readonly ListName[]>(
  ['payers', 'beneficiaries'],
  ['payers'],
  ['beneficiaries'],
  [],
)

/** A deposit that screening holds or rejects, before or after the expiry of its order; sometimes released. */
const screened: fc.Arbitrary<readonly Step[]> = fc
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
const listedBeneficiary: fc.Arbitrary<readonly Step[]> = fc
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
const limited: fc.Arbitrary<readonly Step[]> = fc
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

const exit = (what: (typeof exitKinds)[number], percent = 100): Step => ({
  kind: 'exit',
  what,
  order: 0,
  percent,
})

/** An order that is parked for slippage, and filled at a loss or at another provider. */
const lossy: fc.Arbitrary<readonly Step[]> = fc
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
const frozen: fc.Arbitrary<readonly Step[]> = fc
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
const cancelled: fc.Arbitrary<readonly Step[]> = fc
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
const paidElsewhere: fc.Arbitrary<readonly Step[]> = fc
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
const work: fc.Arbitrary<readonly Step[]> = fc.oneof(
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
const course: fc.Arbitrary<readonly (readonly Step[])[]> = fc
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

const compares = fc.constantFrom(0 as const, 2 as const, 2 as const)
const depositOf = (kind: 'exact' | 'over'): Step =>
  alone([{ do: 'deposit', order: 0, kind, isByRail: true, sender: null }])
const exactDeposit = depositOf('exact')

/** The service continues on an earlier copy of its database. */
const restored: fc.Arbitrary<readonly Step[]> = fc
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

const refunding: readonly Step[] = [
  { kind: 'clock', ms: 1, to: 'by', order: 0 },
  alone([{ do: 'round', what: 'refunds' }]),
]
const reading: Step = alone([{ do: 'round', what: 'watch' }])
const asked = (what: 'cancel' | 'refund'): Step => alone([{ do: what, order: 0, isForeign: false }])
const endedByOperator: readonly Step[] = [
  alone([{ do: 'end', order: 0, ending: 'refund' }]),
  ...refunding,
]
const retriedWith = (fate: OrderFate): readonly Step[] => [
  { kind: 'quote_for_retry', order: 0, percent: 100, otherOffering: false },
  alone([{ do: 'retry', order: 0, quote: 0, again: false, fate }]),
]
const often = (times: number): readonly Step[] =>
  Array.from({ length: times }, () => advancing).flat()

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
const unknownDeposit: Step = alone([
  { do: 'deposit', order: 0, kind: 'unknown', isByRail: true, sender: null },
])
const suspended = (what: (typeof suspenseKinds)[number], send: Fate = 'done'): Step => ({
  kind: 'suspense',
  what,
  order: 0,
  send,
})
const givingBack: readonly Step[] = [suspended('return'), suspended('send')]

const cameBackAs = (how: WayBack): Step => alone([{ do: 'return_deposit', how }])
const oneWayThenAnother = (
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
const contradicted = contradictedBy(fc.nat({ max: CONTRADICTIONS - 1 }))
/** Nobody else finds out: the list tells no key. */
const namelessPayout = contradictedBy(fc.constant(others('done').length - 1))

/** The lost time has an order of its own. Another order comes before the lists are compared. */
const lostOrder: fc.Arbitrary<readonly Step[]> = fc
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
const suspenseOf: fc.Arbitrary<readonly Step[]> = fc
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
const strayed: fc.Arbitrary<readonly Step[]> = fc
  .tuple(quote, order, fc.constantFrom(0, 2), strayHistory)
  .map(([first, second, route, all]) => [
    ...ordered({ ...first, route }, { ...second, fate: noFaults }),
    ...all,
  ])

/** A letter about a return that may be wrong, and what becomes of the deposit before and after its rail is asked. */
const written: fc.Arbitrary<readonly Step[]> = fc
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
const shared: fc.Arbitrary<readonly Step[]> = fc
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
const smallRefunds: fc.Arbitrary<readonly Step[]> = fc
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

const steps: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 4, arbitrary: suspenseOf },
  { weight: 3, arbitrary: strayed },
  { weight: 3, arbitrary: written },
  { weight: 2, arbitrary: shared },
  { weight: 3, arbitrary: smallRefunds },
  { weight: 4, arbitrary: restored },
  { weight: 4, arbitrary: contradicted },
  { weight: 1, arbitrary: lostOrder },
  { weight: 1, arbitrary: fc.constant<readonly Step[]>([{ kind: 'copy' }]) },
  {
    weight: 1,
    arbitrary: compares.map((times) => [{ kind: 'restore' as const, compares: times }]),
  },
  { weight: 3, arbitrary: lossy },
  { weight: 5, arbitrary: cancelled },
  { weight: 5, arbitrary: frozen },
  { weight: 3, arbitrary: paidElsewhere },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...exitKinds), index, fc.constantFrom(50, 100, 150))
      .map(([what, order, percent]) => [{ kind: 'exit' as const, what, order, percent }]),
  },
  { weight: 3, arbitrary: screened },
  { weight: 2, arbitrary: listedBeneficiary },
  { weight: 4, arbitrary: limited },
  { weight: 1, arbitrary: lists.map((some) => [{ kind: 'lists' as const, lists: some }]) },
  { weight: 2, arbitrary: readingDies },
  { weight: 2, arbitrary: readLate },
  { weight: 2, arbitrary: unknownAtProvider },
  { weight: 1, arbitrary: onTheOtherRail },
  { weight: 4, arbitrary: reversed },
  { weight: 4, arbitrary: cameBack },
  { weight: 1, arbitrary: fc.constant<readonly Step[]>([{ kind: 'cursors_back' }]) },
  { weight: 3, arbitrary: atTheLimit },
  { weight: 2, arbitrary: repeatingKeys },
  { weight: 2, arbitrary: heldOnTheWay },
  { weight: 4, arbitrary: contended },
  { weight: 3, arbitrary: ended },
  { weight: 3, arbitrary: declining },
  { weight: 5, arbitrary: opening },
  { weight: 6, arbitrary: rounds },
  {
    weight: 6,
    arbitrary: play(fc.array(operation, { minLength: 1, maxLength: 3 })).map((one) => [one]),
  },
  { weight: 2, arbitrary: retrying },
  {
    weight: 2,
    arbitrary: fc
      .record({
        kind: fc.constant('clock' as const),
        ms: fc.constantFrom(-1, 0, 1, 500, 2000, 60_000, 600_000),
        to: fc.constantFrom(
          'by' as const,
          'by' as const,
          'submission' as const,
          'funding' as const,
        ),
        order: index,
      })
      .map((one) => [one]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        kind: fc.constant('hold' as const),
        site,
        what: fc.constantFrom(...holdKinds),
        route: fc.nat({ max: routes.length - 1 }),
      })
      .map((one) => [one]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Step>({ kind: 'release_holds' }, { kind: 'release_parked' })
      .map((one) => [one]),
  },
)

export const histories: fc.Arbitrary<History> = fc.record({
  schedule: fc.nat(),
  stepMs: fc.constantFrom(0 as const, 1 as const),
  steps: fc
    .oneof(
      {
        weight: 2,
        arbitrary: fc.array(steps, { minLength: 2, maxLength: 10, size: 'max' }),
      },
      // Short histories, most of them of a restore.
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.oneof(
              { weight: 6, arbitrary: contradicted },
              { weight: 2, arbitrary: namelessPayout },
              { weight: 1, arbitrary: lostOrder },
              { weight: 1, arbitrary: cameBack },
              { weight: 1, arbitrary: shared },
              { weight: 2, arbitrary: strayed },
              { weight: 1, arbitrary: written },
              { weight: 2, arbitrary: cancelled },
            ),
            fc.array(steps, { maxLength: 1 }),
          )
          .map(([first, more]) => [first, ...more]),
      },
    )
    .map((parts) => parts.flat()),
})
