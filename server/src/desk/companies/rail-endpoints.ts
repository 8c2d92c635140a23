// The operator API that reads rails: how far each was read, its problems and what is halted.
import Type, { type Static } from 'typebox'
import { toTimestampOrNull, type Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { haltSchema, haltView } from '../../engine/halts/endpoints.ts'
import { selectHalts, type HaltRow } from '../../engine/halts/queries.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  choice,
  count,
  dataListOf,
  dataOf,
  exact,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { methodSchema } from '../../parties/instruments/view.ts'
import {
  railProblemSentences,
  type RailProblem,
  type RailProblemCode,
} from '../../outside/rail-problems.ts'
import type { RailHealth } from '../../outside/rails/health.ts'
import type { Rail } from '../../outside/rails/port.ts'
import { selectRailStates, type RailState } from '../../outside/rails/queries.ts'
import { railKinds, type Rails } from '../../outside/rails/registry.ts'

type RailReadDeps = {
  db: Pool
  clock: Clock
  rails: Rails
  railHealth: () => readonly RailHealth[]
}

const codes = Object.keys(railProblemSentences).filter((code): code is RailProblemCode =>
  Object.hasOwn(railProblemSentences, code),
)

const problemSchema = exact(
  {
    code: choice(codes, 'The kind of the problem.', { title: 'RailProblemCode' }),
    facts: Type.Record(Type.String(), Type.String({ description: 'A fact.' }), {
      description:
        'The facts of the problem by name, such as the relayer and its gas. `reason` is a text of the rail or of what it asked.',
      examples: [{ reason: 'no answer' }],
    }),
    message: anyText('The problem in English.', 'cannot be asked: no answer'),
  },
  { title: 'RailProblem', description: 'A problem of a rail.' },
)

const schema = exact(
  {
    name: anyText('The rail.', 'evm:base'),
    kind: nullable(
      anyText('A kind.', 'evm'),
      'Its kind in the operator file. Null for the simulated rail.',
    ),
    version: nullable(count('A version.', 1), 'Every change of its settings bumps it.'),
    chain: nullable(
      anyText('A chain.', 'eip155:8453'),
      'Its chain as CAIP-2 names it, such as `eip155:8453` or `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. Null for a rail without a chain.',
    ),
    serves: Type.Array(
      exact(
        {
          method: methodSchema,
          currencies: Type.Array(anyText('A currency.', 'USDC'), {
            description: 'The currencies.',
          }),
        },
        { title: 'ServedMethod', description: 'Instruments that a rail serves.' },
      ),
      { description: 'Instruments that the rail serves.' },
    ),
    problems: nullable(
      Type.Array(problemSchema, { description: 'Problems.', examples: [[]] }),
      'The last known problems, at most a minute old; none if all is well. Null before the first answer.',
    ),
    cursor: nullable(
      anyText('A cursor.', '31400000'),
      "How far the rail was read, in the rail's own form. Null before its first entries.",
    ),
    cursor_moved_at: nullable(timestamp('An instant.'), 'When the cursor last moved.'),
    read_up_to: nullable(
      timestamp('An instant.'),
      'Every deposit that came until then is known. Null before the rail could tell.',
    ),
    held_orders: count(
      'Orders that await funding after their end, because the rail was not read up to it.',
      0,
    ),
    due_entries: count('Entries that are read and not yet taken up.', 0),
    entries_with_problem: count('Entries that are invalid or could not be taken up.', 0),
    halts: Type.Array(haltSchema, { description: 'The present halts that stop it.' }),
  },
  { title: 'DeskRail', description: 'A way to move money.' },
)

const tags = ['Rails and providers']
const config = { right: 'read' } as const

export function operatorRailReads(api: Api, deps: RailReadDeps): void {
  const read = async (isWanted: (rail: Rail) => boolean) => {
    const rails = (await deps.rails.all()).filter(isWanted)
    const health = deps.railHealth()
    const names = rails.map(({ name }) => name)
    const [states, halts] = await Promise.all([
      selectRailStates(deps.db, names, deps.clock.now()),
      selectHalts(deps.db),
    ])
    const known = new Map(rails.map((rail) => [rail.name, rail]))
    return states.map((state) => {
      const problems = health.find(({ rail }) => rail === state.name)?.problems
      return view(state, known.get(state.name)?.served ?? [], problems, halts)
    })
  }

  addRead(api, {
    path: '/rails',
    config,
    tags,
    operationId: 'listRails',
    summary: 'List rails',
    description: 'All of them, by name.',
    answer: dataListOf(schema, 'The rails.'),
    data: async () => await read(() => true),
  })

  addRead(api, {
    path: '/rails/:rail',
    config,
    tags,
    operationId: 'getRail',
    summary: 'Get a rail',
    description: 'As it is now.',
    params: Type.Object({
      rail: anyText('The rail.', 'evm:base'),
    }),
    answer: dataOf(schema, 'The rail.'),
    async data(request) {
      const [found] = await read(({ name }) => name === request.params.rail)
      if (found === undefined) throw failure('not_found')
      return found
    },
  })
}

function chainOf({ kind, settings }: RailState): string | null {
  if (kind === null || settings === null) return null
  return railKinds.get(kind)?.chain?.(settings) ?? null
}

const view = (
  state: RailState,
  served: Rail['served'],
  problems: readonly RailProblem[] | undefined,
  halts: readonly HaltRow[],
): Static<typeof schema> => ({
  name: state.name,
  kind: state.kind,
  version: state.version,
  chain: chainOf(state),
  serves: served.map(({ method, currencies }) => ({ method, currencies: [...currencies] })),
  problems: problems === undefined ? null : [...problems],
  cursor: state.cursor,
  cursor_moved_at: toTimestampOrNull(state.moved_at),
  read_up_to: toTimestampOrNull(state.read_up_to),
  held_orders: state.held_orders,
  due_entries: state.due_entries,
  entries_with_problem: state.entries_with_problem,
  halts: halts
    .filter(({ rail, provider }) => provider === null && (rail === null || rail === state.name))
    .filter(({ what }) => what !== 'fills')
    .map(haltView),
})
