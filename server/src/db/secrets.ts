// A database belongs to the secrets it was made with: with others its sealed details cannot be opened, and the
// money at its deposit addresses cannot be reached.
import { createHmac } from 'node:crypto'
import type { Secrets } from '../config.ts'
import { rows, type Db } from './pool.ts'
import { statement } from './statement.ts'

const SETTLE_SECRETS = statement(
  'settle_secrets',
  ['digest'],
  `update deployment set secrets_digest = coalesce(secrets_digest, $1) returning secrets_digest`,
)

/** Throws when the database was made with another deposit seed. The encryption keys may rotate. */
export async function settleSecrets(db: Db, secrets: Secrets): Promise<void> {
  const digest = createHmac('sha256', secrets.depositSeed).update('corridor/deployment/1').digest()
  const [deployment] = await rows<{ secrets_digest: Buffer }>(db, SETTLE_SECRETS, [digest])
  if (deployment?.secrets_digest.equals(digest) === true) return
  throw new Error(
    'These secrets are not the ones this database was made with: its deposit addresses and sealed details need those. ' +
      'Bring back CORRIDOR_SECRETS, or secrets.json in the data folder, or name the right database.',
  )
}
