// The customers' API and everything else that is served: documentation, health, what connectors call. The operator API
// is an application of its own.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { accountEndpoints } from '../engine/accounts/endpoints.ts'
import { keyEndpoints } from '../customers/api-keys/endpoints.ts'
import { routeEndpoints } from '../engine/routes/endpoints.ts'
import { connectorEndpoints } from '../engine/entries/nudges.ts'
import { depositEndpoints } from '../engine/deposits/endpoints.ts'
import { brandEndpoints } from '../customers/brand/endpoints.ts'
import { consolePages, entranceEndpoints, sessionEndpoints } from '../desk/console/endpoints.ts'
import type { Deps } from './deps.ts'
import { docs } from './docs/endpoints.ts'
import { eventEndpoints } from '../engine/events/endpoints.ts'
import type { Api, App } from '../platform/http/api-type.ts'
import { docsUrlOf, newApp } from '../platform/http/app.ts'
import { clientErrorHandler } from '../platform/http/client-errors.ts'
import { noteConnections, type Draining } from '../platform/http/drain.ts'
import { guard } from '../platform/http/guard.ts'
import { refuseOtherMethods, rememberMethods } from '../platform/http/methods.ts'
import { openOnDemand } from '../platform/http/on-demand.ts'
import { noOperation, sendProblem } from '../platform/http/problem.ts'
import { serverWith } from '../platform/http/server.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { informationRequestEndpoints } from '../customers/information-requests/endpoints.ts'
import { instrumentEndpoints } from '../parties/instruments/endpoints.ts'
import { offeringEndpoints } from '../engine/offerings/endpoints.ts'
import { orderRequestEndpoints } from '../engine/order-requests/endpoints.ts'
import { orderEndpoints } from '../engine/orders/endpoints.ts'
import { orderSearchEndpoint } from '../engine/orders/order-search.ts'
import { pausedOrdersEndpoint } from '../engine/orders/paused-orders.ts'
import { organizationEndpoints } from '../parties/organizations/endpoints.ts'
import { identityProviderEndpoints } from '../parties/identity-providers/endpoints.ts'
import { peopleEndpoints } from '../parties/customer-users/endpoints.ts'
import { createSignInPlaces } from '../parties/users/sign-in-places.ts'
import { payoutEndpoints } from '../engine/payouts/endpoints.ts'
import { providerEndpoints } from '../outside/providers/endpoints.ts'
import { quoteEndpoints } from '../engine/quotes/endpoints.ts'
import { noticeEndpoints } from '../customers/notices/endpoints.ts'
import { receiptEndpoints } from '../customers/receipts/endpoints.ts'
import { refundEndpoints } from '../engine/refunds/endpoints.ts'
import { sandboxEndpoints } from './sandbox/endpoints.ts'
import { statementEndpoints } from '../customers/statements/endpoints.ts'
import { seriesEndpoints } from '../engine/series/endpoints.ts'
import { travelRuleEndpoints } from '../rules/travel-rule/endpoints.ts'
import { volumeLimitEndpoints } from '../engine/volume-limits/endpoints.ts'
import { noteRequests } from '../customers/request-log/note-requests.ts'
import { requestLogEndpoints } from '../customers/request-log/endpoints.ts'
import { webhookEndpoints } from '../customers/webhooks/endpoints.ts'

export async function buildApi(deps: Deps, state: Draining): Promise<App> {
  const docsUrl = () => docsUrlOf(deps)
  // Most sandboxes never use it, and it takes 9 MB.
  const operators = openOnDemand('/operator/', deps.log, async () => {
    const { buildOperatorApi } = await import('./operator-api.ts')
    return buildOperatorApi(deps, state)
  })
  if (deps.config.environment === 'live') await operators.open()
  const app = newApp(deps, state, {
    serverFactory: serverWith(operators),
    clientErrorHandler: clientErrorHandler(docsUrl),
  })
  app.addHook('onClose', () => operators.close())
  noteConnections(app, state)
  await docs(app, deps)
  healthEndpoints(app, deps, state)
  await connectorEndpoints(app, deps)
  const guarding = {
    authenticator: deps.authenticator,
    isMember: deps.memberships.isMember,
    rateLimitPerSecond: deps.config.rateLimitPerSecond,
    authFailuresPerMinute: deps.config.authFailuresPerMinute,
    sharedCounts: deps.sharedCounts,
    gate: deps.gate,
    unread: deps.unread,
  }
  consolePages(app)
  brandEndpoints(app, deps)
  await app.register(
    async (scope) => {
      await guard(scope, guarding)
      sessionEndpoints(scope, deps)
    },
    { prefix: '/console/session' },
  )
  await app.register(
    async (scope) =>
      entranceEndpoints(scope, { ...deps, places: createSignInPlaces(deps, 'customer') }),
    { prefix: '/console/entrance' },
  )
  await app.register(
    async (scope) => {
      await guard(scope, guarding)
      noteRequests(scope, deps)
      scope.setNotFoundHandler((request, reply) =>
        sendProblem(noOperation(), request, reply, docsUrl()),
      )
      const api = scope.withTypeProvider<TypeBoxTypeProvider>()
      const allowed = rememberMethods(api)
      addEndpoints(api, deps)
      refuseOtherMethods(api, allowed)
    },
    { prefix: '/v1' },
  )
  return app
}

function addEndpoints(api: Api, deps: Deps): void {
  organizationEndpoints(api, deps)
  volumeLimitEndpoints(api, deps)
  seriesEndpoints(api, deps)
  keyEndpoints(api, deps)
  peopleEndpoints(api, deps)
  identityProviderEndpoints(api, deps)
  noticeEndpoints(api, deps)
  requestLogEndpoints(api, deps)
  instrumentEndpoints(api, deps)
  accountEndpoints(api, deps)
  providerEndpoints(api, deps)
  routeEndpoints(api, deps)
  offeringEndpoints(api, deps)
  quoteEndpoints(api, deps)
  orderEndpoints(api, deps)
  orderSearchEndpoint(api, deps)
  pausedOrdersEndpoint(api, deps)
  orderRequestEndpoints(api, deps)
  depositEndpoints(api, deps)
  payoutEndpoints(api, deps)
  refundEndpoints(api, deps)
  receiptEndpoints(api, deps)
  statementEndpoints(api, deps)
  informationRequestEndpoints(api, deps)
  travelRuleEndpoints(api, deps)
  eventEndpoints(api, deps)
  webhookEndpoints(api, deps)
  sandboxEndpoints(api, deps)
}
