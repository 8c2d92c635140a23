// Gives a webhook endpoint a new secret. The old secret also signs for 24 hours, so that receivers can switch without
// refusing a request.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { failure } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { selectEndpoint, updateEndpointSecrets, type OwnedEndpoint } from './queries.ts'
import { newSecret, rotated, type SigningSecret } from '../../platform/outgoing/signature.ts'
import { endpointView, type EndpointWithSecretJson } from './view.ts'

// Each try loses only to another rotation of the same endpoint.
const TRIES = 5

export async function rotateSecret(
  deps: { db: Db; clock: Clock; config: Config },
  ownedId: OwnedEndpoint,
): Promise<EndpointWithSecretJson> {
  const { secrets } = deps.config
  for (let tries = 0; tries < TRIES; tries++) {
    const seen = await selectEndpoint(deps.db, ownedId)
    if (seen === undefined) throw failure('not_found')
    const now = deps.clock.now()
    const present: SigningSecret[] = JSON.parse(
      openText(secrets, ownedId.id, { keyId: seen.secrets_key_id, bytes: seen.secrets_sealed }),
    )
    const secret = newSecret()
    const sealed = sealText(secrets, ownedId.id, JSON.stringify(rotated(present, secret, now)))
    const row = await updateEndpointSecrets(deps.db, seen, sealed, now)
    if (row !== undefined) return { ...endpointView(row), secret }
  }
  throw new Error(
    `the secret of webhook endpoint ${publicId('whe', ownedId.id)} changed concurrently on ${TRIES} attempts`,
  )
}
