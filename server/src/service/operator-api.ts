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
import { sentBeforeEndpoints } from './marks/operator-endpoints.ts'
import { operatorOrderEndpoints } from './orders/operator-endpoints.ts'
import { operatorOrderReads } from './orders/operator-read-endpoints.ts'
import { operatorInformationRequestEndpoints } from './information-requests/operator-endpoints.ts'
import { operatorApiKeyActs } from './access/acts.ts'
import { operatorApiKeyReads } from './access/operator-endpoints.ts'
import { depositActs } from './deposits/act-endpoints.ts'
import { strayEndpoints } from './strays/operator-endpoints.ts'
import { suspenseActs } from './deposits/exit-endpoints.ts'
import { depositReturnActs, depositReturnsEndpoint } from './deposits/return-endpoints.ts'
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
import { entryEndpoints } from './rails/entry-endpoints.ts'
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
import { smallAmountsEndpoint } from './small-amounts/endpoints.ts'
import { verificationEndpoints } from './verifications/operator-endpoints.ts'
import { guardOperators } from './users/guard.ts'
import type { Operator } from './users/operator.ts'
import { passkeyEndpoints } from './users/passkey-endpoints.ts'
import { signInEndpoints } from './users/sign-in-endpoints.ts'
import { createSignInPlaces } from './users/sign-in-places.ts'
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
      const reads = { ...deps, db: deps.readsDb }
      const entrance = { ...deps, places: createSignInPlaces(deps) }
      signInEndpoints(api, entrance)
      passkeyEndpoints(api, entrance)
      userEndpoints(api, desk)
      operatorKeyEndpoints(api, desk)
      operatorOrderEndpoints(api, desk)
      sentBeforeEndpoints(api, desk)
      operatorVolumeLimitEndpoints(api, desk)
      approvalEndpoints(api, desk)
      haltEndpoints(api, desk)
      operatorOrderReads(api, reads)
      operatorReceiptEndpoints(api, reads)
      operatorOrganizationReads(api, reads)
      operatorApiKeyReads(api, reads)
      operatorApiKeyActs(api, desk)
      operatorInstrumentReads(api, reads)
      instrumentDetailsEndpoint(api, deps)
      operatorDepositReads(api, reads)
      operatorPayoutReads(api, reads)
      operatorRefundReads(api, reads)
      operatorEventReads(api, reads)
      operatorWebhookReads(api, reads)
      webhookActs(api, desk)
      operatorMovementReads(api, reads)
      operatorRouteReads(api, reads)
      operatorProviderReads(api, reads)
      operatorRailReads(api, reads)
      poolEndpoints(api, desk)
      entryEndpoints(api, desk)
      searchEndpoints(api, reads)
      queueEndpoints(api, reads)
      queueActs(api, desk)
      configurationEndpoints(api, desk)
      previewEndpoints(api, reads)
      configurationFileEndpoints(api, deps)
      enterpriseHoldEndpoints(api, desk)
      organizationHoldEndpoints(api, desk)
      instrumentHoldEndpoints(api, desk)
      depositActs(api, desk)
      suspenseActs(api, desk)
      strayEndpoints(api, desk)
      depositReturnActs(api, desk)
      depositReturnsEndpoint(api, reads)
      refundActs(api, desk)
      reversalEndpoints(api, desk)
      movementActs(api, desk)
      heldEndpoint(api, reads)
      heldDepositsEndpoint(api, reads)
      waitingRefundsEndpoint(api, reads)
      deskEndpoints(api, reads)
      operatorInformationRequestEndpoints(api, desk)
      operatorTravelRuleEndpoints(api, desk)
      verificationEndpoints(api, desk)
      matchEndpoints(api, reads)
      await reconcileEndpoints(api, reads)
      reconciliationEndpoints(api, desk)
      exportEndpoints(api, reads)
      reportEndpoints(api, reads)
      exposureEndpoints(api, reads)
      smallAmountsEndpoint(api, reads)
      auditEndpoints(api, reads)
      refuseOtherMethods(api, allowed)
    },
    { prefix: '/operator/v1' },
  )
  await app.ready()
  return app
}
