// People who use the operator API: they enrol, read codes from an authenticator app and act.
import { generate } from 'otplib'
import { instantAt, later, type Clock, type Instant } from '../../src/clock.ts'
import { COMMAND } from '../../src/users/operator.ts'
import { createUser } from '../../src/users/manage-users.ts'
import type { Role } from '../../src/users/roles.ts'
import type { Uuid } from '../../src/ids.ts'
import { manualClock, type Reply, type TestService } from './service.ts'

const HALF_A_MINUTE = 30_000
export const PASSWORD = 'a long enough password'

/** A clock whose real time stands still until a test moves it, so that codes do not expire meanwhile. */
export function standingClock() {
  let real = instantAt(Date.now())
  const clock = manualClock()
  return {
    ...clock,
    realNow: () => real,
    advanceReal: (ms: number) => void (real = later(real, ms)),
  }
}

/** What an authenticator app shows at that time. */
export const codeOf = (secret: string, at: Instant): Promise<string> =>
  generate({ secret, epoch: Math.floor(at / 1000) })

export type SessionJson = { token: string; expires_at: string; user: { login: string } }

export type Person = {
  login: string
  secret: string
  token: string
  act<Data = unknown>(method: string, path: string, body?: unknown): Promise<Reply<Data>>
}

type Desk = { corridor: TestService; clock: Clock & { advanceReal(ms: number): void } }

/** Creates a user by command, who enrols and is signed in. Other codes work from then on. */
export async function newPerson(
  { corridor, clock }: Desk,
  login: string,
  role: Role,
  enterpriseIds: Uuid<'ent'>[] | null = null,
): Promise<Person> {
  const invited = await createUser(
    corridor.deps,
    { actor: COMMAND, reason: 'joins the desk' },
    { login, role, enterpriseIds },
  )
  return enrol({ corridor, clock }, login, invited.enrolmentToken)
}

export async function enrol(
  { corridor, clock }: Desk,
  login: string,
  enrolmentToken: string,
): Promise<Person> {
  const { data: begun } = await corridor.post<{ totp_secret: string }>(
    '/operator/v1/enrolment',
    { token: enrolmentToken, password: PASSWORD },
    { key: null },
  )
  const { data: session } = await corridor.post<SessionJson>(
    '/operator/v1/enrolment/confirm',
    { token: enrolmentToken, code: await codeOf(begun.totp_secret, clock.realNow()) },
    { key: null },
  )
  clock.advanceReal(HALF_A_MINUTE)
  return personOf(corridor, login, begun.totp_secret, session.token)
}

export const personOf = (
  corridor: TestService,
  login: string,
  secret: string,
  token: string,
): Person => ({
  login,
  secret,
  token,
  act: (method, path, body) =>
    corridor.call(method, `/operator/v1${path}`, {
      key: token,
      idempotencyKey: null,
      ...(body === undefined ? {} : { body }),
    }),
})
