// Reads a resolution of an investigation, camt.029: the bank's answer to a request to cancel a payment.
import { reportedPaymentId } from './identifiers.ts'
import { reasonsOf, shortCode } from './pain-002.ts'
import { allOf, at, textAt, type Element } from './read-xml.ts'

/** `id`: of the payment, or of the request. `open`: the bank has not decided. `code`: the reason. */
export type Resolution = { id: string; state: 'cancelled' | 'refused' | 'open'; code: string }

/**
 * The answer for a transaction comes before that for its instruction, its group and the whole message. The bank has
 * cancelled only if the message as a whole says nothing else: a mistake here pays twice.
 */
export function resolutionsOf(content: Element): Resolution[] {
  const whole = textAt(content, 'Sts/Conf')
  const caseId = reportedPaymentId(textAt(content, 'RslvdCase/Id'))
  const details = allOf(content, 'CxlDtls')
  if (details.length === 0) return resolutionOf(caseId, [undefined], whole, [])
  return details.flatMap((detail) => {
    const group = at(detail, 'OrgnlGrpInfAndSts')
    const ofGroup = {
      id: firstId(group, ['OrgnlMsgId', 'OrgnlGrpCxlId', 'RslvdCase/Id']) ?? caseId,
      status: textAt(group, 'GrpCxlSts'),
      elements: group === undefined ? [] : [group],
    }
    const instructions = allOf(detail, 'OrgnlPmtInfAndSts')
    const direct = allOf(detail, 'TxInfAndSts')
    if (instructions.length === 0 && direct.length === 0)
      return resolutionOf(ofGroup.id, [ofGroup.status], whole, ofGroup.elements)
    const ofTransactions = (
      transactions: readonly Element[],
      above: { id: string | undefined; status: string | undefined; elements: Element[] },
    ) =>
      transactions.flatMap((transaction) =>
        resolutionOf(
          firstId(transaction, ['OrgnlEndToEndId', 'OrgnlInstrId', 'RslvdCase/Id']) ?? above.id,
          [textAt(transaction, 'TxCxlSts'), above.status],
          whole,
          [transaction, ...above.elements],
        ),
      )
    return [
      ...ofTransactions(direct, ofGroup),
      ...instructions.flatMap((instruction) => {
        const above = {
          id: firstId(instruction, ['OrgnlPmtInfId', 'OrgnlPmtInfCxlId']) ?? ofGroup.id,
          status: textAt(instruction, 'PmtInfCxlSts') ?? ofGroup.status,
          elements: [instruction, ...ofGroup.elements],
        }
        const transactions = allOf(instruction, 'TxInfAndSts')
        return transactions.length > 0
          ? ofTransactions(transactions, above)
          : resolutionOf(above.id, [above.status], whole, above.elements)
      }),
    ]
  })
}

const firstId = (element: Element | undefined, paths: readonly string[]): string | undefined =>
  paths.map((path) => reportedPaymentId(textAt(element, path))).find((id) => id !== undefined)

function resolutionOf(
  id: string | undefined,
  statuses: readonly (string | undefined)[],
  whole: string | undefined,
  elements: readonly Element[],
): Resolution[] {
  if (id === undefined) return []
  const own = statuses.find((status) => status !== undefined)
  const reason = elements.map(reasonOf).find((code) => code !== undefined)
  const isCancelled =
    (own === undefined ? whole === 'CNCL' : own === 'ACCR') &&
    (whole === undefined || !OTHERWISE.includes(whole))
  if (isCancelled) return [{ id, state: 'cancelled', code: 'CANC' }]
  const isRefused = (own ?? whole) === 'RJCR'
  return [
    { id, state: isRefused ? 'refused' : 'open', code: reason ?? shortCode(own ?? whole ?? '') },
  ]
}

/** Refused, pending, or cancelled in part. */
const OTHERWISE = ['RJCR', 'PDCR', 'PECR']

function reasonOf(element: Element): string | undefined {
  const [information] = allOf(element, 'CxlStsRsnInf')
  const code = textAt(information, 'Rsn/Cd') ?? textAt(information, 'Rsn/Prtry')
  return code === undefined ? undefined : shortCode(code)
}

/** The refusals in a pain.002: a bank that takes no requests to cancel refuses the file. */
export function refusedRequests(content: Element): Resolution[] {
  const group = at(content, 'OrgnlGrpInfAndSts')
  const id = reportedPaymentId(textAt(group, 'OrgnlMsgId'))
  const isRefused = textAt(group, 'GrpSts') === 'RJCT'
  if (id === undefined || !isRefused || !isRequest(textAt(group, 'OrgnlMsgNmId'))) return []
  return [{ id, state: 'refused', code: reasonsOf(group).join(', ') || 'RJCT' }]
}

const isRequest = (name: string | undefined): boolean => /^camt\.05[56]/.test(name ?? '')
