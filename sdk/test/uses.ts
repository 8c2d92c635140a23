// Uses the whole API through the client. The lists are complete by their types: an operation, event or error that is
// missing here, or that the description no longer has, does not compile. types.test.ts compiles this file with other
// descriptions too, and complete.test.ts runs every use.
import type { Corridor } from '../src/corridor.ts'
import * as decimal from '../src/decimal.ts'
import type { CorridorError } from '../src/errors.ts'
import type { components, operations, webhooks } from '../src/openapi.ts'

type Schemas = components['schemas']
type Event = Schemas['Event']
type Payload = Schemas['WebhookPayload']
type Problem = Schemas['Problem']
type Instrument = Schemas['ExternalPaymentInstrument']

// ---- operations

/** The success answer of an operation. */
type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201)]: Responses[Status] extends {
        content: { 'application/json': { data: infer Data } }
      }
        ? Data
        : Responses[Status] extends { content: { 'application/pdf': infer File } }
          ? File
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
  deposit_id: string
  payout_id: string
  refund_id: string
  api_key_id: string
  information_request_id: string
  person_id: string
  session_id: string
  order_request_id: string
  account_id: string
}

export const uses: {
  [Id in OperationId]: (corridor: Corridor, ids: Ids) => Promise<DataOf<operations[Id]>>
} = {
  listOrganizations: ({ organizations }) => organizations.list({ limit: 50 }).all(),
  getOrganization: ({ organizations }, ids) => organizations.get(ids.organization_id),
  listVolumeLimits: ({ organizations }, ids) => organizations.volumeLimits(ids.organization_id),
  getOrderSeries: ({ orders }, ids) => orders.series(ids.organization_id, { unit: 'month' }),
  createOrganization: ({ organizations }) =>
    organizations.create({
      name: 'Acme Exports',
      contact: { email: 'treasury@acme.example', first_name: 'Lucía', last_name: 'Rojas' },
    }),
  openAccount: ({ accounts }, { organization_id }) =>
    accounts.open(organization_id, { alias: 'Payroll', currency: 'USDC' }),
  listAccounts: ({ accounts }, ids) => accounts.list(ids.organization_id).all(),
  getAccount: ({ accounts }, ids) => accounts.get(ids.organization_id, ids.account_id),
  listAccountLines: ({ accounts }, ids) =>
    accounts.lines(ids.organization_id, ids.account_id, { limit: 200 }).all(),
  createApiKey: ({ keys }, { organization_id }) =>
    keys.create({
      label: 'Reports',
      scopes: ['read'],
      organization_id,
      allowed_addresses: ['203.0.113.0/24'],
      expires_at: '2027-01-31T00:00:00Z',
    }),
  listApiKeys: ({ keys }) => keys.list().all(),
  listApiRequests: ({ keys }) => keys.requests({ refused: 'true' }).all(),
  prepareOrderRequest: ({ orderRequests }, ids) =>
    orderRequests.prepare(ids.organization_id, { quote_id: ids.quote_id }),
  listOrderRequests: ({ orderRequests }, ids) => orderRequests.list(ids.organization_id).all(),
  getOrderRequest: ({ orderRequests }, ids) =>
    orderRequests.get(ids.organization_id, ids.order_request_id),
  approveOrderRequest: ({ orderRequests }, ids) =>
    orderRequests.approve(ids.organization_id, ids.order_request_id, { quote_id: ids.quote_id }),
  rejectOrderRequest: ({ orderRequests }, ids) =>
    orderRequests.reject(ids.organization_id, ids.order_request_id, {}),
  withdrawOrderRequest: ({ orderRequests }, ids) =>
    orderRequests.withdraw(ids.organization_id, ids.order_request_id, {}),
  listPeople: ({ people }) => people.list().all(),
  invitePerson: ({ people }) => people.invite({ login: 'ana', role: 'admin' }),
  changePerson: ({ people }, ids) => people.change(ids.person_id, { role: 'viewer' }),
  admitPerson: ({ people }, ids) =>
    people.admit(ids.person_id, { enrolled_at: '2026-03-02T14:05:09.120Z' }),
  resetPerson: ({ people }, ids) => people.reset(ids.person_id),
  listPersonSessions: ({ people }, ids) => people.sessions({ person_id: ids.person_id }),
  endPersonSession: ({ people }, ids) => people.endSession(ids.session_id),
  listPeopleAudit: ({ people }) => people.audit().all(),
  getIdentityProvider: ({ people }) => people.identityProvider(),
  changeIdentityProvider: ({ people }) =>
    people.changeIdentityProvider({
      issuer: 'https://login.acme.example',
      client_id: 'corridor',
      client_secret: 'x9',
      login_claim: 'email',
      is_required: false,
    }),
  removeIdentityProvider: ({ people }) => people.removeIdentityProvider(),
  confirmIdentityProvider: ({ people }) =>
    people.confirmIdentityProvider({ id: 'idp_01jqe8m2x4fv5s0t6w7y8z9abc' }),
  withdrawIdentityProvider: ({ people }) =>
    people.withdrawIdentityProvider({ id: 'idp_01jqe8m2x4fv5s0t6w7y8z9abc' }),
  getPeopleSettings: ({ people }) => people.settings(),
  getPersonNotices: ({ people }) => people.notices(),
  changePersonNotices: ({ people }) => people.changeNotices({ kinds: [] }),
  getChatNotices: ({ people }) => people.chatNotices(),
  changeChatNotices: ({ people }) => people.changeChatNotices({ url: null, kinds: [] }),
  changePeopleSettings: ({ people }) => people.changeSettings({ keys_may_sign_in: false }),
  getApiKey: ({ keys }, ids) => keys.get(ids.api_key_id),
  rotateApiKey: ({ keys }, ids) => keys.rotate(ids.api_key_id, { overlap_seconds: 3600 }),
  revokeApiKey: ({ keys }, ids) => keys.revoke(ids.api_key_id),
  listInstruments: ({ instruments }, ids) => instruments.list(ids.organization_id).all(),
  getInstrument: ({ instruments }, ids) =>
    instruments.get(ids.organization_id, ids.external_payment_instrument_id),
  createInstrument: ({ instruments }, ids) =>
    instruments.create(ids.organization_id, {
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
    }),
  archiveInstrument: ({ instruments }, ids) =>
    instruments.archive(ids.organization_id, ids.external_payment_instrument_id),
  listLiquidityProviders: ({ liquidityProviders }) => liquidityProviders.list().all(),
  getExchangeRate: ({ liquidityProviders }) =>
    liquidityProviders.exchangeRate('ALPHA', { payin_currency: 'USDC', payout_currency: 'COP' }),
  listConfiguredRoutes: ({ routes }, ids) => routes.list(ids.organization_id).all(),
  createOfferings: ({ offerings }, ids) => offerings.create(ids.organization_id),
  getOffering: ({ offerings }, ids) => offerings.get(ids.organization_id, ids.offering_id),
  createQuote: ({ quotes }, { organization_id, offering_id }) =>
    quotes.create(organization_id, { offering_id, payin_amount: '1000.00' }),
  listQuotes: ({ quotes }, { organization_id, offering_id }) =>
    quotes.list(organization_id, { offering_id, created_after: '2026-03-02T00:00:00Z' }).all(),
  getQuote: ({ quotes }, ids) => quotes.get(ids.organization_id, ids.quote_id),
  createOrder: ({ orders }, { organization_id, quote_id }) =>
    orders.create(organization_id, { quote_id, external_reference_id: 'invoice-2026-0042' }),
  listOrders: ({ orders }, ids) =>
    orders
      .list(ids.organization_id, {
        status: 'STEP_4_COMPLETED',
        created_after: '2026-03-02T00:00:00Z',
        limit: 200,
      })
      .all(),
  searchOrders: ({ orders }, ids) =>
    orders.search(ids.organization_id, { text: 'invoice-2026', limit: 200 }).all(),
  getOrder: ({ orders }, ids) => orders.get(ids.organization_id, ids.order_id),
  getOrderTimeline: ({ orders }, ids) => orders.timeline(ids.organization_id, ids.order_id),
  listPausedOrders: ({ orders }, ids) =>
    orders.paused(ids.organization_id, { order_ids: ids.order_id }),
  listOrderActs: ({ orders }, ids) => orders.acts(ids.organization_id, ids.order_id),
  getStatement: ({ orders }, ids) => orders.statement(ids.organization_id, '2026-03'),
  getStatementPdf: async ({ orders }, ids) =>
    new TextDecoder().decode(await orders.statementPdf(ids.organization_id, '2026-03')),
  getOrderReceipt: ({ orders }, ids) => orders.receipt(ids.organization_id, ids.order_id),
  getOrderReceiptPdf: async ({ orders }, ids) =>
    new TextDecoder().decode(await orders.receiptPdf(ids.organization_id, ids.order_id)),
  cancelOrder: ({ orders }, ids) => orders.cancel(ids.organization_id, ids.order_id),
  refundOrder: ({ orders }, ids) => orders.refund(ids.organization_id, ids.order_id),
  retryOrder: ({ orders }, { organization_id, order_id, quote_id }) =>
    orders.retry(organization_id, order_id, { quote_id }),
  simulateDemoFunding: ({ orders }, ids) =>
    orders.simulateDemoFunding(ids.organization_id, ids.order_id),
  listDeposits: ({ deposits }, { organization_id, order_id }) =>
    deposits.list(organization_id, { order_id, outcome: 'extra' }).all(),
  getDeposit: ({ deposits }, ids) => deposits.get(ids.organization_id, ids.deposit_id),
  listPayouts: ({ payouts }, ids) =>
    payouts.list(ids.organization_id, { status: 'RETURNED', currency: 'COP' }).all(),
  getPayout: ({ payouts }, ids) => payouts.get(ids.organization_id, ids.payout_id),
  getTravelRule: ({ instruments }, ids) =>
    instruments.travelRule(ids.organization_id, ids.external_payment_instrument_id),
  giveTravelRuleRecord: ({ instruments }, ids) =>
    instruments.giveTravelRuleRecord(ids.organization_id, ids.external_payment_instrument_id, {
      originator: {
        originatorPersons: [
          {
            naturalPerson: {
              name: {
                nameIdentifier: [{ primaryIdentifier: 'García', nameIdentifierType: 'LEGL' }],
              },
              customerIdentification: 'C-20481',
            },
          },
        ],
      },
      beneficiary: {
        beneficiaryPersons: [
          {
            legalPerson: {
              name: {
                nameIdentifier: [
                  { legalPersonName: 'Acme SA', legalPersonNameIdentifierType: 'LEGL' },
                ],
              },
            },
          },
        ],
      },
    }),
  listInformationRequests: ({ informationRequests }, { organization_id, order_id }) =>
    informationRequests.list(organization_id, { status: 'OPEN', order_id }).all(),
  getInformationRequest: ({ informationRequests }, ids) =>
    informationRequests.get(ids.organization_id, ids.information_request_id),
  uploadInformationDocument: ({ informationRequests }, ids) =>
    informationRequests.uploadDocument(ids.organization_id, ids.information_request_id, {
      name: 'invoice',
      type: 'application/pdf',
      content: 'JVBERi0xLjcK',
    }),
  answerInformationRequest: ({ informationRequests }, ids) =>
    informationRequests.answer(ids.organization_id, ids.information_request_id, {
      fields: { source_of_funds: 'Sale of goods' },
      document_ids: [],
    }),
  listRefunds: ({ refunds }, ids) =>
    refunds.list(ids.organization_id, { status: 'PROCESSED', limit: 200 }).all(),
  getRefund: ({ refunds }, ids) => refunds.get(ids.organization_id, ids.refund_id),
  listEvents: ({ events }, { organization_id, order_id }) =>
    events.list(organization_id, { order_id, type: 'order.completed' }).all(),
  createWebhookEndpoint: ({ webhooks }, ids) =>
    webhooks.create(ids.organization_id, {
      url: 'https://example.com/webhooks/corridor',
      event_types: ['order.completed'],
    }),
  listWebhookEndpoints: ({ webhooks }, ids) => webhooks.list(ids.organization_id).all(),
  getWebhookEndpoint: ({ webhooks }, ids) =>
    webhooks.get(ids.organization_id, ids.webhook_endpoint_id),
  changeWebhookEndpoint: ({ webhooks }, ids) =>
    webhooks.change(ids.organization_id, ids.webhook_endpoint_id, { status: 'DISABLED' }),
  deleteWebhookEndpoint: ({ webhooks }, ids) =>
    webhooks.delete(ids.organization_id, ids.webhook_endpoint_id),
  rotateWebhookSecret: ({ webhooks }, ids) =>
    webhooks.rotateSecret(ids.organization_id, ids.webhook_endpoint_id),
  testWebhookEndpoint: ({ webhooks }, ids) =>
    webhooks.test(ids.organization_id, ids.webhook_endpoint_id),
  listWebhookDeliveries: ({ webhooks }, ids) =>
    webhooks.deliveries(ids.organization_id, ids.webhook_endpoint_id).all(),
  redeliverWebhooks: ({ webhooks }, ids) =>
    webhooks.redeliver(ids.organization_id, ids.webhook_endpoint_id, {
      created_after: '2026-03-02T00:00:00Z',
      created_before: '2026-03-03T00:00:00Z',
    }),
  createEnterpriseWebhookEndpoint: ({ enterpriseWebhooks }) =>
    enterpriseWebhooks.create({
      url: 'https://example.com/webhooks/corridor',
      event_types: ['order.completed'],
    }),
  listEnterpriseWebhookEndpoints: ({ enterpriseWebhooks }) => enterpriseWebhooks.list().all(),
  getEnterpriseWebhookEndpoint: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.get(ids.webhook_endpoint_id),
  changeEnterpriseWebhookEndpoint: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.change(ids.webhook_endpoint_id, { status: 'DISABLED' }),
  deleteEnterpriseWebhookEndpoint: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.delete(ids.webhook_endpoint_id),
  rotateEnterpriseWebhookSecret: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.rotateSecret(ids.webhook_endpoint_id),
  testEnterpriseWebhookEndpoint: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.test(ids.webhook_endpoint_id),
  listEnterpriseWebhookDeliveries: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.deliveries(ids.webhook_endpoint_id).all(),
  redeliverEnterpriseWebhooks: ({ enterpriseWebhooks }, ids) =>
    enterpriseWebhooks.redeliver(ids.webhook_endpoint_id, {
      created_after: '2026-03-02T00:00:00Z',
      created_before: '2026-03-03T00:00:00Z',
    }),
  listScenarios: ({ sandbox }) => sandbox.scenarios(),
  getSandboxClock: ({ sandbox }) => sandbox.clock(),
  moveSandboxClock: ({ sandbox }) => sandbox.moveClock({ advance_ms: 3_600_000 }),
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
    case 'DESK_ACCOUNT':
      return instrument.details.account_number
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
    case 'DESK_ACCOUNT':
      return instructions.details.account_number
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
    case 'order.delayed':
      return `${event.data.order_id}: ${event.data.resolution} (${event.data.code}, ${event.data.expected_at})`
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
    case 'instrument.travel_rule_required':
      return `${event.data.external_payment_instrument_id} for ${event.data.amount} ${event.data.currency}`
    case 'information.requested':
    case 'information.answered':
    case 'information.closed':
      return `${event.data.information_request_id} until ${event.data.deadline}`
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
  'order.delayed': ({ body }) => body.data.resolution,
  'deposit.recorded': ({ body }) => body.data.deposit_id,
  'payout.returned': ({ body }) => body.data.payout_id,
  'payout.settled': ({ body }) => body.data.payout_id,
  'refund.updated': ({ body }) => body.data.refund_id,
  'instrument.status_changed': receive,
  'organization.status_changed': receive,
  'instrument.travel_rule_required': receive,
  'information.requested': receive,
  'information.answered': receive,
  'information.closed': receive,
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
    case 'invalid_answer':
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
    case 'document_too_large':
    case 'invalid_document':
    case 'unsupported_media_type':
    case 'headers_too_large':
      return `Mend the client: ${problem.title}`
    case 'method_not_allowed':
      return `Use one of ${problem.allowed.join(', ')}`
    case 'unauthenticated':
    case 'address_not_allowed':
    case 'organization_not_permitted':
    case 'sandbox_key_required':
    case 'api_key_too_broad':
    case 'person_required':
    case 'key_sign_in_off':
    case 'admission_needed':
    case 'own_request':
    case 'not_own_request':
      return 'Use another key'
    case 'role_not_permitted':
      return `Ask somebody with the role ${problem.roles_with_the_right.join(' or ')}`
    case 'insufficient_scope':
      return `Use a key with the scope ${problem.required_scope}`
    case 'not_found':
      return `${problem.instance} does not exist`
    case 'quote_expired':
      return `It expired at ${problem.submission_expires_at}: create another quote`
    case 'quote_already_used':
    case 'external_reference_taken':
    case 'api_key_not_active':
    case 'idempotency_key_reused':
      return 'Made before'
    case 'funding_not_simulated':
      return problem.title
    case 'order_not_awaiting_funding':
    case 'order_not_cancellable':
    case 'order_not_retryable':
    case 'order_not_refundable':
    case 'receipt_not_available':
      return problem.current_status === 'STEP_4_COMPLETED' ? 'Paid out' : problem.current_status
    case 'insufficient_funds':
      return `${problem.missing} ${problem.currency} is missing`
    case 'account_not_empty':
      return `It has ${problem.available} ${problem.currency}`
    case 'account_not_available':
      return problem.title
    case 'retry_not_covered':
      return `${problem.held} of ${problem.needed}`
    case 'offering_unavailable':
    case 'route_disabled':
      return 'Create offerings again'
    case 'market_closed':
      return problem.opens_at === null ? 'Closed' : `Closed until ${problem.opens_at}`
    case 'information_request_not_open':
      return `It is ${problem.current_status ?? 'closed'}`
    case 'organization_not_active':
      return `The organization is ${problem.current_status}`
    case 'instrument_not_active':
      return `${problem.external_payment_instrument_id} is ${problem.current_status}`
    case 'exposure_limit_reached':
      return `${problem.remaining ?? 'Nothing'} ${problem.currency ?? ''} of ${problem.max_open_total} left beside ${problem.open_total}`
    case 'volume_limit_reached':
      return problem.volume_limit === undefined
        ? 'Send it again'
        : `${problem.volume_limit.remaining} ${problem.volume_limit.currency} left until ${problem.volume_limit.ends_at}`
    case 'instrument_in_use':
      return `${problem.order_id} and ${problem.open_orders + problem.open_refunds - 1} more`
    case 'login_taken':
    case 'last_admin':
    case 'identity_provider_required':
    case 'admission_closed':
    case 'second_admin_missing':
    case 'quote_differs':
      return problem.title
    case 'approval_required':
      return `Prepare it: from ${problem.second_person_from} ${problem.currency} on`
    case 'identity_refused':
      return `Nobody enters: ${problem.reason}`
    case 'identity_provider_failed':
      return `Look at the provider: ${problem.fault}`
    case 'order_request_not_pending':
      return `It is ${problem.current_status}`
    case 'too_many_people':
    case 'too_many_instruments':
    case 'too_many_organizations':
    case 'too_many_documents':
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
    case 'accounts_halted':
    case 'quotes_halted':
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

export function mistakes(
  corridor: Corridor,
  instrument: Instrument,
  event: Event,
  problem: Problem,
): void {
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
  void corridor.quotes.create('org_1', { offering_id: 'off_1' })
  // @ts-expect-error An amount is a decimal string.
  void corridor.quotes.create('org_1', { offering_id: 'off_1', payin_amount: 1000 })
  // @ts-expect-error An order belongs to an organization.
  void corridor.orders.get('ord_1')
  // @ts-expect-error A page has a number of rows.
  void corridor.organizations.list({ limit: 'all' })
  // @ts-expect-error There is no such status to wait for.
  void corridor.orders.waitFor('org_1', 'ord_1', { until: 'COMPLETED' })
  // @ts-expect-error Only calls that create something take a key.
  void corridor.orders.cancel('org_1', 'ord_1', { idempotencyKey: 'a' })
  // @ts-expect-error The key itself cannot be read back.
  void corridor.apiKey
}

/** The error tells its facts once its code is known. */
export function factsOf(error: CorridorError): string {
  // @ts-expect-error Most errors have no limits.
  void error.problem.limits
  if (error.code === 'amount_out_of_limits') return error.problem.limits.min
  if (error.code === 'quote_expired') return error.problem.submission_expires_at
  return error.requestId
}

export function decimals(): void {
  // @ts-expect-error A number is not exact.
  void decimal.add('0.1', 0.2)
  // @ts-expect-error A product needs a named rounding.
  void decimal.multiply('1.00', '2.00', { decimals: 2 })
}
