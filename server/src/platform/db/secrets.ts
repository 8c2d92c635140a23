// Checks that the secrets belong to the database. With other secrets, sealed details cannot be opened and the money at
// deposit addresses cannot be moved.
import { createHmac } from 'node:crypto'
import type { Secrets } from '../config.ts'
import { rows, type Db } from './pool.ts'
import { statement } from './statement.ts'

const SETTLE_SECRETS = statement(
  'settle_secrets',
  ['digest'],
  `update deployment set secrets_digest = coalesce(secrets_digest, $1) returning secrets_digest`,
)

/** Throws when the database was created with another deposit seed. The encryption keys may rotate. */
export async function settleSecrets(db: Db, secrets: Secrets): Promise<void> {
  const digest = createHmac('sha256', secrets.depositSeed).update('corridor/deployment/1').digest()
  const [deployment] = await rows<{ secrets_digest: Buffer }>(db, SETTLE_SECRETS, [digest])
  if (deployment?.secrets_digest.equals(digest) === true) return
  throw new Error(
    'The deposit_seed differs from the one this database was created with. Its deposit addresses depend on that seed. ' +
      'Restore CORRIDOR_SECRETS or secrets.json in the data folder, or set DATABASE_URL to the right database.',
  )
}
