// The operator API of sign-in: enrolment, sign-in and sign-out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isByScriptOfConsole, sessionCookie } from '../../platform/access/sessions.ts'
import { toTimestamp, toTimestampOrNull, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import {
  choice,
  dataOf,
  exact,
  failures,
  nullable,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { beginEnrolment, finishEnrolment } from './enrol.ts'
import { operatorOfRequest } from './guard.ts'
import { LENGTH_OF_PASSWORDS } from './passwords.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import { endSession, signIn, type Session } from './sign-in.ts'
import { enterpriseIds, enterprisesView, login, role, userSchema, userView } from './view.ts'

type SignInDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'environment' | 'secrets' | 'publicUrl'>
  sharedCounts: SharedCounts
  places: SignInPlaces
}

const token = text(100, 'The enrolment token that an admin gave the user.', 'ce_…')
export const code = Type.String({
  pattern: inputPatterns.signInCode.pattern,
  description: 'The six digits that the authenticator app shows now. Each code works once.',
  examples: ['492039'],
})
/** Any characters, also line breaks: what matters is the length. */
const newPassword = Type.String({
  minLength: LENGTH_OF_PASSWORDS.least,
  maxLength: LENGTH_OF_PASSWORDS.most,
  description: `At least ${LENGTH_OF_PASSWORDS.least} characters.`,
  examples: ['correct horse battery staple'],
})

export const sessionSchema = exact(
  {
    token: Type.String({
      description: 'Send it as `Authorization: Bearer cs_…`. It is shown only here.',
      examples: ['cs_…'],
    }),
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
  user: userView(user),
})

/** The console gets the token as a cookie, and no script sees it. Every other client gets it in the answer. */
export function sendSession(
  { config }: { config: Pick<Config, 'publicUrl'> },
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): FastifyReply {
  if (!isByScriptOfConsole(request)) return reply.send({ data: sessionView(session) })
  return reply
    .header('set-cookie', sessionCookie(config, session.token, 'operator'))
    .send({ data: sessionView({ ...session, token: '' }) })
}

const tags = ['Sign-in']

export function signInEndpoints(api: Api, deps: SignInDeps): void {
  api.post(
    '/enrolment',
    {
      config: { right: 'nobody' },
      schema: {
        tags,
        security: [],
        operationId: 'beginEnrolment',
        summary: 'Begin an enrolment',
        description:
          'A new user, or one who was reset, chooses a password. The answer has the secret for an authenticator app. Calling it again makes another secret.',
        body: exact(
          { token, password: newPassword },
          { title: 'NewEnrolment', description: 'The password of a user.' },
        ),
        response: {
          200: dataOf(
            exact(
              {
                login,
                totp_secret: Type.String({
                  description: 'For an authenticator app (RFC 6238), in base32.',
                  examples: ['T5ZTEYZ6CGKPS5KMIEFUS3JXSFPEVNHT'],
                }),
                totp_uri: Type.String({
                  description: 'The same as a URI, for a QR code.',
                  examples: ['otpauth://totp/Corridor:ben?secret=…'],
                }),
              },
              { title: 'Enrolment', description: 'A second factor to be confirmed.' },
            ),
            'The secret of the second factor.',
          ),
          ...failures(413, 415),
        },
      },
    },
    async (request, reply) => {
      const { token: given, password } = request.body
      const begun = await beginEnrolment(deps, given, password, request.ip)
      return reply.send({
        data: { login: begun.login, totp_secret: begun.secret, totp_uri: begun.uri },
      })
    },
  )

  api.post(
    '/enrolment/confirm',
    {
      config: { right: 'nobody' },
      schema: {
        tags,
        security: [],
        operationId: 'confirmEnrolment',
        summary: 'Confirm an enrolment',
        description: 'Proves that the authenticator app has the secret, and signs the user in.',
        body: exact(
          { token, code },
          { title: 'EnrolmentConfirmation', description: 'A code of the second factor.' },
        ),
        response: { 200: dataOf(sessionSchema, 'The session.'), ...failures(413, 415) },
      },
    },
    async (request, reply) => {
      const { token: given, code: digits } = request.body
      const session = await finishEnrolment(deps, given, digits, request.ip)
      return sendSession(deps, request, reply, session)
    },
  )

  api.post(
    '/sign-in',
    {
      config: { right: 'nobody' },
      schema: {
        tags,
        security: [],
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'At most 10 failures in five minutes from one address, or one /64 of IPv6. A wrong login, password and code have the same answer.',
        body: exact(
          {
            login: text(100, 'The login.', 'ben'),
            password: Type.String({
              maxLength: LENGTH_OF_PASSWORDS.most,
              description: 'The password.',
              examples: ['correct horse battery staple'],
            }),
            code,
          },
          { title: 'Credentials', description: 'What a user signs in with.' },
        ),
        response: { 200: dataOf(sessionSchema, 'The session.'), ...failures(413, 415) },
      },
    },
    async (request, reply) =>
      sendSession(deps, request, reply, await signIn(deps, request.body, request.ip)),
  )

  const whoSchema = exact(
    {
      actor: Type.String({
        description: 'As the audit trail names the caller.',
        examples: ['user:ben'],
      }),
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

  api.get(
    '/me',
    {
      schema: {
        tags,
        operationId: 'whoAmI',
        summary: 'Get the caller',
        description: 'The user or key that the session or key belongs to, and what it may do.',
        response: { 200: dataOf(whoSchema, 'The caller.'), ...failures() },
      },
    },
    async (request, reply) => {
      const { actor, role: itsRole, enterpriseIds: ids } = operatorOfRequest(request)
      return reply.send({
        data: {
          actor,
          role: itsRole,
          enterprise_ids: enterprisesView(ids),
          environment: deps.config.environment,
          now: toTimestamp(deps.clock.now()),
        },
      })
    },
  )

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
      const endedAt = await endSession(deps, operatorOfRequest(request))
      if (isByScriptOfConsole(request))
        void reply.header('set-cookie', sessionCookie(deps.config, '', 'operator'))
      return reply.send({ data: { ended_at: toTimestampOrNull(endedAt) } })
    },
  )
}
