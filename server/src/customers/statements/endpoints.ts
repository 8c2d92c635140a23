// The statement of a month, for the customer.
import Type from 'typebox'
import { instantAt } from '../../platform/clock.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { failures, organizationParams } from '../../platform/http/schemas.ts'
import { beginningOf } from '../../engine/series/spans.ts'
import { selectOrganization } from '../../parties/organizations/queries.ts'
import type { ReceiptDeps } from '../receipts/read-receipt.ts'
import { HTML, PDF, pdfAnswer, documentAnswers, sendDocument } from '../receipts/send-document.ts'
import { selectStatedOrders } from './queries.ts'
import { statementOf } from './statement.ts'

/** About 20 pages. */
const MOST_ORDERS = 500

const description = `The orders that were created in a month (UTC) and received money: how many were completed, refunded or are under way, what was paid in, fees and what was paid out for each pair of currencies, and a line for each order. At most ${MOST_ORDERS} orders: larger months are answered 400, and the list of orders has them.`

const forms = [
  {
    ending: '',
    id: '',
    summary: 'Get the statement of a month',
    about: `${description} The Accept header decides: \`text/html\` (the default) or \`application/pdf\`.`,
    answers: [HTML, PDF],
    content: documentAnswers,
  },
  {
    ending: '.pdf',
    id: 'Pdf',
    summary: 'Get the statement of a month in PDF',
    about: description,
    answers: [PDF],
    content: pdfAnswer,
  },
] as const

const month = Type.String({
  pattern: inputPatterns.month.pattern,
  description: 'The month.',
  examples: ['2026-03'],
})

export function statementEndpoints(api: Api, deps: Omit<ReceiptDeps, 'catalogue'>): void {
  for (const { ending, id, summary, about, answers, content } of forms)
    api.get(
      `/organizations/:organization_id/statements/:month${ending}`,
      {
        config: { scope: 'read', cost: 20, answers },
        schema: {
          tags: ['Orders'],
          operationId: `getStatement${id}`,
          summary,
          description: about,
          params: Type.Object({ ...organizationParams, month }),
          response: { 200: { description: 'The statement.', content }, ...failures() },
        },
      },
      async (request, reply) => {
        const organizationId = organizationOf(request)
        const of = request.params.month
        const from = instantAt(Date.parse(of))
        const orders = await selectStatedOrders(
          deps.db,
          organizationId,
          { from, to: beginningOf('month', from, 1) },
          MOST_ORDERS + 1,
        )
        if (orders.length > MOST_ORDERS)
          throw failure(
            'invalid_request',
            {},
            `The month has more than ${MOST_ORDERS} orders. GET orders lists them with created_after and created_before.`,
          )
        const organization = await selectOrganization(deps.db, organizationId)
        const statement = statementOf({
          brand: await deps.brand(),
          organization: organization?.name ?? '',
          month: of,
          orders,
        })
        return sendDocument(deps, request, reply, statement, `statement-${of}`)
      },
    )
}
