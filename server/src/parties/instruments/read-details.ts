// An operator with the right reads the sealed details of an instrument, with a reason. The entry of the audit trail is
// committed before the details are answered. No rule of approval covers it: an approver would get the details.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import { insertAudit } from '../audit/queries.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, pathId } from '../../platform/http/schemas.ts'
import { publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { actBody, operatorOfRequest } from '../operators/guard.ts'
import { seesEnterprise, type Operator } from '../operators/operator.ts'
import type { SeenInstrument } from './operator-endpoints.ts'
import { seenInstruments } from './operator-queries.ts'
import { instrumentOf, instrumentSchema, instrumentView } from './view.ts'

type DetailsDeps = { db: Pool; clock: Clock; config: { secrets: Secrets } }

export function instrumentDetailsEndpoint(api: Api, deps: DetailsDeps): void {
  addWrite(api, {
    method: 'POST',
    path: '/instruments/:instrument_id/details',
    config: { right: 'read_details' },
    tags: ['Instruments'],
    operationId: 'readInstrumentDetails',
    summary: 'Read the details of an instrument',
    description:
      'The account as the customer entered it. The audit trail has who read it, and why, before the answer is sent.',
    params: Type.Object({ instrument_id: pathId('epi', 'The instrument.') }),
    body: actBody,
    refusals: [413, 415],
    answer: dataOf(instrumentSchema, 'The instrument with its details.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const id = uuidOf('epi', request.params.instrument_id)
      const row =
        id === undefined ? undefined : await readAudited(deps, operator, id, request.body.reason)
      if (row === undefined) throw failure('not_found')
      return instrumentView(instrumentOf(deps.config.secrets, row))
    },
  })
}

/** Undefined if the operator does not see the instrument: then nothing was read, and there is no entry. */
const readAudited = (
  { db, clock }: DetailsDeps,
  operator: Operator,
  id: Uuid<'epi'>,
  reason: string,
): Promise<SeenInstrument | undefined> =>
  inTransaction(db, async (transaction) => {
    const row = await seenInstruments.find<SeenInstrument>(transaction, id)
    if (row === undefined || !seesEnterprise(operator, row.enterprise_id)) return undefined
    await insertAudit(transaction, {
      chain: row.enterprise_id,
      at: clock.realNow(),
      actor: operator.actor,
      act: 'instrument.details_read',
      subject: publicId('epi', row.id),
      reason,
      detail: { organization_id: publicId('org', row.organization_id), method: row.method },
    })
    return row
  })
