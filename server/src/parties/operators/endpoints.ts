// The operator API of users and operator keys.
import Type from 'typebox'
import { addAct, type ActDeps } from '../acts/act.ts'
import { actsOn } from '../acts/acts-on.ts'
import { closed } from '../acts/closed.ts'
import { aboutDeployment } from '../acts/execution.ts'
import { containing } from '../../platform/db/containing.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireLater } from '../../platform/http/instants.ts'
import {
  anyText,
  choice,
  dataListOf,
  dataOf,
  exact,
  instant,
  pathId,
  text,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { selectEnterprises } from '../organizations/queries.ts'
import { actBody, reason } from './guard.ts'
import { selectOperatorKeys } from './key-queries.ts'
import { createOperatorKey, revokeOperatorKey, versionOfKey } from './manage-keys.ts'
import {
  ABSENT,
  admitUser,
  closedAdmission,
  closedAdmissionTo,
  changeUser,
  createUser,
  resetUser,
  versionOf,
  type Invited,
} from './manage-users.ts'
import { selectUserByLogin, selectUsers } from '../users/queries.ts'
import { loginSchema as login } from '../users/login.ts'
import {
  enterpriseIds,
  operatorKeySchema,
  operatorKeyView,
  role,
  userSchema,
  userView,
} from './view.ts'

const config = { right: 'manage_users' } as const
const userParams = Type.Object({ login: text(100, 'The login.', 'ben') })
const rights = { role, enterprise_ids: Type.Optional(enterpriseIds), reason }

const invitedSchema = exact(
  {
    user: userSchema,
    enrolment_token: anyText(
      'Give it to the user. It works for a day and is shown only here.',
      'ce_…',
    ),
  },
  { title: 'InvitedUser', description: 'A user who must enrol before the first sign-in.' },
)

const invitedView = ({ user, enrolmentToken }: Invited) => ({
  user: userView(user),
  enrolment_token: enrolmentToken,
})

const createdKeySchema = exact(
  {
    operator_key: operatorKeySchema,
    key: anyText('Send it as `Authorization: Bearer co_…`. It is shown only here.', 'co_…'),
  },
  { title: 'CreatedOperatorKey', description: 'A new key.' },
)

const tags = ['Users']
const keyTags = ['Operator keys']

export function userEndpoints(api: Api, deps: ActDeps): void {
  listAndCreateUsers(api, deps)
  const acts = actsOnUsers(api, deps)
  changeUserAct(acts, deps)
  resetAndAdmitUser(acts, deps)
}

function listAndCreateUsers(api: Api, deps: ActDeps): void {
  addRead(api, {
    path: '/users',
    config,
    tags,
    operationId: 'listUsers',
    summary: 'List users',
    description: 'All users, by login.',
    querystring: exact({
      role: Type.Optional(withDescription(role, 'Users with this role.')),
      status: Type.Optional(
        withDescription(userSchema.properties.status, 'Users with this status.'),
      ),
      text: Type.Optional(text(64, 'The login has this part.', 'ana')),
    }),
    answer: dataListOf(userSchema, 'The users.'),
    async data(request) {
      const { role: as, status, text: part } = request.query
      const login = part === undefined ? undefined : containing(part)
      const found = await selectUsers(deps.db, { role: as, status, login })
      return found.map(userView)
    },
  })

  addAct(api, deps, {
    name: 'user.created',
    path: '/users',
    tags,
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'The answer has a token with which the user enrols. If a rule asks for an approval, whoever approves gets the token. A repeated request is refused with `login_taken`; if the token was lost, reset the user.',
    params: Type.Object({}),
    body: exact({ login, ...rights }, { title: 'NewUser', description: 'A user to create.' }),
    status: 201,
    answer: dataOf(invitedSchema, 'The user, with an enrolment token.'),
    async find(_operator, _params, body) {
      if ((await selectUserByLogin(deps.db, body.login, null)) !== undefined)
        throw failure('login_taken')
      return { enterpriseIds: await enterprisesOf(deps.db, body.enterprise_ids ?? null) }
    },
    about: (_subject, body) => aboutDeployment(body.login, ABSENT),
    carryOut: async (found, body, execution) =>
      invitedView(
        await createUser(deps, execution, { login: body.login, role: body.role, ...found }),
      ),
  })
}

type UserActs = ReturnType<typeof actsOnUsers>

const actsOnUsers = (api: Api, deps: ActDeps) =>
  actsOn(api, deps, {
    kind: 'user',
    readRight: config.right,
    params: userParams,
    find: (_operator, params) => selectUserByLogin(deps.db, params.login, null),
    about: (user) => aboutDeployment(user.login, versionOf(user)),
  })

function changeUserAct({ addNaming }: UserActs, deps: ActDeps): void {
  addNaming({
    name: 'user.changed',
    method: 'PATCH',
    path: '/users/:login',
    tags,
    command: 'users change --disable=is_disabled:true --enable=is_disabled:false',
    operationId: 'changeUser',
    summary: 'Change a user',
    description: 'Applies from the next request on. Disabling ends all sessions of the user.',
    body: exact(
      {
        role: Type.Optional(role),
        enterprise_ids: Type.Optional(enterpriseIds),
        is_disabled: Type.Optional(
          Type.Boolean({ description: 'Whether the user is kept from signing in.' }),
        ),
        keys: Type.Optional(
          choice(
            ['revoke', 'take_over'],
            'What becomes of the keys that the user made: they stop working, or their acts count as yours. Needed if a user with working keys is disabled or no longer manages users.',
            { title: 'KeysOfUser', example: 'revoke' },
          ),
        ),
        reason,
      },
      { title: 'UserChange', description: 'What of a user changes.' },
    ),
    answer: dataOf(userSchema, 'The user as it is now.'),
    named: async (_user, { enterprise_ids: ids }) => ({
      ids: ids === undefined ? undefined : await enterprisesOf(deps.db, ids),
    }),
    async carryOut({ found: user, named: { ids } }, body, execution) {
      const change = {
        role: body.role,
        enterpriseIds: ids,
        isDisabled: body.is_disabled,
        keys: body.keys,
      }
      const changed = await changeUser(deps, execution, user.login, change)
      if (changed === undefined) throw failure('not_found')
      return userView(changed)
    },
  })
}

function resetAndAdmitUser({ add }: UserActs, deps: ActDeps): void {
  add({
    name: 'user.reset',
    path: '/users/:login/reset',
    tags,
    operationId: 'resetUser',
    summary: 'Reset a user',
    description:
      'Ends all sessions and forgets password, second factor and passkeys. The user enrols again with the new token. If a rule asks for an approval, whoever approves gets the token.',
    body: actBody,
    answer: dataOf(invitedSchema, 'The user, with a new enrolment token.'),
    async carryOut(user, _body, execution) {
      const invited = await resetUser(deps, execution, user.login)
      if (invited === undefined) throw failure('not_found')
      return invitedView(invited)
    },
  })

  add({
    name: 'user.admitted',
    path: '/users/:login/admit',
    tags,
    operationId: 'admitUser',
    summary: 'Admit a user',
    description:
      'For a user who has enrolled: you have spoken with the user, so that you know who holds the password. If a rule covers `user.created` or `user.reset`, the user may do nothing before, and whoever got the enrolment token cannot admit the user.',
    body: actBody,
    answer: dataOf(userSchema, 'The user as it is now.'),
    closed: closedAdmission,
    closedTo: (user, { person }) => closedAdmissionTo(user, person),
    async carryOut(user, _body, execution) {
      const admitted = await admitUser(deps, execution, user)
      if (admitted === undefined) throw failure('not_found')
      return userView(admitted)
    },
  })
}

export function operatorKeyEndpoints(api: Api, deps: ActDeps): void {
  addRead(api, {
    path: '/keys',
    config: { ...config, command: 'operator-keys list' },
    tags: keyTags,
    operationId: 'listOperatorKeys',
    summary: 'List operator keys',
    description: 'All keys, oldest first, also revoked ones. The keys themselves are not kept.',
    answer: dataListOf(operatorKeySchema, 'The keys.'),
    data: async () => (await selectOperatorKeys(deps.db)).map(operatorKeyView),
  })

  createOperatorKeyAct(api, deps)

  const ofKeys = actsOn(api, deps, {
    kind: 'opk',
    readRight: config.right,
    params: Type.Object({ key_id: pathId('opk', 'The key.') }),
    async find(_operator, params) {
      const id = uuidOf('opk', params.key_id)
      return (await selectOperatorKeys(deps.db)).find((key) => key.id === id)
    },
    about: (key) => aboutDeployment(publicId('opk', key.id), versionOfKey(key)),
  })
  ofKeys.add({
    name: 'operator_key.revoked',
    path: '/keys/:key_id/revoke',
    tags: keyTags,
    command: 'operator-keys revoke',
    operationId: 'revokeOperatorKey',
    summary: 'Revoke an operator key',
    description: 'It stops working at once.',
    body: actBody,
    answer: dataOf(operatorKeySchema, 'The revoked key.'),
    closed: ({ revoked_at: at }) => (at === null ? null : closed('ended', 'is already revoked')),
    async carryOut(key, _body, execution) {
      const revoked = await revokeOperatorKey(deps, execution, key)
      if (revoked === undefined) throw failure('not_found')
      return operatorKeyView(revoked)
    },
  })
}

function createOperatorKeyAct(api: Api, deps: ActDeps): void {
  addAct(api, deps, {
    name: 'operator_key.created',
    path: '/keys',
    tags: keyTags,
    command: 'operator-keys create',
    operationId: 'createOperatorKey',
    summary: 'Create an operator key',
    description:
      "For a program. The key is shown only in this answer. If a rule asks for an approval, whoever approves gets the key, and its acts count as that person's. A repeated request is refused with `label_taken`; if the key was lost, revoke it and create another.",
    params: Type.Object({}),
    body: exact(
      {
        label: text(200, 'What the key is for. Working keys have different labels.', 'monitoring'),
        ...rights,
        expires_at: Type.Optional(instant('When it stops working.', '2027-01-31T00:00:00Z')),
      },
      { title: 'NewOperatorKey', description: 'A key to create.' },
    ),
    status: 201,
    answer: dataOf(createdKeySchema, 'The key.'),
    async find(_operator, _params, body) {
      const keys = await selectOperatorKeys(deps.db)
      if (keys.some((key) => key.label === body.label && key.revoked_at === null))
        throw failure('label_taken')
      return {
        enterpriseIds: await enterprisesOf(deps.db, body.enterprise_ids ?? null),
        expiresAt:
          body.expires_at === undefined
            ? null
            : requireLater('/expires_at', body.expires_at, deps.clock.realNow()),
      }
    },
    about: (_subject, body) => aboutDeployment(body.label, ABSENT),
    async carryOut(found, body, execution) {
      const asked = { label: body.label, role: body.role, ...found }
      const { row, key } = await createOperatorKey(deps, execution, asked)
      return { operator_key: operatorKeyView(row), key }
    },
  })
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
