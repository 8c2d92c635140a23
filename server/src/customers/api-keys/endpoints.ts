// The endpoints of the API for API keys. A key grants and manages no more than it has: see narrower.ts.
import Type from 'typebox'
import { nameEndOf } from '../../platform/db/sorts.ts'
import { addCreation, addList, addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { sortFilter } from '../../platform/http/filters.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import { idempotencyOf, type Idempotency } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  instant,
  pathId,
  text,
  withDescription,
} from '../../platform/http/schemas.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { createKeyFor, requireKey, revokeKeyFor, rotateKey, type KeyDeps } from './customer-keys.ts'
import { selectKeysOfEnterprise } from '../../platform/access/customer-queries.ts'
import { keySchema, keyScope, keyView, keyWithSecretSchema } from './view.ts'

const tags = ['API keys']
const keyParams = Type.Object({ api_key_id: pathId('key', 'The API key.') })
const path = '/api-keys'
const one = `${path}/:api_key_id`

const DEFAULT_OVERLAP_S = 86_400
const MOST_OVERLAP_S = 7 * 86_400
const SECOND = 1000

const orNull = <T>(schema: object): Type.TOptional<Type.TUnsafe<T | null>> =>
  Type.Optional(Type.Unsafe<T | null>({ ...schema, type: [typeOf(schema), 'null'] }))
const typeOf = (schema: object): unknown => ('type' in schema ? schema.type : undefined)

export const scopes = Type.Array(keyScope, {
  minItems: 1,
  uniqueItems: true,
  description: 'What it may do.',
})
export const networks = Type.Array(
  Type.String({
    maxLength: 49,
    pattern: inputPatterns.network.pattern,
    description: 'An address, or a network in CIDR form.',
    examples: ['203.0.113.0/24'],
  }),
  { maxItems: 50 },
)

const newKeySchema = exact(
  {
    label: text(200, 'Your label.', 'Back office'),
    scopes,
    organization_id: orNull<string>(
      pathId('org', 'The organization to bind it to. By default as the calling key.'),
    ),
    allowed_addresses: orNull<string[]>({
      ...networks,
      description: 'Where it may be used from; empty for anywhere. By default as the calling key.',
    }),
    expires_at: orNull<string>(
      instant('When it stops working. By default as the calling key.', '2027-01-31T00:00:00Z'),
    ),
  },
  { title: 'NewApiKey', description: 'An API key to create.' },
)

const rotationSchema = exact(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: MOST_OVERLAP_S,
        description: `How long the old key goes on working; ${DEFAULT_OVERLAP_S} by default.`,
        examples: [3600],
      }),
    ),
  },
  { title: 'ApiKeyRotation', description: 'How to rotate an API key.' },
)

export function keyEndpoints(api: Api, deps: ListDeps & KeyDeps): void {
  createKeyEndpoint(api, deps)
  readKeyEndpoints(api, deps)
  rotateAndRevokeKey(api, deps)
}

function createKeyEndpoint(api: Api, deps: KeyDeps): void {
  addCreation(api, {
    path: path,
    config: { scope: 'write', userRight: 'develop', cost: 50 },
    tags,
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'It may do no more than the calling key, in no more organizations, from no other addresses and no longer. It ends when the calling key is revoked. A repeated request is answered with `secret` null.',
    body: newKeySchema,
    refusals: [409, 413, 415, 422],
    answer: dataOf(keyWithSecretSchema, 'The API key with its secret.'),
    created(request) {
      const { body } = request
      const caller = callerOf(request)
      const expiresAt =
        body.expires_at == null ? undefined : requireInstant('/expires_at', body.expires_at)
      const idempotency = idempotencyIn(caller, idempotencyOf(request))
      return createKeyFor(deps, caller, { ...body, expiresAt }, idempotency)
    },
  })
}

function readKeyEndpoints(api: Api, deps: ListDeps & KeyDeps): void {
  addList(api, deps, {
    path: path,
    tags,
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      'All keys of the enterprise, oldest first unless `sort` says otherwise. A key bound to an organization lists the keys bound to that organization.',
    querystring: exact({
      ...pagingQuery,
      sort: Type.Optional(
        withDescription(sortFilter.sort, 'The order of the list. Without it: oldest_first.'),
      ),
    }),
    answer: dataListOf(keySchema, 'The keys, or a page of them.'),
    prefix: 'key',
    list(request) {
      const { enterpriseId, organizationId } = callerOf(request)
      const { sort = 'oldest_first' } = request.query
      return {
        name: `api-keys:${enterpriseId}:${organizationId}${nameEndOf(sort)}`,
        page: (after, limit) =>
          selectKeysOfEnterprise(
            deps.db,
            enterpriseId,
            { only: organizationId, sort },
            after,
            limit,
          ),
        views: (rows) => rows.map((row) => keyView(row, deps.clock.now())),
      }
    },
  })

  addRead(api, {
    path: one,
    config: { scope: 'read' },
    tags,
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: 'The key without its secret.',
    params: keyParams,
    answer: dataOf(keySchema, 'The key.'),
    async data(request) {
      const row = await requireKey(deps.db, callerOf(request), request.params.api_key_id)
      return keyView(row, deps.clock.now())
    },
  })
}

function rotateAndRevokeKey(api: Api, deps: KeyDeps): void {
  addCreation(api, {
    path: `${one}/rotate`,
    config: { scope: 'write', userRight: 'develop', cost: 50 },
    tags,
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Creates a key that allows the same. The old key works for another day, or for `overlap_seconds`. The calling key must allow as much itself. A repeated request is answered with `secret` null.',
    params: keyParams,
    body: rotationSchema,
    refusals: [409, 413, 415, 422],
    answer: dataOf(keyWithSecretSchema, 'The new API key with its secret.'),
    created(request) {
      const { overlap_seconds: overlapSeconds = DEFAULT_OVERLAP_S } = request.body
      const caller = callerOf(request)
      return rotateKey(
        deps,
        caller,
        request.params.api_key_id,
        overlapSeconds * SECOND,
        idempotencyIn(caller, idempotencyOf(request)),
      )
    },
  })

  addWrite(api, {
    method: 'DELETE',
    path: one,
    config: { scope: 'write', userRight: 'revoke_keys' },
    tags,
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'It stops working within a second, and so do the keys made by it. The keys made by a replaced key stay with its replacement. A key can revoke itself. Idempotent: a repeated request returns the key as it is now.',
    params: keyParams,
    answer: dataOf(keySchema, 'The key as it is now.'),
    data: async (request) => await revokeKeyFor(deps, callerOf(request), request.params.api_key_id),
  })
}

/** Bound keys have idempotency keys of their own: a replay shows none of another organization's keys. */
const idempotencyIn = ({ organizationId }: Caller, sent: Idempotency): Idempotency =>
  organizationId === null ? sent : { ...sent, key: `${organizationId} ${sent.key}` }
