// The endpoints that create quotes (operation 9 of the specification), list them and get one.
import Type from 'typebox'
import { addList, addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { idFilter, periodOf, sortFilter, timeFilters } from '../../platform/http/filters.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import {
  metadataField,
  metadataFilter,
  metadataOf,
  type GivenMetadata,
} from '../../platform/http/metadata.ts'
import { organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  decimal,
  exact,
  idempotencyHeaders,
  organizationParams,
  pathId,
  failures,
} from '../../platform/http/schemas.ts'
import { createQuote, type QuoteInput, type QuoteDeps } from './create-quote.ts'
import { selectQuotes } from './queries.ts'
import type { QuoteStatements } from './shared-statements.ts'
import { quoteSchema, quoteView } from './view.ts'

const tags = ['Quotes']

const offeringId = pathId('off', 'The offering to quote.')
const payinAmount = decimal(
  'The amount to pay in. With an inclusive fee, this is the amount that the payer sends, `payin.total`. With an exclusive fee, this is the amount that is converted; the payer sends fee and tax on top.',
  '1000.00',
)
const payoutAmount = decimal('The exact amount that the beneficiary receives.', '4000000.00')

const newQuoteSchema = Type.Unsafe({
  title: 'NewQuote',
  description: 'Exactly one of `payin_amount` and `payout_amount`.',
  oneOf: [
    exact(
      { offering_id: offeringId, payin_amount: payinAmount, ...metadataField },
      { title: 'NewQuoteByPayin', description: 'Prices an amount to pay in.' },
    ),
    exact(
      { offering_id: offeringId, payout_amount: payoutAmount, ...metadataField },
      { title: 'NewQuoteByPayout', description: 'Prices an amount to pay out.' },
    ),
  ],
  examples: [{ offering_id: 'off_01jqe8m2x4fv5s0t6w7y8z9abc', payin_amount: '1000.00' }],
})

type Deps = ListDeps & QuoteDeps & QuoteStatements

export function quoteEndpoints(api: Api, deps: Deps): void {
  createQuoteEndpoint(api, deps)
  readQuoteEndpoints(api, deps)
}

function createQuoteEndpoint(api: Api, deps: Deps): void {
  api.post(
    '/organizations/:organization_id/quotes',
    {
      config: {
        scope: 'write',
        userRight: 'quote',
        needsIdempotencyKey: true,
        entersGate: false,
        published: { body: newQuoteSchema },
      },
      schema: {
        tags,
        operationId: 'createQuote',
        summary: 'Create a quote',
        description:
          'Prices an amount at the current rate as a firm quote. Send exactly one of `payin_amount` and `payout_amount`; both or neither results in 400.',
        params: Type.Object(organizationParams),
        headers: idempotencyHeaders,
        // The handler checks that exactly one amount is present, since its error names the field.
        body: exact({
          offering_id: offeringId,
          payin_amount: Type.Optional(payinAmount),
          payout_amount: Type.Optional(payoutAmount),
          ...metadataField,
        }),
        response: { 201: dataOf(quoteSchema, 'The quote.'), ...failures(409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      sendCreated(
        reply,
        await createQuote(
          deps,
          organizationOf(request),
          inputOf(request.body),
          idempotencyOf(request),
        ),
      ),
  )
}

function readQuoteEndpoints(api: Api, deps: Deps): void {
  addList(api, deps, {
    path: '/organizations/:organization_id/quotes',
    tags,
    operationId: 'listQuotes',
    summary: 'List quotes',
    description:
      'By default newest first, expired and used ones too. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.',
    params: Type.Object(organizationParams),
    querystring: exact({
      ...pagingQuery,
      offering_id: Type.Optional(pathId('off', 'Quotes of this offering.')),
      ...timeFilters('Quotes created'),
      ...metadataFilter('Quotes'),
      ...sortFilter,
    }),
    answer: dataListOf(quoteSchema, 'The quotes, or a page of them.'),
    prefix: 'qt',
    list(request) {
      const organizationId = organizationOf(request)
      const { query } = request
      const filter = {
        offeringId: idFilter('off', query.offering_id),
        ...periodOf(query),
        metadata: metadataOf(query),
        sort: query.sort,
      }
      return {
        name: `quotes:${organizationId}:${JSON.stringify(filter)}`,
        page: (after, limit) => selectQuotes(deps.db, organizationId, filter, after, limit),
        views: (rows) => rows.map(quoteView),
      }
    },
  })

  addRead(api, {
    path: '/organizations/:organization_id/quotes/:quote_id',
    config: { scope: 'read', entersGate: false },
    tags,
    operationId: 'getQuote',
    summary: 'Get a quote',
    description: 'The quote as it was created. It stays readable after it expired.',
    params: Type.Object({ ...organizationParams, quote_id: pathId('qt', 'The quote.') }),
    answer: dataOf(quoteSchema, 'The quote.'),
    async data(request) {
      const owned = ownedId(request, 'qt', request.params.quote_id)
      const row = await deps.findQuote(owned)
      if (row === null) throw failure('not_found')
      return quoteView(row)
    },
  })
}

function inputOf(
  body: GivenMetadata & { offering_id: string; payin_amount?: string; payout_amount?: string },
): QuoteInput {
  const { offering_id: offeringId, payin_amount: payin, payout_amount: payout } = body
  const asked = { offeringId, metadata: body.metadata }
  if (payin !== undefined && payout === undefined) return { ...asked, side: 'payin', amount: payin }
  if (payout !== undefined && payin === undefined)
    return { ...asked, side: 'payout', amount: payout }
  const message =
    payin === undefined
      ? 'is required, or payout_amount in its place'
      : 'cannot be combined with payout_amount'
  throw fieldFailure('invalid_request', [
    { pointer: '/payin_amount', code: 'invalid_value', message },
  ])
}
