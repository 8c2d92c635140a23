// The operator API of information requests: open, list, get, read what was answered, close.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { refused } from '../../parties/acts/refused.ts'
import { addSealedRead } from '../../parties/audit/sealed-read.ts'
import type { Config } from '../../platform/config.ts'
import { openBytes, openText } from '../../platform/db/seal.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  dataListOf,
  dataOf,
  exact,
  failures,
  instant,
  organizationParams,
  pathId,
  text,
  withDescription,
} from '../../platform/http/schemas.ts'
import { NO_ID, publicId, uuidOf, writtenUuid } from '../../platform/ids.ts'
import { selectOperatorOrder } from '../../engine/orders/operator-queries.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { findSeen, type Operator } from '../../parties/operators/operator.ts'
import { selectInformationDocuments } from './document-queries.ts'
import { NEW, openRequest, type OpenDeps } from './open-request.ts'
import {
  selectInformationRequestById,
  selectInformationRequestsBefore,
  selectSealedAnswer,
  selectSealedDocument,
  type OperatorRequestRow,
} from './operator-queries.ts'
import { updateInformationRequestClosed } from './queries.ts'
import {
  answerSchema,
  contentSchema,
  documentView,
  operatorRequestSchema,
  operatorRequestView,
  requestStatus,
} from './view.ts'
import { MOST_DOCUMENTS, MOST_FIELDS, wantedDocument, wantedField } from './wanted.ts'

type RequestDeps = ActDeps & PageDeps & OpenDeps & { config: Config }

const tags = ['Information requests']
const one = '/information_requests/:information_request_id'
const oneParams = Type.Object({
  information_request_id: pathId('irq', 'The information request.'),
})

const opening = exact(
  {
    order_id: Type.Optional(
      pathId('ord', 'The order that it is about. Without it: the organization.'),
    ),
    message: text(2000, 'What is asked.', 'Please explain where the money of this order is from.'),
    fields: Type.Array(wantedField, { maxItems: MOST_FIELDS, description: 'Fields to fill in.' }),
    documents: Type.Array(wantedDocument, {
      maxItems: MOST_DOCUMENTS,
      description: 'Documents to upload.',
    }),
    deadline: instant('Until when the answer is needed.', '2026-03-09T17:00:00Z'),
    hold_order: Type.Optional(
      Type.Boolean({ description: 'Freeze the order as well.', examples: [true] }),
    ),
    reason,
  },
  { title: 'NewInformationRequest', description: 'What an operator asks an organization.' },
)

