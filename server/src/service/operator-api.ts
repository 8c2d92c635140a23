// Builds the operator API: its description, its checks and its endpoints.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { approvalEndpoints } from '../parties/acts/endpoints.ts'
import { openActsEndpoint } from '../parties/acts/open-acts-endpoint.ts'
import { newActs } from '../parties/acts/registry.ts'
import { requireListed } from '../parties/acts/unlisted.ts'
import { auditEndpoints } from '../parties/audit/endpoints.ts'
import { exportEndpoints } from '../desk/exports/endpoints.ts'
import { reportEndpoints } from '../desk/reports/endpoints.ts'
import { operatorSeriesEndpoints } from '../desk/series/endpoints.ts'
import { exposureEndpoints } from '../desk/reports/exposure-endpoints.ts'
import { configurationEndpoints } from '../desk/configuration/endpoints.ts'
import { configurationFileEndpoints } from '../desk/configuration/file-endpoints.ts'
import { previewEndpoints } from '../desk/configuration/preview-endpoints.ts'
import { organizationHoldEndpoints } from '../parties/organizations/hold-endpoints.ts'
import { inviteAdminAct } from '../parties/customer-users/operator-endpoints.ts'
import { enterpriseHoldEndpoints } from '../parties/organizations/operator-endpoints.ts'
import type { Deps } from './deps.ts'
import { operatorDocs } from './docs/endpoints.ts'
import type { Api, App } from '../platform/http/api-type.ts'
import { newApp } from '../platform/http/app.ts'
import type { Draining } from '../platform/http/drain.ts'
import { refuseOtherMethods, rememberMethods } from '../platform/http/methods.ts'
import { haltEndpoints } from '../engine/halts/endpoints.ts'
import { sentBeforeEndpoints } from '../engine/marks/operator-endpoints.ts'
import { operatorOrderEndpoints } from '../engine/orders/operator-endpoints.ts'
import { operatorOrderReads } from '../engine/orders/operator-read-endpoints.ts'
import { operatorInformationRequestEndpoints } from '../customers/information-requests/operator-endpoints.ts'
import { operatorApiKeyActs } from '../customers/api-keys/acts.ts'
import { operatorApiKeyReads } from '../customers/api-keys/operator-endpoints.ts'
import { depositActs } from '../engine/deposits/act-endpoints.ts'
import { strayEndpoints } from '../engine/strays/operator-endpoints.ts'
import { suspenseActs } from '../engine/deposits/exit-endpoints.ts'
import { depositReturnActs, depositReturnsEndpoint } from '../engine/deposits/return-endpoints.ts'
import { heldDepositsEndpoint } from '../engine/deposits/held-endpoints.ts'
import { operatorDepositReads } from '../engine/deposits/operator-endpoints.ts'
import { operatorEventReads } from '../engine/events/operator-endpoints.ts'
import { instrumentDetailsEndpoint } from '../parties/instruments/read-details.ts'
import { heldEndpoint } from '../parties/instruments/held-endpoints.ts'
import { instrumentHoldEndpoints } from '../parties/instruments/hold-endpoints.ts'
import { operatorInstrumentReads } from '../parties/instruments/operator-endpoints.ts'
import { operatorPayoutReads } from '../engine/payouts/operator-endpoints.ts'
import { operatorProviderReads } from '../desk/companies/provider-endpoints.ts'
import { operatorRailReads } from '../desk/companies/rail-endpoints.ts'
import { entryEndpoints } from '../engine/entries/entry-endpoints.ts'
import { poolEndpoints } from '../engine/funding-accounts/pool-endpoints.ts'
import { waitingRefundsEndpoint } from '../engine/refunds/waiting-endpoints.ts'
import { accountActs, operatorAccountReads } from '../engine/accounts/operator-endpoints.ts'
import { refundActs } from '../engine/refunds/act-endpoints.ts'
import { operatorRefundReads } from '../engine/refunds/operator-endpoints.ts'
import { reversalEndpoints } from '../engine/reversals/operator-endpoints.ts'
import { deskEndpoints } from '../engine/treasury/desk-endpoints.ts'
import { movementActs } from '../engine/treasury/act-endpoints.ts'
import { operatorMovementReads } from '../engine/treasury/operator-endpoints.ts'
import { webhookActs } from '../customers/webhooks/acts.ts'
import { operatorWebhookReads } from '../customers/webhooks/operator-endpoints.ts'
import { operatorRouteReads } from '../engine/routes/operator-endpoints.ts'
import { operatorOrganizationReads } from '../parties/organizations/operator-read-endpoints.ts'
import { queueActs } from '../desk/queue/acts.ts'
import { queueEndpoints } from '../desk/queue/operator-endpoints.ts'
import { operatorReceiptEndpoints } from '../customers/receipts/endpoints.ts'
import { operatorStatementEndpoints } from '../customers/statements/endpoints.ts'
import { reconciliationEndpoints } from '../desk/reconciliation/operator-endpoints.ts'
import { reconcileEndpoints } from '../desk/reconciliation/upload-endpoints.ts'
import { searchEndpoints } from '../desk/search/operator-endpoints.ts'
import {
  operatorEntrance,
  operatorSessionEndpoints,
  userOfOperator,
} from '../parties/operators/session-endpoints.ts'
import { operatorKeyEndpoints, userEndpoints } from '../parties/operators/endpoints.ts'
import { matchEndpoints } from '../parties/instruments/match-endpoints.ts'
import { operatorTravelRuleEndpoints } from '../rules/travel-rule/operator-endpoints.ts'
import { smallAmountsEndpoint } from '../desk/small-amounts/endpoints.ts'
import { verificationEndpoints } from '../rules/verifications/operator-endpoints.ts'
import { guardOperators } from '../parties/operators/guard.ts'
import type { Operator } from '../parties/operators/operator.ts'
import { passkeyEndpoints, passkeySignInEndpoints } from '../parties/users/passkey-endpoints.ts'
import { signInEndpoints } from '../parties/users/sign-in-endpoints.ts'
import { createSignInPlaces } from '../parties/users/sign-in-places.ts'
import { operatorVolumeLimitEndpoints } from '../engine/volume-limits/operator-endpoints.ts'

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
      await addEndpoints(api, deps)
      refuseOtherMethods(api, allowed)
    },
    { prefix: '/operator/v1' },
  )
  await app.ready()
  return app
}

