// A customer gives the travel rule record of a wallet. It is encrypted at once. Transfers that wait for it go on by
// themselves: see engine/screening/lacking.ts.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { newUuid, publicId, type OwnedId } from '../../platform/ids.ts'
import { selectInstrument } from '../../parties/instruments/queries.ts'
import { problemsOfRecord, type RecordContent } from './ivms101.ts'
import { insertTravelRuleRecord, selectTravelRuleRecordByKey, type RecordRow } from './queries.ts'
import { recordView, type RecordJson } from './view.ts'
import { isWallet } from './wallets.ts'

export type RecordDeps = { db: Pool; clock: Clock; config: Pick<Config, 'secrets'> }

export async function giveRecord(
  { db, clock, config }: RecordDeps,
  owned: OwnedId<'epi'>,
  content: RecordContent,
  idempotency: Idempotency,
): Promise<Created<RecordJson>> {
  const replay = async () => {
    const earlier = await selectTravelRuleRecordByKey(db, owned.organizationId, idempotency.key)
    return (
      earlier && { value: recordView(requireSameRequest(earlier, idempotency)), replayed: true }
    )
  }
  const earlier = await replay()
  if (earlier !== undefined) return earlier
  const instrument = await selectInstrument(db, owned)
  if (instrument === undefined) throw failure('not_found')
  if (!isWallet(instrument.method))
    throw failure('invalid_details', {}, 'Only wallets have a travel rule record.')
  const problems = problemsOfRecord(content)
  if (problems.length > 0) throw fieldFailure('invalid_details', problems)
  const at = clock.now()
  const id = newUuid('trr', at)
  const sealed = sealText(config.secrets, id, JSON.stringify(content))
  const row = await insertTravelRuleRecord(db, {
    organization_id: owned.organizationId,
    id,
    instrument_id: owned.id,
    record_key_id: sealed.keyId,
    record_sealed: sealed.bytes,
    recorded_at: at,
    idempotency_key: idempotency.key,
    request_hash: idempotency.requestHash,
  })
  if (row !== undefined) return { value: recordView(row), replayed: false }
  const concurrent = await replay()
  if (concurrent === undefined)
    throw new Error(`no record of ${publicId('epi', owned.id)} inserted and no reason found`)
  return concurrent
}

export function openRecord(secrets: Config['secrets'], row: RecordRow): RecordContent {
  const sealed = { keyId: row.record_key_id, bytes: row.record_sealed }
  const content: RecordContent = JSON.parse(openText(secrets, row.id, sealed))
  return content
}
