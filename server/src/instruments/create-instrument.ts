// Creates an instrument: judges its details, seals them, and releases it where the deployment says so.
import { sameRequest, type Created, type Idempotency } from '../http/idempotency.ts'
import { fieldFailure, pointerTo } from '../errors.ts'
import { firstStatuses } from '../http/status.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { Deps } from '../deps.ts'
import { isCurrency } from '../money/currencies.ts'
import {
  checkDetails,
  currenciesOf,
  fieldsOf,
  methodCarries,
  methodNames,
  type InstrumentMethod,
} from './methods.ts'
import { insertInstrument, selectInstrumentByKey } from './queries.ts'
import { requireActive } from '../organizations/require-active.ts'
import { sealDetails } from './seal.ts'
import { instrumentOf, instrumentView, type InstrumentJson } from './view.ts'

export type InstrumentInput = {
  alias: string
  currency: string
  method: string
  details: Record<string, unknown>
}

export async function createInstrument(
  deps: Deps,
  organizationId: Uuid,
  input: InstrumentInput,
  idempotency: Idempotency,
): Promise<Created<InstrumentJson>> {
  const replay = async (): Promise<Created<InstrumentJson> | undefined> => {
    const earlier = await selectInstrumentByKey(deps.db, organizationId, idempotency.key)
    if (earlier === undefined) return undefined
    const instrument = instrumentOf(deps.config.secrets, sameRequest(earlier, idempotency))
    return { value: instrumentView(instrument, earlier.first_version), replayed: true }
  }
  const earlier = await replay()
  if (earlier !== undefined) return earlier
  const { method, details } = judgeInstrument(input)
  await requireActive(deps, organizationId, [])

  const now = deps.clock.now()
  const id = newUuid(now)
  const sealed = sealDetails(deps.config.secrets, id, details)
  const { status, statusHistory } = firstStatuses(now, deps.config.autoRelease)
  const row = await insertInstrument(deps.db, {
    organization_id: organizationId,
    id,
    alias: input.alias,
    currency: input.currency,
    method,
    details_key_id: sealed.keyId,
    details_sealed: sealed.bytes,
    status,
    status_history: statusHistory,
    created_at: now,
    idempotency_key: idempotency.key,
    request_hash: idempotency.requestHash,
  })
  if (row !== undefined) {
    return { value: instrumentView(instrumentOf(deps.config.secrets, row)), replayed: false }
  }
  const meanwhile = await replay()
  if (meanwhile === undefined)
    throw new Error(
      `instrument of ${publicId('org', organizationId)} not inserted and no reason found`,
    )
  return meanwhile
}

/** Throws what is wrong with an instrument; field problems never repeat a value. */
export function judgeInstrument(input: InstrumentInput): {
  method: InstrumentMethod
  details: Record<string, string>
} {
  const method = methodNames.find((name) => name === input.method)
  if (method === undefined) {
    throw fieldFailure('invalid_request', [
      {
        pointer: '/method',
        code: 'invalid_value',
        message: `must be one of ${methodNames.join(', ')}`,
      },
    ])
  }
  if (!isCurrency(input.currency) || !methodCarries(method, input.currency)) {
    throw fieldFailure('invalid_details', [
      {
        pointer: '/currency',
        code: 'invalid_value',
        message: `must be a currency that ${method} carries: ${currenciesOf(method).join(', ')}`,
      },
    ])
  }
  const problems = checkDetails(method, input.details)
  if (problems.length > 0) {
    throw fieldFailure(
      'invalid_details',
      problems.map(({ field, code, message }) => ({
        pointer: pointerTo('/details', field),
        code,
        message,
      })),
    )
  }
  const details = Object.fromEntries(
    fieldsOf(method).map((field) => [field, String(input.details[field] ?? '')]),
  )
  return { method, details }
}
