// The operator API of information requests: open, list, get, read what was answered, close.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import { refused } from '../../parties/acts/refused.ts'
import { addSealedRead } from '../../parties/audit/sealed-read.ts'
import type { Config } from '../../platform/config.ts'
import { openBytes, openText } from '../../platform/db/seal.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idFilter, periodOf, sortFilter, timeFilters } from '../../platform/http/filters.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  dataListOf,
  dataOf,
  exact,
  instant,
  organizationParams,
  pathId,
  text,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, writtenUuid } from '../../platform/ids.ts'
import { selectOperatorOrder } from '../../engine/orders/operator-queries.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { scopeOf } from '../../parties/operators/operator-reads.ts'
import { findSeen, type Operator } from '../../parties/operators/operator.ts'
import { selectInformationDocuments } from './document-queries.ts'
import { NEW, openRequest, type OpenDeps } from './open-request.ts'
import {
  seenRequests,
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
  readRequestEndpoints(api, deps)
  openRequestAct(api, deps)
  closeRequestAct(api, deps)
  readAnswerEndpoints(api, deps)
}

async function requireView(deps: RequestDeps, id: OperatorRequestRow['id']) {
  const row = await seenRequests.find<OperatorRequestRow>(deps.db, id)
  if (row === undefined) throw new Error(`${publicId('irq', id)} does not exist`)
  return operatorRequestView(row, deps.clock.realNow())
}

const seenRequest = ({ db }: RequestDeps, operator: Operator, written: string) =>
  findSeen(operator, 'irq', written, (id) => seenRequests.find<OperatorRequestRow>(db, id))

function readRequestEndpoints(api: Api, deps: RequestDeps): void {
  listRequestsEndpoint(api, deps)
  addRead(api, {
    path: one,
    config: { right: 'read', command: 'information show' },
    tags,
    operationId: 'getInformationRequest',
    summary: 'Get an information request',
    description: 'Without what was answered.',
    params: oneParams,
    answer: dataOf(operatorRequestSchema, 'The information request.'),
    async data(request) {
      const row = await seenRequest(
        deps,
        operatorOfRequest(request),
        request.params.information_request_id,
      )
      if (row === undefined) throw failure('not_found')
      return operatorRequestView(row, deps.clock.realNow())
    },
  })
}

function listRequestsEndpoint(api: Api, deps: RequestDeps): void {
  addRead(api, {
    path: '/information_requests',
    config: { right: 'read', command: 'information list' },
    tags,
    operationId: 'listInformationRequests',
    summary: 'List information requests',
    description: 'By default newest first, always in pages.',
    querystring: exact({
      ...pagingQuery,
      organization_id: Type.Optional(pathId('org', 'Only of this organization.')),
      order_id: Type.Optional(pathId('ord', 'Only about this order.')),
      status: Type.Optional(withDescription(requestStatus, 'Only with this status.')),
      ...timeFilters('Requests made'),
      ...sortFilter,
    }),
    answer: dataListOf(operatorRequestSchema, 'A page of information requests.'),
    async data(request, reply) {
      const { order_id: orderId, status, sort } = request.query
      const scope = scopeOf(operatorOfRequest(request), request.query)
      const filter = {
        orderId: idFilter('ord', orderId),
        ...periodOf(request.query),
        sort,
        given: { status },
      }
      const now = deps.clock.realNow()
      const rows = await readPage(request, reply, deps, {
        name: `operator information requests:${JSON.stringify([scope.organizationId, filter])}`,
        keyFrom: (written) => writtenUuid('irq', written),
        page: (before, limit) =>
          seenRequests.select<OperatorRequestRow>(
            deps.db,
            scope,
            { ...filter, now },
            before,
            limit,
          ),
        keyOf: ({ id }) => id,
      })
      return rows.map((row) => operatorRequestView(row, now))
    },
  })
}

