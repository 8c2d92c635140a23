// Encrypts everything sealed in the database anew under the current key. Run it as the owner of the tables: the service's
// role may not change details.
import type { Secrets } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { resealColumn, type Resealed } from '../db/reseal.ts'
import { sealedDetails } from '../instruments/reseal-queries.ts'
import { sealedFirstSecrets, sealedSecrets } from '../webhooks/reseal-queries.ts'

const SEALED = [sealedDetails, sealedSecrets, sealedFirstSecrets]

/** Safe beside a running service, and safe to repeat after an interruption. */
export async function reseal(db: Db, secrets: Secrets): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const column of SEALED) done.push(await resealColumn(db, secrets, column))
  return done
}
