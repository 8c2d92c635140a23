// A customer answers an information request: uploads documents, then sends the fields. Both are encrypted at once, and no
// answer of the API repeats them. Each change locks the enterprise, so that a key is used once and limits hold.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { sealBytes, sealText } from '../../platform/db/seal.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { newUuid, uuidOf, type OwnedId, type Uuid } from '../../platform/ids.ts'
import { lockEnterprise } from '../../parties/organizations/queries.ts'
import {
  insertInformationDocument,
  selectInformationDocumentByKey,
  selectInformationDocuments,
  type DocumentRow,
} from './document-queries.ts'
import { bytesOfBase64, isOfType, type DocumentType } from './documents.ts'
import {
  selectInformationRequest,
  selectInformationRequestByKey,
  updateInformationRequestAnswered,
  type RequestRow,
} from './queries.ts'
import { answeredView, documentView, type DocumentJson, type RequestJson } from './view.ts'
import { MOST_UPLOADS, problemsOfAnswer } from './wanted.ts'

export type AnswerDeps = { db: Pool; clock: Clock; config: Pick<Config, 'secrets'> }
type Owner = OwnedId<'irq'> & { enterpriseId: Uuid<'ent'> }

export function uploadDocument(
  deps: AnswerDeps,
  owner: Owner,
  input: { name: string; type: DocumentType; content: string },
  idempotency: Idempotency,
): Promise<Created<DocumentJson>> {
  return inTransaction(deps.db, async (db) => {
    await lockEnterprise(db, owner.enterpriseId)
    const earlier = await selectInformationDocumentByKey(db, owner.organizationId, idempotency.key)
    if (earlier !== undefined)
      return { value: documentView(requireSameRequest(earlier, idempotency)), replayed: true }
    const request = await requireOpen(db, owner)
    const content = contentOf(request, input)
    if ((await selectInformationDocuments(db, request)).length >= MOST_UPLOADS)
      throw failure('too_many_documents', { limit: MOST_UPLOADS })
    const at = deps.clock.now()
    const id = newUuid('ird', at)
    const sealed = sealBytes(deps.config.secrets, id, content)
    const row = await insertInformationDocument(db, {
      organization_id: owner.organizationId,
      id,
      request_id: owner.id,
      name: input.name,
      type: input.type,
      size_bytes: content.length,
      content_key_id: sealed.keyId,
      content_sealed: sealed.bytes,
      created_at: at,
      idempotency_key: idempotency.key,
      request_hash: idempotency.requestHash,
    })
    return { value: documentView(row), replayed: false }
  })
}

export function answerRequest(
  deps: AnswerDeps,
  owner: Owner,
  input: { fields: Readonly<Record<string, unknown>>; document_ids?: readonly string[] },
  idempotency: Idempotency,
): Promise<Created<RequestJson>> {
  return inTransaction(deps.db, async (db) => {
    await lockEnterprise(db, owner.enterpriseId)
    const earlier = await selectInformationRequestByKey(db, owner.organizationId, idempotency.key)
    if (earlier !== undefined)
      return { value: answeredView(requireSameRequest(earlier, idempotency)), replayed: true }
    const request = await requireOpen(db, owner)
    const documents = documentsOf(
      await selectInformationDocuments(db, request),
      input.document_ids ?? [],
    )
    const problems = problemsOfAnswer(request, input.fields, documents)
    if (problems.length > 0) throw fieldFailure('invalid_answer', problems)
    const sealed = sealText(deps.config.secrets, owner.id, JSON.stringify(input.fields))
    const documentIds = documents.map(({ id }) => id)
    const answer = { sealed, documentIds, idempotency }
    const row = await updateInformationRequestAnswered(db, request, answer, deps.clock.now())
    // An operator closed it meanwhile.
    if (row === undefined) throw failure('information_request_not_open')
    return { value: answeredView(row), replayed: false }
  })
}

async function requireOpen(db: Db, owner: Owner): Promise<RequestRow> {
  const request = await selectInformationRequest(db, owner)
  if (request === undefined) throw failure('not_found')
  if (request.status !== 'OPEN')
    throw failure('information_request_not_open', { current_status: request.status })
  return request
}

function contentOf(
  request: RequestRow,
  { name, type, content: text }: { name: string; type: DocumentType; content: string },
): Buffer {
  const wanted = request.documents.find((one) => one.name === name)
  if (wanted === undefined)
    throw fieldFailure('invalid_answer', [
      { pointer: '/name', code: 'invalid_value', message: 'names no document that is asked for' },
    ])
  const content = bytesOfBase64(text)
  if (content === undefined)
    throw fieldFailure('invalid_request', [
      { pointer: '/content', code: 'invalid_value', message: 'must be base64 with padding' },
    ])
  if (content.length > wanted.largest_bytes)
    throw failure('document_too_large', { largest_bytes: wanted.largest_bytes })
  if (!isOfType(type, content)) throw failure('invalid_document', {}, `It is no ${type}.`)
  return content
}

/** The named documents, each once. */
function documentsOf(uploaded: readonly DocumentRow[], texts: readonly string[]): DocumentRow[] {
  return [...new Set(texts)].map((text, index) => {
    const id = uuidOf('ird', text)
    const found = uploaded.find((one) => one.id === id)
    if (found === undefined)
      throw fieldFailure('invalid_answer', [
        {
          pointer: `/document_ids/${index}`,
          code: 'invalid_value',
          message: 'names no document that was uploaded for this request',
        },
      ])
    return found
  })
}
