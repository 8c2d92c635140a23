// The schema of an operator file. judge-file.ts checks the values and their combinations.
import Type, { type Static, type TProperties } from 'typebox'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { belowChoices } from '../../engine/small-amounts/queries.ts'

const exact = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
const name = Type.String({ minLength: 1, maxLength: 200, pattern: inputPatterns.printable.pattern })
const clockTime = Type.String()
const amount = Type.String()

const hours = Type.Array(
  exact({
    /** 0 Sunday to 6 Saturday. */
    days_of_week: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { minItems: 1 }),
    start_time: clockTime,
    end_time: clockTime,
    timezone: Type.String(),
  }),
)

export const providerSchema = exact({
  name: Type.String({ pattern: inputPatterns.providerName.pattern }),
  kind: Type.String(),
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** Amounts by currency. */
  settlement_limit: Type.Optional(Type.Record(Type.String(), amount)),
  /** Payin currencies that the provider sells only from the desk's own holding there. */
  prefunded: Type.Optional(Type.Array(Type.String())),
  trading_pairs: Type.Array(
    exact({
      payin_currency: Type.String(),
      payout_currency: Type.String(),
      hours,
      max_rate_age_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
      settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    { minItems: 1 },
  ),
})

export const railSchema = exact({
  name: Type.String({ pattern: inputPatterns.railName.pattern }),
  kind: Type.String(),
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** The name of a bank calendar: offerings over this rail close on its holidays. */
  bank_calendar: Type.Optional(Type.String()),
  /** Amounts by currency. */
  max_send: Type.Optional(Type.Record(Type.String(), amount)),
  max_hour: Type.Optional(Type.Record(Type.String(), amount)),
})

/** Days MM-DD by year. */
export const calendarSchema = exact({
  name,
  timezone: Type.String(),
  holidays: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 366 })),
})

export const signerSchema = exact({
  /** The reference of a key, as in the setting `payer` of rails. */
  key: Type.String({ minLength: 1, maxLength: 500 }),
  max_send: Type.Optional(Type.Record(Type.String(), amount)),
  max_hour: Type.Optional(Type.Record(Type.String(), amount)),
})

export const screenerSchema = exact({
  name: Type.String({ pattern: inputPatterns.railName.pattern }),
  kind: Type.String(),
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

export const approvalSchema = exact({
  /** The name of the act in the audit trail, such as `order.refund`. */
  act: Type.String(),
  /** The name of an enterprise; without it the rule covers all. */
  enterprise: Type.Optional(name),
  /** Acts that move at least this much. */
  from: Type.Optional(exact({ currency: Type.String(), amount })),
  /** The roles that may approve. */
  roles: Type.Array(Type.String(), { minItems: 1 }),
})

/** A counterparty of the desk that sends money to a watched account. */
export const counterpartySchema = exact({
  name,
  rail: name,
  currency: Type.String(),
  /** The account that it sends from. */
  sender: Type.String({ minLength: 1, maxLength: 300 }),
  /** `treasury`, or `provider:NAME`. */
  from: Type.String(),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  max_amount: Type.Optional(amount),
  /** Default: false, so that it is a suggestion. */
  auto: Type.Optional(Type.Boolean()),
})

/** The smallest amounts of a currency at a rail. */
export const smallAmountSchema = exact({
  rail: Type.String(),
  currency: Type.String(),
  smallest_deposit: amount,
  smallest_refund: amount,
  /** Decides what happens to smaller amounts. */
  below: Type.Enum(belowChoices),
  /** The part of the cost of a refund that the payer bears; none without it. */
  refund_fee: Type.Optional(amount),
})

const days = Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 }))

/** Days after which a kind of encrypted values is erased. */
export const retentionSchema = exact({
  instruments: days,
  information_requests: days,
  deposit_senders: days,
  prepared_sends: days,
})

