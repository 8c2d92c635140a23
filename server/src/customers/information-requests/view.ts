// The JSON of information requests and their documents. It never has what a customer answered.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  count,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import type { DocumentRow } from './document-queries.ts'
import { documentType } from './documents.ts'
import type { OperatorRequestRow } from './operator-queries.ts'
import { requestStatuses, type RequestRow } from './queries.ts'
import { wantedDocument, wantedField } from './wanted.ts'

export const requestStatus = choice(
  requestStatuses,
  'OPEN: it waits for an answer. ANSWERED: an operator reads the answer. CLOSED: nothing is needed any more.',
  { title: 'InformationRequestStatus' },
)

const shared = {
  id: identifier('irq', 'The information request.'),
  order_id: nullable(
    identifier('ord', 'An order.'),
    'The order that it is about. Null: the organization itself.',
  ),
  status: withDescription(requestStatus, 'Its status.'),
  message: anyText('What is asked.', 'Please explain this order.'),
  fields: Type.Array(wantedField, { description: 'The fields to fill in.' }),
  documents: Type.Array(wantedDocument, { description: 'The documents to upload.' }),
  deadline: timestamp('Until when the answer is needed. A later one is taken while it is OPEN.'),
  created_at: timestamp('When it was made.'),
  answered_at: nullable(timestamp('An instant.'), 'When it was answered. Null before.'),
  closed_at: nullable(timestamp('An instant.'), 'When it was closed. Null before.'),
}

export const requestSchema = exact(shared, {
  title: 'InformationRequest',
  description: 'What an operator asks the organization.',
})

const sharedView = (row: RequestRow) => ({
  id: publicId('irq', row.id),
  order_id: row.order_id === null ? null : publicId('ord', row.order_id),
  status: row.status,
  message: row.message,
  fields: [...row.fields],
  documents: [...row.documents],
  deadline: toTimestamp(row.deadline),
  created_at: toTimestamp(row.created_at),
  answered_at: toTimestampOrNull(row.answered_at),
  closed_at: toTimestampOrNull(row.closed_at),
})

export type RequestJson = Static<typeof requestSchema>
export const requestView = (row: RequestRow): RequestJson => sharedView(row)

/** The request just after its answer. A replay shows it. */
export const answeredView = (row: RequestRow): RequestJson =>
  sharedView({ ...row, status: 'ANSWERED', closed_at: null })

export const documentSchema = exact(
  {
    id: identifier('ird', 'The document. The answer names it.'),
    name: anyText('The wanted document.', 'passport'),
    type: withDescription(documentType, 'Its type.'),
    size_bytes: count('Its size.', 120_000),
    created_at: timestamp('When it was uploaded.'),
  },
  { title: 'InformationDocument', description: 'An uploaded document, without its content.' },
)

export type DocumentJson = Static<typeof documentSchema>
export const documentView = (row: DocumentRow): DocumentJson => ({
  id: publicId('ird', row.id),
  name: row.name,
  type: row.type,
  size_bytes: row.size_bytes,
  created_at: toTimestamp(row.created_at),
})

export const operatorRequestSchema = exact(
  {
    ...shared,
    enterprise_id: identifier('ent', 'The enterprise.'),
    organization_id: identifier('org', 'The organization.'),
    organization_name: anyText('Its name.', 'Acme SA'),
    is_overdue: Type.Boolean({ description: 'OPEN after its deadline.', examples: [false] }),
  },
  { title: 'InformationRequest', description: 'What an operator asks an organization.' },
)

export const operatorRequestView = (row: OperatorRequestRow, at: number) => ({
  ...sharedView(row),
  enterprise_id: publicId('ent', row.enterprise_id),
  organization_id: publicId('org', row.organization_id),
  organization_name: row.organization_name,
  is_overdue: row.status === 'OPEN' && row.deadline <= at,
})

export const answerSchema = exact(
  {
    information_request_id: identifier('irq', 'The information request.'),
    fields: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The values, by the names of the fields.',
      examples: [{ source_of_funds: 'Sale of goods' }],
    }),
    documents: Type.Array(documentSchema, { description: 'The documents that the answer names.' }),
  },
  { title: 'InformationAnswer', description: 'What a customer answered.' },
)

export const contentSchema = exact(
  {
    ...documentSchema.properties,
    content: anyText('The content in base64.', 'JVBERi0xLjcK'),
  },
  { title: 'InformationContent', description: 'A document with its content.' },
)
