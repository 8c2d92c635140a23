// Organizations of the enterprise.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { Organization, QueryOf, Schemas, VolumeLimit } from '../schemas.ts'

export const organizationsOf = (connection: Connection) => {
  const { api } = connection
  return {
    async create(body: Schemas['NewOrganization'], options?: CreateOptions): Promise<Organization> {
      const { body: answer } = await connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations', { params: { header }, body, ...carrier }),
      )
      return answer.data
    },
    list(query?: QueryOf<'listOrganizations'>, options?: CallOptions): List<Organization> {
      return listOf(query, (page) =>
        connection.call(options, (carrier) =>
          api.GET('/v1/organizations', { params: { query: { ...query, ...page } }, ...carrier }),
        ),
      )
    },
    /** With every status that it had. */
    async get(organization: string, options?: CallOptions): Promise<Organization> {
      const { body } = await connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}', {
          params: { path: { organization_id: organization } },
          ...carrier,
        }),
      )
      return body.data
    },
    /** What the desk allows in a day and a month, with what is used and what remains. */
    async volumeLimits(organization: string, options?: CallOptions): Promise<VolumeLimit[]> {
      const { body } = await connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/volume_limits', {
          params: { path: { organization_id: organization } },
          ...carrier,
        }),
      )
      return body.data
    },
  }
}
