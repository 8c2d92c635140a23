// Sends a payout or refund over a rail. A request that may have been sent before is looked up first, and sent again or
// cancelled as operators say.
import { carryOut, endCancellation, type CarryOutDeps } from '../cancellations/carry-out.ts'
import type { Secrets } from '../../platform/config.ts'
import { openText } from '../../platform/db/seal.ts'
import { sendsAreHalted } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import type { Uuid } from '../../platform/ids.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { selectSendState } from './may-send.ts'
import type {
  LookUpAnswer,
  Money,
  Rail,
  SendAnswer,
  SendRequest,
} from '../../outside/rails/port.ts'

/**
 * `isFresh`: the request was committed in this round, so nothing can have been sent under its key. The answer `unknown`
 * means that nothing was sent, because of a halt, a freeze, a hold or a cancellation.
 */
export async function sendOnce(
  deps: CarryOutDeps & { halts: Halts },
  rail: Rail,
  request: SendRequest,
  prepared: string,
  isFresh: boolean,
): Promise<LookUpAnswer> {
  if (isFresh) return sendUnlessHalted(deps.halts, rail.name, () => rail.send(request, prepared))
  const known = await rail.lookUp(request.key, prepared)
  if (known.state === 'settled' || known.state === 'rejected') {
    await endCancellation(deps, request.key, known)
    return known
  }
  const state = await selectSendState(deps.db, rail.name, request.key)
  if (state === 'cancelling') return carryOut(deps, rail, request.key, prepared, known)
  return state === 'yes' && known.state === 'unknown' ? rail.send(request, prepared) : known
}

/** The intent may have been committed long before, so ask again directly before the call. */
export async function sendUnlessHalted(
  halts: Halts,
  rail: string,
  send: () => Promise<SendAnswer>,
): Promise<LookUpAnswer> {
  return sendsAreHalted(await halts.present('cached'), rail) ? { state: 'unknown' } : send()
}

/** The text that the rail prepared. Rows of earlier versions have none. Retention erases those of ended sends only. */
export const openPrepared = (
  secrets: Secrets,
  row: {
    id: Uuid<'po' | 'rf' | 'drt'>
    prepared_key_id: string | null
    prepared_sealed: Buffer | null
  },
): string =>
  row.prepared_key_id === null || row.prepared_sealed === null
    ? ''
    : openText(secrets, row.id, { keyId: row.prepared_key_id, bytes: row.prepared_sealed })

/** The fee of a settled request, in a known currency; null if there is none to post. */
export const feeOf = ({ fee }: { fee?: Money }): Money | null =>
  fee !== undefined && isCurrency(fee.currency) && fee.amountMinor > 0n ? fee : null
