// Asks rails about payouts and refunds whose outcome an operator recorded. A final answer that contradicts it is reported
// and changes nothing: the operator had the outcome in writing, so a person decides.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { openPrepared } from '../sends/send-once.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { claimDueMarks, updateMarkAnswered, type MarkRow } from './queries.ts'

type AskDeps = { db: Db; clock: Clock; log: Logger; config: Config; rails: Rails }

const BATCH = 20
const RAIL_MS = 20_000
/** About two months: daily, after the first day. */
const MOST_ATTEMPTS = 70

/** A background task. A rail that fails is asked again later and delays no other mark. */
export async function askMarked(deps: AskDeps): Promise<number> {
  const due = await claimDueMarks(deps.db, BATCH, MOST_ATTEMPTS)
  await Promise.all(
    due.map(async (mark) => {
      try {
        await withTimeout(RAIL_MS, ask(deps, mark))
      } catch (error) {
        deps.log.warn({ err: error, key: mark.key, rail: mark.rail }, 'a rail was not asked')
      }
    }),
  )
  return due.length
}

async function ask(deps: AskDeps, mark: MarkRow): Promise<void> {
  const rail = await railNamed(deps.rails, mark.rail)
  const prepared = openPrepared(deps.config.secrets, { ...mark, id: mark.subject_id })
  const answer = await rail.lookUp(mark.key, prepared)
  const { state } = answer
  if (state !== 'settled' && state !== 'rejected') return
  if (state === 'settled' && answer.isProvisional === true) return
  const isNew = await updateMarkAnswered(deps.db, mark.key, state, deps.clock.now())
  if (!isNew || state === mark.outcome) return
  const { key, outcome } = mark
  deps.log.error(
    { order_id: publicId('ord', mark.order_id), key, recorded: outcome, answered: state },
    'a rail contradicts an outcome that an operator recorded',
  )
}
