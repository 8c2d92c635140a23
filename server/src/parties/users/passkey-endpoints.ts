// Passkeys of both kinds of users: sign-in, and those of the signed-in user. passkey-schemas.ts has the forms.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataListOf, dataOf, exact, failures, pathId, text } from '../../platform/http/schemas.ts'
import { uuidOf } from '../../platform/ids.ts'
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
import type { UserRow } from './queries.ts'
import { code, type Entrance } from './sign-in-endpoints.ts'
import type { SignInPlaces } from './sign-in-places.ts'

const tags = ['Passkeys']

export function passkeySignInEndpoints(
  api: Api,
  given: PasskeyDeps & { places: SignInPlaces },
  { kind, route: config, hide, session: sessionSchema, send }: Entrance,
): void {
  const deps = { ...given, kind }
  api.post(
    '/sign-in/passkey/options',
    {
      config,
      schema: {
        hide,
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
          challenge: signInChallenge(deps, kind),
          timeout: CHALLENGE_MS,
          rpId: siteOf(deps.publicUrl()).id,
          userVerification: 'required',
        },
      }),
  )

  api.post(
    '/sign-in/passkey',
    {
      config,
      schema: {
        hide,
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
      send(request, reply, await signInByPasskey(deps, request.body, request.ip)),
  )
}

/** `userOf`: the signed-in user of a request. */
type OwnPasskeys = { hide: boolean; userOf(request: FastifyRequest): Promise<UserRow> }

export function passkeyEndpoints(api: Api, deps: PasskeyDeps, own: OwnPasskeys): void {
  listAndBeginPasskey(api, deps, own)
  addAndRemovePasskey(api, deps, own)
}

function listAndBeginPasskey(api: Api, deps: PasskeyDeps, { hide, userOf }: OwnPasskeys): void {
  api.get(
    '/passkeys',
    {
      schema: {
        hide,
        tags,
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'Oldest first.',
        response: { 200: dataListOf(passkeySchema, 'The passkeys.'), ...failures(409) },
      },
    },
    async (request, reply) => {
      const user = await userOf(request)
      return reply.send({ data: (await selectPasskeys(deps.db, user.id)).map(passkeyView) })
    },
  )

  api.post(
    '/passkeys/options',
    {
      schema: {
        hide,
        tags,
        operationId: 'beginPasskey',
        summary: 'Begin to add a passkey',
        description: 'For the signed-in user, with a code of the authenticator app.',
        body: exact({ code }, { title: 'PasskeyRequest', description: 'A second factor.' }),
        response: { 200: dataOf(creationOptions, 'The options.'), ...failures(409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const user = await userOf(request)
      const begun = await beginPasskey(deps, user, request.body.code)
      const { id } = siteOf(deps.publicUrl())
      return reply.send({
        data: {
          rp: { id, name: await deps.deskName() },
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
}

function addAndRemovePasskey(api: Api, deps: PasskeyDeps, { hide, userOf }: OwnPasskeys): void {
  api.post(
    '/passkeys',
    {
      schema: {
        hide,
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
      const user = await userOf(request)
      return reply
        .code(201)
        .send({ data: passkeyView(await addPasskey(deps, user, name, credential)) })
    },
  )

  api.post(
    '/passkeys/:passkey_id/remove',
    {
      schema: {
        hide,
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
      const user = await userOf(request)
      const removed = id === undefined ? undefined : await removePasskey(deps, user, id)
      if (removed === undefined) throw failure('not_found')
      return reply.send({ data: passkeyView(removed) })
    },
  )
}
