// The part of the interface in port.ts about strays: coins and tokens at deposit addresses that are no currency of
// the desk there. A part of the interface in port.ts.
import type { LookUpAnswer, SendAnswer } from './send-port.ts'

/** An asset at a deposit address. `units`: in the smallest unit of the asset. */
export type Stray = {
  account: string
  /** The order that shows the address. */
  orderId: string
  /** `native`, or the contract or mint of the token. */
  asset: string
  symbol: string
  decimals: number
  units: bigint
}

/** The reason why a stray cannot be returned now, for the operator. */
export class StrayFault extends Error {}

export type Strays = {
  /** By final state, at these deposit addresses. Only assets that the settings name, and no dust. */
  held(accounts: readonly { account: string; orderId: string }[]): Promise<readonly Stray[]>
  /**
   * Makes what `send` needs to move all of it to an address; the service commits it before it sends. Undefined if the key was
   * used before. Throws a StrayFault if the stray cannot be moved.
   */
  prepare(key: string, stray: Stray, to: string): Promise<string | undefined>
  send(key: string, stray: Stray, prepared: string): Promise<SendAnswer>
  lookUp(key: string, stray: Stray, prepared: string): Promise<LookUpAnswer>
}
