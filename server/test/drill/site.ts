// A place of the drill: one rail, and the provider of its routes, with the real programs behind them. The other side of each
// route is the simulated rail. A site reads what left from the outside's own record, never from Corridor.
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { ManualClock } from '../support/service.ts'

/** Money that left a rail. `key` and `to`: null where the outside does not keep it. */
export type Left = {
  rail: string
  key: string | null
  to: string | null
  currency: string
  amountMinor: bigint
}

/** A conversion that a provider carried out. */
export type Converted = {
  provider: string
  key: string | null
  currency: string
  soldMinor: bigint
}

/** Orders of a route. Each has an amount of its own, so that what left without a key names its order. */
export type Direction = {
  payin: string
  payout: string
  provider: string
  amountOf(number: number): string
}

export type Site = {
  name: string
  rail: string
  /** Environment of the service. */
  env: Record<string, string>
  clock: ManualClock
  /** Orders that the rail pays out. */
  out: Direction | null
  /** Orders that are funded at the rail, which pays refunds. */
  in: Direction | null
  /** The outside goes on between two rounds of the service. */
  goOn(): Promise<void>
  /** Time passes outside, after which nothing of before can be carried out any more. */
  pass(): Promise<void>
  pay(order: OrderJson, amountMinor: bigint, name: string): Promise<void>
  /** A settled payout comes back. Absent if the rail has no returns. */
  comesBack?(send: { key: string; currency: string; amountMinor: bigint }): Promise<void>
  left(): Promise<Left[]>
  converted(): Promise<Converted[]>
  /** What the desk has outside, by account of the ledger and currency. Accounts of one balance are joined by `+`. */
  balances(): Promise<Map<string, bigint>>
  /** Sweeps that arrived at the payer, and addresses of orders with money. Absent if deposits arrive there. */
  sweeps?(): Promise<{ swept: number; unswept: number }>
  close(): Promise<void>
}
