// The statement of a month, for the customer and for operators.
import Type from 'typebox'
import { instantAt } from '../../platform/clock.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { failures, organizationParams } from '../../platform/http/schemas.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { PdfDocument } from '../../platform/pdf/document.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { beginningOf } from '../../engine/series/spans.ts'
import type { Language } from '../../platform/languages.ts'
import { lookFor, type ReceiptDeps } from '../receipts/read-receipt.ts'
import {
  HTML,
  PDF,
  pdfAnswer,
  documentAnswers,
  inLanguage,
  sendDocument,
} from '../receipts/send-document.ts'
import { selectStatedOrders, selectStatedSums } from './queries.ts'
import { statementOf } from './statement.ts'

/** About 20 pages. */
const MOST_LINES = 500

const description = `The orders that were created in a month (UTC) and received money: how many were completed, refunded or are under way, what was paid in, fees and what was paid out for each pair of currencies, and a line for each order. A month of more than ${MOST_LINES} orders has the sums without the lines, which an export has.`

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

type StatementDeps = Omit<ReceiptDeps, 'catalogue'>

export function statementEndpoints(api: Api, deps: StatementDeps): void {
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
          querystring: inLanguage,
          response: { 200: { description: 'The statement.', content }, ...failures() },
        },
      },
      async (request, reply) => {
        const { params, query } = request
        const statement = await readStatement(
          deps,
          organizationOf(request),
          params.month,
          query.language,
        )
        return sendDocument(deps, request, reply, statement, `statement-${params.month}`)
      },
    )
}

export function operatorStatementEndpoints(api: Api, deps: StatementDeps): void {
  for (const { ending, id, summary, about, answers, content } of forms)
    api.get(
      `/organizations/:organization_id/statements/:month${ending}`,
      {
        config: { right: 'read', answers },
        schema: {
          tags: ['Reports'],
          operationId: `getStatementOfCustomer${id}`,
          summary: `${summary}, as the customer gets it`,
          description: about,
          params: Type.Object({ ...organizationParams, month }),
          querystring: inLanguage,
          response: { 200: { description: 'The statement.', content }, ...failures() },
        },
      },
      async (request, reply) => {
        const { params, query } = request
        const operator = operatorOfRequest(request)
        const organization = await seenOrganization(deps, operator, params.organization_id)
        if (organization === undefined) throw failure('not_found')
        const statement = await readStatement(deps, organization.id, params.month, query.language)
        return sendDocument(deps, request, reply, statement, `statement-${params.month}`)
      },
    )
}

async function readStatement(
  deps: StatementDeps,
  organizationId: Uuid<'org'>,
  of: string,
  language: Language | undefined,
): Promise<PdfDocument> {
  const from = instantAt(Date.parse(of))
  const span = { from, to: beginningOf('month', from, 1) }
  const orders = await selectStatedOrders(deps.db, organizationId, span, MOST_LINES + 1)
  const lines = orders.length > MOST_LINES ? undefined : orders
  const stated = lines ?? (await selectStatedSums(deps.db, organizationId, span))
  const look = await lookFor(deps, organizationId, language)
  return statementOf({ ...look, month: of, stated, lines })
}
