// The operator API that exports rows. The entry of the audit trail is committed before the first byte is sent.
import Type, { type Static } from 'typebox'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { toTimestampOrNull, type Clock } from '../../platform/clock.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireInstant, requireOrder } from '../../platform/http/instants.ts'
import { acceptedType } from '../../platform/http/request.ts'
import {
  choice,
  currency,
  exact,
  failures,
  instant,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { selectEnterprise } from '../../parties/organizations/queries.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { amountFilter, givenFilters } from '../../platform/http/row-filters.ts'
import { railFilter } from '../../parties/operators/operator-reads.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { datasets, type DatasetName } from './datasets.ts'
import { formats, type FormatName } from './formats.ts'
import type { AskedExport } from './make-export.ts'
import { sendExport, type SendDeps } from './send-export.ts'

/** `db`: for reads. `writes`: for the entry of the audit trail. */
type ExportDeps = SendDeps & { db: Pool; writes: Pool; clock: Clock }

const names = Object.keys(datasets).filter((name): name is DatasetName => name in datasets)
const formatNames = Object.keys(formats).filter((name): name is FormatName => name in formats)

/** The filters of the lists of orders, deposits, payouts and refunds. */
const filterFields = {
  status: Type.Optional(
    text(64, 'Only rows with this status: as the list has it.', 'STEP_4_COMPLETED'),
  ),
  outcome: Type.Optional(text(64, 'Only deposits with this outcome.', 'counted')),
  currency: Type.Optional(currency('Only rows in this currency.', 'USDC')),
  rail: railFilter('Only rows over this rail.'),
  min_amount: amountFilter('Only rows of at least this amount', 'currency'),
  max_amount: amountFilter('Only rows of at most this amount', 'currency'),
  payin_currency: Type.Optional(currency('Only orders that pay in this currency.', 'USDC')),
  payout_currency: Type.Optional(currency('Only orders that pay out this currency.', 'COP')),
  min_payin: amountFilter('Only orders that pay in at least this amount', 'payin_currency'),
  max_payin: amountFilter('Only orders that pay in at most this amount', 'payin_currency'),
  min_payout: amountFilter('Only orders that pay out at least this amount', 'payout_currency'),
  max_payout: amountFilter('Only orders that pay out at most this amount', 'payout_currency'),
  text: Type.Optional(text(64, 'Only rows whose reference has this part.', '7KQ2')),
}
const filterNames = Object.keys(filterFields)

const body = exact(
  {
    export: choice(names, names.map((name) => `${name}: ${datasets[name].about}`).join(' '), {
      title: 'ExportName',
    }),
    format: choice(formatNames, 'csv: RFC 4180. jsonl: JSON Lines.', { title: 'ExportFormat' }),
    from: Type.Optional(
      instant(
        'Rows made at this instant or later. The default is the beginning.',
        '2026-03-01T00:00:00Z',
      ),
    ),
    to: Type.Optional(
      instant('Rows made before this instant. The default is the end.', '2026-04-01T00:00:00Z'),
    ),
    enterprise_id: Type.Optional(pathId('ent', 'Only rows of this enterprise.')),
    organization_id: Type.Optional(pathId('org', 'Only rows of this organization.')),
    ...filterFields,
    reason,
  },
  { title: 'Export', description: 'What to export, and why.' },
)
type Body = Static<typeof body>

const fileSchema = (example: string) => ({
  schema: Type.String({
    description: 'Its last line has the number of lines. Without it the file is cut off.',
    examples: [example],
  }),
})
const content = {
  [formats.csv.mediaType]: fileSchema('id,…\r\nord_01jqe8m2x4fv5s0t6w7y8z9abc,…\r\n#end,1,…\r\n'),
  [formats.jsonl.mediaType]: fileSchema('{"id":"ord_01jqe8m2x4fv5s0t6w7y8z9abc"}\n{"end":true}\n'),
}

export function exportEndpoints(api: Api, deps: ExportDeps): void {
  api.post(
    '/exports',
    {
      config: {
        right: 'export',
        // Exports have places of their own, as long as they last.
        entersGate: false,
        answers: formatNames.map((name) => formats[name].mediaType),
      },
      schema: {
        tags: ['Reports'],
        operationId: 'makeExport',
        summary: 'Export rows',
        description:
          'All rows of a kind and a period as of one instant, streamed. The last line says how many lines there are.',
        body,
        response: { 200: { description: 'The lines.', content }, ...failures(413, 415) },
      },
    },
    async (request, reply) => {
      const operator = operatorOfRequest(request)
      const { mediaType } = formats[request.body.format]
      if (acceptedType(request.headers.accept, [mediaType]) === undefined)
        throw failure('not_acceptable', {}, `It is ${mediaType}.`)
      const asked = await askedIn(deps, operator, request.body)
      return sendExport(request, reply, deps, asked, operator, () =>
        noteExport(deps, operator, asked, filtersOf(request.body), request.body.reason),
      )
    },
  )
}

/** Throws `not_found` for an enterprise or organization that the operator does not see. */
async function askedIn({ db }: ExportDeps, operator: Operator, given: Body): Promise<AskedExport> {
  const from = given.from === undefined ? null : requireInstant('/from', given.from)
  const to = given.to === undefined ? null : requireInstant('/to', given.to)
  requireOrder('/to', from, to)
  const period = { from, to, name: given.export, format: given.format, given: filtersIn(given) }
  const enterprise = await enterpriseIn(db, operator, given.enterprise_id)
  if (given.organization_id === undefined)
    return {
      ...period,
      enterpriseIds: enterprise === null ? operator.enterpriseIds : [enterprise],
      organizationId: null,
    }
  const organization = await seenOrganization({ db }, operator, given.organization_id)
  if (
    organization === undefined ||
    (enterprise !== null && organization.enterprise_id !== enterprise)
  )
    throw failure('not_found')
  return {
    ...period,
    enterpriseIds: [organization.enterprise_id],
    organizationId: organization.id,
  }
}

/** Throws for a filter that the rows do not have: the export would be larger than what was asked for. */
function filtersIn(body: Body): AskedExport['given'] {
  const written: Readonly<Record<string, string | undefined>> = body
  const { names: known, amounts } = datasets[body.export].filters
  const unknown = filterNames.filter((name) => written[name] !== undefined && !known.includes(name))
  if (unknown.length > 0)
    throw fieldFailure(
      'invalid_request',
      unknown.map((name) => ({
        pointer: `/${name}`,
        code: 'invalid_value',
        message: `is no filter of ${body.export}`,
      })),
    )
  return givenFilters(written, known, amounts, '/')
}

async function enterpriseIn(
  db: Pool,
  operator: Operator,
  given: string | undefined,
): Promise<Uuid<'ent'> | null> {
  if (given === undefined) return null
  const id = uuidOf('ent', given)
  const isSeen = id !== undefined && seesEnterprise(operator, id)
  if (!isSeen || (await selectEnterprise(db, id)) === undefined) throw failure('not_found')
  return id
}

const filtersOf = (body: Body): Record<string, string> => {
  const written: Readonly<Record<string, string | undefined>> = body
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = written[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** One entry for each enterprise whose rows are exported; one for the deployment if it is everything. */
const noteExport = (
  { writes, clock }: ExportDeps,
  { actor }: Operator,
  { name, format, from, to, enterpriseIds, organizationId }: AskedExport,
  filters: Readonly<Record<string, string>>,
  why: string,
): Promise<void> =>
  inTransaction(writes, async (transaction) => {
    // In one order, so that two exports do not wait for each other.
    for (const chain of enterpriseIds?.toSorted() ?? [DEPLOYMENT])
      await insertAudit(transaction, {
        chain,
        at: clock.realNow(),
        actor,
        act: 'export.made',
        subject: organizationId === null ? '' : publicId('org', organizationId),
        reason: why,
        detail: {
          export: name,
          format,
          from: toTimestampOrNull(from),
          to: toTimestampOrNull(to),
          ...filters,
        },
      })
  })