export function operatorInformationRequestEndpoints(api: Api, deps: RequestDeps): void {
  const { db, clock } = deps
  const view = (row: OperatorRequestRow) => operatorRequestView(row, clock.realNow())
  const requireView = async (id: OperatorRequestRow['id']) => {
    const row = await selectInformationRequestById(db, id)
    if (row === undefined) throw new Error(`${publicId('irq', id)} does not exist`)
    return view(row)
  }

  const seenRequest = (operator: Operator, written: string) =>
    findSeen(operator, 'irq', written, (id) => selectInformationRequestById(db, id))
  const about = (row: OperatorRequestRow) => ({
    chain: row.enterprise_id,
    subject: publicId('irq', row.id),
    version: row.status,
    amounts: [],
  })

  api.get(
    '/information_requests',
    {
      config: { right: 'read' },
      schema: {
        tags,
        operationId: 'listInformationRequests',
        summary: 'List information requests',
        description: 'Newest first, always in pages.',
        querystring: exact({
          ...pagingQuery,
          organization_id: Type.Optional(pathId('org', 'Only of this organization.')),
          order_id: Type.Optional(pathId('ord', 'Only about this order.')),
          status: Type.Optional(withDescription(requestStatus, 'Only with this status.')),
        }),
        response: {
          200: dataListOf(operatorRequestSchema, 'A page of information requests.'),
          ...failures(),
        },
      },
    },
    async (request, reply) => {
      const { organization_id, order_id, status = null } = request.query
      const filter = {
        enterpriseIds: operatorOfRequest(request).enterpriseIds,
        organizationId:
          organization_id === undefined ? null : (uuidOf('org', organization_id) ?? NO_ID),
        orderId: order_id === undefined ? null : (uuidOf('ord', order_id) ?? NO_ID),
        status,
      }
      const rows = await readPage(request, reply, deps, {
        name: 'operator information requests',
        keyFrom: (written) => writtenUuid('irq', written),
        page: (before, limit) => selectInformationRequestsBefore(db, filter, before, limit),
        keyOf: ({ id }) => id,
      })
      return reply.send({ data: rows.map(view) })
    },
  )

  api.get(
    one,
    {
      config: { right: 'read' },
      schema: {
        tags,
        operationId: 'getInformationRequest',
        summary: 'Get an information request',
        description: 'Without what was answered.',
        params: oneParams,
        response: { 200: dataOf(operatorRequestSchema, 'The information request.'), ...failures() },
      },
    },
    async (request, reply) => {
      const row = await seenRequest(
        operatorOfRequest(request),
        request.params.information_request_id,
      )
      if (row === undefined) throw failure('not_found')
      return reply.send({ data: view(row) })
    },
  )

  addAct(api, deps, {
    name: 'information_request.open',
    path: '/organizations/:organization_id/information_requests',
    tags,
    operationId: 'openInformationRequest',
    summary: 'Ask an organization for information',
    description:
      'The customer sees it in the API and as an event, and answers it there. `hold_order` freezes the order in the same transaction; `unfreeze` ends that.',
    params: Type.Object(organizationParams),
    body: opening,
    status: 201,
    answer: dataOf(operatorRequestSchema, 'The information request.'),
    async find(operator, { organization_id }, { order_id }) {
      const organization = await seenOrganization(deps, operator, organization_id)
      if (organization === undefined) return undefined
      if (order_id === undefined) return { organization, order: null }
      const id = uuidOf('ord', order_id)
      const order = id === undefined ? undefined : await selectOperatorOrder(db, id)
      return order?.organization_id === organization.id ? { organization, order } : undefined
    },
    about: ({ organization, order }, { hold_order }) => ({
      chain: organization.enterprise_id,
      subject: '',
      version: hold_order === true && order !== null ? String(order.version) : NEW,
      amounts: [],
    }),
    includes: ({ hold_order }) => (hold_order === true ? 'order.freeze' : undefined),
    carryOut: async ({ organization, order }, body, execution) =>
      requireView(await openRequest(deps, organization.id, order, body, execution)),
  })

  addAct(api, deps, {
    name: 'information_request.close',
    path: `${one}/close`,
    tags,
    operationId: 'closeInformationRequest',
    summary: 'Close an information request',
    description:
      'Nothing is needed any more, or another request takes its place. A frozen order stays frozen.',
    params: oneParams,
    body: actBody,
    answer: dataOf(operatorRequestSchema, 'The information request.'),
    find: (operator, params) => seenRequest(operator, params.information_request_id),
    about,
    async carryOut(row, _body, execution) {
      const closed = await execution.commit(row.status, async (transaction) => {
        const after = await updateInformationRequestClosed(transaction, row, clock.now())
        const detail = { before: { status: row.status }, after: { status: 'CLOSED' } }
        return after && { result: after, detail }
      })
      if (closed === undefined)
        throw refused(`${publicId('irq', row.id)} is closed, or was just answered: read it again`)
      return requireView(row.id)
    },
  })

  addSealedRead(api, deps, {
    act: 'information_request.read',
    path: `${one}/read`,
    tags,
    operationId: 'readInformationAnswer',
    summary: 'Read the answer',
    description: 'The values of the fields, decrypted. The audit trail has an entry of it.',
    params: oneParams,
    answer: dataOf(answerSchema, 'The answer.'),
    async read(operator, params) {
      const row = await seenRequest(operator, params.information_request_id)
      if (row === undefined) return undefined
      const [sealed, documents] = await Promise.all([
        selectSealedAnswer(db, row),
        selectInformationDocuments(db, row),
      ])
      if (sealed === undefined)
        throw refused(`${publicId('irq', row.id)} has no answer, or its answer was erased`)
      const { secrets } = deps.config
      const opened = openText(secrets, row.id, { keyId: sealed.key_id, bytes: sealed.bytes })
      const fields: Record<string, string> = JSON.parse(opened)
      const named = documents.filter(({ id }) => row.answer_document_ids?.includes(id) === true)
      const subject = publicId('irq', row.id)
      return {
        chain: row.enterprise_id,
        subject,
        detail: { fields: Object.keys(fields) },
        content: { information_request_id: subject, fields, documents: named.map(documentView) },
      }
    },
  })

  addSealedRead(api, deps, {
    act: 'information_request.read_document',
    path: `${one}/documents/:information_document_id/read`,
    tags,
    operationId: 'readInformationDocument',
    summary: 'Read a document',
    description: 'Its content, decrypted. The audit trail has an entry of it.',
    params: Type.Object({
      ...oneParams.properties,
      information_document_id: pathId('ird', 'The document.'),
    }),
    answer: dataOf(contentSchema, 'The document.'),
    async read(operator, params) {
      const row = await seenRequest(operator, params.information_request_id)
      if (row === undefined) return undefined
      const id = uuidOf('ird', params.information_document_id)
      const document = (await selectInformationDocuments(db, row)).find((each) => each.id === id)
      if (document === undefined) return undefined
      const named = publicId('ird', document.id)
      const sealed = await selectSealedDocument(db, document)
      if (sealed === undefined) throw refused(`${named} was erased`)
      const { secrets } = deps.config
      const bytes = openBytes(secrets, document.id, { keyId: sealed.key_id, bytes: sealed.bytes })
      return {
        chain: row.enterprise_id,
        subject: publicId('irq', row.id),
        detail: { document: named, name: document.name },
        content: { ...documentView(document), content: bytes.toString('base64') },
      }
    },
  })
}
