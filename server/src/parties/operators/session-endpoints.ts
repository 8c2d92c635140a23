// The operator API of sessions: the caller, sign-in as it is answered, and sign-out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isByScriptOfConsole, sessionCookie } from '../../platform/access/sessions.ts'
import { toTimestamp, toTimestampOrNull, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  choice,
  dataOf,
  exact,
  failures,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { failure } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { selectUserByLogin, type OperatorUser, type UserRow } from '../users/queries.ts'
import type { Entrance } from '../users/sign-in-endpoints.ts'
import { signOut, type Session } from '../users/sign-in.ts'
import { operatorOfRequest } from './guard.ts'
import { enterpriseIds, enterprisesView, role, userSchema, userView } from './view.ts'

type SessionDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'environment' | 'publicUrl'>
}

const sessionSchema = exact(
  {
    token: anyText('Send it as `Authorization: Bearer cs_…`. It is shown only here.', 'cs_…'),
    expires_at: timestamp(
      'When the session ends. It ends earlier after an hour without a request.',
    ),
    user: userSchema,
  },
  { title: 'Session', description: 'A signed-in user.' },
)

const sessionView = ({ token: secret, expiresAt, user }: Session) => ({
  token: secret,
  expires_at: toTimestamp(expiresAt),
  user: userView(operatorOf(user)),
})

/** The console gets the token as a cookie, and no script sees it. Every other client gets it in the answer. */
export const operatorEntrance = ({ config }: Pick<SessionDeps, 'config'>): Entrance => ({
  kind: 'operator',
  route: { right: 'nobody' },
  hide: false,
  session: sessionSchema,
  send: (request: FastifyRequest, reply: FastifyReply, session) =>
    isByScriptOfConsole(request)
      ? reply
          .header('set-cookie', sessionCookie(config, session.token, 'operator'))
          .send({ data: sessionView({ ...session, token: '' }) })
      : reply.send({ data: sessionView(session) }),
})

const tags = ['Sign-in']

const whoSchema = exact(
  {
    actor: anyText('As the audit trail names the caller.', 'user:ben'),
    role,
    enterprise_ids: enterpriseIds,
    environment: choice(['sandbox', 'live'], 'What the deployment is.', {
      title: 'OperatedEnvironment',
      example: 'live',
    }),
    now: timestamp('The time of the service, which a sandbox may have moved.'),
  },
  { title: 'Caller', description: 'The caller of the operator API.' },
)

export function operatorSessionEndpoints(api: Api, deps: SessionDeps): void {
  whoAmIEndpoint(api, deps)
  signOutEndpoint(api, deps)
}

function whoAmIEndpoint(api: Api, deps: SessionDeps): void {
  addRead(api, {
    path: '/me',
    config: { command: 'whoami' },
    tags,
    operationId: 'whoAmI',
    summary: 'Get the caller',
    description: 'The user or key that the session or key belongs to, and what it may do.',
    answer: dataOf(whoSchema, 'The caller.'),
    async data(request) {
      const { actor, role: itsRole, enterpriseIds: ids } = operatorOfRequest(request)
      return {
        actor,
        role: itsRole,
        enterprise_ids: enterprisesView(ids),
        environment: deps.config.environment,
        now: toTimestamp(deps.clock.now()),
      }
    },
  })
}

function signOutEndpoint(api: Api, deps: SessionDeps): void {
  api.post(
    '/sign-out',
    {
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session of this request. A key has no session.',
        response: {
          200: dataOf(
            exact(
              {
                ended_at: nullable(
                  timestamp('An instant.'),
                  'When the session ended. Null for a key.',
                ),
              },
              { title: 'SignOut', description: 'The end of a session.' },
            ),
            'The end of the session.',
          ),
          ...failures(413, 415),
        },
      },
    },
    async (request, reply) => {
      const { login, person, sessionHash } = operatorOfRequest(request)
      const endedAt =
        login === null || person === null || sessionHash === null
          ? null
          : await signOut(deps, { id: person, login, enterprise_id: null }, sessionHash)
      if (isByScriptOfConsole(request))
        void reply.header('set-cookie', sessionCookie(deps.config, '', 'operator'))
      return reply.send({ data: { ended_at: toTimestampOrNull(endedAt) } })
    },
  )
}

/** The signed-in user. Throws `act_refused` for an operator key, which has no passkeys. */
export async function userOfOperator(
  { db }: Pick<SessionDeps, 'db'>,
  request: FastifyRequest,
): Promise<OperatorUser> {
  const { login } = operatorOfRequest(request)
  const user = login === null ? undefined : await selectUserByLogin(db, login, null)
  if (user === undefined)
    throw failure('act_refused', {}, 'An operator key has no passkeys: sign in as a user.')
  return user
}

/** The sign-in of operators lets in no other users. */
function operatorOf(user: UserRow): OperatorUser {
  if (user.enterprise_id === null) return user
  throw new Error(`${publicId('usr', user.id)} is no operator`)
}
