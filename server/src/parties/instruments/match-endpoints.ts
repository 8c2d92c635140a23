// The operator API of matches: instruments of one account in several organizations. Fingerprints of accounts are compared,
// so nothing is decrypted and no account number is shown.
import Type, { type Static } from 'typebox'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage } from '../../platform/http/list.ts'
import {
  anyText,
  currency,
  dataListOf,
  exact,
  identifier,
  pathId,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { operatorOfRequest } from '../operators/guard.ts'
import { ownerFields, ownerView, type ReadDeps } from '../operators/operator-reads.ts'
import {
  selectFingerprint,
  selectInstrumentsOfFingerprints,
  selectSharedFingerprints,
  type MatchRow,
} from './match-queries.ts'
import { seenInstrument } from './seen-instrument.ts'
import { instrumentStatus, methodSchema } from './view.ts'

/** Matches of one account. */
const MOST_SHOWN = 200

const matchedSchema = exact(
  {
    id: identifier('epi', 'The instrument.'),
    ...ownerFields,
    alias: anyText('Its label.', 'Treasury wallet'),
    currency: currency('Its currency.', 'USDC'),
    method: withDescription(methodSchema, 'Its method.'),
    status: withDescription(instrumentStatus, 'Its status.'),
  },
  { title: 'MatchedInstrument', description: 'An instrument of an account.' },
)

const sharedSchema = exact(
  {
    instruments: Type.Array(matchedSchema, {
      description: `The instruments of the account, at most ${MOST_SHOWN}, oldest first.`,
    }),
  },
  { title: 'SharedAccount', description: 'An account that several organizations have.' },
)

const tags = ['Compliance']
const config = { right: 'see_matches' } as const

export function matchEndpoints(api: Api, deps: ReadDeps): void {
  listAccountMatches(api, deps)
  matchesOfInstrument(api, deps)
}

function listAccountMatches(api: Api, deps: ReadDeps): void {
  addRead(api, {
    path: '/account_matches',
    config,
    tags,
    operationId: 'listAccountMatches',
    summary: 'List accounts of several organizations',
    description:
      'Accounts that at least two organizations have, also of different enterprises, always in pages. Holders, labels and currencies may differ. Whoever sees only some enterprises gets matches among these.',
    querystring: exact(pagingQuery),
    answer: dataListOf(sharedSchema, 'A page of accounts.'),
    async data(request, reply) {
      const { enterpriseIds } = operatorOfRequest(request)
      const page = await readPage(request, reply, deps, {
        name: 'account matches',
        keyFrom: (written) => Buffer.from(written, 'hex'),
        page: (after, limit) => selectSharedFingerprints(deps.db, after, enterpriseIds, limit),
        keyOf: ({ fingerprint }) => fingerprint.toString('hex'),
      })
      const fingerprints = page.map(({ fingerprint }) => fingerprint)
      const found = await selectInstrumentsOfFingerprints(
        deps.db,
        fingerprints,
        enterpriseIds,
        MOST_SHOWN,
      )
      const byAccount = Map.groupBy(found, ({ fingerprint }) => fingerprint.toString('hex'))
      return [...byAccount.values()].map((rows) => ({ instruments: rows.map(view) }))
    },
  })
}

function matchesOfInstrument(api: Api, deps: ReadDeps): void {
  addRead(api, {
    path: '/instruments/:external_payment_instrument_id/matches',
    config,
    tags,
    operationId: 'listMatchesOfInstrument',
    summary: 'List the other instruments of an account',
    description: `Instruments of the same account, of any organization and enterprise that the operator sees, at most ${MOST_SHOWN}.`,
    params: Type.Object({
      external_payment_instrument_id: pathId('epi', 'The instrument.'),
    }),
    answer: dataListOf(matchedSchema, 'The other instruments.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const { external_payment_instrument_id: written } = request.params
      const row = await seenInstrument(deps, operator, written)
      if (row === undefined) throw failure('not_found')
      const fingerprint = await selectFingerprint(deps.db, row.organization_id, row.id)
      const found =
        fingerprint === null
          ? []
          : await selectInstrumentsOfFingerprints(
              deps.db,
              [fingerprint],
              operator.enterpriseIds,
              MOST_SHOWN + 1,
            )
      const others = found.filter(({ id }) => id !== row.id).slice(0, MOST_SHOWN)
      return others.map(view)
    },
  })
}

const view = (row: MatchRow): Static<typeof matchedSchema> => ({
  id: publicId('epi', row.id),
  ...ownerView(row),
  alias: row.alias,
  currency: row.currency,
  method: row.method,
  status: row.status,
})
