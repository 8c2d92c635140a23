// The SQL that reads information requests for operators, with their encrypted answers.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { fewOf } from '../../platform/db/rare.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { DocumentRow } from './document-queries.ts'
import { COLUMNS, type RequestRow } from './queries.ts'

export type OperatorRequestRow = RequestRow & {
  enterprise_id: Uuid<'ent'>
  organization_name: string
}

/** Requests of all organizations. Few are not closed: the index information_requests_waiting has them. */
export const seenRequests = operatorListing('select_seen_info_requests', {
  table: 'information_requests',
  kind: 'irq',
  columns: COLUMNS,
  filters: { status: 'status =' },
  rare: {
    status: {
      OPEN: fewOf('information_requests', `status = 'OPEN' and status <> 'CLOSED'`),
      ANSWERED: fewOf('information_requests', `status = 'ANSWERED' and status <> 'CLOSED'`),
    },
  },
  madeAt: 'created_at',
  hasKeyOfId: true,
})

type SealedRow = { key_id: string; bytes: Buffer }

/** Undefined before the answer. */
export const selectSealedAnswer = oneRow<SealedRow, [request: RequestRow]>(
  'select_sealed_answer',
  ['organization_id', 'id'],
  `select answer_key_id as key_id, answer_sealed as bytes from information_requests
    where organization_id = $1 and id = $2 and answer_sealed is not null and erased_at is null`,
  (request) => [request.organization_id, request.id],
)

/** Undefined if it was erased. */
export const selectSealedDocument = oneRow<SealedRow, [document: DocumentRow]>(
  'select_sealed_document',
  ['organization_id', 'id'],
  `select content_key_id as key_id, content_sealed as bytes from information_documents
    where organization_id = $1 and id = $2 and content_sealed <> '\\x'`,
  (document) => [document.organization_id, document.id],
)
