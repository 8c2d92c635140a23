// The schemas of failures in the OpenAPI description: one for each error code, and a union for each HTTP status. The
// `code` tells a client which facts the problem has.
import Type, { type TProperties, type TSchema } from 'typebox'
import { keyScope } from '../../customers/api-keys/view.ts'
import { errorTable, fieldErrorCodes, MOST_ERRORS, type ErrorCode } from '../../platform/errors.ts'
import {
  anyText,
  bounds,
  choice,
  count,
  currency,
  decimal,
  exact,
  identifier,
  nullable,
  signedDecimal,
  pascalCase,
  timestamp,
  variants,
  withDescription,
} from '../../platform/http/schemas.ts'
import { requestStatus } from '../../customers/information-requests/view.ts'
import { closedCode } from '../../parties/acts/view.ts'
import { instrumentStatus } from '../../parties/instruments/view.ts'
import { orderStatus } from '../../engine/orders/view.ts'
import { organizationStatus } from '../../parties/organizations/view.ts'
import { requestStatus as orderRequestStatus } from '../../engine/order-requests/view.ts'
import { customerRole } from '../../parties/customer-users/view.ts'
import { lackSchema, role } from '../../parties/operators/view.ts'
import { faults, reasons } from '../../parties/identity-providers/refusals.ts'
import { volumeLimitSchema } from '../../engine/volume-limits/view.ts'

/** The readers of a description. */
export type Audience = 'customers' | 'operators'

const allCodes = Object.keys(errorTable).filter((code): code is ErrorCode =>
  Object.hasOwn(errorTable, code),
)
const apiOf = (code: ErrorCode) => {
  const row = errorTable[code]
  return 'api' in row ? row.api : 'customers'
}

const codesFor = (audience: Audience): readonly ErrorCode[] =>
  allCodes.filter((code) => ['both', audience].includes(apiOf(code)))

const fieldError = exact(
  {
    pointer: anyText(
      'An RFC 6901 pointer into the body, or `?name` for a query parameter.',
      '/quote_id',
    ),
    code: choice(fieldErrorCodes, 'What is wrong with it.', { title: 'FieldErrorCode' }),
    message: anyText('Completes a sentence that begins with the pointer.', 'is required'),
  },
  { title: 'FieldError', description: 'A field at fault.' },
)

const membersFor = (codes: readonly ErrorCode[]) =>
  Type.Object(
    {
      type: anyText(
        'Address of the documentation of this error.',
        'https://corridor.example/docs/errors#invalid_request',
      ),
      title: Type.String({
        description: 'The stable message.',
        examples: [errorTable.invalid_request.title],
      }),
      status: Type.Integer({ format: 'int32', description: 'The HTTP status.', examples: [400] }),
      detail: Type.Optional(
        anyText('Details of this case. The wording may change.', '/quote_id is required'),
      ),
      instance: anyText(
        'The path of the request, without its query.',
        '/v1/organizations/org_01jqe8m2x4fv5s0t6w7y8z9abc/orders',
      ),
      code: choice(codes, 'The error. Programs branch on it.', {
        title: 'ErrorCode',
        example: 'invalid_request',
      }),
      request_id: anyText(
        'Also in the X-Request-Id header. Quote it when you ask for help.',
        'req_5f0c9b1e7a3d2468ace01357',
      ),
      errors: Type.Optional(
        Type.Array(fieldError, {
          maxItems: MOST_ERRORS,
          description: 'The fields at fault, if known. Only the first ones if there are many.',
        }),
      ),
      more_errors: Type.Optional(
        count('How many further errors there are. Absent when all are shown.', 3, {
          minimum: 1,
        }),
      ),
    },
    {
      title: 'ProblemMembers',
      description: 'Fields of every problem (RFC 9457). Some codes add facts, such as `limits`.',
    },
  )

const orderFact = {
  current_status: withDescription(orderStatus, 'The current status of the order.'),
}
const limitFact = { limit: count('The limit.', 20) }

