// People who use the operator API: they enrol, read codes from an authenticator app and act.
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'otplib'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { instantAt, later, type Clock, type Instant } from '../../src/platform/clock.ts'
import type { Deps } from '../../src/service/deps.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'
import { createUser } from '../../src/parties/operators/manage-users.ts'
import type { Role } from '../../src/parties/operators/roles.ts'
import type { Uuid } from '../../src/platform/ids.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type { SharedCounts } from '../../src/platform/http/shared-counts.ts'
import { createSharedCounts } from '../../src/service/processes/shared-counts.ts'
import { manualClock, testService, type Reply, type TestService } from './service.ts'

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

/** Counts of failures that a test forgets, so that the next one begins without. */
export function forgettingCounts(): SharedCounts & { forget(): void } {
  let counts = createSharedCounts()
  return {
    take: (name, limit, cost) => counts.take(name, limit, cost),
    open: (name, most) => counts.open(name, most),
    forget: () => void (counts = createSharedCounts()),
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

export type Desk = { corridor: TestService; clock: Clock & { advanceReal(ms: number): void } }

/** Creates a user by command, who enrols and is signed in. Other codes work from then on. */
export async function newPerson(
  { corridor, clock }: Desk,
  login: string,
  role: Role,
  enterpriseIds: Uuid<'ent'>[] | null = null,
): Promise<Person> {
  const invited = await createUser(
    corridor.deps,
    executionBy(corridor.deps, COMMAND, 'user.created', 'joins the desk'),
    { login, role, enterpriseIds },
  )
  return enrol({ corridor, clock }, login, invited.enrolmentToken)
}

export async function enrol(
  { corridor, clock }: Desk,
  login: string,
  enrolmentToken: string,
): Promise<Person & { enrolled: SessionJson['user'] }> {
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
  return {
    ...personOf(corridor, login, begun.totp_secret, session.token),
    enrolled: session.user,
  }
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

/** A program with an operator key. It needs no enrolment, so it is faster than a person. */
export async function newProgram(
  corridor: TestService,
  role: Role,
  enterpriseIds: Uuid<'ent'>[] | null = null,
): Promise<Pick<Person, 'act' | 'token'>> {
  const label = `${role} ${++programs}`
  const { key } = await createOperatorKey(
    corridor.deps,
    executionBy(corridor.deps, COMMAND, 'operator_key.created', 'a program of the desk'),
    { label, role, enterpriseIds, expiresAt: null },
  )
  return personOf(corridor, label, '', key)
}
let programs = 0

/**
 * A service with a desk that tests enrol people for. It has no worker. `own` is the enterprise of the demo key, and
 * `others` are those of nobody in the test.
 */
export async function openDesk(more: Partial<Deps> = {}) {
  const clock = standingClock()
  const counts = createSharedCounts()
  const replace = () => ({ sharedCounts: counts, ...more })
  const corridor = await testService({ clock, worker: false, replace })
  const enterprises = await selectEnterprises(corridor.deps.db)
  const own = enterprises.find(({ name }) => name === 'Demo Enterprise')
  const others = enterprises.filter((one) => one !== own).map(({ id }) => id)
  if (own === undefined || others.length === 0) throw new Error('the demo world has one enterprise')
  return { corridor, clock, own: own.id, others, close: () => corridor.close() }
}

/** Enrolling people takes half a minute of the clock for each, so the rates must arrive anew. */
export async function ratesArrive(corridor: TestService): Promise<void> {
  while ((await corridor.post(`${corridor.organization}/offerings`)).status === 503) await sleep(20)
}
