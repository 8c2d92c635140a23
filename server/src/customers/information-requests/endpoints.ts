// The endpoints of the API for information requests: list, get, upload a document, answer.
import Type from 'typebox'
import { addCreation, addList, addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idFilter, periodOf, timeFilters } from '../../platform/http/filters.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf, organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  idempotencyHeaders,
  organizationParams,
  pathId,
  withDescription,
  failures,
} from '../../platform/http/schemas.ts'
import { answerRequest, uploadDocument, type AnswerDeps } from './answer-request.ts'
import { documentType } from './documents.ts'
import { selectInformationRequest, selectInformationRequests } from './queries.ts'
import { documentSchema, requestSchema, requestStatus, requestView } from './view.ts'
import { LARGEST_DOCUMENT, MOST_UPLOADS } from './wanted.ts'

const tags = ['Information requests']
const list = '/organizations/:organization_id/information-requests'
const one = `${list}/:information_request_id`
const oneParams = Type.Object({
  ...organizationParams,
  information_request_id: pathId('irq', 'The information request.'),
})

const LONGEST_CONTENT = Math.ceil(LARGEST_DOCUMENT / 3) * 4
/** The content, its name and type. */
const BODY_LIMIT_BYTES = LONGEST_CONTENT + 4096

const newDocument = exact(
  {
    name: Type.String({
      pattern: inputPatterns.fieldName.pattern,
      description: 'The wanted document.',
      examples: ['passport'],
    }),
    type: withDescription(documentType, 'The type of the content.'),
    content: Type.String({
      minLength: 4,
      maxLength: LONGEST_CONTENT,
      description: 'The content in base64 with padding.',
      examples: ['JVBERi0xLjcK'],
    }),
  },
  { title: 'NewInformationDocument', description: 'A document to upload.' },
)

const newAnswer = exact(
  {
    fields: Type.Unsafe<Record<string, unknown>>({
      title: 'NewInformationValues',
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The values, by the names of the fields.',
      examples: [{ source_of_funds: 'Sale of goods' }],
    }),
    document_ids: Type.Optional(
      Type.Array(pathId('ird', 'An uploaded document.'), {
        maxItems: MOST_UPLOADS,
        description: 'The uploaded documents that belong to the answer.',
      }),
    ),
  },
  { title: 'NewInformationAnswer', description: 'The answer to an information request.' },
)

type Deps = ListDeps & AnswerDeps

export function informationRequestEndpoints(api: Api, deps: Deps): void {
  readRequestEndpoints(api, deps)
  answerRequestEndpoints(api, deps)
}

function readRequestEndpoints(api: Api, deps: Deps): void {
  addList(api, deps, {
    path: list,
    tags,
    operationId: 'listInformationRequests',
    summary: 'List information requests',
    description:
      'What operators ask the organization. Newest first. Without `limit` and `cursor` the response streams the complete list.',
    params: Type.Object(organizationParams),
    querystring: exact({
      ...pagingQuery,
      order_id: Type.Optional(pathId('ord', 'The requests about this order.')),
      status: Type.Optional(withDescription(requestStatus, 'Requests with this status.')),
      ...timeFilters('Requests created'),
    }),
    answer: dataListOf(requestSchema, 'The information requests, or a page of them.'),
    prefix: 'irq',
    list(request) {
      const organizationId = organizationOf(request)
      const { order_id, status } = request.query
      const filter = {
        orderId: idFilter('ord', order_id),
        status,
        ...periodOf(request.query),
      }
      return {
        name: `information-requests:${organizationId}:${JSON.stringify(filter)}`,
        page: (after, limit) =>
          selectInformationRequests(deps.db, organizationId, filter, after, limit),
        views: (rows) => rows.map(requestView),
      }
    },
  })

  addRead(api, {
    path: one,
    config: { scope: 'read' },
    tags,
    operationId: 'getInformationRequest',
    summary: 'Get an information request',
    description: 'What is asked, until when, and whether it was answered.',
    params: oneParams,
    answer: dataOf(requestSchema, 'The information request.'),
    async data(request) {
      const owned = ownedId(request, 'irq', request.params.information_request_id)
      const row = await selectInformationRequest(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return requestView(row)
    },
  })
}

function answerRequestEndpoints(api: Api, deps: Deps): void {
  api.post(
    `${one}/documents`,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: {
        scope: 'write',
        needsIdempotencyKey: true,
        cost: 20,
        tooLarge: 'document_too_large',
      },
      schema: {
        tags,
        operationId: 'uploadInformationDocument',
        summary: 'Upload a document',
        description: `For a document that the request asks for, in base64. Encrypted at once; no answer of the API has its content. At most ${MOST_UPLOADS} for a request. Only those that the answer names belong to it.`,
        params: oneParams,
        headers: idempotencyHeaders,
        body: newDocument,
        response: {
          201: dataOf(documentSchema, 'The document.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const owned = ownedId(request, 'irq', request.params.information_request_id)
      const owner = { ...owned, enterpriseId: callerOf(request).enterpriseId }
      return sendCreated(
        reply,
        await uploadDocument(deps, owner, request.body, idempotencyOf(request)),
      )
    },
  )

  addCreation(api, {
    path: `${one}/answer`,
    config: { scope: 'write', cost: 5 },
    tags,
    operationId: 'answerInformationRequest',
    summary: 'Answer an information request',
    description:
      'Once, with all required fields and documents. The values are encrypted at once; no answer of the API has them. Refused with `information_request_not_open` after an answer or a withdrawal.',
    params: oneParams,
    body: newAnswer,
    refusals: [409, 413, 415, 422],
    answer: dataOf(requestSchema, 'The information request, answered.'),
    created(request) {
      const owned = ownedId(request, 'irq', request.params.information_request_id)
      const owner = { ...owned, enterpriseId: callerOf(request).enterpriseId }
      return answerRequest(deps, owner, request.body, idempotencyOf(request))
    },
  })
}
