// An operator proposes a movement of the desk's own money and takes it through its states. Every act has a reason.
import { refused, refusedAsClosed } from '../../parties/acts/refused.ts'
import { toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import type { Posting } from '../ledger/postings.ts'
import {
  changeMovement,
  insertMovement,
  type MovementEntry,
  type MovementRow,
  type NewMovement,
} from './queries.ts'
import { closedMovement, stepsOf, type MovementAct, type Step } from './states.ts'

type MoveDeps = { db: Db; clock: Clock }

/** Why an operator acts, and what shows that it happened outside. */
type Grounds = { reason: string; evidence: string | null }

export const proposeMovement = (
  { db, clock }: MoveDeps,
  movement: Omit<NewMovement, 'id'>,
  grounds: Grounds,
): Promise<MovementRow> => {
  const at = clock.now()
  const entry: MovementEntry = {
    status: 'PROPOSED',
    created_at: toTimestamp(at),
    ...grounds,
    posting_id: null,
  }
  return insertMovement(db, { id: newUuid('mv', at), ...movement }, entry, at)
}

/** Throws `act_refused` with a sentence for the operator if the movement's state does not allow the act. */
export async function actOnMovement(
  { db, clock }: MoveDeps,
  movement: MovementRow,
  act: MovementAct,
  grounds: Grounds,
): Promise<MovementRow> {
  const id = publicId('mv', movement.id)
  const why = closedMovement(movement, act)
  if (why !== null) throw refusedAsClosed(id, why)
  const step = stepsOf(movement).find((one) => one.from === movement.status && one.act === act)
  if (step === undefined) throw new Error(`${id} is ${movement.status} and has no step ${act}`)
  const at = clock.now()
  const posting = step.posts === null ? null : postingOf(movement, step.posts)
  const entry: MovementEntry = {
    status: step.to,
    created_at: toTimestamp(at),
    ...grounds,
    posting_id: posting === null ? null : newUuid('posting', at),
  }
  const changed = await changeMovement(db, movement, entry, posting, at)
  if (changed === undefined) throw refused(`${id} has changed: read it again`)
  return changed
}

/** A deposit was the arrival of a sent movement: its booking has posted the money. */
export async function settleByDeposit(
  { db, clock }: MoveDeps,
  movement: MovementRow,
  reason: string,
  evidence: string,
): Promise<void> {
  const at = clock.now()
  const entry: MovementEntry = {
    status: 'SETTLED',
    created_at: toTimestamp(at),
    reason,
    evidence,
    posting_id: null,
  }
  if ((await changeMovement(db, movement, entry, null, at)) === undefined)
    throw refused(`${publicId('mv', movement.id)} has changed: read it again`)
}

function postingOf(movement: MovementRow, posts: NonNullable<Step['posts']>): Posting {
  const { from_account: from, to_account: to, currency, amount_minor: amountMinor } = movement
  const accounts = { from, to, transit: 'in_transit' }
  return {
    kind: 'movement',
    transfers: [
      { debit: accounts[posts.debit], credit: accounts[posts.credit], currency, amountMinor },
    ],
  }
}
