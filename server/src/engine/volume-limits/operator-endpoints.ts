// The operator API of volume limits: those of an organization, and raising one for a while.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  currency,
  dataListOf,
  dataOf,
  decimal,
  exact,
  identifier,
  instant,
  organizationParams,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { selectVolumeLimits } from './queries.ts'
import { raisedMinor, raiseVolumeLimit, subjectOf, versionOf } from './raise-limit.ts'
import { period, volumeLimitSchema, volumeLimitView } from './view.ts'

const tags = ['Limits']
const path = '/organizations/:organization_id/volume_limits'

const raiseSchema = exact(
  {
    external_payment_instrument_id: Type.Optional(
      identifier('epi', 'The limited instrument. Without it, the limit of the organization.'),
    ),
    currency: currency('The currency of the limit.', 'USDC'),
    period,
    amount: decimal('What may be ordered in the period meanwhile.', '100000.00'),
    until: instant('The usual limit applies again from then on.', '2026-03-31T00:00:00Z'),
    reason,
  },
  { title: 'RaisedVolumeLimit', description: 'A volume limit that is raised for a while.' },
)

export function operatorVolumeLimitEndpoints(api: Api, deps: ActDeps): void {
  const params = Type.Object(organizationParams)

  addRead(api, {
    path,
    config: { right: 'read', command: 'limits list' },
    tags,
    operationId: 'listVolumeLimitsOfOrganization',
    summary: 'List the volume limits of an organization',
    description: 'With what is used and what remains, as the customer sees it.',
    params,
    answer: dataListOf(volumeLimitSchema, 'The volume limits.'),
    async data(request) {
      const { organization_id: id } = request.params
      const organization = await seenOrganization(deps, operatorOfRequest(request), id)
      if (organization === undefined) throw failure('not_found')
      const at = deps.clock.now()
      const limits = await selectVolumeLimits(deps.db, organization.id, at)
      return limits.map((limit) => volumeLimitView(limit, at))
    },
  })

  actsOn(api, deps, {
    kind: 'org',
    params,
    find: (operator, { organization_id: id }) => seenOrganization(deps, operator, id),
    about: ({ id, enterprise_id: chain }) => ({
      chain,
      subject: publicId('org', id),
      version: '',
      amounts: [],
    }),
  }).addNaming({
    name: 'volume_limit.raise',
    operationId: 'raiseVolumeLimit',
    path: `${path}/raise`,
    tags,
    command: 'limits raise',
    summary: 'Raise a volume limit for a while',
    description:
      'Replaces an earlier raise. The operator file sets the usual limit, which applies again afterwards.',
    body: raiseSchema,
    answer: dataOf(volumeLimitSchema, 'The limit as it is now.'),
    async named(organization, body) {
      const text = body.external_payment_instrument_id
      const subjectId = text === undefined ? organization.id : uuidOf('epi', text)
      const limits = await selectVolumeLimits(deps.db, organization.id, deps.clock.now())
      return limits.find(
        (one) =>
          one.subject_id === subjectId &&
          one.currency === body.currency &&
          one.period === body.period,
      )
    },
    about: ({ found: organization, named: limit }, { amount }) => ({
      chain: organization.enterprise_id,
      // Raises of several limits of an organization wait beside each other.
      subject: `${subjectOf(limit)}:${limit.currency}:${limit.period}`,
      version: versionOf(limit),
      amounts: [{ currency: limit.currency, minor: raisedMinor(limit.currency, amount) }],
    }),
    carryOut: ({ named: limit }, body, execution) => raiseVolumeLimit(deps, limit, body, execution),
  })
}
