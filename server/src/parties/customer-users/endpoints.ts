// The API of a customer's people: the admin invites them, changes their roles, resets them and ends sessions. The console
// uses it; an API key can only invite the first admin.
import Type from 'typebox'
import { customerMay } from '../../platform/access/customer-roles.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { failure } from '../../platform/errors.ts'
import { addList, addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idFilter } from '../../platform/http/filters.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { callerOf } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  failures,
  instant,
  pathId,
} from '../../platform/http/schemas.ts'
import { loginSchema } from '../users/login.ts'
import { selectUsersOfEnterprise } from '../users/queries.ts'
import { selectSessionsOfEnterprise } from '../users/session-queries.ts'
import { selectEnterprise } from '../organizations/queries.ts'
import { peopleAuditEndpoint } from './audit-endpoint.ts'
import { openInvitations, type InvitationDeps } from './mail-invitation.ts'
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
  mailedPersonSchema,
  newMail,
  personSchema,
  personSessionSchema,
  personSessionView,
  personView,
  settingsChange,
  settingsIn,
  settingsSchema,
  settingsView,
} from './view.ts'

type Deps = ListDeps & PeopleDeps & InvitationDeps & { publicUrl: () => string }

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
  addList(api, deps, {
    path: '/people',
    config: { userRight: 'manage_people', isForUsers: true },
    tags,
    operationId: 'listPeople',
    summary: 'List people',
    description: 'All people of the enterprise, oldest first. For its admins.',
    querystring: exact(pagingQuery),
    answer: dataListOf(personSchema, 'The people, or a page of them.'),
    prefix: 'usr',
    list(request) {
      const { enterpriseId } = callerOf(request)
      return {
        name: `people:${enterpriseId}`,
        page: (after, limit) => selectUsersOfEnterprise(deps.db, enterpriseId, after, limit),
        views: (rows) => rows.map(personView),
      }
    },
  })
}

