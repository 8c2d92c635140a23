// Questions of the operator about an order or the organization.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { InformationDocument, InformationRequest, QueryOf, Schemas } from '../schemas.ts'

export const informationRequestsOf = (connection: Connection) => {
  const { api } = connection
  return {
    list(
      organization: string,
      query?: QueryOf<'listInformationRequests'>,
      options?: CallOptions,
    ): List<InformationRequest> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/information-requests', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(organization: string, request: string, options?: CallOptions): Promise<InformationRequest> {
      return connection.call(options, (carrier) =>
        api.GET(
          '/v1/organizations/{organization_id}/information-requests/{information_request_id}',
          {
            params: { path: { organization_id: organization, information_request_id: request } },
            ...carrier,
          },
        ),
      )
    },
    /** `content` is base64. The answer names the documents by id. */
    uploadDocument(
      organization: string,
      request: string,
      body: Schemas['NewInformationDocument'],
      options?: CreateOptions,
    ): Promise<InformationDocument> {
      return connection.create(options, (carrier, header) =>
        api.POST(
          '/v1/organizations/{organization_id}/information-requests/{information_request_id}/documents',
          {
            params: {
              path: { organization_id: organization, information_request_id: request },
              header,
            },
            body,
            ...carrier,
          },
        ),
      )
    },
    answer(
      organization: string,
      request: string,
      body: Schemas['NewInformationAnswer'],
      options?: CreateOptions,
    ): Promise<InformationRequest> {
      return connection.create(options, (carrier, header) =>
        api.POST(
          '/v1/organizations/{organization_id}/information-requests/{information_request_id}/answer',
          {
            params: {
              path: { organization_id: organization, information_request_id: request },
              header,
            },
            body,
            ...carrier,
          },
        ),
      )
    },
  }
}
