// One form for everything an operator does over the API. It has a right, a reason, a subject that the operator sees, and
// one transaction with its entry in the audit trail.
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idempotencyOf } from '../../platform/http/idempotency.ts'
import { anyText, dataOf, failures } from '../../platform/http/schemas.ts'
import { operatorOfRequest } from '../operators/guard.ts'
import type { Operator } from '../operators/operator.ts'
import { values } from '../../platform/values.ts'
import type { Closed } from './closed.ts'
import { noteDone, refuseDone } from './done.ts'
import { executionOf, type About, type Execution } from './execution.ts'
import { actRow, type ActName } from './names.ts'
import { propose } from './propose.ts'
import { selectApprovalRules } from './queries.ts'
import { refusedAsClosed } from './refused.ts'
import type { Acts } from './registry.ts'
import { coveringRule } from './rules.ts'
import { approvalSchema, approvalView } from './view.ts'

/**
 * An act of the operator API:
 * 1. add its name and right to `names.ts`;
 * 2. describe it with this type in the endpoints of the folder that owns the data. An act on an object that exists is added to
 *    the acts of its kind (acts-on.ts), so that the list of open acts has it; one that creates something by `addAct`;
 * 3. write only inside of `execution.commit`, once, and only if the subject still has the version.
 * `find` answers undefined for what does not exist or belongs to an enterprise that the operator does not see: 404.
 * `carryOut` returns the data of the answer, or throws a failure, such as `refused`. An approval keeps params and body
 * in plain text: a body with bank details needs `shownBody`.
 */
export type Act<P extends TObject, B extends TObject, Subject> = {
  name: ActName
  /** Default: POST. */
  method?: 'POST' | 'PATCH'
  /** Below /operator/v1, such as `/orders/:order_id/release`. */
  path: string
  tags: string[]
  /** See `command` in parties/operators/guard.ts. */
  command?: string
  operationId: string
  summary: string
  description: string
  params: P
  /** It contains `reason` of parties/operators/guard.ts. `actBody` is the body without fields of its own. */
  body: B
  status?: 200 | 201
  /** A schema made by `dataOf`. */
  answer: TSchema
  /** An approval shows this in place of the body, which it keeps encrypted. */
  shownBody?(body: Static<B>): object
  find(operator: Operator, params: Static<P>, body: Static<B>): Promise<Subject | undefined>
  /** Throws for a field that is wrong in a way that no schema states. It is told before what the subject does not allow. */
  check?(body: Static<B>): void
  about(subject: Subject, body: Static<B>): About
  /**
   * Why the subject, as `find` read it, does not allow the act; null if it does. A pure rule. The act is then neither carried
   * out nor proposed.
   */
  closed?(subject: Subject): Closed | null
  /** Another act that this one does too. Its rules cover this one. */
  includes?(body: Static<B>): ActName | undefined
  carryOut(subject: Subject, body: Static<B>, execution: Execution): Promise<unknown>
}

/** Part of the dependencies of every folder that has acts. */
export type ActDeps = { db: Pool; clock: Clock; config: Pick<Config, 'secrets'>; acts: Acts }

/** Registers the endpoint of an act, and the act for approvals. */
export function addAct<P extends TObject, B extends TObject, Subject>(
  api: Api,
  deps: ActDeps,
  act: Act<P, B, Subject>,
): void {
  const { name, path, tags, operationId, summary, description, params, body, status = 200 } = act
  if (deps.acts.byName.has(name)) throw new Error(`two acts are named ${name}`)
  deps.acts.byName.set(name, async (operator, asked, executionFor) => {
    const { subject, body: given, about } = await readAct(act, operator, asked)
    // It lapses first, if the subject has changed since.
    const execution = executionFor(about)
    refuseClosed(act, subject, about)
    return act.carryOut(subject, given, execution)
  })
  const response: Record<string, unknown> = {
    [status]: act.answer,
    202: dataOf(approvalSchema, 'A rule covers the act: it waits for a second person.'),
    ...failures(409, 413, 415, 422),
  }
  api.route({
    method: act.method ?? 'POST',
    url: path,
    config: { right: actRow(name).right, command: act.command },
    schema: {
      tags,
      operationId,
      summary,
      description,
      ...(Object.keys(params.properties).length === 0 ? {} : { params }),
      headers: actHeaders,
      body,
      response,
    },
    async handler(request, reply) {
      const operator = operatorOfRequest(request)
      const keyed =
        request.headers['idempotency-key'] === undefined
          ? null
          : { actor: operator.actor, act: name, sent: idempotencyOf(request) }
      if (keyed !== null) await refuseDone(deps.db, keyed)
      const asked = { params: request.params, body: request.body }
      const { subject, body: given, reason, about } = await readAct(act, operator, asked)
      refuseClosed(act, subject, about)
      const rules = operator.isDirect === true ? [] : await selectApprovalRules(deps.db)
      const included = act.includes?.(given)
      const rule =
        coveringRule(rules, name, about) ??
        (included === undefined ? undefined : coveringRule(rules, included, about))
      if (rule !== undefined) {
        const shownBody = act.shownBody?.(given)
        const proposal = { act: name, about, asked, shownBody, reason, keyed }
        const approval = await propose(deps, operator, rule, proposal)
        return reply.code(202).send({ data: approvalView(approval) })
      }
      const entry = { chain: about.chain, actor: operator.actor, act: name, reason }
      const execution = executionOf(
        deps,
        { ...entry, subject: about.subject },
        operator.person,
        keyed === null ? {} : { end: (db, done, at) => noteDone(db, keyed, done, at) },
      )
      return reply.code(status).send({ data: await act.carryOut(subject, given, execution) })
    },
  })
}

const actHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    anyText(
      'A fresh UUID for each new act, made by you; the same one only when the same act is repeated. The repetition of an act that was done is refused with `act_already_done`. 1 to 255 visible ASCII characters.',
      '018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f',
    ),
  ),
})

async function readAct<P extends TObject, B extends TObject, Subject>(
  act: Act<P, B, Subject>,
  operator: Operator,
  { params, body }: { params: unknown; body: unknown },
) {
  // The server has validated them. This check gives them their types.
  if (!hasForm(act.params, params) || !hasForm(act.body, body) || !hasForm(withReason, body))
    throw new Error(`${act.name} was called with another form`)
  const subject = await act.find(operator, params, body)
  if (subject === undefined) throw failure('not_found')
  act.check?.(body)
  return { subject, body, reason: body.reason, about: act.about(subject, body) }
}

function refuseClosed<Subject>(
  { closed }: { closed?(subject: Subject): Closed | null },
  subject: Subject,
  about: About,
): void {
  const why = closed?.(subject) ?? null
  if (why !== null) throw refusedAsClosed(about.subject, why)
}

/** Formats are left to `carryOut`: the server does not validate them, and their refusal names the field. */
export const hasForm = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  values().Check(schema, value) ||
  values()
    .Errors(schema, value)
    .every(({ keyword }) => keyword === 'format')

const withReason = Type.Object({ reason: Type.String() })
