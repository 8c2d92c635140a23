// The commands that are not made from the table, with the operations that each carries out. Those operations have no other
// command. `also`: operations that have a command of their own besides.

type ByHand = { operations: readonly string[]; also?: readonly string[] }

export const BY_HAND: Readonly<Record<string, ByHand>> = {
  enrol: { operations: ['beginEnrolment', 'confirmEnrolment'] },
  'sign-in': { operations: ['signIn'] },
  'sign-out': { operations: ['signOut'] },
  'orders receipt': { operations: ['getOperatorReceipt', 'getOperatorReceiptPdf'] },
  'organizations month': {
    operations: ['getStatementOfCustomer', 'getStatementOfCustomerPdf'],
  },
  'orders mark': { operations: ['markPayoutOfOrder', 'markRefundOfOrder'] },
  'orders cancel-send': { operations: ['cancelPayoutOfOrder', 'cancelRefundOfOrder'] },
  'orders sent-before': { operations: ['recordOrderSentBefore'] },
  'holds place': { operations: ['holdEnterprise', 'holdOrganization', 'holdInstrument'] },
  'holds release': {
    operations: ['releaseEnterprise', 'releaseOrganization', 'releaseInstrument'],
  },
  halts: { operations: ['listHalts', 'listUnknownSends', 'listUnknownFills'] },
  resume: { operations: ['resume'], also: ['listHalts'] },
  'information ask': { operations: ['openInformationRequest'] },
  'information document': { operations: ['readInformationDocument'] },
  'deposits unmatched': { operations: [], also: ['listQueue'] },
  'deposits received': { operations: ['receiveReversal'], also: ['listReversals'] },
  'deposits set-off': { operations: ['setOffReversal'], also: ['listReversals'] },
  'deposits write-off': { operations: ['writeOffReversal'], also: ['listReversals'] },
  'payouts returned': { operations: [], also: ['listQueue'] },
  'payouts pay-again': { operations: [], also: ['payOrderAgain', 'payOrderElsewhere'] },
  'payouts refund': { operations: [], also: ['refundOrderByOperator'] },
  'refunds send': { operations: ['redirectRefundOfOrder'], also: ['getOperatorRefund'] },
  exposure: { operations: ['listExposureOfRoutes', 'listExposureOfProviders'] },
  'users create': { operations: ['createUser'] },
  'users disable': { operations: [], also: ['changeUser'] },
  'users enable': { operations: [], also: ['changeUser'] },
  apply: { operations: ['applyConfiguration', 'previewConfiguration'] },
  export: { operations: ['exportConfiguration', 'exportConfigurationWithDetails'] },
  'routes disable': { operations: ['disableRoute'], also: ['listOperatorRoutes'] },
  'routes enable': { operations: ['enableRoute'], also: ['listOperatorRoutes'] },
  reconcile: { operations: ['reconcile'], also: ['listDifferences'] },
  'keys create': { operations: ['createApiKeyOfEnterprise'], also: ['listOperatorEnterprises'] },
  'keys revoke': { operations: ['revokeApiKeyOfEnterprise'], also: ['getOperatorApiKey'] },
  'rails accounts add': { operations: ['addFundingAccounts'] },
}

/** Only the page of a browser can use a passkey. */
const OF_BROWSERS: readonly string[] = [
  'beginPasskeySignIn',
  'signInWithPasskey',
  'beginPasskey',
  'addPasskey',
]

const without = new Set([
  ...OF_BROWSERS,
  ...Object.values(BY_HAND).flatMap(({ operations }) => operations),
])

export const hasOwnCommand = (operationId: string): boolean => !without.has(operationId)
