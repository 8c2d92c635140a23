// Organizations of the enterprise.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { Organization, QueryOf, Schemas, VolumeLimit } from '../schemas.ts'

export const organizationsOf = (connection: Connection) => {
  const { api } = connection
  return {
    create(body: Schemas['NewOrganization'], options?: CreateOptions): Promise<Organization> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations', { params: { header }, body, ...carrier }),
      )
    },
    list(query?: QueryOf<'listOrganizations'>, options?: CallOptions): List<Organization> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations', { params: { query: { ...query, ...page } }, ...carrier }),
        ),
      )
    },
    /** With every status that it had. */
    get(organization: string, options?: CallOptions): Promise<Organization> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}', {
          params: { path: { organization_id: organization } },
          ...carrier,
        }),
      )
    },
    /** The desk's limits for a day and a month, with the used and the remaining amounts. */
    volumeLimits(organization: string, options?: CallOptions): Promise<VolumeLimit[]> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/volume_limits', {
          params: { path: { organization_id: organization } },
          ...carrier,
        }),
      )
    },
  }
}
