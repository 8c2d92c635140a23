// Operators halt and resume. Each act is one transaction with its entry in the audit trail. Every process stops within a
// second: statements check the halts, and calls that move money ask for them anew.
import { closed, type Closed, type ClosedCode } from '../../parties/acts/closed.ts'
import type { Execution, Written } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { later, toTimestamp, type Clock, type Instant } from '../../platform/clock.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import { updateOrdersDueSooner } from '../orders/job-queries.ts'
import { selectTradingPairs } from '../../outside/providers/queries.ts'
import { selectRails } from '../../outside/rails/queries.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { updateRefundsDueSooner } from '../refunds/due-queries.ts'
import { renewClaim } from './claim-queries.ts'
import { haltProblem, textOfHalt, type Halt } from './halted.ts'
import {
  insertHalt,
  selectHalt,
  selectHalts,
  selectNamelessSends,
  updateHaltResumed,
  type HaltRow,
} from './queries.ts'
import { selectFillToDecide, updateOfNoOrder } from './restore-queries.ts'

type HaltDeps = { db: Pool; clock: Clock }
type Refused = { refused: string; closed?: ClosedCode }

/** The versions of what can be halted. The statements that write require them. */
const GOES_ON = 'goes on'
const HALTED = 'halted'

/** The version of what an operator asks to halt. */
export async function versionOf(db: Pool, asked: Halt): Promise<string> {
  const present = await haltsOf(db, asked)
  return present.some(({ cause }) => cause === 'operator') ? HALTED : GOES_ON
}

export const versionOfHalt = ({ resumed_at }: Pick<HaltRow, 'resumed_at'>): string =>
  resumed_at === null ? HALTED : GOES_ON

/** Null: the halt can end, unless what is unknown after a restore must be decided first. */
export function closedResume(row: HaltRow): Closed | null {
  const { cause, read_at, resumed_at, what } = row
  if (resumed_at !== null)
    return closed(
      'ended',
      `has ended: ${textOfHalt(row)} were already resumed at ${toTimestamp(resumed_at)}`,
    )
  return cause === 'restore' && read_at === null
    ? closed(
        'not_read_again',
        `stays: ${textOfHalt(row)} stay halted after the restore. Corridor has not yet read the ${what === 'fills' ? 'provider' : 'rail'} again, see \`corridor doctor\``,
      )
    : null
}

/** Work that waited less than this may go on waiting. */
const SOON_MS = 1000

export async function halt(
  { db: pool, clock }: HaltDeps,
  execution: Execution,
  asked: Halt,
): Promise<HaltRow | Refused> {
  const problem = haltProblem(asked) ?? (await unknownName(pool, asked))
  if (problem !== undefined) return { refused: problem }
  const at = clock.realNow()
  const halted = await execution.commit(GOES_ON, async (db) => {
    const result = await insertHalt(db, { ...asked, id: newUuid('hlt', at) }, execution, at)
    return result && writtenOf(result)
  })
  return halted ?? { refused: `${textOfHalt(asked)} are already halted` }
}

/**
 * Ends a halt. Orders and refunds that waited for it go on at once. `ofNoOrder`: references of sends that the rail listed after a
 * restore, of which the operator says that no order of the database made or owes them. Those of an ended halt can be named too.
 */
