// Carries out an act: the write and its entry in the audit trail are one transaction. An act that was approved is carried
// out in the state that its proposer saw, and the transaction also ends the approval.
import { DEPLOYMENT, type Chain } from '../audit/chain.ts'
import { insertAudit, type AuditDetail } from '../audit/queries.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'

/** The subject of an act. `amounts`: each currency that it moves. Empty if `names.ts` has no amount for the act. */
export type About = {
  chain: Chain
  /** The public identifier; empty for an act that creates something. */
  subject: string
  /** The exact state that the operator saw. An approval lapses when it is another. */
  version: string
  amounts: readonly { currency: string; minor: bigint }[]
}

/** For an act that belongs to no enterprise and moves nothing. */
export const aboutDeployment = (subject: string, version: string): About => ({
  chain: DEPLOYMENT,
  subject,
  version,
  amounts: [],
})

/** The result of an act. `detail` of its entry: `before`, `after` and other facts, never a secret or a bank detail. */
export type Written<T> = { result: T; detail: AuditDetail; subject?: string }

export type Execution = {
  actor: string
  /** The user who acts, or made the key that does. Null for a command. */
  person: Uuid<'usr'> | null
  act: string
  reason: string
  /**
   * Runs `write` in one transaction with the entry of the act. `version` is the version of the subject that `write` itself
   * requires. `write` returns undefined if it wrote nothing; then there is no entry, and `commit` may be called again.
   */
  commit<T>(
    version: string,
    write: (db: Db) => Promise<Written<T> | undefined>,
  ): Promise<T | undefined>
}

/** `subject`: the public identifier of the act's object. The write of an act that creates it names it. */
type ActEntry = { chain: Chain; actor: string; act: string; subject: string; reason: string }

/** The act changes nothing unless all this happens in its transaction. */
type Conditions = {
  /** Throws if the act may not be carried out in this version. */
  requireVersion(version: string): void
  /** Runs before the write. Throws if it is too late. */
  begin(db: Db): Promise<void>
  /** Runs after the write, of the first write of an act. `subject` is that of the entry. */
  end(db: Db, subject: string, at: Instant): Promise<void>
  /** Facts for the entry. */
  detail: AuditDetail
}

const NONE: Conditions = {
  requireVersion: () => {},
  begin: async () => {},
  end: async () => {},
  detail: {},
}

class NothingWritten extends Error {}

export function executionOf(
  { db: pool, clock }: { db: Pool; clock: Clock },
  entry: ActEntry,
  person: Uuid<'usr'> | null,
  more: Partial<Conditions> = {},
): Execution {
  const conditions = { ...NONE, ...more }
  let hasWritten = false
  async function commit<T>(
    version: string,
    write: (db: Db) => Promise<Written<T> | undefined>,
  ): Promise<T | undefined> {
    conditions.requireVersion(version)
    try {
      const committed = await inTransaction(pool, async (db) => {
        await conditions.begin(db)
        const written = await write(db)
        if (written === undefined) throw new NothingWritten()
        const { result, detail, subject = entry.subject } = written
        const at = clock.realNow()
        if (!hasWritten) await conditions.end(db, subject, at)
        await insertAudit(db, {
          ...entry,
          at,
          subject,
          detail: { ...detail, ...conditions.detail },
        })
        return result
      })
      hasWritten = true
      return committed
    } catch (error) {
      if (error instanceof NothingWritten) return undefined
      throw error
    }
  }
  return { actor: entry.actor, person, act: entry.act, reason: entry.reason, commit }
}

/** An act of a command, or of the service itself, on the deployment. The write names its subject. */
export const executionBy = (
  deps: { db: Pool; clock: Clock },
  actor: string,
  act: string,
  reason: string,
): Execution => executionOf(deps, { chain: DEPLOYMENT, actor, act, subject: '', reason }, null)
