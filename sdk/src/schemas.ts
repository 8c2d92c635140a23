// Short names for the schemas that callers meet. openapi.ts and answers.ts are generated from openapi.json: answers.ts has
// what operations.ts returns.
import type { components, operations } from './openapi.ts'

export type * from './answers.ts'

export type Schemas = components['schemas']

export type ErrorCode = Schemas['ErrorCode']
export type Event = Schemas['Event']
export type EventType = Schemas['EventType']
export type FieldError = Schemas['FieldError']
export type OrderStatus = Schemas['OrderStatus']
export type Problem = Schemas['Problem']
export type WebhookPayload = Schemas['WebhookPayload']

/** Parameters of an operation after the `?`. */
export type QueryOf<Id extends keyof operations> = NonNullable<
  operations[Id]['parameters']['query']
>
