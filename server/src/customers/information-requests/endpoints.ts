// The endpoints of the API for information requests: list, get, upload a document, answer.
import Type from 'typebox'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idFilter, periodOf, timeFilters } from '../../platform/http/filters.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from '../../platform/http/list.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf, organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  failures,
  idempotencyHeaders,
  organizationParams,
  pathId,
  withDescription,
} from '../../platform/http/schemas.ts'
import { writtenUuid } from '../../platform/ids.ts'
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
  api.get(
    list,
    {
      config: listConfig,
      schema: {
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
        response: {
          200: dataListOf(requestSchema, 'The information requests, or a page of them.'),
          ...failures(),
        },
      },
    },
    (request, reply) => {
      const organizationId = organizationOf(request)
      const { order_id, status } = request.query
      const filter = {
        orderId: idFilter('ord', order_id),
        status,
        ...periodOf(request.query),
      }
      return sendList(request, reply, deps, {
        name: `information-requests:${organizationId}:${JSON.stringify(filter)}`,
        keyFrom: (text) => writtenUuid('irq', text),
        page: (after, limit) =>
          selectInformationRequests(deps.db, organizationId, filter, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map(requestView),
      })
    },
  )

  api.get(
    one,
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getInformationRequest',
        summary: 'Get an information request',
        description: 'What is asked, until when, and whether it was answered.',
        params: oneParams,
        response: { 200: dataOf(requestSchema, 'The information request.'), ...failures() },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'irq', request.params.information_request_id)
      const row = await selectInformationRequest(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return { data: requestView(row) }
    },
  )
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

  api.post(
    `${one}/answer`,
    {
      config: { scope: 'write', needsIdempotencyKey: true, cost: 5 },
      schema: {
        tags,
        operationId: 'answerInformationRequest',
        summary: 'Answer an information request',
        description:
          'Once, with all required fields and documents. The values are encrypted at once; no answer of the API has them. Refused with `information_request_not_open` after an answer or a withdrawal.',
        params: oneParams,
        headers: idempotencyHeaders,
        body: newAnswer,
        response: {
          201: dataOf(requestSchema, 'The information request, answered.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const owned = ownedId(request, 'irq', request.params.information_request_id)
      const owner = { ...owned, enterpriseId: callerOf(request).enterpriseId }
      return sendCreated(
        reply,
        await answerRequest(deps, owner, request.body, idempotencyOf(request)),
      )
    },
  )
}
