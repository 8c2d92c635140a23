// The operator API of holds on one organization. operator-endpoints.ts has those on whole enterprises.
import Type from 'typebox'
import type { ActDeps } from '../acts/act.ts'
import { actsOn } from '../acts/acts-on.ts'
import { closed } from '../acts/closed.ts'
import { refused } from '../acts/refused.ts'
import { toTimestamp } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { changedSchema } from '../../platform/http/changed.ts'
import { dataOf, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { actBody } from '../operators/guard.ts'
import {
  lockEnterprise,
  selectOrganization,
  updateOrganizationStatus,
  type OrganizationRow,
} from './queries.ts'
import { seenOrganization } from './seen-organization.ts'

const acts = [
  {
    name: 'organization.hold',
    path: 'hold',
    status: 'COMPLIANCE_HOLD',
    operationId: 'holdOrganization',
    summary: 'Hold an organization',
    description: 'Nothing new is quoted, ordered or sent for it until it is released.',
    refusal: closed('already_on_hold', 'is already on hold'),
  },
  {
    name: 'organization.release',
    path: 'release',
    status: 'ACTIVE',
    operationId: 'releaseOrganization',
    summary: 'Release an organization',
    description: 'Ends its hold, or releases a new organization for the first time.',
    refusal: closed('not_on_hold', 'is not on hold'),
  },
] as const

export function organizationHoldEndpoints(api: Api, deps: ActDeps): void {
  const { add } = actsOn(api, deps, {
    kind: 'org',
    params: Type.Object({ organization_id: pathId('org', 'The organization.') }),
    find: (operator, { organization_id }) => seenOrganization(deps, operator, organization_id),
    about: (row) => ({
      chain: row.enterprise_id,
      subject: publicId('org', row.id),
      version: versionOf(row),
      amounts: [],
    }),
  })
  for (const { path, status, refusal, ...texts } of acts)
    add({
      ...texts,
      path: `/organizations/:organization_id/${path}`,
      tags: ['Holds'],
      body: actBody,
      answer: dataOf(changedSchema, 'What changed.'),
      closed: (row) => (row.status === status ? refusal : null),
      async carryOut(row, _body, execution) {
        const id = publicId('org', row.id)
        const changed = await execution.commit(versionOf(row), async (db) => {
          await lockEnterprise(db, row.enterprise_id)
          const present = await selectOrganization(db, row.id)
          if (present === undefined || versionOf(present) !== versionOf(row)) return undefined
          const after = await updateOrganizationStatus(db, row.id, status, deps.clock.now())
          return (
            after && { result: id, detail: { before: { status: row.status }, after: { status } } }
          )
        })
        if (changed === undefined) throw refused(`${id} has changed: read it again`)
        return { changed: [changed] }
      },
    })
}

const versionOf = ({ status, updated_at }: OrganizationRow): string =>
  `${status} since ${toTimestamp(updated_at)}`
