// The interface that a rail's adapter implements: funding accounts, payouts, refunds, and entries that the rail reports.
// An adapter never uses the database of the service. It throws on a timeout, a 429, a 5xx and every answer that it does
// not understand; a throw never means rejected.
import type { Logger } from 'pino'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import type { Abilities, AbilityOf } from '../abilities.ts'
import type { Claim } from '../claim.ts'
import type { InstrumentMethod } from '../methods/methods.ts'
import type { AccountBook } from './accounts/book.ts'
import type { Explorer } from './explorers.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type {
  CancelAnswer,
  LookUpAnswer,
  MaySend,
  SendAnswer,
  SendRequest,
  SendsAsked,
  SendsListed,
  StillPossible,
} from './send-port.ts'

import type { Strays } from './strays-port.ts'
import type { DepositAccount, Gas, RelayedTransaction, Rent, Sweeps } from './sweep-port.ts'
import type { RailProblem } from '../rail-problems.ts'

export type * from './send-port.ts'
export type * from './sweep-port.ts'

/** Instruments that a rail moves money to and from. */
export type Served = {
  method: InstrumentMethod
  currencies: readonly string[]
  /** Values that fields of the instrument's details must have, for example { chain: 'base' }. */
  where?: Readonly<Record<string, string>>
  /** Deposits only: payouts and refunds are rejected. No route pays out to such instruments. */
  receivesOnly?: true
}

/**
 * Reported by a rail, in its own order. The transaction and the index identify an entry on its rail, in canonical form:
 * one deposit never has two spellings.
 */
export type RailEntry =
  | {
      /** The rail reported something that cannot be read. It is kept with its problem and blocks no other entry. */
      kind: 'invalid'
      transaction: string
      index: number
      /** Without any text of the payer. */
      problem: string
    }
  | {
      kind: 'deposit'
      transaction: string
      index: number
      /** The account that received the money, in the spelling of the funding account. */
      account: string
      /** The payer's text, if the rail carries one. It identifies the order at an account that orders share. */
      reference: string | null
      /** The payer's account, if the rail tells it. */
      sender: string | null
      currency: string
      amountMinor: bigint
      /**
       * When the money came, by the rail's own record. Null or absent if the rail does not tell it: it then came when it was
       * reported. A rail that knows only a day tells the beginning of that day.
       */
      receivedAt?: Instant | null
      /**
       * The rail shows what is there now, not what it once reported. So a deposit that was taken back has come again if it is
       * reported after its reversal. Without it, such a report is a repetition and counts no more.
       */
      isPresent?: true
    }
  | {
      /** A settled payout or refund that came back. */
      kind: 'return'
      transaction: string
      index: number
      /** The key of the payout or refund. Null if the rail tells only `sendReference`. */
      key: string | null
      /** The reference of the answer `settled`. */
      sendReference: string | null
      currency: string
      amountMinor: bigint
      code: string
    }
  | {
      /** Takes back a deposit that was reported before: a deep reorganization of a chain, a recall by a bank. */
      kind: 'reversal'
      transaction: string
      index: number
      ofTransaction: string
      ofIndex: number
      code: string
      /** The deposit is not there now. It is taken back again if it has come again since the last reversal. */
      isPresent?: true
    }

export type SeenDeposit = Extract<RailEntry, { kind: 'deposit' }>

/**
 * The entries after a cursor, and the cursor after them. An empty cursor is the start. `hasMore`: the rail was not read to
 * its end, whether or not there were entries.
 */
export type Polled = {
  cursor: string
  entries: readonly RailEntry[]
  hasMore?: boolean
  /**
   * Every deposit that came until this instant has been reported, now or before. Null if this poll cannot tell. Absent: with
   * `hasMore` it cannot tell, else it is the instant at which the poll began.
   */
  readUpTo?: Instant | null
}

export type WatchedAccount = {
  account: string
  orderId: string
  method: InstrumentMethod
  /** The funding details of the order. */
  details: Record<string, string>
}

/**
 * The accounts that the service handed out. A page has at most 500 accounts. `after` is the last account of the page
 * before; null for the first page.
 */
