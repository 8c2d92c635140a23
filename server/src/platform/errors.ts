// One row for each failure that a caller can see. `title` is stable. The details of a case go into `detail` and the
// facts. A test compares docs/errors.md with this table.

/** `api`: the API that answers with it. Most failures belong to the customers' API, which is the default. */
type ErrorRow = { status: number; title: string; api?: 'operators' | 'both' }

export const errorTable = {
  invalid_json: { status: 400, title: 'The body is not valid JSON.', api: 'both' },
  duplicate_json_key: {
    status: 400,
    title: 'The body names a key twice in one object.',
    api: 'both',
  },
  json_too_deep: { status: 400, title: 'The body is nested too deeply.', api: 'both' },
  invalid_request: {
    status: 400,
    title: 'The request does not have the documented form.',
    api: 'both',
  },
  unknown_field: {
    status: 400,
    title: 'The request has an unknown field.',
    api: 'both',
  },
  invalid_amount: { status: 400, title: 'An amount is not a plain decimal string.' },
  idempotency_key_missing: { status: 400, title: 'The Idempotency-Key header is missing.' },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key header is malformed.',
    api: 'both',
  },
  duplicate_header: {
    status: 400,
    title: 'A header that must occur once was sent twice.',
    api: 'both',
  },
  invalid_cursor: { status: 400, title: 'The cursor does not belong to this list.', api: 'both' },
  unauthenticated: { status: 401, title: 'A valid API key is required.' },
  insufficient_scope: { status: 403, title: 'The API key lacks the scope for this operation.' },
  role_not_permitted: { status: 403, title: 'The role of this person may not do this.' },
  approval_required: {
    status: 403,
    title: 'The enterprise wants a second person to approve an order of this amount.',
  },
  own_request: { status: 403, title: 'Somebody else must decide about what you prepared.' },
  not_own_request: { status: 403, title: 'Only the person who prepared it can withdraw it.' },
  person_required: {
    status: 403,
    title: 'Only a person of the enterprise who is signed in to the console may do this.',
  },
  admission_needed: {
    status: 403,
    title: 'A second admin of the enterprise must admit you first.',
  },
  identity_refused: {
    status: 403,
    title: 'Nobody enters with what the identity provider of the company said.',
  },
  identity_provider_required: {
    status: 403,
    title: 'The company asks for a sign-in with its identity provider.',
  },
  identity_provider_failed: {
    status: 422,
    title: 'The identity provider of the company did not answer as it must.',
  },
  admission_closed: { status: 409, title: 'You cannot admit this person now.' },
  second_admin_missing: {
    status: 409,
    title: 'The enterprise needs a second admin who can sign in.',
  },
  key_sign_in_off: {
    status: 403,
    title: 'The console is closed to API keys of this enterprise.',
  },
  organization_not_permitted: {
    status: 403,
    title: 'The API key is bound to another organization.',
  },
  api_key_too_broad: {
    status: 403,
    title: 'The API key may not grant or manage more than it has.',
  },
  sandbox_key_required: { status: 403, title: 'This operation needs a sandbox API key.' },
  address_not_allowed: { status: 403, title: 'The API key may not be used from this address.' },
  not_found: { status: 404, title: 'The resource does not exist.', api: 'both' },
  method_not_allowed: {
    status: 405,
    title: 'This path does not support this method.',
    api: 'both',
  },
  not_acceptable: {
    status: 406,
    title: 'The Accept header excludes JSON, the format of the answer.',
    api: 'both',
  },
  request_timeout: { status: 408, title: 'The request took too long to arrive.', api: 'both' },
  quote_expired: { status: 409, title: 'The quote has expired.' },
  quote_already_used: { status: 409, title: 'The quote has already been used for an order.' },
  order_not_awaiting_funding: { status: 409, title: 'The order is not awaiting funding.' },
  funding_not_simulated: { status: 409, title: 'The order is funded over a configured rail.' },
  order_not_cancellable: { status: 409, title: 'The order can no longer be cancelled.' },
  order_not_retryable: { status: 409, title: 'The order cannot be retried.' },
  order_not_refundable: { status: 409, title: 'The order cannot be refunded.' },
  receipt_not_available: { status: 409, title: 'The order has no receipt.', api: 'both' },
  insufficient_funds: { status: 409, title: 'The account does not have the money.' },
  account_not_empty: { status: 409, title: 'The account is not empty.' },
  account_not_available: { status: 409, title: 'No account can be opened in this currency.' },
  retry_not_covered: { status: 409, title: 'The amount held does not cover the new quote.' },
  offering_unavailable: { status: 409, title: 'The offering can no longer be quoted.' },
  route_disabled: { status: 409, title: 'The route is disabled.' },
  market_closed: { status: 409, title: 'The market is closed.' },
  organization_not_active: { status: 409, title: 'The organization is not active.' },
  instrument_not_active: { status: 409, title: 'A payment instrument is not active.' },
  exposure_limit_reached: {
    status: 409,
    title: 'The orders that await funding have reached the limit of the route.',
  },
  volume_limit_reached: {
    status: 409,
    title: 'The order exceeds a daily or monthly volume limit.',
  },
  instrument_in_use: { status: 409, title: 'An open order or refund needs the instrument.' },
  too_many_instruments: {
    status: 409,
    title: 'The organization has reached its limit of instruments.',
  },
  too_many_organizations: {
    status: 409,
    title: 'The enterprise has reached its limit of organizations.',
  },
  too_many_api_keys: {
    status: 409,
    title: 'The enterprise has reached its limit of working API keys.',
    api: 'both',
  },
  api_key_not_active: { status: 409, title: 'The API key can no longer be rotated.' },
  external_reference_taken: {
    status: 409,
    title: 'Another order of the organization has this external reference.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is still in progress.',
  },
  webhook_endpoint_disabled: { status: 409, title: 'The webhook endpoint is disabled.' },
  too_many_webhook_endpoints: {
    status: 409,
    title: 'The organization has reached its limit of webhook endpoints.',
  },
  information_request_not_open: {
    status: 409,
    title: 'The information request can no longer be answered.',
  },
  too_many_documents: {
    status: 409,
    title: 'The information request has reached its limit of documents.',
  },
  document_too_large: { status: 413, title: 'The document is larger than the request allows.' },
  statement_unreadable: {
    status: 422,
    title: 'The statement cannot be read.',
    api: 'operators',
  },
  body_too_large: { status: 413, title: 'The body is larger than 64 KiB.', api: 'both' },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be uncompressed application/json.',
    api: 'both',
  },
  too_many_offerings: { status: 422, title: 'The request would create more than 500 offerings.' },
  amount_out_of_limits: { status: 422, title: 'The amount is outside the limits of the route.' },
  amount_precision: { status: 422, title: 'The amount has more decimals than its currency.' },
  amount_not_positive: { status: 422, title: 'The amount must be greater than zero.' },
  invalid_details: { status: 422, title: 'The details do not fit the method of the instrument.' },
  invalid_answer: { status: 422, title: 'The answer does not fit the information request.' },
  invalid_document: {
    status: 422,
    title: 'The content of the document does not match its declared type.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with a different request.',
    api: 'both',
  },
  url_not_allowed: { status: 422, title: 'Webhooks may not be sent to this URL.' },
  rate_limited: { status: 429, title: 'Too many requests.', api: 'both' },
  headers_too_large: {
    status: 431,
    title: 'The request headers are larger than 16 KiB.',
    api: 'both',
  },
  internal_error: { status: 500, title: 'An unexpected internal error occurred.', api: 'both' },
  funding_account_unavailable: {
    status: 503,
    title: 'No account is free to fund the order.',
  },
  accounts_halted: { status: 503, title: 'The operator has halted what accounts pay.' },
  quotes_halted: { status: 503, title: 'The operator has halted new quotes.' },
  rate_unavailable: { status: 503, title: 'No fresh exchange rate is available.' },
  instrument_busy: { status: 503, title: 'The instrument cannot be archived at the moment.' },
  database_unavailable: { status: 503, title: 'The database cannot be reached.', api: 'both' },
  shutting_down: { status: 503, title: 'The service is shutting down.', api: 'both' },
  sign_in_failed: {
    status: 401,
    title: 'The login, the password or the code is wrong.',
    api: 'operators',
  },
  code_wrong: {
    status: 422,
    title: 'The code is wrong, or was used before.',
    api: 'operators',
  },
  passkey_refused: { status: 422, title: 'The passkey cannot be added.', api: 'operators' },
  enrolment_failed: {
    status: 401,
    title: 'The enrolment token or the code is wrong, or the token has expired.',
    api: 'operators',
  },
  not_signed_in: {
    status: 401,
    title: 'A session or an operator key is required.',
    api: 'operators',
  },
  not_admitted: { status: 403, title: 'Another admin must admit this user.', api: 'operators' },
  right_missing: { status: 403, title: 'The role may not do this.', api: 'operators' },
  label_taken: {
    status: 409,
    title: 'Another operator key has this label.',
    api: 'operators',
  },
  login_taken: { status: 409, title: 'Another user has this login.', api: 'both' },
  order_request_not_pending: { status: 409, title: 'The order request no longer waits.' },
  quote_differs: {
    status: 409,
    title: 'The quote has other instruments or amounts than the order request.',
  },
  last_admin: { status: 409, title: 'The enterprise would have no admin who can sign in.' },
  too_many_people: { status: 409, title: 'The enterprise has reached its limit of people.' },
  act_refused: {
    status: 409,
    title: 'The current state does not allow this act.',
    api: 'operators',
  },
  act_already_done: {
    status: 409,
    title: 'A request with this Idempotency-Key was carried out already.',
    api: 'operators',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorTable

export const fieldErrorCodes = [
  'required',
  'invalid_value',
  'unknown_field',
  'not_allowed',
  'invalid_amount',
  'amount_precision',
  'amount_not_positive',
  'amount_out_of_limits',
] as const
export type FieldErrorCode = (typeof fieldErrorCodes)[number]

/** One field at fault: an RFC 6901 pointer into the body, or `?name` for a query parameter. */
export type FieldError = { pointer: string; code: FieldErrorCode; message: string }

export const pointerTo = (parent: string, name: string): string =>
  `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** One answer shows at most this many errors, and the number of further ones. */
export const MOST_ERRORS = 20

/** JSON facts that help the caller: limits, expiries, the current status. Never a secret. */
type Facts = Record<string, unknown>

export class Failure extends Error {
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly facts: Facts
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    detail?: string,
    facts: Facts = {},
    errors?: readonly FieldError[],
    headers: Record<string, string> = {},
  ) {
    super(detail ?? errorTable[code].title)
    this.code = code
    this.detail = detail
    this.errors = errors
    this.facts = facts
    this.headers = headers
  }

  get status(): number {
    return errorTable[this.code].status
  }
}

/** `throw failure('quote_expired', { submission_expires_at })`. `detail` adds to the title. */
export const failure = (code: ErrorCode, facts: Facts = {}, detail?: string): Failure =>
  new Failure(code, detail, facts)

export function fieldFailure(
  code: ErrorCode,
  errors: readonly FieldError[],
  facts: Facts = {},
): Failure {
  const shown = errors.slice(0, MOST_ERRORS)
  const more = errors.length - shown.length
  const sentences = shown.map(({ pointer, message }) => `${pointer || 'The body'} ${message}`)
  if (more > 0) sentences.push(`and ${more} more`)
  return new Failure(
    code,
    sentences.join('; '),
    more === 0 ? facts : { ...facts, more_errors: more },
    shown,
  )
}

/** A broken invariant: `from` refers to `to`, which its organization does not have. Takes public identifiers. */
export const danglingReference = (from: string, to: string): Error =>
  new Error(`${from} refers to ${to}, which does not exist in its organization`)

/** A failure with a Retry-After header, in whole seconds. */
export const retryLater = (code: ErrorCode, afterSeconds: number, detail?: string): Failure =>
  new Failure(code, detail, {}, undefined, { 'retry-after': String(afterSeconds) })
