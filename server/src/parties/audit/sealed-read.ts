// One form for reading what is encrypted: it needs the right, a reason, and an entry in the audit trail that is committed
// before the answer. It is no act: with a rule of approval, the approver would get the content.
import type { Static, TObject, TSchema } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { actBody, operatorOfRequest } from '../operators/guard.ts'
import type { Operator } from '../operators/operator.ts'
import { values } from '../../platform/values.ts'
import type { Chain } from './chain.ts'
import { insertAudit, type AuditDetail } from './queries.ts'

type Read = { chain: Chain; subject: string; detail: AuditDetail; content: unknown }

type SealedRead<P extends TObject> = {
  /** The name of the act in the audit trail. */
  act: string
  path: string
  tags: string[]
  command?: string
  operationId: string
  summary: string
  description: string
  params: P
  answer: TSchema
  /** Undefined if it is unknown, or belongs to an enterprise that the operator does not see: 404, without an entry. */
  read(operator: Operator, params: Static<P>): Promise<Read | undefined>
}

export function addSealedRead<P extends TObject>(
  api: Api,
  { db, clock }: { db: Pool; clock: Clock },
  { act, path, command, params, answer, read, ...texts }: SealedRead<P>,
): void {
  addWrite(api, {
    method: 'POST',
    path: path,
    config: { right: 'read_sealed', command },
    ...texts,
    params,
    body: actBody,
    refusals: [409, 413, 415],
    answer: answer,
    async data(request) {
      const operator = operatorOfRequest(request)
      const asked: unknown = request.params
      // The server has validated them. This check gives them their types.
      if (!values().Check(params, asked)) throw new Error(`${act} was asked with another form`)
      const found = await read(operator, asked)
      if (found === undefined) throw failure('not_found')
      const { content, ...entry } = found
      await inTransaction(db, (transaction) =>
        insertAudit(transaction, {
          ...entry,
          act,
          at: clock.realNow(),
          actor: operator.actor,
          reason: request.body.reason,
        }),
      )
      return content
    },
  })
}
