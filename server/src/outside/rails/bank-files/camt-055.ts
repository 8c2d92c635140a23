// Writes the request to cancel one payment: camt.055 for a customer of a bank, camt.056 for a bank that asks another one
// and for banks that take it from their customers.
import { formatAmount } from '../../../platform/money/decimal.ts'
import { cancellationId } from './identifiers.ts'
import { isOf2009, type CancelMessage, type PaymentMessage } from './messages.ts'
import { ownBank, sender } from './own-parties.ts'
import type { BankSettings } from './settings.ts'
import { documentOf, element, leaf, type Xml } from './write-xml.ts'

/** The payment as it was written. `amountMinor`: unknown for payments of earlier versions. */
type Original = {
  id: string
  message: PaymentMessage
  createdAt: string
  executionDate: string
  amountMinor: bigint | undefined
}

/** `createdAt`: YYYY-MM-DDTHH:MM:SSZ, when it was asked for. */
export function cancelRequest(
  settings: BankSettings,
  message: CancelMessage,
  original: Original,
  createdAt: string,
): string {
  const { id, amountMinor } = original
  const caseId = cancellationId(id)
  const isCustomers = message.startsWith('camt.055')
  const amount =
    amountMinor === undefined ? undefined : formatAmount(amountMinor, settings.currency)
  const instructed = (name: string) => leaf(name, amount, { Ccy: settings.currency })
  const group = element(
    'OrgnlGrpInf',
    leaf('OrgnlMsgId', id),
    leaf('OrgnlMsgNmId', original.message),
    leaf('OrgnlCreDtTm', original.createdAt),
  )
  const reason = element('CxlRsnInf', element('Rsn', leaf('Cd', 'CUST')))
  const date = isOf2009(message)
    ? leaf('OrgnlReqdExctnDt', original.executionDate)
    : element('OrgnlReqdExctnDt', leaf('Dt', original.executionDate))
  const transaction = (...more: readonly (Xml | undefined)[]) =>
    element('TxInf', leaf('CxlId', caseId), ...more, reason)
  const names = [leaf('OrgnlInstrId', id), leaf('OrgnlEndToEndId', id)]
  const underlying = isCustomers
    ? element(
        'OrgnlPmtInfAndCxl',
        leaf('PmtCxlId', caseId),
        leaf('OrgnlPmtInfId', id),
        group,
        transaction(...names, instructed('OrgnlInstdAmt'), date),
      )
    : transaction(group, ...names, instructed('OrgnlIntrBkSttlmAmt'))
  return documentOf(
    `urn:iso:std:iso:20022:tech:xsd:${message}`,
    element(
      isCustomers ? 'CstmrPmtCxlReq' : 'FIToFIPmtCxlReq',
      element(
        'Assgnmt',
        leaf('Id', caseId),
        element('Assgnr', element('Pty', ...sender(settings))),
        element('Assgne', element('Agt', ownBank(settings, isOf2009(message)))),
        leaf('CreDtTm', createdAt),
      ),
      element('CtrlData', leaf('NbOfTxs', '1')),
      element('Undrlyg', underlying),
    ),
  )
}
