// The operator API that lists the acts on one object.
import Type, { type Static } from 'typebox'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { anyText, dataListOf, exact, nullable } from '../../platform/http/schemas.ts'
import { operatorOfRequest } from '../operators/guard.ts'
import { lackSchema, role } from '../operators/view.ts'
import type { ActDeps } from './act.ts'
import { openActs, type OpenAct } from './open-acts.ts'
import { actName, closedCode } from './view.ts'

const word = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

const openActSchema = exact(
  {
    act: actName,
    is_open: Type.Boolean({
      description: 'Whether the present state of the object allows it.',
      examples: [false],
    }),
    closed: nullable(closedCode, 'Why it is not open. Null if it is.'),
    detail: nullable(
      word('A sentence.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc is frozen: unfreeze it first'),
      'The sentence with which a closed act is refused.',
    ),
    is_allowed: Type.Boolean({
      description: 'Whether the caller has the right.',
      examples: [true],
    }),
    lack: nullable(lackSchema, 'Why the caller lacks it. Null if the caller has it.'),
    approvers: nullable(
      Type.Array(role, { description: 'Roles.' }),
      'The roles of which a second person must approve it. Null if no rule covers it. A rule from an amount counts where only the body of the act says the amount.',
    ),
    roles: Type.Array(role, { description: 'The roles that have the right.' }),
    right: word('The right that it needs.', 'decide_orders'),
    operation_id: word('The operation that carries it out.', 'releaseOrder'),
    path: word('Its path.', '/operator/v1/orders/ord_01jqe8m2x4fv5s0t6w7y8z9abc/release'),
    targets: nullable(
      exact(
        {
          field: word('The field of the body that names one of them.', 'refund_id'),
          ids: Type.Array(word('An object.', 'rf_01jqe8m2x4fv5s0t6w7y8z9abc'), {
            description: 'Those that the act can be about.',
          }),
        },
        { title: 'TargetsOfAct', description: 'Other objects that an act can be about.' },
      ),
      'Null for an act on the whole object.',
    ),
  },
  { title: 'OpenAct', description: 'An act on an object, and whether it is open.' },
)

export function openActsEndpoint(api: Api, deps: ActDeps): void {
  addRead(api, {
    path: '/acts/:subject',
    config: { right: 'read', command: 'acts' },
    tags: ['Approvals'],
    operationId: 'listOpenActs',
    summary: 'List the acts on an object',
    description:
      'Which acts are open on one object, why the others are not, and who must approve: from the rules that carry them out. An open act can still be refused for what its body says, or for what a rail answers. The list has no acts that create something, no `order.sent-before`, and none on approvals. Acts on users and operator keys are listed for those who manage users.',
    params: Type.Object({
      subject: anyText(
        'The object: its identifier, `user:LOGIN`, `configuration:NUMBER` or `queue:KIND:SUBJECT`.',
        'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
      ),
    }),
    answer: dataListOf(openActSchema, 'The acts.'),
    async data(request) {
      const acts = await openActs(deps, operatorOfRequest(request), request.params.subject)
      if (acts === undefined) throw failure('not_found')
      return acts.map(view)
    },
  })
}

const view = (act: OpenAct): Static<typeof openActSchema> => ({
  act: act.name,
  is_open: act.closed === null,
  closed: act.closed?.code ?? null,
  detail: act.closed === null ? null : `${act.about.subject} ${act.closed.detail}`,
  is_allowed: act.lack === null,
  lack: act.lack,
  approvers: act.approvers === null ? null : [...act.approvers],
  roles: [...act.roles],
  right: act.right,
  operation_id: act.operationId,
  path: `/operator/v1${act.path}`,
  targets: act.targets === null ? null : { field: act.targets.field, ids: [...act.targets.ids] },
})
