// An operator stops the return of a deposit, and records its outcome with evidence. If the rail contradicts the outcome later,
// decide-contradicted.ts is asked.
import { refused } from '../../parties/acts/refused.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import { newLeaseToken, publicId } from '../../platform/ids.ts'
import type { Db } from '../../platform/db/pool.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { upsertReturnCancellation } from '../cancellations/queries.ts'
import { insertReturnMark, type MarkedOutcome } from '../marks/queries.ts'
import { sendOf, whyStillPossible } from '../marks/still-possible.ts'
import { LEASE_MS } from '../orders/job-queries.ts'
import {
  updateReturnLeased,
  updateReturnSettled,
  updateReturnStopped,
  updateReturnUnsent,
  type DepositReturnRow,
} from './return-queries.ts'
import { selectMayHaveGone } from './return-read-queries.ts'

type AskDeps = Parameters<typeof whyStillPossible>[0]

/** The advice to an operator where the rail knows the outcome. */
export const RECORDED_BY_WORKER = 'Wait until the worker records it'

/** Throws if a worker sends it now, or if it may have gone in the time that a restore lost. */
export async function stopReturn(
  deps: { db: Db; rails: Rails; clock: AskDeps['clock'] },
  back: DepositReturnRow,
  execution: Execution,
  version: string,
): Promise<void> {
  const id = publicId('dep', back.deposit_id)
  const rail = back.rail === null ? undefined : await railNamed(deps.rails, back.rail)
  if (rail === undefined && (await selectMayHaveGone(deps.db, back.rail_key)))
    throw refused(
      `${id} may have gone back in the time that the restore lost: its return cannot be withdrawn. The worker sends it under the same key once the halts have ended, see \`corridor halts\``,
    )
  const at = deps.clock.now()
  const done = await execution.commit(version, async (db) => {
    const withdrawn = { status: 'WITHDRAWN', code: null } as const
    if (await updateReturnUnsent(db, back, withdrawn, at))
      return { result: true, detail: { after: { status: 'WITHDRAWN' } } }
    if (rail === undefined || !(await updateReturnStopped(db, back.id, at))) return undefined
    if (rail.cancel !== undefined)
      await upsertReturnCancellation(db, { id: back.id, key: back.rail_key, rail: rail.name }, at)
    const after = { status: back.status, is_cancelled_at_rail: rail.cancel !== undefined }
    return { result: true, detail: { after } }
  })
  if (done === undefined) throw refused(`${id} was being sent meanwhile: read it again`)
}

type Stopped = DepositReturnRow & {
  rail: string
  stopped_at: NonNullable<DepositReturnRow['stopped_at']>
}

export const isStopped = (back: DepositReturnRow): back is Stopped =>
  back.rail !== null && back.stopped_at !== null

type Decided = {
  outcome: MarkedOutcome
  evidence: string
  execution: Execution
  version: string
}

/** Throws if it can still be executed, or if a worker asks its rail now. */
export async function markReturn(
  deps: AskDeps,
  back: Stopped,
  { outcome, evidence, execution, version }: Decided,
): Promise<void> {
  const id = publicId('dep', back.deposit_id)
  const { rail, stopped_at: stoppedAt } = back
  const why =
    outcome === 'settled'
      ? undefined
      : await whyStillPossible(deps, rail, sendOf(deps, back), stoppedAt, RECORDED_BY_WORKER)
  if (why !== undefined) throw refused(`${id} ${why}`)
  const at = deps.clock.now()
  const token = newLeaseToken()
  const done = await execution.commit(version, async (db) => {
    if (!(await updateReturnLeased(db, back.id, token, LEASE_MS))) return undefined
    const held = { ...back, lease_token: token }
    const ended = { status: 'FAILED', code: 'recorded_by_operator' } as const
    const isWritten =
      outcome === 'settled'
        ? await updateReturnSettled(db, held, { rail, reference: evidence, fee: null }, at)
        : await updateReturnUnsent(db, held, ended, at)
    if (!isWritten) return undefined
    const { id: subject_id, rail_key: key, prepared_key_id, prepared_sealed } = back
    const prepared = { prepared_key_id, prepared_sealed }
    const of = { kind: 'deposit_return', subject_id, units: null, key, rail } as const
    await insertReturnMark(db, { ...of, ...prepared, outcome, evidence }, at)
    return { result: true, detail: { after: { status: outcome }, key, evidence } }
  })
  if (done === undefined)
    throw refused(`${id} is being looked up by a worker: try again in a minute`)
}
