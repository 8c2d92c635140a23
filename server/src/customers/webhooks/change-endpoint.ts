// Changes a webhook endpoint. Deliveries that become due while it is disabled fail; a redelivery sends them again.
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { refuseUrl } from './create-endpoint.ts'
import { updateEndpoint, type EndpointChange, type OwnedEndpoint } from './queries.ts'
import type { Targets } from '../../platform/outgoing/target.ts'
import { endpointView, type EndpointJson } from './view.ts'

export async function changeEndpoint(
  deps: { db: Db; clock: Clock; targets: Targets },
  ownedId: OwnedEndpoint,
  change: EndpointChange,
): Promise<EndpointJson> {
  if (change.url !== undefined) await refuseUrl(deps.targets, change.url)
  const row = await updateEndpoint(deps.db, ownedId, change, deps.clock.now())
  if (row === undefined) throw failure('not_found')
  return endpointView(row)
}
