// The volume limits of an organization, for its customers.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { dataListOf, organizationParams } from '../../platform/http/schemas.ts'
import { selectVolumeLimits } from './queries.ts'
import { volumeLimitSchema, volumeLimitView } from './view.ts'

export function volumeLimitEndpoints(api: Api, deps: { db: Db; clock: Clock }): void {
  addRead(api, {
    path: '/organizations/:organization_id/volume_limits',
    config: { scope: 'read' },
    tags: ['Organizations'],
    operationId: 'listVolumeLimits',
    summary: 'List volume limits',
    description:
      'What the organization and its instruments may order in a day and in a month, with what is used and what remains. Empty if nothing is limited.',
    params: Type.Object(organizationParams),
    answer: dataListOf(volumeLimitSchema, 'The volume limits.'),
    async data(request) {
      const at = deps.clock.now()
      const limits = await selectVolumeLimits(deps.db, organizationOf(request), at)
      return limits.map((limit) => volumeLimitView(limit, at))
    },
  })
}
