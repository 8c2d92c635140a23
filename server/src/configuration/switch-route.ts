// Makes the operator file that disables or enables the routes of a name, so that this is a version like any other.
import { stringify } from 'yaml'
import { selectRouteNames, selectRoutesByName } from '../configured-routes/queries.ts'
import type { Db } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { nearestFirst } from '../operators/nearest.ts'
import { parseOperatorFile, type OperatorFile } from '../operators/operator-file.ts'
import { VersionRefused } from './apply-version.ts'

export type Switch = { name: string; isDisabled: boolean; organizationId: Uuid<'org'> | null }

/** Disabling covers every organization that has a route of this name; enabling must name one of several. */
export async function switchFile(db: Db, wanted: Switch): Promise<OperatorFile> {
  const { name, isDisabled, organizationId } = wanted
  const found = await selectRoutesByName(db, name, organizationId)
  if (found.length === 0) {
    const names = nearestFirst(name, await selectRouteNames(db))
    throw new VersionRefused(`there is no route ${name}; routes: ${names}`)
  }
  if (found.length > 1 && !isDisabled) {
    const ids = found.map((one) => publicId('org', one.organization_id)).join(', ')
    throw new VersionRefused(
      `several organizations have a route ${name}; choose one of these organizations: ${ids}`,
    )
  }
  const enterprises = [...Map.groupBy(found, (one) => one.enterprise_name)].map(
    ([enterprise, routes]) => ({
      name: enterprise,
      organizations: routes.map((route) => ({
        id: publicId('org', route.organization_id),
        routes: [{ name, disabled: isDisabled }],
      })),
    }),
  )
  return parseOperatorFile(stringify({ enterprises }), `route ${name}`, '.')
}
