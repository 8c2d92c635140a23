// The interface that a screener implements. The service asks it about the sender of a deposit before the deposit is
// credited, and about the beneficiary of a payout or refund before its intent. A screener throws on a timeout and on
// every answer that it does not understand; a throw never means clear.
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Config, Environment } from '../platform/config.ts'
import type { Db } from '../platform/db/pool.ts'
import type { Uuid, OrderId } from '../platform/ids.ts'
import type { Rail } from './rails/port.ts'

export const subjects = ['deposit', 'payout', 'refund'] as const
export type Subject = (typeof subjects)[number]

/** A question about one party. Every repetition of a key has the same content. */
export type Question = {
  /** Stable: 'dep_...', 'ord_...:payout:1' or 'ord_...:refund:total:1'. */
  key: string
  subject: Subject
  /** The rail that the money came or goes over. */
  rail: string
  currency: string
  amountMinor: bigint
  /** Addresses and account numbers, as the rail or the instrument spells them. */
  accounts: readonly string[]
  /** Names of persons and companies. */
  names: readonly string[]
  /** Numbers of identity documents. */
  documents: readonly string[]
}

/**
 * `undecided`: the same question is asked again later. `reason` is for operators: a code of at most 200 characters that
 * repeats no name and no account.
 */
export type Verdict =
  | { answer: 'clear' | 'undecided' }
  | { answer: 'hold' | 'reject'; reason: string; lacks?: Lack }

/** A hold waits for this. The question is asked again when it is there. */
export type Lack =
  | { what: 'travel_rule'; id: Uuid<'epi'> }
  | { what: 'verification'; id: Uuid<'epi' | 'org'> }

/** The order that the money is for, or null if that is not known. Screeners that ask other systems ignore it. */
export type Context = { order: OrderId | null }

export type Screener = {
  name: string
  /**
   * Repeated after a crash. A screener with a memory answers a repeated key and round as before. `round` counts from 1.
   * It grows if the content or the configured screeners change, and if an operator asks again after a rejection.
   */
  ask(question: Question, round: number, context: Context): Promise<Verdict>
  /** Problems for `corridor doctor` and /readyz. Empty if all is well. */
  problems?(): Promise<readonly string[]>
  close?(): Promise<void>
}

export type ScreenerWorld = {
  db: Db
  clock: Clock
  log: Logger
  environment: Environment
  secrets: Config['secrets']
  rails: { all(): Promise<readonly Rail[]> }
  /** The value of a secret by its reference, 'env:NAME' or 'file:PATH'. Throws if it is missing. */
  secret(reference: string): string
}

/** A kind of screener that can be configured. Its module is imported only if a screener of the kind is configured. */
export type ScreenerKind = {
  /** The reason to refuse the settings; undefined if they are valid. */
  settingsProblem(settings: Record<string, unknown>): string | undefined
  /** The list file that `corridor apply` reads; undefined if the settings name none. */
  listFile?(settings: Record<string, unknown>): string | undefined
  open(name: string, settings: Record<string, unknown>, world: ScreenerWorld): Promise<Screener>
}
