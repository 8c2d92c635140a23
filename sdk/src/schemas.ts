// Short names for the schemas that callers meet. openapi.ts is generated from openapi.json.
import type { components, operations } from './openapi.ts'

export type Schemas = components['schemas']

export type ApiKey = Schemas['ApiKey']
export type ApiKeyWithSecret = Schemas['ApiKeyWithSecret']
export type ConfiguredRoute = Schemas['ConfiguredRoute']
export type Deposit = Schemas['Deposit']
export type ErrorCode = Schemas['ErrorCode']
export type Event = Schemas['Event']
export type EventType = Schemas['EventType']
export type ExchangeRate = Schemas['ExchangeRate']
export type FieldError = Schemas['FieldError']
export type InformationDocument = Schemas['InformationDocument']
export type InformationRequest = Schemas['InformationRequest']
export type Instrument = Schemas['ExternalPaymentInstrument']
export type LiquidityProvider = Schemas['LiquidityProvider']
export type Offering = Schemas['Offering']
export type Order = Schemas['Order']
export type OrderStatus = Schemas['OrderStatus']
export type OrderTimeline = Schemas['OrderTimeline']
export type Organization = Schemas['Organization']
export type Payout = Schemas['Payout']
export type Problem = Schemas['Problem']
export type QueuedEvents = Schemas['QueuedEvents']
export type QueuedTest = Schemas['QueuedTest']
export type Quote = Schemas['Quote']
export type Refund = Schemas['Refund']
export type SandboxClock = Schemas['SandboxClock']
export type Scenario = Schemas['Scenario']
export type TravelRule = Schemas['TravelRule']
export type TravelRuleRecord = Schemas['TravelRuleRecord']
export type VolumeLimit = Schemas['VolumeLimit']
export type WebhookDelivery = Schemas['WebhookDelivery']
export type WebhookEndpoint = Schemas['WebhookEndpoint']
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret']
export type WebhookPayload = Schemas['WebhookPayload']

/** Parameters of an operation after the `?`. */
export type QueryOf<Id extends keyof operations> = NonNullable<
  operations[Id]['parameters']['query']
>
