// A use of every operation, every event and every error of the API, by a client that openapi-typescript generates from
// openapi.json. The lists are complete by their types: an operation, event or error that is missing here, or that the
// description no longer has, does not compile. client.test.ts compiles this file and runs `payOut`.
import createClient, { type Client } from 'openapi-fetch'
import type { components, operations, paths, webhooks } from 'corridor-api'

type Schemas = components['schemas']
type Api = Client<paths>
type Event = Schemas['Event']
type Payload = Schemas['WebhookPayload']
type Problem = Schemas['Problem']
type Instrument = Schemas['ExternalPaymentInstrument']

export const connect = (baseUrl: string, key: string): Api =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })

/** The data of a success. A problem is thrown. */
async function dataOf<T>(
  answer: Promise<{ data?: { data: T } | string | undefined; error?: Problem | undefined }>,
): Promise<T> {
  const { data, error } = await answer
  if (error !== undefined) throw new Error(adviceOn(error))
  // Text is a stream of events, which these uses do not ask for.
  if (data === undefined || typeof data === 'string') throw new Error('not JSON')
  return data.data
}

const fresh = () => ({ 'idempotency-key': crypto.randomUUID() })

// ---- operations

/** The success answer of an operation. */
type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201)]: Responses[Status] extends {
        content: { 'application/json': { data: infer Data } }
      }
        ? Data
        : never
    }[keyof Responses & (200 | 201)]
  : never

type OperationId = Exclude<keyof operations, `on${string}`>
type Ids = {
  organization_id: string
  external_payment_instrument_id: string
  offering_id: string
  quote_id: string
  order_id: string
  webhook_endpoint_id: string
}

