// The operator API of passkeys: sign-in, and the passkeys of the signed-in user. passkey-schemas.ts has the forms.
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataListOf, dataOf, exact, failures, pathId, text } from '../../platform/http/schemas.ts'
import { uuidOf } from '../../platform/ids.ts'
import { operatorOfRequest } from './guard.ts'
import type { Operator } from './operator.ts'
import { CHALLENGE_MS } from './passkey-challenge.ts'
import { selectPasskeys } from './passkey-queries.ts'
import {
  creationOptions,
  newCredential,
  passkeySchema,
  passkeyView,
  requestOptions,
  signedCredential,
} from './passkey-schemas.ts'
import {
  addPasskey,
  ALGORITHMS,
  beginPasskey,
  handleOf,
  removePasskey,
  signInByPasskey,
  signInChallenge,
  siteOf,
  type PasskeyDeps,
} from './passkeys.ts'
import { selectUserByLogin, type UserRow } from './queries.ts'
import { code, sendSession, sessionSchema } from './sign-in-endpoints.ts'
import type { SignInPlaces } from './sign-in-places.ts'

const tags = ['Passkeys']

export function passkeyEndpoints(api: Api, deps: PasskeyDeps & { places: SignInPlaces }): void {
  api.post(
    '/sign-in/passkey/options',
    {
      config: { right: 'nobody' },
      schema: {
        tags,
        security: [],
        operationId: 'beginPasskeySignIn',
        summary: 'Begin a sign-in with a passkey',
        description: 'Names no user: the authenticator knows whose passkey it has.',
        response: { 200: dataOf(requestOptions, 'The options.'), ...failures(413, 415) },
      },
    },
    async (_request, reply) =>
      reply.send({
        data: {
          challenge: signInChallenge(deps),
          timeout: CHALLENGE_MS,
          rpId: siteOf(deps.publicUrl()).id,
          userVerification: 'required',
        },
      }),
  )

  api.post(
    '/sign-in/passkey',
    {
      config: { right: 'nobody' },
      schema: {
        tags,
        security: [],
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description:
          'Instead of password and code. Failures are limited like those of passwords, and counted apart.',
        body: signedCredential,
        response: { 200: dataOf(sessionSchema, 'The session.'), ...failures(413, 415) },
      },
    },
    async (request, reply) =>
      sendSession(deps, request, reply, await signInByPasskey(deps, request.body, request.ip)),
  )

  api.get(
    '/passkeys',
    {
      schema: {
        tags,
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'Oldest first.',
        response: { 200: dataListOf(passkeySchema, 'The passkeys.'), ...failures(409) },
      },
    },
    async (request, reply) => {
      const user = await userOf(deps, operatorOfRequest(request))
      return reply.send({ data: (await selectPasskeys(deps.db, user.id)).map(passkeyView) })
    },
  )

  api.post(
    '/passkeys/options',
    {
      schema: {
        tags,
        operationId: 'beginPasskey',
        summary: 'Begin to add a passkey',
        description: 'For the signed-in user, with a code of the authenticator app.',
        body: exact({ code }, { title: 'PasskeyRequest', description: 'A second factor.' }),
        response: { 200: dataOf(creationOptions, 'The options.'), ...failures(409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const user = await userOf(deps, operatorOfRequest(request))
      const begun = await beginPasskey(deps, user, request.body.code)
      const { id } = siteOf(deps.publicUrl())
      return reply.send({
        data: {
          rp: { id, name: 'Corridor' },
          user: { id: handleOf(user.id), name: user.login, displayName: user.login },
          challenge: begun.challenge,
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          timeout: CHALLENGE_MS,
          excludeCredentials: begun.existing.map(({ credential_id, transports }) => ({
            id: credential_id.toString('base64url'),
            type: 'public-key',
            transports,
          })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          attestation: 'none',
        },
      })
    },
  )

  api.post(
    '/passkeys',
    {
      schema: {
        tags,
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'What the authenticator made of the options. At most 20 for each user.',
        body: exact(
          { name: text(100, 'What the user calls it.', 'laptop'), credential: newCredential },
          { title: 'NewPasskey', description: 'A passkey to add.' },
        ),
        response: { 201: dataOf(passkeySchema, 'The passkey.'), ...failures(409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { name, credential } = request.body
      const user = await userOf(deps, operatorOfRequest(request))
      return reply
        .code(201)
        .send({ data: passkeyView(await addPasskey(deps, user, name, credential)) })
    },
  )

  api.post(
    '/passkeys/:passkey_id/remove',
    {
      schema: {
        tags,
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: 'Nobody signs in with it any more. Sessions stay.',
        params: Type.Object({ passkey_id: pathId('psk', 'The passkey.') }),
        response: {
          200: dataOf(passkeySchema, 'The removed passkey.'),
          ...failures(409, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const id = uuidOf('psk', request.params.passkey_id)
      const user = await userOf(deps, operatorOfRequest(request))
      const removed = id === undefined ? undefined : await removePasskey(deps, user, id)
      if (removed === undefined) throw failure('not_found')
      return reply.send({ data: passkeyView(removed) })
    },
  )
}

/** The signed-in user. Throws `act_refused` for an operator key, which has no passkeys. */
async function userOf({ db }: Pick<PasskeyDeps, 'db'>, { login }: Operator): Promise<UserRow> {
  const user = login === null ? undefined : await selectUserByLogin(db, login)
  if (user === undefined)
    throw failure('act_refused', {}, 'An operator key has no passkeys: sign in as a user.')
  return user
}