/** The facts that an error code adds to the fields of every problem. */
const facts: { [Code in ErrorCode]?: TProperties } = {
  insufficient_scope: {
    required_scope: withDescription(keyScope, 'The scope that the operation needs.'),
  },
  role_not_permitted: {
    role: withDescription(customerRole, 'The role of the person.'),
    roles_with_the_right: Type.Array(customerRole, { description: 'The roles that may.' }),
  },
  too_many_people: limitFact,
  approval_required: {
    currency: currency('The payin currency.', 'USDC'),
    second_person_from: decimal('From which payin total on a second person is needed.', '5000.00'),
  },
  order_request_not_pending: {
    current_status: withDescription(orderRequestStatus, 'What became of the request.'),
  },
  method_not_allowed: {
    allowed: Type.Array(anyText('A method.', 'GET'), {
      description: 'The methods that the path supports.',
    }),
  },
  quote_expired: { submission_expires_at: timestamp('When the quote expired.') },
  order_not_awaiting_funding: orderFact,
  order_not_cancellable: orderFact,
  order_not_retryable: orderFact,
  order_not_refundable: orderFact,
  receipt_not_available: orderFact,
  insufficient_funds: {
    available: signedDecimal('What the account has.', '250.00'),
    missing: decimal('What it lacks for this order.', '750.00'),
    currency: currency('The currency of the account.', 'USDC'),
  },
  account_not_empty: {
    available: signedDecimal('What the account has.', '250.00'),
    currency: currency('The currency of the account.', 'USDC'),
  },
  retry_not_covered: {
    held: decimal('What the declined order holds, in the payin currency.', '1000.00'),
    needed: decimal('The payin total of the new quote.', '1010.00'),
  },
  market_closed: {
    opens_at: nullable(timestamp('An instant.'), 'When the market opens next. Null if unknown.'),
  },
  organization_not_active: {
    current_status: withDescription(organizationStatus, 'The current status of the organization.'),
  },
  instrument_not_active: {
    external_payment_instrument_id: identifier('epi', 'The instrument.'),
    current_status: withDescription(instrumentStatus, 'The current status of the instrument.'),
  },
  exposure_limit_reached: {
    currency: Type.Optional(currency('The payin currency of the route.', 'USDC')),
    max_open_total: Type.Optional(
      decimal('The limit for the total of orders that await funding.', '1000000.00'),
    ),
    open_total: Type.Optional(decimal('The total of these orders now.', '999500.00')),
    remaining: Type.Optional(decimal('What remains of the limit.', '500.00')),
  },
  volume_limit_reached: { volume_limit: Type.Optional(volumeLimitSchema) },
  instrument_in_use: {
    open_orders: count('Open orders that need the instrument.', 1),
    open_refunds: count('Open refunds to the instrument.', 0),
    order_id: identifier('ord', 'One of the orders.'),
  },
  too_many_instruments: limitFact,
  too_many_organizations: limitFact,
  too_many_api_keys: limitFact,
  too_many_webhook_endpoints: limitFact,
  information_request_not_open: {
    current_status: Type.Optional(withDescription(requestStatus, 'Its status.')),
  },
  too_many_documents: limitFact,
  document_too_large: {
    largest_bytes: Type.Optional(count('The largest size of this document.', 2_000_000)),
  },
  identity_refused: {
    reason: choice(reasons, 'Why.', { title: 'IdentityRefusal', example: 'unknown_person' }),
  },
  identity_provider_failed: {
    fault: choice(faults, 'What is wrong.', { title: 'IdentityFault', example: 'unreachable' }),
  },
  right_missing: {
    role: withDescription(role, 'The role of the caller.'),
    roles_with_the_right: Type.Array(role, { description: 'The roles that may do this.' }),
    lack: withDescription(lackSchema, 'What is missing.'),
  },
  act_refused: {
    closed: Type.Optional(
      withDescription(closedCode, 'Why the act is closed, as the list of open acts says it.'),
    ),
  },
  too_many_offerings: { would_result: count('How many offerings would result.', 640) },
  amount_out_of_limits: { limits: bounds },
}

const titleOf = (code: ErrorCode): string => `${pascalCase(code)}Problem`

// allOf works because neither part forbids additional fields.
const problemOf = (code: ErrorCode, members: TSchema): TSchema => {
  const { status, title } = errorTable[code]
  const own = Type.Object({
    status: Type.Unsafe<number>({
      type: 'integer',
      const: status,
      description: 'The HTTP status.',
    }),
    code: Type.Literal(code, { description: 'The error.' }),
    ...facts[code],
  })
  return Type.Unsafe({
    title: titleOf(code),
    description: title,
    allOf: [members, own],
  })
}

const unionOf = (
  title: string,
  of: readonly ErrorCode[],
  members: TSchema,
  description: string,
): TSchema =>
  variants(
    title,
    'code',
    Object.fromEntries(of.map((code) => [code, problemOf(code, members)])),
    description,
  )

const names: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  408: 'RequestTimeout',
  409: 'Conflict',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
}

/** The name of the component that describes the answers with a status. */
export const responseName = (status: string): string => {
  const name = names[Number.parseInt(status, 10)]
  if (name === undefined)
    throw new Error(`status ${status} has no name in service/docs/problems.ts`)
  return name
}

/** The body of the answers with a status. */
export function problemsOf(status: string, audience: Audience): TSchema {
  const codes = codesFor(audience)
  const members = membersFor(codes)
  const of = codes.filter((code) => String(errorTable[code].status) === status)
  const [only] = of
  return of.length === 1 && only !== undefined
    ? problemOf(only, members)
    : unionOf(
        `${responseName(status)}Problem`,
        of,
        members,
        `A problem with the HTTP status ${status}.`,
      )
}

export const anyProblem = (audience: Audience): TSchema =>
  unionOf(
    'Problem',
    codesFor(audience),
    membersFor(codesFor(audience)),
    'Any problem. Tell them apart by `code`.',
  )
