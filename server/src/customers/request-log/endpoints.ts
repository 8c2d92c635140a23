// Lists the request log: what keys of the enterprise asked in the last days, and how it was answered.
import Type from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { toTimestamp } from '../../platform/clock.ts'
import { addList } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idFilter, periodOf, timeFilters } from '../../platform/http/filters.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf } from '../../platform/http/request.ts'
import {
  anyText,
  choice,
  count,
  dataListOf,
  exact,
  identifier,
  nullable,
  pathId,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { KEPT_DAYS } from './keep.ts'
import { selectRequests, type RequestRow } from './queries.ts'
import { fieldTypes } from './shape.ts'

const field = exact(
  {
    pointer: anyText('Where it is in the body, as a JSON pointer.', '/payin_amount'),
    type: choice(fieldTypes, 'Its type in JSON.', { title: 'JsonType' }),
    length: nullable(
      count('Characters or items.', 7),
      'Characters of a text, items of an array; null for other types.',
    ),
  },
  { title: 'RequestField', description: 'A field of a body, without its value.' },
)

/** Of any kind. */
const CREATED_ID = '^[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}$'

const requestSchema = exact(
  {
    id: identifier('rq', 'This entry of the log.'),
    request_id: anyText(
      'The `X-Request-Id` of the answer.',
      '7f1c9e52-1f38-4b0c-9d1e-2f6a53c1d0ab',
    ),
    api_key_id: identifier('key', 'The key that asked.'),
    at: timestamp('When it was answered.'),
    method: anyText('The method.', 'POST'),
    path: Type.String({
      pattern: '^/',
      description: 'The path, without a query.',
      examples: ['/v1/organizations/org_01jqe8m2x4fv5s0t6w7y8z9abc/quotes'],
    }),
    operation: anyText('The operation.', 'createQuote'),
    status: count('The status of the answer.', 201),
    took_ms: count('Milliseconds from the headers of the request to the end of the answer.', 4),
    error_code: nullable(
      anyText('The code of the problem.', 'invalid_amount'),
      'Why it was refused; null if it was not.',
      { examples: [null] },
    ),
    error_pointers: Type.Array(anyText('A JSON pointer.', '/payin_amount'), {
      description: 'The fields that were wrong.',
    }),
    created_id: nullable(
      Type.String({
        pattern: CREATED_ID,
        description: 'An identifier.',
        examples: ['qt_01jqe8m2x4fv5s0t6w7y8z9abc'],
      }),
      'What it created; null if nothing.',
    ),
    body: nullable(
      Type.Array(field, { description: 'The first 50 fields.' }),
      'The shape of the body without its values; null without a body.',
    ),
  },
  { title: 'ApiRequest', description: 'A request of an API key, and how it was answered.' },
)

const viewOf = (row: RequestRow) => ({
  id: publicId('rq', row.id),
  request_id: row.request_id,
  api_key_id: publicId('key', row.key_id),
  at: toTimestamp(row.at),
  method: row.method,
  path: row.path,
  operation: row.operation,
  status: row.status,
  took_ms: row.took_ms,
  error_code: row.code,
  error_pointers: row.faults,
  created_id: row.object_id,
  body: row.body?.map(({ pointer, type, length }) => ({ pointer, type, length })) ?? null,
})

type Query = {
  api_key_id?: string
  request_id?: string
  refused?: 'true'
  created_after?: string
  created_before?: string
}

const filterOf = (query: Query) => ({
  keyId: idFilter('key', query.api_key_id),
  requestId: query.request_id,
  isRefused: query.refused === 'true',
  ...periodOf(query),
})

export function requestLogEndpoints(api: Api, deps: ListDeps & { db: Db }): void {
  addList(api, deps, {
    path: '/api-requests',
    config: { userRight: 'develop' },
    tags: ['API keys'],
    operationId: 'listApiRequests',
    summary: 'List requests of API keys',
    description: `What keys of the enterprise asked in the last ${KEPT_DAYS} days, newest first; a key bound to an organization sees those of keys bound to it. Of a key that asks more than 300 times at once and then more than once in two seconds not all are kept; refusals are counted apart. An entry is there a second after the answer.`,
    querystring: Type.Unsafe<Query & { limit?: string; cursor?: string }>(
      exact({
        ...pagingQuery,
        api_key_id: Type.Optional(pathId('key', 'Requests of this key.')),
        request_id: Type.Optional(
          Type.String({
            maxLength: 128,
            pattern: inputPatterns.requestId.pattern,
            description:
              'Requests with this `X-Request-Id`. Other filters but the times are ignored.',
            examples: ['7f1c9e52-1f38-4b0c-9d1e-2f6a53c1d0ab'],
          }),
        ),
        refused: Type.Optional(
          choice(['true'], 'Only requests that were refused. Not together with a key.'),
        ),
        ...timeFilters('Requests answered'),
      }),
    ),
    answer: dataListOf(requestSchema, 'The requests, or a page of them.'),
    prefix: 'rq',
    list(request) {
      const { enterpriseId, organizationId } = callerOf(request)
      const filter = filterOf(request.query)
      return {
        name: `api-requests:${enterpriseId}:${organizationId}:${JSON.stringify(filter)}`,
        page: (before, limit) =>
          selectRequests(deps.db, enterpriseId, organizationId, filter, before, limit),
        views: (rows) => rows.map(viewOf),
      }
    },
  })
}
