// The console: its pages, and the session of a customer. Signing in exchanges an API key for a cookie that scripts of
// the page cannot read. files.ts, which most processes never need, is imported by the first request for a page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../../platform/access/authenticate.ts'
import {
  insertConsoleSession,
  updateConsoleSessionEnded,
} from '../../platform/access/session-queries.ts'
import {
  hashOfSession,
  newSessionToken,
  sessionCookie,
  sessionTokenOf,
} from '../../platform/access/sessions.ts'
import { toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import type { App } from '../../platform/http/api-type.ts'
import { callerOf } from '../../platform/http/request.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { explorersOf } from '../../outside/rails/registry.ts'

type SessionDeps = {
  db: Db
  clock: Clock
  config: Pick<Config, 'environment' | 'publicUrl'>
  authenticator: Authenticator
}

export function consolePages(app: App): void {
  const schema = { hide: true }
  const pages = async (request: FastifyRequest, reply: FastifyReply) => {
    const { sendFile } = await import('./files.ts')
    return sendFile(request, reply)
  }
  app.get('/console', { schema }, async (_request, reply) => reply.redirect('/console/'))
  app.get('/console/*', { schema }, pages)
}

/** Below /console/session, behind the guard of the API. */
export function sessionEndpoints(api: App, deps: SessionDeps): void {
  const { db, clock, config } = deps
  const options = { schema: { hide: true }, config: { entersGate: false } }
  const sessionView = async (request: FastifyRequest) => {
    const { keyId, organizationId, scopes, enterpriseId } = callerOf(request)
    return {
      data: {
        environment: config.environment,
        key_id: keyId,
        enterprise_id: publicId('ent', enterpriseId),
        organization_id: organizationId === null ? null : publicId('org', organizationId),
        scopes,
        now: toTimestamp(clock.now()),
        explorers: await explorersOf(db),
      },
    }
  }

  api.post('/', options, async (request, reply) => {
    const keyId = uuidOf('key', callerOf(request).keyId)
    if (request.headers.authorization === undefined || keyId === undefined)
      throw failure('unauthenticated')
    const { token, hash } = newSessionToken()
    await insertConsoleSession(db, hash, keyId, clock.realNow())
    return reply.header('set-cookie', sessionCookie(config, token)).send(await sessionView(request))
  })

  api.get('/', options, async (request) => sessionView(request))

  api.delete('/', options, async (request, reply) => {
    const token = sessionTokenOf(request) ?? ''
    const hash = hashOfSession(token)
    if (hash !== undefined) {
      await updateConsoleSessionEnded(db, hash, clock.realNow())
      deps.authenticator.forgetSession(token)
    }
    return reply.header('set-cookie', sessionCookie(config, '')).send(await sessionView(request))
  })
}
