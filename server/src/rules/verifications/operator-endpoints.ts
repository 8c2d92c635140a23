// The operator API of verifications: what was found about an organization, or about one of its instruments.
import Type, { type Static } from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import type { About, Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestamp } from '../../platform/clock.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  anyText,
  choice,
  dataListOf,
  dataOf,
  exact,
  identifier,
  nullable,
  organizationParams,
  pathId,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId, writtenUuid, type Uuid } from '../../platform/ids.ts'
import { seenInstrument } from '../../parties/instruments/seen-instrument.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import {
  selectVerification,
  selectVerifications,
  upsertVerification,
  verificationStates,
  type VerificationRow,
} from './queries.ts'

const tags = ['Compliance']

const state = choice(
  verificationStates,
  'pending: nobody has decided. verified: it is who or what it says. rejected: it is not.',
  { title: 'VerificationState', example: 'verified' },
)

const verificationSchema = exact(
  {
    organization_id: identifier('org', 'The organization.'),
    external_payment_instrument_id: nullable(
      identifier('epi', 'An instrument.'),
      'The instrument. Null: the organization itself.',
    ),
    state: withDescription(state, 'What was found.'),
    reason: anyText('Why.', 'Register and passport seen.'),
    actor: anyText('Who decided.', 'user:ana'),
    changed_at: timestamp('When.'),
  },
  { title: 'Verification', description: 'What was found about an organization or instrument.' },
)

const view = (row: VerificationRow): Static<typeof verificationSchema> => ({
  organization_id: publicId('org', row.organization_id),
  external_payment_instrument_id:
    row.subject_id === row.organization_id
      ? null
      : publicId('epi', writtenUuid('epi', row.subject_id)),
  state: row.state,
  reason: row.reason,
  actor: row.actor,
  changed_at: toTimestamp(row.changed_at),
})

const newState = exact(
  { state: withDescription(state, 'What was found.'), reason },
  { title: 'NewVerification', description: 'What an operator has found.' },
)

type Subject = {
  chain: Uuid<'ent'>
  organizationId: Uuid<'org'>
  id: Uuid<'org' | 'epi'>
  named: string
  before: VerificationRow | undefined
}

type Deps = ActDeps & PageDeps
const path = '/organizations/:organization_id/verification'

export function verificationEndpoints(api: Api, deps: Deps): void {
  listVerificationsEndpoint(api, deps)
  verifyOrganizationAct(api, deps)
  verifyInstrumentAct(api, deps)
}

function listVerificationsEndpoint(api: Api, deps: Deps): void {
  addRead(api, {
    path: `${path}s`,
    config: { right: 'read' },
    tags,
    operationId: 'listVerifications',
    summary: 'List the verifications of an organization',
    description:
      'Of the organization and its instruments, in pages. What is not listed is pending: nobody has decided.',
    params: Type.Object(organizationParams),
    querystring: exact(pagingQuery),
    answer: dataListOf(verificationSchema, 'A page.'),
    async data(request, reply) {
      const { organization_id: id } = request.params
      const organization = await seenOrganization(deps, operatorOfRequest(request), id)
      if (organization === undefined) throw failure('not_found')
      const rows = await readPage(request, reply, deps, {
        name: `verifications:${organization.id}`,
        keyFrom: (written) => writtenUuid('epi', written),
        page: (after, limit) => selectVerifications(deps.db, organization.id, after, limit),
        keyOf: (row) => row.subject_id,
      })
      return rows.map(view)
    },
  })
}

const about = ({ chain, named, before }: Subject): About => ({
  chain,
  subject: named,
  version: String(before?.version ?? 0),
  amounts: [],
})

async function verify(
  deps: Deps,
  { organizationId, id, named, before }: Subject,
  { state: found }: Static<typeof newState>,
  execution: Execution,
) {
  if (before?.state === found) throw refused(`${named} is already ${found}`)
  const version = before?.version ?? 0
  const { reason: why, actor } = execution
  const made = {
    organization_id: organizationId,
    subject_id: id,
    state: found,
    reason: why,
    actor,
  }
  const result = await execution.commit(String(version), async (transaction) => {
    const row = await upsertVerification(transaction, made, version, deps.clock.now())
    const detail = { before: { state: before?.state ?? 'pending' }, after: { state: found } }
    return row && { result: row, detail }
  })
  if (result === undefined) throw refused(`${named} has changed: read it again`)
  return view(result)
}

function verifyOrganizationAct(api: Api, deps: Deps): void {
  actsOn(api, deps, {
    kind: 'org',
    params: Type.Object(organizationParams),
    async find(operator, { organization_id }): Promise<Subject | undefined> {
      const found = await seenOrganization(deps, operator, organization_id)
      if (found === undefined) return undefined
      const { id, enterprise_id: chain } = found
      const before = await selectVerification(deps.db, id, id)
      return { chain, organizationId: id, id, named: publicId('org', id), before }
    },
    about,
  }).add({
    name: 'organization.verify',
    path,
    tags,
    command: 'organizations verify <state>',
    operationId: 'verifyOrganization',
    summary: 'Verify or reject an organization',
    description:
      'Screeners of kind `verification` say what an organization that is not verified cannot do. Its status stays as it is. What is held for it goes on within seconds.',
    body: newState,
    answer: dataOf(verificationSchema, 'What is known now.'),
    carryOut: (subject, body, execution) => verify(deps, subject, body, execution),
  })
}

function verifyInstrumentAct(api: Api, deps: Deps): void {
  actsOn(api, deps, {
    kind: 'epi',
    params: Type.Object({ external_payment_instrument_id: pathId('epi', 'The instrument.') }),
    async find(operator, params): Promise<Subject | undefined> {
      const found = await seenInstrument(deps, operator, params.external_payment_instrument_id)
      if (found === undefined) return undefined
      const { id, organization_id: organizationId, enterprise_id: chain } = found
      const before = await selectVerification(deps.db, organizationId, id)
      return { chain, organizationId, id, named: publicId('epi', id), before }
    },
    about,
  }).add({
    name: 'instrument.verify',
    path: '/instruments/:external_payment_instrument_id/verification',
    tags,
    command: 'instruments verify <state>',
    operationId: 'verifyInstrument',
    summary: 'Verify or reject an instrument',
    description: 'As for an organization.',
    body: newState,
    answer: dataOf(verificationSchema, 'What is known now.'),
    carryOut: (subject, body, execution) => verify(deps, subject, body, execution),
  })
}
