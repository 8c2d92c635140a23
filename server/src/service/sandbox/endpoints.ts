// Operations of a sandbox: list scenarios, and move the clock ahead to skip waiting times.
import Type from 'typebox'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { toTimestamp } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  dataListOf,
  dataOf,
  decimal,
  exact,
  failures,
  instant,
  timestamp,
} from '../../platform/http/schemas.ts'
import type { SandboxClock } from './clock.ts'
import { MOST_MOVE_MS, moveClock, type MoveDeps } from './move-clock.ts'
import { askFor, scenarios } from '../../outside/simulator/scenarios.ts'

const tags = ['Sandbox']
const clockSchema = exact(
  {
    now: timestamp('The current time of the sandbox.'),
    ahead_ms: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'Milliseconds by which the sandbox is ahead of real time.',
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
      { title: 'ScenarioName' },
    ),
    outcome: anyText('The result of the scenario.', 'The rail rejects the payout.'),
    payin_total: decimal(
      'A payin total that selects the scenario; any total with the same ending does.',
      '1911.06',
    ),
    alias: anyText(
      'An instrument with this alias selects the scenario too.',
      'sandbox:rail_rejects',
    ),
  },
  { title: 'Scenario', description: 'A behaviour that the sandbox can simulate.' },
)

const advanceMs = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: MOST_MOVE_MS,
  description: 'Milliseconds to add. Concurrent moves add up.',
  examples: [7_201_000],
})
const newTime = instant('Not before the current time of the sandbox.', '2026-03-02T16:05:09.120Z')

// For the documentation only. The handler checks that exactly one field is present, since its error names the field.
const moveSchema = Type.Unsafe({
  title: 'ClockMove',
  description: 'A duration to add, or the new time.',
  oneOf: [
    exact({ advance_ms: advanceMs }, { title: 'ClockMoveBy', description: 'Adds a duration.' }),
    exact({ now: newTime }, { title: 'ClockMoveTo', description: 'Sets a new time.' }),
  ],
})

export function sandboxEndpoints(
  api: Api,
  deps: MoveDeps & { sandboxClock: SandboxClock | null },
): void {
  if (deps.config.environment !== 'sandbox') return
  addRead(api, {
    path: '/sandbox/scenarios',
    config: { scope: 'read', sandboxKeyOnly: true },
    tags,
    operationId: 'listScenarios',
    summary: 'List sandbox scenarios',
    description:
      'A payin total that ends in 911 and the cents shown selects a scenario. So does the alias of one of the two instruments.',
    answer: dataListOf(scenarioSchema, 'The scenarios.'),
    data: async () =>
      scenarios.map((scenario) => ({
        name: scenario.name,
        outcome: scenario.outcome,
        ...askFor(scenario),
      })),
  })

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
        description:
          'Its present time, and by how many milliseconds that is ahead of the real time.',
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
          'Send exactly one of `advance_ms` and `now`. The clock moves forward only, by at most 366 days at a time, for all users of the deployment. Work that becomes due is done at once, in the order in which it was due.',
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