export type Watch = {
  /** Accounts of open orders and of orders that ended recently: read them in every poll. */
  recent(after: string | null): Promise<readonly WatchedAccount[]>
  /** All other accounts: look at them about once a day. */
  older(after: string | null): Promise<readonly WatchedAccount[]>
  /**
   * The database was restored: report also deposits at recent accounts whose money has left since. Until they all are
   * reported, `hasMore` is true. For rails that find deposits by balances.
   */
  isRestored?: boolean
}

/** Money that came to the rail or left it, by the rail's own record. */
export type RailMovement = {
  transaction: string
  index: number
  /** The beginning of its day, in UTC. */
  day: Instant
  currency: string
  /** Positive: the rail received it. */
  amountMinor: bigint
}

/** The balance of an account of the desk. */
export type Holding = { account: string; currency: string; amountMinor: bigint }

/** Issuers of tokens block accounts. A blocked account can neither send nor receive the token. */
export type Blocklist = {
  /** Throws if that cannot be read. */
  isBlocked(currency: string, account: string): Promise<boolean>
  /** Problems for the screener that uses it. Empty if all lists can be read. */
  problems(): Promise<readonly string[]>
}

export type Rail = {
  /** For example 'evm:base', 'solana' or 'bank:bancolombia'. */
  name: string
  served: readonly Served[]
  /**
   * The account that the payer of an order sends to, with the fields of the method. Pure and quick, without a remote
   * call. 'from_pool': the service assigns an account of the rail's pool.
   */
  fundingAccount(method: InstrumentMethod, orderId: string): Record<string, string> | 'from_pool'
  /**
   * Opens funding accounts for the pool, with the fields of the method. Idempotent: a repeated key opens no more and
   * returns the same accounts. Absent if the rail never answers 'from_pool', or if an operator adds its accounts.
   */
  openAccounts?(
    key: string,
    method: InstrumentMethod,
    currency: string,
    count: number,
  ): Promise<readonly Record<string, string>[]>
  /**
   * Whether an address of the rail's method belongs to the desk: its keys, its contracts, accounts of the network itself.
   * Deposit addresses are known to the service. Without a remote call. Absent if the rail has no addresses.
   */
  isOwnAccount?(address: string): Promise<boolean>
  /**
   * Makes what `send` needs: the paying wallet, signed bytes, the name of a file. The service seals it and commits it
   * with the intent before anything is sent. Sends nothing. If the intent is not committed, it is never used.
   */
  prepare(request: SendRequest): Promise<string>
  /** Idempotent: a second call with a key pays nothing and returns the answer of the first. */
  send(request: SendRequest, prepared: string): Promise<SendAnswer>
  lookUp(key: string, prepared: string): Promise<LookUpAnswer>
  /**
   * Asks the rail not to execute a payout or refund. Idempotent, and also for a key that the rail never received: nothing
   * may be executed under it later. Absent if the rail cannot cancel.
   */
  cancel?(key: string, prepared: string): Promise<CancelAnswer>
  /** Whether the other side cancels at all. Throws if it does not answer. Absent if `cancel` is enough to know it. */
  canCancel?(): Promise<boolean>
  /**
   * Whether a payout or refund without a final outcome can still be executed, by anyone. Absent if only the look-up can
   * tell: then `rejected` is certain, and a `pending` send is never recorded as rejected. `until: null`: the rail can never
   * tell, and the evidence of an operator counts.
   */
  canStillHappen?(key: string, prepared: string): Promise<StillPossible>
  /**
   * Entries after `cursor`, final by the rail's own rules; null at first. The service commits the entries and the cursor
   * together, so it polls again from the old cursor after a crash. Entries that are reported again count once.
   */
  poll(cursor: string | null, watch: Watch): Promise<Polled>
  /**
   * Payouts and refunds that were sent since a time, to compare them with a restored database. Sweeps are not listed.
   * Absent if the rail cannot list them, or null if it says so: an operator then compares its statement.
   */
  sends?(asked: SendsAsked): Promise<SendsListed | null>
  /** Tells the rail a claim, and returns the newest that it knows. Absent if it keeps none, or null if it says so. */
  claim?(own: Claim): Promise<Claim | null>
  /**
   * Everything that moved at the accounts of the rail in whole days, for reconciliations. Absent if the rail has files as
   * statements, or cannot tell.
   */
  movements?(period: { from: Instant; to: Instant }, watch: Watch): AsyncIterable<RailMovement>
  /**
   * The balances of the desk's own accounts, and of `depositAccounts`: those that hold recorded money. Only rails with
   * `sweeps` get any. They read all at one time, so that a sweep changes no sum.
   */
  balances(depositAccounts?: readonly DepositAccount[]): Promise<readonly Holding[]>
  /** Absent if deposits arrive at accounts that the rail pays from. */
  sweeps?: Sweeps
  /** Absent if deposits arrive at accounts that hold nothing else. */
  strays?: Strays
  /** Absent if the rail reports all fees with what it settles, or sends no transactions itself. */
  gas?: Gas
  /** Absent if the network stores nothing for keys. */
  rent?: Rent
  /** Absent if no issuer can block an account of the rail. */
  blocklist?: Blocklist
  /** Verifies a webhook. Returns the keys to look up now; its content is never trusted for more. */
  receive?(headers: Record<string, string>, body: Buffer): Promise<readonly string[]>
  /** Problems for `corridor doctor` and /readyz: wrong chain, unreachable, low on gas. Empty if all is well. */
  problems?(): Promise<readonly RailProblem[]>
  /**
   * How long an order may await funding after its end because the rail was not read up to it; a day if absent. Longer for
   * rails that tell everything of a day only some days later.
   */
  readWithinMs?: number
  /** How long the service waits between two polls; half a second if absent. */
  pollEveryMs?: number
  /** The service is opening the rail. It is polled once it is open. */
  isOpening?: boolean
  close?(): Promise<void>
}

