// The part of the interface in port.ts about moves between accounts of the desk, and about the costs of transactions:
// a part of the interface in port.ts.
import type { LookUpAnswer, SendAnswer } from './send-port.ts'

/**
 * Credited money of a deposit account that was not swept yet. `orderId`: whose account it is. `keptMinor`: what else was
 * recorded there, which must stay: screening holds it, or it belongs to no order. Absent if there is nothing.
 */
export type Unswept = {
  orderId: string
  account: string
  currency: string
  amountMinor: bigint
  keptMinor?: bigint
}

export type DepositAccount = Pick<Unswept, 'account' | 'currency'>

/** Moves money from deposit accounts to the account that the rail pays from. */
export type Sweeps = {
  /** The ones among those given that are worth their cost and can be swept now. Sends nothing. */
  propose(unswept: readonly Unswept[]): Promise<readonly Unswept[]>
  /** The ones among those given whose account holds less than that: a restore may have lost their sweep. */
  lacking(unswept: readonly Unswept[]): Promise<readonly Unswept[]>
  /** Like `prepare`, `send` and `lookUp` of a rail: the service commits the text before it is sent. */
  prepare(key: string, sweep: Unswept): Promise<string>
  send(key: string, sweep: Unswept, prepared: string): Promise<SendAnswer>
  lookUp(key: string, prepared: string): Promise<LookUpAnswer>
}

/** A payout, refund or sweep whose outcome the service has recorded, with the note that the rail made of it. */
export type EndedKey = { key: string; note: string }

/** Money that comes back when what the network stores for the keys is removed. */
export type RentReturn = {
  keys: readonly string[]
  /** The account of the desk that receives the money. */
  account: string
  currency: string
  amountMinor: bigint
  prepared: string
}

/** Takes back the deposits that a network asks for as long as it stores something for a key. */
export type Rent = {
  /** A note that `propose` needs later, without secrets. Null if nothing is ever stored for the key. */
  noteOf(key: string, prepared: string): Promise<string | null>
  /** `returns`: those whose time is over. `without`: keys for which nothing is stored any more. Sends nothing. */
  propose(
    ended: readonly EndedKey[],
  ): Promise<{ returns: readonly RentReturn[]; without: readonly string[] }>
  send(prepared: string): Promise<SendAnswer>
  lookUp(prepared: string): Promise<LookUpAnswer>
}

/** A transaction on a network, and the account that pays for it. One of those with the same nonce is mined. */
export type RelayedTransaction = { transaction: string; sender: string; nonce: bigint }

/** `isReported`: the fee is part of the answer 'settled' for a payout, refund or sweep. */
export type MinedTransaction = { feeUnits: bigint; isReported: boolean }

/** `displaced`: another transaction has its nonce, so that it never costs anything. Final by the rail's own rules. */
export type RelayedOutcome =
  | { state: 'pending' }
  | { state: 'displaced' }
  | ({ state: 'mined' } & MinedTransaction)

/** Tells what the transactions cost that the rail noted before it sent them. */
export type Gas = {
  currency: string
  /** Fees are exact, in units that are smaller than minor units. */
  unitsPerMinor: bigint
  /** The outcomes in the order of `noted`. */
  lookUp(noted: readonly RelayedTransaction[]): Promise<readonly RelayedOutcome[]>
}
