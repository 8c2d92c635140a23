// Puts a question to the screeners and stores the answer. The question is committed first, and nothing remote runs while a
// transaction is open. After a crash the same key is asked again. The statements that credit a deposit or commit an
// intent check the stored answer themselves: see `isCleared` in queries.ts.
import type { Logger } from 'pino'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newUuid, publicId, type Uuid, type OrderId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { SendRequest } from '../../outside/rails/port.ts'
import type { Lack, Question, Subject } from '../../outside/screener-port.ts'
import { fingerprintOfQuestion, questionOfSend } from './question.ts'
import {
  selectScreeningOf,
  updateScreeningAnswered,
  upsertScreening,
  type ScreeningState,
} from './queries.ts'
import type { Answer, Screeners } from './registry.ts'

export type ScreenDeps = {
  db: Db
  clock: Clock
  log: Logger
  config: Config
  metrics: Metrics
  screeners: Screeners
}

/** The parked reason of an order whose beneficiary is held. */
export const SCREENING = 'screening' as const

/**
 * Returns the present state of the question: `asking` if it is not answered. `assignedTo`: the order that an operator
 * assigns the deposit to. An answer for another order does not count.
 */
export async function screen(
  deps: ScreenDeps,
  question: Question,
  about: { depositId: Uuid<'dep'> | null; order: OrderId | null },
  assignedTo: OrderId | null = null,
): Promise<ScreeningState> {
  const { key, subject } = question
  const fingerprint = fingerprintOfQuestion(deps.config.secrets, question, assignedTo?.id)
  await upsertScreening(deps.db, { key, subject, fingerprint, ...about }, deps.clock.now())
  const row = await selectScreeningOf(deps.db, key)
  if (row === undefined) throw new Error(`the question ${key} is not stored`)
  if (row.is_present && row.state !== 'asking') return row.state
  const { round } = row
  const answer = await deps.screeners.ask(question, round, { order: assignedTo ?? about.order })
  deps.metrics.screenings.inc({ subject, answer: answer?.state ?? 'none' })
  if (answer === null) return 'asking'
  const asked = { key, fingerprint, round }
  const at = deps.clock.now()
  const lacking =
    answer.lacks === null ? '[]' : lackingEvent(question, answer.lacks, about.order, at)
  const stored = await updateScreeningAnswered(deps.db, asked, answer, at, lacking)
  if (stored === undefined) {
    await reportOther(deps, asked, answer)
    // Ask again, or read the answer of another worker later.
    return 'asking'
  }
  const { state, screener, lacks } = answer
  // Never the reason: it is another system's text.
  if (state !== 'clear')
    deps.log.warn(
      { key, screener, answer: state, lacks: lacks?.what },
      `screening stopped a ${subject}`,
    )
  return state
}

/** Logs an answer that contradicts the stored one. The first answer counts. */
async function reportOther(
  { db, log }: ScreenDeps,
  { key, round }: { key: string; round: number },
  { version, state }: Answer,
): Promise<void> {
  const first = await selectScreeningOf(db, key)
  const isSameQuestion = first?.round === round && first.version === version
  const isOther = first?.state !== 'asking' && first?.state !== 'released' && first?.state !== state
  if (isSameQuestion && isOther)
    log.error({ key, first: first.state, second: state }, 'a screener gave two different answers')
}

/**
 * Screens the beneficiary of a payout or refund. `clear`: it may be sent. `held`: an operator decides. `unanswered`: ask
 * again later. Costs nothing if no screener is configured.
 */
export async function screenSend(
  deps: ScreenDeps,
  subject: Exclude<Subject, 'deposit'>,
  order: OrderId | null,
  railOf: () => Promise<string>,
  request: SendRequest,
): Promise<'clear' | 'held' | 'unanswered'> {
  if (!(await deps.screeners.areConfigured())) return 'clear'
  const question = questionOfSend(subject, await railOf(), request)
  const state = await screen(deps, question, { depositId: null, order })
  if (state === 'asking') return 'unanswered'
  return state === 'clear' || state === 'released' ? 'clear' : 'held'
}

/** The parameter of announceEvents. Customers are told what they can give; a verification is the operator's. */
function lackingEvent(
  { currency, amountMinor }: Question,
  lacks: Lack,
  order: OrderId | null,
  at: Instant,
): string {
  if (lacks.what !== 'travel_rule' || order === null) return '[]'
  const data = {
    external_payment_instrument_id: publicId('epi', lacks.id),
    order_id: publicId('ord', order.id),
    currency,
    amount: formatAmount(amountMinor, currency),
  }
  const type = 'instrument.travel_rule_required'
  return JSON.stringify([{ position: 0, id: newUuid('evt', at), type, data, step: 1 }])
}
