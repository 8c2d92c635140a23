// Puts a question to the screeners and stores the answer. The question is committed first, and nothing remote runs while a
// transaction is open. After a crash the same key is asked again. The statements that credit a deposit or commit an
// intent check the stored answer themselves: see `isCleared` in queries.ts.
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import type { Metrics } from '../metrics.ts'
import type { OrderId } from '../orders/of-orders.ts'
import type { SendRequest } from '../rails/port.ts'
import type { Question, Subject } from './port.ts'
import { fingerprintOfQuestion, questionOfSend } from './question.ts'
import {
  selectScreeningOf,
  updateScreeningAnswered,
  upsertScreening,
  type ScreeningState,
} from './queries.ts'
import type { Screeners } from './registry.ts'

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

/** Returns the present state of the question: `asking` if it is not answered. */
export async function screen(
  deps: ScreenDeps,
  question: Question,
  about: { depositId: Uuid<'dep'> | null; order: OrderId | null },
): Promise<ScreeningState> {
  const { key, subject } = question
  const fingerprint = fingerprintOfQuestion(deps.config.secrets, question)
  await upsertScreening(deps.db, { key, subject, fingerprint, ...about }, deps.clock.now())
  const row = await selectScreeningOf(deps.db, key)
  if (row?.is_present === true && row.state !== 'asking') return row.state
  const answer = await deps.screeners.ask(question)
  deps.metrics.screenings.inc({ subject, answer: answer?.state ?? 'none' })
  if (answer === null) return 'asking'
  const stored = await updateScreeningAnswered(deps.db, key, fingerprint, answer, deps.clock.now())
  // Nothing stored: the screeners have changed, or another worker was first. Ask again or read its answer later.
  if (stored === undefined) return 'asking'
  const { state, screener } = answer
  // Never the reason: it is another system's text.
  if (state !== 'clear')
    deps.log.warn({ key, screener, answer: state }, `screening stopped a ${subject}`)
  return state
}

/**
 * Screens the beneficiary of a payout or refund. `clear`: it may be sent. `held`: an operator decides. `unanswered`: ask
 * again later. Costs nothing if no screener is configured.
 */
export async function screenSend(
  deps: ScreenDeps,
  subject: Exclude<Subject, 'deposit'>,
  order: OrderId,
  railOf: () => Promise<string>,
  request: SendRequest,
): Promise<'clear' | 'held' | 'unanswered'> {
  if (!(await deps.screeners.areConfigured())) return 'clear'
  const question = questionOfSend(subject, await railOf(), request)
  const state = await screen(deps, question, { depositId: null, order })
  if (state === 'asking') return 'unanswered'
  return state === 'clear' || state === 'released' ? 'clear' : 'held'
}
