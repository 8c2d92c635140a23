// Builds the operator API: its description, its checks and its endpoints.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { approvalEndpoints } from './acts/endpoints.ts'
import type { Acts } from './acts/execution.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { exportEndpoints } from './exports/endpoints.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { exposureEndpoints } from './reports/exposure-endpoints.ts'
import { configurationEndpoints } from './configuration/endpoints.ts'
import { configurationFileEndpoints } from './configuration/file-endpoints.ts'
import { previewEndpoints } from './configuration/preview-endpoints.ts'
import { organizationHoldEndpoints } from './organizations/hold-endpoints.ts'
import { enterpriseHoldEndpoints } from './organizations/operator-endpoints.ts'
import type { Deps } from './deps.ts'
import { operatorDocs } from './docs/endpoints.ts'
import type { App } from './http/api-type.ts'
import { newApp } from './http/app.ts'
import type { Draining } from './http/drain.ts'
import { refuseOtherMethods, rememberMethods } from './http/methods.ts'
import { haltEndpoints } from './halts/endpoints.ts'
import { operatorOrderEndpoints } from './orders/operator-endpoints.ts'
import { operatorOrderReads } from './orders/operator-read-endpoints.ts'
import { operatorInformationRequestEndpoints } from './information-requests/operator-endpoints.ts'
import { operatorApiKeyActs } from './access/acts.ts'
import { operatorApiKeyReads } from './access/operator-endpoints.ts'
import { depositActs } from './deposits/act-endpoints.ts'
import { heldDepositsEndpoint } from './deposits/held-endpoints.ts'
import { operatorDepositReads } from './deposits/operator-endpoints.ts'
import { operatorEventReads } from './events/operator-endpoints.ts'
import { instrumentDetailsEndpoint } from './instruments/read-details.ts'
import { heldEndpoint } from './instruments/held-endpoints.ts'
import { instrumentHoldEndpoints } from './instruments/hold-endpoints.ts'
import { operatorInstrumentReads } from './instruments/operator-endpoints.ts'
import { operatorPayoutReads } from './payouts/operator-endpoints.ts'
import { operatorProviderReads } from './providers/operator-endpoints.ts'
import { operatorRailReads } from './rails/operator-endpoints.ts'
import { poolEndpoints } from './rails/pool-endpoints.ts'
import { waitingRefundsEndpoint } from './refunds/waiting-endpoints.ts'
import { refundActs } from './refunds/act-endpoints.ts'
import { operatorRefundReads } from './refunds/operator-endpoints.ts'
import { reversalEndpoints } from './reversals/operator-endpoints.ts'
import { deskEndpoints } from './treasury/desk-endpoints.ts'
import { movementActs } from './treasury/act-endpoints.ts'
import { operatorMovementReads } from './treasury/operator-endpoints.ts'
import { webhookActs } from './webhooks/acts.ts'
import { operatorWebhookReads } from './webhooks/operator-endpoints.ts'
import { operatorRouteReads } from './configured-routes/operator-endpoints.ts'
import { operatorOrganizationReads } from './organizations/operator-read-endpoints.ts'
import { queueActs } from './queue/acts.ts'
import { queueEndpoints } from './queue/operator-endpoints.ts'
import { operatorReceiptEndpoints } from './receipts/endpoints.ts'
import { reconciliationEndpoints } from './reconciliation/operator-endpoints.ts'
import { reconcileEndpoints } from './reconciliation/upload-endpoints.ts'
import { searchEndpoints } from './search/operator-endpoints.ts'
import { operatorKeyEndpoints, userEndpoints } from './users/endpoints.ts'
import { matchEndpoints } from './instruments/match-endpoints.ts'
import { operatorTravelRuleEndpoints } from './travel-rule/operator-endpoints.ts'
import { verificationEndpoints } from './verifications/operator-endpoints.ts'
import { guardOperators } from './users/guard.ts'
import type { Operator } from './users/operator.ts'
import { passkeyEndpoints } from './users/passkey-endpoints.ts'
import { signInEndpoints } from './users/sign-in-endpoints.ts'
import { operatorVolumeLimitEndpoints } from './volume-limits/operator-endpoints.ts'

/** The command line gives whole operator files to an application without a port. */
const DIRECT_BODY_BYTES = 64 * 1024 * 1024

/** Ready for requests. `direct`: the operator of every request; the application must have no port then. */
export async function buildOperatorApi(
  deps: Deps,
  state: Draining,
  direct?: Operator,
): Promise<App> {
  const app = newApp(deps, state, direct === undefined ? {} : { bodyLimit: DIRECT_BODY_BYTES })
  if (direct === undefined) await operatorDocs(app)
  await app.register(
    async (scope) => {
      guardOperators(scope, deps, direct)
      const api = scope.withTypeProvider<TypeBoxTypeProvider>()
      const allowed = rememberMethods(api)
      const acts: Acts = new Map()
      const desk = { ...deps, acts }
      signInEndpoints(api, deps)
      passkeyEndpoints(api, deps)
      userEndpoints(api, desk)
      operatorKeyEndpoints(api, desk)
      operatorOrderEndpoints(api, desk)
      operatorVolumeLimitEndpoints(api, desk)
      approvalEndpoints(api, desk)
      haltEndpoints(api, desk)
      operatorOrderReads(api, deps)
      operatorReceiptEndpoints(api, deps)
      operatorOrganizationReads(api, deps)
      operatorApiKeyReads(api, deps)
      operatorApiKeyActs(api, desk)
      operatorInstrumentReads(api, deps)
      instrumentDetailsEndpoint(api, deps)
      operatorDepositReads(api, deps)
      operatorPayoutReads(api, deps)
      operatorRefundReads(api, deps)
      operatorEventReads(api, deps)
      operatorWebhookReads(api, deps)
      webhookActs(api, desk)
      operatorMovementReads(api, deps)
      operatorRouteReads(api, deps)
      operatorProviderReads(api, deps)
      operatorRailReads(api, deps)
      poolEndpoints(api, desk)
      searchEndpoints(api, deps)
      queueEndpoints(api, deps)
      queueActs(api, desk)
      configurationEndpoints(api, desk)
      previewEndpoints(api, deps)
      configurationFileEndpoints(api, deps)
      enterpriseHoldEndpoints(api, desk)
      organizationHoldEndpoints(api, desk)
      instrumentHoldEndpoints(api, desk)
      depositActs(api, desk)
      refundActs(api, desk)
      reversalEndpoints(api, desk)
      movementActs(api, desk)
      heldEndpoint(api, deps)
      heldDepositsEndpoint(api, deps)
      waitingRefundsEndpoint(api, deps)
      deskEndpoints(api, deps)
      operatorInformationRequestEndpoints(api, desk)
      operatorTravelRuleEndpoints(api, desk)
      verificationEndpoints(api, desk)
      matchEndpoints(api, deps)
      await reconcileEndpoints(api, deps)
      reconciliationEndpoints(api, desk)
      exportEndpoints(api, deps)
      reportEndpoints(api, deps)
      exposureEndpoints(api, deps)
      auditEndpoints(api, deps)
      refuseOtherMethods(api, allowed)
    },
    { prefix: '/operator/v1' },
  )
  await app.ready()
  return app
}
