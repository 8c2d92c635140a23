// The operator API of users and operator keys.
import Type from 'typebox'
import { parseTimestamp, type Clock, type Instant } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { failure, fieldFailure } from '../errors.ts'
import type { Api } from '../http/api-type.ts'
import { dataListOf, dataOf, exact, failures, instant, pathId, text } from '../http/schemas.ts'
import { uuidOf, type Uuid } from '../ids.ts'
import { selectEnterprises } from '../organizations/queries.ts'
import { actBody, actorOf, reason } from './guard.ts'
import { selectOperatorKeys } from './key-queries.ts'
import { createOperatorKey, revokeOperatorKey } from './manage-keys.ts'
import { changeUser, createUser, resetUser, type Invited } from './manage-users.ts'
import { selectUsers } from './queries.ts'
import {
  enterpriseIds,
  login,
  operatorKeySchema,
  operatorKeyView,
  role,
  userSchema,
  userView,
} from './view.ts'

type UserDeps = { db: Pool; clock: Clock }

const config = { right: 'manage_users' } as const
const userParams = Type.Object({ login: text(100, 'The login.', 'ben') })
const about = { role, enterprise_ids: Type.Optional(enterpriseIds), reason }

const invitedSchema = exact(
  {
    user: userSchema,
    enrolment_token: Type.String({
      description: 'Give it to the user. It works for a day and is shown only here.',
      examples: ['ce_…'],
    }),
  },
  { title: 'InvitedUser', description: 'A user who must enrol before the first sign-in.' },
)

const invitedView = ({ user, enrolmentToken }: Invited) => ({
  user: userView(user),
  enrolment_token: enrolmentToken,
})

