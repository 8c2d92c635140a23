// The operator API of travel rule records: reading one is for compliance, and audited.
import Type from 'typebox'
import { refused } from '../../parties/acts/refused.ts'
import { addSealedRead } from '../../parties/audit/sealed-read.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { seenInstrument } from '../../parties/instruments/seen-instrument.ts'
import { openRecord } from './give-record.ts'
import { selectTravelRuleRecord } from './queries.ts'
import { fullRecordSchema, recordView } from './view.ts'

type Deps = { db: Pool; clock: Clock; config: Pick<Config, 'secrets'> }

export const operatorTravelRuleEndpoints = (api: Api, deps: Deps): void =>
  addSealedRead(api, deps, {
    act: 'travel_rule.read',
    path: '/instruments/:external_payment_instrument_id/travel_rule/read',
    tags: ['Compliance'],
    command: 'travel-rule read',
    operationId: 'readTravelRuleRecord',
    summary: 'Read a travel rule record',
    description: 'The newest record of a wallet, decrypted. The audit trail has an entry of it.',
    params: Type.Object({ external_payment_instrument_id: pathId('epi', 'The wallet.') }),
    answer: dataOf(fullRecordSchema, 'The record.'),
    async read(operator, params) {
      const { external_payment_instrument_id: written } = params
      const instrument = await seenInstrument(deps, operator, written)
      if (instrument === undefined) return undefined
      const { organization_id: organizationId, id, enterprise_id: chain } = instrument
      const record = await selectTravelRuleRecord(deps.db, { organizationId, id })
      if (record === undefined) throw refused(`${publicId('epi', id)} has no travel rule record`)
      return {
        chain,
        subject: publicId('epi', id),
        detail: { record: publicId('trr', record.id) },
        content: { ...recordView(record), content: openRecord(deps.config.secrets, record) },
      }
    },
  })
