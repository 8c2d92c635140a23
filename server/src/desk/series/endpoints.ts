// The operator API of series: figures over time, for charts. Each reads summaries or samples, never the orders themselves.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { choice, dataOf, exact, pathId, text } from '../../platform/http/schemas.ts'
import { NO_ID, uuidOf, type Uuid } from '../../platform/ids.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { scopeOf } from '../../parties/operators/operator-reads.ts'
import type { Providers } from '../../outside/providers/view.ts'
import { selectSeenEndpoint } from '../../customers/webhooks/operator-queries.ts'
import { selectCallSums } from '../../engine/series/call-queries.ts'
import { seenRoutes } from '../../engine/routes/operator-queries.ts'
import type { RouteRow } from '../../engine/routes/queries.ts'
import { callKinds } from '../../engine/series/call-sums.ts'
import { selectLedgerFlows } from '../../engine/series/flow-queries.ts'
import {
  selectCountedSince,
  selectOrderSums,
  type SeriesScope,
} from '../../engine/series/order-sum-queries.ts'
import {
  selectBalanceSamples,
  selectOpenTotalSamples,
  selectRateSamples,
} from '../../engine/series/sample-queries.ts'
import { spanIn } from '../../engine/series/spans.ts'
import {
  orderSeriesSchema,
  orderSeriesView,
  periodQuery,
  unitQuery,
  USUAL_POINTS,
} from '../../engine/series/view.ts'
import { selectExtent } from '../exports/queries.ts'
import {
  balanceSeriesSchema,
  balanceSeriesView,
  balanceUnits,
  callSeriesSchema,
  callSeriesView,
  marginAccounts,
  marginSeriesSchema,
  marginSeriesView,
  openTotalSeriesSchema,
  openTotalSeriesView,
  rateSeriesSchema,
  rateSeriesView,
  rateUnits,
} from './views.ts'

type Deps = { db: Pool; clock: Clock; catalogue: Providers }

const tags = ['Reports']
const OF_THE_DEPLOYMENT =
  'They belong to the deployment: an operator of some enterprises sees no points.'
const code = (what: string, example: string) =>
  Type.String({ pattern: inputPatterns.currency.pattern, description: what, examples: [example] })

export function operatorSeriesEndpoints(api: Api, deps: Deps): void {
  orderSeries(api, deps)
  marginSeries(api, deps)
  rateSeries(api, deps)
  balanceSeries(api, deps)
  openTotalSeries(api, deps)
  callSeries(api, deps)
}

type Wanted = { enterprise_id?: string; organization_id?: string }

/** The scopes that the caller asks for and the operator sees. Empty: none. */
async function scopesOf(db: Pool, operator: Operator, wanted: Wanted): Promise<SeriesScope> {
  const { enterpriseIds, organizationId } = scopeOf(operator, wanted)
  if (organizationId !== null) return selectExtent(db, enterpriseIds, organizationId)
  return enterpriseIds ?? [NO_ID]
}

function orderSeries(api: Api, { db, clock }: Deps): void {
  addRead(api, {
    path: '/series/orders',
    config: { right: 'read', command: 'series orders' },
    tags,
    operationId: 'getOperatorOrderSeries',
    summary: 'Get what orders did over time',
    description:
      'How many orders entered each status, for how much, and how long they took from funded to completed. Whoever sees only some enterprises gets their orders. The newest follow within seconds.',
    querystring: exact({
      ...unitQuery,
      enterprise_id: Type.Optional(pathId('ent', 'Only orders of this enterprise.')),
      organization_id: Type.Optional(pathId('org', 'Only orders of this organization.')),
    }),
    answer: dataOf(orderSeriesSchema, 'The series.'),
    async data(request) {
      const { unit = 'hour' } = request.query
      const span = spanIn(unit, request.query, clock.now(), USUAL_POINTS[unit])
      const scopes = await scopesOf(db, operatorOfRequest(request), request.query)
      const found = await selectOrderSums(db, scopes, span)
      return orderSeriesView(span, found, await selectCountedSince(db))
    },
  })
}

function marginSeries(api: Api, { db, clock }: Deps): void {
  addRead(api, {
    path: '/series/margin',
    config: { right: 'read', command: 'series margin' },
    tags,
    operationId: 'getMarginSeries',
    summary: 'Get the margin over time',
    description:
      'Earnings less losses by currency, from the ledger, as in the report of the margin. Whoever sees only some enterprises gets theirs.',
    querystring: exact({
      ...unitQuery,
      enterprise_id: Type.Optional(pathId('ent', 'Only the margin of this enterprise.')),
    }),
    answer: dataOf(marginSeriesSchema, 'The series.'),
    async data(request) {
      const { unit = 'hour' } = request.query
      const span = spanIn(unit, request.query, clock.now(), USUAL_POINTS[unit])
      const scopes = await scopesOf(db, operatorOfRequest(request), request.query)
      const flows = await selectLedgerFlows(db, scopes, marginAccounts, span)
      return marginSeriesView(span, flows)
    },
  })
}

