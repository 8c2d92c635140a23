// The receipt of an order, for its customer and for operators.
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { ownedId } from '../../platform/http/request.ts'
import { failures, pathId } from '../../platform/http/schemas.ts'
import { seenOrder } from '../../engine/orders/operator-endpoints.ts'
import { requireOrder } from '../../engine/orders/require-order.ts'
import type { OrderStatements } from '../../engine/orders/shared-statements.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { readReceipt, type ReceiptDeps } from './read-receipt.ts'
import { HTML, PDF, pdfAnswer, documentAnswers, inLanguage, sendDocument } from './send-document.ts'

const description =
  'Of an order that is completed or refunded: what was paid in, the rate, the fee, what was paid out or back, and what the banks or chains know it by. Accounts are shown by their last four characters. The same order has the same receipt, byte for byte, in each language.'

const forms = [
  {
    path: 'receipt',
    id: '',
    summary: 'Get the receipt of an order',
    about: `${description} The Accept header decides: \`text/html\` (the default) or \`application/pdf\`.`,
    answers: [HTML, PDF],
    content: documentAnswers,
  },
  {
    path: 'receipt.pdf',
    id: 'Pdf',
    summary: 'Get the receipt of an order in PDF',
    about: description,
    answers: [PDF],
    content: pdfAnswer,
  },
] as const

const tags = ['Orders']
const order_id = pathId('ord', 'The order.')

export function receiptEndpoints(
  api: Api,
  deps: ReceiptDeps & Pick<OrderStatements, 'findOrder'>,
): void {
  for (const { path, id, summary, about, answers, content } of forms)
    api.get(
      `/organizations/:organization_id/orders/:order_id/${path}`,
      {
        config: { scope: 'read', cost: 10, answers },
        schema: {
          tags,
          operationId: `getOrderReceipt${id}`,
          summary,
          description: about,
          params: Type.Object({ organization_id: pathId('org', 'The organization.'), order_id }),
          querystring: inLanguage,
          response: { 200: { description: 'The receipt.', content }, ...failures(409) },
        },
      },
      async (request, reply) => {
        const owned = ownedId(request, 'ord', request.params.order_id)
        const order = await requireOrder(deps, owned)
        const receipt = await readReceipt(deps, order, request.query.language)
        return sendDocument(deps, request, reply, receipt, `receipt-${receipt.number}`)
      },
    )
}

export function operatorReceiptEndpoints(api: Api, deps: ReceiptDeps): void {
  for (const { path, id, summary, about, answers, content } of forms)
    api.get(
      `/orders/:order_id/${path}`,
      {
        config: { right: 'read', answers },
        schema: {
          tags,
          operationId: `getOperatorReceipt${id}`,
          summary,
          description: about,
          params: Type.Object({ order_id }),
          querystring: inLanguage,
          response: { 200: { description: 'The receipt.', content }, ...failures(409) },
        },
      },
      async (request, reply) => {
        const order = await seenOrder(deps, operatorOfRequest(request), request.params.order_id)
        if (order === undefined) throw failure('not_found')
        const receipt = await readReceipt(deps, order, request.query.language)
        return sendDocument(deps, request, reply, receipt, `receipt-${receipt.number}`)
      },
    )
}