export function userEndpoints(api: Api, deps: UserDeps): void {
  const tags = ['Users']

  api.get(
    '/users',
    {
      config,
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'List users',
        description: 'All users, by login.',
        response: { 200: dataListOf(userSchema, 'The users.'), ...failures() },
      },
    },
    async (_request, reply) => reply.send({ data: (await selectUsers(deps.db)).map(userView) }),
  )

  api.post(
    '/users',
    {
      config,
      schema: {
        tags,
        operationId: 'createUser',
        summary: 'Create a user',
        description:
          'The answer has a token with which the user enrols. A repeated request is refused with `login_taken`; if the token was lost, reset the user.',
        body: exact({ login, ...about }, { title: 'NewUser', description: 'A user to create.' }),
        response: {
          201: dataOf(invitedSchema, 'The user, with an enrolment token.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const invited = await createUser(
        deps,
        { actor: actorOf(request), reason: body.reason },
        {
          login: body.login,
          role: body.role,
          enterpriseIds: await enterprisesOf(deps.db, body.enterprise_ids ?? null),
        },
      )
      return reply.code(201).send({ data: invitedView(invited) })
    },
  )

  api.patch(
    '/users/:login',
    {
      config,
      schema: {
        tags,
        operationId: 'changeUser',
        summary: 'Change a user',
        description: 'Applies from the next request on. Disabling ends all sessions of the user.',
        params: userParams,
        body: exact(
          {
            role: Type.Optional(role),
            enterprise_ids: Type.Optional(enterpriseIds),
            is_disabled: Type.Optional(
              Type.Boolean({ description: 'Whether the user is kept from signing in.' }),
            ),
            reason,
          },
          { title: 'UserChange', description: 'What of a user changes.' },
        ),
        response: { 200: dataOf(userSchema, 'The user as it is now.'), ...failures(413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { role: newRole, enterprise_ids: ids, is_disabled: isDisabled } = request.body
      const changed = await changeUser(
        deps,
        { actor: actorOf(request), reason: request.body.reason },
        request.params.login,
        {
          role: newRole,
          enterpriseIds: ids === undefined ? undefined : await enterprisesOf(deps.db, ids),
          isDisabled,
        },
      )
      if (changed === undefined) throw failure('not_found')
      return reply.send({ data: userView(changed) })
    },
  )

  api.post(
    '/users/:login/reset',
    {
      config,
      schema: {
        tags,
        operationId: 'resetUser',
        summary: 'Reset a user',
        description:
          'Ends all sessions and forgets password and second factor. The user enrols again with the new token.',
        params: userParams,
        body: actBody,
        response: {
          200: dataOf(invitedSchema, 'The user, with a new enrolment token.'),
          ...failures(413, 415),
        },
      },
    },
    async (request, reply) => {
      const act = { actor: actorOf(request), reason: request.body.reason }
      const invited = await resetUser(deps, act, request.params.login)
      if (invited === undefined) throw failure('not_found')
      return reply.send({ data: invitedView(invited) })
    },
  )
}

export function operatorKeyEndpoints(api: Api, deps: UserDeps): void {
  const tags = ['Operator keys']

  api.get(
    '/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listOperatorKeys',
        summary: 'List operator keys',
        description: 'All keys, oldest first, also revoked ones. The keys themselves are not kept.',
        response: { 200: dataListOf(operatorKeySchema, 'The keys.'), ...failures() },
      },
    },
    async (_request, reply) =>
      reply.send({ data: (await selectOperatorKeys(deps.db)).map(operatorKeyView) }),
  )

  api.post(
    '/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'createOperatorKey',
        summary: 'Create an operator key',
        description:
          'For a program. The key is shown only in this answer. A repeated request is refused with `label_taken`; if the key was lost, revoke it and create another.',
        body: exact(
          {
            label: text(
              200,
              'What the key is for. Working keys have different labels.',
              'monitoring',
            ),
            ...about,
            expires_at: Type.Optional(instant('When it stops working.', '2027-01-31T00:00:00Z')),
          },
          { title: 'NewOperatorKey', description: 'A key to create.' },
        ),
        response: {
          201: dataOf(
            exact(
              {
                operator_key: operatorKeySchema,
                key: Type.String({
                  description: 'Send it as `Authorization: Bearer co_…`. It is shown only here.',
                  examples: ['co_…'],
                }),
              },
              { title: 'CreatedOperatorKey', description: 'A new key.' },
            ),
            'The key.',
          ),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const { row, key } = await createOperatorKey(
        deps,
        { actor: actorOf(request), reason: body.reason },
        {
          label: body.label,
          role: body.role,
          enterpriseIds: await enterprisesOf(deps.db, body.enterprise_ids ?? null),
          expiresAt: expiryOf(body.expires_at, deps.clock.realNow()),
        },
      )
      return reply.code(201).send({ data: { operator_key: operatorKeyView(row), key } })
    },
  )

  api.post(
    '/keys/:key_id/revoke',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeOperatorKey',
        summary: 'Revoke an operator key',
        description: 'It stops working at once.',
        params: Type.Object({ key_id: pathId('opk', 'The key.') }),
        body: actBody,
        response: { 200: dataOf(operatorKeySchema, 'The revoked key.'), ...failures(413, 415) },
      },
    },
    async (request, reply) => {
      const id = uuidOf('opk', request.params.key_id)
      const act = { actor: actorOf(request), reason: request.body.reason }
      const revoked = id === undefined ? undefined : await revokeOperatorKey(deps, act, id)
      if (revoked === undefined) throw failure('not_found')
      return reply.send({ data: operatorKeyView(revoked) })
    },
  )
}

/** Throws `invalid_request` for an unknown enterprise. */
async function enterprisesOf(
  db: Pool,
  ids: readonly string[] | null,
): Promise<Uuid<'ent'>[] | null> {
  if (ids === null) return null
  const known = new Set((await selectEnterprises(db)).map(({ id }) => id))
  return ids.map((text, index) => {
    const id = uuidOf('ent', text)
    if (id !== undefined && known.has(id)) return id
    throw fieldFailure('invalid_request', [
      {
        pointer: `/enterprise_ids/${index}`,
        code: 'invalid_value',
        message: 'is not an enterprise of this deployment',
      },
    ])
  })
}

function expiryOf(text: string | undefined, now: Instant): Instant | null {
  if (text === undefined) return null
  const at = parseTimestamp(text)
  if (at !== undefined && at > now) return at
  throw fieldFailure('invalid_request', [
    {
      pointer: '/expires_at',
      code: 'invalid_value',
      message: 'must be a later timestamp than now',
    },
  ])
}
