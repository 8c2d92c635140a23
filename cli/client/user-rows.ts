// Commands on users and approvals that are more than one operation, or print a token.
import type { Schemas } from '@corridor/server/operator-client/client.ts'
import { enterpriseNamed } from './key-rows.ts'
import { operationNamed } from './operations.ts'
import { rowsText } from './shown.ts'
import { reasonOf, type Call, type Row } from './rows.ts'

const USER = '/operator/v1/users/{login}'

const invited = ({ user, enrolment_token: token }: Schemas['InvitedUser']) => ({
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
  async run(call, line) {
    const { args, options } = line
    const reason = reasonOf(line)
    const enterprise_ids = await enterprisesNamed(call, options['enterprise'])
    const body = { login: args[0], role: options['role'], enterprise_ids, reason }
    return invited(
      (await call.send<Schemas['InvitedUser']>('POST', '/operator/v1/users', body)).data,
    )
  },
}

const resetUser: Row = {
  noun: 'user',
  async run(call, line) {
    const {
      args: [login = ''],
    } = line
    return invited((await call.act(`${USER}/reset`, { login }, { reason: reasonOf(line) })).data)
  },
}

const disableUser = (isDisabled: boolean): Row => ({
  noun: 'user',
  async run(call, line) {
    const {
      args: [login = ''],
      options,
    } = line
    const keys =
      options['keys'] === 'take_over' || options['keys'] === 'revoke'
        ? ({ keys: options['keys'] } as const)
        : {}
    const body = { is_disabled: isDisabled, ...keys, reason: reasonOf(line) }
    const { data } = await call.change(USER, { login }, body)
    return { text: `${data.login} is ${data.status}.\n`, json: data }
  },
})

const approvals: Row = {
  async run(call, { options }) {
    const query = { limit: 200, ...(options['all'] === true ? {} : { status: 'PENDING' as const }) }
    const { rows } = await call.all('/operator/v1/approvals', query)
    const columns = operationNamed('listApprovals').columns ?? []
    return { text: rowsText(rows, columns, 'No act waits for a second person.'), json: rows }
  },
}

const whoami: Row = {
  async run(call) {
    const data = await call.read('/operator/v1/me')
    const sees = data.enterprise_ids?.join(', ') ?? 'all enterprises'
    return { text: `${data.actor}, ${data.role}, sees ${sees}\n`, json: data }
  },
}

export const userRows: Readonly<Record<string, Row>> = {
  'users create': createUser,
  'users reset': resetUser,
  'users disable': disableUser(true),
  'users enable': disableUser(false),
  'approvals list': approvals,
  whoami,
}
