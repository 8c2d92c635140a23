// Operators stop the return of a stray, record its outcome, decide against its rail, or dismiss the stray. Only an act or the rail
// ends a return. operator-endpoints.ts says which state allows which act.
import type { Execution } from '../../parties/acts/execution.ts'
import { refused, refusedAsClosed } from '../../parties/acts/refused.ts'
import { publicId } from '../../platform/ids.ts'
import type { Config } from '../../platform/config.ts'
import { RECORDED_BY_WORKER } from '../deposits/end-return.ts'
import { STOP_FIRST } from '../deposits/return-endpoints.ts'
import {
  insertReturnMark,
  selectContradicted,
  updateMarkDecided,
  type MarkedOutcome,
} from '../marks/queries.ts'
import { whyStillPossible } from '../marks/still-possible.ts'
import {
  updateStrayDismissed,
  updateStrayFoundReturned,
  updateStrayReopened,
  updateStrayReturned,
  updateStrayStopped,
  type StrayRow,
} from './queries.ts'
import { sendOfReturn, type ReturnDeps } from './return-stray.ts'

type EndDeps = ReturnDeps & { config: Config }
type Told = { outcome: MarkedOutcome; evidence: string }

/** The state that an operator sees. */
export const versionOf = ({ status, units, occurrence, ...row }: StrayRow): string =>
  `${status} ${units} ${occurrence}${row.stopped_at === null ? '' : ' stopped'}${row.contradicted_key === null ? '' : ` ${row.contradicted_key}`}`

export async function stopStrayReturn(
  deps: EndDeps,
  row: StrayRow,
  execution: Execution,
): Promise<void> {
  const done = await execution.commit(versionOf(row), async (db) =>
    (await updateStrayStopped(db, row, deps.clock.now()))
      ? { result: true, detail: { rail: row.rail, key: row.key } }
      : undefined,
  )
  if (done === undefined)
    throw refused(`${publicId('str', row.id)} was stopped or has ended meanwhile`)
}

/** The record is about the contradiction. A later return that is under way is ended first: nothing else could end it. */
export const isDecision = ({ status, contradicted_key: key }: StrayRow): boolean =>
  key !== null && status !== 'RETURNING'

/** Records the outcome of a stopped return, or decides one whose recorded outcome the rail contradicts. */
export async function markStrayReturn(
  deps: EndDeps,
  row: StrayRow,
  told: Told,
  execution: Execution,
): Promise<void> {
  const id = publicId('str', row.id)
  const { outcome, evidence } = told
  if (isDecision(row)) return decideContradicted(deps, row, told, execution)
  if (row.stopped_at === null) throw refusedAsClosed(id, STOP_FIRST)
  const why =
    outcome === 'settled'
      ? undefined
      : await whyStillPossible(
          deps,
          row.rail,
          sendOfReturn(deps, row),
          row.stopped_at,
          RECORDED_BY_WORKER,
        )
  if (why !== undefined) throw refused(`${id} ${why}`)
  const at = deps.clock.now()
  const done = await execution.commit(versionOf(row), async (db) => {
    const isWritten = await (outcome === 'settled'
      ? updateStrayReturned(db, row, evidence, null, at)
      : updateStrayReopened(db, row, 'recorded_by_operator'))
    if (!isWritten) return undefined
    const { id: subject_id, rail, units, key, prepared_key_id, prepared_sealed } = row
    if (key === null) throw new Error(`the return of ${id} has no key`)
    const prepared = { prepared_key_id, prepared_sealed }
    const of = { kind: 'stray', subject_id, units, key, rail } as const
    await insertReturnMark(db, { ...of, ...prepared, outcome, evidence }, at)
    return { result: true, detail: { after: { status: outcome }, key, evidence } }
  })
  if (done === undefined) throw refused(`${id} has ended meanwhile`)
}

// If its rail is right that a return settled, the stray has ended. If it is right that one moved nothing, the next look at the
// address finds what is there.
async function decideContradicted(
  deps: EndDeps,
  row: StrayRow,
  { outcome, evidence }: Told,
  execution: Execution,
): Promise<void> {
  const mark = await selectContradicted(deps.db, { strayId: row.id })
  const at = deps.clock.now()
  const done = await execution.commit(versionOf(row), async (db) => {
    if (mark === undefined || !(await updateMarkDecided(db, mark.key, at))) return undefined
    const found = { key: mark.key, reference: mark.reference ?? evidence }
    const isFound =
      outcome === 'settled' && mark.outcome === 'rejected'
        ? { applied: await updateStrayFoundReturned(db, row, found, at) }
        : {}
    const after = { status: outcome, ...isFound }
    return { result: true, detail: { after, key: mark.key, evidence } }
  })
  if (done === undefined) throw refused(`${publicId('str', row.id)} was decided meanwhile`)
}

export async function dismissStray(
  deps: EndDeps,
  row: StrayRow,
  execution: Execution,
): Promise<void> {
  const done = await execution.commit(versionOf(row), async (db) =>
    (await updateStrayDismissed(db, row, deps.clock.now()))
      ? { result: true, detail: { rail: row.rail, asset: row.asset, units: row.units } }
      : undefined,
  )
  if (done === undefined) throw refused(`${publicId('str', row.id)} has changed: read it again`)
}