function inviteEndpoint(api: Api, deps: Deps): void {
  const mailInvitation = openInvitations(deps)
  api.post(
    '/people',
    {
      config: { scope: 'write', userRight: 'manage_people', cost: 50 },
      schema: {
        tags,
        operationId: 'invitePerson',
        summary: 'Invite a person',
        description:
          'The answer has a link with which the person chooses a password. An API key that is bound to no organization can invite the first admin, until somebody has used a link. A repeated request is refused with `login_taken`: reset the person if the link was lost. With `mail` the link also goes to an address, once. The answer says whether the mail server took it; if not, give the person the link.',
        body: exact(
          { login: loginSchema, role: customerRole, mail: Type.Optional(newMail) },
          { title: 'NewPerson', description: 'A person to invite.' },
        ),
        response: {
          201: dataOf(mailedPersonSchema, 'The person, with the link.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { mail, ...person } = request.body
      const invited = await invite(deps, caller, { ...person, isMailed: mail !== undefined })
      const view = invitedView(deps, invited)
      if (mail === undefined) return reply.code(201).send({ data: { ...view, mail: null } })
      const { enterpriseId } = caller
      const company = (await selectEnterprise(deps.db, enterpriseId))?.name ?? ''
      // A slow mail server occupies no place.
      request.leaveGate?.()
      const result = await mailInvitation(
        { enterpriseId, personId: invited.user.id, company, login: person.login, link: view.link },
        { language: 'en', ...mail },
      )
      return reply.code(201).send({ data: { ...view, mail: result } })
    },
  )
}

function changeEndpoint(api: Api, deps: Deps): void {
  addWrite(api, {
    method: 'PATCH',
    path: one,
    config: managing,
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
    refusals: [409, 413, 415],
    answer: dataOf(personSchema, 'The person as it is now.'),
    data: async (request) =>
      personView(
        await changePerson(deps, callerOf(request), request.params.person_id, request.body),
      ),
  })
}

function resetEndpoint(api: Api, deps: Deps): void {
  addWrite(api, {
    method: 'POST',
    path: `${one}/reset`,
    config: managing,
    tags,
    operationId: 'resetPerson',
    summary: 'Reset a person',
    description:
      'Ends all sessions and forgets password, authenticator app and passkeys. The person chooses anew with the link. Refused with `last_admin` where no other admin could sign in.',
    params,
    refusals: [409, 413, 415],
    answer: dataOf(invitedPersonSchema, 'The person, with a new link.'),
    data: async (request) =>
      invitedView(deps, await resetPerson(deps, callerOf(request), request.params.person_id)),
  })
}

function admitEndpoint(api: Api, deps: Deps): void {
  addWrite(api, {
    method: 'POST',
    path: `${one}/admit`,
    config: managing,
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
    refusals: [409, 413, 415],
    answer: dataOf(personSchema, 'The person as it is now.'),
    async data(request) {
      const { body, params: of } = request
      const seen = requireInstant('/enrolled_at', body.enrolled_at)
      return personView(await admitPerson(deps, callerOf(request), of.person_id, seen))
    },
  })
}

const managesPeople = ({ user }: Caller): boolean =>
  user !== null && customerMay(user.role, 'manage_people')

function sessionEndpoints(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/person-sessions',
    config: { scope: 'read', isForUsers: true },
    tags,
    operationId: 'listPersonSessions',
    summary: 'List sessions of people',
    description:
      'Your sessions of the console that have not ended; an admin sees those of all people. The last used is the first.',
    querystring: exact({
      person_id: Type.Optional(pathId('usr', 'Sessions of this person.')),
    }),
    answer: dataListOf(personSessionSchema, 'The sessions.'),
    async data(request) {
      const caller = callerOf(request)
      const asked = idFilter('usr', request.query.person_id) ?? null
      const whose = managesPeople(caller) ? asked : (caller.user?.id ?? null)
      const found = await selectSessionsOfEnterprise(
        deps.db,
        caller.enterpriseId,
        whose,
        deps.clock.realNow(),
      )
      return found.map((row) => personSessionView(row, caller.user?.session_id))
    },
  })

  addWrite(api, {
    method: 'DELETE',
    path: '/person-sessions/:session_id',
    config: { scope: 'read', isForUsers: true },
    tags,
    operationId: 'endPersonSession',
    summary: 'End a session of a person',
    description: 'It stops working at once. Your own, or as an admin that of anybody.',
    params: sessionParams,
    answer: dataOf(personSessionSchema, 'The session as it was.'),
    async data(request) {
      const caller = callerOf(request)
      const id = request.params.session_id
      const ended = await endPersonSession(deps, caller, id, managesPeople(caller))
      if (ended === undefined) throw failure('not_found')
      return personSessionView(ended, caller.user?.session_id)
    },
  })
}

function settingsEndpoints(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/people-settings',
    config: { scope: 'read' },
    tags,
    operationId: 'getPeopleSettings',
    summary: 'Get what the admin decides',
    description: 'What the admin of the enterprise decides about its people and keys.',
    answer: dataOf(settingsSchema, 'The settings.'),
    data: async (request) =>
      settingsView(
        await selectSettings(deps.db, callerOf(request).enterpriseId),
        deps.clock.realNow(),
      ),
  })

  addWrite(api, {
    method: 'PATCH',
    path: '/people-settings',
    config: managing,
    tags,
    operationId: 'changePeopleSettings',
    summary: 'Change what the admin decides',
    description:
      'If keys may no longer sign in, sessions that began with a key end within a second. Bounds apply to people at once, and to keys within a second. With `second_admin` the change waits until another admin sends the same one within three days; an empty change ends what waits. Turning `second_admin` on is refused with `second_admin_missing` where only one admin can sign in.',
    body: settingsChange,
    refusals: [409, 413, 415],
    answer: dataOf(settingsSchema, 'The settings as they are now.'),
    data: async (request) =>
      settingsView(
        await changeSettings(deps, callerOf(request), settingsIn(request.body)),
        deps.clock.realNow(),
      ),
  })
}
