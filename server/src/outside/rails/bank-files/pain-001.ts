// Writes a customer credit transfer initiation, pain.001: one file with one payment. The same request and the same
// prepared values always give the same bytes.
import { formatAmount } from '../../../platform/money/decimal.ts'
import type { SendRequest } from '../port.ts'
import { beneficiaryOf } from './beneficiary.ts'
import { paymentId } from './identifiers.ts'
import { isOf2009, type PaymentMessage } from './messages.ts'
import { ownBank, sender } from './own-parties.ts'
import type { BankSettings } from './settings.ts'
import { paymentType } from './payment-type.ts'
import { fieldText } from './text.ts'
import { documentOf, element, leaf } from './write-xml.ts'

/** `executionDate`: YYYY-MM-DD. `createdAt`: YYYY-MM-DDTHH:MM:SSZ. */
export type Planned = { message: PaymentMessage; executionDate: string; createdAt: string }

export function creditTransfer(
  settings: BankSettings,
  request: SendRequest,
  { message, executionDate, createdAt }: Planned,
): string {
  const { account, characters = 'latin' } = settings
  const isOld = isOf2009(message)
  const id = paymentId(request.key)
  const amount = formatAmount(request.amountMinor, request.currency)
  const shown = (text: string, length: number) => fieldText(text, length, characters)
  const { agent, party, account: creditorAccount } = beneficiaryOf(settings, request, isOld)
  return documentOf(
    `urn:iso:std:iso:20022:tech:xsd:${message}`,
    element(
      'CstmrCdtTrfInitn',
      element(
        'GrpHdr',
        leaf('MsgId', id),
        leaf('CreDtTm', createdAt),
        leaf('NbOfTxs', '1'),
        leaf('CtrlSum', amount),
        element('InitgPty', ...sender(settings)),
      ),
      element(
        'PmtInf',
        leaf('PmtInfId', id),
        leaf('PmtMtd', 'TRF'),
        // One booking for each payment: a batch booking hides which payment came back.
        leaf('BtchBookg', 'false'),
        leaf('NbOfTxs', '1'),
        leaf('CtrlSum', amount),
        paymentType(settings),
        isOld
          ? leaf('ReqdExctnDt', executionDate)
          : element('ReqdExctnDt', leaf('Dt', executionDate)),
        element('Dbtr', leaf('Nm', shown(settings.holder, 140))),
        element(
          'DbtrAcct',
          element('Id', leaf('IBAN', account.iban) ?? element('Othr', leaf('Id', account.number))),
          leaf('Ccy', settings.currency),
        ),
        element('DbtrAgt', ownBank(settings, isOld)),
        leaf('ChrgBr', settings.charge_bearer),
        element(
          'CdtTrfTxInf',
          element('PmtId', leaf('InstrId', id), leaf('EndToEndId', id)),
          element('Amt', leaf('InstdAmt', amount, { Ccy: request.currency })),
          agent,
          party,
          creditorAccount,
          element('RmtInf', leaf('Ustrd', shown(request.reference, 140))),
        ),
      ),
    ),
  )
}
