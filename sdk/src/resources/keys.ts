// API keys of the enterprise.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { ApiKey, ApiKeyWithSecret, QueryOf, Schemas } from '../schemas.ts'

export const keysOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** Only this answer has the key itself. */
    async create(body: Schemas['NewApiKey'], options?: CreateOptions): Promise<ApiKeyWithSecret> {
      const { body: answer } = await connection.create(options, (carrier, header) =>
        api.POST('/v1/api-keys', { params: { header }, body, ...carrier }),
      )
      return answer.data
    },
    list(query?: QueryOf<'listApiKeys'>, options?: CallOptions): List<ApiKey> {
      return listOf(query, (page) =>
        connection.call(options, (carrier) =>
          api.GET('/v1/api-keys', { params: { query: { ...query, ...page } }, ...carrier }),
        ),
      )
    },
    async get(key: string, options?: CallOptions): Promise<ApiKey> {
      const { body } = await connection.call(options, (carrier) =>
        api.GET('/v1/api-keys/{api_key_id}', { params: { path: { api_key_id: key } }, ...carrier }),
      )
      return body.data
    },
    /** A new key. The old one works until the overlap ends. */
    async rotate(
      key: string,
      body: Schemas['ApiKeyRotation'],
      options?: CreateOptions,
    ): Promise<ApiKeyWithSecret> {
      const { body: answer } = await connection.create(options, (carrier, header) =>
        api.POST('/v1/api-keys/{api_key_id}/rotate', {
          params: { path: { api_key_id: key }, header },
          body,
          ...carrier,
        }),
      )
      return answer.data
    },
    async revoke(key: string, options?: CallOptions): Promise<ApiKey> {
      const { body: answer } = await connection.call(options, (carrier) =>
        api.DELETE('/v1/api-keys/{api_key_id}', {
          params: { path: { api_key_id: key } },
          ...carrier,
        }),
      )
      return answer.data
    },
  }
}
