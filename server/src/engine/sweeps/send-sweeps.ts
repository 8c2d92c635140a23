// One round of sweeps: claims those that are due, sends each, and asks the rail until the outcome is known. Then it posts
// the fee. The money itself stays in the rail's account of the ledger, which covers payer and deposit accounts.
import { openText } from '../../platform/db/seal.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { feePostings } from '../ledger/postings.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { backOffMs } from '../orders/leases.ts'
import { endOf, overlapping, type Overlap } from '../overlap.ts'
import type { LookUpAnswer, Money, Rail, SendAnswer } from '../../outside/rails/port.ts'
import { railNamed } from '../../outside/rails/registry.ts'
import { sendUnlessHalted } from '../sends/send-once.ts'
import { withTimeout } from '../../platform/timeout.ts'
import type { SweepDeps } from './propose-sweeps.ts'
import {
  claimDueSweeps,
  settleSweep,
  updateSweepFailed,
  updateSweepPostponed,
  type SweepRow,
} from './queries.ts'
import { thrownMessage } from '../../platform/thrown.ts'

const BATCH = 20
const MOST_RUNNING = 200
const STEP_MS = 30_000
const LEASE_MS = 60_000
const LONGEST_PENDING_MS = 30_000

/** Sends a batch of due sweeps and waits for it. Returns their number. */
export const sendSweeps = (deps: SweepDeps): Promise<number> => endOf(beginBatch(deps))

/** The background task. */
export const createSweepSender = (): Overlap<SweepDeps> =>
  overlapping({ batch: BATCH, most: MOST_RUNNING }, beginBatch)

async function beginBatch(deps: SweepDeps): Promise<Promise<void>[]> {
  const claimed = await claimDueSweeps(deps.db, BATCH, LEASE_MS)
  return claimed.map(async (row) => {
    try {
      await withTimeout(STEP_MS, advance(deps, row))
    } catch (error) {
      const problem = thrownMessage(error).slice(0, 500)
      if (row.problem !== problem)
        deps.log.error(
          { err: error, sweep_id: publicId('swp', row.id), rail: row.rail, attempt: row.attempt },
          'a sweep could not be sent',
        )
      await updateSweepPostponed(deps.db, row.id, backOffMs(row.attempt), problem)
    }
  })
}

async function advance(deps: SweepDeps, row: SweepRow): Promise<void> {
  const rail = await railNamed(deps.rails, row.rail)
  const sealed = { keyId: row.prepared_key_id, bytes: row.prepared_sealed }
  const { lookUp, send } = callsOf(rail, row, openText(deps.config.secrets, row.id, sealed))
  // Nothing was sent before the first claim.
  const known = row.attempt === 1 ? undefined : await lookUp()
  const answer =
    known === undefined || known.state === 'unknown'
      ? await sendUnlessHalted(deps.halts, rail.name, send)
      : known
  const at = deps.clock.now()
  switch (answer.state) {
    // Not sent, because of a halt.
    case 'unknown':
    case 'pending': {
      const waitMs = Math.min(1000 * row.attempt, LONGEST_PENDING_MS)
      return updateSweepPostponed(deps.db, row.id, waitMs, null)
    }
    case 'settled': {
      const fee = knownFee(answer.fee)
      const [posting] = feePostings(row.rail, row.kind === 'rent' ? null : row.currency, fee)
      const posted = posting === undefined ? null : { id: newUuid('posting', at), posting }
      return settleSweep(deps.db, row.id, answer.reference, fee, posted, at)
    }
    case 'rejected':
      deps.log.error(
        { sweep_id: publicId('swp', row.id), rail: row.rail, code: answer.code },
        'a sweep failed: its deposits will be swept again',
      )
      return updateSweepFailed(deps.db, row.id, answer.code, at)
  }
}

type Calls = { lookUp(): Promise<LookUpAnswer>; send(): Promise<SendAnswer> }

function callsOf(rail: Rail, row: SweepRow, prepared: string): Calls {
  const { sweeps, rent } = rail
  if (row.kind === 'rent' && rent !== undefined)
    return { lookUp: () => rent.lookUp(prepared), send: () => rent.send(prepared) }
  if (row.kind === 'rent' || row.order_id === null || sweeps === undefined)
    throw new Error(`the rail ${rail.name} does not sweep ${row.kind} now`)
  const key = publicId('swp', row.id)
  const { account, currency, amount_minor: amountMinor } = row
  const sweep = { orderId: publicId('ord', row.order_id), account, currency, amountMinor }
  return {
    lookUp: () => sweeps.lookUp(key, prepared),
    send: () => sweeps.send(key, sweep, prepared),
  }
}

const knownFee = (fee: Money | undefined): Money | null =>
  fee !== undefined && isCurrency(fee.currency) && fee.amountMinor !== 0n ? fee : null