export const uses: {
  [Id in OperationId]: (api: Api, ids: Ids) => Promise<DataOf<operations[Id]>>
} = {
  listOrganizations: (api) =>
    dataOf(api.GET('/v1/organizations', { params: { query: { limit: 50 } } })),
  getOrganization: (api, { organization_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}', { params: { path: { organization_id } } }),
    ),
  createOrganization: (api) =>
    dataOf(
      api.POST('/v1/organizations', {
        params: { header: fresh() },
        body: {
          name: 'Acme Exports',
          contact: { email: 'treasury@acme.example', first_name: 'Lucía', last_name: 'Rojas' },
        },
      }),
    ),
  listInstruments: (api, { organization_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/external_payment_instruments', {
        params: { path: { organization_id } },
      }),
    ),
  getInstrument: (api, { organization_id, external_payment_instrument_id }) =>
    dataOf(
      api.GET(
        '/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}',
        { params: { path: { organization_id, external_payment_instrument_id } } },
      ),
    ),
  createInstrument: (api, { organization_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/external_payment_instruments', {
        params: { path: { organization_id }, header: fresh() },
        body: {
          alias: 'Supplier',
          currency: 'COP',
          method: 'COP_BANK_ACCOUNT',
          details: {
            bank_account_number: '04812345678',
            bank_code: '1007',
            legal_entity_name: 'Andina Textiles SAS',
            doc_type: 'CC',
            doc_id: '1020304050',
            account_type: 'CHECKING',
          },
        },
      }),
    ),
  archiveInstrument: (api, { organization_id, external_payment_instrument_id }) =>
    dataOf(
      api.DELETE(
        '/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}',
        { params: { path: { organization_id, external_payment_instrument_id } } },
      ),
    ),
  listLiquidityProviders: (api) => dataOf(api.GET('/v1/liquidity-providers')),
  getExchangeRate: (api) =>
    dataOf(
      api.GET('/v1/liquidity-providers/{name}/exchange-rate', {
        params: {
          path: { name: 'ALPHA' },
          query: { payin_currency: 'USDC', payout_currency: 'COP' },
        },
      }),
    ),
  listConfiguredRoutes: (api, { organization_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/configured-routes', {
        params: { path: { organization_id } },
      }),
    ),
  createOfferings: (api, { organization_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/offerings', {
        params: { path: { organization_id }, header: fresh() },
      }),
    ),
  getOffering: (api, { organization_id, offering_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/offerings/{offering_id}', {
        params: { path: { organization_id, offering_id } },
      }),
    ),
  createQuote: (api, { organization_id, offering_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/quotes', {
        params: { path: { organization_id }, header: fresh() },
        body: { offering_id, payin_amount: '1000.00' },
      }),
    ),
  getQuote: (api, { organization_id, quote_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/quotes/{quote_id}', {
        params: { path: { organization_id, quote_id } },
      }),
    ),
  createOrder: (api, { organization_id, quote_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/orders', {
        params: { path: { organization_id }, header: fresh() },
        body: { quote_id, external_reference_id: 'invoice-2026-0042' },
      }),
    ),
  listOrders: (api, { organization_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/orders', {
        params: {
          path: { organization_id },
          query: { status: 'STEP_4_COMPLETED', created_after: '2026-03-02T00:00:00Z', limit: 200 },
        },
      }),
    ),
  getOrder: (api, { organization_id, order_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/orders/{order_id}', {
        params: { path: { organization_id, order_id } },
      }),
    ),
  getOrderTimeline: (api, { organization_id, order_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/orders/{order_id}/timeline', {
        params: { path: { organization_id, order_id } },
      }),
    ),
  cancelOrder: (api, { organization_id, order_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/orders/{order_id}/cancel', {
        params: { path: { organization_id, order_id } },
      }),
    ),
  refundOrder: (api, { organization_id, order_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/orders/{order_id}/refund', {
        params: { path: { organization_id, order_id } },
      }),
    ),
  retryOrder: (api, { organization_id, order_id, quote_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/orders/{order_id}/retry', {
        params: { path: { organization_id, order_id }, header: fresh() },
        body: { quote_id },
      }),
    ),
  simulateDemoFunding: (api, { organization_id, order_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/orders/{order_id}/simulate-demo-funding', {
        params: { path: { organization_id, order_id } },
        body: {},
      }),
    ),
  listEvents: (api, { organization_id, order_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/events', {
        params: { path: { organization_id }, query: { order_id, type: 'order.completed' } },
      }),
    ),
  createWebhookEndpoint: (api, { organization_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/webhook-endpoints', {
        params: { path: { organization_id }, header: fresh() },
        body: { url: 'https://example.com/webhooks/corridor', event_types: ['order.completed'] },
      }),
    ),
  listWebhookEndpoints: (api, { organization_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/webhook-endpoints', {
        params: { path: { organization_id } },
      }),
    ),
  getWebhookEndpoint: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.GET('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}', {
        params: { path: { organization_id, webhook_endpoint_id } },
      }),
    ),
  changeWebhookEndpoint: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.PATCH('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}', {
        params: { path: { organization_id, webhook_endpoint_id } },
        body: { status: 'DISABLED' },
      }),
    ),
  deleteWebhookEndpoint: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.DELETE('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}', {
        params: { path: { organization_id, webhook_endpoint_id } },
      }),
    ),
  rotateWebhookSecret: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.POST(
        '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
        { params: { path: { organization_id, webhook_endpoint_id } } },
      ),
    ),
  testWebhookEndpoint: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.POST('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/test', {
        params: { path: { organization_id, webhook_endpoint_id } },
      }),
    ),
  listWebhookDeliveries: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.GET(
        '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/deliveries',
        { params: { path: { organization_id, webhook_endpoint_id } } },
      ),
    ),
  redeliverWebhooks: (api, { organization_id, webhook_endpoint_id }) =>
    dataOf(
      api.POST(
        '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/redeliver',
        {
          params: { path: { organization_id, webhook_endpoint_id } },
          body: { created_after: '2026-03-02T00:00:00Z', created_before: '2026-03-03T00:00:00Z' },
        },
      ),
    ),
  listScenarios: (api) => dataOf(api.GET('/v1/sandbox/scenarios')),
  getSandboxClock: (api) => dataOf(api.GET('/v1/sandbox/clock')),
  moveSandboxClock: (api) =>
    dataOf(api.POST('/v1/sandbox/clock', { body: { advance_ms: 3_600_000 } })),
}

/** From price to payout: the status that the order comes to. */
export async function payOut(api: Api, organization_id: string): Promise<Schemas['OrderStatus']> {
  const nothing = {
    external_payment_instrument_id: '',
    offering_id: '',
    quote_id: '',
    order_id: '',
    webhook_endpoint_id: '',
  }
  const ids = { ...nothing, organization_id }
  const offerings = await uses.createOfferings(api, ids)
  const offering = offerings.find(
    ({ payin, payout }) =>
      payin.external_payment_instrument.currency === 'USDC' &&
      payout.external_payment_instrument.currency === 'COP',
  )
  if (offering === undefined) throw new Error('no offering of USDC to COP')
  const quote = await uses.createQuote(api, { ...ids, offering_id: offering.id })
  const order = await uses.createOrder(api, { ...ids, quote_id: quote.id })
  whereToPay(order.funding_instructions)
  const withOrder = { ...ids, order_id: order.id }
  let { status } = await uses.simulateDemoFunding(api, withOrder)
  while (status.current_status.startsWith('STEP_') && status.current_status !== 'STEP_4_COMPLETED')
    status = (await uses.getOrder(api, withOrder)).status
  for (const event of await uses.listEvents(api, withOrder)) wordsFor(event)
  return status.current_status
}

// ---- instruments

