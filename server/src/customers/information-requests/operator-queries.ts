// The SQL that reads information requests for operators, with their encrypted answers.
import { rows, type Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { DocumentRow } from './document-queries.ts'
import type { RequestRow, RequestStatus } from './queries.ts'

export type OperatorRequestRow = RequestRow & {
  enterprise_id: Uuid<'ent'>
  organization_name: string
}

const SELECT = `
  select r.organization_id, r.id, r.order_id, r.message, r.fields, r.documents, r.deadline, r.status, r.created_at,
         r.updated_at, r.answered_at, r.closed_at, r.answer_document_ids, r.request_hash, o.enterprise_id,
         o.name as organization_name
    from information_requests r join organizations o on o.id = r.organization_id`

type OperatorRequestFilter = {
  enterpriseIds: readonly Uuid<'ent'>[] | null
  organizationId: Uuid<'org'> | null
  orderId: Uuid<'ord'> | null
  status: RequestStatus | null
}

const selecting = (name: string, condition: string) =>
  statement(
    name,
    ['enterprise_ids', 'organization_id', 'order_id', 'status', 'before', 'limit'],
    `${SELECT}
    where ${condition} ($1::uuid[] is null or o.enterprise_id = any ($1)) and ($2::uuid is null or r.organization_id = $2)
      and ($3::uuid is null or r.order_id = $3) and ($4::text is null or r.status = $4)
      and ($5::uuid is null or r.id < $5)
    order by r.id desc
    limit $6`,
  )
const SELECT_INFORMATION_REQUESTS_BEFORE = selecting('select_information_requests_before', '')
// Few are not closed: the index information_requests_waiting has them.
const SELECT_UNCLOSED_BEFORE = selecting(
  'select_unclosed_information_requests_before',
  `r.status <> 'CLOSED' and`,
)

const isUnclosed = ({ status }: OperatorRequestFilter): boolean =>
  status !== null && status !== 'CLOSED'

/** Newest first. */
export const selectInformationRequestsBefore = (
  db: Db,
  filter: OperatorRequestFilter,
  before: Uuid<'irq'> | null,
  limit: number,
): Promise<OperatorRequestRow[]> =>
  rows(db, isUnclosed(filter) ? SELECT_UNCLOSED_BEFORE : SELECT_INFORMATION_REQUESTS_BEFORE, [
    filter.enterpriseIds,
    filter.organizationId,
    filter.orderId,
    filter.status,
    before,
    limit,
  ])

/** A request of any organization. */
export const selectInformationRequestById = oneRow<OperatorRequestRow, [id: Uuid<'irq'>]>(
  'select_information_request_by_id',
  ['id'],
  `${SELECT} where r.id = $1`,
)

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
