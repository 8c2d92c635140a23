// API keys of the enterprise.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { ApiKey, ApiKeyWithSecret, QueryOf, Schemas } from '../schemas.ts'

export const keysOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** Only this answer has the key itself. */
    create(body: Schemas['NewApiKey'], options?: CreateOptions): Promise<ApiKeyWithSecret> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/api-keys', { params: { header }, body, ...carrier }),
      )
    },
    list(query?: QueryOf<'listApiKeys'>, options?: CallOptions): List<ApiKey> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/api-keys', { params: { query: { ...query, ...page } }, ...carrier }),
        ),
      )
    },
    get(key: string, options?: CallOptions): Promise<ApiKey> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/api-keys/{api_key_id}', { params: { path: { api_key_id: key } }, ...carrier }),
      )
    },
    /** A new key. The old one works until the overlap ends. */
    rotate(
      key: string,
      body: Schemas['ApiKeyRotation'],
      options?: CreateOptions,
    ): Promise<ApiKeyWithSecret> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/api-keys/{api_key_id}/rotate', {
          params: { path: { api_key_id: key }, header },
          body,
          ...carrier,
        }),
      )
    },
    revoke(key: string, options?: CallOptions): Promise<ApiKey> {
      return connection.call(options, (carrier) =>
        api.DELETE('/v1/api-keys/{api_key_id}', {
          params: { path: { api_key_id: key } },
          ...carrier,
        }),
      )
    },
  }
}
