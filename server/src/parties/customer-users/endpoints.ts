// The API of a customer's people: the admin invites them, changes their roles, resets them and ends sessions. The console
// uses it; an API key can only invite the first admin.
import Type from 'typebox'
import { customerMay } from '../../platform/access/customer-roles.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idFilter } from '../../platform/http/filters.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from '../../platform/http/list.ts'
import { callerOf } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  failures,
  instant,
  pathId,
} from '../../platform/http/schemas.ts'
import { writtenUuid } from '../../platform/ids.ts'
import { loginSchema } from '../users/login.ts'
import { selectUsersOfEnterprise } from '../users/queries.ts'
import { selectSessionsOfEnterprise } from '../users/session-queries.ts'
import { peopleAuditEndpoint } from './audit-endpoint.ts'
import {
  admitPerson,
  changePerson,
  changeSettings,
  endPersonSession,
  invite,
  resetPerson,
  type PeopleDeps,
} from './manage.ts'
import { selectSettings } from './queries.ts'
import {
  customerRole,
  invitedPersonSchema,
  invitedView,
  personSchema,
  personSessionSchema,
  personSessionView,
  personView,
  settingsChange,
  settingsIn,
  settingsSchema,
  settingsView,
} from './view.ts'

type Deps = ListDeps & PeopleDeps & { publicUrl: () => string }

const tags = ['People']
const managing = { scope: 'write', userRight: 'manage_people', isForUsers: true } as const
const one = '/people/:person_id'
const params = Type.Object({ person_id: pathId('usr', 'The person.') })
const sessionParams = Type.Object({ session_id: pathId('ses', 'The session.') })

export function peopleEndpoints(api: Api, deps: Deps): void {
  listEndpoint(api, deps)
  inviteEndpoint(api, deps)
  changeEndpoint(api, deps)
  resetEndpoint(api, deps)
  admitEndpoint(api, deps)
  sessionEndpoints(api, deps)
  settingsEndpoints(api, deps)
  peopleAuditEndpoint(api, deps)
}

