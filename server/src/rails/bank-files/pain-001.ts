// Writes a customer credit transfer initiation, pain.001.001.09: one file with one payment. The same request and the same
// prepared values always give the same bytes.
import { formatAmount } from '../../money/decimal.ts'
import type { SendRequest } from '../port.ts'
import { beneficiaryOf } from './beneficiary.ts'
import { paymentId } from './identifiers.ts'
import type { BankSettings } from './settings.ts'
import { clearingSystem, paymentType } from './payment-type.ts'
import { fieldText } from './text.ts'
import { documentOf, element, leaf } from './write-xml.ts'

/** `executionDate`: YYYY-MM-DD. `createdAt`: YYYY-MM-DDTHH:MM:SSZ. */
export type Planned = { executionDate: string; createdAt: string }

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

export function creditTransfer(
  settings: BankSettings,
  request: SendRequest,
  { executionDate, createdAt }: Planned,
): string {
  const { account, bank, characters = 'latin', initiating_party: initiator } = settings
  const id = paymentId(request.key)
  const amount = formatAmount(request.amountMinor, request.currency)
  const shown = (text: string, length: number) => fieldText(text, length, characters)
  const { agent, party, account: creditorAccount } = beneficiaryOf(settings, request)
  return documentOf(
    NAMESPACE,
    element(
      'CstmrCdtTrfInitn',
      element(
        'GrpHdr',
        leaf('MsgId', id),
        leaf('CreDtTm', createdAt),
        leaf('NbOfTxs', '1'),
        leaf('CtrlSum', amount),
        element(
          'InitgPty',
          leaf('Nm', shown(initiator?.name ?? settings.holder, 140)),
          initiator && element('Id', element('OrgId', element('Othr', leaf('Id', initiator.id)))),
        ),
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
        element('ReqdExctnDt', leaf('Dt', executionDate)),
        element('Dbtr', leaf('Nm', shown(settings.holder, 140))),
        element(
          'DbtrAcct',
          element('Id', leaf('IBAN', account.iban) ?? element('Othr', leaf('Id', account.number))),
          leaf('Ccy', settings.currency),
        ),
        element(
          'DbtrAgt',
          element(
            'FinInstnId',
            leaf('BICFI', bank.bic),
            bank.member_id === undefined
              ? undefined
              : element('ClrSysMmbId', clearingSystem(settings), leaf('MmbId', bank.member_id)),
            leaf('Nm', bank.name && shown(bank.name, 140)),
          ),
        ),
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
