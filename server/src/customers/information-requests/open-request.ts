// An operator opens an information request. It may freeze its order: both are one transaction.
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { requireLater } from '../../platform/http/instants.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import type { Acknowledged } from '../../engine/orders/acknowledged.ts'
import { auditedChanges } from '../../engine/orders/audited.ts'
import type { OrderActDeps } from '../../engine/orders/decide-order.ts'
import { freezeOrder } from '../../engine/orders/freeze-order.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import { insertInformationRequest, type NewRequest } from './queries.ts'
import { problemOfWanted, type Wanted } from './wanted.ts'

export type OpenDeps = OrderActDeps & { clock: Clock; acknowledged: Acknowledged }

type OpeningInput = Wanted & { message: string; deadline: string; hold_order?: boolean }

const LONGEST_DEADLINE_DAYS = 366

/** The state that an approval of a request without a hold binds to. */
export const NEW = 'new'

/** Returns the id of the request. */
export async function openRequest(
  deps: OpenDeps,
  organizationId: Uuid<'org'>,
  order: OrderRow | null,
  input: OpeningInput,
  execution: Execution,
): Promise<Uuid<'irq'>> {
  const wrong = problemOfWanted(input)
  if (wrong !== undefined) throw refused(wrong)
  const at = deps.clock.now()
  const request: NewRequest = {
    organization_id: organizationId,
    id: newUuid('irq', at),
    order_id: order?.id ?? null,
    message: input.message,
    fields: input.fields,
    documents: input.documents,
    deadline: requireLater(
      '/deadline',
      input.deadline,
      deps.clock.realNow(),
      LONGEST_DEADLINE_DAYS,
    ),
  }
  const subject = publicId('irq', request.id)
  const detail = {
    organization_id: publicId('org', organizationId),
    order_id: order === null ? null : publicId('ord', order.id),
    fields: input.fields.map(({ name }) => name),
    documents: input.documents.map(({ name }) => name),
    deadline: input.deadline,
    holds_order: input.hold_order === true,
  }
  const insert = async (db: Db) => {
    await insertInformationRequest(db, request, at)
    return { subject, detail }
  }
  if (input.hold_order !== true) {
    await execution.commit(NEW, async (db) => ({ result: request.id, ...(await insert(db)) }))
    return request.id
  }
  if (order === null)
    throw refused('hold_order needs an order_id: a request without an order holds none')
  const frozen = await freezeOrder(
    { ...deps, ...auditedChanges(deps, execution, insert) },
    order,
    execution.reason,
  )
  if ('refused' in frozen) throw refused(frozen.refused, frozen.closed)
  return request.id
}
