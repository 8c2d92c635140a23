// The commands on users, approvals and the audit trail, and their operations.
import { stringify } from 'yaml'
import { enterpriseNamed } from './key-rows.ts'
import { act, inPath, list, reasonOf, textIn, type Call, type Row } from './rows.ts'

type User = {
  login: string
  role: string
  status: string
  enterprise_ids: string[] | null
  created_at: string
}
type Invited = { user: User; enrolment_token: string }

const invited = ({ user, enrolment_token: token }: Invited) => ({
  text: `${token}\n`,
  json: { user, enrolment_token: token },
  note: `Give this token to ${user.login}, who enrols with it within a day: \`corridor enrol\`. It is shown only once.\n`,
})

async function enterprisesNamed(call: Call, names: unknown): Promise<string[] | null> {
  if (!Array.isArray(names) || names.length === 0) return null
  const ids: string[] = []
  for (const name of names) ids.push(await enterpriseNamed(call, String(name)))
  return ids
}

const createUser: Row = {
  fields: { '/login': 'the login' },
  advice: {
    login_taken:
      'There is a user of this name already: `corridor users reset` lets a user enrol again.',
  },
  async run(call, given) {
    const { args, options } = given
    const reason = reasonOf(given)
    const enterprise_ids = await enterprisesNamed(call, options['enterprise'])
    const body = { login: args[0], role: options['role'], enterprise_ids, reason }
    return invited((await call<Invited>('POST', '/users', body)).data)
  },
}

const resetUser: Row = {
  noun: 'user',
  async run(call, given) {
    const path = `/users/${inPath(given.args[0])}/reset`
    return invited((await call<Invited>('POST', path, { reason: reasonOf(given) })).data)
  },
}

const disableUser = (isDisabled: boolean): Row => ({
  noun: 'user',
  async run(call, given) {
    const keys = textIn(given.options, 'keys')
    const body = { is_disabled: isDisabled, keys, reason: reasonOf(given) }
    const { data } = await call<User>('PATCH', `/users/${inPath(given.args[0])}`, body)
    return { text: `${data.login} is ${data.status}.\n`, json: data }
  },
})

const admitUser: Row = {
  noun: 'user',
  async run(call, given) {
    const path = `/users/${inPath(given.args[0])}/admit`
    const { data } = await call<User>('POST', path, { reason: reasonOf(given) })
    return { text: `${data.login} is admitted.\n`, json: data }
  },
}

type Approval = {
  id: string
  act: string
  subject: string
  status: string
  proposed_by: string
  reason: string
  roles: string[]
  expires_at: string
}

const decided = (verb: 'reject' | 'withdraw'): Row =>
  act<Approval>({
    noun: 'approval',
    path: (id) => `/approvals/${id}/${verb}`,
    said: ({ id, status }) => `${id} is ${status}.\n`,
  })

type Entry = {
  enterprise_id: string | null
  at: string
  actor: string
  act: string
  subject: string
  reason: string
}

const wholeNumber = (value: unknown): number => (typeof value === 'number' ? value : 50)

export const userRows: Readonly<Record<string, Row>> = {
  'users list': list<User>({
    path: '/users',
    headings: ['LOGIN', 'ROLE', 'STATUS', 'ENTERPRISES', 'CREATED'],
    cells: (user) => [
      user.login,
      user.role,
      user.status,
      user.enterprise_ids?.join(',') ?? 'all',
      user.created_at,
    ],
    empty: 'There are no users; `corridor users create` creates the first one.',
  }),
  'users create': createUser,
  'users reset': resetUser,
  'users disable': disableUser(true),
  'users enable': disableUser(false),
  'users admit': admitUser,
  'audit list': list<Entry>({
    path: ({ options }) => {
      const subject = textIn(options, 'subject')
      const filter = subject === undefined ? '' : `&subject=${encodeURIComponent(subject)}`
      return `/audit?limit=${Math.min(wholeNumber(options['limit']), 200)}${filter}`
    },
    limit: ({ options }) => wholeNumber(options['limit']),
    headings: ['AT', 'CHAIN', 'ACTOR', 'ACT', 'SUBJECT', 'REASON'],
    cells: (one) => [
      one.at,
      one.enterprise_id ?? 'deployment',
      one.actor,
      one.act,
      one.subject,
      one.reason,
    ],
    empty: 'The audit trail is empty.',
  }),
  'approvals list': list<Approval>({
    path: ({ options }) =>
      `/approvals?limit=200${options['all'] === true ? '' : '&status=PENDING'}`,
    headings: ['APPROVAL', 'STATUS', 'ACT', 'ABOUT', 'PROPOSED BY', 'REASON', 'ROLES', 'EXPIRES'],
    cells: (one) => [
      one.id,
      one.status,
      one.act,
      one.subject === '' ? null : one.subject,
      one.proposed_by,
      one.reason,
      one.roles.join(','),
      one.expires_at,
    ],
    empty: 'No act waits for a second person.',
  }),
  'approvals show': {
    noun: 'approval',
    async run(call, { args }) {
      const { data } = await call<object>('GET', `/approvals/${inPath(args[0])}`)
      return { text: stringify(data), json: data }
    },
  },
  'approvals approve': act<{ approval: Approval; answer: object }>({
    noun: 'approval',
    path: (id) => `/approvals/${id}/approve`,
    said: ({ approval: { id, act: name, subject } }) =>
      `${id} is APPROVED: ${name}${subject === '' ? '' : ` of ${subject}`} is done.\n`,
  }),
  'approvals reject': decided('reject'),
  'approvals withdraw': decided('withdraw'),
  whoami: {
    async run(call) {
      const { data } = await call<{ actor: string; role: string; enterprise_ids: string[] | null }>(
        'GET',
        '/me',
      )
      const sees = data.enterprise_ids?.join(', ') ?? 'all enterprises'
      return { text: `${data.actor}, ${data.role}, sees ${sees}\n`, json: data }
    },
  },
}
