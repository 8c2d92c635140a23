// The operator API of the queue: its pages, one item, and its comments.
import Type from 'typebox'
import { parseTimestamp, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  choice,
  count as countOf,
  dataListOf,
  dataOf,
  exact,
  pathId,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { uuidOf, type Uuid } from '../../platform/ids.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { itemParams } from './acts.ts'
import { mayDecide } from './deciders.ts'
import { withFacts } from './facts.ts'
import { requireItemView, seenItem } from './items.ts'
import { isQueueKind, queueKinds } from './kinds.ts'
import {
  countQueue,
  MOST_COUNTED,
  selectQueue,
  selectQueueComments,
  type QueueCount,
  type QueueFilter,
  type QueueKey,
} from './queries.ts'
import { queueComment, queueCommentView, queueItem, queueItemView } from './view.ts'

type QueueDeps = PageDeps & { db: Pool; clock: Clock }

const MOST_COMMENTS = 200
const tags = ['Queue']
const config = { right: 'read' } as const

const kindCount = exact(
  {
    kind: choice(queueKinds, 'The kind.', { title: 'QueueKind' }),
    count: countOf(`How many items it has, at most ${MOST_COUNTED}.`, 3),
    is_more: Type.Boolean({ description: 'There are more than were counted.', examples: [false] }),
    for_you: countOf('How many of them the caller may decide.', 2),
    oldest_since: timestamp('Since when the oldest of them waits.'),
  },
  { title: 'QueueCount', description: 'Items of a kind.' },
)

const kindCountView = (operator: Operator, { kind, count, oldest, decidable }: QueueCount) => ({
  kind,
  count: Math.min(count, MOST_COUNTED),
  is_more: count >= MOST_COUNTED,
  for_you: mayDecide(operator, kind) ? Math.min(decidable, MOST_COUNTED) : 0,
  oldest_since: toTimestamp(oldest),
})

const filters = {
  kind: Type.Optional(choice(queueKinds, 'Only items of this kind.', { title: 'QueueKind' })),
  enterprise_id: Type.Optional(pathId('ent', 'Only items of this enterprise.')),
  assignee: Type.Optional(
    text(
      200,
      'Only items of this user or key. `me`: of the caller. `nobody`: that nobody has.',
      'me',
    ),
  ),
  snoozed: Type.Optional(
    choice(['false', 'true', 'any'], 'Whether to list snoozed items. The default is `false`.', {
      title: 'Snoozed',
    }),
  ),
}

export function queueEndpoints(api: Api, deps: QueueDeps): void {
  listQueueEndpoint(api, deps)
  readQueueEndpoints(api, deps)
}

function listQueueEndpoint(api: Api, deps: QueueDeps): void {
  addRead(api, {
    path: '/queue',
    config: { ...config, command: 'queue list --mine=assignee:me --snoozed=snoozed:true' },
    tags,
    operationId: 'listQueue',
    summary: 'List what needs a person',
    description:
      'Oldest first, always in pages. An item disappears by itself when it is done. Whoever sees only some enterprises gets their items, and not those of the deployment.',
    querystring: exact({ ...pagingQuery, ...filters }),
    answer: dataListOf(queueItem, 'A page of the queue.'),
    async data(request, reply) {
      const { kind, enterprise_id, assignee, snoozed = 'false' } = request.query
      const operator = operatorOfRequest(request)
      const filter: QueueFilter = {
        kinds: kind === undefined ? queueKinds : [kind],
        enterpriseIds: enterprisesIn(operator, enterprise_id),
        assignee: assigneeIn(operator, assignee),
        isSnoozed: snoozed === 'any' ? null : snoozed === 'true',
      }
      const items = await readPage(request, reply, deps, {
        name: 'queue',
        keyFrom,
        page: (after, limit) => selectQueue(deps.db, filter, deps.clock.realNow(), after, limit),
        keyOf: (row) => textOf(row),
      })
      return (await withFacts(deps.db, items)).map(queueItemView)
    },
  })
}

function readQueueEndpoints(api: Api, deps: QueueDeps): void {
  addRead(api, {
    path: '/queue/counts',
    config: { ...config, command: 'queue counts' },
    tags,
    operationId: 'countQueue',
    summary: 'Count what needs a person',
    description: `By kind, without snoozed items. A kind is counted up to ${MOST_COUNTED}.`,
    answer: dataListOf(kindCount, 'The kinds that have items.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const counts = await countQueue(deps.db, operator, deps.clock.realNow())
      return counts.map((one) => kindCountView(operator, one))
    },
  })

  addRead(api, {
    path: '/queue/:kind/:subject',
    config,
    tags,
    operationId: 'getQueueItem',
    summary: 'Get an item',
    description: 'Not found once it is done.',
    params: itemParams,
    answer: dataOf(queueItem, 'The item.'),
    async data(request) {
      const { kind, subject } = request.params
      const item = await seenItem(deps.db, operatorOfRequest(request), kind, subject)
      if (item === undefined) throw failure('not_found')
      return requireItemView(deps.db, item)
    },
  })

  addRead(api, {
    path: '/queue/:kind/:subject/comments',
    config,
    tags,
    operationId: 'listQueueComments',
    summary: 'List the comments on an item',
    description: `The newest ${MOST_COMMENTS}, newest first, of an item that is not done.`,
    params: itemParams,
    answer: dataListOf(queueComment, 'The comments.'),
    async data(request) {
      const { kind, subject } = request.params
      const item = await seenItem(deps.db, operatorOfRequest(request), kind, subject)
      if (item === undefined) throw failure('not_found')
      const comments = await selectQueueComments(deps.db, item, MOST_COMMENTS)
      return comments.map(queueCommentView)
    },
  })
}

/** An enterprise that the operator does not see has no items, like an unknown one. */
function enterprisesIn(
  operator: Operator,
  wanted: string | undefined,
): readonly Uuid<'ent'>[] | null {
  if (wanted === undefined) return operator.enterpriseIds
  const id = uuidOf('ent', wanted)
  return id !== undefined && seesEnterprise(operator, id) ? [id] : []
}

function assigneeIn({ actor }: Operator, wanted: string | undefined): string | null {
  if (wanted === undefined) return null
  return wanted === 'me' ? actor : wanted === 'nobody' ? '' : wanted
}

const textOf = ({ since, kind, subject }: QueueKey): string =>
  `${toTimestamp(since)} ${kind} ${subject}`

function keyFrom(written: string): QueueKey {
  const [instant = '', kind = '', subject = ''] = written.split(' ')
  const since = parseTimestamp(instant)
  if (since === undefined || !isQueueKind(kind)) throw failure('invalid_cursor')
  return { since, kind, subject }
}
