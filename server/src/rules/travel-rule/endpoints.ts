// The endpoints of the API for travel rule records of wallets.
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import { addCreation, addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idempotencyOf } from '../../platform/http/idempotency.ts'
import { ownedId } from '../../platform/http/request.ts'
import { dataOf, organizationParams, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { selectInstrument } from '../../parties/instruments/queries.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { selectScreening } from '../screening/queries.ts'
import { thresholdOf } from './needs-record.ts'
import { giveRecord, type RecordDeps } from './give-record.ts'
import { newRecordSchema } from './ivms101.ts'
import { selectTravelRuleRecord } from './queries.ts'
import { needSchema, recordSchema, recordView } from './view.ts'
import { isWallet } from './wallets.ts'

const tags = ['External payment instruments']
const path =
  '/organizations/:organization_id/external_payment_instruments/:external_payment_instrument_id/travel-rule'
const params = Type.Object({
  ...organizationParams,
  external_payment_instrument_id: pathId('epi', 'The instrument.'),
})

export function travelRuleEndpoints(api: Api, deps: RecordDeps): void {
  addRead(api, {
    path,
    config: { scope: 'read' },
    tags,
    operationId: 'getTravelRule',
    summary: 'Get what the travel rule needs',
    description:
      'From which amount on transfers from or to the wallet need a record, and whether one was given. The content is not shown.',
    params,
    answer: dataOf(needSchema, 'What is needed and given.'),
    async data(request) {
      const owned = ownedId(request, 'epi', request.params.external_payment_instrument_id)
      const instrument = await selectInstrument(deps.db, owned)
      if (instrument === undefined) throw failure('not_found')
      const [{ screeners }, record] = await Promise.all([
        selectScreening(deps.db),
        selectTravelRuleRecord(deps.db, owned),
      ])
      const { currency, method } = instrument
      const threshold = isWallet(method) ? thresholdOf(screeners, currency) : undefined
      return {
        external_payment_instrument_id: publicId('epi', instrument.id),
        required_from:
          threshold === undefined || !isCurrency(currency)
            ? null
            : formatAmount(threshold, currency),
        record: record === undefined ? null : recordView(record),
      }
    },
  })

  addCreation(api, {
    path: path,
    config: { scope: 'write', cost: 10 },
    tags,
    operationId: 'giveTravelRuleRecord',
    summary: 'Give a travel rule record',
    description:
      'Originator and beneficiary of transfers from or to a wallet. Encrypted at once; no answer of the API has the content. The newest record counts. Transfers that are held for it go on within seconds.',
    params,
    body: newRecordSchema,
    refusals: [413, 415, 422],
    answer: dataOf(recordSchema, 'The record, without its content.'),
    created(request) {
      const owned = ownedId(request, 'epi', request.params.external_payment_instrument_id)
      return giveRecord(deps, owned, request.body, idempotencyOf(request))
    },
  })
}
