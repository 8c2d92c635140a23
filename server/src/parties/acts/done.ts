// Idempotency keys of operators' acts: an act with a key has one effect. A repetition is refused with the earlier outcome,
// because the first answer may contain a secret that is shown once.
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { requireSameRequest, type Idempotency } from '../../platform/http/idempotency.ts'
import { insertActKey, selectActKey } from './queries.ts'

/** `actor` sent `sent`, and asks for `act`. */
export type Keyed = { actor: string; act: string; sent: Idempotency }

/** Throws `act_already_done`, or `idempotency_key_reused`, if the actor used the key before. */
export async function refuseDone(db: Db, { actor, sent }: Keyed): Promise<void> {
  const done = await selectActKey(db, actor, sent.key)
  if (done === undefined) return
  const { act, subject, done_at } = requireSameRequest(done, sent)
  const facts = { act, subject, done_at: toTimestamp(done_at) }
  throw failure('act_already_done', facts, `It was done once. Look at ${subject || 'the list'}.`)
}

/** Call it in the transaction of the act: of concurrent requests with one key, only one then takes effect. */
export async function noteDone(db: Db, keyed: Keyed, subject: string, at: Instant): Promise<void> {
  const { actor, act, sent } = keyed
  if (await insertActKey(db, { actor, act, subject, done_at: at, ...sent })) return
  await refuseDone(db, keyed)
  throw new Error(`the key of ${act} by ${actor} is used and cannot be read`)
}
