// The operator API of halts.
import Type, { type Static } from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { aboutDeployment } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  choice,
  count,
  currency,
  dataListOf,
  dataOf,
  decimal,
  exact,
  identifier,
  nullable,
  pathId,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { closedResume, halt, resume, versionOf, versionOfHalt } from './act.ts'
import { haltable, textOfHalt } from './halted.ts'
import { selectHalt, selectHalts, type HaltRow } from './queries.ts'
import {
  selectUnknownFills,
  selectUnknownSends,
  type UnknownFill,
  type UnknownSend,
} from './restore-queries.ts'

type HaltDeps = ActDeps & { wakeWorker: () => void }

const what = choice(haltable, 'What is halted. Sends are payouts, refunds and sweeps.', {
  example: 'sends',
})
const rail = text(100, 'Only over this rail. For quotes: its instruments.', 'evm:base')
const provider = text(100, 'Only at this liquidity provider.', 'sandbox-fx')

export const haltSchema = exact(
  {
    id: identifier('hlt', 'The halt.'),
    what,
    rail: nullable(rail, 'The rail. Null for all.'),
    provider: nullable(provider, 'The liquidity provider. Null for all.'),
    cause: choice(
      ['operator', 'restore', 'other_service'],
      'Who halted: an operator, a restored database, or another service on a copy of the database.',
    ),
    actor: anyText('`user:LOGIN`, `key:LABEL`, `command` or `database`.', 'user:ben'),
    reason: anyText('Why.', 'The bank reports an outage.'),
    halted_at: timestamp('Since when, in real time.'),
    resumed_at: nullable(timestamp('An instant.'), 'When it ended. Null while it lasts.'),
    read_at: nullable(
      timestamp('An instant.'),
      'After a restore: when the rail or provider was read again. Null before, and for other halts.',
    ),
    lists_sends: nullable(
      Type.Boolean({ description: 'Whether it can.', examples: [true] }),
      'Whether the rail lists all that it sent. Null before it was read, and as long as more may come to light.',
    ),
    lists_fills: nullable(
      Type.Boolean({ description: 'Whether it can.', examples: [true] }),
      'Whether the provider lists all that it converted. Null before it was asked, and as long as more may come to light.',
    ),
    unknown_sends: count(
      'Sends of the rail that the restored database does not know and nobody has recorded.',
      0,
    ),
    unknown_fills: count(
      'Fills of the provider that the restored database does not know and nobody has recorded.',
      0,
    ),
  },
  {
    title: 'Halt',
    description: 'Stops new quotes, fills or sends. What is in flight is asked for all the same.',
  },
)

const isPutRight = Type.Boolean({
  description:
    'Whether the database knows it by now: an operator recorded it, or the service sent under its key again.',
  examples: [false],
})

const unknownSendSchema = exact(
  {
    reference: anyText("The rail's own name of it.", '0x5f…'),
    key: nullable(
      anyText('A key.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'),
      'The idempotency key, which begins with the order. Null if the rail does not tell it.',
    ),
    currency: currency('The currency.', 'COP'),
    amount: nullable(
      decimal('An amount.', '4000000.00'),
      'The amount. Null if the rail does not have it any more.',
    ),
    is_put_right: isPutRight,
  },
  { title: 'UnknownSend', description: 'A payout or refund that only the rail knows.' },
)

const unknownFillSchema = exact(
  {
    reference: anyText("The provider's own name of it.", 'trade-17'),
    key: nullable(
      anyText('A key.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:fill:1'),
      'The idempotency key, which begins with the order. Null if the provider does not tell it.',
    ),
    payin_currency: currency('The currency that was sold.', 'USDC'),
    sold_amount: nullable(
      decimal('An amount.', '988.10'),
      'The amount that was sold. Null as long as the outcome is open.',
    ),
    payout_currency: currency('The currency that was bought.', 'MXN'),
    delivered_amount: nullable(
      decimal('An amount.', '18032.82'),
      'The amount that was bought. Null as long as the outcome is open.',
    ),
    is_put_right: isPutRight,
  },
  { title: 'UnknownFill', description: 'A conversion that only the provider knows.' },
)

const unknownSendView = (row: UnknownSend): Static<typeof unknownSendSchema> => ({
  reference: row.reference,
  key: row.key,
  currency: row.currency,
  amount: amountOf(row.amount_minor, row.currency),
  is_put_right: row.is_put_right,
})

const unknownFillView = (row: UnknownFill): Static<typeof unknownFillSchema> => ({
  reference: row.reference,
  key: row.key,
  payin_currency: row.payin_currency,
  sold_amount: amountOf(row.sold_minor, row.payin_currency),
  payout_currency: row.payout_currency,
  delivered_amount: amountOf(row.delivered_minor, row.payout_currency),
  is_put_right: row.is_put_right,
})

const amountOf = (minor: bigint | null, code: string): string | null =>
  minor === null ? null : formatAmount(minor, code)

const tags = ['Halts']

export function haltEndpoints(api: Api, deps: HaltDeps): void {
  listHaltsAndUnknown(api, deps)
  haltAct(api, deps)
  resumeAct(api, deps)
}

