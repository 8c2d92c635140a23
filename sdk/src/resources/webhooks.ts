// Webhook endpoints, of an organization or of the enterprise, and the verification of what they receive.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type {
  QueryOf,
  QueuedEvents,
  QueuedTest,
  Schemas,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../schemas.ts'
import { verifyWebhook } from '../verify.ts'

export const webhooksOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** Only this answer has the secret. */
    create(
      organization: string,
      body: Schemas['NewWebhookEndpoint'],
      options?: CreateOptions,
    ): Promise<WebhookEndpointWithSecret> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations/{organization_id}/webhook-endpoints', {
          params: { path: { organization_id: organization }, header },
          body,
          ...carrier,
        }),
      )
    },
    list(
      organization: string,
      query?: QueryOf<'listWebhookEndpoints'>,
      options?: CallOptions,
    ): List<WebhookEndpoint> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/webhook-endpoints', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(organization: string, endpoint: string, options?: CallOptions): Promise<WebhookEndpoint> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}', {
          params: { path: { organization_id: organization, webhook_endpoint_id: endpoint } },
          ...carrier,
        }),
      )
    },
    change(
      organization: string,
      endpoint: string,
      body: Schemas['WebhookEndpointChanges'],
      options?: CallOptions,
    ): Promise<WebhookEndpoint> {
      return connection.call(options, (carrier) =>
        api.PATCH('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}', {
          params: { path: { organization_id: organization, webhook_endpoint_id: endpoint } },
          body,
          ...carrier,
        }),
      )
    },
    delete(
      organization: string,
      endpoint: string,
      options?: CallOptions,
    ): Promise<WebhookEndpoint> {
      return connection.call(options, (carrier) =>
        api.DELETE('/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}', {
          params: { path: { organization_id: organization, webhook_endpoint_id: endpoint } },
          ...carrier,
        }),
      )
    },
    /** A new secret. Requests are signed with both for 24 hours. Not repeated after a lost answer. */
    rotateSecret(
      organization: string,
      endpoint: string,
      options?: CallOptions,
    ): Promise<WebhookEndpointWithSecret> {
      return connection.callOnce(options, (carrier) =>
        api.POST(
          '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
          {
            params: { path: { organization_id: organization, webhook_endpoint_id: endpoint } },
            ...carrier,
          },
        ),
      )
    },
    /** Sends a webhook.test event. Not repeated after a lost answer. */
    test(organization: string, endpoint: string, options?: CallOptions): Promise<QueuedTest> {
      return connection.callOnce(options, (carrier) =>
        api.POST(
          '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/test',
          {
            params: { path: { organization_id: organization, webhook_endpoint_id: endpoint } },
            ...carrier,
          },
        ),
      )
    },
    deliveries(
      organization: string,
      endpoint: string,
      query?: QueryOf<'listWebhookDeliveries'>,
      options?: CallOptions,
    ): List<WebhookDelivery> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET(
            '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/deliveries',
            {
              params: {
                path: { organization_id: organization, webhook_endpoint_id: endpoint },
                query: { ...query, ...page },
              },
              ...carrier,
            },
          ),
        ),
      )
    },
    /** Sends events again. Not repeated after a lost answer. */
    redeliver(
      organization: string,
      endpoint: string,
      body: Schemas['Redelivery'],
      options?: CallOptions,
    ): Promise<QueuedEvents> {
      return connection.callOnce(options, (carrier) =>
        api.POST(
          '/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/redeliver',
          {
            params: { path: { organization_id: organization, webhook_endpoint_id: endpoint } },
            body,
            ...carrier,
          },
        ),
      )
    },
    /** Checks signature and time of a request to an endpoint, and returns its typed body. */
    verify: verifyWebhook,
  }
}

export const enterpriseWebhooksOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** Only this answer has the secret. */
    create(
      body: Schemas['NewWebhookEndpoint'],
      options?: CreateOptions,
    ): Promise<WebhookEndpointWithSecret> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/webhook-endpoints', { params: { header }, body, ...carrier }),
      )
    },
    list(
      query?: QueryOf<'listEnterpriseWebhookEndpoints'>,
      options?: CallOptions,
    ): List<WebhookEndpoint> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/webhook-endpoints', {
            params: { query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(endpoint: string, options?: CallOptions): Promise<WebhookEndpoint> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/webhook-endpoints/{webhook_endpoint_id}', {
          params: { path: { webhook_endpoint_id: endpoint } },
          ...carrier,
        }),
      )
    },
    change(
      endpoint: string,
      body: Schemas['WebhookEndpointChanges'],
      options?: CallOptions,
    ): Promise<WebhookEndpoint> {
      return connection.call(options, (carrier) =>
        api.PATCH('/v1/webhook-endpoints/{webhook_endpoint_id}', {
          params: { path: { webhook_endpoint_id: endpoint } },
          body,
          ...carrier,
        }),
      )
    },
    delete(endpoint: string, options?: CallOptions): Promise<WebhookEndpoint> {
      return connection.call(options, (carrier) =>
        api.DELETE('/v1/webhook-endpoints/{webhook_endpoint_id}', {
          params: { path: { webhook_endpoint_id: endpoint } },
          ...carrier,
        }),
      )
    },
    /** A new secret. Requests are signed with both for 24 hours. Not repeated after a lost answer. */
    rotateSecret(endpoint: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
      return connection.callOnce(options, (carrier) =>
        api.POST('/v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret', {
          params: { path: { webhook_endpoint_id: endpoint } },
          ...carrier,
        }),
      )
    },
    /** Sends a webhook.test event. Not repeated after a lost answer. */
    test(endpoint: string, options?: CallOptions): Promise<QueuedTest> {
      return connection.callOnce(options, (carrier) =>
        api.POST('/v1/webhook-endpoints/{webhook_endpoint_id}/test', {
          params: { path: { webhook_endpoint_id: endpoint } },
          ...carrier,
        }),
      )
    },
    deliveries(
      endpoint: string,
      query?: QueryOf<'listEnterpriseWebhookDeliveries'>,
      options?: CallOptions,
    ): List<WebhookDelivery> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/webhook-endpoints/{webhook_endpoint_id}/deliveries', {
            params: { path: { webhook_endpoint_id: endpoint }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    /** Sends events again. Not repeated after a lost answer. */
    redeliver(
      endpoint: string,
      body: Schemas['Redelivery'],
      options?: CallOptions,
    ): Promise<QueuedEvents> {
      return connection.callOnce(options, (carrier) =>
        api.POST('/v1/webhook-endpoints/{webhook_endpoint_id}/redeliver', {
          params: { path: { webhook_endpoint_id: endpoint } },
          body,
          ...carrier,
        }),
      )
    },
  }
}
