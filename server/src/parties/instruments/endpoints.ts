// The endpoints that list and get instruments (operations 5 and 6 of the specification), create and archive them.
import Type from 'typebox'
import { addCreation, addList, addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { metadataField, metadataFilter, metadataOf } from '../../platform/http/metadata.ts'
import { organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  currency,
  dataListOf,
  dataOf,
  exact,
  organizationParams,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { archiveInstrument, type ArchiveDeps } from './archive-instrument.ts'
import { createInstrument, type InstrumentDeps } from './create-instrument.ts'
import { methodNames } from '../../outside/methods/methods.ts'
import { selectInstrument, selectInstruments } from './queries.ts'
import { instrumentOf, instrumentSchema, instrumentView, newInstrumentSchema } from './view.ts'

const tags = ['External payment instruments']
const instrumentParams = {
  ...organizationParams,
  external_payment_instrument_id: pathId('epi', 'The instrument.'),
}
const list = '/organizations/:organization_id/external_payment_instruments'
const one = `${list}/:external_payment_instrument_id`

type Deps = ListDeps & InstrumentDeps & ArchiveDeps

export function instrumentEndpoints(api: Api, deps: Deps): void {
  readInstrumentEndpoints(api, deps)
  createAndArchiveInstrument(api, deps)
}

function readInstrumentEndpoints(api: Api, deps: Deps): void {
  addList(api, deps, {
    path: list,
    tags,
    operationId: 'listInstruments',
    summary: 'List instruments',
    description: 'All external payment instruments of the organization, oldest first.',
    params: Type.Object(organizationParams),
    querystring: exact({ ...pagingQuery, ...metadataFilter('Instruments') }),
    answer: dataListOf(instrumentSchema, 'The instruments, or a page of them.'),
    prefix: 'epi',
    list(request) {
      const organizationId = organizationOf(request)
      const metadata = metadataOf(request.query)
      return {
        name: `instruments:${organizationId}:${JSON.stringify(metadata)}`,
        page: (after, limit) => selectInstruments(deps.db, organizationId, after, limit, metadata),
        views: (rows) => rows.map((row) => instrumentView(instrumentOf(deps.config.secrets, row))),
      }
    },
  })

  addRead(api, {
    path: one,
    config: { scope: 'read' },
    tags,
    operationId: 'getInstrument',
    summary: 'Get an instrument',
    description:
      'The instrument with its full details and every status that it had. Archived ones too.',
    params: Type.Object(instrumentParams),
    answer: dataOf(instrumentSchema, 'The instrument.'),
    async data(request) {
      const owned = ownedId(request, 'epi', request.params.external_payment_instrument_id)
      const row = await selectInstrument(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return instrumentView(instrumentOf(deps.config.secrets, row))
    },
  })
}

function createAndArchiveInstrument(api: Api, deps: Deps): void {
  addCreation(api, {
    path: list,
    config: {
      scope: 'write',
      published: { body: newInstrumentSchema },
    },
    tags,
    operationId: 'createInstrument',
    summary: 'Create an instrument',
    description:
      'Details never change; to change them, create a new instrument. An instrument starts in COMPLIANCE_HOLD until an operator releases it. The sandbox releases it at once, unless the account is on hold. Refused with `invalid_details`, whose `errors` name the fields.',
    params: Type.Object(organizationParams),
    body: exact({
      alias: text(200, 'Your label.', 'Treasury wallet'),
      currency: currency('The currency of the instrument.', 'USDC'),
      method: Type.String({ enum: [...methodNames] }),
      details: Type.Record(Type.String(), Type.Unknown()),
      ...metadataField,
    }),
    refusals: [409, 413, 415, 422],
    answer: dataOf(instrumentSchema, 'The instrument.'),
    created: (request) =>
      createInstrument(deps, organizationOf(request), request.body, idempotencyOf(request)),
  })

  addWrite(api, {
    method: 'DELETE',
    path: one,
    config: { scope: 'write' },
    tags,
    operationId: 'archiveInstrument',
    summary: 'Archive an instrument',
    description:
      'The instrument stays readable but cannot be used for anything new. Refused with `instrument_in_use` while an open order or refund needs it. Idempotent: a repeated request returns the same.',
    params: Type.Object(instrumentParams),
    refusals: [409],
    answer: dataOf(instrumentSchema, 'The archived instrument.'),
    data: async (request) =>
      await archiveInstrument(
        deps,
        ownedId(request, 'epi', request.params.external_payment_instrument_id),
      ),
  })
}
