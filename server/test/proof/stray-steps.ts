// The steps of strays in a history.
import fc from 'fast-check'
import { strayFates, type StrayFate } from './stray-chain.ts'

const strayKinds = [
  'arrive',
  'look',
  'return',
  'send',
  'stop',
  'mark_settled',
  'mark_rejected',
  'ask',
  'dismiss',
  'hold',
  'release',
] as const

/** An operator decides about the newest stray. `order`: to whose address the payer sends. `send`: what becomes of the next send. */
export type StrayStep = {
  kind: 'stray'
  /** `resume`: sends of the chain go on before it has listed all that was under way. */
  what: (typeof strayKinds)[number] | 'resume'
  order: number
  send: StrayFate
}
type Around = { kind: 'copy' } | { kind: 'restore'; compares: 0 | 2 } | { kind: 'resume' }

const stray = (what: StrayStep['what'], send: StrayFate = 'done'): StrayStep => ({
  kind: 'stray',
  what,
  order: 0,
  send,
})

const anyStep: fc.Arbitrary<StrayStep> = fc.record({
  kind: fc.constant('stray' as const),
  what: fc.constantFrom(...strayKinds, 'send' as const, 'return' as const),
  order: fc.nat({ max: 1 }),
  send: fc.constantFrom(...strayFates),
})

/** A stray, and what operators do with it. */
const decided = fc
  .tuple(
    fc.constantFrom<readonly StrayStep[]>(
      [],
      [stray('return')],
      [stray('return'), stray('send', 'late'), stray('stop'), stray('mark_rejected')],
      // Something keeps it between the decision and the send.
      [stray('return'), stray('stop'), stray('send')],
      [stray('return'), stray('hold'), stray('send'), stray('release')],
    ),
    fc.array(anyStep, { minLength: 2, maxLength: 8 }),
  )
  .map(([begin, all]) => [stray('arrive'), ...begin, ...all])

/** A return of before a copy, which the lost time ended or sent, and what comes to the address after the restore. */
const aroundRestore: fc.Arbitrary<readonly (StrayStep | Around)[]> = fc
  .tuple(
    fc.constantFrom<readonly StrayStep[]>(
      [],
      [stray('return')],
      [stray('return'), stray('send', 'lost')],
    ),
    fc.constantFrom<readonly StrayStep[]>(
      [stray('send')],
      [stray('send', 'late')],
      [stray('stop'), stray('mark_rejected'), stray('return'), stray('send'), stray('send')],
      [stray('return'), stray('send'), stray('send')],
    ),
    fc.constantFrom<0 | 2>(0, 2),
    fc.array(anyStep, { maxLength: 5 }),
  )
  .map(([before, lost, compares, after]) => [
    stray('arrive'),
    ...before,
    { kind: 'copy' },
    ...lost,
    { kind: 'restore', compares },
    stray('arrive'),
    ...after,
    { kind: 'resume' },
    stray('send'),
  ])

/** A return that the lost time had sent is on its way, under a key that the copy does not have, when sends are resumed. */
const underWayAtRestore: fc.Arbitrary<readonly (StrayStep | Around)[]> = fc
  .array(anyStep, { maxLength: 3 })
  .map((after) => [
    stray('arrive'),
    { kind: 'copy' },
    stray('return'),
    stray('stop'),
    stray('mark_rejected'),
    stray('return'),
    stray('send', 'late'),
    { kind: 'restore', compares: 2 },
    stray('resume'),
    stray('return'),
    stray('send'),
    stray('arrive'),
    ...after,
  ])

/** Steps on strays at the address of the order that was made before. */
export const strayHistory: fc.Arbitrary<readonly (StrayStep | Around)[]> = fc.oneof(
  { weight: 3, arbitrary: decided },
  { weight: 2, arbitrary: aroundRestore },
  { weight: 1, arbitrary: underWayAtRestore },
)
