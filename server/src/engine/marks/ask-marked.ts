// Asks rails about payouts, refunds and returns whose outcome an operator recorded. A final answer that contradicts it is
// reported and moves nothing: the operator had the outcome in writing, so a person decides.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import type { LookUpAnswer, Rail } from '../../outside/rails/port.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { openPrepared } from '../sends/send-once.ts'
import { selectStray } from '../strays/queries.ts'
import { sendOfReturn } from '../strays/return-stray.ts'
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
  const answer = await lookUp(deps, await railNamed(deps.rails, mark.rail), mark)
  const { state } = answer
  if (state !== 'settled' && state !== 'rejected') return
  if (state === 'settled' && answer.isProvisional === true) return
  const told = { answer: state, reference: state === 'settled' ? answer.reference : null }
  const isNew = await updateMarkAnswered(deps.db, mark.key, told, deps.clock.now())
  if (!isNew || state === mark.outcome) return
  const { key, outcome } = mark
  deps.log.error(
    { ...subjectOf(mark), key, recorded: outcome, answered: state },
    'a rail contradicts an outcome that an operator recorded',
  )
}

async function lookUp(deps: AskDeps, rail: Rail, mark: MarkRow): Promise<LookUpAnswer> {
  if (mark.kind !== 'stray') {
    const prepared = openPrepared(deps.config.secrets, { ...mark, id: mark.subject_id })
    return rail.lookUp(mark.key, prepared)
  }
  const stray = await selectStray(deps.db, mark.subject_id)
  if (stray === undefined) throw new Error(`there is no ${publicId('str', mark.subject_id)}`)
  const { key, units, prepared_key_id, prepared_sealed } = mark
  // The row may have its next return by now, and more of the asset.
  const then = { ...stray, key, units, prepared_key_id, prepared_sealed }
  return sendOfReturn(deps, then).lookUp(rail)
}

const subjectOf = (mark: MarkRow): object =>
  mark.kind === 'stray'
    ? { stray_id: publicId('str', mark.subject_id) }
    : mark.kind === 'deposit_return'
      ? {}
      : { order_id: publicId('ord', mark.order_id) }
