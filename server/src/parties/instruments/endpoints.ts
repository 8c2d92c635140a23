// The endpoints that list and get instruments (operations 5 and 6 of the specification), create and archive them.
import Type from 'typebox'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from '../../platform/http/list.ts'
import { organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  currency,
  dataListOf,
  dataOf,
  exact,
  failures,
  idempotencyHeaders,
  organizationParams,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { archiveInstrument, type ArchiveDeps } from './archive-instrument.ts'
import { createInstrument, type InstrumentDeps } from './create-instrument.ts'
import { methodNames } from '../../outside/methods/methods.ts'
import { selectInstrument, selectInstruments } from './queries.ts'
import { instrumentOf, instrumentSchema, instrumentView, newInstrumentSchema } from './view.ts'
import { writtenUuid } from '../../platform/ids.ts'

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
  api.get(
    list,
    {
      config: listConfig,
      schema: {
        tags,
        operationId: 'listInstruments',
        summary: 'List instruments',
        description: 'All external payment instruments of the organization, oldest first.',
        params: Type.Object(organizationParams),
        querystring: exact(pagingQuery),
        response: {
          200: dataListOf(instrumentSchema, 'The instruments, or a page of them.'),
          ...failures(),
        },
      },
    },
    (request, reply) => {
      const organizationId = organizationOf(request)
      return sendList(request, reply, deps, {
        name: `instruments:${organizationId}`,
        keyFrom: (text) => writtenUuid('epi', text),
        page: (after, limit) => selectInstruments(deps.db, organizationId, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map((row) => instrumentView(instrumentOf(deps.config.secrets, row))),
      })
    },
  )

  api.get(
    one,
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getInstrument',
        summary: 'Get an instrument',
        description:
          'The instrument with its full details and every status that it had. Archived ones too.',
        params: Type.Object(instrumentParams),
        response: { 200: dataOf(instrumentSchema, 'The instrument.'), ...failures() },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'epi', request.params.external_payment_instrument_id)
      const row = await selectInstrument(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return { data: instrumentView(instrumentOf(deps.config.secrets, row)) }
    },
  )
}

function createAndArchiveInstrument(api: Api, deps: Deps): void {
  api.post(
    list,
    {
      config: {
        scope: 'write',
        needsIdempotencyKey: true,
        published: { body: newInstrumentSchema },
      },
      schema: {
        tags,
        operationId: 'createInstrument',
        summary: 'Create an instrument',
        description:
          'Details never change; to change them, create a new instrument. An instrument starts in COMPLIANCE_HOLD until an operator releases it. The sandbox releases it at once, unless the account is on hold. Refused with `invalid_details`, whose `errors` name the fields.',
        params: Type.Object(organizationParams),
        headers: idempotencyHeaders,
        body: exact({
          alias: text(200, 'Your label.', 'Treasury wallet'),
          currency: currency('The currency of the instrument.', 'USDC'),
          method: Type.String({ enum: [...methodNames] }),
          details: Type.Record(Type.String(), Type.Unknown()),
        }),
        response: {
          201: dataOf(instrumentSchema, 'The instrument.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) =>
      sendCreated(
        reply,
        await createInstrument(deps, organizationOf(request), request.body, idempotencyOf(request)),
      ),
  )

  api.delete(
    one,
    {
      config: { scope: 'write' },
      schema: {
        tags,
        operationId: 'archiveInstrument',
        summary: 'Archive an instrument',
        description:
          'The instrument stays readable but cannot be used for anything new. Refused with `instrument_in_use` while an open order or refund needs it. Idempotent: a repeated request returns the same.',
        params: Type.Object(instrumentParams),
        response: { 200: dataOf(instrumentSchema, 'The archived instrument.'), ...failures(409) },
      },
    },
    async (request) => ({
      data: await archiveInstrument(
        deps,
        ownedId(request, 'epi', request.params.external_payment_instrument_id),
      ),
    }),
  )
}
