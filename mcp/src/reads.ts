// The operations that only read, each through the SDK. A test holds the table against openapi.json.
import type { CallOptions, Corridor, operations } from '@corridor/sdk'

type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>
type PathOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['path']>
/** Parameters in the path and after the `?`. */
export type ArgumentsOf<Id extends keyof operations> = ([PathOf<Id>] extends [never]
  ? object
  : PathOf<Id>) &
  ([QueryOf<Id>] extends [never] ? object : QueryOf<Id>)

export type Read<Id extends keyof operations> = (
  corridor: Corridor,
  args: ArgumentsOf<Id>,
  options: CallOptions,
) => Promise<object>

/** A list of accounts has all of each. Receipts and statements are files for people, and series are for charts. Only people see people and what they prepare for each other. */
type LeftOut =
  | 'getAccount'
  | 'listOrderRequests'
  | 'getOrderRequest'
  | 'listPeople'
  | 'listPeopleAudit'
  | 'listPersonSessions'
  | 'getIdentityProvider'
  | 'getPeopleSettings'
  | 'getPersonNotices'
  | 'getChatNotices'
  | 'getOrderReceipt'
  | 'getOrderReceiptPdf'
  | 'getStatement'
  | 'getStatementPdf'
  | 'getOrderSeries'
export type ReadId = Exclude<
  Extract<keyof operations, `${'get' | 'list' | 'search'}${string}`>,
  LeftOut
>

const of = async (data: Promise<unknown>): Promise<object> => ({ data: await data })

export const reads: { readonly [Id in ReadId]: Read<Id> } = {
  listOrganizations: (c, query, o) => c.organizations.list(query, o).page(),
  getOrganization: (c, a, o) => of(c.organizations.get(a.organization_id, o)),
  listVolumeLimits: (c, a, o) => of(c.organizations.volumeLimits(a.organization_id, o)),
  listApiKeys: (c, query, o) => c.keys.list(query, o).page(),
  listApiRequests: (c, query, o) => c.keys.requests(query, o).page(),
  getApiKey: (c, a, o) => of(c.keys.get(a.api_key_id, o)),
  listInstruments: (c, { organization_id: id, ...query }, o) =>
    c.instruments.list(id, query, o).page(),
  getInstrument: (c, a, o) =>
    of(c.instruments.get(a.organization_id, a.external_payment_instrument_id, o)),
  listAccounts: (c, { organization_id: id, ...query }, o) => c.accounts.list(id, query, o).page(),
  listAccountLines: (c, { organization_id: id, account_id: account, ...query }, o) =>
    c.accounts.lines(id, account, query, o).page(),
  getTravelRule: (c, a, o) =>
    of(c.instruments.travelRule(a.organization_id, a.external_payment_instrument_id, o)),
  listLiquidityProviders: (c, query, o) => c.liquidityProviders.list(query, o).page(),
  getExchangeRate: (c, { name, ...query }, o) =>
    of(c.liquidityProviders.exchangeRate(name, query, o)),
  listConfiguredRoutes: (c, { organization_id: id, ...query }, o) =>
    c.routes.list(id, query, o).page(),
  getOffering: (c, a, o) => of(c.offerings.get(a.organization_id, a.offering_id, o)),
  listQuotes: (c, { organization_id: id, ...query }, o) => c.quotes.list(id, query, o).page(),
  getQuote: (c, a, o) => of(c.quotes.get(a.organization_id, a.quote_id, o)),
  listOrders: (c, { organization_id: id, ...query }, o) => c.orders.list(id, query, o).page(),
  searchOrders: (c, { organization_id: id, ...query }, o) => c.orders.search(id, query, o).page(),
  getOrder: (c, a, o) => of(c.orders.get(a.organization_id, a.order_id, o)),
  getOrderTimeline: (c, a, o) => of(c.orders.timeline(a.organization_id, a.order_id, o)),
  listOrderActs: (c, a, o) => of(c.orders.acts(a.organization_id, a.order_id, o)),
  listPausedOrders: (c, { organization_id: id, ...query }, o) => of(c.orders.paused(id, query, o)),
  listDeposits: (c, { organization_id: id, ...query }, o) => c.deposits.list(id, query, o).page(),
  getDeposit: (c, a, o) => of(c.deposits.get(a.organization_id, a.deposit_id, o)),
  listPayouts: (c, { organization_id: id, ...query }, o) => c.payouts.list(id, query, o).page(),
  getPayout: (c, a, o) => of(c.payouts.get(a.organization_id, a.payout_id, o)),
  listRefunds: (c, { organization_id: id, ...query }, o) => c.refunds.list(id, query, o).page(),
  getRefund: (c, a, o) => of(c.refunds.get(a.organization_id, a.refund_id, o)),
  listInformationRequests: (c, { organization_id: id, ...query }, o) =>
    c.informationRequests.list(id, query, o).page(),
  getInformationRequest: (c, a, o) =>
    of(c.informationRequests.get(a.organization_id, a.information_request_id, o)),
  listEvents: (c, { organization_id: id, ...query }, o) => c.events.list(id, query, o).page(),
  listWebhookEndpoints: (c, { organization_id: id, ...query }, o) =>
    c.webhooks.list(id, query, o).page(),
  getWebhookEndpoint: (c, a, o) => of(c.webhooks.get(a.organization_id, a.webhook_endpoint_id, o)),
  listWebhookDeliveries: (c, { organization_id: id, webhook_endpoint_id: endpoint, ...query }, o) =>
    c.webhooks.deliveries(id, endpoint, query, o).page(),
  listEnterpriseWebhookEndpoints: (c, query, o) => c.enterpriseWebhooks.list(query, o).page(),
  getEnterpriseWebhookEndpoint: (c, a, o) => of(c.enterpriseWebhooks.get(a.webhook_endpoint_id, o)),
  listEnterpriseWebhookDeliveries: (c, { webhook_endpoint_id: endpoint, ...query }, o) =>
    c.enterpriseWebhooks.deliveries(endpoint, query, o).page(),
  listScenarios: (c, _none, o) => of(c.sandbox.scenarios(o)),
  getSandboxClock: (c, _none, o) => of(c.sandbox.clock(o)),
}
