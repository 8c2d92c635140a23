// What the rail of accounts asks of the service: the lines of accounts, which are in its own database.
import type { Instant } from '../../../platform/clock.ts'
import type { ListedSend, LookUpAnswer, SendAnswer, SendRequest } from '../send-port.ts'

export type AccountBook = {
  /** Credits a payout or refund once for each key. */
  credit(rail: string, request: SendRequest): Promise<SendAnswer>
  lookUp(key: string): Promise<LookUpAnswer>
  /** Credits since a time, by the clock of the database. */
  creditsSince(rail: string, since: Instant): Promise<readonly ListedSend[]>
}