/** Only operators of the whole deployment see unknown sends: they may be of any enterprise. */
async function knownHalt(
  { db }: HaltDeps,
  request: Parameters<typeof operatorOfRequest>[0],
  text: string,
): Promise<Uuid<'hlt'>> {
  const id = uuidOf('hlt', text)
  const seesAll = operatorOfRequest(request).enterpriseIds === null
  if (id === undefined || !seesAll || (await selectHalt(db, id)) === undefined)
    throw failure('not_found')
  return id
}

function listHaltsAndUnknown(api: Api, deps: HaltDeps): void {
  addRead(api, {
    path: '/halts',
    config: { right: 'read' },
    tags,
    operationId: 'listHalts',
    summary: 'List halts',
    description: 'The present halts, oldest first.',
    answer: dataListOf(haltSchema, 'The halts.'),
    data: async () => (await selectHalts(deps.db)).map(haltView),
  })

  addRead(api, {
    path: '/halts/:halt_id/unknown-sends',
    config: { right: 'read' },
    tags,
    operationId: 'listUnknownSends',
    summary: 'List unknown sends',
    description:
      'What the rail of a halt after a restore has sent, and the restored database does not know. Not found for whoever sees only some enterprises.',
    params: Type.Object({ halt_id: pathId('hlt', 'The halt.') }),
    answer: dataListOf(unknownSendSchema, 'The sends.'),
    async data(request) {
      const id = await knownHalt(deps, request, request.params.halt_id)
      return (await selectUnknownSends(deps.db, id)).map(unknownSendView)
    },
  })

  addRead(api, {
    path: '/halts/:halt_id/unknown-fills',
    config: { right: 'read' },
    tags,
    operationId: 'listUnknownFills',
    summary: 'List unknown fills',
    description:
      'What the provider of a halt after a restore has converted, and the restored database does not know. Not found for whoever sees only some enterprises.',
    params: Type.Object({ halt_id: pathId('hlt', 'The halt.') }),
    answer: dataListOf(unknownFillSchema, 'The fills.'),
    async data(request) {
      const id = await knownHalt(deps, request, request.params.halt_id)
      return (await selectUnknownFills(deps.db, id)).map(unknownFillView)
    },
  })
}

function haltAct(api: Api, deps: HaltDeps): void {
  addAct(api, deps, {
    name: 'halt',
    path: '/halts',
    tags,
    command: 'halt <what>',
    operationId: 'halt',
    summary: 'Halt quotes, fills or sends, within a second',
    description:
      'Every process stops within a second. Orders wait, and are not parked. Sends may name a rail, fills a provider, quotes either.',
    params: Type.Object({}),
    body: exact(
      { what, rail: Type.Optional(rail), provider: Type.Optional(provider), reason },
      { title: 'NewHalt', description: 'What to halt, and why.' },
    ),
    status: 201,
    answer: dataOf(haltSchema, 'The halt.'),
    async find(_operator, _params, { what: of, rail: over = null, provider: at = null }) {
      const asked = { what: of, rail: over, provider: at }
      return { asked, version: await versionOf(deps.db, asked) }
    },
    about: ({ asked, version }) => aboutDeployment(textOfHalt(asked), version),
    async carryOut({ asked }, _body, execution) {
      const halted = await halt(deps, execution, asked)
      if ('refused' in halted) throw refused(halted.refused)
      return haltView(halted)
    },
  })
}

function resumeAct(api: Api, deps: HaltDeps): void {
  const { add } = actsOn(api, deps, {
    kind: 'hlt',
    params: Type.Object({ halt_id: pathId('hlt', 'The halt.') }),
    async find(_operator, params) {
      const id = uuidOf('hlt', params.halt_id)
      return id === undefined ? undefined : selectHalt(deps.db, id)
    },
    about: (row) => aboutDeployment(publicId('hlt', row.id), versionOfHalt(row)),
  })
  add({
    name: 'resume',
    path: '/halts/:halt_id/resume',
    tags,
    operationId: 'resume',
    summary: 'End a halt',
    description:
      'Orders, refunds and sweeps that waited go on at once, unless another halt stops them.',
    body: exact(
      {
        reason,
        of_no_order: Type.Optional(
          Type.Array(text(200, "The rail's reference of a send.", '0x5f…'), {
            description:
              'Sends that the rail listed after a restore, and that no order of the database made or owes. The halt ends only when each listed send without a key is named here, or recorded. Also for an ended halt: deposits are returned only when all are named or recorded.',
            maxItems: 1000,
          }),
        ),
      },
      { title: 'Resume', description: 'Why the halt ends.' },
    ),
    answer: dataOf(haltSchema, 'The ended halt.'),
    closed: closedResume,
    async carryOut({ id }, body, execution) {
      const resumed = await resume(deps, execution, id, body.of_no_order)
      if (resumed === undefined) throw failure('not_found')
      if ('refused' in resumed) throw refused(resumed.refused, resumed.closed)
      deps.wakeWorker()
      return haltView(resumed)
    },
  })
}

export const haltView = (row: HaltRow): Static<typeof haltSchema> => ({
  id: publicId('hlt', row.id),
  what: row.what,
  rail: row.rail,
  provider: row.provider,
  cause: row.cause,
  actor: row.actor,
  reason: row.reason,
  halted_at: toTimestamp(row.halted_at),
  resumed_at: toTimestampOrNull(row.resumed_at),
  read_at: toTimestampOrNull(row.read_at),
  lists_sends: row.lists_sends,
  lists_fills: row.lists_fills,
  unknown_sends: row.unknown_sends,
  unknown_fills: row.unknown_fills,
})