/** Two abilities are kinds of entries. */
export type RailAbility = AbilityOf<Rail> | 'returns' | 'reversals'

/** A kind of rail that can be configured. Its module is imported only if a rail of the kind is configured. */
export type RailKind = {
  /** Only a sandbox deployment may use it. */
  sandboxOnly: boolean
  can: Abilities<RailAbility>
  /** Holidays that the settings name. Throws for invalid settings. */
  holidays?(settings: Record<string, unknown>): BankHolidays
  /** The reason to refuse the settings; undefined if they are valid. */
  settingsProblem(settings: Record<string, unknown>): string | undefined
  /**
   * The services of a rail with these valid settings. Pure: the service refuses ambiguous rails when they are configured, and
   * routes no instrument of a rail that is down to another rail. Equal to `served` of the opened rail.
   */
  served(settings: Record<string, unknown>): readonly Served[]
  /** The chain of the rail, as CAIP-2 names it. Throws for invalid settings. */
  chain?(settings: Record<string, unknown>): string
  /** The public explorer of the chain that the settings name. */
  explorer?(settings: Record<string, unknown>): Explorer | undefined
  open(name: string, settings: Record<string, unknown>, world: RailWorld): Promise<Rail>
}

/** The current seed, and older ones: their addresses are still watched and swept. */
export type DepositSeeds = readonly [Uint8Array, ...Uint8Array[]]

export type RailWorld = {
  clock: Clock
  log: Logger
  environment: Environment
  /** The value of a secret by its reference, 'env:NAME' or 'file:PATH'. Throws if it is missing. */
  secret(reference: string): string
  /** 32 bytes that never change for a deployment: for secrets that must outlive every rotation. */
  identitySeed: Uint8Array
  /** Seeds of 32 bytes from which the keys of deposit addresses are derived. The first makes new addresses. */
  depositSeeds: DepositSeeds
  /** Commits a transaction that the rail is about to send. Idempotent. */
  noteRelayed(rail: string, transaction: RelayedTransaction): Promise<void>
  /**
   * Asked directly before each broadcast of a rail that sends on its own, such as with a higher fee. Answered from the
   * database, so halts, freezes, marks and cancellations hold in every process. Throws if it cannot be read: send nothing.
   */
  maySend(rail: string, key: string): Promise<MaySend>
  /** Whether an order of this deployment has the address as its deposit address, on any chain. Read from the database. */
  isHandedOut(address: string): Promise<boolean>
  /** Days of the bank calendar that the operator file names for the rail, YYYY-MM-DD. */
  holidays: readonly string[]
  /** The accounts of organizations at the desk. Only the rail of accounts uses it. */
  accounts: AccountBook
  simulator: Simulator
}
