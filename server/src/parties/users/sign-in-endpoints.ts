// Enrolment and sign-in with a password, of operators in their API and of customers' people in the console. An `Entrance`
// says how they differ.
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { anyText, dataOf, exact, failures, text } from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { beginEnrolment, finishEnrolment } from './enrol.ts'
import { loginSchema } from './login.ts'
import type { UserKind } from './kinds.ts'
import { LENGTH_OF_PASSWORDS } from './passwords.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import { signIn, type Credentials, type Session } from './sign-in.ts'

type SignInDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets'>
  sharedCounts: SharedCounts
  places: SignInPlaces
  deskName: () => Promise<string>
}

export type Entrance = {
  kind: UserKind
  /** The configuration of its routes: nobody has a session yet. */
  route: FastifyContextConfig
  /** Whether the description leaves its operations out. */
  hide: boolean
  /** The schema of a session. */
  session: TSchema
  /** Answers a sign-in. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
  ): FastifyReply | Promise<FastifyReply>
}

export const token = text(100, 'The enrolment token that an admin gave the user.', 'ce_…')
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

const tags = ['Sign-in']

export const company = text(200, 'The name or the identifier of the enterprise.', 'Acme Payments')

export function signInEndpoints(api: Api, deps: SignInDeps, entrance: Entrance): void {
  beginEnrolmentEndpoint(api, deps, entrance)
  confirmEnrolmentEndpoint(api, deps, entrance)
  signInEndpoint(api, deps, entrance)
}

function beginEnrolmentEndpoint(
  api: Api,
  deps: SignInDeps,
  { kind, hide, route: config }: Entrance,
): void {
  api.post(
    '/enrolment',
    {
      config,
      schema: {
        hide,
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
                login: loginSchema,
                totp_secret: anyText(
                  'For an authenticator app (RFC 6238), in base32.',
                  'T5ZTEYZ6CGKPS5KMIEFUS3JXSFPEVNHT',
                ),
                totp_uri: anyText(
                  'The same as a URI, for a QR code.',
                  'otpauth://totp/Corridor:ben?secret=…',
                ),
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
      const { token: secret, password } = request.body
      const begun = await beginEnrolment({ ...deps, kind }, secret, password, request.ip)
      return reply.send({
        data: { login: begun.login, totp_secret: begun.secret, totp_uri: begun.uri },
      })
    },
  )
}

function confirmEnrolmentEndpoint(
  api: Api,
  deps: SignInDeps,
  { kind, hide, route: config, session: sessionSchema, send }: Entrance,
): void {
  api.post(
    '/enrolment/confirm',
    {
      config,
      schema: {
        hide,
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
      const { token: secret, code: digits } = request.body
      const session = await finishEnrolment({ ...deps, kind }, secret, digits, request.ip)
      return send(request, reply, session)
    },
  )
}

function signInEndpoint(
  api: Api,
  deps: SignInDeps,
  { kind, hide, route: config, session: sessionSchema, send }: Entrance,
): void {
  api.post(
    '/sign-in',
    {
      config,
      schema: {
        hide,
        tags,
        security: [],
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'At most 10 failures in five minutes from one address, or one /64 of IPv6. A wrong login, password and code have the same answer.',
        body: Type.Unsafe<Credentials>(
          exact(
            {
              ...(kind === 'customer' ? { company } : {}),
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
        ),
        response: { 200: dataOf(sessionSchema, 'The session.'), ...failures(413, 415) },
      },
    },
    async (request, reply) =>
      send(request, reply, await signIn({ ...deps, kind }, request.body, request.ip)),
  )
}