// An entry with only a name and `disabled` enables or disables an existing route. Any other entry must describe the
// whole route; judge-route.ts reports missing keys.
export const routeSchema = exact({
  name,
  payin_currency: Type.Optional(Type.String()),
  payout_currency: Type.Optional(Type.String()),
  liquidity_provider: Type.Optional(Type.String()),
  /** Ranked; in place of liquidity_provider. */
  liquidity_providers: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  disabled: Type.Optional(Type.Boolean()),
  estimated_settlement_time: Type.Optional(Type.Enum(['T+0', 'T+1', 'T+2'])),
  payin_limits: Type.Optional(exact({ min: amount, max: amount })),
  cost_tiers: Type.Optional(
    Type.Array(
      exact({ min: amount, max: amount, bps: Type.Integer({ minimum: 0, maximum: 10_000 }) }),
      {
        minItems: 1,
      },
    ),
  ),
  tax_bps: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  fee_treatment: Type.Optional(Type.Enum(['inclusive', 'exclusive'])),
  max_slippage_bps: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  max_open_total: Type.Optional(amount),
  submission_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
  funding_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
  trading_hours: Type.Optional(hours),
  inclusive_account_types: Type.Optional(Type.Array(Type.String())),
})

/** The most that may be ordered in a day and in a month, in UTC. */
const volumes = exact({ day: Type.Optional(amount), month: Type.Optional(amount) })

// An entry with an id sets the status of an instrument that the API created. Without an id, the file owns the
// instrument.
export const instrumentSchema = exact({
  id: Type.Optional(Type.String()),
  alias: Type.Optional(name),
  currency: Type.Optional(Type.String()),
  method: Type.Optional(Type.String()),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  status: Type.Optional(Type.Enum(['ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED'])),
  /** For what this instrument pays in. */
  volume_limits: Type.Optional(volumes),
})

const organizationKeys = {
  id: Type.Optional(Type.String()),
  name: Type.Optional(name),
  contact: Type.Optional(
    exact({
      email: Type.String({ pattern: inputPatterns.email.pattern, maxLength: 254 }),
      first_name: name,
      last_name: name,
    }),
  ),
  status: Type.Optional(Type.Enum(['ACTIVE', 'COMPLIANCE_HOLD'])),
  /** By payin currency. */
  volume_limits: Type.Optional(Type.Record(Type.String(), volumes)),
}

// The keys of an organization or an enterprise without its lists. List entries are checked separately, so that one
// fault does not hide another.
export const organizationSchema = Type.Object(organizationKeys)
export const enterpriseSchema = Type.Object({ name })

export const operatorFileSchema = exact({
  liquidity_providers: Type.Optional(Type.Array(providerSchema)),
  bank_calendars: Type.Optional(Type.Array(calendarSchema)),
  rails: Type.Optional(Type.Array(railSchema)),
  signers: Type.Optional(Type.Array(signerSchema)),
  /** All screeners of the deployment. An empty list ends screening. */
  screening: Type.Optional(Type.Array(screenerSchema)),
  /** All smallest amounts of the deployment. An empty list ends them. */
  small_amounts: Type.Optional(Type.Array(smallAmountSchema)),
  /** All rules of approval of the deployment. An empty list ends approvals. */
  approvals: Type.Optional(Type.Array(approvalSchema)),
  /** All known counterparties of the deployment. An empty list ends their rules. */
  counterparties: Type.Optional(Type.Array(counterpartySchema)),
  /** The whole policy. A kind that it omits has the days of CORRIDOR_DETAILS_KEPT_DAYS, or is kept. */
  retention: Type.Optional(retentionSchema),
  enterprises: Type.Optional(
    Type.Array(
      exact({
        name,
        organizations: Type.Optional(
          Type.Array(
            exact({
              ...organizationKeys,
              instruments: Type.Optional(Type.Array(instrumentSchema)),
              routes: Type.Optional(Type.Array(routeSchema)),
            }),
          ),
        ),
      }),
    ),
  ),
})

export type ProviderContent = Static<typeof providerSchema>
export type CounterpartyContent = Static<typeof counterpartySchema>
export type RailContent = Static<typeof railSchema>
export type CalendarContent = Static<typeof calendarSchema>
export type SignerContent = Static<typeof signerSchema>
export type SmallAmountContent = Static<typeof smallAmountSchema>
export type ApprovalContent = Static<typeof approvalSchema>
export type RetentionContent = Static<typeof retentionSchema>
export type ScreenerContent = Static<typeof screenerSchema>
export type RouteContent = Static<typeof routeSchema>
export type OrganizationContent = Static<typeof organizationSchema>
export type VolumesContent = Static<typeof volumes>
export type HoursContent = Static<typeof hours>

/** A place in a file: keys and list positions. */
export type Path = readonly (string | number)[]
export type Problem = {
  path: Path
  reason: string
  /** True if the key itself is wrong, not its value. */
  isAtKey?: boolean
}
