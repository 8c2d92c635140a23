// `corridor users create | list | reset | disable | enable`: for the first admin, and to let a lost one in again.
import { toTimestamp } from '@corridor/server/clock.ts'
import type { Pool } from '@corridor/server/db/pool.ts'
import { Failure } from '@corridor/server/errors.ts'
import { publicId, type Uuid } from '@corridor/server/ids.ts'
import { nearestFirst } from '@corridor/server/operators/nearest.ts'
import {
  selectEnterprises,
  selectEnterprisesByNames,
} from '@corridor/server/organizations/queries.ts'
import {
  changeUser,
  createUser,
  resetUser,
  type Invited,
} from '@corridor/server/users/manage-users.ts'
import { COMMAND } from '@corridor/server/users/operator.ts'
import { selectUsers } from '@corridor/server/users/queries.ts'
import type { Role } from '@corridor/server/users/roles.ts'
import { isLogin, userView } from '@corridor/server/users/view.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

type CreateOptions = { role: Role; enterprise: string[]; reason: string }

export const createCommand = (login: string, options: CreateOptions): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    if (!isLogin(login))
      throw new Error(
        `"${login}" is no login: use 1 to 100 lower-case letters, digits and . _ @ + -, such as ana@desk.example`,
      )
    const input = {
      login,
      role: options.role,
      enterpriseIds: await enterprisesOf(db, options.enterprise),
    }
    try {
      tell(await createUser({ db, clock }, byCommand(options), input))
    } catch (error) {
      if (error instanceof Failure && error.code === 'login_taken')
        throw new Error(
          `there is a user ${login} already; \`corridor users reset\` lets a user enrol again`,
        )
      throw error
    }
  })

const HEADINGS = ['LOGIN', 'ROLE', 'STATUS', 'ENTERPRISES', 'CREATED']

export const listCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectUsers(db)).map((user) => [
      user.login,
      user.role,
      userView(user).status,
      user.enterprise_ids?.map((id) => publicId('ent', id)).join(',') ?? 'all',
      toTimestamp(user.created_at),
    ])
    process.stdout.write(
      lines.length === 0
        ? 'There are no users; `corridor users create` creates the first one.\n'
        : table(HEADINGS, lines),
    )
  })

export const resetCommand = (login: string, options: { reason: string }): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const invited = await resetUser({ db, clock }, byCommand(options), login)
    if (invited === undefined) throw unknown(login)
    tell(invited)
  })

export const disableCommand = (
  login: string,
  isDisabled: boolean,
  options: { reason: string },
): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const changed = await changeUser({ db, clock }, byCommand(options), login, { isDisabled })
    if (changed === undefined) throw unknown(login)
    process.stdout.write(`${login} is ${userView(changed).status}.\n`)
  })

const byCommand = ({ reason }: { reason: string }) => {
  if (reason.trim() === '') throw new Error('--reason must not be empty')
  return { actor: COMMAND, reason }
}

const unknown = (login: string): Error =>
  new Error(`there is no user ${login}; \`corridor users list\` shows them`)

function tell({ user, enrolmentToken }: Invited): void {
  process.stdout.write(`${enrolmentToken}\n`)
  process.stderr.write(
    `Give this token to ${user.login}, who enrols with it within a day. It is shown only once.\n`,
  )
}

async function enterprisesOf(db: Pool, names: readonly string[]): Promise<Uuid<'ent'>[] | null> {
  if (names.length === 0) return null
  const found = await selectEnterprisesByNames(db, names)
  const missing = names.find((name) => !found.some((one) => one.name === name))
  if (missing === undefined) return found.map(({ id }) => id)
  const known = (await selectEnterprises(db)).map((one) => `"${one.name}"`)
  throw new Error(`there is no enterprise "${missing}"; there are: ${nearestFirst(missing, known)}`)
}
