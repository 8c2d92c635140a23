// The messages that the bank writes: pain.002.001.10, camt.029.001.09, camt.054.001.08 and camt.053.001.08.

export type Entry = {
  reference: string
  direction: 'CRDT' | 'DBIT'
  amount: string
  date: string
  endToEndId: string
  /** Given by the payer's bank. A recall repeats it. */
  transactionId: string
  party: string
  partyAccount: string
  remittance: string
  returnCode?: string
  isReversal?: boolean
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:'
const now = () => `${new Date().toISOString().slice(0, 19)}Z`
let messages = 0
const messageId = () => `BANK-${Date.now()}-${++messages}`

const document = (message: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}${message}">${content}</Document>\n`
const tag = (name: string, content: string) =>
  content === '' ? '' : `<${name}>${content}</${name}>`
const text = (name: string, value: string) =>
  tag(name, value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
const amount = (currency: string, value: string) => `<Amt Ccy="${currency}">${value}</Amt>`
const header = () => tag('GrpHdr', text('MsgId', messageId()) + text('CreDtTm', now()))

export function statusReport(
  payment: { messageId: string; instructionId: string; endToEndId: string },
  status: string,
  reason = '',
): string {
  const transaction =
    text('OrgnlEndToEndId', payment.endToEndId) +
    text('TxSts', status) +
    tag('StsRsnInf', tag('Rsn', text('Cd', reason)))
  return document(
    'pain.002.001.10',
    tag(
      'CstmrPmtStsRpt',
      header() +
        tag(
          'OrgnlGrpInfAndSts',
          text('OrgnlMsgId', payment.messageId) + text('OrgnlMsgNmId', 'pain.001.001.09'),
        ) +
        tag(
          'OrgnlPmtInfAndSts',
          text('OrgnlPmtInfId', payment.instructionId) + tag('TxInfAndSts', transaction),
        ),
    ),
  )
}

/** The answer to a request to cancel: this bank has executed every payment that it has, so it always refuses. */
export const refusalToCancel = (caseId: string, endToEndId: string, reason: string): string => {
  const bank = tag('Agt', tag('FinInstnId', text('Nm', 'Bank')))
  const transaction =
    text('OrgnlEndToEndId', endToEndId) +
    text('TxCxlSts', 'RJCR') +
    tag('CxlStsRsnInf', tag('Rsn', text('Cd', reason)))
  return document(
    'camt.029.001.09',
    tag(
      'RsltnOfInvstgtn',
      tag(
        'Assgnmt',
        text('Id', messageId()) +
          tag('Assgnr', bank) +
          tag('Assgne', bank) +
          text('CreDtTm', now()),
      ) +
        tag('RslvdCase', text('Id', caseId) + tag('Cretr', bank)) +
        tag('Sts', text('Conf', 'RJCR')) +
        tag('CxlDtls', tag('TxInfAndSts', transaction)),
    ),
  )
}

export const notification = (account: string, currency: string, entry: Entry): string =>
  document(
    'camt.054.001.08',
    tag(
      'BkToCstmrDbtCdtNtfctn',
      header() +
        tag(
          'Ntfctn',
          text('Id', messageId()) + ownAccount(account, currency) + booking(currency, entry),
        ),
    ),
  )

export const statement = (
  account: string,
  currency: string,
  number: number,
  balances: { opening: string; closing: string },
  entries: readonly Entry[],
): string =>
  document(
    'camt.053.001.08',
    tag(
      'BkToCstmrStmt',
      header() +
        tag(
          'Stmt',
          text('Id', `STATEMENT-${number}`) +
            text('ElctrncSeqNb', String(number)) +
            text('CreDtTm', now()) +
            ownAccount(account, currency) +
            balance('OPBD', currency, balances.opening) +
            balance('CLBD', currency, balances.closing) +
            entries.map((entry) => booking(currency, entry)).join(''),
        ),
    ),
  )

const numbered = (account: string) => tag('Id', tag('Othr', text('Id', account)))
const ownAccount = (account: string, currency: string) =>
  tag('Acct', numbered(account) + text('Ccy', currency))

const balance = (code: string, currency: string, value: string) =>
  tag(
    'Bal',
    tag('Tp', tag('CdOrPrtry', text('Cd', code))) +
      amount(currency, value) +
      text('CdtDbtInd', 'CRDT') +
      tag('Dt', text('Dt', now().slice(0, 10))),
  )

function booking(currency: string, entry: Entry): string {
  const isCredit = entry.direction === 'CRDT'
  const party = tag('Pty', text('Nm', entry.party))
  const parties = isCredit
    ? tag('Dbtr', party) + tag('DbtrAcct', numbered(entry.partyAccount))
    : tag('Cdtr', party) + tag('CdtrAcct', numbered(entry.partyAccount))
  const family = isCredit ? 'RCDT' : 'ICDT'
  const transaction =
    tag(
      'Refs',
      text('AcctSvcrRef', entry.reference) +
        text('EndToEndId', entry.endToEndId) +
        text('TxId', entry.transactionId),
    ) +
    amount(currency, entry.amount) +
    text('CdtDbtInd', entry.direction) +
    tag('RltdPties', parties) +
    tag('RmtInf', text('Ustrd', entry.remittance)) +
    tag('RtrInf', tag('Rsn', text('Cd', entry.returnCode ?? '')))
  return tag(
    'Ntry',
    text('NtryRef', entry.reference) +
      amount(currency, entry.amount) +
      text('CdtDbtInd', entry.direction) +
      text('RvslInd', entry.isReversal === true ? 'true' : '') +
      tag('Sts', text('Cd', 'BOOK')) +
      tag('BookgDt', text('Dt', entry.date)) +
      tag('ValDt', text('Dt', entry.date)) +
      text('AcctSvcrRef', entry.reference) +
      tag(
        'BkTxCd',
        tag(
          'Domn',
          text('Cd', 'PMNT') + tag('Fmly', text('Cd', family) + text('SubFmlyCd', 'DMCT')),
        ),
      ) +
      tag('NtryDtls', tag('TxDtls', transaction)),
  )
}