function openRequestAct(api: Api, deps: RequestDeps): void {
  actsOn(api, deps, {
    kind: 'org',
    params: Type.Object(organizationParams),
    find: (operator, { organization_id: id }) => seenOrganization(deps, operator, id),
    about: ({ enterprise_id: chain }) => ({ chain, subject: '', version: NEW, amounts: [] }),
  }).addNaming({
    name: 'information_request.open',
    operationId: 'openInformationRequest',
    path: '/organizations/:organization_id/information_requests',
    tags,
    summary: 'Ask an organization for information',
    description:
      'The customer sees it in the API and as an event, and answers it there. `hold_order` freezes the order in the same transaction; `unfreeze` ends that.',
    body: opening,
    status: 201,
    answer: dataOf(operatorRequestSchema, 'The information request.'),
    async named(organization, { order_id }) {
      if (order_id === undefined) return { order: null }
      const id = uuidOf('ord', order_id)
      const order = id === undefined ? undefined : await selectOperatorOrder(deps.db, id)
      return order?.organization_id === organization.id ? { order } : undefined
    },
    about: ({ found: organization, named: { order } }, { hold_order }) => ({
      chain: organization.enterprise_id,
      subject: '',
      version: hold_order === true && order !== null ? String(order.version) : NEW,
      amounts: [],
    }),
    includes: ({ hold_order }) => (hold_order === true ? 'order.freeze' : undefined),
    carryOut: async ({ found: organization, named: { order } }, body, execution) =>
      requireView(deps, await openRequest(deps, organization.id, order, body, execution)),
  })
}

function closeRequestAct(api: Api, deps: RequestDeps): void {
  const { add } = actsOn(api, deps, {
    kind: 'irq',
    params: oneParams,
    find: (operator, params) => seenRequest(deps, operator, params.information_request_id),
    about: (row) => ({
      chain: row.enterprise_id,
      subject: publicId('irq', row.id),
      version: row.status,
      amounts: [],
    }),
  })
  add({
    name: 'information_request.close',
    path: `${one}/close`,
    tags,
    command: 'information close',
    operationId: 'closeInformationRequest',
    summary: 'Close an information request',
    description:
      'Nothing is needed any more, or another request takes its place. A frozen order stays frozen.',
    body: actBody,
    answer: dataOf(operatorRequestSchema, 'The information request.'),
    closed: ({ status }) => (status === 'CLOSED' ? closed('ended', 'is closed') : null),
    async carryOut(row, _body, execution) {
      const closed = await execution.commit(row.status, async (transaction) => {
        const after = await updateInformationRequestClosed(transaction, row, deps.clock.now())
        const detail = { before: { status: row.status }, after: { status: 'CLOSED' } }
        return after && { result: after, detail }
      })
      if (closed === undefined)
        throw refused(`${publicId('irq', row.id)} was just answered or closed: read it again`)
      return requireView(deps, row.id)
    },
  })
}

function readAnswerEndpoints(api: Api, deps: RequestDeps): void {
  addSealedRead(api, deps, {
    act: 'information_request.read',
    path: `${one}/read`,
    tags,
    command: 'information read',
    operationId: 'readInformationAnswer',
    summary: 'Read the answer',
    description: 'The values of the fields, decrypted. The audit trail has an entry of it.',
    params: oneParams,
    answer: dataOf(answerSchema, 'The answer.'),
    async read(operator, params) {
      const row = await seenRequest(deps, operator, params.information_request_id)
      if (row === undefined) return undefined
      const [sealed, documents] = await Promise.all([
        selectSealedAnswer(deps.db, row),
        selectInformationDocuments(deps.db, row),
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
      const row = await seenRequest(deps, operator, params.information_request_id)
      if (row === undefined) return undefined
      const id = uuidOf('ird', params.information_document_id)
      const document = (await selectInformationDocuments(deps.db, row)).find(
        (each) => each.id === id,
      )
      if (document === undefined) return undefined
      const named = publicId('ird', document.id)
      const sealed = await selectSealedDocument(deps.db, document)
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
