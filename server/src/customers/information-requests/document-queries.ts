// The SQL of documents that customers upload for information requests.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { DocumentType } from './documents.ts'
import type { RequestRow } from './queries.ts'

export type DocumentRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'ird'>
  request_id: Uuid<'irq'>
  name: string
  type: DocumentType
  size_bytes: number
  created_at: Instant
  request_hash: Buffer
}

type NewDocument = DocumentRow & {
  content_key_id: string
  content_sealed: Buffer
  idempotency_key: string
}

const COLUMNS = `organization_id, id, request_id, name, type, size_bytes, created_at, request_hash`

const INSERT_INFORMATION_DOCUMENT = statement(
  'insert_information_document',
  [
    'organization_id',
    'id',
    'request_id',
    'name',
    'type',
    'size_bytes',
    'content_key_id',
    'content_sealed',
    'created_at',
    'idempotency_key',
    'request_hash',
  ],
  `insert into information_documents (organization_id, id, request_id, name, type, size_bytes, content_key_id,
     content_sealed, created_at, idempotency_key, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   returning ${COLUMNS}`,
)

/** Call it with the enterprise locked, after a look-up of the key. */
export async function insertInformationDocument(db: Db, made: NewDocument): Promise<DocumentRow> {
  const [row] = await rows<DocumentRow>(db, INSERT_INFORMATION_DOCUMENT, [
    made.organization_id,
    made.id,
    made.request_id,
    made.name,
    made.type,
    made.size_bytes,
    made.content_key_id,
    made.content_sealed,
    sqlInstant(made.created_at),
    made.idempotency_key,
    made.request_hash,
  ])
  if (row === undefined) throw new Error('a document was not inserted')
  return row
}

/** All documents that were uploaded for a request, oldest first. */
export const selectInformationDocuments = allRows<
  DocumentRow,
  [request: Pick<RequestRow, 'organization_id' | 'id'>]
>(
  'select_information_documents',
  ['organization_id', 'request_id'],
  `select ${COLUMNS} from information_documents where organization_id = $1 and request_id = $2 order by id`,
  (request) => [request.organization_id, request.id],
)

export const selectInformationDocumentByKey = oneRow<
  DocumentRow,
  [organizationId: Uuid<'org'>, key: string]
>(
  'select_information_document_by_key',
  ['organization_id', 'idempotency_key'],
  `select ${COLUMNS} from information_documents where organization_id = $1 and idempotency_key = $2`,
)