export function accountOf(instrument: Instrument): string {
  switch (instrument.method) {
    case 'SOLANA_ADDRESS':
      return instrument.details.address
    case 'EVM_ADDRESS':
      return `${instrument.details.address} on ${instrument.details.chain}`
    case 'COP_BANK_ACCOUNT':
      return `${instrument.details.bank_code} ${instrument.details.bank_account_number}`
    case 'NGN_BANK_ACCOUNT':
      return `${instrument.details.bank_name} ${instrument.details.bank_account_number}`
    case 'MXN_CLABE':
      return instrument.details.clabe
    case 'BRL_PIX':
      return `${instrument.details.pix_key_type} ${instrument.details.pix_key}`
    case 'IBAN':
      return instrument.details.iban
    default:
      return impossible(instrument)
  }
}

export function whereToPay(instructions: Schemas['FundingInstructions']): string {
  switch (instructions.method) {
    case 'SOLANA_ADDRESS':
    case 'EVM_ADDRESS':
      return `${instructions.currency} to ${instructions.details.address}`
    case 'COP_BANK_ACCOUNT':
    case 'NGN_BANK_ACCOUNT':
      return instructions.details.bank_account_number
    case 'MXN_CLABE':
      return instructions.details.clabe
    case 'BRL_PIX':
      return instructions.details.pix_key
    case 'IBAN':
      return instructions.details.iban
    default:
      return impossible(instructions)
  }
}

// ---- events

/** For events in lists and streams, and for the bodies of webhook requests. */
export function wordsFor(event: Event | Payload): string {
  switch (event.type) {
    case 'order.created':
    case 'order.funded':
    case 'order.funding_expired':
    case 'order.cancelled':
    case 'order.filled':
    case 'order.declined':
    case 'order.completed':
    case 'order.refund_requested':
    case 'order.refunded':
      return `${event.data.reference_number} is ${event.data.status}`
    case 'order.retried':
      return `${event.data.order_id} goes on as ${event.data.retry_order_id}`
    case 'order.parked':
    case 'order.released':
      return `${event.data.order_id}: ${event.data.reason === 'review' ? 'looked at' : 'delayed'}`
    case 'deposit.recorded':
      return `${event.data.amount} ${event.data.currency} arrived: ${event.data.outcome}`
    case 'payout.returned':
    case 'payout.settled':
      return `${event.data.payout_id} of ${event.data.amount} ${event.data.currency}`
    case 'refund.updated':
      return `${event.data.refund_id} (${event.data.reason}) is ${event.data.status}`
    case 'instrument.status_changed':
      return `${event.data.external_payment_instrument_id} is ${event.data.status}`
    case 'organization.status_changed':
      return `${event.data.organization_id} is ${event.data.status}`
    case 'webhook.test':
      return `${event.data.webhook_endpoint_id} works`
    default:
      return impossible(event)
  }
}

type Delivered<Type extends keyof webhooks> = webhooks[Type]['post'] extends {
  parameters: { header: infer Headers }
  requestBody: { content: { 'application/json': infer Body } }
}
  ? { headers: Headers; body: Body }
  : never

type Receiver<Type extends keyof webhooks> = (request: Delivered<Type>) => string

/** Receivers of webhooks, one for each type: signed like this, with the event's own data. */
const receive = <Type extends keyof webhooks>(
  request: Delivered<Type> & { headers: SignatureHeaders; body: Payload },
): string =>
  `${request.headers['webhook-id']} ${request.headers['webhook-timestamp'].toFixed(0)} ` +
  `${request.headers['webhook-signature']} ${wordsFor(request.body)}`
type SignatureHeaders = {
  'webhook-id': string
  'webhook-timestamp': number
  'webhook-signature': string
}

export const receivers: { [Type in keyof webhooks]: Receiver<Type> } = {
  'order.created': receive,
  'order.funded': receive,
  'order.funding_expired': receive,
  'order.cancelled': receive,
  'order.filled': receive,
  'order.declined': receive,
  'order.completed': receive,
  'order.refund_requested': receive,
  'order.refunded': receive,
  'order.retried': ({ body }) => body.data.retry_order_id,
  'order.parked': ({ body }) => body.data.reason,
  'order.released': ({ body }) => body.data.reason,
  'deposit.recorded': ({ body }) => body.data.deposit_id,
  'payout.returned': ({ body }) => body.data.payout_id,
  'payout.settled': ({ body }) => body.data.payout_id,
  'refund.updated': ({ body }) => body.data.refund_id,
  'instrument.status_changed': receive,
  'organization.status_changed': receive,
  'webhook.test': receive,
}

// ---- errors

