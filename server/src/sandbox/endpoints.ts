// What only a sandbox has: its clock, which can be moved ahead so that what takes hours happens now.
import Type from 'typebox'
import type { Api } from '../http/api-type.ts'
import { toTimestamp } from '../clock.ts'
import {
  choice,
  dataListOf,
  dataOf,
  decimal,
  exact,
  failures,
  instant,
  timestamp,
} from '../http/schemas.ts'
import type { SandboxClock } from './clock.ts'
import { MOST_MOVE_MS, moveClock, type MoveDeps } from './move-clock.ts'
import { askFor, scenarios } from './scenarios.ts'

const tags = ['Sandbox']
const clockSchema = exact(
  {
    now: timestamp('The time by which everything happens here.'),
    ahead_ms: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'How far that is ahead of real time.',
      examples: [7_200_000],
    }),
  },
  { title: 'SandboxClock', description: 'The time of the sandbox.' },
)
const clockAnswer = dataOf(clockSchema, 'The time of the sandbox.')

const scenarioSchema = exact(
  {
    name: choice(
      scenarios.map(({ name }) => name),
      'The scenario.',
    ),
    outcome: Type.String({
      description: 'What then happens.',
      examples: ['The rail rejects the payout.'],
    }),
    payin_total: decimal(
      'A payin total that asks for it, like every total with the same end.',
      '1911.06',
    ),
    alias: Type.String({
      description: 'An instrument of this alias asks for it too.',
      examples: ['sandbox:rail_rejects'],
    }),
  },
  { title: 'Scenario', description: 'Something that the sandbox can be made to do.' },
)

const advanceMs = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: MOST_MOVE_MS,
  description: 'Milliseconds to add. Moves that are made at once add up.',
  examples: [7_201_000],
})
const newTime = instant('Not before the present time of the sandbox.', '2026-03-02T16:05:09.120Z')

// What is checked lets the handler say which field is missing or too many.
const moveSchema = Type.Unsafe({
  title: 'ClockMove',
  description: 'By how much, or to when.',
  oneOf: [
    exact({ advance_ms: advanceMs }, { title: 'ClockMoveBy', description: 'Moves it by a time.' }),
    exact({ now: newTime }, { title: 'ClockMoveTo', description: 'Moves it to an instant.' }),
  ],
})

export function sandboxEndpoints(
  api: Api,
  deps: MoveDeps & { sandboxClock: SandboxClock | null },
): void {
  if (deps.config.environment !== 'sandbox') return
  api.get(
    '/sandbox/scenarios',
    {
      config: { scope: 'read', sandboxKeyOnly: true },
      schema: {
        tags,
        operationId: 'listScenarios',
        summary: 'List what the sandbox can be made to do',
        description:
          'A scenario is asked for by a payin total that ends in 911 and the cents shown, or by the alias of one of the two instruments.',
        response: { 200: dataListOf(scenarioSchema, 'The scenarios.'), ...failures() },
      },
    },
    async () => ({
      data: scenarios.map((scenario) => ({
        name: scenario.name,
        outcome: scenario.outcome,
        ...askFor(scenario),
      })),
    }),
  )

  const { sandboxClock: clock } = deps
  if (clock === null) return

  api.get(
    '/sandbox/clock',
    {
      config: { scope: 'read', sandboxKeyOnly: true },
      schema: {
        tags,
        operationId: 'getSandboxClock',
        summary: 'Get the clock of the sandbox',
        response: { 200: clockAnswer, ...failures() },
      },
    },
    async () => clockView(clock),
  )

  api.post(
    '/sandbox/clock',
    {
      config: { scope: 'write', sandboxKeyOnly: true, published: { body: moveSchema } },
      schema: {
        tags,
        operationId: 'moveSandboxClock',
        summary: 'Move the clock of the sandbox',
        description:
          'Forward only, at most 366 days at a time, by `advance_ms` or to `now`: exactly one of them. It moves for everybody who uses the deployment. What became due happens at once, in the order in which it was due.',
        body: exact({
          advance_ms: Type.Optional(advanceMs),
          now: Type.Optional(newTime),
        }),
        response: { 200: clockAnswer, ...failures(413, 415) },
      },
    },
    async (request) => {
      await moveClock(deps, clock, request.body)
      return clockView(clock)
    },
  )
}

const clockView = (clock: SandboxClock) => ({
  data: { now: toTimestamp(clock.now()), ahead_ms: clock.aheadMs() },
})
