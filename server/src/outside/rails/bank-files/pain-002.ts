// Reads a customer payment status report, pain.002: what the bank says about payments of pain.001.
import { reportedPaymentId } from './identifiers.ts'
import { allOf, at, textAt, type Element } from './read-xml.ts'

/** `open`: every status that is no end of the payment. `code`: of the status, or its reasons. */
export type Status = {
  id: string
  state: 'settled' | 'rejected' | 'cancelled' | 'open'
  code: string
}

const SETTLED = ['ACSC', 'ACCC']
// The bank refuses a second copy of a payment that it already has. That says nothing about the first copy.
const DUPLICATE = ['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05']

/** A status of a transaction comes before that of its instruction, which comes before that of the whole message. */
export function statusesOf(content: Element): Status[] {
  const group = at(content, 'OrgnlGrpInfAndSts')
  if (textAt(group, 'OrgnlMsgNmId')?.startsWith('pain.001') === false) return []
  const groupStatus = { code: textAt(group, 'GrpSts'), reasons: reasonsOf(group) }
  const groupId = reportedPaymentId(textAt(group, 'OrgnlMsgId'))
  const instructions = allOf(content, 'OrgnlPmtInfAndSts')
  if (instructions.length === 0) return statusOf(groupId, groupStatus)
  return instructions.flatMap((instruction) => {
    const code = textAt(instruction, 'PmtInfSts')
    const status = code === undefined ? groupStatus : { code, reasons: reasonsOf(instruction) }
    const id = reportedPaymentId(textAt(instruction, 'OrgnlPmtInfId')) ?? groupId
    const transactions = allOf(instruction, 'TxInfAndSts')
    if (transactions.length === 0) return statusOf(id, status)
    return transactions.flatMap((transaction) => {
      const own = textAt(transaction, 'TxSts')
      const reasons = reasonsOf(transaction)
      return statusOf(
        reportedPaymentId(textAt(transaction, 'OrgnlEndToEndId')) ??
          reportedPaymentId(textAt(transaction, 'OrgnlInstrId')) ??
          id,
        own === undefined
          ? status
          : { code: own, reasons: reasons.length > 0 ? reasons : status.reasons },
      )
    })
  })
}

function statusOf(
  id: string | undefined,
  { code, reasons }: { code: string | undefined; reasons: readonly string[] },
): Status[] {
  if (id === undefined || code === undefined) return []
  if (SETTLED.includes(code)) return [{ id, state: 'settled', code }]
  if (code === 'CANC') return [{ id, state: 'cancelled', code }]
  const isRefusal = code === 'RJCT' && !reasons.some((reason) => DUPLICATE.includes(reason))
  return [
    { id, state: isRefusal ? 'rejected' : 'open', code: reasons.join(', ') || shortCode(code) },
  ]
}

/** A few: payments without reasons of their own repeat those of their group. One that decides is among them. */
export function reasonsOf(element: Element | undefined): string[] {
  const all = allOf(element, 'StsRsnInf').flatMap((information) => {
    const code = textAt(information, 'Rsn/Cd') ?? textAt(information, 'Rsn/Prtry')
    return code === undefined ? [] : [shortCode(code)]
  })
  return all.length <= MOST_REASONS
    ? all
    : [...all.filter((code) => DUPLICATE.includes(code)), ...all].slice(0, MOST_REASONS)
}
const MOST_REASONS = 20

/** A code for logs and operators. Free text of the bank is not kept: it may name accounts. */
export const shortCode = (code: string): string =>
  code.replaceAll(/[^A-Za-z0-9_.-]/g, '').slice(0, 35)
