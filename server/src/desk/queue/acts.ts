// The acts on items of the queue: claim, assign, comment, snooze. They change no order and no money.
import Type, { type TObject } from 'typebox'
import type { Act, ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import type { About } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireLater } from '../../platform/http/instants.ts'
import { anyText, dataOf, exact, text } from '../../platform/http/schemas.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { operatorActor } from '../../parties/users/kinds.ts'
import { selectUserByLogin } from '../../parties/users/queries.ts'
import { mayUse } from '../../parties/operators/roles.ts'
import { requireItemView, seenItem } from './items.ts'
import { publicSubject } from './kinds.ts'
import {
  insertQueueComment,
  upsertQueueAssignee,
  upsertQueueSnooze,
  type QueueRow,
} from './queries.ts'
import { queueItem } from './view.ts'

/** In a path. Malformed text is answered with 404, like an unknown item. */
export const itemParams = Type.Object({
  kind: anyText('The kind of item.', 'parked_order'),
  subject: anyText('What it is about.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'),
})

const LONGEST_SNOOZE_DAYS = 30

const assignBody = exact(
  {
    assignee: Type.Union([text(100, 'The login of a user.', 'ben'), Type.Null()], {
      description: 'Who is to work on it. Null gives it back to everybody.',
    }),
    reason,
  },
  { title: 'QueueAssignment', description: 'Who works on an item.' },
)

const snoozeBody = exact(
  {
    until: Type.Union([text(40, 'ISO 8601 with a zone.', '2026-03-03T08:00:00Z'), Type.Null()], {
      description: 'When it is shown again, at most 30 days ahead. Null shows it now.',
    }),
    reason,
  },
  { title: 'QueueSnooze', description: 'Until when an item is hidden.' },
)

type QueueActs = { add<B extends TObject>(act: QueueAct<B>): void }

type QueueAct<B extends TObject> = Omit<
  Act<typeof itemParams, B, QueueRow>,
  'path' | 'tags' | 'params' | 'answer' | 'find' | 'about'
>

export function queueActs(api: Api, deps: ActDeps): void {
  const items = actsOn(api, deps, {
    kind: 'queue',
    params: itemParams,
    async locate(_operator, text) {
      const [, kind = '', ...rest] = text.split(':')
      return { kind, subject: rest.join(':') }
    },
    find: (operator, { kind, subject }) => seenItem(deps.db, operator, kind, subject),
    about: aboutItem,
  })
  const acts: QueueActs = {
    add: (act) =>
      items.add({
        ...act,
        path: `/queue/:kind/:subject/${act.name.replace('queue.', '')}`,
        tags: ['Queue'],
        answer: dataOf(queueItem, 'The item as it is now.'),
      }),
  }
  claimAndAssign(acts, deps)
  snoozeAndComment(acts, deps)
}

function claimAndAssign({ add }: QueueActs, { db, clock }: ActDeps): void {
  add({
    name: 'queue.claim',
    operationId: 'claimQueueItem',
    summary: 'Claim an item',
    description: 'One of several concurrent claims is taken. The others are refused.',
    body: actBody,
    async carryOut(item, _body, execution) {
      const { actor } = execution
      if (item.assignee === actor) return requireItemView(db, item)
      const taken = await execution.commit(versionOf(item), async (transaction) =>
        (await upsertQueueAssignee(transaction, item, actor, clock.realNow(), false))
          ? { result: true, detail: { after: { assignee: actor } } }
          : undefined,
      )
      const present = await requireItemView(db, item)
      if (taken === undefined) throw refused('somebody else works on the item; assign it instead')
      return present
    },
  })

  add({
    name: 'queue.assign',
    command: 'queue assign <assignee>',
    operationId: 'assignQueueItem',
    summary: 'Assign an item',
    description: 'Also takes it over from whoever works on it.',
    body: assignBody,
    async carryOut(item, { assignee: login }, execution) {
      const assignee = login === null ? null : await requireWorker(db, login, item)
      await execution.commit(versionOf(item), async (transaction) =>
        (await upsertQueueAssignee(transaction, item, assignee, clock.realNow(), true))
          ? { result: true, detail: { before: { assignee: item.assignee }, after: { assignee } } }
          : undefined,
      )
      return requireItemView(db, item)
    },
  })
}

function snoozeAndComment({ add }: QueueActs, { db, clock }: ActDeps): void {
  add({
    name: 'queue.snooze',
    command: 'queue snooze <until>',
    operationId: 'snoozeQueueItem',
    summary: 'Snooze an item',
    description: 'It is left out of the queue until then. The metrics count it all the same.',
    body: snoozeBody,
    async carryOut(item, body, execution) {
      const until =
        body.until === null
          ? null
          : requireLater('/until', body.until, clock.realNow(), LONGEST_SNOOZE_DAYS)
      const after = { snoozed_until: toTimestampOrNull(until) }
      await execution.commit(versionOf(item), async (transaction) =>
        (await upsertQueueSnooze(transaction, item, until))
          ? { result: true, detail: { after } }
          : undefined,
      )
      return requireItemView(db, item)
    },
  })

  add({
    name: 'queue.comment',
    operationId: 'commentOnQueueItem',
    summary: 'Comment on an item',
    description: 'The comment is the `reason`. It stays when the item is done.',
    body: actBody,
    async carryOut(item, { reason: comment }, execution) {
      const { actor: author } = execution
      await execution.commit(versionOf(item), async (transaction) =>
        (await insertQueueComment(transaction, item, {
          author,
          comment,
          created_at: clock.realNow(),
        }))
          ? { result: true, detail: {} }
          : undefined,
      )
      return requireItemView(db, item)
    },
  })
}

const versionOf = (item: QueueRow): string => toTimestamp(item.since)

const aboutItem = (item: QueueRow): About => ({
  chain: item.enterprise_id ?? DEPLOYMENT,
  subject: publicSubject(item.kind, item.subject),
  version: versionOf(item),
  amounts: [],
})

/** The actor of a user who may work on the item. */
async function requireWorker(db: Db, login: string, item: QueueRow): Promise<Operator['actor']> {
  const user = await selectUserByLogin(db, login, null)
  if (user === undefined || user.disabled_at !== null)
    throw refused(`there is no user ${login}, or the user is disabled`)
  if (!mayUse(user.role, 'work_queue'))
    throw refused(`${login} has the role ${user.role}, which does not work on the queue`)
  if (!seesEnterprise({ enterpriseIds: user.enterprise_ids }, item.enterprise_id))
    throw refused(`${login} does not see the enterprise of the item`)
  return operatorActor(login)
}