// oxlint-disable-next-line max-lines-per-function -- the list of endpoints
async function addEndpoints(api: Api, deps: Deps): Promise<void> {
  const acts = newActs()
  const desk = { ...deps, acts }
  const reads = { ...deps, db: deps.readsDb }
  const entering = { ...deps, places: createSignInPlaces(deps, 'operator') }
  const entrance = operatorEntrance(deps)
  signInEndpoints(api, entering, entrance)
  operatorSessionEndpoints(api, deps)
  passkeySignInEndpoints(api, entering, entrance)
  passkeyEndpoints(api, deps, {
    hide: false,
    userOf: (request) => userOfOperator(deps, request),
  })
  userEndpoints(api, desk)
  operatorKeyEndpoints(api, desk)
  operatorOrderEndpoints(api, desk)
  sentBeforeEndpoints(api, desk)
  operatorVolumeLimitEndpoints(api, desk)
  approvalEndpoints(api, desk)
  openActsEndpoint(api, desk)
  haltEndpoints(api, desk)
  operatorOrderReads(api, reads)
  operatorReceiptEndpoints(api, reads)
  operatorStatementEndpoints(api, reads)
  operatorOrganizationReads(api, reads)
  operatorApiKeyReads(api, reads)
  operatorApiKeyActs(api, desk)
  inviteAdminAct(api, desk)
  operatorInstrumentReads(api, reads)
  instrumentDetailsEndpoint(api, deps)
  operatorDepositReads(api, reads)
  operatorPayoutReads(api, reads)
  operatorRefundReads(api, reads)
  operatorEventReads(api, reads)
  operatorWebhookReads(api, reads)
  webhookActs(api, desk)
  operatorAccountReads(api, reads)
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
  previewEndpoints(api, { ...deps, db: deps.readsOnPrimary })
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
  accountActs(api, desk)
  movementActs(api, desk)
  heldEndpoint(api, reads)
  heldDepositsEndpoint(api, reads)
  waitingRefundsEndpoint(api, reads)
  deskEndpoints(api, reads)
  operatorInformationRequestEndpoints(api, desk)
  operatorTravelRuleEndpoints(api, desk)
  verificationEndpoints(api, desk)
  matchEndpoints(api, reads)
  await reconcileEndpoints(api, { ...reads, writes: deps.db })
  reconciliationEndpoints(api, desk)
  exportEndpoints(api, { ...reads, writes: deps.db })
  reportEndpoints(api, reads)
  exposureEndpoints(api, reads)
  operatorSeriesEndpoints(api, reads)
  smallAmountsEndpoint(api, reads)
  auditEndpoints(api, reads)
  requireListed(acts)
}
