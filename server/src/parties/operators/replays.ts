// Notes that the token of an ended session was presented again. A stolen token, or a page that was left open, does so.
import { DEPLOYMENT } from '../audit/chain.ts'
import { insertAudit } from '../audit/queries.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { operatorActor } from '../users/kinds.ts'
import { updateSessionReplayed } from '../users/session-queries.ts'
import { hashOfToken } from '../users/tokens.ts'

/** Appends at most one entry in an hour for each session. */
export async function noteReplay(
  { db: pool, clock }: { db: Pool; clock: Clock },
  token: string,
  address: string,
): Promise<void> {
  const hash = hashOfToken('session', token)
  if (hash === undefined) return
  const at = clock.realNow()
  await inTransaction(pool, async (db) => {
    const login = await updateSessionReplayed(db, hash, at)
    if (login === undefined) return
    await insertAudit(db, {
      chain: DEPLOYMENT,
      at,
      actor: operatorActor(login),
      act: 'session.replayed',
      subject: login,
      reason: '',
      detail: { address },
    })
  })
}
