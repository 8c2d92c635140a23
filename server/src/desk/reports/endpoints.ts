// The operator API of statements and margin. Each page is read in one snapshot.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { instantAt, later, type Clock } from '../../platform/clock.ts'
import { inSnapshot, type Db, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { selectExtent } from '../exports/queries.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireInstant, requireOrder } from '../../platform/http/instants.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  dataListOf,
  dataOf,
  exact,
  failures,
  instant,
  organizationParams,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { accountKinds } from '../../engine/ledger/accounts.ts'
import { selectLastTransfer } from '../../engine/ledger/queries.ts'
import { EARLIEST } from '../../engine/ledger/windows.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { scopeOf } from '../../parties/operators/operator-reads.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { marginByDay, marginKey, type MarginRow } from './margin.ts'
import type { Period, StatementLine } from './statement-queries.ts'
import { linesAfter, totalsOf, type CurrencyTotals, type StatementAccount } from './statement.ts'
import { marginSchema, marginView, statementSchema, statementView } from './views.ts'

type ReportDeps = PageDeps & { db: Pool; clock: Clock }

const tags = ['Reports']
/** Every statement of the database has ended by then. */
const FINAL_AFTER_MS = 60_000

export const periodQuery = {
  from: Type.Optional(
    instant(
      'The beginning of the period. The default is that of the ledger.',
      '2026-03-01T00:00:00Z',
    ),
  ),
  to: Type.Optional(
    instant(
      'The end of the period, which does not belong to it. The default is now.',
      '2026-04-01T00:00:00Z',
    ),
  ),
}
type Written = { from?: string; to?: string }

export function reportEndpoints(api: Api, deps: ReportDeps): void {
  api.get(
    '/accounts/:account/statement',
    {
      config: { right: 'read' },
      schema: {
        ...statementOf('getAccountStatement', 'Get the statement of an account'),
        params: Type.Object({
          account: text(
            200,
            'An account of the ledger, such as `rail:spei` or `fee`.',
            'rail:spei',
          ),
        }),
      },
    },
    (request, reply) => sendStatement(request, reply, deps, request.params.account, request.query),
  )

  api.get(
    '/organizations/:organization_id/statement',
    {
      config: { right: 'read' },
      schema: {
        ...statementOf('getOrganizationStatement', 'Get the statement of an organization'),
        params: Type.Object(organizationParams),
      },
    },
    (request, reply) =>
      sendStatement(
        request,
        reply,
        deps,
        `customer:${request.params.organization_id}`,
        request.query,
      ),
  )

  marginEndpoint(api, deps)
}

function marginEndpoint(api: Api, deps: ReportDeps): void {
  addRead(api, {
    path: '/margin',
    config: { right: 'read', command: 'margin' },
    tags,
    operationId: 'listMargin',
    summary: 'List margin and exposure by day, route and provider',
    description:
      'What the desk earned and lost, from the ledger alone: the sum over all rows is the change of its accounts. Whoever sees only some enterprises gets their rows. The first day first, always in pages.',
    querystring: exact({
      ...pagingQuery,
      ...periodQuery,
      enterprise_id: Type.Optional(pathId('ent', 'Only rows of this enterprise.')),
      organization_id: Type.Optional(pathId('org', 'Only rows of this organization.')),
    }),
    answer: dataListOf(marginSchema, 'A page of margin.'),
    async data(request, reply) {
      const { from, to, enterprise_id: enterprise, organization_id: organization } = request.query
      const period = periodIn(deps.clock, request.query)
      const scope = scopeOf(operatorOfRequest(request), request.query)
      const rows = await readPage<MarginRow, string>(request, reply, deps, {
        name: `margin:${JSON.stringify([from, to, enterprise, organization])}`,
        keyFrom: (key) => key,
        page: (after, limit) =>
          inSnapshot(deps.db, async (db) => {
            const isOfAll = scope.enterpriseIds === null && scope.organizationId === null
            const organizations = isOfAll
              ? null
              : await selectExtent(db, scope.enterpriseIds, scope.organizationId)
            return marginAfter(db, period, organizations, after, limit)
          }),
        keyOf: marginKey,
      })
      return rows.map(marginView)
    },
  })
}

const statementOf = (operationId: string, summary: string) => ({
  tags,
  operationId,
  summary,
  description:
    'Opening balance, every movement and closing balance. Opening balance and movements are the closing balance, exactly. Movements are in pages, oldest first.',
  querystring: exact({ ...pagingQuery, ...periodQuery }),
  response: { 200: dataOf(statementSchema, 'A page of the statement.'), ...failures() },
})

/** Throws `not_found` for an account that the operator does not see. */
async function sendStatement(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ReportDeps,
  account: string,
  written: Written,
): Promise<FastifyReply> {
  const found = await accountIn(deps.db, operatorOfRequest(request), account)
  const period = periodIn(deps.clock, written)
  let totals: CurrencyTotals[] | null = null
  let last = 0n
  const movements = await readPage<StatementLine, StatementKey>(request, reply, deps, {
    name: `statement:${JSON.stringify([found.name, written.from, written.to])}`,
    keyFrom: statementKey,
    page: (key, limit) =>
      inSnapshot(deps.db, async (db) => {
        last = key?.last ?? (await selectLastTransfer(db))
        if (key === null) totals = await totalsOf(db, found, period, last)
        return linesAfter(db, found, period, key?.after ?? 0n, last, limit)
      }),
    keyOf: ({ id }) => `${id} ${last}`,
  })
  const isFinal = later(period.to, FINAL_AFTER_MS) <= deps.clock.now()
  return reply.send({ data: statementView(found, period, isFinal, totals, movements) })
}

async function marginAfter(
  db: Db,
  { from, to }: Period,
  organizations: Awaited<ReturnType<typeof selectExtent>> | null,
  after: string | null,
  limit: number,
): Promise<MarginRow[]> {
  const began = after === null ? from : instantAt(Date.parse(`${after.slice(0, 10)}T00:00:00Z`))
  const found: MarginRow[] = []
  for await (const day of marginByDay(
    db,
    { from: began > from ? began : from, to },
    organizations,
  )) {
    found.push(...day.filter((row) => after === null || marginKey(row) > after))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

type StatementKey = { after: bigint; last: bigint }
function statementKey(written: string): StatementKey {
  const [after = '', last = ''] = written.split(' ')
  return { after: BigInt(after), last: BigInt(last) }
}

export function periodIn(clock: Clock, { from, to }: Written): Period {
  const begin = from === undefined ? null : requireInstant('?from', from)
  const end = to === undefined ? null : requireInstant('?to', to)
  requireOrder('?to', begin, end)
  // The period includes this millisecond.
  return { from: begin ?? EARLIEST, to: end ?? later(clock.now(), 1) }
}

/** Accounts of the desk belong to no enterprise. Throws `not_found`. */
async function accountIn(db: Db, operator: Operator, name: string): Promise<StatementAccount> {
  const [kind = '', of] = name.split(/:(.*)/s)
  if (kind === 'customer') {
    const organization = await seenOrganization({ db }, operator, of ?? '')
    if (organization === undefined) throw failure('not_found')
    return { name: `customer:${publicId('org', organization.id)}`, organizationId: organization.id }
  }
  if (!seesEnterprise(operator, null) || !Object.hasOwn(accountKinds, kind))
    throw failure('not_found')
  return { name, organizationId: null }
}