export function adviceOn(problem: Problem): string {
  switch (problem.code) {
    case 'invalid_json':
    case 'duplicate_json_key':
    case 'json_too_deep':
    case 'invalid_request':
    case 'unknown_field':
    case 'invalid_amount':
    case 'amount_precision':
    case 'amount_not_positive':
    case 'invalid_details':
    case 'url_not_allowed': {
      const places = (problem.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)
      return `Mend the request: ${places.join('; ')} (and ${problem.more_errors ?? 0} more)`
    }
    case 'idempotency_key_missing':
    case 'idempotency_key_invalid':
    case 'duplicate_header':
    case 'invalid_cursor':
    case 'not_acceptable':
    case 'body_too_large':
    case 'unsupported_media_type':
    case 'headers_too_large':
      return `Mend the client: ${problem.title}`
    case 'method_not_allowed':
      return `Use one of ${problem.allowed.join(', ')}`
    case 'unauthenticated':
    case 'address_not_allowed':
    case 'organization_not_permitted':
    case 'sandbox_key_required':
      return 'Use another key'
    case 'insufficient_scope':
      return `Use a key with the scope ${problem.required_scope}`
    case 'not_found':
      return `${problem.instance} does not exist`
    case 'quote_expired':
      return `It expired at ${problem.submission_expires_at}: create another quote`
    case 'quote_already_used':
    case 'external_reference_taken':
    case 'idempotency_key_reused':
      return 'Made before'
    case 'funding_not_simulated':
      return problem.title
    case 'order_not_awaiting_funding':
    case 'order_not_cancellable':
    case 'order_not_retryable':
    case 'order_not_refundable':
      return problem.current_status === 'STEP_4_COMPLETED' ? 'Paid out' : problem.current_status
    case 'retry_not_covered':
      return `${problem.held} of ${problem.needed}`
    case 'offering_unavailable':
    case 'route_disabled':
      return 'Create offerings again'
    case 'market_closed':
      return problem.opens_at === null ? 'Closed' : `Closed until ${problem.opens_at}`
    case 'organization_not_active':
      return `The organization is ${problem.current_status}`
    case 'instrument_not_active':
      return `${problem.external_payment_instrument_id} is ${problem.current_status}`
    case 'exposure_limit_reached':
      return `${problem.remaining ?? 'Nothing'} ${problem.currency ?? ''} of ${problem.max_open_total} left beside ${problem.open_total}`
    case 'instrument_in_use':
      return `${problem.order_id} and ${problem.open_orders + problem.open_refunds - 1} more`
    case 'too_many_instruments':
    case 'too_many_organizations':
    case 'too_many_api_keys':
    case 'too_many_webhook_endpoints':
      return `At most ${problem.limit}`
    case 'too_many_offerings':
      return `${problem.would_result} would result`
    case 'amount_out_of_limits':
      return `From ${problem.limits.min} to ${problem.limits.max}`
    case 'webhook_endpoint_disabled':
      return 'Enable it first'
    case 'request_timeout':
    case 'idempotency_in_progress':
    case 'rate_limited':
    case 'internal_error':
    case 'funding_account_unavailable':
    case 'rate_unavailable':
    case 'instrument_busy':
    case 'database_unavailable':
    case 'shutting_down':
      return `Send it again with the same key; ask about ${problem.request_id}`
    default:
      return impossible(problem)
  }
}

function impossible(value: never): never {
  throw new Error(`unknown: ${JSON.stringify(value)}`)
}

// ---- mistakes that must not compile

export function mistakes(api: Api, instrument: Instrument, event: Event, problem: Problem): void {
  const params = { path: { organization_id: 'org_1' }, header: fresh() }
  const unkeyed = { path: params.path }
  const quotes = '/v1/organizations/{organization_id}/quotes'

  // @ts-expect-error Only a COP bank account has a bank code.
  void instrument.details.bank_code
  // @ts-expect-error A Solana address never holds pesos.
  void (instrument.method === 'SOLANA_ADDRESS' && instrument.currency === 'COP')
  // @ts-expect-error The events of an instrument belong to no order.
  void (event.type === 'instrument.status_changed' && event.data.order_id)
  // @ts-expect-error Only a retried order has a successor.
  void event.data.retry_order_id
  // @ts-expect-error There is no such type of event.
  void (event.type === 'order.finished')
  // @ts-expect-error There is no such status.
  void (event.type === 'order.completed' && event.data.status === 'STEP_5')
  // @ts-expect-error Only an expired quote says when it expired.
  void problem.submission_expires_at
  // @ts-expect-error There is no such error.
  void (problem.code === 'quote_lost')
  // @ts-expect-error A quote needs an amount.
  void api.POST(quotes, { params, body: { offering_id: 'off_1' } })
  // @ts-expect-error An amount is a decimal string.
  void api.POST(quotes, { params, body: { offering_id: 'off_1', payin_amount: 1000 } })
  // @ts-expect-error Creating needs an Idempotency-Key.
  void api.POST(quotes, { params: unkeyed, body: { offering_id: 'off_1', payin_amount: '1.00' } })
  // @ts-expect-error A page has a number of rows.
  void api.GET('/v1/organizations', { params: { query: { limit: 'all' } } })
}
