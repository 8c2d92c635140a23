// The operator API of approvals.
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import { addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { periodOf, sortFilter, timeFilters } from '../../platform/http/filters.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import { choice, dataListOf, dataOf, exact, pathId, text } from '../../platform/http/schemas.ts'
import { uuidOf, writtenUuid } from '../../platform/ids.ts'
import { actBody, operatorOfRequest } from '../operators/guard.ts'
import { seesEnterprise, type Operator } from '../operators/operator.ts'
import type { ActDeps } from './act.ts'
import { approve, reject, withdraw } from './approve.ts'
import { actNames } from './names.ts'
import { selectApproval, selectApprovalsBefore, type ApprovalRow } from './queries.ts'
import { approvalSchema, approvalStatus, approvalView } from './view.ts'

const tags = ['Approvals']
const params = Type.Object({ approval_id: pathId('apr', 'The approval.') })

const approvedSchema = exact(
  {
    approval: approvalSchema,
    answer: Type.Unsafe<unknown>({
      type: 'object',
      description: 'The data that the act answers where nobody needs to approve it.',
      examples: [{}],
    }),
  },
  { title: 'ApprovedAct', description: 'An approval, and the answer of its act.' },
)

const others = [
  {
    path: 'reject',
    right: 'approve',
    operationId: 'rejectAct',
    summary: 'Reject an act',
    description: 'The act is not carried out. Whoever may approve it may reject it.',
    decide: reject,
  },
  {
    path: 'withdraw',
    right: 'read',
    operationId: 'withdrawAct',
    summary: 'Withdraw an act',
    description: 'Only the proposer takes an act back, with any session or key of the same person.',
    decide: withdraw,
  },
] as const

type Deps = ActDeps & PageDeps

export function approvalEndpoints(api: Api, deps: Deps): void {
  readApprovalEndpoints(api, deps)
  decideApprovalEndpoints(api, deps)
}

function readApprovalEndpoints(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/approvals',
    config: { right: 'read' },
    tags,
    operationId: 'listApprovals',
    summary: 'List approvals',
    description:
      'Acts that wait for a second person, or did. By default newest first, always in pages. A page of a status, an act or a proposer may be short and have a next one.',
    querystring: exact({
      ...pagingQuery,
      status: Type.Optional(approvalStatus),
      act: Type.Optional(choice(actNames, 'Only of this act.', { example: 'refund.release' })),
      proposed_by: Type.Optional(text(150, 'Only of this user or key.', 'user:ana')),
      ...timeFilters('Acts proposed'),
      ...sortFilter,
    }),
    answer: dataListOf(approvalSchema, 'A page of approvals.'),
    async data(request, reply) {
      const { status, act, proposed_by: proposedBy, sort } = request.query
      const asked = { status, act, proposedBy, sort, ...periodOf(request.query) }
      const filter = { chains: operatorOfRequest(request).enterpriseIds, ...asked }
      const at = deps.clock.realNow()
      const approvals = await readPage(request, reply, deps, {
        name: `approvals:${JSON.stringify(asked)}`,
        keyFrom: (written) => writtenUuid('apr', written),
        page: (before, limit) => selectApprovalsBefore(deps.db, filter, before, limit, at),
        keyOf: ({ id }) => id,
      })
      return approvals.map(approvalView)
    },
  })

  addRead(api, {
    path: '/approvals/:approval_id',
    config: { right: 'read' },
    tags,
    operationId: 'getApproval',
    summary: 'Get an approval',
    description: 'An act that waits for a second person, or did.',
    params,
    answer: dataOf(approvalSchema, 'The approval.'),
    async data(request) {
      const { approval_id: id } = request.params
      return approvalView(await seen(deps, operatorOfRequest(request), id))
    },
  })
}

function decideApprovalEndpoints(api: Api, deps: Deps): void {
  addWrite(api, {
    method: 'POST',
    path: '/approvals/:approval_id/approve',
    config: { right: 'approve' },
    tags,
    operationId: 'approveAct',
    summary: 'Approve an act',
    description:
      'Carries out the act as it was asked, if its subject still has the version that the proposer saw. Otherwise the approval lapses. Refused for the proposer, also with another session or a key of the same person.',
    params,
    body: actBody,
    refusals: [409, 413, 415, 422],
    answer: dataOf(approvedSchema, 'The approval, and the answer of the act.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const row = await seen(deps, operator, request.params.approval_id)
      const answer = await approve(deps, operator, row, request.body.reason)
      const after = await seen(deps, operator, request.params.approval_id)
      return { approval: approvalView(after), answer }
    },
  })

  for (const { path, right, decide, ...texts } of others)
    addWrite(api, {
      method: 'POST',
      path: `/approvals/:approval_id/${path}`,
      config: { right },
      tags,
      ...texts,
      params,
      body: actBody,
      refusals: [409, 413, 415],
      answer: dataOf(approvalSchema, 'The approval as it is now.'),
      async data(request) {
        const operator = operatorOfRequest(request)
        const row = await seen(deps, operator, request.params.approval_id)
        await decide(deps, operator, row, request.body.reason)
        const after = await seen(deps, operator, request.params.approval_id)
        return approvalView(after)
      },
    })
}

/** An approval of an enterprise that the operator does not see is answered like an unknown one: 404. */
async function seen(
  { db, clock }: ActDeps,
  operator: Operator,
  text: string,
): Promise<ApprovalRow> {
  const id = uuidOf('apr', text)
  const row = id === undefined ? undefined : await selectApproval(db, id, clock.realNow())
  if (row === undefined || !seesEnterprise(operator, row.chain)) throw failure('not_found')
  return row
}
