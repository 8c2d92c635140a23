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
import type { Api, App } from '../../platform/http/api-type.ts'
import { refuseMethod } from '../../platform/http/methods.ts'
import {
  callerOf,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
} from '../../platform/http/request.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { explorersOf } from '../../outside/rails/registry.ts'
import { selectSettings } from '../../parties/customer-users/queries.ts'
import { selectEnterprise } from '../../parties/organizations/queries.ts'
import { exact, text } from '../../platform/http/schemas.ts'
import { loginSchema } from '../../parties/users/login.ts'
import { readInvitation } from '../../parties/users/enrol.ts'
import { passkeyEndpoints, passkeySignInEndpoints } from '../../parties/users/passkey-endpoints.ts'
import { requireCode, type PasskeyDeps } from '../../parties/users/passkeys.ts'
import { selectUserOfEnterprise, type CustomerUser } from '../../parties/users/queries.ts'
import {
  code,
  company,
  signInEndpoints,
  token,
  type Entrance,
} from '../../parties/users/sign-in-endpoints.ts'
import { flowCookie, flowIn } from '../../parties/identity-providers/flow.ts'
import { selectIdentity, selectProvider } from '../../parties/identity-providers/queries.ts'
import {
  begin,
  beginSignIn,
  finishLinking,
  finishSignIn,
  type IdentityDeps,
} from '../../parties/identity-providers/sign-in.ts'
import { signOut } from '../../parties/users/sign-in.ts'

type SessionDeps = PasskeyDeps &
  IdentityDeps & {
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
        enterprise_name: (await selectEnterprise(db, enterpriseId))?.name ?? '',
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
    const { token: secret, hash } = newSessionToken('key')
    await insertConsoleSession(db, hash, keyId, clock.realNow())
    return reply
      .header('set-cookie', sessionCookie(config, secret))
      .send(await sessionView(request))
  })

  api.get('/', options, async (request) => sessionView(request))

  api.delete('/', options, async (request, reply) => {
    const secret = sessionTokenOf(request) ?? ''
    const { user } = callerOf(request)
    const ofUser = hashOfSession(secret, 'user')
    if (user !== null && ofUser !== undefined) await signOut(deps, user, ofUser)
    const hash = hashOfSession(secret)
    if (hash !== undefined) {
      await updateConsoleSessionEnded(db, hash, clock.realNow())
      deps.authenticator.forgetSession(secret)
    }
    return reply.header('set-cookie', sessionCookie(config, '')).send(await sessionView(request))
  })

  const userOf = async (request: FastifyRequest): Promise<CustomerUser> => {
    const { user, enterpriseId } = callerOf(request)
    const row = user && (await selectUserOfEnterprise(db, enterpriseId, user.id))
    if (row == null) throw failure('person_required')
    return row
  }
  const typed = api.withTypeProvider<TypeBoxTypeProvider>()
  passkeyEndpoints(typed, deps, { hide: true, userOf })
  linkEndpoints(typed, deps, userOf)
}

/** What the identity provider sent the browser back with, and to which company's address. */
const returned = exact({
  query: text(8000, 'The query of the address.', 'code=…&state=…'),
  company: text(100, 'The identifier at the end of its path.', 'ent_…'),
})

/** A signed-in person links who he or she is at the identity provider of the company. */
function linkEndpoints(
  api: Api,
  deps: SessionDeps,
  userOf: (request: FastifyRequest) => Promise<CustomerUser>,
): void {
  const { db, clock, config } = deps
  const options = { config: { entersGate: false } }
  api.get('/identity', { ...options, schema: { hide: true } }, async (request) => {
    const { id, enterprise_id: home } = await userOf(request)
    const provider = await selectProvider(db, home)
    return {
      data: {
        issuer: provider?.issuer ?? null,
        is_linked: (await selectIdentity(db, id)) !== undefined,
      },
    }
  })

  api.post(
    '/identity',
    { ...options, schema: { hide: true, body: exact({ code }) } },
    async (request, reply) => {
      const user = await userOf(request)
      await requireCode(deps, user, request.body.code)
      const { url, flow } = await begin(deps, user.enterprise_id, user.id)
      return reply.header('set-cookie', flowCookie(config, flow)).send({ data: { url } })
    },
  )

  api.post(
    '/identity/finish',
    { ...options, schema: { hide: true, body: returned } },
    async (request, reply) => {
      const flow = flowIn(config.secrets, request.headers.cookie, clock.realNow())
      reply.header('set-cookie', flowCookie(config, null))
      await finishLinking(deps, flow, request.body, await userOf(request))
      return reply.send({ data: { is_linked: true } })
    },
  )
}

/**
 * Below /console/entrance: enrolment and sign-in of customers' people. Only a script of the console may call it, and only
 * its cookie carries the session.
 */
export function entranceEndpoints(
  app: App,
  deps: Parameters<typeof signInEndpoints>[1] &
    Parameters<typeof passkeySignInEndpoints>[1] &
    IdentityDeps,
): void {
  app.addHook('onRequest', async (request, reply) => {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    if (!isByScriptOfConsole(request)) throw failure('unauthenticated')
    refuseMethod(request, reply)
    refuseUnreadableBody(request)
  })
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  api.post('/invitation', { schema: { hide: true, body: exact({ token }) } }, async (request) => {
    const {
      login,
      role,
      enterprise_id: id,
    } = await readInvitation({ ...deps, kind: 'customer' }, request.body.token, request.ip)
    const company = id === null ? undefined : await selectEnterprise(deps.db, id)
    return { data: { login, role, company: company?.name ?? '' } }
  })
  api.post(
    '/identity',
    { schema: { hide: true, body: exact({ company }) } },
    async (request, reply) => {
      const { url, flow } = await beginSignIn(deps, request.body.company, request.ip)
      return reply.header('set-cookie', flowCookie(deps.config, flow)).send({ data: { url } })
    },
  )
  api.post(
    '/identity/finish',
    { schema: { hide: true, body: returned } },
    async (request, reply) => {
      const { config, clock } = deps
      const flow = flowIn(config.secrets, request.headers.cookie, clock.realNow())
      reply.header('set-cookie', flowCookie(config, null))
      const session = await finishSignIn(deps, flow, request.body, request.ip)
      return entrance.send(request, reply, session)
    },
  )
  const entrance: Entrance = {
    kind: 'customer',
    route: {},
    hide: true,
    session: exact({ login: loginSchema }, { title: 'SignedIn', description: 'Who signed in.' }),
    send: (_request, reply, { token: secret, user }) =>
      reply
        .header('set-cookie', sessionCookie(deps.config, secret))
        .send({ data: { login: user.login } }),
  }
  signInEndpoints(api, deps, entrance)
  passkeySignInEndpoints(api, deps, entrance)
}