export async function resume(
  { db: pool, clock }: HaltDeps,
  execution: Execution,
  id: Uuid<'hlt'>,
  ofNoOrder: readonly string[] = [],
): Promise<HaltRow | Refused | undefined> {
  if (ofNoOrder.length > 0 && (await selectHalt(pool, id))?.resumed_at != null)
    return execution.commit(GOES_ON, async (db) => {
      await nameSends(db, id, ofNoOrder, clock.realNow())
      const result = await selectHalt(db, id)
      return result && { ...writtenOf(result), detail: { of_no_order: ofNoOrder } }
    })
  const undecided = await selectFillToDecide(pool, id)
  if (undecided !== undefined) return { refused: textOfUndecided(undecided) }
  const resumed = await execution.commit(HALTED, async (db) => {
    const at = clock.realNow()
    await nameSends(db, id, ofNoOrder, at)
    const result = await updateHaltResumed(db, id, at)
    if (result === undefined) await refuseNameless(db, id)
    if (result?.cause === 'other_service') await renewClaim(db, result.newer_claim_at)
    const written = result && writtenOf(result)
    return written && ofNoOrder.length > 0
      ? { ...written, detail: { ...written.detail, of_no_order: ofNoOrder } }
      : written
  })
  if (resumed !== undefined) {
    await wakeWaiting(pool, clock)
    return resumed
  }
  const earlier = await selectHalt(pool, id)
  const why = earlier === undefined ? undefined : closedResume(earlier)
  return why === undefined
    ? undefined
    : why === null
      ? { refused: `${publicId('hlt', id)} has changed: read it again` }
      : { refused: `${publicId('hlt', id)} ${why.detail}`, closed: why.code }
}

async function nameSends(
  db: Db,
  id: Uuid<'hlt'>,
  ofNoOrder: readonly string[],
  at: Instant,
): Promise<void> {
  const named = await updateOfNoOrder(db, id, ofNoOrder, at)
  const other = ofNoOrder.find((reference) => !named.includes(reference))
  if (other !== undefined)
    throw refused(
      `${other} is no send that the rail lists and nobody has named: see \`corridor halts\``,
    )
}

async function refuseNameless(db: Db, id: Uuid<'hlt'>): Promise<void> {
  const nameless = await selectNamelessSends(db, id)
  if (nameless.length > 0)
    throw refused(
      `the rail lists sends without a key, such as ${nameless.join(', ')}: record each with \`corridor orders sent-before KEY --reference REFERENCE\`, or name it with \`--of-no-order\` if no order of the database made or owes it`,
    )
}

function textOfUndecided(fill: { reference: string; order_ids: readonly Uuid<'ord'>[] }): string {
  const ids = fill.order_ids.map((id) => publicId('ord', id))
  const named = ids.slice(0, MOST_NAMED).join(', ')
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : ''
  return `the fills stay halted: the conversion ${fill.reference} can be that of ${named}${more}, which would be converted again. Record it with \`corridor orders sent-before ${ids[0]}:fill:1 --fill ${fill.reference}\`, or freeze the orders if it is not theirs`
}

const MOST_NAMED = 3

/** Orders and refunds that waited for a halt to end are due at once instead of after their back-off. */
async function wakeWaiting(db: Pool, clock: Clock): Promise<void> {
  const now = clock.now()
  const soon = later(now, SOON_MS)
  await updateOrdersDueSooner(db, now, soon)
  await updateRefundsDueSooner(db, now, soon, soon)
}

/** The present halts of exactly this: of an operator, after a restore, and for another service. */
export const haltsOf = async (db: Pool, { what, rail, provider }: Halt): Promise<HaltRow[]> =>
  (await selectHalts(db)).filter(
    (one) => one.what === what && one.rail === rail && one.provider === provider,
  )

const writtenOf = (row: HaltRow): Written<HaltRow> => {
  const { id, what, rail, provider, cause } = row
  return { result: row, subject: publicId('hlt', id), detail: { what, rail, provider, cause } }
}

async function unknownName(db: Pool, { rail, provider }: Halt): Promise<string | undefined> {
  if (rail !== null) {
    const rails = [...(await selectRails(db)).map(({ name }) => name), SIMULATED_RAIL]
    if (!rails.includes(rail))
      return `there is no rail ${JSON.stringify(rail)}; known are ${nearestFirst(rail, rails)}`
  }
  if (provider !== null) {
    const names = (await selectTradingPairs(db)).map((pair) => pair.provider_name)
    if (!names.includes(provider))
      return `there is no provider ${JSON.stringify(provider)}; known are ${nearestFirst(provider, names)}`
  }
  return undefined
}
