// The customers' API and everything else that is served: documentation, health, what connectors call. The operator API
// is an application of its own.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { keyEndpoints } from './access/endpoints.ts'
import { routeEndpoints } from './configured-routes/endpoints.ts'
import { connectorEndpoints } from './connectors/endpoints.ts'
import { depositEndpoints } from './deposits/endpoints.ts'
import { consolePages, sessionEndpoints } from './console/endpoints.ts'
import type { Deps } from './deps.ts'
import { docs } from './docs/endpoints.ts'
import { eventEndpoints } from './events/endpoints.ts'
import type { App } from './http/api-type.ts'
import { docsUrlOf, newApp } from './http/app.ts'
import { clientErrorHandler } from './http/client-errors.ts'
import { noteConnections, type Draining } from './http/drain.ts'
import { guard } from './http/guard.ts'
import { refuseOtherMethods, rememberMethods } from './http/methods.ts'
import { openOnDemand } from './http/on-demand.ts'
import { noOperation, sendProblem } from './http/problem.ts'
import { serverWith } from './http/server.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { informationRequestEndpoints } from './information-requests/endpoints.ts'
import { instrumentEndpoints } from './instruments/endpoints.ts'
import { offeringEndpoints } from './offerings/endpoints.ts'
import { orderEndpoints } from './orders/endpoints.ts'
import { organizationEndpoints } from './organizations/endpoints.ts'
import { payoutEndpoints } from './payouts/endpoints.ts'
import { providerEndpoints } from './providers/endpoints.ts'
import { quoteEndpoints } from './quotes/endpoints.ts'
import { receiptEndpoints } from './receipts/endpoints.ts'
import { refundEndpoints } from './refunds/endpoints.ts'
import { sandboxEndpoints } from './sandbox/endpoints.ts'
import { travelRuleEndpoints } from './travel-rule/endpoints.ts'
import { volumeLimitEndpoints } from './volume-limits/endpoints.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'

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
  await app.register(
    async (scope) => {
      await guard(scope, guarding)
      sessionEndpoints(scope, deps)
    },
    { prefix: '/console/session' },
  )
  await app.register(
    async (scope) => {
      await guard(scope, guarding)
      scope.setNotFoundHandler((request, reply) =>
        sendProblem(noOperation(), request, reply, docsUrl()),
      )
      const api = scope.withTypeProvider<TypeBoxTypeProvider>()
      const allowed = rememberMethods(api)
      organizationEndpoints(api, deps)
      volumeLimitEndpoints(api, deps)
      keyEndpoints(api, deps)
      instrumentEndpoints(api, deps)
      providerEndpoints(api, deps)
      routeEndpoints(api, deps)
      offeringEndpoints(api, deps)
      quoteEndpoints(api, deps)
      orderEndpoints(api, deps)
      depositEndpoints(api, deps)
      payoutEndpoints(api, deps)
      refundEndpoints(api, deps)
      receiptEndpoints(api, deps)
      informationRequestEndpoints(api, deps)
      travelRuleEndpoints(api, deps)
      eventEndpoints(api, deps)
      webhookEndpoints(api, deps)
      sandboxEndpoints(api, deps)
      refuseOtherMethods(api, allowed)
    },
    { prefix: '/v1' },
  )
  return app
}
