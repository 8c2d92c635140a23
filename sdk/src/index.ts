// The exports of the package.
export { Corridor } from './corridor.ts'
export type { CallOptions, CorridorOptions, CreateOptions } from './connection.ts'
export * as decimal from './decimal.ts'
export type { Rounding } from './decimal.ts'
export {
  CorridorConnectionError,
  CorridorError,
  OrderEndedError,
  OrderTimeoutError,
  WebhookVerificationError,
  type ProblemOf,
} from './errors.ts'
export type { EventFilter, StreamedEvent } from './event-stream.ts'
export type { components, operations, paths, webhooks } from './openapi.ts'
export type { List, Page } from './pages.ts'
export type { Fetch, RetryPolicy } from './retry.ts'
export type * from './schemas.ts'
export { verifyWebhook, type VerifiedWebhook, type WebhookRequest } from './verify.ts'
export type { WaitOptions } from './wait.ts'
