// The JSON of travel rule records. Only operators with the right see the content.
import { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import {
  decimal,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { newRecordSchema } from './ivms101.ts'
import type { RecordRow } from './queries.ts'

const shared = {
  id: identifier('trr', 'The record.'),
  external_payment_instrument_id: identifier('epi', 'The wallet.'),
  recorded_at: timestamp('When it was given.'),
}

export const recordSchema = exact(shared, {
  title: 'TravelRuleRecord',
  description: 'A record of originator and beneficiary, without its content.',
})
export type RecordJson = Static<typeof recordSchema>

export const recordView = (row: RecordRow): RecordJson => ({
  id: publicId('trr', row.id),
  external_payment_instrument_id: publicId('epi', row.instrument_id),
  recorded_at: toTimestamp(row.recorded_at),
})

export const needSchema = exact(
  {
    external_payment_instrument_id: identifier('epi', 'The instrument.'),
    required_from: nullable(
      decimal('An amount.', '1000.00'),
      'Transfers of at least this amount, in the currency of the instrument, need a record. Null: none does.',
    ),
    record: nullable(
      withDescription(recordSchema, 'The record.'),
      'The newest record. Null: none was given.',
    ),
  },
  { title: 'TravelRule', description: 'Whether an instrument needs a travel rule record.' },
)

export const fullRecordSchema = exact(
  { ...shared, content: withDescription(newRecordSchema, 'The content, decrypted.') },
  { title: 'TravelRuleRecord', description: 'A record of originator and beneficiary.' },
)