function listEndpoint(api: Api, deps: Deps): void {
  api.get(
    '/people',
    {
      config: { ...listConfig, userRight: 'manage_people', isForUsers: true },
      schema: {
        tags,
        operationId: 'listPeople',
        summary: 'List people',
        description: 'All people of the enterprise, oldest first. For its admins.',
        querystring: exact(pagingQuery),
        response: {
          200: dataListOf(personSchema, 'The people, or a page of them.'),
          ...failures(),
        },
      },
    },
    (request, reply) => {
      const { enterpriseId } = callerOf(request)
      return sendList(request, reply, deps, {
        name: `people:${enterpriseId}`,
        keyFrom: (written) => writtenUuid('usr', written),
        page: (after, limit) => selectUsersOfEnterprise(deps.db, enterpriseId, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map(personView),
      })
    },
  )
}

function inviteEndpoint(api: Api, deps: Deps): void {
  api.post(
    '/people',
    {
      config: { scope: 'write', userRight: 'manage_people', cost: 50 },
      schema: {
        tags,
        operationId: 'invitePerson',
        summary: 'Invite a person',
        description:
          'The answer has a link with which the person chooses a password. An API key that is bound to no organization can invite the first admin, until somebody has used a link. A repeated request is refused with `login_taken`: reset the person if the link was lost.',
        body: exact(
          { login: loginSchema, role: customerRole },
          { title: 'NewPerson', description: 'A person to invite.' },
        ),
        response: {
          201: dataOf(invitedPersonSchema, 'The person, with the link.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send({ data: invitedView(deps, await invite(deps, callerOf(request), request.body)) }),
  )
}

function changeEndpoint(api: Api, deps: Deps): void {
  api.patch(
    one,
    {
      config: managing,
      schema: {
        tags,
        operationId: 'changePerson',
        summary: 'Change a person',
        description:
          'The role applies from the next request on. Disabling ends all sessions of the person at once. API keys that the person made go on working: revoke them. Refused with `last_admin` where no admin would be left.',
        params,
        body: exact(
          {
            role: Type.Optional(customerRole),
            is_disabled: Type.Optional(
              Type.Boolean({ description: 'Whether the person is kept from signing in.' }),
            ),
          },
          { title: 'PersonChange', description: 'What of a person changes.' },
        ),
        response: {
          200: dataOf(personSchema, 'The person as it is now.'),
          ...failures(409, 413, 415),
        },
      },
    },
    async (request) => ({
      data: personView(
        await changePerson(deps, callerOf(request), request.params.person_id, request.body),
      ),
    }),
  )
}

function resetEndpoint(api: Api, deps: Deps): void {
  api.post(
    `${one}/reset`,
    {
      config: managing,
      schema: {
        tags,
        operationId: 'resetPerson',
        summary: 'Reset a person',
        description:
          'Ends all sessions and forgets password, authenticator app and passkeys. The person chooses anew with the link. Refused with `last_admin` where no other admin could sign in.',
        params,
        response: {
          200: dataOf(invitedPersonSchema, 'The person, with a new link.'),
          ...failures(409, 413, 415),
        },
      },
    },
    async (request) => ({
      data: invitedView(deps, await resetPerson(deps, callerOf(request), request.params.person_id)),
    }),
  )
}

function admitEndpoint(api: Api, deps: Deps): void {
  api.post(
    `${one}/admit`,
    {
      config: managing,
      schema: {
        tags,
        operationId: 'admitPerson',
        summary: 'Admit a person',
        description:
          'With `second_admin` of the settings, whoever used a link may do nothing before. You have spoken with the person, so that you know who used it. Refused with `admission_closed` for whoever made the link, and if the person enrolled anew since `enrolled_at`. Idempotent: a person who was admitted stays so.',
        params,
        body: exact(
          {
            enrolled_at: instant(
              '`enrolled_at` of the person with whom you have spoken.',
              '2026-03-02T14:05:09.120Z',
            ),
          },
          { title: 'PersonAdmission', description: 'Whom you admit.' },
        ),
        response: {
          200: dataOf(personSchema, 'The person as it is now.'),
          ...failures(409, 413, 415),
        },
      },
    },
    async (request) => {
      const { body, params: of } = request
      const seen = requireInstant('/enrolled_at', body.enrolled_at)
      return { data: personView(await admitPerson(deps, callerOf(request), of.person_id, seen)) }
    },
  )
}

const managesPeople = ({ user }: Caller): boolean =>
  user !== null && customerMay(user.role, 'manage_people')

function sessionEndpoints(api: Api, deps: Deps): void {
  api.get(
    '/person-sessions',
    {
      config: { scope: 'read', isForUsers: true },
      schema: {
        tags,
        operationId: 'listPersonSessions',
        summary: 'List sessions of people',
        description:
          'Your sessions of the console that have not ended; an admin sees those of all people. The last used is the first.',
        querystring: exact({
          person_id: Type.Optional(pathId('usr', 'Sessions of this person.')),
        }),
        response: { 200: dataListOf(personSessionSchema, 'The sessions.'), ...failures() },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const asked = idFilter('usr', request.query.person_id) ?? null
      const whose = managesPeople(caller) ? asked : (caller.user?.id ?? null)
      const found = await selectSessionsOfEnterprise(
        deps.db,
        caller.enterpriseId,
        whose,
        deps.clock.realNow(),
      )
      return { data: found.map((row) => personSessionView(row, caller.user?.session_id)) }
    },
  )

  api.delete(
    '/person-sessions/:session_id',
    {
      config: { scope: 'read', isForUsers: true },
      schema: {
        tags,
        operationId: 'endPersonSession',
        summary: 'End a session of a person',
        description: 'It stops working at once. Your own, or as an admin that of anybody.',
        params: sessionParams,
        response: { 200: dataOf(personSessionSchema, 'The session as it was.'), ...failures() },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const id = request.params.session_id
      const ended = await endPersonSession(deps, caller, id, managesPeople(caller))
      if (ended === undefined) throw failure('not_found')
      return { data: personSessionView(ended, caller.user?.session_id) }
    },
  )
}

function settingsEndpoints(api: Api, deps: Deps): void {
  api.get(
    '/people-settings',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getPeopleSettings',
        summary: 'Get what the admin decides',
        description: 'What the admin of the enterprise decides about its people and keys.',
        response: { 200: dataOf(settingsSchema, 'The settings.'), ...failures() },
      },
    },
    async (request) => ({
      data: settingsView(
        await selectSettings(deps.db, callerOf(request).enterpriseId),
        deps.clock.realNow(),
      ),
    }),
  )

  api.patch(
    '/people-settings',
    {
      config: managing,
      schema: {
        tags,
        operationId: 'changePeopleSettings',
        summary: 'Change what the admin decides',
        description:
          'If keys may no longer sign in, sessions that began with a key end within a second. Bounds apply to people at once, and to keys within a second. With `second_admin` the change waits until another admin sends the same one within three days; an empty change ends what waits. Turning `second_admin` on is refused with `second_admin_missing` where only one admin can sign in.',
        body: settingsChange,
        response: {
          200: dataOf(settingsSchema, 'The settings as they are now.'),
          ...failures(409, 413, 415),
        },
      },
    },
    async (request) => ({
      data: settingsView(
        await changeSettings(deps, callerOf(request), settingsIn(request.body)),
        deps.clock.realNow(),
      ),
    }),
  )
}
