// Creates a webhook endpoint with its secret. The answer is stored encrypted. So a replay returns the secret again, even
// if the endpoint has changed since.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import {
  createdUnderCap,
  requireSameRequest,
  type CappedInsert,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { newUuid, type Uuid } from '../../platform/ids.ts'
import {
  countEndpoints,
  lockEndpoints,
  insertEndpoint,
  selectEndpointCreation,
  type EndpointOwner,
  type EndpointRow,
} from './queries.ts'
import { newSecret, rotated } from '../../platform/outgoing/signature.ts'
import type { Targets } from '../../platform/outgoing/target.ts'
import { endpointView, type EndpointWithSecretJson } from './view.ts'

/** The dependencies of creating or changing a webhook endpoint. */
export type EndpointDeps = { db: Pool; clock: Clock; config: Config; targets: Targets }

// Every event inserts one row for each endpoint of its organization and of its enterprise.
const MOST_ENDPOINTS = 20

type EndpointInput = { url: string; description?: string; event_types?: string[] }

export async function createEndpoint(
  deps: EndpointDeps,
  owner: { ownerId: EndpointOwner; enterpriseId: Uuid<'ent'> | null },
  input: EndpointInput,
  idempotency: Idempotency,
): Promise<Created<EndpointWithSecretJson>> {
  const { secrets } = deps.config
  const { ownerId } = owner
  const replay = async (): Promise<Created<EndpointWithSecretJson> | undefined> => {
    const earlier = await selectEndpointCreation(deps.db, ownerId, idempotency.key)
    if (earlier === undefined) return undefined
    const { id, created_key_id, created_sealed } = requireSameRequest(earlier, idempotency)
    const value: EndpointWithSecretJson = JSON.parse(
      openText(secrets, id, { keyId: created_key_id, bytes: created_sealed }),
    )
    return { value, replayed: true }
  }
  const earlier = await replay()
  if (earlier !== undefined) return earlier
  await refuseUrl(deps.targets, input.url)

  const now = deps.clock.now()
  const id = newUuid('whe', now)
  const secret = newSecret()
  const sealed = sealText(secrets, id, JSON.stringify(rotated([], secret, now)))
  const row: EndpointRow = {
    organization_id: ownerId,
    enterprise_id: owner.enterpriseId,
    id,
    url: input.url,
    description: input.description ?? '',
    event_types: input.event_types ?? [],
    secrets_key_id: sealed.keyId,
    secrets_sealed: sealed.bytes,
    status: 'ENABLED',
    disabled_reason: null,
    failing_since: null,
    created_at: now,
    updated_at: now,
  }
  const value = { ...endpointView(row), secret }
  const inserted = await inTransaction(
    deps.db,
    async (db): Promise<CappedInsert<EndpointWithSecretJson>> => {
      await lockEndpoints(db, ownerId)
      if ((await countEndpoints(db, ownerId)) >= MOST_ENDPOINTS) return 'full'
      const isNew = await insertEndpoint(db, {
        ...row,
        created: sealText(secrets, id, JSON.stringify(value)),
        idempotency_key: idempotency.key,
        request_hash: idempotency.requestHash,
      })
      return isNew ? value : undefined
    },
  )
  return createdUnderCap(inserted, {
    view: (made) => made,
    replay,
    full: () => failure('too_many_webhook_endpoints', { limit: MOST_ENDPOINTS }),
    what: `webhook endpoint of ${ownerId}`,
  })
}

/** Throws url_not_allowed with the reason. The message omits the URL, which may contain a secret. */
export async function refuseUrl(targets: Targets, url: string): Promise<void> {
  const message = await targets.reasonForRefusal(url)
  if (message !== null)
    throw fieldFailure('url_not_allowed', [{ pointer: '/url', code: 'not_allowed', message }])
}
