// Writes the heads of the audit trail to the log once an hour, and those of enterprises into the chain of the deployment.
// One head of that chain, kept outside of the database, then proves with `corridor audit verify --head` that nobody cut
// off, rewrote or removed a chain before.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { COMMAND } from '../operators/operator.ts'
import { DEPLOYMENT, headText, type Chain } from './chain.ts'
import { insertAuditHeads, selectAuditHeads } from './queries.ts'

/** An entry may have 200 kB, and the text of a head has about 120 characters. */
const MOST_IN_ENTRY = 500

/** A background task. It notes each chain after a start, and later only those that have grown. */
export function createHeadNoter() {
  const noted = new Map<Chain, bigint>()
  return async (deps: { db: Db; clock: Clock; log: Logger }): Promise<void> => {
    const heads = await selectAuditHeads(deps.db)
    const grown = heads.filter(
      ({ chain, number }) => chain !== DEPLOYMENT && noted.get(chain) !== number,
    )
    for (let at = 0; at < grown.length; at += MOST_IN_ENTRY) {
      const page = grown.slice(at, at + MOST_IN_ENTRY)
      await insertAuditHeads(
        deps.db,
        { chain: DEPLOYMENT, at: deps.clock.realNow(), actor: COMMAND },
        page.map(headText),
      )
      for (const { chain, number } of page) noted.set(chain, number)
    }
    const present = (await selectAuditHeads(deps.db)).map(headText)
    if (present.length > 0) deps.log.info({ heads: present }, 'the heads of the audit trail')
  }
}
