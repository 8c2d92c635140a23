// Asks a rail to cancel what an operator wanted cancelled. Safe to repeat. The payout or refund ends only if the rail says
// that nothing was or will be executed under its key.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { CancelAnswer, LookUpAnswer, Rail } from '../../outside/rails/port.ts'
import { updateCancellationAnswered, updateCancellationEnded } from './queries.ts'

export type CarryOutDeps = { db: Db; clock: Clock; log: Logger }

const MOST_DETAIL = 500

/** `known`: the rail's answer about the key. It counts until the rail has cancelled the key. */
export async function carryOut(
  { db, clock, log }: CarryOutDeps,
  rail: Rail,
  key: string,
  prepared: string,
  known: LookUpAnswer,
): Promise<LookUpAnswer> {
  const answer: CancelAnswer = (await rail.cancel?.(key, prepared)) ?? {
    state: 'impossible',
    reason: 'the rail cannot cancel',
  }
  const detail =
    answer.state === 'cancelled'
      ? answer.code
      : answer.state === 'impossible'
        ? answer.reason
        : null
  const stored = storedDetail(detail)
  const isNew = await updateCancellationAnswered(db, key, answer.state, stored, clock.now())
  if (isNew && answer.state === 'impossible')
    log.error({ key, rail: rail.name }, 'a rail refused to cancel: the send goes on')
  return answer.state === 'cancelled' ? { state: 'rejected', code: answer.code } : known
}

/** A look-up told the end of the send before the rail answered the request to cancel it, if there is one. */
export async function endCancellation(
  { db, clock }: Pick<CarryOutDeps, 'db' | 'clock'>,
  key: string,
  known: Extract<LookUpAnswer, { state: 'settled' | 'rejected' }>,
): Promise<void> {
  const [answer, detail] =
    known.state === 'settled'
      ? (['too_late', null] as const)
      : (['cancelled', storedDetail(known.code)] as const)
  await updateCancellationEnded(db, key, answer, detail, clock.now())
}

function storedDetail(detail: string | null): string | null {
  const text = detail?.toWellFormed().replaceAll('\0', '').slice(0, MOST_DETAIL) ?? ''
  return text === '' ? null : text
}
