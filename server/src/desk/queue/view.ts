// An item of the queue as the operator API shows it.
import Type from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  count,
  exact,
  identifier,
  nullable,
  pascalCase,
  timestamp,
  variants,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { role } from '../../parties/operators/view.ts'
import { rolesThatDecide } from './deciders.ts'
import { factSchemas } from './fact-schemas.ts'
import { publicSubject, queueKinds, type QueueKind } from './kinds.ts'
import type { QueueComment, QueueRow } from './queries.ts'

const itemOf = (kind: QueueKind) =>
  exact(
    {
      kind: choice([kind], 'The kind of item.'),
      subject: anyText(
        'What it is about: an identifier, or the name of an account or pair.',
        'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
      ),
      acts_on: nullable(
        anyText('An object.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'),
        'The object whose acts end the item, for the list of open acts. Null if none does.',
      ),
      since: timestamp('Since when it waits.'),
      enterprise_id: nullable(
        identifier('ent', 'An enterprise.'),
        'Null for what belongs to the deployment.',
      ),
      organization_id: nullable(identifier('org', 'An organization.'), 'The organization.'),
      organization_name: nullable(anyText('A name.', 'Acme SA'), 'The name of the organization.'),
      order_id: nullable(identifier('ord', 'An order.'), 'The order.'),
      assignee: nullable(
        anyText('A user or key.', 'user:ben'),
        'Who works on it. Null for nobody.',
      ),
      assigned_at: nullable(timestamp('An instant.'), 'Since when, in real time.'),
      snoozed_until: nullable(
        timestamp('An instant.'),
        'It is hidden until then. Null: it is not.',
      ),
      comments: count('How many comments it has.', 0),
      roles: Type.Array(role, {
        description:
          'The roles that may decide it. Nobody admits himself or herself, or approves an act of his or her own.',
      }),
      facts: factSchemas[kind],
    },
    {
      title: `${pascalCase(kind)}Item`,
      description: `An item of kind ${kind}.`,
    },
  )

type ItemJson = { kind: QueueKind; subject: string; facts: object }

export const queueItem = variants<ItemJson>(
  'QueueItem',
  'kind',
  Object.fromEntries(queueKinds.map((kind) => [kind, itemOf(kind)])),
  'Something that needs a person; `kind` decides its facts.',
)

export const queueItemView = ({
  item,
  facts,
}: {
  item: QueueRow
  facts: object
}): ItemJson & Record<string, unknown> => ({
  kind: item.kind,
  subject: publicSubject(item.kind, item.subject),
  acts_on: objectOf(item, facts),
  since: toTimestamp(item.since),
  enterprise_id: item.enterprise_id === null ? null : publicId('ent', item.enterprise_id),
  // A webhook endpoint of an enterprise has the enterprise in the place of its organization.
  organization_id:
    item.organization_id === null || item.organization_name === null
      ? null
      : publicId('org', item.organization_id),
  organization_name: item.organization_name,
  order_id: item.order_id === null ? null : publicId('ord', item.order_id),
  assignee: item.assignee,
  assigned_at: toTimestampOrNull(item.assigned_at),
  snoozed_until: toTimestampOrNull(item.snoozed_until),
  comments: item.comments,
  roles: [...rolesThatDecide(item.kind, facts)],
  facts,
})

/** Null for items that end by themselves, and for approvals, which are decided by acts of their own. */
function objectOf({ kind, subject, order_id: order }: QueueRow, facts: object): string | null {
  switch (kind) {
    case 'parked_order':
    case 'refund':
    case 'returned_payout':
    case 'contradicted_send':
    case 'reversal':
      return order === null ? null : publicId('ord', order)
    case 'screening_hit':
    case 'unanswered_screening':
      return 'held_id' in facts && typeof facts.held_id === 'string' ? facts.held_id : null
    case 'new_user':
      return 'login' in facts && typeof facts.login === 'string' ? `user:${facts.login}` : null
    case 'approval':
    case 'balance_difference':
    case 'low_liquidity':
    case 'stale_rate':
      return null
    default:
      return publicSubject(kind, subject)
  }
}

export const queueComment = exact(
  {
    author: anyText('Who wrote it.', 'user:ben'),
    comment: anyText('What was written.', 'Asked the bank.'),
    created_at: timestamp('When it was written, in real time.'),
  },
  { title: 'QueueComment', description: 'A comment on an item of the queue.' },
)

export const queueCommentView = ({ author, comment, created_at }: QueueComment) => ({
  author,
  comment,
  created_at: toTimestamp(created_at),
})
