// The console: its pages, and the session of a customer. Signing in exchanges an API key for a cookie that scripts of
// the page cannot read. files.ts, which most processes never need, is imported by the first request for a page.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../../platform/access/authenticate.ts'
import {
  insertConsoleSession,
  updateConsoleSessionEnded,
} from '../../platform/access/session-queries.ts'
import {
  hashOfSession,
  isByScriptOfConsole,
  newSessionToken,
  sessionCookie,
  sessionTokenOf,
} from '../../platform/access/sessions.ts'
import { toTimestamp } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { failure } from '../../platform/errors.ts'
import type { App } from '../../platform/http/api-type.ts'
import { refuseMethod } from '../../platform/http/methods.ts'
import {
  callerOf,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
} from '../../platform/http/request.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { explorersOf } from '../../outside/rails/registry.ts'
import { selectSettings } from '../../parties/customer-users/queries.ts'
import { exact } from '../../platform/http/schemas.ts'
import { loginSchema } from '../../parties/users/login.ts'
import { passkeyEndpoints, passkeySignInEndpoints } from '../../parties/users/passkey-endpoints.ts'
import type { PasskeyDeps } from '../../parties/users/passkeys.ts'
import { selectUserOfEnterprise } from '../../parties/users/queries.ts'
import { signInEndpoints, type Entrance } from '../../parties/users/sign-in-endpoints.ts'
import { signOut } from '../../parties/users/sign-in.ts'

type SessionDeps = PasskeyDeps & {
  config: Pick<Config, 'environment' | 'publicUrl' | 'secrets'>
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
    const { id, user, organizationId, scopes, enterpriseId } = callerOf(request)
    return {
      data: {
        environment: config.environment,
        key_id: user === null ? id : null,
        person: user && {
          id,
          login: user.login,
          role: user.role,
          awaits_admission: user.awaits_admission,
        },
        enterprise_id: publicId('ent', enterpriseId),
        organization_id: organizationId === null ? null : publicId('org', organizationId),
        scopes,
        now: toTimestamp(clock.now()),
        explorers: await explorersOf(db),
      },
    }
  }

  api.post('/', options, async (request, reply) => {
    const { id, enterpriseId } = callerOf(request)
    const keyId = uuidOf('key', id)
    if (request.headers.authorization === undefined || keyId === undefined)
      throw failure('unauthenticated')
    if (!(await selectSettings(db, enterpriseId)).keys_may_sign_in) throw failure('key_sign_in_off')
    const { token, hash } = newSessionToken('key')
    await insertConsoleSession(db, hash, keyId, clock.realNow())
    return reply.header('set-cookie', sessionCookie(config, token)).send(await sessionView(request))
  })

  api.get('/', options, async (request) => sessionView(request))

  api.delete('/', options, async (request, reply) => {
    const token = sessionTokenOf(request) ?? ''
    const { user } = callerOf(request)
    const ofUser = hashOfSession(token, 'user')
    if (user !== null && ofUser !== undefined) await signOut(deps, user, ofUser)
    const hash = hashOfSession(token)
    if (hash !== undefined) {
      await updateConsoleSessionEnded(db, hash, clock.realNow())
      deps.authenticator.forgetSession(token)
    }
    return reply.header('set-cookie', sessionCookie(config, '')).send(await sessionView(request))
  })

  passkeyEndpoints(api.withTypeProvider<TypeBoxTypeProvider>(), deps, {
    hide: true,
    async userOf(request) {
      const { user, enterpriseId } = callerOf(request)
      const row = user && (await selectUserOfEnterprise(db, enterpriseId, user.id))
      if (row == null) throw failure('person_required')
      return row
    },
  })
}

/**
 * Below /console/entrance: enrolment and sign-in of customers' people. Only a script of the console may call it, and only
 * its cookie carries the session.
 */
export function entranceEndpoints(
  app: App,
  deps: Parameters<typeof signInEndpoints>[1] & Parameters<typeof passkeySignInEndpoints>[1],
): void {
  app.addHook('onRequest', async (request, reply) => {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    if (!isByScriptOfConsole(request)) throw failure('unauthenticated')
    refuseMethod(request, reply)
    refuseUnreadableBody(request)
  })
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  const entrance: Entrance = {
    kind: 'customer',
    route: {},
    hide: true,
    session: exact({ login: loginSchema }, { title: 'SignedIn', description: 'Who signed in.' }),
    send: (_request, reply, { token, user }) =>
      reply
        .header('set-cookie', sessionCookie(deps.config, token))
        .send({ data: { login: user.login } }),
  }
  signInEndpoints(api, deps, entrance)
  passkeySignInEndpoints(api, deps, entrance)
}
