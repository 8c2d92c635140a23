// The API of an enterprise's identity provider, for its admins in the console.
import Type, { type Static } from 'typebox'
import type { Caller } from '../../platform/access/authenticate.ts'
import { toTimestamp } from '../../platform/clock.ts'
import { addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { callerOf } from '../../platform/http/request.ts'
import {
  choice,
  dataOf,
  exact,
  identifier,
  nullable,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import {
  confirmProvider,
  providersOf,
  removeProvider,
  setProvider,
  waitsUntil,
  withdrawProvider,
  type Providers,
} from './manage.ts'
import { loginClaims, type WaitingProvider } from './queries.ts'
import { redirectUriOf, type IdentityDeps } from './sign-in.ts'

const tags = ['People']
const path = '/identity-provider'
const managing = {
  scope: 'write',
  userRight: 'manage_people',
  isForUsers: true,
  // Those of the provider may take seconds.
  entersGate: false,
  cost: 50,
} as const

const fields = {
  issuer: text(
    500,
    'The address of the provider: that before `/.well-known/`.',
    'https://login.acme.example',
  ),
  client_id: text(500, 'The name that the provider gave Corridor.', 'corridor'),
  login_claim: choice(
    loginClaims,
    'What names an invited person: a verified mail address, or a name. Take a name only from a provider of your own, where nobody chooses it.',
    { title: 'LoginClaim', example: 'email' },
  ),
  is_required: Type.Boolean({
    description: 'Whether everybody but admins signs in with the provider only.',
  }),
}

const providerSchema = exact(
  { ...fields, created_at: timestamp('When it was set.') },
  {
    title: 'IdentityProvider',
    description: 'The identity provider of the company (OpenID Connect).',
  },
)

const providersSchema = exact(
  {
    provider: nullable(
      providerSchema,
      'The present one. Null if people have only ways of their own.',
    ),
    waiting: nullable(
      exact(
        {
          id: identifier('idp', 'What is confirmed.'),
          provider: nullable(providerSchema, 'What it will be. Null: it will be removed.'),
          asked_by: identifier('usr', 'The admin who asked for it.'),
          expires_at: timestamp('When it can be confirmed no longer.'),
        },
        { title: 'WaitingIdentityProvider', description: 'A change of the identity provider.' },
      ),
      'The change that a second admin must confirm. Null if none waits.',
    ),
    redirect_uri: Type.String({
      description: 'Register exactly this address at the provider. It is of this company only.',
      examples: [
        'https://corridor.example/console/sign-in/identity/ent_01jqe8m2x4fv5s0t6w7y8z9abc',
      ],
    }),
  },
  { title: 'IdentityProviders', description: 'How people sign in with the company.' },
)

const decision = exact(
  { id: identifier('idp', 'The change that was shown.') },
  { title: 'IdentityProviderDecision', description: 'Which waiting change is decided.' },
)

const answer = dataOf(providersSchema, 'What is so now.')

export function identityProviderEndpoints(api: Api, deps: IdentityDeps): void {
  addRead(api, {
    path,
    config: { scope: 'read', userRight: 'manage_people', isForUsers: true },
    tags,
    operationId: 'getIdentityProvider',
    summary: 'Get the identity provider',
    description: 'With which people of the enterprise may sign in. The client secret is not shown.',
    answer,
    data: async (request) => viewOf(deps, callerOf(request), providersOf(deps, callerOf(request))),
  })
  addWrite(api, {
    method: 'PATCH',
    path,
    config: managing,
    tags,
    operationId: 'changeIdentityProvider',
    summary: 'Set the identity provider',
    description:
      'Corridor asks the provider before it takes the change. `client_secret` may be left out while issuer and client stay. Another issuer forgets who is who there. With `second_admin` the change waits until another admin confirms it within three days.',
    body: exact(
      {
        ...fields,
        client_secret: Type.Optional(
          text(1000, 'The secret of the client. It is encrypted, and never shown.', 'x9…'),
        ),
      },
      { title: 'IdentityProviderChange', description: 'An identity provider to use.' },
    ),
    answer,
    refusals: [409, 413, 415, 422],
    data: async (request) =>
      viewOf(deps, callerOf(request), setProvider(deps, callerOf(request), request.body)),
  })
  addWrite(api, {
    method: 'DELETE',
    path,
    config: managing,
    tags,
    operationId: 'removeIdentityProvider',
    summary: 'Remove the identity provider',
    description:
      'People sign in with a password or passkey again; whoever has none must be reset. With `second_admin` it waits for another admin.',
    answer,
    refusals: [409],
    data: async (request) =>
      viewOf(deps, callerOf(request), removeProvider(deps, callerOf(request))),
  })
  decisionEndpoints(api, deps)
}

function decisionEndpoints(api: Api, deps: IdentityDeps): void {
  const of = { method: 'POST', config: managing, tags, body: decision, answer } as const
  addWrite(api, {
    ...of,
    path: `${path}/confirm`,
    operationId: 'confirmIdentityProvider',
    summary: 'Confirm a change of the identity provider',
    description: 'For another admin than the one who asked for it.',
    refusals: [409, 413, 415],
    data: async (request) =>
      viewOf(
        deps,
        callerOf(request),
        confirmProvider(deps, callerOf(request), uuidOf('idp', request.body.id)),
      ),
  })
  addWrite(api, {
    ...of,
    path: `${path}/withdraw`,
    operationId: 'withdrawIdentityProvider',
    summary: 'Withdraw a change of the identity provider',
    description:
      'For the admin who asked for it, and for any other admin. The waiting change is deleted with its client secret, and nothing else changes. A change that nobody decides about is deleted after three days.',
    refusals: [413, 415],
    data: async (request) =>
      viewOf(
        deps,
        callerOf(request),
        withdrawProvider(deps, callerOf(request), uuidOf('idp', request.body.id)),
      ),
  })
}

async function viewOf(
  deps: IdentityDeps,
  { enterpriseId }: Caller,
  providers: Promise<Providers>,
): Promise<Static<typeof providersSchema>> {
  const { used, waiting } = await providers
  return {
    provider: used === undefined ? null : providerView(used),
    waiting:
      waiting === undefined
        ? null
        : {
            id: publicId('idp', waiting.id),
            provider: providerView(waiting),
            asked_by: publicId('usr', waiting.asked_by),
            expires_at: toTimestamp(waitsUntil(waiting)),
          },
    redirect_uri: redirectUriOf(deps, enterpriseId),
  }
}

const providerView = (row: WaitingProvider): Static<typeof providerSchema> | null =>
  row.issuer === null
    ? null
    : {
        issuer: row.issuer,
        client_id: row.client_id,
        login_claim: row.login_claim,
        is_required: row.is_required,
        created_at: toTimestamp(row.created_at),
      }
