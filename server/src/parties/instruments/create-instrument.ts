// Creates an instrument: checks its details, seals them, and releases the instrument if the deployment auto-releases.
import type { Instant, Clock } from '../../platform/clock.ts'
import type { Secrets, Config } from '../../platform/config.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import {
  createdUnderCap,
  requireSameRequest,
  type CappedInsert,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { failure, fieldFailure, pointerTo } from '../../platform/errors.ts'
import { metadataOf, type GivenMetadata } from '../../platform/http/metadata.ts'
import { firstStatuses } from '../../platform/http/status.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { fingerprintOf } from './fingerprint.ts'
import { selectIsHeld } from './hold-queries.ts'
import {
  checkDetails,
  currenciesOf,
  fieldsOf,
  methodCarries,
  methodNames,
  type InstrumentMethod,
} from '../../outside/methods/methods.ts'
import {
  countInstruments,
  insertInstrument,
  selectInstrumentByKey,
  type InstrumentRow,
} from './queries.ts'
import { lockEnterprise, selectOrganization } from '../organizations/queries.ts'
import { requireActive } from '../organizations/require-active.ts'
import { isDeskAccount } from '../../outside/rails/desk-accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { sealDetails } from './seal.ts'
import { instrumentOf, instrumentView, type InstrumentJson } from './view.ts'

export type InstrumentDeps = { db: Pool; clock: Clock; config: Config; rails: Rails }

/** Archived instruments do not count. */
const MOST_INSTRUMENTS = 1000

type InstrumentInput = GivenMetadata & {
  alias: string
  currency: string
  method: string
  details: Record<string, unknown>
}

export async function createInstrument(
  deps: InstrumentDeps,
  organizationId: Uuid<'org'>,
  input: InstrumentInput,
  idempotency: Idempotency,
): Promise<Created<InstrumentJson>> {
  const replay = async (): Promise<Created<InstrumentJson> | undefined> => {
    const earlier = await selectInstrumentByKey(deps.db, organizationId, idempotency.key)
    if (earlier === undefined) return undefined
    const instrument = instrumentOf(deps.config.secrets, requireSameRequest(earlier, idempotency))
    return { value: instrumentView(instrument, earlier.first_version), replayed: true }
  }
  const earlier = await replay()
  if (earlier !== undefined) return earlier
  const { method, details } = judgeInstrument(input)
  await requireActive(deps.db, organizationId, [])
  if (await isDeskAccount(deps, { method, details }))
    throw fieldFailure('invalid_details', [
      {
        pointer: pointerTo('/details', 'address'),
        code: 'invalid_value',
        message: OF_THE_DESK,
      },
    ])

  const row = await insertUnderCap(
    deps,
    organizationId,
    { ...input, method, details },
    idempotency,
    { isReleased: deps.config.autoRelease },
  )
  return createdUnderCap(row, {
    view: (made) => instrumentView(instrumentOf(deps.config.secrets, made)),
    replay,
    full: tooManyInstruments,
    what: `instrument of ${publicId('org', organizationId)}`,
  })
}

export const tooManyInstruments = () =>
  failure(
    'too_many_instruments',
    { limit: MOST_INSTRUMENTS },
    'Archive instruments that are not needed.',
  )

/** `also` writes what is true together with the new instrument. */
export async function insertUnderCap(
  deps: Omit<InstrumentDeps, 'rails'>,
  organizationId: Uuid<'org'>,
  input: JudgedInstrument,
  idempotency: Idempotency,
  options: { isReleased: boolean; also?: (db: Db, made: InstrumentRow) => Promise<void> },
): Promise<CappedInsert<InstrumentRow>> {
  const enterpriseId = (await selectOrganization(deps.db, organizationId))?.enterprise_id
  if (enterpriseId === undefined) throw failure('not_found')
  const made = newInstrument(deps.config.secrets, organizationId, input, deps.clock.now())
  return inTransaction(deps.db, async (db) => {
    await lockEnterprise(db, enterpriseId)
    if ((await countInstruments(db, organizationId)) >= MOST_INSTRUMENTS) return 'full'
    const isHeld = await selectIsHeld(db, { enterpriseId, fingerprint: made.fingerprint })
    const { status, statusHistory } = firstStatuses(made.created_at, options.isReleased && !isHeld)
    const row = await insertInstrument(db, {
      ...made,
      status,
      status_history: statusHistory,
      idempotency_key: idempotency.key,
      request_hash: idempotency.requestHash,
    })
    if (row !== undefined) await options.also?.(db, row)
    return row
  })
}

export const OF_THE_DESK =
  'must be an account of its own: this address belongs to the desk or to the chain itself'

type JudgedInstrument = GivenMetadata & {
  alias: string
  currency: string
  method: InstrumentMethod
  details: Record<string, string>
}

/** A new instrument without its status, idempotency key and request hash. */
export function newInstrument(
  secrets: Secrets,
  organizationId: Uuid<'org'>,
  { alias, currency, method, details, ...given }: JudgedInstrument,
  at: Instant,
) {
  const id = newUuid('epi', at)
  const sealed = sealDetails(secrets, id, details)
  return {
    organization_id: organizationId,
    id,
    alias,
    currency,
    method,
    details_key_id: sealed.keyId,
    details_sealed: sealed.bytes,
    fingerprint: fingerprintOf(secrets, method, details),
    created_at: at,
    metadata: metadataOf(given),
  }
}

/** Checks a new instrument. Throws a failure that names the wrong fields but never repeats a value. */
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
