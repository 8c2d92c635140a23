// Sends returns of strays, and asks the rail until the outcome is known. The stray itself is in no account of the ledger;
// what its return costs the desk is posted.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Halts } from '../halts/present.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { feePostings } from '../ledger/postings.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { backOffMs } from '../orders/leases.ts'
import { selectSendState } from '../sends/may-send.ts'
import type { LookUpAnswer } from '../../outside/rails/port.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { sendUnlessHalted } from '../sends/send-once.ts'
import { thrownMessage } from '../../platform/thrown.ts'
import { withTimeout } from '../../platform/timeout.ts'
import {
  claimDueStrays,
  updateStrayPostponed,
  updateStrayReopened,
  updateStrayReturned,
  type StrayRow,
} from './queries.ts'
import { sendOfReturn } from './return-stray.ts'

type SendDeps = { db: Db; clock: Clock; log: Logger; config: Config; rails: Rails; halts: Halts }

const BATCH = 20
const STEP_MS = 30_000
const LEASE_MS = 60_000
const LONGEST_PENDING_MS = 30_000

/** A background task. Returns the number of returns that were due. */
export async function sendReturns(deps: SendDeps): Promise<number> {
  const due = await claimDueStrays(deps.db, BATCH, LEASE_MS)
  await Promise.all(
    due.map(async (row) => {
      try {
        await withTimeout(STEP_MS, advance(deps, row))
      } catch (error) {
        const problem = thrownMessage(error).slice(0, 500)
        if (row.problem !== problem)
          deps.log.error({ err: error, stray_id: publicId('str', row.id) }, 'a return failed')
        await updateStrayPostponed(deps.db, row, backOffMs(row.attempt), problem)
      }
    }),
  )
  return due.length
}

async function advance(deps: SendDeps, row: StrayRow): Promise<void> {
  const answer = await answerFor(deps, row)
  const at = deps.clock.now()
  switch (answer.state) {
    case 'unknown':
    case 'pending': {
      const waitMs = Math.min(1000 * row.attempt, LONGEST_PENDING_MS)
      return updateStrayPostponed(deps.db, row, waitMs, null)
    }
    case 'settled': {
      const { reference, fee } = answer
      const known = fee !== undefined && isCurrency(fee.currency) && fee.amountMinor !== 0n
      const [posting] = known ? feePostings(row.rail, null, fee) : []
      const posted =
        posting === undefined || fee === undefined
          ? null
          : { id: newUuid('posting', at), posting, fee }
      await updateStrayReturned(deps.db, row, reference, posted, at)
      return
    }
    case 'rejected':
      deps.log.error(
        { stray_id: publicId('str', row.id), code: answer.code },
        'a return moved nothing: it waits for an operator again',
      )
      await updateStrayReopened(deps.db, row, answer.code)
  }
}

async function answerFor(deps: SendDeps, row: StrayRow): Promise<LookUpAnswer> {
  const rail = await railNamed(deps.rails, row.rail)
  const { strays, name } = rail
  const { key, lookUp, send } = sendOfReturn(deps, row)
  const known = await lookUp(rail)
  if (known.state !== 'unknown' || strays === undefined) return known
  // A halt, a frozen order, a hold, a stop or a restore: nothing is sent, and the look-ups go on.
  if ((await selectSendState(deps.db, name, key)) !== 'yes') return known
  return sendUnlessHalted(deps.halts, name, () => send(strays))
}
