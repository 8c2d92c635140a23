// The operator API of reconciliations: read what was found, and close differences. upload-endpoints.ts makes them.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { sortFilter } from '../../platform/http/filters.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import { dataListOf, dataOf, exact, pathId, text } from '../../platform/http/schemas.ts'
import { publicId, writtenUuid } from '../../platform/ids.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import {
  findOfDeployment,
  seesEnterprise,
  type Operator,
} from '../../parties/operators/operator.ts'
import { closed } from '../../parties/acts/closed.ts'
import {
  amountOf,
  closedDifference,
  explainDifference,
  moveDifference,
  versionOf,
} from './close-difference.ts'
import {
  selectDifference,
  selectDifferencesAfter,
  type DifferenceRow,
} from './difference-queries.ts'
import { selectReconciliation, selectReconciliations } from './queries.ts'
import type { ReconcileDeps } from './reconcile-file.ts'
import {
  differenceSchema,
  differenceView,
  reconciliationSchema,
  reconciliationView,
} from './view.ts'

type Deps = ActDeps & PageDeps & ReconcileDeps

const tags = ['Reconciliation']
const account = text(100, 'An account of the ledger.', 'rail:spei')

const params = Type.Object({ reconciliation_id: pathId('rcn', 'The reconciliation.') })

export function reconciliationEndpoints(api: Api, deps: Deps): void {
  listReconciliationsEndpoint(api, deps)
  oneReconciliationEndpoints(api, deps)
  differenceActs(api, deps)
}

function listReconciliationsEndpoint(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/reconciliations',
    config: { right: 'read' },
    tags,
    operationId: 'listReconciliations',
    summary: 'List reconciliations',
    description:
      'By default newest first, always in pages. Only operators of all enterprises see them.',
    querystring: exact({ ...pagingQuery, account: Type.Optional(account), ...sortFilter }),
    answer: dataListOf(reconciliationSchema, 'A page.'),
    async data(request, reply) {
      const isSeen = seesAll(operatorOfRequest(request))
      const { account: of, sort } = request.query
      const filter = { account: of, sort }
      const found = await readPage(request, reply, deps, {
        name: `reconciliations:${JSON.stringify(filter)}`,
        keyFrom: (written) => writtenUuid('rcn', written),
        page: async (before, limit) =>
          isSeen ? selectReconciliations(deps.db, filter, before, limit) : [],
        keyOf: ({ id }) => id,
      })
      return found.map(reconciliationView)
    },
  })
}

function oneReconciliationEndpoints(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/reconciliations/:reconciliation_id',
    config: { right: 'read' },
    tags,
    operationId: 'getReconciliation',
    summary: 'Get a reconciliation',
    description: 'With the numbers of lines, matches and differences.',
    params,
    answer: dataOf(reconciliationSchema, 'The reconciliation.'),
    async data(request) {
      const row = await requireSeen(
        deps,
        operatorOfRequest(request),
        request.params.reconciliation_id,
      )
      return reconciliationView(row)
    },
  })

  addRead(api, {
    path: '/reconciliations/:reconciliation_id/differences',
    config: { right: 'read' },
    tags,
    operationId: 'listDifferences',
    summary: 'List the differences of a reconciliation',
    description:
      'In the order of the statement, always in pages: those that it showed first. An open one is also an item of the queue.',
    params,
    querystring: exact(pagingQuery),
    answer: dataListOf(differenceSchema, 'A page.'),
    async data(request, reply) {
      const { id } = await requireSeen(
        deps,
        operatorOfRequest(request),
        request.params.reconciliation_id,
      )
      const differences = await readPage(request, reply, deps, {
        name: `differences:${id}`,
        keyFrom: (written) => writtenUuid('dif', written),
        page: (after, limit) => selectDifferencesAfter(deps.db, id, after, limit),
        keyOf: (row) => row.id,
      })
      return differences.map(differenceView)
    },
  })
}

function differenceActs(api: Api, deps: Deps): void {
  const { add } = actsOn(api, deps, {
    kind: 'dif',
    params: Type.Object({ difference_id: pathId('dif', 'The difference.') }),
    find: (operator, { difference_id }) => seenDifference(deps, operator, difference_id),
    about: (difference) => {
      const minor = amountOf(difference)
      return {
        chain: DEPLOYMENT,
        subject: publicId('dif', difference.id),
        version: versionOf(difference),
        amounts: [{ currency: difference.currency, minor: minor < 0n ? -minor : minor }],
      }
    },
  })
  const common = { tags, answer: dataOf(differenceSchema, 'The difference as it is now.') }

  add({
    ...common,
    name: 'difference.explain',
    path: '/differences/:difference_id/explain',
    operationId: 'explainDifference',
    summary: 'Explain a difference',
    description: 'Closes it. The reason is the explanation. The ledger stays as it is.',
    body: actBody,
    closed: closedDifference,
    carryOut: async (difference, _body, execution) =>
      differenceView(await explainDifference(deps, difference, execution)),
  })

  add({
    ...common,
    name: 'difference.movement',
    path: '/differences/:difference_id/movement',
    operationId: 'moveDifference',
    summary: 'Propose a movement for a difference',
    description:
      'Closes it and proposes a treasury movement of its amount between its account and another. The movement is approved and settled like every other. If it is cancelled or fails, the difference is open again.',
    body: exact(
      {
        counter_account: text(
          100,
          'The other account, such as `rail_fee` for a fee that the bank took.',
          'rail_fee',
        ),
        reason,
      },
      { title: 'DifferenceMovement', description: 'Where the amount comes from, or goes.' },
    ),
    closed: (difference) =>
      closedDifference(difference) ??
      (amountOf(difference) === 0n
        ? closed('other_state', 'has equal amounts: explain it instead')
        : null),
    carryOut: async (difference, { counter_account }, execution) =>
      differenceView(await moveDifference(deps, difference, counter_account, execution)),
  })
}

async function requireSeen({ db }: Deps, operator: Operator, written: string) {
  const row = await findOfDeployment(operator, 'rcn', written, (id) => selectReconciliation(db, id))
  if (row === undefined) throw failure('not_found')
  return row
}

const seenDifference = (
  { db }: Deps,
  operator: Operator,
  written: string,
): Promise<DifferenceRow | undefined> =>
  findOfDeployment(operator, 'dif', written, (id) => selectDifference(db, id))

/** Accounts of rails and providers belong to the deployment. */
const seesAll = (operator: Operator): boolean => seesEnterprise(operator, null)
