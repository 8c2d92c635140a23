// Sweeps: a rail moves what orders received from its deposit addresses to the account that it pays from. The service
// decides which ones and when; it leaves out held deposits.
import type { LookUpAnswer, SendAnswer } from './port.ts'

/** Recorded, credited and not yet swept. */
export type Unswept = { orderId: string; account: string; currency: string; amountMinor: bigint }

export type Sweeps = {
  /** Those that are worth their cost and that can be swept now. Changes nothing. */
  propose(unswept: readonly Unswept[]): Promise<readonly Unswept[]>
  /** Like `prepare`, `send` and `lookUp` of a rail: commit the text before it is sent. */
  prepare(key: string, sweep: Unswept): Promise<string>
  send(key: string, sweep: Unswept, prepared: string): Promise<SendAnswer>
  lookUp(key: string, prepared: string): Promise<LookUpAnswer>
}