function rateSeries(api: Api, { db, clock, catalogue }: Deps): void {
  addRead(api, {
    path: '/series/rates',
    config: { right: 'read', command: 'series rates' },
    tags,
    operationId: 'getRateSeries',
    summary: 'Get the rates of a pair over time',
    description:
      'The indicative rate of each provider, as the worker saw it every minute. Five minutes are kept for 35 days, hours for 800.',
    querystring: exact({
      payin_currency: code('The payin currency.', 'USDC'),
      payout_currency: code('The payout currency.', 'COP'),
      unit: Type.Optional(
        choice(rateUnits, 'Five minutes or an hour. The default is five minutes.', {
          title: 'RateSeriesUnit',
        }),
      ),
      ...periodQuery,
    }),
    answer: dataOf(rateSeriesSchema, 'The series.'),
    async data(request) {
      const { unit = 'minutes', payin_currency, payout_currency } = request.query
      const span = spanIn(unit, request.query, clock.now(), unit === 'minutes' ? 288 : 24)
      const pair = { payinCurrency: payin_currency, payoutCurrency: payout_currency }
      const names = [...(await catalogue.providers('fresh')).values()]
        .filter(({ pairs }) =>
          pairs.some(
            (one) => one.payinCurrency === payin_currency && one.payoutCurrency === payout_currency,
          ),
        )
        .map(({ name }) => name)
        .toSorted()
      const found = await selectRateSamples(db, names, pair, span)
      return rateSeriesView(span, request.query, names, found)
    },
  })
}

function balanceSeries(api: Api, { db, clock }: Deps): void {
  addRead(api, {
    path: '/series/balances',
    config: { right: 'read', command: 'series balances' },
    tags,
    operationId: 'getBalanceSeries',
    summary: 'Get the balance of a rail or provider over time',
    description: `The ledger beside what was reported from outside, as they were compared. ${OF_THE_DEPLOYMENT}`,
    querystring: exact({
      account: text(200, 'An account of a rail or provider.', 'rail:spei'),
      currency: code('The currency.', 'MXN'),
      unit: Type.Optional(
        choice(balanceUnits, 'What a point is. The default is hours.', {
          title: 'BalanceSeriesUnit',
        }),
      ),
      ...periodQuery,
    }),
    answer: dataOf(balanceSeriesSchema, 'The series.'),
    async data(request) {
      const { unit = 'hour', account, currency: of } = request.query
      const span = spanIn(unit, request.query, clock.now(), USUAL_POINTS[unit])
      const isSeen = seesEnterprise(operatorOfRequest(request), null)
      const samples = isSeen ? await selectBalanceSamples(db, account, of, span) : []
      return balanceSeriesView(span, account, of, samples)
    },
  })
}

function openTotalSeries(api: Api, { db, clock }: Deps): void {
  addRead(api, {
    path: '/series/open_totals',
    config: { right: 'read', command: 'series open-totals' },
    tags,
    operationId: 'getOpenTotalSeries',
    summary: 'Get the open total of a route over time',
    description:
      'The highest sum of orders that awaited funding, as the worker saw it every minute, beside its bound. Hours are kept for 100 days. A time without such orders has no point.',
    querystring: exact({
      route_id: pathId('rt', 'The route.'),
      unit: Type.Optional(
        choice(balanceUnits, 'What a point is. The default is hours.', {
          title: 'OpenTotalSeriesUnit',
        }),
      ),
      ...periodQuery,
    }),
    answer: dataOf(openTotalSeriesSchema, 'The series.'),
    async data(request) {
      const { unit = 'hour', route_id: written } = request.query
      const span = spanIn(unit, request.query, clock.now(), USUAL_POINTS[unit])
      const id = uuidOf('rt', written)
      const route = id === undefined ? undefined : await seenRoutes.find<SeenRoute>(db, id)
      if (route === undefined || !seesEnterprise(operatorOfRequest(request), route.enterprise_id))
        throw failure('not_found')
      const owned = { organizationId: route.organization_id, id: route.id }
      const samples = await selectOpenTotalSamples(db, owned, span)
      return openTotalSeriesView(span, route, samples)
    },
  })
}

type SeenRoute = Pick<RouteRow, 'id' | 'organization_id' | 'payin_currency'> & {
  enterprise_id: Uuid<'ent'>
}

function callSeries(api: Api, { db, clock }: Deps): void {
  addRead(api, {
    path: '/series/calls',
    config: { right: 'read', command: 'series calls' },
    tags,
    operationId: 'getCallSeries',
    summary: 'Get how fast others answered over time',
    description:
      'Calls of the worker to a rail, a provider or a webhook endpoint, by hour: how many were answered and failed, and how long they took, to about a quarter. Kept for 14 days; the newest follow within a minute.',
    querystring: exact({
      kind: choice(callKinds, 'What is called.', { title: 'CalledKind' }),
      name: text(200, 'The rail, the provider, or the identifier of the endpoint.', 'ALPHA'),
      ...periodQuery,
    }),
    answer: dataOf(callSeriesSchema, 'The series.'),
    async data(request) {
      const { kind, name } = request.query
      const span = spanIn('hour', request.query, clock.now(), USUAL_POINTS.hour)
      const called =
        kind === 'webhook_endpoint'
          ? await seenEndpoint(db, operatorOfRequest(request), name)
          : name
      return callSeriesView(span, kind, name, await selectCallSums(db, kind, called, span))
    },
  })
}

/** Throws `not_found` for an endpoint that the operator does not see. */
async function seenEndpoint(db: Pool, operator: Operator, name: string): Promise<string> {
  const id = uuidOf('whe', name)
  const endpoint = id === undefined ? undefined : await selectSeenEndpoint(db, id)
  if (endpoint === undefined || !seesEnterprise(operator, endpoint.of_enterprise))
    throw failure('not_found')
  return endpoint.id
}
