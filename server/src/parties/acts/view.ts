// An approval as the operator API shows it.
import Type, { type Static } from 'typebox'
import { DEPLOYMENT } from '../audit/chain.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { money } from '../../platform/money/desk-money.ts'
import { role } from '../operators/view.ts'
import { closedCodes } from './closed.ts'
import { actNames } from './names.ts'
import { approvalStatuses, type ApprovalRow } from './queries.ts'

const who = anyText('As in the audit trail.', 'user:ben')
const why = anyText('Why.', 'Agreed with the customer.')

export const actName = choice(actNames, 'An act, by its name in the audit trail.', {
  title: 'ActName',
  example: 'order.release',
})

export const closedCode = choice(closedCodes, 'Why an act is not open.', {
  title: 'ClosedCode',
  example: 'not_parked',
})

export const approvalStatus = choice(approvalStatuses, 'The state of an approval.', {
  title: 'ApprovalStatus',
})

export const approvalSchema = exact(
  {
    id: identifier('apr', 'The approval.'),
    act: anyText('The act.', 'order.refund'),
    enterprise_id: nullable(
      identifier('ent', 'An enterprise.'),
      'Whose data the act is about. Null for the deployment.',
    ),
    subject: anyText(
      'What the act is about. Empty if it creates something.',
      'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
    ),
    version: anyText(
      'The state of the subject that the proposer saw. In another state it lapses.',
      '7',
    ),
    amounts: Type.Array(money, { maxItems: 10, description: 'What the act moves.' }),
    asked: Type.Unsafe<unknown>({
      type: 'object',
      description: 'The act as it was asked: the parameters of its path, and its body.',
      examples: [{ params: { order_id: 'ord_01jqe8m2x4fv5s0t6w7y8z9abc' }, body: {} }],
    }),
    reason: why,
    roles: Type.Array(role, { minItems: 1, maxItems: 5, description: 'Who may approve it.' }),
    proposed_by: who,
    proposed_at: timestamp('When it was proposed, in real time.'),
    expires_at: timestamp('Until when it can be approved.'),
    status: approvalStatus,
    decided_by: nullable(who, 'Who decided. Null while it waits, and if nobody decided.'),
    decided_at: nullable(timestamp('An instant.'), 'When it was decided. Null while it waits.'),
    decision_reason: nullable(why, 'Why it was decided so. Null while it waits.'),
  },
  { title: 'Approval', description: 'An act that waits for a second person, or did.' },
)

export const approvalView = (row: ApprovalRow): Static<typeof approvalSchema> => ({
  id: publicId('apr', row.id),
  act: row.act,
  enterprise_id: row.chain === DEPLOYMENT ? null : publicId('ent', row.chain),
  subject: row.subject,
  version: row.version,
  amounts: row.amounts.map(({ currency, minor }) => ({
    currency,
    amount: formatAmount(BigInt(minor), currency),
  })),
  asked: row.asked,
  reason: row.reason,
  roles: [...row.roles],
  proposed_by: row.proposed_by,
  proposed_at: toTimestamp(row.proposed_at),
  expires_at: toTimestamp(row.expires_at),
  status: row.status,
  decided_by: row.decided_by,
  decided_at: toTimestampOrNull(row.decided_at),
  decision_reason: row.decision_reason,
})
