// Whole histories: how often each kind of step occurs.
import fc from 'fast-check'
import { declining, index, opening, operation, play, retrying, rounds, site } from './base-steps.ts'
import {
  cancelled,
  frozen,
  limited,
  listedBeneficiary,
  lists,
  lossy,
  paidElsewhere,
  screened,
} from './desk-steps.ts'
import { type History, type Step, exitKinds, holdKinds } from './operations.ts'
import {
  atTheLimit,
  cameBack,
  contended,
  ended,
  heldOnTheWay,
  onTheOtherRail,
  readLate,
  readingDies,
  repeatingKeys,
  reversed,
  unknownAtProvider,
} from './order-steps.ts'
import { compares, contradicted, lostOrder, namelessPayout, restored } from './restore-steps.ts'
import { routes } from './routes.ts'
import { shared, smallRefunds, strayed, suspenseOf, written } from './suspense-steps.ts'

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
