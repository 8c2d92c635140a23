// All SQL that writes information requests and their documents.
import type { Instant } from '../../platform/clock.ts'
import { listing } from '../../platform/db/listing.ts'
import type { Rare } from '../../platform/db/rare.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { oneOwned, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEvents } from '../../platform/events/insert-events.ts'
import { changedWithoutOrder } from '../../platform/events/status-changes.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import type { Wanted } from './wanted.ts'

export const requestStatuses = ['OPEN', 'ANSWERED', 'CLOSED'] as const
type RequestStatus = (typeof requestStatuses)[number]

export type NewRequest = {
  organization_id: Uuid<'org'>
  id: Uuid<'irq'>
  order_id: Uuid<'ord'> | null
  message: string
  fields: Wanted['fields']
  documents: Wanted['documents']
  deadline: Instant
}

export type RequestRow = NewRequest & {
  status: RequestStatus
  created_at: Instant
  updated_at: Instant
  answered_at: Instant | null
  closed_at: Instant | null
  answer_document_ids: Uuid<'ird'>[] | null
  request_hash: Buffer | null
}

export const COLUMNS = `organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
  answered_at, closed_at, answer_document_ids, request_hash`

type EventOfRequest = 'requested' | 'answered' | 'closed'

/** The parameter of announceEvents for one request. */
const eventOf = (
  type: EventOfRequest,
  row: Pick<NewRequest, 'id' | 'order_id' | 'deadline'>,
  at: Instant,
): string =>
  JSON.stringify([
    {
      position: 0,
      id: newUuid('evt', at),
      type: `information.${type}`,
      data: {
        information_request_id: publicId('irq', row.id),
        order_id: row.order_id === null ? null : publicId('ord', row.order_id),
        deadline: sqlInstant(row.deadline),
      },
      step: 1,
    },
  ])

/** SQL of a statement that writes one request in `written` and announces it. */
const announcing = (write: string, events: string): string =>
  `with written as (${write} returning ${COLUMNS}
   ), changed as (${changedWithoutOrder('organization_id', 'written')}
   ), ${announceEvents(events, 'changed')}
   select ${COLUMNS} from written`

const INSERT_INFORMATION_REQUEST = statement(
  'insert_information_request',
  [
    'organization_id',
    'id',
    'order_id',
    'message',
    'fields',
    'documents',
    'deadline',
    'at',
    'events',
  ],
  announcing(
    `insert into information_requests (organization_id, id, order_id, message, fields, documents, deadline, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    '$9',
  ),
)

export async function insertInformationRequest(
  db: Db,
  request: NewRequest,
  at: Instant,
): Promise<RequestRow> {
  const [row] = await rows<RequestRow>(db, INSERT_INFORMATION_REQUEST, [
    request.organization_id,
    request.id,
    request.order_id,
    request.message,
    JSON.stringify(request.fields),
    JSON.stringify(request.documents),
    sqlInstant(request.deadline),
    sqlInstant(at),
    eventOf('requested', request, at),
  ])
  if (row === undefined) throw new Error(`${publicId('irq', request.id)} was not inserted`)
  return row
}

/** Undefined if the request is not open any more. */
export const updateInformationRequestAnswered = oneRow<
  RequestRow,
  [
    request: RequestRow,
    answer: { sealed: Sealed; documentIds: readonly Uuid<'ird'>[]; idempotency: Idempotency },
    at: Instant,
  ]
>(
  'update_information_request_answered',
  [
    'organization_id',
    'id',
    'at',
    'key_id',
    'sealed',
    'document_ids',
    'idempotency_key',
    'request_hash',
    'events',
  ],
  announcing(
    `update information_requests
        set status = 'ANSWERED', updated_at = greatest($3, updated_at), answered_at = greatest($3, updated_at),
            answer_key_id = $4, answer_sealed = $5, answer_document_ids = $6, idempotency_key = $7, request_hash = $8
      where organization_id = $1 and id = $2 and status = 'OPEN'`,
    '$9',
  ),
  (request, answer, at) => [
    request.organization_id,
    request.id,
    sqlInstant(at),
    answer.sealed.keyId,
    answer.sealed.bytes,
    answer.documentIds,
    answer.idempotency.key,
    answer.idempotency.requestHash,
    eventOf('answered', request, at),
  ],
)

/** Undefined if the request has another status than the one that was seen. */
export const updateInformationRequestClosed = oneRow<
  RequestRow,
  [request: RequestRow, at: Instant]
>(
  'update_information_request_closed',
  ['organization_id', 'id', 'at', 'from_status', 'events'],
  announcing(
    `update information_requests
        set status = 'CLOSED', updated_at = greatest($3, updated_at), closed_at = greatest($3, updated_at)
      where organization_id = $1 and id = $2 and status = $4 and status <> 'CLOSED'`,
    '$5',
  ),
  (request, at) => [
    request.organization_id,
    request.id,
    sqlInstant(at),
    request.status,
    eventOf('closed', request, at),
  ],
)

// Few requests are not closed: they are in the index information_requests_waiting.
const notClosed = (status: RequestStatus): Rare => ({
  condition: `status = '${status}' and status <> 'CLOSED'`,
})

const SELECT_INFORMATION_REQUESTS = listing('select_info_requests', {
  table: 'information_requests',
  columns: COLUMNS,
  filters: { order: 'order_id =', status: 'status =', ...periodFilters('created_at') },
  selective: 'order',
  rare: { status: { OPEN: notClosed('OPEN'), ANSWERED: notClosed('ANSWERED') } },
})

type RequestFilter = Period & {
  orderId?: Uuid<'ord'> | undefined
  status?: RequestStatus | undefined
}

/** Newest first. */
export const selectInformationRequests = (
  db: Db,
  organizationId: Uuid<'org'>,
  filter: RequestFilter,
  after: Uuid<'irq'> | null,
  limit: number,
): Promise<RequestRow[]> =>
  SELECT_INFORMATION_REQUESTS<RequestRow>(db, organizationId, limit, {
    page: after ?? undefined,
    order: filter.orderId,
    status: filter.status,
    ...periodValues('irq', filter),
  })

export const selectInformationRequest = oneOwned<RequestRow, 'irq'>(
  'select_information_request',
  `select ${COLUMNS} from information_requests where organization_id = $1 and id = $2`,
)

/** The request that an earlier request to the API answered under this key. */
export const selectInformationRequestByKey = oneRow<
  RequestRow,
  [organizationId: Uuid<'org'>, key: string]
>(
  'select_information_request_by_key',
  ['organization_id', 'idempotency_key'],
  `select ${COLUMNS} from information_requests where organization_id = $1 and idempotency_key = $2`,
)
